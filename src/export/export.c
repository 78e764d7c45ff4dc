#include "export/export.h"

#include "base/atomic_file.h"
#include "base/size.h"
#include "base/words.h"
#include "export/directory.h"
#include "export/private/companions.h"
#include "export/private/glb.h"
#include "export/private/manifest.h"
#include "export/private/parts.h"
#include "export/private/replace.h"
#include "export/private/row_file.h"
#include "export/target.h"
#include "planet/rings.h"
#include "scene/load.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Bands that are baked together; more than eight where there are more threads, up to sixteen. What lies in
// memory is two waves of them. Rows reach the encoders in order, so none of this changes a byte.
enum { wave_bands_min = 8, wave_bands_max = 16 };

// A file of the set: `rows` takes a texture's, `file` a mesh.
struct target {
    int part; // a tr_map or a tr_export_part
    tr_row_file *rows;
    tr_atomic_file *file;
    bool active;         // gets what is baked now
    unsigned char *made; // a row of a picture that is made of maps
    bool failed;         // a row could not be written; finishing the file tells why
    tr_status status;
    tr_error error;
};

// Consecutive rows of all maps that are wanted.
struct wave {
    int row, rows;
    unsigned char *texels[TR_MAP_COUNT];
};

// One export while it runs.
struct run {
    const tr_export_job *job;
    char *recipe_json; // compact, for the PNG files' text chunk
    const tr_surface *surface;
    tr_pool *pool;
    const tr_watch *watch;
    bool embeds; // the textures go into the mesh file, or what the target has instead
    int target_count, texture_count;
    struct target targets[TR_EXPORT_PARTS];
    tr_companions companions; // and their files
    tr_atomic_file *beside[TR_COMPANIONS_MOST];
    tr_atomic_file *marker, *manifest; // the manifest while the set is not whole, and the one of the whole set
    int textures_done;                 // by earlier passes
    int active_count;
    int band_rows, wave_bands;
    tr_scratch **scratches; // one for each worker
    struct wave waves[2];
    bool fitting;                 // only the range of the heights is looked for
    uint16_t lowest, highest;     // codes of the height map, as far as that was looked at
    struct wave *encoded, *baked; // what the current tasks read, and what they write
};

// ---- the job -----------------------------------------------------------------------------------

static tr_status check_job(const tr_export_job *job, tr_error *error) {
    const tr_status status = tr_map_check_width(job->width, error);
    if (status != TR_OK)
        return status;
    if (!job->maps || job->maps >= 1u << TR_EXPORT_PARTS)
        return tr_fail(error, TR_BAD_INPUT, "a set has one map at least, and none but those of `list maps`");
    const unsigned lacking = job->maps & ~tr_export_possible(job->recipe);
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        if (lacking & 1u << part)
            return tr_fail(error, TR_BAD_INPUT, "this planet has no %s to export", tr_export_part_name(part));
    for (int part = 0; job->target && part < TR_EXPORT_PARTS; part++)
        if (job->maps & 1u << part && !tr_target_get_file(job->target, part))
            return tr_fail(error, TR_BAD_USAGE,
                           "a set for %s has no %s: leave the target out, or choose of its own maps",
                           job->target->name, tr_export_part_name(part));
    if (!*job->stem || strchr(job->stem, '/') || !tr_text_is_plain(job->stem))
        return tr_fail(
            error, TR_BAD_USAGE,
            "\"%s\" cannot begin the name of a file: a name has letters of UTF-8, no / and no control "
            "characters",
            job->stem);
    return TR_OK;
}

// DIRECTORY/NAME into a path of the result.
static tr_status join_path(const tr_export_job *job, const char *name, char path[1024], tr_error *error) {
    const char *folder = *job->directory ? job->directory : ".";
    bool slash = folder[strlen(folder) - 1] == '/';
    int length = snprintf(path, 1024, "%s%s%s", folder, slash ? "" : "/", name);
    return length < 1024 ? TR_OK : tr_write_fail(error, folder, ENAMETOOLONG);
}

static tr_status name_files(const tr_export_job *job, const tr_companions *companions, tr_export_result *result,
                            tr_error *error) {
    tr_status status = TR_OK;
    char name[TR_EXPORT_NAME_BYTES];
    result->count = 0;
    for (int part = 0; part < TR_EXPORT_PARTS && status == TR_OK; part++)
        if (job->maps & 1u << part && !tr_export_embeds(job, part))
            status = tr_export_file_name(job, part, name, sizeof name)
                         ? join_path(job, name, result->paths[result->count++], error)
                         : tr_write_fail(error, job->stem, ENAMETOOLONG);
    for (int i = 0; i < companions->count && status == TR_OK; i++)
        status = join_path(job, companions->items[i].name, result->paths[result->count++], error);
    if (status != TR_OK)
        return status;
    int length = snprintf(name, sizeof name, "%s.manifest.json", job->stem);
    return (size_t)length < sizeof name ? join_path(job, name, result->paths[result->count++], error)
                                        : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

// What the target wants beside the textures.
static tr_status describe_companions(const tr_export_job *job, tr_companions *all, tr_error *error) {
    if (!job->target || !job->target->describe)
        return TR_OK;
    job->target->describe(job, all);
    for (int i = 0; i < all->count; i++)
        if (all->items[i].text.failed)
            return tr_fail(error, TR_NO_MEMORY, "no memory for what lies beside the textures");
    return all->name_too_long ? tr_write_fail(error, job->stem, ENAMETOOLONG) : TR_OK;
}

// ---- files -------------------------------------------------------------------------------------

static bool is_texture(const struct target *target) { return tr_export_get_part(target->part).maps != 0; }

static tr_status open_target(const struct run *run, const char *path, struct target *target, tr_error *error) {
    const tr_export_job *job = run->job;
    const tr_part part = tr_export_get_part(target->part);
    if (target->part == TR_EXPORT_MESH)
        return tr_atomic_open(path, &target->file, error);
    const tr_picture picture = tr_export_picture(job, target->part, NULL);
    if (part.make) {
        target->made =
            tr_allocate((size_t)job->width, (size_t)part.format.channels * (size_t)part.format.bytes);
        if (!target->made)
            return tr_fail(error, TR_NO_MEMORY, "no memory for %d columns", job->width);
    }
    return tr_row_file_open(path, tr_export_format(job, target->part), &picture, run->recipe_json,
                            &target->rows, error);
}

// The name of a texture that goes into the mesh file: it waits for that beside it and never gets its name.
static tr_status open_embedded(const struct run *run, struct target *target, tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES], path[1024];
    tr_status status = tr_export_file_name(run->job, target->part, name, sizeof name)
                           ? join_path(run->job, name, path, error)
                           : tr_write_fail(error, run->job->stem, ENAMETOOLONG);
    return status == TR_OK ? open_target(run, path, target, error) : status;
}

// Opens everything before anything is computed, so that what cannot be written is told at once.
static tr_status open_targets(struct run *run, const tr_export_result *result, tr_error *error) {
    tr_status status = TR_OK;
    int file = 0; // of the result
    for (int part = 0; part < TR_EXPORT_PARTS && status == TR_OK; part++) {
        if (!(run->job->maps & 1u << part))
            continue;
        struct target *target = &run->targets[run->target_count++];
        target->part = part;
        run->texture_count += is_texture(target);
        status = tr_export_embeds(run->job, part) ? open_embedded(run, target, error)
                                                  : open_target(run, result->paths[file++], target, error);
    }
    for (int i = 0; i < run->companions.count && status == TR_OK; i++)
        status = tr_atomic_open(result->paths[file++], &run->beside[i], error);
    if (status == TR_OK)
        status = tr_atomic_open(result->paths[result->count - 1], &run->marker, error);
    return status == TR_OK ? tr_atomic_open(result->paths[result->count - 1], &run->manifest, error) : status;
}

static tr_status write_companions(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < run->companions.count && status == TR_OK; i++) {
        tr_atomic_write(run->beside[i], run->companions.items[i].text.bytes,
                        run->companions.items[i].text.used);
        status = tr_atomic_finish(run->beside[i], error);
    }
    return status;
}

// The profile of the rings is one row.
static tr_status write_rings(const tr_export_job *job, struct target *target, tr_error *error) {
    uint8_t *row = tr_allocate((size_t)job->width, 4);
    if (!row)
        return tr_fail(error, TR_NO_MEMORY, "no memory for rings %d texels wide", job->width);
    tr_rings_bake(job->recipe, job->width, row);
    tr_row_file_put(target->rows, row, 1); // what went wrong is told when the file is finished
    tr_free(row);
    return TR_OK;
}

// The mesh, with those textures in it that it embeds: they are finished.
static tr_status write_mesh(struct run *run, struct target *mesh, tr_error *error) {
    tr_export_images images = {{NULL}};
    for (int i = 0; i < run->target_count; i++)
        if (tr_export_embeds(run->job, run->targets[i].part))
            images.of[run->targets[i].part] = run->targets[i].rows;
    return (run->embeds ? run->job->target->embed : tr_glb_write)(mesh->file, run->job, run->surface, &images,
                                                                  error);
}

// What is no map takes hardly any time.
static tr_status write_others(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < run->target_count && status == TR_OK; i++) {
        struct target *target = &run->targets[i];
        if (target->part == TR_EXPORT_RINGS)
            status = write_rings(run->job, target, error);
        else if (target->part == TR_EXPORT_MESH && !run->embeds)
            status = write_mesh(run, target, error);
    }
    return status;
}

static void finish_task(void *context, int index, int worker) {
    (void)worker;
    const struct run *run = context;
    struct target *target = &((struct run *)context)->targets[index];
    if (target->part == TR_EXPORT_MESH && run->embeds)
        return; // it takes them in when they are finished
    target->status = target->rows ? tr_row_file_finish(target->rows, &target->error)
                                  : tr_atomic_finish(target->file, &target->error);
}

// All files complete and on the disk under their temporary names. Waiting for the disk is done in parallel.
static tr_status finish_targets(struct run *run, tr_error *error) {
    tr_pool_run(run->pool, run->target_count, finish_task, run);
    for (int i = 0; i < run->target_count; i++) {
        if (run->targets[i].status == TR_OK)
            continue;
        if (error && error->status == TR_OK)
            *error = run->targets[i].error;
        return run->targets[i].status;
    }
    tr_status status = TR_OK;
    for (int i = 0; i < run->target_count && status == TR_OK && run->embeds; i++)
        if (run->targets[i].part == TR_EXPORT_MESH) {
            status = write_mesh(run, &run->targets[i], error);
            if (status == TR_OK)
                status = tr_atomic_finish(run->targets[i].file, error);
        }
    return status;
}

static tr_status put_manifest(struct run *run, const tr_digests *digests, tr_atomic_file *file,
                              tr_error *error) {
    char *manifest;
    const tr_status status = tr_manifest_create(run->job, &run->companions, digests, &manifest, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, manifest, strlen(manifest));
    tr_atomic_write(file, "\n", 1);
    tr_free(manifest);
    return tr_atomic_finish(file, error);
}

// Tells of files that are finished.
static tr_status write_manifests(struct run *run, tr_error *error) {
    tr_digests digests = {0};
    for (int i = 0; i < run->target_count; i++) {
        const struct target *target = &run->targets[i];
        tr_atomic_digest(target->rows ? tr_row_file_get(target->rows) : target->file, digests.of[target->part]);
    }
    digests.unfinished = true;
    tr_status status = put_manifest(run, &digests, run->marker, error);
    digests.unfinished = false;
    return status == TR_OK ? put_manifest(run, &digests, run->manifest, error) : status;
}

// Renames. First of all comes a manifest that says that the set is unfinished, last the one without that:
// whoever finds it finds all of its files, and what a kill leaves in between is known to be ours.
static tr_status commit_targets(struct run *run, tr_error *error) {
    tr_status status = tr_atomic_commit(run->marker, error);
    run->marker = NULL;
    for (int i = 0; i < run->target_count && status == TR_OK; i++) {
        struct target *target = &run->targets[i];
        if (tr_export_embeds(run->job, target->part))
            continue;
        status = target->rows ? tr_row_file_commit(target->rows, error) : tr_atomic_commit(target->file, error);
        target->rows = NULL;
        target->file = NULL;
    }
    for (int i = 0; i < run->companions.count && status == TR_OK; i++) {
        status = tr_atomic_commit(run->beside[i], error);
        run->beside[i] = NULL;
    }
    if (status != TR_OK)
        return status;
    status = tr_atomic_commit(run->manifest, error);
    run->manifest = NULL;
    return status;
}

static void abort_targets(struct run *run) {
    for (int i = 0; i < run->target_count; i++) {
        tr_row_file_abort(run->targets[i].rows);
        tr_atomic_abort(run->targets[i].file);
        tr_free(run->targets[i].made);
    }
    for (int i = 0; i < run->companions.count; i++)
        tr_atomic_abort(run->beside[i]);
    tr_companions_free(&run->companions);
    tr_atomic_abort(run->marker);
    tr_atomic_abort(run->manifest);
}

// ---- bands -------------------------------------------------------------------------------------

static int smaller(int a, int b) { return a < b ? a : b; }

// What the active targets are made of; heights, where it is these that are looked for.
static unsigned maps_wanted(const struct run *run) {
    unsigned maps = run->fitting ? 1u << TR_MAP_HEIGHT : 0;
    for (int i = 0; i < run->target_count; i++)
        maps |= run->targets[i].active ? tr_export_get_part(run->targets[i].part).maps : 0;
    return maps;
}

static tr_status allocate_waves(struct run *run, tr_error *error) {
    int threads = tr_pool_threads(run->pool);
    run->band_rows = tr_band_rows(tr_whole_map(run->job->width), 0);
    run->wave_bands = smaller(threads > wave_bands_min ? threads : wave_bands_min, wave_bands_max);
    size_t texels =
        (size_t)run->job->width * (size_t)smaller(run->band_rows * run->wave_bands, run->job->width / 2);
    const unsigned maps = maps_wanted(run);
    for (int w = 0; w < 2; w++)
        for (int map = 0; map < TR_MAP_COUNT; map++) {
            if (!(maps & 1u << map))
                continue;
            run->waves[w].texels[map] = tr_allocate(texels, tr_map_texel_bytes((tr_map)map));
            if (!run->waves[w].texels[map])
                return tr_fail(error, TR_NO_MEMORY, "no memory for bands of %d columns", run->job->width);
        }
    run->scratches = tr_calloc((size_t)threads, sizeof *run->scratches);
    if (!run->scratches)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    const tr_patch whole = tr_whole_map(run->job->width);
    const tr_cube *occlusion = NULL;
    tr_status status = TR_OK;
    if (run->waves[0].texels[TR_MAP_ORM])
        status = tr_surface_occlusion(run->surface, run->pool, whole, run->watch, &occlusion, error);
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_scratch_create(run->surface, whole, occlusion, &run->scratches[i], error);
    double low, high;
    tr_export_heights(run->job, &low, &high);
    for (int i = 0; i < threads && status == TR_OK; i++)
        tr_scratch_set_heights(run->scratches[i], low, high);
    return status;
}

static void free_waves(struct run *run) {
    for (int w = 0; w < 2; w++)
        for (int map = 0; map < TR_MAP_COUNT; map++)
            tr_free(run->waves[w].texels[map]);
    for (int i = 0; run->scratches && i < tr_pool_threads(run->pool); i++)
        tr_scratch_destroy(run->scratches[i]);
    tr_free(run->scratches);
    run->scratches = NULL;
    run->waves[0] = run->waves[1] = (struct wave){0};
}

static void bake_band(struct run *run, int index, int worker) {
    const struct wave *wave = run->baked;
    int offset = index * run->band_rows; // in the wave
    const tr_patch whole = tr_whole_map(run->job->width);
    tr_band band = {.patch =
                        tr_patch_rows(whole, wave->row + offset, smaller(run->band_rows, wave->rows - offset))};
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (wave->texels[map])
            band.texels[map] =
                wave->texels[map] + (size_t)offset * (size_t)whole.width * tr_map_texel_bytes((tr_map)map);
    tr_surface_bake(run->surface, run->scratches[worker], NULL, &band);
}

// A picture that is made of maps, row by row.
static bool put_made(const struct run *run, struct target *target, const tr_part *part) {
    const struct wave *wave = run->encoded;
    tr_part_rows rows = {.width = run->job->width};
    tr_export_heights(run->job, &rows.low, &rows.high);
    bool good = true;
    for (int y = 0; y < wave->rows && good; y++) {
        rows.row = wave->row + y;
        for (int map = 0; map < TR_MAP_COUNT; map++)
            if (part->maps & 1u << map)
                rows.maps[map] =
                    wave->texels[map] + (size_t)y * (size_t)rows.width * tr_map_texel_bytes((tr_map)map);
        part->make(&rows, target->made);
        good = tr_row_file_put(target->rows, target->made, 1);
    }
    return good;
}

// Tasks: first one for each file, which encodes the wave that was baked before; then one for each band of the
// next wave. A row waits for the one above it, so a file cannot be encoded on two threads: it starts as early
// as it can.
static void wave_task(void *context, int index, int worker) {
    struct run *run = context;
    if (tr_watch_stopped(run->watch))
        return;
    int encoders = run->encoded->rows > 0 ? run->target_count : 0;
    if (index >= encoders) {
        bake_band(run, index - encoders, worker);
        return;
    }
    struct target *target = &run->targets[index];
    const tr_part part = tr_export_get_part(target->part);
    if (!target->active || target->failed)
        return;
    target->failed =
        !(part.make ? put_made(run, target, &part)
                    : tr_row_file_put(target->rows, run->encoded->texels[target->part], run->encoded->rows));
}

// The range of the wave that was baked.
static void note_heights(struct run *run) {
    const uint16_t *codes = (const uint16_t *)(void *)run->baked->texels[TR_MAP_HEIGHT];
    const size_t count = (size_t)run->baked->rows * (size_t)run->job->width;
    for (size_t i = 0; i < count; i++) {
        run->lowest = codes[i] < run->lowest ? codes[i] : run->lowest;
        run->highest = codes[i] > run->highest ? codes[i] : run->highest;
    }
}

// What the first file whose writes failed says, in the order of the parts.
static tr_status first_failure(struct run *run, tr_error *error) {
    for (int i = 0; i < run->target_count; i++)
        if (run->targets[i].failed)
            return tr_row_file_finish(run->targets[i].rows, error);
    return TR_OK;
}

static tr_status stopped(tr_error *error) {
    return tr_fail(error, TR_STOPPED, "the export was stopped; nothing was written");
}

// Of the work, when so many rows of this pass were baked and so many encoded.
static void report(const struct run *run, int baked, int encoded) {
    const double pass = (baked + encoded) / (double)run->job->width; // of twice the height
    tr_watch_report(run->watch, (run->textures_done + run->active_count * pass) / run->texture_count);
}

// Bakes and encodes all waves of the active targets.
static tr_status stream_waves(struct run *run, tr_error *error) {
    tr_status status = allocate_waves(run, error);
    int height = run->job->width / 2, row = 0;
    run->encoded = &run->waves[0]; // empty at first
    run->baked = &run->waves[1];
    while (status == TR_OK && (row < height || run->encoded->rows > 0)) {
        run->baked->row = row;
        run->baked->rows = smaller(run->band_rows * run->wave_bands, height - row);
        int encoders = run->encoded->rows > 0 ? run->target_count : 0;
        int bands = (run->baked->rows + run->band_rows - 1) / run->band_rows;
        tr_pool_run(run->pool, encoders + bands, wave_task, run);
        status = tr_watch_stopped(run->watch) ? stopped(error) : first_failure(run, error);
        if (run->fitting)
            note_heights(run);
        else if (status == TR_OK)
            report(run, row + run->baked->rows, run->encoded->row + run->encoded->rows);
        row += run->baked->rows;
        struct wave *free_now = run->encoded;
        run->encoded = run->baked;
        run->baked = free_now;
    }
    free_waves(run);
    return status;
}

// The range of the heights, in whole metres round what the planet has, into the run's job. The half of a step
// on either side is what the codes do not tell.
static tr_status fit_heights(struct run *run, tr_export_job *job, tr_error *error) {
    const double low = job->recipe->height_min_m, step = (job->recipe->height_max_m - low) / 65535;
    run->fitting = true, run->lowest = 65535, run->highest = 0;
    const tr_status status = stream_waves(run, error);
    run->fitting = false;
    if (status != TR_OK)
        return status;
    job->height_low_m = floor(low + (run->lowest - 0.5) * step);
    job->height_high_m = fmax(ceil(low + (run->highest + 0.5) * step), job->height_low_m + 1);
    return TR_OK;
}

// One pass for all that streams, and one for each file that does not: baking the shared fields again costs
// less than the memory of all maps.
static tr_status run_pass(struct run *run, int only, tr_error *error) {
    run->active_count = 0;
    for (int i = 0; i < run->target_count; i++) {
        struct target *target = &run->targets[i];
        const bool texture = is_texture(target);
        const bool streams = texture && tr_format_streams(tr_export_format(run->job, target->part));
        target->active = texture && (only < 0 ? streams : i == only && !streams);
        run->active_count += target->active;
    }
    tr_status status = run->active_count > 0 ? stream_waves(run, error) : TR_OK;
    run->textures_done += run->active_count;
    // Its memory is needed for the next one.
    if (status == TR_OK && only >= 0 && run->active_count > 0)
        status = tr_row_file_finish(run->targets[only].rows, error);
    return status;
}

static tr_status write_textures(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    for (int pass = -1; pass < run->target_count && status == TR_OK; pass++)
        status = tr_watch_stopped(run->watch) ? stopped(error) : run_pass(run, pass, error);
    return status;
}

// ---- the line ----------------------------------------------------------------------------------

static tr_status export_into(struct run *run, const tr_export_result *result, tr_error *error) {
    tr_status status = tr_recipe_to_json(run->job->recipe, false, &run->recipe_json, error);
    if (status == TR_OK)
        status = open_targets(run, result, error);
    if (status == TR_OK)
        status = write_others(run, error);
    if (status == TR_OK)
        status = write_textures(run, error);
    if (status == TR_OK)
        status = finish_targets(run, error);
    if (status == TR_OK)
        status = write_companions(run, error);
    if (status == TR_OK)
        status = write_manifests(run, error);
    if (status == TR_OK && tr_watch_stopped(run->watch))
        status = stopped(error);
    if (status == TR_OK)
        return commit_targets(run, error);
    return status;
}

// All that can be told before anything is baked: names, what lies beside the textures, what is there already.
static tr_status prepare(tr_export_job *job, tr_companions *companions, tr_earlier *earlier,
                         tr_export_result *result, tr_error *error) {
    if (job->target && job->target->embed) // what it would hold its textures in
        job->maps |= 1u << TR_EXPORT_MESH;
    tr_status status = check_job(job, error);
    if (status == TR_OK)
        status = describe_companions(job, companions, error);
    if (status == TR_OK)
        status = name_files(job, companions, result, error);
    if (status == TR_OK)
        status = tr_earlier_find(job, result->paths[result->count - 1], earlier, error);
    if (status == TR_OK && !job->force)
        status = tr_earlier_check(earlier, result, error);
    return status;
}

// A set whose heights fill the range of their file: they are looked at first, and what lies beside the textures
// then tells of them.
static tr_status prepare_fitted(struct run *run, tr_export_job *job, tr_error *error) {
    if (!job->fit_height || !(tr_recipe_maps(job->recipe) & 1u << TR_MAP_HEIGHT))
        return TR_OK;
    const tr_status status = fit_heights(run, job, error);
    tr_companions_free(&run->companions);
    return status == TR_OK ? describe_companions(job, &run->companions, error) : status;
}

tr_status tr_export_check(const tr_export_job *asked, tr_error *error) {
    tr_export_job own = *asked, *job = &own;
    tr_companions *companions = tr_calloc(1, sizeof *companions);
    tr_export_result *result = tr_calloc(1, sizeof *result);
    tr_earlier earlier = {0};
    const tr_status status = companions && result ? prepare(job, companions, &earlier, result, error)
                                                  : tr_fail(error, TR_NO_MEMORY, "no memory to export");
    tr_earlier_free(&earlier);
    if (companions)
        tr_companions_free(companions);
    tr_free(companions);
    tr_free(result);
    return status;
}

tr_status tr_export(const tr_export_job *asked, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error) {
    tr_export_job own = *asked, *job = &own;
    tr_directory directory = {0};
    tr_earlier earlier = {0};
    result->count = 0;
    struct run *run = tr_calloc(1, sizeof *run); // the errors of its targets are too much for a stack
    if (!run)
        return tr_fail(error, TR_NO_MEMORY, "no memory to export");
    *run = (struct run){.job = job, .surface = surface, .pool = pool, .watch = watch};
    run->embeds = job->target && job->target->embed;
    tr_status status = prepare(job, &run->companions, &earlier, result, error);
    if (status == TR_OK)
        status = prepare_fitted(run, job, error);
    if (status == TR_OK)
        status = tr_directory_make(*job->directory ? job->directory : ".", &directory, error);
    if (status == TR_OK)
        status = export_into(run, result, error);
    abort_targets(run);
    if (status == TR_OK) {
        if (job->replaces)
            tr_earlier_remove_rest(job, &earlier, result);
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
    run->target_count = run->texture_count = 1;
    run->targets[0].part = (int)map;
    status = tr_recipe_to_json(recipe, false, &run->recipe_json, error);
    if (status == TR_OK)
        status = open_target(run, path, &run->targets[0], error);
    if (status == TR_OK)
        status = write_textures(run, error);
    if (status == TR_OK)
        status = tr_row_file_finish(run->targets[0].rows, error);
    if (status == TR_OK && tr_watch_stopped(watch))
        status = stopped(error);
    if (status == TR_OK) {
        status = tr_row_file_commit(run->targets[0].rows, error);
        run->targets[0].rows = NULL;
    }
    abort_targets(run);
    tr_free(run->recipe_json);
    tr_free(run);
    return status;
}
