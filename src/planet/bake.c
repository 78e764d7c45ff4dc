// From a surface to texels: bands of rows, in blocks that fit the cache of a core.
// More: docs/internals/bake.md.
#include "base/maths.h"
#include "base/memory.h"
#include "noise/lattice/face_noise.h"
#include "planet/private/block.h"

#include <assert.h>
#include <string.h>

static int greater(int a, int b) { return a > b ? a : b; }

// The part of a block that is within its band.
static tr_rectangle find_inside(const tr_rectangle *b, tr_patch p) {
    const int top = greater(b->row, p.y), bottom = tr_min(b->row + b->rows, p.y + p.height);
    const int left = greater(b->column, p.x), right = tr_min(b->column + b->columns, p.x + p.width);
    return (tr_rectangle){b->width, top, greater(bottom - top, 0), left, greater(right - left, 0)};
}

// ---- paint layers -------------------------------------------------------------------------------------

// Paints the texels of a block in a map that consists of paint layers.
static void paint_rows(const tr_surface *surface, tr_scratch *s, tr_map map, const tr_rectangle *b,
                       const tr_band *band) {
    tr_texel_paint paints[2][TR_MAX_PAINTS] = {{{0}}};
    const plan_paints *plans[2];
    const int count = plan_paints_of_map(surface, map, plans);
    const tr_stack stacks[2] = {plan_block_stack(s, plans[0], paints[0]),
                                count > 1 ? plan_block_stack(s, plans[1], paints[1]) : (tr_stack){0}};
    const size_t bytes = tr_map_texel_bytes(map);
    const tr_patch p = band->patch;
    const float *open = map == TR_MAP_ORM ? plan_block_open_sky(surface, s, b) : NULL;
    const tr_rectangle in = find_inside(b, p);
    for (int row = in.row; row < in.row + in.rows && in.columns > 0; row++) {
        uint8_t *out = (uint8_t *)band->texels[map] +
                       bytes * ((size_t)(row - p.y) * (size_t)p.width + (size_t)(in.column - p.x));
        plan_block_paint(surface, map, plans[0], stacks, open,
                         (row - b->row) * b->columns + in.column - b->column, in.columns, out);
    }
}

// ---- plain numbers -----------------------------------------------------------------------------

// Writes the numbers of a source for each texel of a block.
static void put_numbers(const tr_band *band, const tr_rectangle *b, int source, const float *const *lanes) {
    const tr_patch p = band->patch;
    const int numbers = (int)(tr_band_texel_bytes(source) / sizeof(float));
    float *texels = band->texels[source];
    const tr_rectangle in = find_inside(b, p);
    for (int row = in.row; row < in.row + in.rows; row++) {
        float *out =
            texels + (size_t)numbers * ((size_t)(row - p.y) * (size_t)p.width + (size_t)(in.column - p.x));
        const int first = (row - b->row) * b->columns + in.column - b->column;
        for (int i = 0; i < in.columns; i++)
            for (int k = 0; k < numbers; k++)
                out[numbers * i + k] = lanes[k][first + i];
    }
}

static void put_climate(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, const tr_band *band) {
    tr_texel_paint paints[TR_MAX_PAINTS] = {{0}};
    const tr_stack ice = plan_block_stack(s, &surface->climate.ice, paints);
    uint8_t covered[TR_BLOCK_SAMPLES];
    const int count = plan_block_count(b);
    TR_KERNEL_OF(surface->isa, tr_texel_paint_numbers)(&ice, 0, count, covered);
    for (int i = 0; i < count; i++)
        s->value[i] = (float)covered[i] / 255;
    const plan_climate *climate = &surface->climate;
    if (climate->bog < 0)
        memset(s->weight, 0, (size_t)count * sizeof *s->weight);
    if (climate->biome < 0)
        memset(s->mask, 0, (size_t)count * sizeof *s->mask);
    const float *const lanes[5] = {plan_block_channel(s, climate->warmth),
                                   plan_block_channel(s, climate->moisture), s->value,
                                   climate->bog < 0 ? s->weight : plan_block_channel(s, climate->bog),
                                   climate->biome < 0 ? s->mask : plan_block_channel(s, climate->biome)};
    put_numbers(band, b, TR_BAND_CLIMATE, lanes);
}

// ---- bands -------------------------------------------------------------------------------------

static void bake_block(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                       const tr_rectangle *b) {
    plan_block_begin(s);
    for (int i = 0; i < surface->layer_count && !s->meter.stopped; i++)
        if (surface->layers[i].maps & s->maps)
            plan_block_layer(surface, s, cache, band, b, i);
    const float *height = plan_block_channel(s, 0);
    for (int j = 0; j < b->rows && s->heights_wanted; j++)
        memcpy(s->height + plan_place(s->window, b->row + j, b->column),
               height + (size_t)j * (size_t)b->columns, (size_t)b->columns * sizeof(float));
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (band->texels[map] && map != TR_MAP_HEIGHT && map != TR_MAP_NORMAL)
            paint_rows(surface, s, (tr_map)map, b, band);
    if (band->texels[TR_BAND_CLIMATE])
        put_climate(surface, s, b, band);
    if (band->texels[TR_BAND_WIND]) {
        const float *wind[3];
        plan_block_wind(surface, s, b, wind);
        put_numbers(band, b, TR_BAND_WIND, wind);
    }
}

// Fields that search for sites near a block are faster with square blocks. All others are faster with rows,
// which are contiguous in memory.
static bool wants_squares(const tr_surface *surface, tr_patch patch) {
    for (int i = 0; i < surface->warp_count; i++)
        if (surface->warps[i].type->squares)
            return true;
    for (int i = 0; i < surface->layer_count; i++)
        if (surface->fields[i].type->squares && !plan_takes_whole_rows(patch, &surface->fields[i]))
            return true;
    return false;
}

// Bakes the window in blocks: equal parts of its rows, and whole batches of columns.
static void bake_blocks(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band) {
    const plan_window w = s->window;
    const int most = wants_squares(surface, band->patch) ? TR_BLOCK_SAMPLES / TR_BATCH_SAMPLES : 1;
    const int width = plan_map_width(band->patch), end = w.row + w.rows, east = w.column + w.columns;
    int part = w.rows;
    for (int parts = 2; part > most; parts++)
        part = (w.rows + parts - 1) / parts;
    int columns = TR_BATCH_SAMPLES;
    while ((columns + TR_BATCH_SAMPLES) * part <= TR_BLOCK_SAMPLES && columns < w.columns)
        columns += TR_BATCH_SAMPLES;
    for (int row = w.row, rows; row < end; row += rows) {
        rows = tr_min(tr_min(end - row, part), s->faces ? tr_face_next_square(row) - row : part);
        for (int column = w.column, count; column < east && !s->meter.stopped; column += count) {
            count = tr_min(east - column, columns);
            count = tr_min(count, s->faces ? tr_face_next_square(column) - column : columns);
            const tr_rectangle b = {width, row, rows, column, count};
            bake_block(surface, s, cache, band, &b);
        }
    }
}

// Evaluates a field over the window. If the window wraps round the edge of the map, it is evaluated in pieces.
static void evaluate_window(const tr_surface *surface, tr_scratch *s, int index) {
    const tr_field_plan *field = &surface->fields[index];
    const plan_window w = s->window;
    const int width = s->patch.resolution, east = w.column + w.columns;
    for (int column = w.column, next; column < east; column = next) {
        const int turn = column < 0 ? -width : column < width ? 0 : width; // first column of the map's copy
        next = tr_min(east, turn + width);
        const tr_rectangle piece = {width, w.row, w.rows, column - turn, next - column};
        const bool all = piece.columns == w.columns;
        float *out = all ? s->whole[index] : s->piece;
        field->evaluate_map(field, surface->isa, &piece, out, &s->meter);
        for (int j = 0; j < w.rows && !all; j++)
            memcpy(s->whole[index] + plan_place(w, w.row + j, column), out + (size_t)j * (size_t)piece.columns,
                   (size_t)piece.columns * sizeof *out);
    }
}

static void evaluate_whole_rows(const tr_surface *surface, tr_scratch *s, tr_cache *cache) {
    for (int i = 0; i < surface->layer_count; i++) {
        bool ready = false;
        const bool kept = cache && tr_cache_values(cache, i, &ready) && ready;
        if (s->whole[i] && !kept && surface->layers[i].maps & s->maps)
            evaluate_window(surface, s, i);
    }
}

static void encode_heights(const tr_surface *surface, const tr_scratch *s, const tr_band *band, uint16_t *out) {
    const tr_patch p = band->patch;
    const bool together = s->window.columns == p.width; // all rows are contiguous
    const int rows = together ? 1 : p.height, count = together ? p.width * p.height : p.width;
    for (int j = 0; j < rows; j++)
        TR_KERNEL_OF(surface->isa, tr_texel_encode_height)
    (s->height_low, s->height_high, count, s->height + plan_place(s->window, p.y + j, p.x),
     out + (size_t)j * (size_t)p.width);
}

static void put_heights(const tr_scratch *s, const tr_band *band) {
    const tr_patch p = band->patch;
    for (int j = 0; j < p.height; j++) {
        const float *from = s->height + plan_place(s->window, p.y + j, p.x);
        float *out = (float *)band->texels[TR_BAND_HEIGHTS] + (size_t)j * (size_t)p.width;
        for (int i = 0; i < p.width; i++)
            out[i] = plan_true_height(from[i]);
    }
}

void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band) {
    const bool normals =
        band->texels[TR_MAP_NORMAL] || band->texels[TR_BAND_NORMALS] || band->texels[TR_BAND_GROUND];
    // the next bake with this cache may need normals and other maps
    const plan_window window = plan_window_of(scratch->patch, band->patch, normals || cache);
    assert((size_t)window.rows * (size_t)window.columns <= scratch->cells);
    const bool heights = band->texels[TR_MAP_HEIGHT] || band->texels[TR_BAND_HEIGHTS];
    scratch->heights_wanted = normals || heights;
    scratch->maps = cache ? PLAN_MAPS : 0;
    for (int map = 0; map < TR_MAP_COUNT; map++)
        scratch->maps |= band->texels[map] ? 1u << map : 0;
    scratch->maps |= (normals ? 1u << TR_MAP_NORMAL : 0) | (heights ? 1u << TR_MAP_HEIGHT : 0) |
                     (band->texels[TR_BAND_CLIMATE] ? 1u << PLAN_CLIMATE : 0);
    plan_block_window(scratch, window);
    evaluate_whole_rows(surface, scratch, cache);
    bake_blocks(surface, scratch, cache, band);
    if (band->texels[TR_MAP_HEIGHT])
        encode_heights(surface, scratch, band, band->texels[TR_MAP_HEIGHT]);
    if (band->texels[TR_BAND_HEIGHTS])
        put_heights(scratch, band);
    if (normals)
        plan_bake_normals(surface, scratch, band);
}

// ---- patches -----------------------------------------------------------------------------------

typedef struct job {
    const tr_surface *surface;
    tr_cache *cache;
    tr_scratch **scratch; // one for each worker
    const tr_band *all;
    int *rows; // first row of each band, followed by the patch's height
    int bands;
} job;

static void bake_one_band(void *context, int index, int worker) {
    const job *j = context;
    const int first = j->rows[index];
    const tr_band band = tr_band_part(j->all, first, j->rows[index + 1] - first);
    tr_surface_bake(j->surface, j->scratch[worker], j->cache, &band);
}

// Makes bands smaller than the maximum if the patch is small and there are many threads, so that all threads
// have work.
static void cut_bands(job *j, int threads) {
    const tr_patch patch = j->all->patch;
    int most = tr_band_rows(patch, 0);
    while (threads > 1 && most > 8 && patch.height / most < 4 * threads)
        most /= 2;
    for (int first = 0; first < patch.height; first = j->rows[++j->bands])
        j->rows[j->bands + 1] = tr_min(first + tr_min(most, tr_band_rows(patch, first)), patch.height);
}

tr_status plan_bake_patch(const tr_surface *surface, const tr_cube *occlusion, tr_pool *pool, tr_cache *cache,
                          const tr_band *all, const tr_watch *watch, tr_error *error) {
    tr_status status = tr_patch_check(all->patch, error);
    if (status != TR_OK)
        return status;
    const int threads = tr_pool_threads(pool);
    job j = {surface, cache, NULL, all, NULL, 0};
    j.scratch = tr_calloc((size_t)threads, sizeof(tr_scratch *));
    j.rows = tr_calloc((size_t)all->patch.height + 1, sizeof *j.rows);
    if (!j.scratch || !j.rows) {
        status = TR_NO_MEMORY;
        tr_fail(error, status, "no memory for %d threads", threads);
    }
    for (int i = 0; i < threads && status == TR_OK; i++) {
        status = tr_scratch_create(surface, all->patch, occlusion, &j.scratch[i], error);
        if (status == TR_OK)
            tr_scratch_set_watch(j.scratch[i], watch);
    }
    if (status == TR_OK) {
        cut_bands(&j, threads);
        status = tr_pool_run_reported(pool, j.bands, bake_one_band, &j, watch, error);
    }
    for (int i = 0; i < threads && j.scratch; i++)
        tr_scratch_destroy(j.scratch[i]);
    tr_free(j.scratch);
    tr_free(j.rows);
    return status;
}

tr_status tr_surface_bake_patch(const tr_surface *surface, tr_pool *pool, tr_cache *cache, tr_patch patch,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error) {
    tr_band all = {.patch = patch};
    memcpy(all.texels, texels, TR_MAP_COUNT * sizeof *texels);
    return tr_surface_bake_all(surface, pool, cache, &all, watch, error);
}

tr_status tr_surface_bake_all(const tr_surface *surface, tr_pool *pool, tr_cache *cache, const tr_band *all,
                              const tr_watch *watch, tr_error *error) {
    const tr_cube *occlusion = NULL;
    tr_status status = tr_patch_check(all->patch, error);
    if (status == TR_OK && all->texels[TR_MAP_ORM])
        status = tr_surface_occlusion(surface, pool, all->patch, watch, &occlusion, error);
    if (status == TR_OK)
        status = plan_bake_patch(surface, occlusion, pool, cache, all, watch, error);
    return status;
}

void tr_surface_bake_bands(const tr_surface *surface, tr_scratch *scratch, const tr_band *all) {
    for (int row = 0, rows; row < all->patch.height && !tr_watch_stopped(scratch->meter.watch); row += rows) {
        rows = tr_min(tr_band_rows(all->patch, row), all->patch.height - row);
        const tr_band band = tr_band_part(all, row, rows);
        tr_surface_bake(surface, scratch, NULL, &band);
    }
}
