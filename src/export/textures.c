#include "export/private/textures.h"
#include "base/maths.h"

#include "base/size.h"
#include "export/private/outputs.h"

#include <math.h>
#include <string.h>

// Bands that are baked together; more than eight where there are more threads, up to sixteen. What lies in
// memory is two waves of them. Rows reach the encoders in order, so none of this changes a byte.
enum { wave_bands_min = 8, wave_bands_max = 16 };

// Consecutive rows of all maps that are wanted, of one row of an image's cells: one cell after the other.
struct wave {
    int row, rows; // counted in the cells
    unsigned char *texels[TR_OUTPUT_SOURCES];
};

// One pass or several over a planet's maps.
struct run {
    const tr_export_job *job;
    const tr_surface *surface;
    tr_pool *pool;
    const tr_watch *watch;
    tr_set_texture *textures;
    int count, with_maps;  // of them
    int done, active;      // textures: by earlier passes, in this one
    tr_image_layout image; // what is baked now, and which row of its cells
    int cell_row;
    int band_rows, wave_rows; // at most
    tr_scratch **scratches;   // one for each worker
    struct wave waves[2];
    tr_cube_vectors wind;         // solved when it is first needed
    bool fitting;                 // only the range of the heights is looked for
    float lowest, highest;        // in metres, as far as that was looked at
    struct wave *encoded, *baked; // what the current tasks read, and what they write
};

tr_status tr_export_stopped(tr_error *error) {
    return tr_fail(error, TR_STOPPED, "the export was stopped; nothing was written");
}

// ---- memory --------------------------------------------------------------------------------------

// Levels of roughness are made with the normals.
static bool wants_normals(const struct run *run, const tr_set_texture *texture) {
    return tr_export_image(run->job, texture->output).roughness > 0 && !run->job->no_mips &&
           tr_format_is_gpu(tr_export_format(run->job, texture->output));
}

// As the job's normal map has them, in 8 bits.
static tr_output_kind normals_of(const struct run *run) {
    tr_export_job job = *run->job;
    job.normal_bits = 8;
    return tr_export_get_output(&job, TR_MAP_NORMAL);
}

// What the active textures are made of; heights, where it is these that are looked for.
static unsigned maps_wanted(const struct run *run) {
    unsigned maps = run->fitting ? 1u << TR_OUTPUT_HEIGHTS : 0;
    for (int i = 0; i < run->count; i++)
        if (run->textures[i].active)
            maps |= tr_export_get_output(run->job, run->textures[i].output).maps |
                    (wants_normals(run, &run->textures[i]) ? normals_of(run).maps : 0);
    return maps;
}

static tr_status allocate_rows(struct run *run, tr_error *error) {
    for (int i = 0; i < run->count; i++) {
        tr_set_texture *texture = &run->textures[i];
        const tr_image picture = tr_export_image(run->job, texture->output);
        if (texture->active && wants_normals(run, texture)) {
            texture->normals = tr_allocate((size_t)picture.width, 3 * (size_t)picture.height);
            if (!texture->normals)
                return tr_fail(error, TR_NO_MEMORY, "no memory for normals of %d columns", picture.width);
            tr_row_file_set_normals(texture->rows, texture->normals);
        }
        if (!texture->active ||
            (run->image.columns == 1 && !tr_export_get_output(run->job, texture->output).make))
            continue; // goes out as it was baked
        texture->row = tr_allocate((size_t)picture.width, (size_t)picture.channels * (size_t)picture.bytes);
        if (!texture->row)
            return tr_fail(error, TR_NO_MEMORY, "no memory for %d columns", picture.width);
    }
    return TR_OK;
}

static tr_status create_scratches(struct run *run, tr_error *error) {
    const int threads = tr_pool_threads(run->pool);
    const tr_cube *occlusion = NULL;
    double low, high;
    tr_status status = TR_OK;
    run->scratches = tr_calloc((size_t)threads, sizeof *run->scratches);
    if (!run->scratches)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    if (run->waves[0].texels[TR_MAP_ORM])
        status = tr_surface_occlusion(run->surface, run->pool, run->image.cell, run->watch, &occlusion, error);
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_scratch_create(run->surface, run->image.cell, occlusion, &run->scratches[i], error);
    tr_export_heights(run->job, &low, &high);
    if (status == TR_OK && run->waves[0].texels[TR_OUTPUT_WIND] && !run->wind.cube.memory)
        status = tr_surface_wind(run->surface, run->pool, run->watch, &run->wind, error);
    for (int i = 0; i < threads && status == TR_OK; i++) {
        tr_scratch_set_watch(run->scratches[i], run->watch);
        tr_scratch_set_heights(run->scratches[i], low, high);
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
        for (int map = 0; map < TR_OUTPUT_SOURCES; map++) {
            if (!(maps & 1u << map))
                continue;
            run->waves[w].texels[map] = tr_allocate(texels, (size_t)columns * tr_output_source_bytes(map));
            if (!run->waves[w].texels[map])
                return tr_fail(error, TR_NO_MEMORY, "no memory for bands of %d columns", run->job->width);
        }
    const tr_status status = allocate_rows(run, error);
    return status == TR_OK ? create_scratches(run, error) : status;
}

static void free_waves(struct run *run) {
    for (int w = 0; w < 2; w++)
        for (int map = 0; map < TR_OUTPUT_SOURCES; map++)
            tr_free(run->waves[w].texels[map]);
    for (int i = 0; run->scratches && i < tr_pool_threads(run->pool); i++)
        tr_scratch_destroy(run->scratches[i]);
    for (int i = 0; i < run->count; i++) {
        tr_free(run->textures[i].row);
        run->textures[i].row = NULL;
    }
    tr_free(run->scratches);
    run->scratches = NULL;
    run->waves[0] = run->waves[1] = (struct wave){0};
}

// ---- bands ---------------------------------------------------------------------------------------

// Texels of a map in a wave, from a row of a cell on.
static unsigned char *texels_of(const struct run *run, const struct wave *wave, int map, int column, int row) {
    const size_t rows = (size_t)column * (size_t)wave->rows + (size_t)row;
    return wave->texels[map] + rows * (size_t)run->image.cell.width * tr_output_source_bytes(map);
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
    void *texels[TR_OUTPUT_SOURCES] = {NULL};
    for (int map = 0; map < TR_OUTPUT_SOURCES; map++)
        if (wave->texels[map])
            texels[map] = texels_of(run, wave, map, column, offset);
    const tr_band band = tr_output_band(
        tr_patch_rows(cell, wave->row + offset, tr_min(run->band_rows, wave->rows - offset)), texels);
    tr_scratch_move(run->scratches[worker], cell);
    tr_surface_bake(run->surface, run->scratches[worker], NULL, &band);
}

// One row of a picture: of each cell made of its maps, or copied of the one that the part is; empty cells are
// black and transparent.
static void assemble_row(const struct run *run, int map_itself, const tr_output_kind *output, int y,
                         unsigned char *row) {
    const struct wave *wave = run->encoded;
    const size_t bytes =
        (size_t)run->image.cell.width * (size_t)(output->format.channels * output->format.bytes);
    tr_output_rows rows = tr_output_begin(run->job, output);
    for (int column = 0; column < run->image.columns; column++) {
        unsigned char *out = row + (size_t)column * bytes;
        tr_patch cell;
        const bool filled = tr_image_layout_cell(&run->image, column, run->cell_row, &cell);
        rows.patch = tr_patch_rows(cell, wave->row + y, 1);
        for (int map = 0; map < TR_OUTPUT_SOURCES && filled; map++)
            rows.maps[map] = output->maps & 1u << map ? texels_of(run, wave, map, column, y) : NULL;
        if (!filled)
            memset(out, 0, bytes);
        else if (output->make)
            output->make(&rows, out);
        else
            memcpy(out, rows.maps[map_itself], bytes);
    }
}

static void keep_normals(const struct run *run, tr_set_texture *texture) {
    const tr_output_kind output = normals_of(run);
    const size_t bytes = 3 * (size_t)run->image.cell.width;
    for (int y = 0; y < run->encoded->rows; y++) // such an image has one column
        assemble_row(run, TR_MAP_NORMAL, &output, y, texture->normals + bytes * (size_t)texture->normal_rows++);
}

static bool put_rows(const struct run *run, tr_set_texture *texture) {
    if (texture->normals)
        keep_normals(run, texture);
    const tr_output_kind output = tr_export_get_output(run->job, texture->output);
    if (!texture->row)
        return tr_row_file_put(texture->rows, run->encoded->texels[texture->output], run->encoded->rows);
    bool good = true;
    for (int y = 0; y < run->encoded->rows && good; y++) {
        assemble_row(run, texture->output, &output, y, texture->row);
        good = tr_row_file_put(texture->rows, texture->row, 1);
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
    const int encoders = run->encoded->rows > 0 ? run->count : 0;
    if (index >= encoders) {
        bake_band(run, index - encoders, worker);
        return;
    }
    tr_set_texture *texture = &run->textures[index];
    if (texture->active && !texture->failed)
        texture->failed = !put_rows(run, texture);
}

// The range of the wave that was baked.
static void note_heights(struct run *run) {
    const float *heights = (const float *)(void *)run->baked->texels[TR_OUTPUT_HEIGHTS];
    const size_t count = (size_t)run->baked->rows * (size_t)run->image.cell.width;
    for (size_t i = 0; i < count; i++) {
        run->lowest = heights[i] < run->lowest ? heights[i] : run->lowest;
        run->highest = heights[i] > run->highest ? heights[i] : run->highest;
    }
}

// ---- passes --------------------------------------------------------------------------------------

// What the first file whose writes failed says, in the order of the parts.
static tr_status first_failure(struct run *run, tr_error *error) {
    for (int i = 0; i < run->count; i++)
        if (run->textures[i].failed)
            return tr_row_file_finish(run->textures[i].rows, error);
    return TR_OK;
}

// Of the work, when so many rows of these cells were baked and so many encoded.
static void report(const struct run *run, int baked, int encoded) {
    const double cells = run->cell_row + (baked + encoded) / (2.0 * run->image.cell.height);
    tr_watch_report(run->watch, (run->done + run->active * cells / run->image.rows) / run->with_maps);
}

// Bakes and encodes all waves of one row of cells.
static tr_status stream_cells(struct run *run, tr_error *error) {
    const int height = run->image.cell.height;
    tr_status status = TR_OK;
    int row = 0;
    run->encoded = &run->waves[0];
    run->baked = &run->waves[1];
    run->encoded->row = run->encoded->rows = 0; // empty at first
    while (status == TR_OK && (row < height || run->encoded->rows > 0)) {
        run->baked->row = row;
        run->baked->rows = tr_min(run->wave_rows, height - row);
        const int encoders = run->encoded->rows > 0 ? run->count : 0;
        tr_pool_run(run->pool, encoders + run->image.columns * bands_of(run, run->baked), wave_task, run);
        status = tr_watch_stopped(run->watch) ? tr_export_stopped(error) : first_failure(run, error);
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

static tr_status stream_image(struct run *run, tr_file_format format, int image, tr_error *error) {
    run->image = tr_image_layout_get(run->job, format, image);
    tr_status status = allocate_waves(run, error);
    for (run->cell_row = 0; run->cell_row < run->image.rows && status == TR_OK; run->cell_row++)
        status = stream_cells(run, error);
    free_waves(run);
    return status;
}

// A pass for all textures of an image that stream, or for one that does not. Baking the shared fields again
// costs less than the memory of all maps.
static tr_status run_pass(struct run *run, int image, int only, tr_error *error) {
    tr_file_format format = TR_FORMAT_PNG;
    run->active = 0;
    for (int i = 0; i < run->count; i++) {
        tr_set_texture *texture = &run->textures[i];
        const bool baked = tr_export_get_output(run->job, texture->output).maps != 0;
        const tr_file_format its = tr_export_format(run->job, texture->output);
        const bool streams = tr_format_streams(its);
        texture->active = baked && (only < 0 ? streams && texture->image == image : i == only && !streams);
        run->active += texture->active;
        format = texture->active ? its : format;
    }
    if (run->active == 0)
        return TR_OK;
    tr_status status = stream_image(run, format, only < 0 ? image : run->textures[only].image, error);
    run->done += run->active;
    if (status == TR_OK && only >= 0) // its memory is needed for the next one
        status = tr_row_file_finish(run->textures[only].rows, error);
    if (only >= 0) {
        tr_free(run->textures[only].normals);
        run->textures[only].normals = NULL;
    }
    return status;
}

tr_status tr_textures_write(const tr_export_job *job, const tr_surface *surface, tr_pool *pool,
                            const tr_watch *watch, tr_set_texture *textures, int count, tr_error *error) {
    struct run run = {job, surface, pool, watch, textures, .count = count};
    tr_status status = TR_OK;
    for (int i = 0; i < count; i++)
        run.with_maps += tr_export_get_output(job, textures[i].output).maps != 0;
    for (int image = 0; image < tr_image_layout_count(job, TR_FORMAT_PNG) && status == TR_OK; image++)
        status = tr_watch_stopped(watch) ? tr_export_stopped(error) : run_pass(&run, image, -1, error);
    for (int only = 0; only < count && status == TR_OK; only++)
        status = tr_watch_stopped(watch) ? tr_export_stopped(error) : run_pass(&run, 0, only, error);
    tr_wind_clear(&run.wind);
    return status;
}

tr_status tr_textures_fit_heights(const tr_export_job *job, const tr_surface *surface, tr_pool *pool,
                                  const tr_watch *watch, double *low, double *high, tr_error *error) {
    struct run run = {job, surface, pool, watch, .fitting = true, .lowest = INFINITY, .highest = -INFINITY};
    tr_status status = TR_OK;
    // Cell by cell, whatever lies between them in a picture.
    tr_export_job cells = *job;
    cells.layout = job->layout == TR_LAYOUT_EQUIRECT ? TR_LAYOUT_EQUIRECT : TR_LAYOUT_CUBE;
    run.job = &cells;
    for (int image = 0; image < tr_image_layout_count(&cells, TR_FORMAT_PNG) && status == TR_OK; image++)
        status = stream_image(&run, TR_FORMAT_PNG, image, error);
    if (status != TR_OK)
        return status;
    *low = floor((double)run.lowest);
    *high = ceil((double)run.highest);
    return TR_OK;
}
