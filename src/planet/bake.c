// From a surface to texels: bands of rows, in blocks that stay in the cache of a core.
// More: docs/bake.md.
#include "base/memory.h"
#include "planet/private/block.h"

#include <assert.h>
#include <string.h>

// ---- coats -------------------------------------------------------------------------------------

static tr_stack make_stack(tr_scratch *s, const plan_coats *plan, tr_coat coats[TR_MAX_PAINTS]) {
    for (int i = 0; i < plan->count; i++) {
        const plan_paint *paint = &plan->paints[i];
        coats[i] = (tr_coat){.gradient = paint->gradients,
                             .blend = (int)paint->blend,
                             .strength = paint->strength,
                             .channel = plan_block_channel(s, paint->channel),
                             .where = plan_block_mask(s, &paint->where),
                             .rows = paint->across < 0 ? NULL : &paint->rows,
                             .across = paint->across < 0 ? NULL : plan_block_channel(s, paint->across)};
    }
    return (tr_stack){plan->count, coats};
}

static void paint_samples(const tr_surface *surface, tr_map map, const plan_coats *plan,
                          const tr_stack stacks[2], int first, int count, uint8_t *out) {
    if (map == TR_MAP_ORM)
        surface->texel.paint_material(&stacks[0], &stacks[1], first, count, out);
    else if (map == TR_MAP_CLOUDS)
        surface->texel.paint_clouds(&surface->srgb, &stacks[0], &stacks[1], first, count, out);
    else if (map == TR_MAP_WATER)
        surface->texel.paint_numbers(&stacks[0], first, count, out);
    else if (plan->palette.count > 0)
        surface->texel.paint_palette(&plan->palette, count, stacks[0].coats[0].channel + first, out);
    else
        surface->texel.paint(&surface->srgb, stacks[0].count, stacks[0].coats, first, count, out);
}

// The texels of a block in a map that coats make.
static void paint_rows(const tr_surface *surface, tr_scratch *s, tr_map map, const tr_rectangle *b,
                       const tr_band *band) {
    tr_coat coats[2][TR_MAX_PAINTS] = {{{0}}};
    const plan_coats *plans[2];
    const int count = plan_coats_of_map(surface, map, plans);
    const tr_stack stacks[2] = {make_stack(s, plans[0], coats[0]),
                                count > 1 ? make_stack(s, plans[1], coats[1]) : (tr_stack){0}};
    const size_t bytes = tr_map_texel_bytes(map);
    const int skipped = b->row < band->row ? band->row - b->row : 0; // rows above the band
    for (int j = skipped; j < b->rows && b->row + j < band->row + band->rows; j++) {
        const size_t row = (size_t)(b->row + j - band->row);
        uint8_t *out = (uint8_t *)band->texels[map] + bytes * (row * (size_t)b->width + (size_t)b->column);
        paint_samples(surface, map, plans[0], stacks, j * b->columns, b->columns, out);
    }
}

// ---- bands -------------------------------------------------------------------------------------

static void bake_block(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                       const tr_rectangle *b) {
    plan_block_begin(s);
    for (int i = 0; i < surface->layer_count; i++)
        if (surface->layers[i].maps & s->maps)
            plan_block_layer(surface, s, cache, band, b, i);
    const float *height = plan_block_channel(s, 0);
    for (int j = 0; j < b->rows && s->heights_wanted; j++)
        memcpy(s->height + (size_t)(b->row - (band->row - halo) + j) * (size_t)b->width + (size_t)b->column,
               height + (size_t)j * (size_t)b->columns, (size_t)b->columns * sizeof(float));
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (band->texels[map] && map != TR_MAP_HEIGHT && map != TR_MAP_NORMAL)
            paint_rows(surface, s, (tr_map)map, b, band);
}

// What looks for sites near a block wants it square; everything else wants rows, which lie one after the other
// in memory.
static bool wants_squares(const tr_surface *surface) {
    for (int i = 0; i < surface->warp_count; i++)
        if (surface->warps[i].type->squares)
            return true;
    for (int i = 0; i < surface->layer_count; i++)
        if (surface->fields[i].type->squares && !plan_takes_whole_rows(&surface->fields[i]))
            return true;
    return false;
}

// Bakes rows first … end-1 of the map in blocks: rows in equal parts, and whole batches of columns.
static void bake_blocks(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                        int first, int end) {
    const int width = band->width, rows = end - first;
    const int most = wants_squares(surface) ? TR_BLOCK_SAMPLES / TR_BATCH_SAMPLES : 1;
    int part = rows;
    for (int parts = 2; part > most; parts++)
        part = (rows + parts - 1) / parts;
    int columns = TR_BATCH_SAMPLES;
    while ((columns + TR_BATCH_SAMPLES) * part <= TR_BLOCK_SAMPLES && columns < width)
        columns += TR_BATCH_SAMPLES;
    for (int row = first; row < end; row += part)
        for (int column = 0; column < width; column += columns) {
            tr_rectangle b = {width, row, end - row < part ? end - row : part, column,
                              width - column < columns ? width - column : columns};
            bake_block(surface, s, cache, band, &b);
        }
}

static void evaluate_whole_rows(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                                int beyond) {
    const tr_rectangle where = {band->width, band->row - beyond, band->rows + 2 * beyond, 0, band->width};
    const size_t skipped = (size_t)(halo - beyond) * (size_t)band->width;
    for (int i = 0; i < surface->layer_count; i++) {
        bool ready = false;
        const bool kept = cache && tr_cache_values(cache, i, &ready) && ready;
        if (s->whole[i] && !kept && surface->layers[i].maps & s->maps)
            surface->fields[i].evaluate_map(&surface->fields[i], &surface->kernels, &where,
                                            s->whole[i] + skipped);
    }
}

void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band) {
    assert(band->width == scratch->width && band->rows <= tr_band_rows(band->width));
    const bool normals = band->texels[TR_MAP_NORMAL];
    const int beyond = normals || cache ? halo : 0; // the next bake with this cache may want normals
    scratch->heights_wanted = normals || band->texels[TR_MAP_HEIGHT];
    scratch->maps = cache ? ~0u : 0; // the next bake with this cache may want other maps
    for (int map = 0; map < TR_MAP_COUNT; map++)
        scratch->maps |= band->texels[map] ? 1u << map : 0;
    plan_block_rows(scratch, band);
    evaluate_whole_rows(surface, scratch, cache, band, beyond);
    bake_blocks(surface, scratch, cache, band, band->row - beyond, band->row + band->rows + beyond);
    const float *height = scratch->height + (size_t)halo * (size_t)band->width;
    if (band->texels[TR_MAP_HEIGHT])
        surface->texel.encode_height(surface->height_min_m, surface->height_max_m, band->width * band->rows,
                                     height, band->texels[TR_MAP_HEIGHT]);
    if (normals)
        plan_bake_normals(surface, scratch, band, band->texels[TR_MAP_NORMAL]);
}

// ---- whole maps --------------------------------------------------------------------------------

typedef struct whole {
    const tr_surface *surface;
    tr_cache *cache;
    tr_scratch **scratch; // one for each worker
    int width, band_rows;
    void *const *texels;
    const tr_watch *watch;
} whole;

static void bake_one_band(void *context, int index, int worker) {
    const whole *job = context;
    if (tr_watch_stopped(job->watch))
        return;
    int row = index * job->band_rows, height = job->width / 2;
    tr_band band = {
        .width = job->width, .row = row, .rows = height - row < job->band_rows ? height - row : job->band_rows};
    for (int m = 0; m < TR_MAP_COUNT; m++)
        if (job->texels[m])
            band.texels[m] =
                (char *)job->texels[m] + (size_t)row * (size_t)job->width * tr_map_texel_bytes((tr_map)m);
    tr_surface_bake(job->surface, job->scratch[worker], job->cache, &band);
}

tr_status tr_surface_bake_whole(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error) {
    const int threads = tr_pool_threads(pool);
    tr_scratch **scratch = tr_calloc((size_t)threads, sizeof(tr_scratch *));
    if (!scratch)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    tr_status status = TR_OK;
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_scratch_create(surface, width, &scratch[i], error);
    if (status == TR_OK) {
        // Bands are a quarter of their largest size where maps are small, so that all threads have work.
        int rows = tr_band_rows(width);
        while (rows > 8 && width / 2 / rows < 4 * threads)
            rows /= 2;
        whole job = {surface, cache, scratch, width, rows, texels, watch};
        tr_pool_run(pool, (width / 2 + rows - 1) / rows, bake_one_band, &job);
        if (tr_watch_stopped(watch))
            status = tr_fail(error, TR_STOPPED, "stopped");
    }
    for (int i = 0; i < threads; i++)
        tr_scratch_destroy(scratch[i]);
    tr_free(scratch);
    return status;
}
