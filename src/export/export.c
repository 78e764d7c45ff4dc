#include "export/export.h"

#include "base/atomic_file.h"
#include "base/size.h"
#include "base/words.h"
#include "export/directory.h"
#include "export/private/glb.h"
#include "export/private/manifest.h"
#include "export/private/parts.h"
#include "export/private/replace.h"
#include "planet/rings.h"
#include "png/png.h"
#include "scene/load.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

// Bands that are baked together; more than eight where there are more threads, up to sixteen. What lies in
// memory is two waves of them. Rows reach the encoders in order, so none of this changes a byte.
enum { wave_bands_min = 8, wave_bands_max = 16 };

// A file of the set: `png` takes rows, `file` takes a whole picture or a mesh.
struct target {
    int part; // a tr_map or a tr_export_part
    tr_png *png;
    tr_atomic_file *file;
    bool failed; // a row could not be written; finishing the file tells why
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
    int target_count, map_count; // maps are the first targets
    int streamed_count;          // maps that are PNG
    struct target targets[TR_EXPORT_PARTS];
    tr_atomic_file *manifest;
    int band_rows, wave_bands;
    tr_scratch **scratches; // one for each worker
    struct wave waves[2];
    struct wave *encoded, *baked; // what the current tasks read, and what they write
};

// ---- the job -----------------------------------------------------------------------------------

static tr_status check_job(const tr_export_job *job, tr_error *error) {
    const tr_status status = tr_map_check_width(job->width, error);
    if (status != TR_OK)
        return status;
    if (!job->maps || job->maps >= 1u << TR_EXPORT_PARTS)
        return tr_fail(error, TR_BAD_INPUT, "a set has one map at least, and none but those of `list maps`");
    const unsigned lacking =
        job->maps & ~(tr_export_parts(job->recipe) | 1u << TR_EXPORT_MESH); // all have shapes
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        if (lacking & 1u << part)
            return tr_fail(error, TR_BAD_INPUT, "this planet has no %s to export", tr_export_part_name(part));
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

static tr_status name_files(const tr_export_job *job, tr_export_result *result, tr_error *error) {
    tr_status status = TR_OK;
    char name[TR_EXPORT_NAME_BYTES];
    result->count = 0;
    for (int part = 0; part < TR_EXPORT_PARTS && status == TR_OK; part++)
        if (job->maps & 1u << part)
            status = tr_export_file_name(job, part, name, sizeof name)
                         ? join_path(job, name, result->paths[result->count++], error)
                         : tr_write_fail(error, job->stem, ENAMETOOLONG);
    if (status != TR_OK)
        return status;
    int length = snprintf(name, sizeof name, "%s.manifest.json", job->stem);
    return (size_t)length < sizeof name ? join_path(job, name, result->paths[result->count++], error)
                                        : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

// ---- targets -----------------------------------------------------------------------------------

static tr_status open_target(const struct run *run, const char *path, struct target *target, tr_error *error) {
    const tr_export_job *job = run->job;
    if (target->part == TR_EXPORT_MESH || tr_export_format(job, target->part) != TR_FORMAT_PNG)
        return tr_atomic_open(path, &target->file, error);
    const tr_picture picture = tr_export_picture(job, target->part, NULL);
    const tr_png_layout layout = {.width = picture.width,
                                  .height = picture.height,
                                  .channels = picture.channels,
                                  .bytes = picture.bytes,
                                  .srgb = picture.srgb,
                                  .text = run->recipe_json};
    return tr_png_open(path, &layout, &target->png, error);
}

// Opens everything before anything is computed, so that what cannot be written is told at once.
static tr_status open_targets(struct run *run, const tr_export_result *result, tr_error *error) {
    tr_status status = TR_OK;
    for (int part = 0; part < TR_EXPORT_PARTS && status == TR_OK; part++) {
        if (!(run->job->maps & 1u << part))
            continue;
        int i = run->target_count++;
        run->map_count += part < TR_MAP_COUNT;
        run->targets[i].part = part;
        status = open_target(run, result->paths[i], &run->targets[i], error);
        run->streamed_count += part < TR_MAP_COUNT && run->targets[i].png;
    }
    return status == TR_OK ? tr_atomic_open(result->paths[result->count - 1], &run->manifest, error) : status;
}

// The profile of the rings is one row.
static tr_status write_rings(const tr_export_job *job, struct target *target, tr_error *error) {
    uint8_t *row = tr_allocate((size_t)job->width, 4);
    if (!row)
        return tr_fail(error, TR_NO_MEMORY, "no memory for rings %d texels wide", job->width);
    tr_rings_bake(job->recipe, job->width, row);
    const tr_picture picture = tr_export_picture(job, TR_EXPORT_RINGS, row);
    tr_status status = TR_OK;
    if (target->png)
        tr_png_rows(target->png, row, 1); // what went wrong is told when the file is finished
    else
        status = tr_picture_encode(target->file, job->format, &picture, error);
    tr_free(row);
    return status;
}

// What is no map takes hardly any time.
static tr_status write_others(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = run->map_count; i < run->target_count && status == TR_OK; i++) {
        struct target *target = &run->targets[i];
        status = target->part == TR_EXPORT_RINGS ? write_rings(run->job, target, error)
                                                 : tr_glb_write(target->file, run->job, run->surface, error);
    }
    return status;
}

static void finish_task(void *context, int index, int worker) {
    (void)worker;
    struct target *target = &((struct run *)context)->targets[index];
    target->status = target->png ? tr_png_finish(target->png, &target->error)
                                 : tr_atomic_finish(target->file, &target->error);
}

// All files complete and on the disk under their temporary names. Waiting for the disk is done in parallel.
static tr_status finish_targets(struct run *run, const char *manifest, tr_error *error) {
    tr_pool_run(run->pool, run->target_count, finish_task, run);
    for (int i = 0; i < run->target_count; i++) {
        if (run->targets[i].status == TR_OK)
            continue;
        if (error && error->status == TR_OK)
            *error = run->targets[i].error;
        return run->targets[i].status;
    }
    tr_atomic_write(run->manifest, manifest, strlen(manifest));
    tr_atomic_write(run->manifest, "\n", 1);
    return tr_atomic_finish(run->manifest, error);
}

// Renames, the manifest last: whoever finds it finds all of its maps.
static tr_status commit_targets(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < run->target_count && status == TR_OK; i++) {
        struct target *target = &run->targets[i];
        status = target->png ? tr_png_commit(target->png, error) : tr_atomic_commit(target->file, error);
        target->png = NULL;
        target->file = NULL;
    }
    if (status != TR_OK)
        return status;
    status = tr_atomic_commit(run->manifest, error);
    run->manifest = NULL;
    return status;
}

static void abort_targets(struct run *run) {
    for (int i = 0; i < run->target_count; i++) {
        tr_png_abort(run->targets[i].png);
        tr_atomic_abort(run->targets[i].file);
    }
    tr_atomic_abort(run->manifest);
}

// ---- PNG: bands --------------------------------------------------------------------------------

static int smaller(int a, int b) { return a < b ? a : b; }

static tr_status allocate_waves(struct run *run, tr_error *error) {
    int threads = tr_pool_threads(run->pool);
    run->band_rows = tr_band_rows(tr_whole_map(run->job->width), 0);
    run->wave_bands = smaller(threads > wave_bands_min ? threads : wave_bands_min, wave_bands_max);
    size_t texels =
        (size_t)run->job->width * (size_t)smaller(run->band_rows * run->wave_bands, run->job->width / 2);
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < run->map_count; i++) {
            const tr_map map = (tr_map)run->targets[i].part;
            if (!run->targets[i].png)
                continue;
            run->waves[w].texels[map] = tr_allocate(texels, tr_map_texel_bytes(map));
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
    return status;
}

static void free_waves(struct run *run) {
    for (int w = 0; w < 2; w++)
        for (int map = 0; map < TR_MAP_COUNT; map++)
            tr_free(run->waves[w].texels[map]);
    for (int i = 0; run->scratches && i < tr_pool_threads(run->pool); i++)
        tr_scratch_destroy(run->scratches[i]);
    tr_free(run->scratches);
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

// Tasks: first one for each map, which encodes the wave that was baked before if it is PNG; then one for each
// band of the next wave. A row waits for the one above it, so a map cannot be encoded on two threads: it starts
// as early as it can.
static void wave_task(void *context, int index, int worker) {
    struct run *run = context;
    if (tr_watch_stopped(run->watch))
        return;
    int encoders = run->encoded->rows > 0 ? run->map_count : 0;
    if (index >= encoders) {
        bake_band(run, index - encoders, worker);
        return;
    }
    struct target *target = &run->targets[index];
    if (target->png && !target->failed)
        target->failed = !tr_png_rows(target->png, run->encoded->texels[target->part], run->encoded->rows);
}

// What the first map whose writes failed says, in the order of the maps.
static tr_status first_failure(struct run *run, tr_error *error) {
    for (int i = 0; i < run->map_count; i++)
        if (run->targets[i].failed)
            return tr_png_finish(run->targets[i].png, error);
    return TR_OK;
}

static tr_status stopped(tr_error *error) {
    return tr_fail(error, TR_STOPPED, "the export was stopped; nothing was written");
}

// Bakes and encodes all waves.
static tr_status stream_waves(struct run *run, tr_error *error) {
    const double share = (double)run->streamed_count / run->map_count; // of the work
    tr_status status = allocate_waves(run, error);
    int height = run->job->width / 2, row = 0;
    run->encoded = &run->waves[0]; // empty at first
    run->baked = &run->waves[1];
    while (status == TR_OK && (row < height || run->encoded->rows > 0)) {
        run->baked->row = row;
        run->baked->rows = smaller(run->band_rows * run->wave_bands, height - row);
        int encoders = run->encoded->rows > 0 ? run->map_count : 0;
        int bands = (run->baked->rows + run->band_rows - 1) / run->band_rows;
        tr_pool_run(run->pool, encoders + bands, wave_task, run);
        status = tr_watch_stopped(run->watch) ? stopped(error) : first_failure(run, error);
        int encoded_rows = run->encoded->row + run->encoded->rows, baked_rows = row + run->baked->rows;
        if (status == TR_OK)
            tr_watch_report(run->watch, share * (encoded_rows + baked_rows) / 2.0 / height);
        row += run->baked->rows;
        struct wave *free_now = run->encoded;
        run->encoded = run->baked;
        run->baked = free_now;
    }
    free_waves(run);
    return status;
}

// ---- other formats: whole maps -----------------------------------------------------------------

// One map at a time: baking the shared fields again costs less than the memory of all maps.
static tr_status write_whole(struct run *run, struct target *target, tr_error *error) {
    const int width = run->job->width;
    unsigned char *texels =
        tr_allocate((size_t)width * (size_t)(width / 2), tr_map_texel_bytes((tr_map)target->part));
    if (!texels)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a map of %d x %d: png needs less", width, width / 2);
    tr_watch watch = run->watch ? *run->watch : (tr_watch){0}; // it tells of all maps, not of one
    watch.report = NULL;
    void *maps[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = NULL};
    maps[target->part] = texels;
    tr_status status =
        tr_surface_bake_patch(run->surface, run->pool, NULL, tr_whole_map(width), maps, &watch, error);
    const tr_picture picture = tr_export_picture(run->job, target->part, texels);
    if (status == TR_OK)
        status = tr_picture_encode(target->file, run->job->format, &picture, error);
    tr_free(texels);
    return status;
}

static tr_status write_wholes(struct run *run, tr_error *error) {
    tr_status status = TR_OK;
    int done = run->streamed_count;
    for (int i = 0; i < run->map_count && status == TR_OK; i++) {
        if (run->targets[i].png)
            continue;
        status = tr_watch_stopped(run->watch) ? stopped(error) : write_whole(run, &run->targets[i], error);
        if (status == TR_OK)
            tr_watch_report(run->watch, (double)++done / run->map_count);
    }
    return status;
}

// ---- the line ----------------------------------------------------------------------------------

static tr_status export_into(struct run *run, const char *manifest, const tr_export_result *result,
                             tr_error *error) {
    tr_status status = tr_recipe_to_json(run->job->recipe, false, &run->recipe_json, error);
    if (status == TR_OK)
        status = open_targets(run, result, error);
    if (status == TR_OK)
        status = write_others(run, error);
    if (status == TR_OK && run->streamed_count > 0)
        status = stream_waves(run, error);
    if (status == TR_OK)
        status = write_wholes(run, error);
    if (status == TR_OK)
        status = finish_targets(run, manifest, error);
    if (status == TR_OK && tr_watch_stopped(run->watch))
        status = stopped(error);
    if (status == TR_OK)
        return commit_targets(run, error);
    return status;
}

tr_status tr_export(const tr_export_job *job, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error) {
    tr_directory directory = {0};
    tr_leftovers leftovers = {0};
    char *manifest = NULL;
    result->count = 0;
    struct run *run = tr_calloc(1, sizeof *run); // the errors of its targets are too much for a stack
    if (!run)
        return tr_fail(error, TR_NO_MEMORY, "no memory to export");
    tr_status status = check_job(job, error);
    if (status == TR_OK)
        status = name_files(job, result, error);
    if (status == TR_OK && job->replaces)
        status = tr_leftovers_find(job, result->paths[result->count - 1], &leftovers, error);
    if (status == TR_OK)
        status = tr_manifest_create(job, &manifest, error);
    if (status == TR_OK)
        status = tr_directory_make(*job->directory ? job->directory : ".", &directory, error);
    if (status == TR_OK) {
        *run = (struct run){.job = job, .surface = surface, .pool = pool, .watch = watch};
        status = export_into(run, manifest, result, error);
        abort_targets(run);
    }
    if (status == TR_OK) {
        tr_leftovers_remove(job, &leftovers);
        tr_directory_keep(&directory);
    } else {
        tr_directory_remove(&directory);
        result->count = 0;
    }
    tr_free(manifest);
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
    run->target_count = run->map_count = run->streamed_count = 1;
    run->targets[0].part = (int)map;
    status = tr_recipe_to_json(recipe, false, &run->recipe_json, error);
    if (status == TR_OK)
        status = open_target(run, path, &run->targets[0], error);
    if (status == TR_OK)
        status = stream_waves(run, error);
    if (status == TR_OK)
        status = tr_png_finish(run->targets[0].png, error);
    if (status == TR_OK && tr_watch_stopped(watch))
        status = stopped(error);
    if (status == TR_OK) {
        status = tr_png_commit(run->targets[0].png, error);
        run->targets[0].png = NULL;
    }
    abort_targets(run);
    tr_free(run->recipe_json);
    tr_free(run);
    return status;
}
