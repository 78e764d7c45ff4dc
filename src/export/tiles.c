#include "export/private/tiles.h"

#include "base/size.h"
#include "base/temporary.h"
#include "export/directory.h"
#include "export/private/textures.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

// The memory of one thread: a tile, and a row of a derived picture.
struct worker {
    tr_band tile;
    unsigned char *row;
    tr_status status;
    tr_error error;
};

struct run {
    const tr_plan *plan;
    const tr_surface *surface;
    const tr_cube *occlusion; // for this level's maps
    tr_cube_vectors wind;     // for all levels; zeros if no map needs it
    struct worker *workers;
    atomic_bool failed;
    int level, first; // of the current tiles
    bool renew;       // replaces existing tiles
};

static tr_status stopped(tr_error *error) {
    return tr_fail(error, TR_STOPPED, "stopped; finished tiles are kept, and the same command continues");
}

// ---- one tile ------------------------------------------------------------------------------------

static tr_status bake_tile(const struct run *run, struct worker *worker, tr_patch patch, tr_error *error) {
    tr_scratch *scratch;
    tr_status status = tr_scratch_create(run->surface, patch, run->occlusion, &scratch, error);
    if (status != TR_OK)
        return status;
    tr_scratch_set_watch(scratch, run->plan->watch);
    tr_scratch_set_wind(scratch, &run->wind);
    worker->tile.patch = patch;
    tr_surface_bake_bands(run->surface, scratch, &worker->tile);
    tr_scratch_destroy(scratch);
    return tr_watch_stopped(run->plan->watch) ? stopped(error) : TR_OK;
}

static void put_rows(const struct run *run, const struct worker *worker, int output, tr_row_file *file) {
    const tr_output_kind *kind = &run->plan->parts[output].kind;
    bool good = true;
    if (tr_output_is_map(kind)) {
        tr_row_file_put(file, worker->tile.texels[output],
                        worker->tile.patch.height); // finishing reports errors
        return;
    }
    for (int y = 0; y < worker->tile.patch.height && good; y++) {
        const tr_band row = tr_band_part(&worker->tile, y, 1);
        tr_output_row(&run->plan->range, output, kind, &row, worker->row);
        good = tr_row_file_put(file, worker->row, 1);
    }
}

static tr_status write_output(struct run *run, struct worker *worker, int output, tr_tile tile,
                              tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    tr_atomic_file *file;
    tr_row_file *rows;
    tr_tile_name(run->plan, output, tile, name);
    tr_status status = tr_plan_open(run->plan, name, &file, error);
    if (status != TR_OK)
        return status;
    status = tr_row_file_begin(file, &run->plan->parts[output], &run->plan->coding, &rows, error);
    if (status == TR_OK) {
        put_rows(run, worker, output, rows);
        status = tr_row_file_finish(rows, error);
    } else {
        tr_row_file_free(rows);
    }
    return tr_atomic_end(file, status, NULL, error);
}

static tr_status write_tile(struct run *run, struct worker *worker, tr_tile tile, tr_error *error) {
    bool baked = false;
    tr_status status = TR_OK;
    for (int output = 0; output < TR_EXPORT_OUTPUTS && status == TR_OK; output++) {
        bool there = false;
        if (!tr_plan_has(run->plan, output))
            continue;
        if (!run->renew)
            status = tr_tile_inspect(run->plan, output, tile, &there, error);
        if (status != TR_OK || there)
            continue;
        if (!baked)
            status = bake_tile(run, worker, tr_pyramid_patch(&run->plan->pyramid, tile), error);
        baked = true;
        if (status == TR_OK)
            status = write_output(run, worker, output, tile, error);
    }
    return status;
}

static bool is_wanted(const struct run *run, tr_tile tile, int64_t number) {
    const tr_tiles *tiles = &run->plan->job.tiles;
    return (tiles->shards <= 1 || number % tiles->shards == tiles->shard - 1) &&
           tr_pyramid_in_region(&run->plan->pyramid, tile, &tiles->region);
}

// The number of tiles in the levels above one.
static int64_t tiles_before(const tr_pyramid *pyramid, int level) {
    int64_t count = 0;
    for (int k = 0; k < level; k++)
        count += tr_pyramid_count(pyramid, k);
    return count;
}

static void tile_task(void *context, int index, int worker_index) {
    struct run *run = context;
    struct worker *worker = &run->workers[worker_index];
    const tr_tile tile = tr_pyramid_tile(&run->plan->pyramid, run->level, run->first + index);
    if (tr_watch_stopped(run->plan->watch) || atomic_load(&run->failed) ||
        !is_wanted(run, tile, tiles_before(&run->plan->pyramid, run->level) + run->first + index))
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
    return tr_watch_stopped(run->plan->watch) ? stopped(error) : TR_OK;
}

static tr_status write_level(struct run *run, tr_pool *pool, tr_error *error) {
    enum { most_per_thread = 16, reports = 32 };
    const int count = tr_pyramid_count(&run->plan->pyramid, run->level), threads = tr_pool_threads(pool);
    const int64_t before = tiles_before(&run->plan->pyramid, run->level),
                  all = tiles_before(&run->plan->pyramid, run->plan->pyramid.levels);
    const tr_patch patch = tr_pyramid_patch(&run->plan->pyramid, (tr_tile){.level = run->level});
    tr_status status = tr_tile_folders(run->plan, run->level, error);
    run->occlusion = NULL;
    if (status == TR_OK && run->workers[0].tile.texels[TR_MAP_ORM])
        status = tr_surface_occlusion(run->surface, pool, patch, run->plan->watch, &run->occlusion, error);
    const int64_t part = all / reports / threads;
    const int batch = threads * (int)(part < 1 ? 1 : part < most_per_thread ? part : most_per_thread);
    tr_watch_report(run->plan->watch, (double)before / (double)all);
    for (run->first = 0; run->first < count && status == TR_OK; run->first += batch) {
        const int left = count - run->first;
        tr_pool_run(pool, left < batch ? left : batch, tile_task, run);
        status = first_failure(run, threads, error);
        tr_watch_report(run->plan->watch,
                        (double)(before + run->first + (left < batch ? left : batch)) / (double)all);
    }
    return status;
}

static tr_status make_workers(struct run *run, int threads, tr_error *error) {
    const tr_patch patch = tr_pyramid_patch(&run->plan->pyramid, (tr_tile){0});
    const size_t texels = (size_t)patch.width * (size_t)patch.height;
    unsigned maps = 0;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        maps |= tr_plan_has(run->plan, output) ? run->plan->parts[output].kind.maps : 0;
    run->workers = tr_calloc((size_t)threads, sizeof *run->workers);
    bool good = run->workers != NULL;
    for (int i = 0; i < threads && good; i++) {
        good = (run->workers[i].row = tr_allocate((size_t)patch.width, 16)) != NULL;
        for (int map = 0; map < TR_BAND_SOURCES && good; map++)
            if (maps & 1u << map)
                good =
                    (run->workers[i].tile.texels[map] = tr_allocate(texels, tr_band_texel_bytes(map))) != NULL;
    }
    return good ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for tiles on %d threads", threads);
}

static void free_workers(struct run *run, int threads) {
    for (int i = 0; i < threads && run->workers; i++) {
        tr_free(run->workers[i].row);
        for (int map = 0; map < TR_BAND_SOURCES; map++)
            tr_free(run->workers[i].tile.texels[map]);
    }
    tr_free(run->workers);
}

// ---- sidecars -------------------------------------------------------------------------------------

static tr_status put_text(const tr_plan *plan, const tr_set_file *text, bool again, tr_error *error) {
    tr_info there;
    const int reason = tr_name_info(plan->folder, text->name, &there);
    if (reason)
        return tr_plan_write_fail(plan, text->name, reason, error);
    if (again && there.kind == TR_KIND_FILE)
        return TR_OK;
    if (there.kind != TR_KIND_NONE && !plan->job.force)
        return tr_plan_write_fail(plan, text->name, EEXIST, error);
    const tr_status status = tr_tile_folder(plan, text->name, error);
    return status == TR_OK ? tr_plan_put(plan, text->name, &text->text, error) : status;
}

// When a set is continued, existing sidecars stay, because someone may have edited them.
static tr_status put_texts(const tr_plan *plan, bool again, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < plan->file_count - 1 && status == TR_OK; i++)
        status = put_text(plan, &plan->files[i], again, error);
    return status;
}

// ---- the export ----------------------------------------------------------------------------------

static tr_status write_all(struct run *run, tr_pool *pool, tr_error *error) {
    tr_status status = make_workers(run, tr_pool_threads(pool), error);
    if (status == TR_OK && run->workers[0].tile.texels[TR_BAND_WIND])
        status = tr_surface_wind(run->surface, pool, run->plan->watch, &run->wind, error);
    for (run->level = 0; run->level < run->plan->pyramid.levels && status == TR_OK; run->level++)
        status = write_level(run, pool, error);
    tr_wind_clear(&run->wind);
    free_workers(run, tr_pool_threads(pool));
    return status;
}

// Refuses tiles that have changed. If tiles are missing, the manifest says so. *complete: there is nothing to
// do.
static tr_status look_at_tiles(const struct run *run, tr_pool *pool, const tr_tile_place *place, bool *complete,
                               tr_error *error) {
    bool stands = false, all = false;
    tr_status status = TR_OK;
    if (place->list.sha256[0] && !run->renew)
        status = tr_tile_list_compare(run->plan, pool, &place->list, &stands, error);
    if (status == TR_OK && !run->renew)
        status = tr_tiles_inspect(run->plan, &all, error);
    *complete = all && stands;
    // (If shards finish at about the same time, the last one finds all tiles; the others must not revert that.)
    return status == TR_OK && (run->renew || !all) ? tr_tile_place_report(place, NULL, error) : status;
}

// When all tiles exist: writes the list of hashes, and a manifest that names it.
static tr_status finish(const tr_tile_place *place, tr_pool *pool, tr_error *error) {
    tr_digest list;
    bool all;
    tr_status status = tr_tiles_inspect(place->plan, &all, error);
    if (status == TR_OK && all)
        status = tr_tile_list_write(place->plan, pool, &list, error);
    return status == TR_OK && all && list.sha256[0] ? tr_tile_place_report(place, &list, error) : status;
}

tr_status tr_tiles_write(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_export_result *result,
                         tr_error *error) {
    struct run run = {
        .plan = plan, .surface = surface, .renew = plan->job.force && plan->job.tiles.shards <= 1};
    tr_directory made = {0};
    tr_tile_place place = {.lock = -1};
    bool complete = false;
    tr_status status = tr_tiles_check(plan, error); // before its folder is created
    if (status == TR_OK)
        status = tr_directory_make(plan->job.directory, &made, error);
    plan->folder = made.folder;
    if (status == TR_OK)
        status = tr_tile_place_take(plan, run.renew, result, &place, error);
    if (status == TR_OK)
        tr_temporary_clear(plan->folder);
    if (status == TR_OK)
        status = look_at_tiles(&run, pool, &place, &complete, error);
    if (status == TR_OK)
        status = put_texts(plan, place.same && !run.renew, error);
    if (status == TR_OK)
        status = write_all(&run, pool, error);
    if (status == TR_OK && !complete)
        status = finish(&place, pool, error);
    tr_tile_place_leave(&place);
    tr_directory_end(&made, status);
    result->count = status == TR_OK;
    tr_plan_path(plan, plan->manifest, result->paths[0]);
    return status;
}
