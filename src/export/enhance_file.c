#include "export/enhance_file.h"

#include "base/size.h"
#include "noise/grids/enhance.h"
#include "png/png.h"

#include <stdio.h>
#include <string.h>

enum { task_encode, task_tiles }; // the first task of a run; index of the first tile

// An enhancement in progress. Two bands of rows alternate: one is computed while the other is encoded.
typedef struct enhance_run {
    const tr_enhancement *enhancement;
    int width, height;
    tr_png *png;
    uint16_t *bands[2];
    int top, rows;          // of the band that is computed; rows 0: no more
    int encoded_rows, band; // of the previous band, which is being encoded; index of the band that is computed
} enhance_run;

// ---- computing and writing ---------------------------------------------------------------------

static void enhance_task(void *context, int index, int worker) {
    enhance_run *run = context;
    if (index == task_encode) {
        tr_png_rows(run->png, run->bands[!run->band], run->encoded_rows); // finishing the file reports a
                                                                          // failure
        return;
    }
    const int left = (index - task_tiles) * TR_ENHANCE_TILE_COLUMNS, rest = run->width - left;
    tr_enhance_tile(run->enhancement, worker, left, run->top,
                    rest < TR_ENHANCE_TILE_COLUMNS ? rest : TR_ENHANCE_TILE_COLUMNS, run->rows,
                    (size_t)run->width, run->bands[run->band] + left);
}

static tr_status write_bands(enhance_run *run, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    const int tiles = (run->width + TR_ENHANCE_TILE_COLUMNS - 1) / TR_ENHANCE_TILE_COLUMNS;
    do {
        const tr_status status = tr_watch_check(watch, error);
        if (status != TR_OK)
            return status;
        const int rest = run->height - run->top;
        run->rows = rest < TR_ENHANCE_TILE_ROWS ? rest : TR_ENHANCE_TILE_ROWS;
        tr_pool_run(pool, task_tiles + (run->rows ? tiles : 0), enhance_task, run);
        if (!tr_png_rows(run->png, NULL, 0)) // for example, the disk is full; finishing reports it
            break;
        run->top += run->rows;
        run->encoded_rows = run->rows;
        run->band = !run->band;
        tr_watch_report(watch, (double)run->top / run->height);
    } while (run->encoded_rows);
    return TR_OK;
}

static tr_status write_file(enhance_run *run, tr_atomic_file *file, tr_pool *pool, const tr_watch *watch,
                            tr_error *error) {
    const tr_png_layout layout = {.width = run->width, .height = run->height, .channels = 1, .bytes = 2};
    tr_status status = tr_png_begin(file, &layout, &run->png, error);
    for (int i = 0; i < 2; i++)
        run->bands[i] = tr_allocate((size_t)run->width * TR_ENHANCE_TILE_ROWS, sizeof *run->bands[i]);
    if (status == TR_OK && !(run->bands[0] && run->bands[1]))
        status = tr_fail(error, TR_NO_MEMORY, "no memory for rows of %d texels", run->width);
    if (status == TR_OK)
        status = write_bands(run, pool, watch, error);
    const tr_status ended = tr_png_end(run->png, error);
    tr_free(run->bands[0]);
    tr_free(run->bands[1]);
    return status == TR_OK ? ended : status;
}

static tr_status write_result(const char *path, const tr_enhancement *enhancement, tr_pool *pool,
                              const tr_watch *watch, tr_error *error) {
    enhance_run run = {.enhancement = enhancement,
                       .width = tr_enhance_width(enhancement),
                       .height = tr_enhance_height(enhancement)};
    tr_atomic_file *file;
    tr_status status = tr_atomic_open(path, &file, error);
    if (status != TR_OK)
        return status;
    status = write_file(&run, file, pool, watch, error);
    return tr_atomic_end(file, status, watch, error);
}

// ---- files -------------------------------------------------------------------------------------

static tr_status enhance(const tr_enhance_job *job, const tr_height_map *map, tr_isa isa, tr_pool *pool,
                         const tr_watch *watch, tr_enhance_result *result, tr_error *error) {
    const tr_enhance_numbers numbers = {.width = map->width,
                                        .height = map->height,
                                        .heights = map->heights,
                                        .times = job->times,
                                        .wrap_x = job->wrap_x,
                                        .wrap_y = job->wrap_y,
                                        .estimate = job->estimate,
                                        .roughness = job->roughness,
                                        .seed = job->seed};
    tr_enhancement *enhancement = NULL;
    tr_status status = tr_enhance_create(&numbers, isa, pool, &enhancement, error);
    if (status == TR_BAD_INPUT && error && !error->file[0]) // for example, the map is too small
        snprintf(error->file, sizeof error->file, "%s", job->source);
    if (status == TR_OK) {
        result->width = tr_enhance_width(enhancement);
        result->height = tr_enhance_height(enhancement);
        result->roughness = tr_enhance_roughness(enhancement);
        status = write_result(job->path, enhancement, pool, watch, error);
    }
    tr_enhance_destroy(enhancement);
    return status;
}

tr_status tr_enhance_file(const tr_enhance_job *job, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                          tr_enhance_result *result, tr_error *error) {
    tr_height_map map = {0};
    *result = (tr_enhance_result){0};
    tr_status status = tr_png_read_heights(job->source, &map, error);
    result->had_alpha = map.had_alpha;
    if (status == TR_OK)
        status = enhance(job, &map, isa, pool, watch, result, error);
    tr_free(map.heights);
    return status;
}

bool tr_enhance_inspect(const char *path, int *width, int *height) {
    unsigned char head[24]; // signature, and header and size of the chunk IHDR (PNG, "11.2.2 IHDR")
    FILE *file = tr_path_stream(path, "rb");
    const bool whole = file && fread(head, 1, sizeof head, file) == sizeof head &&
                       memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0 && memcmp(head + 12, "IHDR", 4) == 0;
    if (file)
        fclose(file);
    if (!whole || head[16] > 127 || head[20] > 127)
        return false;
    *width = head[16] << 24 | head[17] << 16 | head[18] << 8 | head[19];
    *height = head[20] << 24 | head[21] << 16 | head[22] << 8 | head[23];
    return *width > 0 && *height > 0;
}

int64_t tr_enhance_length(int samples, int times) { return (int64_t)samples << times; }
