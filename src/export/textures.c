#include "export/private/textures.h"
#include "base/maths.h"

#include "base/size.h"
#include "export/private/image_layout.h"

#include <math.h>
#include <string.h>

// The number of bands in a wave: eight, or one per thread up to sixteen. Two waves are in memory. Rows reach
// the encoders in order, so this does not change the files.
enum { wave_bands_min = 8, wave_bands_max = 16 };

// Consecutive rows of all required maps, for one row of an image's cells: one cell after the other.
struct wave {
    int row, rows; // relative to the cells
    unsigned char *texels[TR_BAND_SOURCES];
};

// The state of one or more passes over a planet's maps.
struct run {
    tr_plan *plan;
    const tr_surface *surface;
    tr_pool *pool;
    bool fitting;          // only searches for the range of heights
    int with_maps;         // files that are made of maps
    int done, active;      // of textures; of those made from maps: by earlier passes, in this one
    tr_image_layout image; // the current image, and the current row of its cells
    int cell_row;
    int band_rows, wave_rows; // maximum
    tr_scratch **scratches;   // one per worker
    struct wave waves[2];
    tr_cube_vectors wind;         // solved when it is first needed
    float lowest, highest;        // in metres, so far
    struct wave *encoded, *baked; // read by the present tasks; written by them
};

tr_status tr_export_stopped(tr_error *error) {
    return tr_fail(error, TR_STOPPED, "the export was stopped; nothing was written");
}

// ---- memory --------------------------------------------------------------------------------------

static const tr_part *part_of(const struct run *run, const tr_set_file *file) {
    return &run->plan->parts[file->output];
}

static bool has_maps(const struct run *run, const tr_set_file *file) {
    return file->output >= 0 && part_of(run, file)->kind.maps != 0;
}

// Whether mip levels of the texture's roughness need the normals.
static bool wants_normals(const struct run *run, const tr_set_file *file) {
    const tr_part *part = part_of(run, file);
    return part->picture.roughness > 0 && !run->plan->job.no_mips && tr_format_is_gpu(part->format);
}

// Normals in the frame of the job's normal map, with 8 bits.
static tr_output_kind normals_of(const struct run *run) {
    tr_export_job job = run->plan->job;
    job.normal_bits = 8;
    return tr_export_get_output(&job, TR_MAP_NORMAL);
}

// The sources of the active textures; heights, when their range is searched for.
static unsigned maps_wanted(const struct run *run) {
    unsigned maps = run->fitting ? 1u << TR_BAND_HEIGHTS : 0;
    for (const tr_set_file *f = run->plan->files, *end = f + run->plan->file_count; f < end; f++)
        if (f->active)
            maps |= part_of(run, f)->kind.maps | (wants_normals(run, f) ? normals_of(run).maps : 0);
    return maps;
}

static tr_status allocate_rows(struct run *run, tr_error *error) {
    for (tr_set_file *f = run->plan->files, *end = f + run->plan->file_count; f < end; f++) {
        if (!f->active)
            continue;
        const tr_picture *picture = &part_of(run, f)->picture;
        if (wants_normals(run, f)) {
            f->normals = tr_allocate((size_t)picture->width, 3 * (size_t)picture->height);
            if (!f->normals)
                return tr_fail(error, TR_NO_MEMORY, "no memory for normals of %d columns", picture->width);
            tr_row_file_set_normals(f->rows, f->normals);
        }
        if (run->image.columns == 1 && tr_output_is_map(&part_of(run, f)->kind))
            continue; // is written as it was baked
        f->row = tr_allocate((size_t)picture->width, (size_t)picture->channels * (size_t)picture->bytes);
        if (!f->row)
            return tr_fail(error, TR_NO_MEMORY, "no memory for %d columns", picture->width);
    }
    return TR_OK;
}

static tr_status create_scratches(struct run *run, tr_error *error) {
    const int threads = tr_pool_threads(run->pool);
    const tr_cube *occlusion = NULL;
    const tr_output_ranges *range = &run->plan->range;
    tr_status status = TR_OK;
    run->scratches = tr_calloc((size_t)threads, sizeof *run->scratches);
    if (!run->scratches)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    if (run->waves[0].texels[TR_MAP_ORM])
        status =
            tr_surface_occlusion(run->surface, run->pool, run->image.cell, run->plan->watch, &occlusion, error);
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_scratch_create(run->surface, run->image.cell, occlusion, &run->scratches[i], error);
    if (status == TR_OK && run->waves[0].texels[TR_BAND_WIND] && !run->wind.memory)
        status = tr_surface_wind(run->surface, run->pool, run->plan->watch, &run->wind, error);
    for (int i = 0; i < threads && status == TR_OK; i++) {
        tr_scratch_set_watch(run->scratches[i], run->plan->watch);
        tr_scratch_set_heights(run->scratches[i], range->low, range->high);
        tr_scratch_set_wind(run->scratches[i], &run->wind);
    }
    return status;
}

static tr_status allocate_waves(struct run *run, tr_error *error) {
    const int threads = tr_pool_threads(run->pool), columns = run->image.columns;
    const tr_patch cell = run->image.cell;
    run->band_rows = tr_band_rows(cell, 0);
    const int bands = tr_min(threads > wave_bands_min ? threads : wave_bands_min, wave_bands_max);
    run->wave_rows = tr_min(run->band_rows * ((bands + columns - 1) / columns), cell.height);
    const size_t texels = (size_t)cell.width * (size_t)run->wave_rows;
    const unsigned maps = maps_wanted(run);
    for (int w = 0; w < 2; w++)
        for (int map = 0; map < TR_BAND_SOURCES; map++) {
            if (!(maps & 1u << map))
                continue;
            run->waves[w].texels[map] = tr_allocate(texels, (size_t)columns * tr_band_texel_bytes(map));
            if (!run->waves[w].texels[map])
                return tr_fail(error, TR_NO_MEMORY, "no memory for bands of %d columns", run->plan->job.width);
        }
    const tr_status status = allocate_rows(run, error);
    return status == TR_OK ? create_scratches(run, error) : status;
}

static void free_waves(struct run *run) {
    for (int w = 0; w < 2; w++)
        for (int map = 0; map < TR_BAND_SOURCES; map++)
            tr_free(run->waves[w].texels[map]);
    for (int i = 0; run->scratches && i < tr_pool_threads(run->pool); i++)
        tr_scratch_destroy(run->scratches[i]);
    for (int i = 0; i < run->plan->file_count; i++) {
        tr_free(run->plan->files[i].row);
        run->plan->files[i].row = NULL;
    }
    tr_free(run->scratches);
    run->scratches = NULL;
    run->waves[0] = run->waves[1] = (struct wave){0};
}

// ---- bands ---------------------------------------------------------------------------------------

// The part of a wave's memory that holds these rows of a cell.
static tr_band part_of_cell(const struct wave *wave, tr_patch cell, int column, int row, int rows) {
    tr_band part = {.patch = tr_patch_rows(cell, wave->row + row, rows)};
    const size_t texels = ((size_t)column * (size_t)wave->rows + (size_t)row) * (size_t)cell.width;
    for (int map = 0; map < TR_BAND_SOURCES; map++)
        if (wave->texels[map])
            part.texels[map] = wave->texels[map] + texels * tr_band_texel_bytes(map);
    return part;
}

static int bands_of(const struct run *run, const struct wave *wave) {
    return (wave->rows + run->band_rows - 1) / run->band_rows;
}

static void bake_band(struct run *run, int index, int worker) {
    const struct wave *wave = run->baked;
    const int bands = bands_of(run, wave), column = index / bands, offset = index % bands * run->band_rows;
    tr_patch cell;
    if (!tr_image_layout_cell(&run->image, column, run->cell_row, &cell))
        return;
    const tr_band band = part_of_cell(wave, cell, column, offset, tr_min(run->band_rows, wave->rows - offset));
    tr_scratch_move(run->scratches[worker], cell);
    tr_surface_bake(run->surface, run->scratches[worker], NULL, &band);
}

// One row of a picture, cell by cell; empty cells are black and transparent.
static void assemble_row(const struct run *run, int output, const tr_output_kind *kind, int y,
                         unsigned char *row) {
    const struct wave *wave = run->encoded;
    const size_t bytes = (size_t)run->image.cell.width * (size_t)(kind->format.channels * kind->format.bytes);
    for (int column = 0; column < run->image.columns; column++, row += bytes) {
        tr_patch cell;
        if (!tr_image_layout_cell(&run->image, column, run->cell_row, &cell)) {
            memset(row, 0, bytes);
            continue;
        }
        const tr_band texels = part_of_cell(wave, cell, column, y, 1);
        tr_output_row(&run->plan->range, output, kind, &texels, row);
    }
}

static void keep_normals(const struct run *run, tr_set_file *file) {
    const tr_output_kind kind = normals_of(run);
    const size_t bytes = 3 * (size_t)run->image.cell.width;
    for (int y = 0; y < run->encoded->rows; y++) // such an image has one column
        assemble_row(run, TR_MAP_NORMAL, &kind, y, file->normals + bytes * (size_t)file->normal_rows++);
}

static bool put_rows(const struct run *run, tr_set_file *file) {
    if (file->normals)
        keep_normals(run, file);
    if (!file->row)
        return tr_row_file_put(file->rows, run->encoded->texels[file->output], run->encoded->rows);
    bool good = true;
    for (int y = 0; y < run->encoded->rows && good; y++) {
        assemble_row(run, file->output, &part_of(run, file)->kind, y, file->row);
        good = tr_row_file_put(file->rows, file->row, 1);
    }
    return good;
}

// Tasks: first one for each file, which encodes the previous wave; then one for each band of the next wave.
// Encoding a file is sequential and cannot use two threads, so it begins as early as possible.
static void wave_task(void *context, int index, int worker) {
    struct run *run = context;
    if (tr_watch_stopped(run->plan->watch))
        return;
    const int encoders = run->encoded->rows > 0 ? run->plan->file_count : 0;
    if (index >= encoders) {
        bake_band(run, index - encoders, worker);
        return;
    }
    tr_set_file *file = &run->plan->files[index];
    if (file->active && file->status == TR_OK && !put_rows(run, file))
        file->status = TR_CANNOT_WRITE; // or no memory: finishing the file reports why
}

// Extends the range of heights by the wave that was baked.
static void note_heights(struct run *run) {
    const float *heights = (const float *)(void *)run->baked->texels[TR_BAND_HEIGHTS];
    const size_t count = (size_t)run->baked->rows * (size_t)run->image.cell.width;
    for (size_t i = 0; i < count; i++) {
        run->lowest = heights[i] < run->lowest ? heights[i] : run->lowest;
        run->highest = heights[i] > run->highest ? heights[i] : run->highest;
    }
}

// ---- passes --------------------------------------------------------------------------------------

// The error of the first file that could not be written, in the order of the parts.
static tr_status first_failure(struct run *run, tr_error *error) {
    for (int i = 0; i < run->plan->file_count; i++)
        if (run->plan->files[i].status != TR_OK)
            return tr_set_file_finish(&run->plan->files[i], error);
    return TR_OK;
}

// Reports the progress for the numbers of rows baked and encoded.
static void report(const struct run *run, int baked, int encoded) {
    const double cells = run->cell_row + (baked + encoded) / (2.0 * run->image.cell.height);
    tr_watch_report(run->plan->watch, (run->done + run->active * cells / run->image.rows) / run->with_maps);
}

// Bakes and encodes all waves of one row of cells.
static tr_status stream_cells(struct run *run, tr_error *error) {
    const int height = run->image.cell.height;
    tr_status status = TR_OK;
    int row = 0;
    run->encoded = &run->waves[0];
    run->baked = &run->waves[1];
    run->encoded->row = run->encoded->rows = 0; // empty at first
    if (!run->fitting)
        report(run, 0, 0);
    while (status == TR_OK && (row < height || run->encoded->rows > 0)) {
        run->baked->row = row;
        run->baked->rows = tr_min(run->wave_rows, height - row);
        const int encoders = run->encoded->rows > 0 ? run->plan->file_count : 0;
        tr_pool_run(run->pool, encoders + run->image.columns * bands_of(run, run->baked), wave_task, run);
        status = tr_watch_stopped(run->plan->watch) ? tr_export_stopped(error) : first_failure(run, error);
        if (run->fitting)
            note_heights(run);
        else if (status == TR_OK)
            report(run, row + run->baked->rows, run->encoded->row + run->encoded->rows);
        row += run->baked->rows;
        struct wave *free_now = run->encoded;
        run->encoded = run->baked;
        run->baked = free_now;
    }
    return status;
}

static tr_status stream_image(struct run *run, tr_image_layout image, tr_error *error) {
    run->image = image;
    tr_status status = allocate_waves(run, error);
    for (run->cell_row = 0; run->cell_row < run->image.rows && status == TR_OK; run->cell_row++)
        status = stream_cells(run, error);
    free_waves(run);
    return status;
}

tr_status tr_set_file_finish(tr_set_file *file, tr_error *error) {
    const tr_status status = file->rows ? tr_row_file_finish(file->rows, error) : TR_OK;
    file->rows = NULL;
    return status == TR_OK ? tr_atomic_finish(file->file, error) : status;
}

// A pass for all streaming textures of an image, or for one texture that does not stream. Baking shared fields
// again is cheaper than the memory of all maps.
static tr_status run_pass(struct run *run, int image, int only, tr_error *error) {
    tr_file_format format = TR_FORMAT_PNG;
    if (tr_watch_stopped(run->plan->watch))
        return tr_export_stopped(error);
    run->active = 0;
    for (int i = 0; i < run->plan->file_count; i++) {
        tr_set_file *file = &run->plan->files[i];
        file->active = false;
        if (!has_maps(run, file))
            continue;
        const tr_file_format its = part_of(run, file)->format;
        file->active =
            only < 0 ? tr_format_streams(its) && file->image == image : i == only && !tr_format_streams(its);
        run->active += file->active;
        format = file->active ? its : format;
    }
    if (run->active == 0)
        return TR_OK;
    const int at = only < 0 ? image : run->plan->files[only].image;
    tr_status status = stream_image(run, tr_image_layout_get(&run->plan->job, format, at), error);
    run->done += run->active;
    if (only < 0)
        return status;
    tr_set_file *file = &run->plan->files[only];
    if (status == TR_OK) // its memory is needed for the next one
        status = tr_set_file_finish(file, error);
    tr_free(file->normals);
    file->normals = NULL;
    return status;
}

tr_status tr_textures_write(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_error *error) {
    struct run run = {.plan = plan, .surface = surface, .pool = pool};
    tr_status status = TR_OK;
    for (int i = 0; i < plan->file_count; i++)
        run.with_maps += has_maps(&run, &plan->files[i]);
    for (int image = 0; image < tr_image_layout_count(&plan->job, TR_FORMAT_PNG) && status == TR_OK; image++)
        status = run_pass(&run, image, -1, error);
    for (int only = 0; only < plan->file_count && status == TR_OK; only++)
        status = run_pass(&run, 0, only, error);
    tr_wind_clear(&run.wind);
    return status;
}

tr_status tr_textures_fit_heights(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_error *error) {
    const unsigned with_heights = 1u << TR_MAP_HEIGHT | 1u << TR_EXPORT_DEPTH;
    struct run run = {.plan = plan,
                      .surface = surface,
                      .pool = pool,
                      .fitting = true,
                      .lowest = INFINITY,
                      .highest = -INFINITY};
    if (plan->job.height_range == TR_HEIGHT_RANGE_TYPE || !(plan->job.maps & with_heights))
        return TR_OK;
    tr_export_job cells = plan->job; // reads all cells separately, independent of their arrangement
    tr_status status = TR_OK;
    if (cells.layout != TR_LAYOUT_EQUIRECT)
        cells.layout = TR_LAYOUT_CUBE;
    for (int image = 0; image < tr_image_layout_count(&cells, TR_FORMAT_PNG) && status == TR_OK; image++)
        status = stream_image(&run, tr_image_layout_get(&cells, TR_FORMAT_PNG, image), error);
    return status == TR_OK ? tr_plan_fit(plan, floor((double)run.lowest), ceil((double)run.highest), error)
                           : status;
}
