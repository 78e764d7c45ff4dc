#include "export/export.h"

#include "base/atomic_file.h"
#include "base/size.h"
#include "base/temporary.h"
#include "base/words.h"
#include "export/directory.h"
#include "export/private/embedded_recipe.h"
#include "export/private/glb.h"
#include "export/private/manifest.h"
#include "export/private/outputs.h"
#include "export/private/replace.h"
#include "export/private/sidecars.h"
#include "export/private/textures.h"
#include "export/private/tiles.h"
#include "export/target.h"
#include "planet/rings.h"
#include "scene/load.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// One export while it runs.
struct run {
    const tr_export_job *job;
    char *recipe_json; // compact, for the PNG files' text chunk
    const tr_surface *surface;
    tr_pool *pool;
    const tr_watch *watch;
    int texture_count;
    tr_set_texture textures[TR_EXPORT_FILES]; // and the strip of the rings
    tr_atomic_file *mesh;                     // NULL: none
    const char *mesh_path;
    tr_sidecars sidecars; // and their files
    tr_atomic_file *beside[TR_SIDECARS_MOST];
    tr_folder folder;                  // that the set is in
    tr_earlier *earlier;               // the set that this one takes the place of
    tr_atomic_file *marker, *manifest; // the manifest while the set is not whole, and the one of the whole set
};

// ---- the job -----------------------------------------------------------------------------------

// What GPUs refuse (Direct3D 11 and WebGL 2): blocks of 4 x 4 texels in pictures that are no whole number of
// them wide and high. Coarser levels of detail may be any size.
static bool has_whole_blocks(const tr_export_job *job, int *output) {
    for (*output = 0; *output < TR_EXPORT_OUTPUTS; ++*output) {
        if (!(job->maps & 1u << *output) || tr_export_is_shape(*output) ||
            !tr_format_is_gpu(tr_export_format(job, *output)))
            continue;
        const tr_image picture = tr_export_image(job, *output);
        const int height = picture.height / (picture.cube ? 6 : 1);
        const tr_gpu_coding coding = tr_export_coding(job, NULL, NULL);
        if (tr_texture_is_blocks(tr_gpu_format(&picture, &coding)) &&
            (picture.width % 4 != 0 || height % 4 != 0))
            return false;
    }
    return true;
}

// The nearest width in a direction whose pictures are blocks, or 0.
static int find_width(const tr_export_job *job, int step) {
    enum { far = 64 };
    tr_export_job other = *job;
    int output;
    for (int i = 0; i < far; i++) {
        other.width += step;
        if (tr_layout_check_width(job->layout, other.width, NULL) == TR_OK &&
            tr_squares_check(&other, NULL) == TR_OK && has_whole_blocks(&other, &output))
            return other.width;
    }
    return 0;
}

static tr_status check_blocks(const tr_export_job *job, tr_error *error) {
    int output;
    if (has_whole_blocks(job, &output))
        return TR_OK;
    const tr_image picture = tr_export_image(job, output);
    const char *name = tr_export_output_name(output),
               *format = tr_file_format_extension(tr_export_format(job, output));
    const int height = picture.height / (picture.cube ? 6 : 1), below = find_width(job, -1),
              above = find_width(job, 1);
    char sizes[96] = "take tiles without a border";
    if (below || above)
        snprintf(sizes, sizeof sizes,
                 below && above ? "the nearest widths are %d and %d" : "the nearest width is %d",
                 below ? below : above, above);
    return tr_fail(
        error, TR_BAD_USAGE,
        "%s as %s would be %d x %d texels in blocks of 4 x 4, which GPUs refuse unless both sides are "
        "multiples of 4: %s%s",
        name, format, picture.width, height, sizes,
        job->target && job->target->blocks ? "" : ", and --blocks none does without blocks");
}

static tr_status check_layout(const tr_export_job *job, tr_error *error) {
    const bool in_one = job->layout == TR_LAYOUT_CUBE_ROW || job->layout == TR_LAYOUT_CUBE_COLUMN ||
                        job->layout == TR_LAYOUT_CUBE_CROSS;
    if (!job->target && in_one && tr_format_is_gpu(job->format))
        return tr_fail(error, TR_BAD_USAGE,
                       "%s holds the faces of a cube itself: the projection is cube, not %s",
                       tr_file_format_extension(job->format), tr_layout_name(job->layout));
    if (!tr_target_has_layout(job->target, job->layout))
        return tr_fail(error, TR_BAD_USAGE, "a set for %s is %s, not %s: leave the projection out",
                       job->target->name, tr_layout_name(job->target->layout), tr_layout_name(job->layout));
    const int border = tr_target_border(job->target, job->layout);
    if (border && job->width < TR_MIN_FACE + 2 * border)
        return tr_fail(
            error, TR_BAD_USAGE,
            "a face for %s has %d texels of its neighbours on each side: it is %d wide at the least, not %d",
            job->target->name, border, TR_MIN_FACE + 2 * border, job->width);
    const tr_status status = tr_layout_check_width(job->layout, job->width - 2 * border, error);
    return status == TR_OK ? tr_squares_check(job, error) : status;
}

// Whether Windows takes a file for a device that is called so, whatever follows a dot: "CON.manifest.json".
static bool is_device(const char *stem) {
    static const char *const devices[] = {"con", "nul", "aux", "prn"};
    const size_t length = strcspn(stem, ".");
    bool is = length == 4 && (strncasecmp(stem, "com", 3) == 0 || strncasecmp(stem, "lpt", 3) == 0) &&
              stem[3] >= '0' && stem[3] <= '9';
    for (int i = 0; i < 4; i++)
        is = is || (length == 3 && strncasecmp(stem, devices[i], 3) == 0);
    return is;
}

tr_status tr_stem_check(const char *stem, tr_error *error) {
    if (!*stem || *stem == '.' || *stem == '-' || strpbrk(stem, "/\\\":*?<>|") || !tr_text_is_plain(stem))
        return tr_fail(
            error, TR_BAD_USAGE,
            "\"%s\" cannot begin the name of a file: a name has letters of UTF-8, none of / \\ \" : * ? "
            "< > | and no control characters, and begins neither with a dot nor with -; --name "
            "chooses another",
            stem);
    if (is_device(stem))
        return tr_fail(
            error, TR_BAD_USAGE,
            "\"%s\" cannot begin the name of a file: Windows takes it for a device; --name chooses another",
            stem);
    return TR_OK;
}

// What files are called.
static tr_status check_stem(const tr_export_job *job, tr_error *error) {
    const bool tiles = tr_layout_is_pyramid(job->layout);
    const char *wrong =
        job->target && job->target->no_letters ? strpbrk(job->stem, job->target->no_letters) : NULL;
    const tr_status status = tr_stem_check(job->stem, error);
    if (status != TR_OK)
        return status;
    if (wrong)
        return tr_fail(error, TR_BAD_USAGE,
                       "\"%s\" cannot begin the names of a set for %s, whose settings have no way to write "
                       "%c in them: --name chooses another",
                       job->stem, job->target->name, *wrong);
    if (tiles && strchr(job->stem, '{')) // the pattern in the manifest: {x}, {y} …
        return tr_fail(error, TR_BAD_USAGE,
                       "\"%s\" cannot begin the names of tiles, whose manifest has its own braces: --name "
                       "chooses another",
                       job->stem);
    return TR_OK;
}

static tr_status check_job(const tr_export_job *job, tr_error *error) {
    const tr_status status = check_layout(job, error);
    if (status != TR_OK)
        return status;
    if (!job->maps || job->maps >= 1u << TR_EXPORT_OUTPUTS)
        return tr_fail(error, TR_BAD_INPUT, "a set has one map at least, and none but those of `list maps`");
    if (!job->target && job->maps & 1u << TR_EXPORT_AIR)
        return tr_fail(error, TR_BAD_USAGE,
                       "air lies in the one file of a set for gltf: ask for --target gltf");
    if (job->flat_sea && !job->recipe->sea)
        return tr_fail(error, TR_BAD_INPUT, "this planet has no sea that could be flat in its height map");
    const unsigned lacking = job->maps & ~tr_export_possible(job->recipe);
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        if (lacking & 1u << output)
            return tr_fail(error, TR_BAD_INPUT, "this planet has no %s to export",
                           tr_export_output_name(output));
    for (int output = 0; job->target && output < TR_EXPORT_OUTPUTS; output++)
        if (job->maps & 1u << output && !tr_target_get_file(job->target, output))
            return tr_fail(error, TR_BAD_USAGE,
                           "a set for %s has no %s: leave the target out, or choose of its own maps",
                           job->target->name, tr_export_output_name(output));
    const tr_status blocks = check_blocks(job, error);
    if (blocks != TR_OK)
        return blocks;
    for (int output = 0; job->target && output < TR_EXPORT_OUTPUTS; output++) {
        if (!(job->maps & 1u << output) || tr_export_is_shape(output))
            continue;
        const tr_image picture = tr_export_image(job, output);
        const tr_file_format format = tr_export_format(job, output);
        if (!tr_image_fits(format, &picture))
            return tr_fail(
                error, TR_BAD_USAGE,
                "a set for %s has %s as %s, which does not hold %d x %d texels with %d channels of %d bits",
                job->target->name, tr_export_output_name(output), tr_file_format_extension(format),
                picture.width, picture.height, picture.channels, 8 * picture.bytes);
    }
    return check_stem(job, error);
}

static tr_status name_files(const tr_export_job *job, const tr_sidecars *sidecars, tr_export_result *result,
                            tr_error *error) {
    tr_status status = TR_OK;
    char name[TR_EXPORT_NAME_BYTES];
    result->count = 0;
    for (int output = 0; output < TR_EXPORT_OUTPUTS && status == TR_OK; output++)
        for (int image = 0; image < tr_export_file_count(job, output) && status == TR_OK; image++)
            if (!tr_export_embeds(job, output))
                status = tr_export_file_name(job, output, image, name, sizeof name)
                             ? tr_export_path(job, name, result->paths[result->count++], error)
                             : tr_write_fail(error, job->stem, ENAMETOOLONG);
    for (int i = 0; i < sidecars->count && status == TR_OK; i++)
        status = tr_export_path(job, sidecars->items[i].name, result->paths[result->count++], error);
    if (status != TR_OK)
        return status;
    status = tr_export_manifest_name(job, name, error);
    return status == TR_OK ? tr_export_path(job, name, result->paths[result->count++], error) : status;
}

// ---- files -------------------------------------------------------------------------------------

// A path of the job's folder.
static tr_status open_file(const struct run *run, const char *path, tr_atomic_file **file, tr_error *error) {
    return tr_atomic_open_in(run->folder, tr_export_name_in(run->job, path), path, file, error);
}

static tr_status begin_texture(struct run *run, tr_atomic_file *file, int output, int image, tr_error *error) {
    tr_set_texture *texture = &run->textures[run->texture_count++];
    const tr_image picture = tr_export_image(run->job, output);
    *texture = (tr_set_texture){.output = output, .image = image};
    const tr_gpu_coding coding = tr_export_coding(run->job, run->pool, run->recipe_json);
    return tr_row_file_begin(file, tr_export_format(run->job, output), &picture, run->recipe_json, &coding,
                             &texture->rows, error);
}

static tr_status open_texture(struct run *run, const char *path, int output, int image, tr_error *error) {
    tr_atomic_file *file;
    const tr_status status = open_file(run, path, &file, error);
    return status == TR_OK ? begin_texture(run, file, output, image, error) : status;
}

// The name of a texture that goes into the mesh file: it waits for that beside it and never gets its name.
static tr_status open_embedded(struct run *run, int output, int image, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES], path[1024];
    name[0] = '.'; // what anybody has under the name itself is no business of ours
    const tr_status status = tr_export_file_name(run->job, output, image, name + 1, sizeof name - 1)
                                 ? tr_export_path(run->job, name, path, error)
                                 : tr_write_fail(error, run->job->stem, ENAMETOOLONG);
    return status == TR_OK ? open_texture(run, path, output, image, error) : status;
}

// Opens everything before anything is computed, so that what cannot be written is told at once.
static tr_status open_files(struct run *run, const tr_export_result *result, tr_error *error) {
    const char *manifest = result->paths[result->count - 1];
    tr_status status = TR_OK;
    int file = 0; // of the result
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        for (int image = 0; image < tr_export_file_count(run->job, output) && status == TR_OK; image++) {
            const char *path = result->paths[file];
            const bool embeds = tr_export_embeds(run->job, output), mesh = output == TR_EXPORT_MESH;
            status = embeds ? open_embedded(run, output, image, error)
                     : mesh ? open_file(run, path, &run->mesh, error)
                            : open_texture(run, path, output, image, error);
            if (mesh)
                run->mesh_path = path;
            else if (!embeds && status == TR_OK)
                run->textures[run->texture_count - 1].path = path;
            file += !embeds;
        }
    for (int i = 0; i < run->sidecars.count && status == TR_OK; i++)
        status = open_file(run, result->paths[file++], &run->beside[i], error);
    if (status == TR_OK)
        status = open_file(run, manifest, &run->marker, error);
    return status == TR_OK ? open_file(run, manifest, &run->manifest, error) : status;
}

static tr_status write_sidecars(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < run->sidecars.count && status == TR_OK; i++) {
        tr_atomic_write(run->beside[i], run->sidecars.items[i].text.bytes, run->sidecars.items[i].text.used);
        status = tr_atomic_finish(run->beside[i], error);
    }
    return status;
}

// The profile of the rings is one row.
static tr_status write_rings(const struct run *run, tr_error *error) {
    for (int i = 0; i < run->texture_count; i++) {
        if (run->textures[i].output != TR_EXPORT_RINGS)
            continue;
        const int width = tr_export_image(run->job, TR_EXPORT_RINGS).width;
        uint8_t *row = tr_allocate((size_t)width, 4);
        if (!row)
            return tr_fail(error, TR_NO_MEMORY, "no memory for rings %d texels wide", width);
        tr_rings_bake(run->job->recipe, width, row);
        tr_row_file_put(run->textures[i].rows, row, 1); // what went wrong is told when the file is finished
        tr_free(row);
        const tr_status status =
            tr_row_file_finish(run->textures[i].rows, error); // here, since it may use the pool
        if (status != TR_OK)
            return status;
    }
    return TR_OK;
}

static void finish_task(void *context, int index, int worker) {
    (void)worker;
    tr_set_texture *texture = &((struct run *)context)->textures[index];
    texture->status = tr_row_file_finish(texture->rows, &texture->error);
}

// All files complete and on the disk under their temporary names. Waiting for the disk is done in parallel.
static tr_status finish_textures(struct run *run, tr_error *error) {
    tr_pool_run(run->pool, run->texture_count, finish_task, run);
    for (int i = 0; i < run->texture_count; i++) {
        if (run->textures[i].status == TR_OK)
            continue;
        if (error && error->status == TR_OK)
            *error = run->textures[i].error;
        return run->textures[i].status;
    }
    return TR_OK;
}

// The mesh, with those textures in it that it embeds: they are finished.
static tr_status write_mesh(const struct run *run, tr_error *error) {
    tr_export_images images = {{{NULL}}};
    if (!run->mesh)
        return TR_OK;
    for (int i = 0; i < run->texture_count; i++)
        if (tr_export_embeds(run->job, run->textures[i].output))
            images.of[run->textures[i].output][run->textures[i].image] = run->textures[i].rows;
    const bool embeds = run->job->target && run->job->target->embed;
    const tr_status status =
        (embeds ? run->job->target->embed : tr_glb_write)(run->mesh, run->job, run->surface, &images, error);
    return status == TR_OK ? tr_atomic_finish(run->mesh, error) : status;
}

static tr_status put_manifest(struct run *run, const tr_digests *digests, tr_atomic_file *file,
                              tr_error *error) {
    char *manifest;
    const tr_status status = tr_manifest_create(run->job, &run->sidecars, digests, &manifest, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, manifest, strlen(manifest));
    tr_atomic_write(file, "\n", 1);
    tr_free(manifest);
    return tr_atomic_finish(file, error);
}

static void take_digest(const tr_atomic_file *file, tr_digest *digest) {
    tr_atomic_digest(file, digest->sha256);
    digest->bytes = tr_atomic_size(file);
}

// Tells of files that are finished.
static tr_status write_manifests(struct run *run, tr_error *error) {
    tr_digests digests = {.unfinished = true, .earlier = run->earlier};
    for (int i = 0; i < run->texture_count; i++) {
        const tr_set_texture *texture = &run->textures[i];
        take_digest(tr_row_file_get(texture->rows), &digests.of[texture->output][texture->image]);
    }
    if (run->mesh)
        take_digest(run->mesh, &digests.of[TR_EXPORT_MESH][0]);
    tr_status status = put_manifest(run, &digests, run->marker, error);
    digests.unfinished = false;
    return status == TR_OK ? put_manifest(run, &digests, run->manifest, error) : status;
}

static tr_status put_file(tr_placing *placing, const tr_export_job *job, const char *path,
                          tr_atomic_file **file, tr_error *error) {
    tr_status status = tr_placing_keep(placing, tr_export_name_in(job, path), path, error);
    if (status != TR_OK)
        return status;
    status = tr_atomic_commit(*file, error);
    *file = NULL;
    if (status == TR_OK)
        tr_placing_note(placing);
    return status;
}

static tr_status put_texture(tr_placing *placing, const tr_export_job *job, tr_set_texture *texture,
                             tr_error *error) {
    tr_status status = tr_placing_keep(placing, tr_export_name_in(job, texture->path), texture->path, error);
    if (status != TR_OK)
        return status;
    status = tr_row_file_commit(texture->rows, error);
    texture->rows = NULL;
    if (status == TR_OK)
        tr_placing_note(placing);
    return status;
}

// The textures, the mesh and what lies beside them, which come last in the result before the manifest.
static tr_status put_files(struct run *run, tr_placing *placing, const tr_export_result *result,
                           tr_error *error) {
    const int first_beside = result->count - 1 - run->sidecars.count;
    tr_status status = TR_OK;
    for (int i = 0; i < run->texture_count && status == TR_OK; i++)
        if (run->textures[i].path)
            status = put_texture(placing, run->job, &run->textures[i], error);
    if (status == TR_OK && run->mesh)
        status = put_file(placing, run->job, run->mesh_path, &run->mesh, error);
    for (int i = 0; i < run->sidecars.count && status == TR_OK; i++)
        status = put_file(placing, run->job, result->paths[first_beside + i], &run->beside[i], error);
    return status;
}

// Renames. First of all comes a manifest that says that the set is unfinished, last the one without that:
// whoever finds it finds all of its files and none of an earlier set, and what a kill leaves in between is
// known to be ours. What fails puts the earlier files back, but where tiles gave way: then the first manifest
// stays, and the next export goes on.
static tr_status commit_files(struct run *run, tr_export_result *result, tr_error *error) {
    const char *manifest = result->paths[result->count - 1];
    tr_placing placing = {.folder = run->folder};
    tr_status status = put_file(&placing, run->job, manifest, &run->marker, error);
    if (status == TR_OK)
        status = put_files(run, &placing, result, error);
    if (status == TR_OK)
        status = tr_earlier_remove_rest(run->job, run->earlier, &placing, run->watch, result, error);
    const bool no_way_back = status == TR_OK && run->earlier->tiles;
    if (no_way_back)
        status = tr_earlier_remove_tiles(run->job, run->folder, run->earlier, run->watch, result, error);
    if (status == TR_OK)
        status = put_file(&placing, run->job, manifest, &run->manifest, error);
    if (status == TR_OK || no_way_back)
        tr_placing_end(&placing);
    else
        tr_placing_undo(&placing); // what cannot be put back the first manifest tells
    return status;
}

// Looks once more for an earlier set, of which another export may have given files their names meanwhile, and
// takes its place.
static tr_status replace_earlier(struct run *run, tr_export_result *result, tr_error *error) {
    int lock;
    tr_status status = tr_export_lock(run->folder, run->watch, &lock, error);
    tr_earlier_free(run->earlier);
    if (status == TR_OK)
        status = tr_earlier_find(run->job, run->folder, run->earlier, error);
    if (status == TR_OK && !run->job->force)
        status = tr_earlier_check(run->job, run->folder, run->earlier, result, run->watch, error);
    if (status == TR_OK)
        status = write_manifests(run, error);
    if (status == TR_OK && tr_watch_stopped(run->watch))
        status = tr_export_stopped(error);
    if (status == TR_OK)
        status = commit_files(run, result, error);
    tr_folder_unlock(lock);
    return status;
}

static void abort_files(struct run *run) {
    for (int i = 0; i < run->texture_count; i++)
        tr_row_file_abort(run->textures[i].rows);
    for (int i = 0; i < run->sidecars.count; i++)
        tr_atomic_abort(run->beside[i]);
    tr_sidecars_free(&run->sidecars);
    tr_atomic_abort(run->mesh);
    tr_atomic_abort(run->marker);
    tr_atomic_abort(run->manifest);
}

// ---- the line ----------------------------------------------------------------------------------

static tr_status export_into(struct run *run, tr_export_result *result, tr_error *error) {
    tr_status status = tr_embedded_recipe_text(run->job, &run->recipe_json, error);
    if (status == TR_OK)
        status = open_files(run, result, error);
    if (status == TR_OK)
        status = write_rings(run, error);
    if (status == TR_OK)
        status = tr_textures_write(run->job, run->surface, run->pool, run->watch, run->textures,
                                   run->texture_count, error);
    if (status == TR_OK)
        status = finish_textures(run, error);
    if (status == TR_OK)
        status = write_mesh(run, error);
    if (status == TR_OK)
        status = write_sidecars(run, error);
    return status == TR_OK ? replace_earlier(run, result, error) : status;
}

// What follows from the target and the type. A depth map goes down as far as height maps of the type, or of the
// recipe where these go deeper: another range for the height map does not cut the depths off.
static tr_status complete_job(const tr_export_job *asked, tr_export_job *job, tr_error *error) {
    double lowest = 0;
    *job = *asked;
    const tr_status status =
        job->maps & 1u << TR_EXPORT_DEPTH ? tr_type_lowest(job->recipe, &lowest, error) : TR_OK;
    job->deepest_m = fmax(-lowest, fmax(-job->recipe->height_min_m, 1));
    job->layout = tr_target_layout(job->target, job->layout, job->exact_layout);
    if (tr_target_needs_mesh(job->target, job->layout))
        job->maps |= 1u << TR_EXPORT_MESH;
    if (job->target && job->tiles.border == 0)
        job->tiles.border = job->target->border;
    return status;
}

// What is there already may not be another's.
static tr_status look_at_earlier(const tr_export_job *job, const tr_export_result *result,
                                 const tr_watch *watch, double seconds, tr_error *error) {
    tr_earlier earlier = {0};
    tr_folder folder;
    bool taken;
    tr_status status = tr_export_find_folder(job, &folder, error);
    if (status != TR_OK)
        return status;
    const int lock = tr_directory_lock(folder, true, seconds, watch, &taken);
    status = tr_watch_check(watch, error);
    if (status == TR_OK)
        status = tr_earlier_find(job, folder, &earlier, error);
    if (status == TR_OK && !job->force)
        status = tr_earlier_check(job, folder, &earlier, result, watch, error);
    tr_earlier_free(&earlier);
    tr_folder_unlock(lock);
    tr_folder_close(&folder);
    return status;
}

// All that can be told before anything is baked: names, what lies beside the textures, what is there already,
// for which others are waited for so many seconds.
static tr_status prepare(const tr_export_job *job, tr_sidecars *sidecars, const tr_watch *watch, double seconds,
                         tr_export_result *result, tr_error *error) {
    tr_status status = check_job(job, error);
    if (status == TR_OK)
        status = tr_sidecars_describe(job, sidecars, error);
    if (status == TR_OK)
        status = name_files(job, sidecars, result, error);
    return status == TR_OK ? look_at_earlier(job, result, watch, seconds, error) : status;
}

// A set whose heights fill the range of their file: they are looked at first, and what lies beside the textures
// then tells of them.
static tr_status prepare_fitted(struct run *run, tr_export_job *job, tr_error *error) {
    const unsigned with_heights = 1u << TR_MAP_HEIGHT | 1u << TR_EXPORT_DEPTH;
    double low, high;
    if (job->height_range == TR_HEIGHT_RANGE_TYPE || !(job->maps & with_heights))
        return TR_OK;
    const tr_status status =
        tr_textures_fit_heights(job, run->surface, run->pool, run->watch, &low, &high, error);
    if (status == TR_OK) { // what the recipe cuts off, or the sea hides, needs no room
        job->deepest_m = fmax(-low, 1);
        job->height_low_m =
            fmax(low, job->flat_sea ? fmax(job->recipe->height_min_m, 0) : job->recipe->height_min_m);
        job->height_high_m = fmax(fmin(high, job->recipe->height_max_m), job->height_low_m + 1);
    }
    tr_sidecars_free(&run->sidecars);
    return status == TR_OK ? tr_sidecars_describe(job, &run->sidecars, error) : status;
}

tr_status tr_export_check(const tr_export_job *asked, const tr_watch *watch, tr_error *error) {
    tr_export_job own;
    const tr_export_job *job = &own;
    tr_status status = complete_job(asked, &own, error);
    if (status != TR_OK)
        return status;
    if (tr_layout_is_pyramid(job->layout)) {
        status = check_job(job, error);
        return status == TR_OK ? tr_tiles_check(job, error) : status;
    }
    tr_sidecars *sidecars = tr_calloc(1, sizeof *sidecars);
    tr_export_result *result = tr_calloc(1, sizeof *result);
    // Who has the folder longer than a second does not keep a window waiting: the export will look again.
    status = sidecars && result ? prepare(job, sidecars, watch, 1, result, error)
                                : tr_fail(error, TR_NO_MEMORY, "no memory to export");
    if (sidecars)
        tr_sidecars_free(sidecars);
    tr_free(sidecars);
    tr_free(result);
    return status;
}

static tr_status write_set(tr_export_job *job, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                           tr_export_result *result, tr_error *error) {
    tr_directory directory = {0};
    tr_earlier earlier = {0};
    struct run *run = tr_calloc(1, sizeof *run); // the errors of its targets are too much for a stack
    if (!run)
        return tr_fail(error, TR_NO_MEMORY, "no memory to export");
    job->watch = watch;
    *run = (struct run){.job = job, .surface = surface, .pool = pool, .watch = watch, .earlier = &earlier};
    tr_status status = prepare(job, &run->sidecars, watch, INFINITY, result, error);
    if (status == TR_OK)
        status = prepare_fitted(run, job, error);
    if (status == TR_OK)
        status = tr_directory_make(*job->directory ? job->directory : ".", &directory, error);
    if (status == TR_OK) {
        run->folder = directory.folder;
        tr_temporary_clear(run->folder);
        status = export_into(run, result, error);
    }
    abort_files(run);
    if (status == TR_OK) {
        tr_directory_keep(&directory);
    } else {
        tr_directory_remove(&directory);
        result->count = 0;
    }
    tr_earlier_free(&earlier);
    tr_free(run->recipe_json);
    tr_free(run);
    return status;
}

tr_status tr_export(const tr_export_job *asked, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error) {
    tr_export_job job;
    result->count = result->kept = 0;
    tr_status status = complete_job(asked, &job, error);
    if (status != TR_OK)
        return status;
    if (!tr_layout_is_pyramid(job.layout))
        return write_set(&job, surface, pool, watch, result, error);
    status = check_job(&job, error);
    return status == TR_OK ? tr_tiles_write(&job, surface, pool, watch, result, error) : status;
}

tr_status tr_export_map(const char *path, tr_map map, int width, const tr_recipe *recipe,
                        const tr_surface *surface, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    const tr_export_job job = {.recipe = recipe, .width = width, .maps = 1u << map, .format = TR_FORMAT_PNG};
    tr_status status = tr_map_check_width(width, error);
    if (status != TR_OK)
        return status;
    struct run *run = tr_calloc(1, sizeof *run);
    if (!run)
        return tr_fail(error, TR_NO_MEMORY, "no memory to export");
    *run = (struct run){.job = &job, .surface = surface, .pool = pool, .watch = watch};
    tr_atomic_file *file;
    status = tr_embedded_recipe_text(&job, &run->recipe_json, error);
    if (status == TR_OK)
        status = tr_atomic_open(path, &file, error);
    if (status == TR_OK)
        status = begin_texture(run, file, (int)map, 0, error);
    if (status == TR_OK)
        status = tr_textures_write(&job, surface, pool, watch, run->textures, 1, error);
    if (status == TR_OK)
        status = tr_row_file_finish(run->textures[0].rows, error);
    if (status == TR_OK && tr_watch_stopped(watch))
        status = tr_export_stopped(error);
    if (status == TR_OK) {
        status = tr_row_file_commit(run->textures[0].rows, error);
        run->textures[0].rows = NULL;
    }
    abort_files(run);
    tr_free(run->recipe_json);
    tr_free(run);
    return status;
}
