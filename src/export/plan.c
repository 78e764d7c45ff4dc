#include "export/private/plan.h"

#include "base/memory.h"
#include "base/words.h"
#include "export/directory.h"
#include "export/export.h"
#include "export/private/image_layout.h"
#include "export/private/places.h"
#include "export/private/textures.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static tr_gpu_coding coding_of(const tr_export_job *job) {
    return (tr_gpu_coding){.blocks = job->target && job->target->blocks ? job->target->blocks : job->blocks,
                           .kerbal = job->target && job->target->kerbal,
                           .no_mips = job->no_mips || tr_layout_is_pyramid(job->layout),
                           .zstd = job->zstd};
}

// ---- the job -----------------------------------------------------------------------------------

// GPUs (Direct3D 11 and WebGL 2) reject block-compressed textures whose width or height is not a multiple of 4
// texels. Coarser mip levels may have any size. *part: of the output that has them.
static bool has_whole_blocks(const tr_export_job *job, int *output, tr_part *part) {
    const tr_gpu_coding coding = coding_of(job);
    for (*output = 0; *output < TR_EXPORT_OUTPUTS; ++*output) {
        if (!(job->maps & 1u << *output) || tr_export_is_shape(*output))
            continue;
        *part = tr_part_of(job, *output);
        if (tr_format_is_gpu(part->format) && tr_texture_is_blocks(tr_gpu_format(&part->picture, &coding)) &&
            (part->picture.width % 4 != 0 || tr_picture_height(&part->picture) % 4 != 0))
            return false;
    }
    return true;
}

// The nearest width in a direction that allows blocks, or 0.
static int find_width(const tr_export_job *job, int step) {
    enum { far = 64 };
    tr_export_job other = *job;
    tr_part part;
    int output;
    for (int i = 0; i < far; i++) {
        other.width += step;
        if (tr_layout_check_width(job->layout, other.width, NULL) == TR_OK &&
            tr_squares_check(&other, NULL) == TR_OK && has_whole_blocks(&other, &output, &part))
            return other.width;
    }
    return 0;
}

static tr_status check_blocks(const tr_export_job *job, tr_error *error) {
    tr_part part;
    int output;
    if (has_whole_blocks(job, &output, &part))
        return TR_OK;
    const int below = find_width(job, -1), above = find_width(job, 1);
    char sizes[96] = "take tiles without a border";
    if (below || above)
        snprintf(sizes, sizeof sizes,
                 below && above ? "the nearest widths are %d and %d" : "the nearest width is %d",
                 below ? below : above, above);
    return tr_fail(
        error, TR_BAD_USAGE,
        "%s as %s would be %d x %d texels in blocks of 4 x 4, which GPUs refuse unless both sides are "
        "multiples of 4: %s%s",
        tr_export_output_name(output), tr_file_format_extension(part.format), part.picture.width,
        tr_picture_height(&part.picture), sizes,
        job->target && job->target->blocks ? "" : "; --blocks none does without blocks");
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
            "a face for %s has %d texels of its neighbours on each side, so it is at least %d wide, not %d",
            job->target->name, border, TR_MIN_FACE + 2 * border, job->width);
    const tr_status status = tr_layout_check_width(job->layout, job->width - 2 * border, error);
    return status == TR_OK ? tr_squares_check(job, error) : status;
}

// Whether Windows treats a file name as a device. The text after the dot does not matter: "CON.manifest.json".
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

// Checks the stem of the file names.
static tr_status check_stem(const tr_export_job *job, tr_error *error) {
    const bool tiles = tr_layout_is_pyramid(job->layout);
    const char *wrong =
        job->target && job->target->no_letters ? strpbrk(job->stem, job->target->no_letters) : NULL;
    const tr_status status = tr_stem_check(job->stem, error);
    if (status != TR_OK)
        return status;
    if (wrong)
        return tr_fail(
            error, TR_BAD_USAGE,
            "\"%s\" cannot begin the names of a set for %s, whose settings cannot contain %c in a name; "
            "--name chooses another",
            job->stem, job->target->name, *wrong);
    if (tiles && strchr(job->stem, '{')) // the pattern in the manifest contains {x}, {y} …
        return tr_fail(error, TR_BAD_USAGE,
                       "\"%s\" cannot begin the names of tiles, whose manifest uses braces for numbers; "
                       "--name chooses another",
                       job->stem);
    return TR_OK;
}

static tr_status check_job(const tr_export_job *job, tr_error *error) {
    const tr_status status = check_layout(job, error);
    if (status != TR_OK)
        return status;
    if (!job->maps || job->maps >= 1u << TR_EXPORT_OUTPUTS)
        return tr_fail(
            error, TR_BAD_INPUT,
            "a set needs at least one map, and can only have known ones; `terrella list maps` names them");
    if (!job->target && job->maps & 1u << TR_EXPORT_AIR)
        return tr_fail(error, TR_BAD_USAGE, "air is only written into the GLB of --target gltf");
    if (job->flat_sea && !job->recipe->sea)
        return tr_fail(error, TR_BAD_INPUT, "this planet has no sea, so its height map cannot have a flat one");
    const unsigned lacking = job->maps & ~tr_export_possible(job->recipe),
                   not_here = job->maps & ~tr_target_all(job->target);
    if (lacking)
        return tr_fail(error, TR_BAD_INPUT, "this planet has no %s to export",
                       tr_export_output_name(__builtin_ctz(lacking)));
    if (not_here)
        return tr_fail(error, TR_BAD_USAGE,
                       "a set for %s has no %s: leave the target out, or choose from its maps",
                       job->target->name, tr_export_output_name(__builtin_ctz(not_here)));
    const tr_status blocks = check_blocks(job, error);
    if (blocks != TR_OK)
        return blocks;
    for (int output = 0; job->target && output < TR_EXPORT_OUTPUTS; output++) {
        if (!(job->maps & 1u << output) || tr_export_is_shape(output))
            continue;
        const tr_part part = tr_part_of(job, output);
        if (!tr_picture_fits(part.format, &part.picture))
            return tr_fail(
                error, TR_BAD_USAGE,
                "a set for %s has %s as %s, which does not hold %d x %d texels with %d channels of %d bits",
                job->target->name, tr_export_output_name(output), tr_file_format_extension(part.format),
                part.picture.width, part.picture.height, part.picture.channels, 8 * part.picture.bytes);
    }
    return check_stem(job, error);
}

// Plans the pyramid, and refuses what sets of tiles do not support.
static tr_status check_tiles(tr_plan *plan, tr_error *error) {
    const tr_export_job *job = &plan->job;
    const tr_status status = tr_pyramid_of(job, &plan->pyramid, error);
    if (status != TR_OK)
        return status;
    if (job->maps & (1u << TR_EXPORT_RINGS | 1u << TR_EXPORT_MESH))
        return tr_fail(error, TR_BAD_USAGE,
                       "a set of tiles has neither rings nor a mesh: export these without tiles");
    if (job->height_range == TR_HEIGHT_RANGE_PLANET)
        return tr_fail(error, TR_BAD_USAGE,
                       "heights of tiles always have the range of the recipe, not that of the planet");
    return TR_OK;
}

// ---- texts beside the textures -------------------------------------------------------------------

tr_text *tr_plan_add_text(tr_plan *plan, const char *name, const char *ending) {
    assert(plan->file_count < TR_EXPORT_FILES);
    tr_set_file *new = &plan->files[plan->file_count++];
    *new = (tr_set_file){.output = -1};
    if (snprintf(new->name, sizeof new->name, "%s%s", name, ending) >= (int)sizeof new->name)
        new->name[0] = '\0'; // too long
    return &new->text;
}

void tr_plan_describe_textures(tr_plan *plan, tr_describe_texture *describe) {
    const int textures = plan->file_count;
    for (int i = 0; i < textures; i++)
        if (plan->files[i].output >= 0 && plan->files[i].output != TR_EXPORT_MESH)
            describe(plan, plan->files[i].output, plan->files[i].name);
}

// ---- files ---------------------------------------------------------------------------------------

bool tr_plan_path(const tr_plan *plan, const char *name, char path[TR_EXPORT_PATH_BYTES]) {
    const char *folder = plan->job.directory;
    const bool slash = folder[strlen(folder) - 1] == '/';
    return snprintf(path, TR_EXPORT_PATH_BYTES, "%s%s%s", folder, slash ? "" : "/", name) <
           TR_EXPORT_PATH_BYTES;
}

tr_status tr_plan_lock(const tr_plan *plan, int *lock, tr_error *error) {
    bool taken;
    *lock = tr_directory_lock(plan->folder, true, INFINITY, plan->watch, &taken);
    return taken ? tr_watch_check(plan->watch, error) : TR_OK;
}

tr_status tr_plan_write_fail(const tr_plan *plan, const char *name, int reason, tr_error *error) {
    char path[TR_EXPORT_PATH_BYTES];
    tr_plan_path(plan, name, path);
    return tr_write_fail(error, path, reason);
}

tr_status tr_plan_read_fail(const tr_plan *plan, const char *name, int reason, tr_error *error) {
    char path[TR_EXPORT_PATH_BYTES];
    tr_plan_path(plan, name, path);
    return tr_read_fail(error, path, reason);
}

tr_status tr_plan_refuse(const tr_plan *plan, const char *name, const char *why, tr_error *error) {
    char path[TR_EXPORT_PATH_BYTES];
    tr_plan_path(plan, name, path);
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%.511s", path);
    return tr_fail(error, TR_CANNOT_WRITE, "cannot write: %s", why);
}

void tr_result_keep(tr_export_result *result, const tr_plan *plan, const char *name) {
    if (result->kept < TR_EXPORT_KEPT)
        tr_plan_path(plan, name, result->kept_paths[result->kept]);
    result->kept++;
}

tr_status tr_plan_open(const tr_plan *plan, const char *name, tr_atomic_file **file, tr_error *error) {
    char path[TR_EXPORT_PATH_BYTES];
    tr_plan_path(plan, name, path);
    return tr_atomic_open_in(plan->folder, name, path, file, error);
}

tr_status tr_plan_put(const tr_plan *plan, const char *name, const tr_text *text, tr_error *error) {
    tr_atomic_file *file;
    const tr_status status = tr_plan_open(plan, name, &file, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, text->bytes, text->used);
    return tr_atomic_commit(file, error);
}

void tr_plan_image_name(const tr_plan *plan, int output, int image, char name[TR_IMAGE_NAME_BYTES]) {
    const char *face =
        plan->parts[output].kind.maps ? tr_image_layout_get(&plan->job, TR_FORMAT_PNG, image).name : "";
    snprintf(name, TR_IMAGE_NAME_BYTES, "%s%s%s", tr_export_output_name(output), *face ? "_" : "", face);
}

// "inferno-7_albedo.png", "inferno-7_albedo_px.png"; an image that lies in another file has a dot before it:
// a hidden name, so that an existing file of that name does not matter.
static bool name_image(const tr_plan *plan, int output, tr_set_file *file) {
    const tr_part *part = &plan->parts[output];
    const tr_target_file *own = tr_target_get_file(plan->job.target, output);
    const char *image = part->kind.maps ? tr_image_layout_get(&plan->job, part->format, file->image).name : "",
               *suffix = tr_target_suffix(plan->job.target, output),
               *extension = own && own->extension      ? own->extension
                            : output == TR_EXPORT_MESH ? "glb"
                                                       : tr_file_format_extension(part->format);
    return snprintf(file->name, sizeof file->name, "%s%s%s%s%s%s.%s", file->hidden ? "." : "", plan->job.stem,
                    *suffix ? "_" : "", suffix, *image ? "_" : "", image, extension) < (int)sizeof file->name;
}

// Whether the longest names that tiles of a part have fit.
static bool tiles_fit(const tr_plan *plan, const tr_part *part) {
    const int level = plan->pyramid.levels - 1, count = tr_pyramid_count(&plan->pyramid, level);
    char name[TR_EXPORT_NAME_BYTES];
    return tr_tile_expand(part->tiles, tr_pyramid_tile(&plan->pyramid, level, count - 1), name, sizeof name);
}

static bool add_images(tr_plan *plan, int output) {
    tr_part *part = &plan->parts[output];
    bool good = true;
    part->first = plan->file_count;
    for (int image = 0; image < part->images; image++) {
        tr_set_file *file = &plan->files[plan->file_count++];
        *file = (tr_set_file){
            .output = output, .image = image, .hidden = tr_plan_embeds(plan) && output != TR_EXPORT_MESH};
        good = name_image(plan, output, file) && good;
    }
    return good;
}

static tr_status add_files(tr_plan *plan, tr_error *error) {
    const bool tiles = tr_layout_is_pyramid(plan->job.layout);
    bool good = snprintf(plan->manifest, sizeof plan->manifest, "%s" TR_MANIFEST_ENDING, plan->job.stem) <
                    (int)sizeof plan->manifest &&
                snprintf(plan->list, sizeof plan->list, "%s.sha256", plan->job.stem) < (int)sizeof plan->list;
    for (int output = 0; output < TR_EXPORT_OUTPUTS && good; output++) {
        tr_part *part = &plan->parts[output];
        if (tiles && part->images > 0) {
            good = tr_tile_pattern(&plan->job, output, part->format, part->tiles) && tiles_fit(plan, part);
        } else if (!tiles) {
            good = add_images(plan, output);
        }
    }
    if (good && plan->job.target && plan->job.target->describe)
        plan->job.target->describe(plan);
    if (good && plan->job.recipe->place_count > 0)
        tr_places_describe(plan->job.recipe, tr_plan_add_text(plan, plan->job.stem, ".places.geojson"));
    if (good)
        tr_plan_add_text(plan, plan->manifest, "");
    bool paths = true;
    for (int i = 0; i < plan->file_count; i++) {
        tr_set_file *file = &plan->files[i];
        char path[TR_EXPORT_PATH_BYTES];
        if (file->text.failed)
            return tr_fail(error, TR_NO_MEMORY, "no memory for the files beside the textures");
        good = good && file->name[0];
        paths = paths && tr_plan_path(plan, file->name, path);
        file->digest.bytes = file->text.used;
        tr_digest_of(file->text.bytes, file->text.used, file->digest.sha256);
    }
    return good && paths ? TR_OK
                         : tr_write_fail(error, good ? plan->job.directory : plan->job.stem, ENAMETOOLONG);
}

// ---- the plan ------------------------------------------------------------------------------------

// Fills in what follows from the target and the type. A depth map reaches as deep as the height maps of the
// type, or of the recipe if those are deeper, so another range for the height map does not cut depths off.
static tr_status complete_job(tr_plan *plan, tr_error *error) {
    tr_export_job *job = &plan->job;
    const tr_recipe *recipe = job->recipe;
    double lowest = 0;
    const tr_status status = job->maps & 1u << TR_EXPORT_DEPTH ? tr_type_lowest(recipe, &lowest, error) : TR_OK;
    const int wind = tr_recipe_wind(recipe);
    plan->range = (tr_output_ranges){.low = recipe->height_min_m,
                                     .high = recipe->height_max_m,
                                     .deepest = fmax(-lowest, fmax(-recipe->height_min_m, 1)),
                                     .sea = recipe->sea};
    if (wind >= 0)
        plan->range.fastest = recipe->warps[wind].kind->fastest(recipe, &recipe->warps[wind]);
    job->layout = tr_target_layout(job->target, job->layout, job->exact_layout);
    if (tr_target_needs_mesh(job->target, job->layout))
        job->maps |= 1u << TR_EXPORT_MESH;
    if (job->target && job->tiles.border == 0)
        job->tiles.border = job->target->border;
    if (job->directory && !*job->directory)
        job->directory = ".";
    return status;
}

static void add_parts(tr_plan *plan) {
    tr_output_ranges *range = &plan->range;
    if (plan->job.flat_sea)
        range->lowest =
            (uint16_t)lrint(fmin(fmax(65535 * (0 - range->low) / (range->high - range->low), 0), 65535));
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        plan->parts[output] = tr_part_of(&plan->job, output);
    plan->parts[TR_MAP_HEIGHT].picture.low = range->low;
    plan->parts[TR_MAP_HEIGHT].picture.high = range->high;
    plan->parts[TR_EXPORT_DEPTH].picture.high = range->deepest;
}

static tr_status fill(tr_plan *plan, tr_error *error) {
    tr_status status = complete_job(plan, error);
    if (status == TR_OK)
        status = check_job(&plan->job, error);
    if (status == TR_OK && tr_layout_is_pyramid(plan->job.layout))
        status = check_tiles(plan, error);
    if (status != TR_OK)
        return status;
    add_parts(plan);
    return add_files(plan, error);
}

static tr_status fill_with_map(tr_plan *plan, tr_error *error) {
    tr_status status = tr_map_check_width(plan->job.width, error);
    if (status == TR_OK)
        status = complete_job(plan, error);
    if (status != TR_OK)
        return status;
    add_parts(plan);
    plan->file_count = 1;
    plan->files[0].output = __builtin_ctz(plan->job.maps);
    return TR_OK;
}

static tr_status make(const tr_export_job *job, const tr_watch *watch,
                      tr_status fill_plan(tr_plan *plan, tr_error *error), tr_plan **plan, tr_error *error) {
    *plan = tr_calloc(1, sizeof **plan);
    if (!*plan)
        return tr_fail(error, TR_NO_MEMORY, "no memory to export");
    (*plan)->job = *job;
    (*plan)->watch = watch;
    tr_status status = fill_plan(*plan, error);
    (*plan)->coding = coding_of(&(*plan)->job);
    if (status != TR_OK ||
        tr_layout_is_pyramid((*plan)->job.layout)) // tiles have no recipe: the manifest has it
        return status;
    if (!job->world)
        status = tr_recipe_to_json(job->recipe, false, &(*plan)->recipe_json, error);
    else if (!((*plan)->recipe_json = tr_strdup(job->world)))
        status = tr_fail(error, TR_NO_MEMORY, "no memory for the recipe");
    (*plan)->coding.text = (*plan)->recipe_json;
    return status;
}

tr_status tr_plan_make(const tr_export_job *job, const tr_watch *watch, tr_plan **plan, tr_error *error) {
    return make(job, watch, fill, plan, error);
}

tr_status tr_plan_make_map(const tr_export_job *job, const tr_watch *watch, tr_plan **plan, tr_error *error) {
    return make(job, watch, fill_with_map, plan, error);
}

static void free_texts(tr_plan *plan) {
    for (int i = 0; i < plan->file_count; i++) {
        tr_free(plan->files[i].text.bytes);
        plan->files[i].text = (tr_text){0};
    }
}

// Heights that the recipe clamps, or that the sea hides, are outside the range.
tr_status tr_plan_fit(tr_plan *plan, double low_m, double high_m, tr_error *error) {
    const tr_recipe *recipe = plan->job.recipe;
    tr_output_ranges *range = &plan->range;
    range->deepest = fmax(-low_m, 1);
    range->low = fmax(low_m, plan->job.flat_sea ? fmax(recipe->height_min_m, 0) : recipe->height_min_m);
    range->high = fmax(fmin(high_m, recipe->height_max_m), range->low + 1);
    free_texts(plan);
    plan->file_count = 0;
    add_parts(plan);
    return add_files(plan, error);
}

void tr_plan_drop_files(tr_plan *plan) {
    for (tr_set_file *file = plan->files, *end = file + plan->file_count; file < end; file++) {
        tr_row_file_free(file->rows);
        tr_atomic_abort(file->file);
        file->rows = NULL, file->file = NULL;
    }
}

void tr_plan_free(tr_plan *plan) {
    if (!plan)
        return;
    tr_plan_drop_files(plan);
    free_texts(plan);
    tr_free(plan->recipe_json);
    tr_free(plan);
}

tr_json *tr_plan_recipe(tr_json_document *d, const tr_plan *plan) {
    const char *world = plan->job.world;
    tr_json *root = NULL;
    if (!world)
        return tr_recipe_write(d, plan->job.recipe);
    return tr_json_parse(d, TR_JSON_FILE, "world", world, strlen(world), &root, NULL) == TR_OK ? root : NULL;
}
