#include "export/private/tiles.h"

#include "base/atomic_file.h"
#include "base/size.h"
#include "base/temporary.h"
#include "export/directory.h"
#include "export/private/outputs.h"
#include "export/private/row_file.h"
#include "export/private/sidecars.h"
#include "export/private/tile_files.h"
#include "export/private/tile_list.h"
#include "export/private/tile_place.h"
#include "export/target.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

// Memory of one thread: a tile, and a row of what is made of it.
struct worker {
    unsigned char *texels[TR_OUTPUT_SOURCES];
    unsigned char *row;
    tr_status status;
    tr_error error;
};

struct run {
    const tr_export_job *job;
    tr_folder folder; // that the set is in
    tr_pyramid pyramid;
    const tr_surface *surface;
    const tr_cube *occlusion; // of this level's maps
    tr_cube_vectors wind;     // of all levels; zeros where no map needs it
    const tr_watch *watch;
    struct worker *workers;
    atomic_bool failed;
    int level, first; // of the tiles that are made now
    bool renew;       // what is there is made anew
};

static bool has_output(const tr_export_job *job, int output) { return job->maps & 1u << output; }

static tr_status stopped(tr_error *error) {
    return tr_fail(error, TR_STOPPED, "stopped; the tiles that are written stay: the same command goes on");
}

// ---- one tile ------------------------------------------------------------------------------------

static tr_status bake_tile(const struct run *run, struct worker *worker, tr_patch patch, tr_error *error) {
    tr_scratch *scratch;
    tr_status status = tr_scratch_create(run->surface, patch, run->occlusion, &scratch, error);
    if (status != TR_OK)
        return status;
    tr_scratch_set_watch(scratch, run->watch);
    tr_scratch_set_wind(scratch, &run->wind);
    for (int row = 0, rows; row < patch.height && !tr_watch_stopped(run->watch); row += rows) {
        void *texels[TR_OUTPUT_SOURCES] = {NULL};
        rows = tr_band_rows(patch, row);
        rows = rows < patch.height - row ? rows : patch.height - row;
        for (int map = 0; map < TR_OUTPUT_SOURCES; map++)
            if (worker->texels[map])
                texels[map] =
                    worker->texels[map] + (size_t)row * (size_t)patch.width * tr_output_source_bytes(map);
        const tr_band band = tr_output_band(tr_patch_rows(patch, row, rows), texels);
        tr_surface_bake(run->surface, scratch, NULL, &band);
    }
    tr_scratch_destroy(scratch);
    return tr_watch_stopped(run->watch) ? stopped(error) : TR_OK;
}

static void put_rows(const struct run *run, struct worker *worker, int output, tr_patch patch,
                     tr_row_file *file) {
    const tr_output_kind of = tr_export_get_output(run->job, output);
    tr_output_rows rows = tr_output_begin(run->job, &of);
    if (!of.make) {
        tr_row_file_put(file, worker->texels[output], patch.height); // what goes wrong is told in the end
        return;
    }
    for (int y = 0; y < patch.height; y++) {
        rows.patch = tr_patch_rows(patch, y, 1);
        for (int map = 0; map < TR_OUTPUT_SOURCES; map++)
            rows.maps[map] = of.maps & 1u << map ? worker->texels[map] + (size_t)y * (size_t)patch.width *
                                                                             tr_output_source_bytes(map)
                                                 : NULL;
        of.make(&rows, worker->row);
        if (!tr_row_file_put(file, worker->row, 1))
            return;
    }
}

static tr_status write_output(struct run *run, struct worker *worker, int output, tr_tile tile,
                              tr_error *error) {
    const tr_gpu_coding coding = tr_export_coding(run->job, NULL, NULL);
    const tr_image picture = tr_export_image(run->job, output);
    char name[TR_EXPORT_NAME_BYTES], path[1024];
    tr_atomic_file *file;
    tr_row_file *rows;
    tr_status status = tr_tile_path(run->job, output, tile, name, path, error);
    if (status == TR_OK)
        status = tr_atomic_open_in(run->folder, name, path, &file, error);
    if (status == TR_OK)
        status =
            tr_row_file_begin(file, tr_export_format(run->job, output), &picture, NULL, &coding, &rows, error);
    if (status != TR_OK)
        return status;
    put_rows(run, worker, output, tr_pyramid_patch(&run->pyramid, tile), rows);
    return tr_row_file_commit(rows, error);
}

static tr_status write_tile(struct run *run, struct worker *worker, tr_tile tile, tr_error *error) {
    bool baked = false;
    tr_status status = TR_OK;
    for (int output = 0; output < TR_EXPORT_OUTPUTS && status == TR_OK; output++) {
        bool there = false;
        if (!has_output(run->job, output))
            continue;
        if (!run->renew)
            status = tr_tile_inspect(run->job, run->folder, output, tile, &there, error);
        if (status != TR_OK || there)
            continue;
        if (!baked)
            status = bake_tile(run, worker, tr_pyramid_patch(&run->pyramid, tile), error);
        baked = true;
        if (status == TR_OK)
            status = write_output(run, worker, output, tile, error);
    }
    return status;
}

static bool is_wanted(const struct run *run, tr_tile tile, int64_t number) {
    const tr_tiles *tiles = &run->job->tiles;
    return (tiles->shards <= 1 || number % tiles->shards == tiles->shard - 1) &&
           tr_pyramid_in_region(&run->pyramid, tile, &tiles->region);
}

// Tiles of the levels above one.
static int64_t tiles_before(const tr_pyramid *pyramid, int level) {
    int64_t count = 0;
    for (int k = 0; k < level; k++)
        count += tr_pyramid_count(pyramid, k);
    return count;
}

static void tile_task(void *context, int index, int worker_index) {
    struct run *run = context;
    struct worker *worker = &run->workers[worker_index];
    const tr_tile tile = tr_pyramid_tile(&run->pyramid, run->level, run->first + index);
    if (tr_watch_stopped(run->watch) || atomic_load(&run->failed) ||
        !is_wanted(run, tile, tiles_before(&run->pyramid, run->level) + run->first + index))
        return;
    worker->status = write_tile(run, worker, tile, &worker->error);
    if (worker->status != TR_OK)
        atomic_store(&run->failed, true);
}

// ---- all tiles -----------------------------------------------------------------------------------

static tr_status first_failure(const struct run *run, int threads, tr_error *error) {
    for (int i = 0; i < threads; i++)
        if (run->workers[i].status != TR_OK) {
            if (error && error->status == TR_OK)
                *error = run->workers[i].error;
            return run->workers[i].status;
        }
    return tr_watch_stopped(run->watch) ? stopped(error) : TR_OK;
}

static tr_status write_level(struct run *run, tr_pool *pool, tr_error *error) {
    enum { batch_per_thread = 16 };
    const int count = tr_pyramid_count(&run->pyramid, run->level), threads = tr_pool_threads(pool);
    const int64_t before = tiles_before(&run->pyramid, run->level),
                  all = tiles_before(&run->pyramid, run->pyramid.levels);
    const tr_patch patch = tr_pyramid_patch(&run->pyramid, (tr_tile){.level = run->level});
    tr_status status = tr_tile_folders(run->job, run->folder, &run->pyramid, run->level, error);
    run->occlusion = NULL;
    if (status == TR_OK && run->workers[0].texels[TR_MAP_ORM])
        status = tr_surface_occlusion(run->surface, pool, patch, run->watch, &run->occlusion, error);
    for (run->first = 0; run->first < count && status == TR_OK; run->first += batch_per_thread * threads) {
        const int left = count - run->first, batch = batch_per_thread * threads;
        tr_pool_run(pool, left < batch ? left : batch, tile_task, run);
        status = first_failure(run, threads, error);
        tr_watch_report(run->watch,
                        (double)(before + run->first + (left < batch ? left : batch)) / (double)all);
    }
    return status;
}

static tr_status make_workers(struct run *run, int threads, tr_error *error) {
    const tr_patch patch = tr_pyramid_patch(&run->pyramid, (tr_tile){0});
    const size_t texels = (size_t)patch.width * (size_t)patch.height;
    unsigned maps = 0;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        maps |= has_output(run->job, output) ? tr_export_get_output(run->job, output).maps : 0;
    run->workers = tr_calloc((size_t)threads, sizeof *run->workers);
    bool good = run->workers != NULL;
    for (int i = 0; i < threads && good; i++) {
        good = (run->workers[i].row = tr_allocate((size_t)patch.width, 16)) != NULL;
        for (int map = 0; map < TR_OUTPUT_SOURCES && good; map++)
            if (maps & 1u << map)
                good = (run->workers[i].texels[map] = tr_allocate(texels, tr_output_source_bytes(map))) != NULL;
    }
    return good ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for tiles on %d threads", threads);
}

static void free_workers(struct run *run, int threads) {
    for (int i = 0; i < threads && run->workers; i++) {
        tr_free(run->workers[i].row);
        for (int map = 0; map < TR_OUTPUT_SOURCES; map++)
            tr_free(run->workers[i].texels[map]);
    }
    tr_free(run->workers);
}

// ---- what lies beside them ------------------------------------------------------------------------

static tr_status put_sidecar(const struct run *run, const tr_sidecar *beside, bool again, tr_error *error) {
    char path[1024];
    tr_atomic_file *file;
    tr_info there;
    tr_status status = tr_export_path(run->job, beside->name, path, error);
    const int reason = status == TR_OK ? tr_name_info(run->folder, beside->name, &there) : 0;
    if (reason)
        return tr_write_fail(error, path, reason);
    if (status != TR_OK || (again && there.kind == TR_KIND_FILE))
        return status;
    if (there.kind != TR_KIND_NONE && !run->job->force)
        return tr_write_fail(error, path, EEXIST);
    status = tr_tile_folder(run->folder, beside->name, path, error);
    if (status == TR_OK)
        status = tr_atomic_open_in(run->folder, beside->name, path, &file, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, beside->text.bytes, beside->text.used);
    return tr_atomic_commit(file, error);
}

// Those that are there already stay when the set goes on: somebody may have edited them.
static tr_status put_sidecars(const struct run *run, bool again, tr_error *error) {
    tr_sidecars *all = tr_calloc(1, sizeof *all);
    tr_status status =
        all ? tr_sidecars_describe(run->job, all, error) : tr_fail(error, TR_NO_MEMORY, "no memory for tiles");
    for (int i = 0; status == TR_OK && i < all->count; i++)
        status = put_sidecar(run, &all->items[i], again, error);
    if (all)
        tr_sidecars_free(all);
    tr_free(all);
    return status;
}

// ---- the line ------------------------------------------------------------------------------------

static tr_status write_all(struct run *run, tr_pool *pool, tr_error *error) {
    tr_status status = make_workers(run, tr_pool_threads(pool), error);
    if (status == TR_OK && run->workers[0].texels[TR_OUTPUT_WIND])
        status = tr_surface_wind(run->surface, pool, run->watch, &run->wind, error);
    for (run->level = 0; run->level < run->pyramid.levels && status == TR_OK; run->level++)
        status = write_level(run, pool, error);
    tr_wind_clear(&run->wind);
    free_workers(run, tr_pool_threads(pool));
    return status;
}

// Tiles that are not what was written are refused; with any missing the manifest says so. *complete: there is
// nothing to do.
static tr_status look_at_tiles(const struct run *run, tr_pool *pool, const tr_tile_place *place, bool *complete,
                               tr_error *error) {
    bool stands = false, all = false;
    tr_status status = TR_OK;
    if (place->list.sha256[0] && !run->renew)
        status = tr_tile_list_compare(run->job, run->folder, &run->pyramid, pool, run->watch, &place->list,
                                      &stands, error);
    if (status == TR_OK && !run->renew)
        status = tr_tiles_inspect(run->job, run->folder, &run->pyramid, run->watch, &all, error);
    *complete = all && stands;
    // (Of shards that end at about the same time the last one finds everything: none takes that back.)
    return status == TR_OK && (run->renew || !all)
               ? tr_tile_place_report(run->job, place, NULL, run->watch, error)
               : status;
}

// With all tiles there: the list of hashes, and a manifest that names it.
static tr_status finish(const struct run *run, tr_pool *pool, const tr_tile_place *place, tr_error *error) {
    tr_digest list;
    bool all;
    tr_status status = tr_tiles_inspect(run->job, run->folder, &run->pyramid, run->watch, &all, error);
    if (status == TR_OK && all)
        status = tr_tile_list_write(run->job, run->folder, &run->pyramid, pool, run->watch, &list, error);
    return status == TR_OK && all && list.sha256[0]
               ? tr_tile_place_report(run->job, place, &list, run->watch, error)
               : status;
}

tr_status tr_tiles_check(const tr_export_job *job, tr_error *error) {
    tr_pyramid pyramid;
    const tr_status status = tr_pyramid_of(job, &pyramid, error);
    return status == TR_OK ? tr_tile_place_check(job, error) : status;
}

tr_status tr_tiles_write(const tr_export_job *job, const tr_surface *surface, tr_pool *pool,
                         const tr_watch *watch, tr_export_result *result, tr_error *error) {
    struct run run = {
        .job = job, .surface = surface, .watch = watch, .renew = job->force && job->tiles.shards <= 1};
    tr_directory made = {0};
    tr_tile_place place = {.lock = -1};
    bool complete = false;
    tr_status status = tr_tiles_check(job, error); // before there is a folder for it
    if (status == TR_OK)
        status = tr_pyramid_of(job, &run.pyramid, error);
    if (status == TR_OK)
        status = tr_directory_make(*job->directory ? job->directory : ".", &made, error);
    run.folder = made.folder;
    if (status == TR_OK)
        status = tr_tile_place_take(job, run.folder, run.renew, watch, result, &place, error);
    if (status == TR_OK)
        tr_temporary_clear(run.folder);
    if (status == TR_OK)
        status = look_at_tiles(&run, pool, &place, &complete, error);
    if (status == TR_OK)
        status = put_sidecars(&run, place.same && !run.renew, error);
    if (status == TR_OK)
        status = write_all(&run, pool, error);
    if (status == TR_OK && !complete)
        status = finish(&run, pool, &place, error);
    tr_tile_place_leave(&place);
    if (status == TR_OK)
        tr_directory_keep(&made);
    else
        tr_directory_remove(&made);
    result->count = status == TR_OK;
    return status;
}
