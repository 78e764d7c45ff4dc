#include "planet/pyramid.h"
#include "planet/plan.h"

// A level is made in strips, which may run on any threads: each computes its rows of the next levels, and when
// all of them are done, the few rows that are left are computed.
enum { strip_levels = 5, strip_rows = 1 << strip_levels };

typedef struct pyramid {
    uint16_t light[256]; // of an sRGB code, 0 … 65535
    uint8_t code[4096];  // of light >> 4
    int width, levels, map_count;
    size_t map_bytes;
    uint8_t *texels; // albedo, normal, emission
} pyramid;

static int map_count_of(const tr_surface *surface) { return surface->emission.count > 0 ? 3 : 2; }

static bool is_colour(int map) { return map != 1; }

static int level_count(int width) {
    int levels = 0;
    while (width >> 1 >> levels > 0)
        levels++;
    return levels;
}

// Where a level begins in the bytes of a map with all its levels. The level after the last: their size.
static size_t level_offset(int width, int level) {
    size_t bytes = 0;
    for (int k = 0; k < level; k++)
        bytes += (size_t)(width >> k) * (size_t)(width / 2 >> k) * 3;
    return bytes;
}

size_t tr_pyramid_bytes(const tr_surface *surface, int width) {
    return (size_t)map_count_of(surface) * level_offset(width, level_count(width));
}

static void fill_tables(pyramid *p, const tr_srgb_table *srgb) {
    for (int i = 0; i < 256; i++)
        p->light[i] = (uint16_t)(65535 * tr_srgb_decode((uint8_t)i) + 0.5);
    for (int i = 0, code = 0; i < 4096; i++) { // the code whose light is nearest to the middle of the step
        while ((double)srgb->threshold[code + 1] < (16 * i + 7.5) / 65535)
            code++;
        p->code[i] = (uint8_t)code;
    }
}

// Rows first … first+rows-1 of a level from the level before.
static void halve(const pyramid *p, int map, int level, int first, int rows) {
    uint8_t *texels = p->texels + (size_t)map * p->map_bytes;
    const size_t columns = (size_t)(p->width >> level), row_bytes = 2 * columns * 3;
    const uint8_t *from = texels + level_offset(p->width, level - 1) + 2 * (size_t)first * row_bytes;
    uint8_t *to = texels + level_offset(p->width, level) + (size_t)first * columns * 3;
    for (int j = 0; j < rows; j++, from += 2 * row_bytes)
        for (size_t i = 0; i < columns; i++)
            for (size_t c = 0; c < 3; c++) {
                const uint8_t *a = from + 6 * i + c, *b = a + row_bytes;
                if (is_colour(map))
                    *to++ =
                        p->code[((unsigned)p->light[a[0]] + p->light[a[3]] + p->light[b[0]] + p->light[b[3]]) >>
                                6];
                else
                    *to++ = (uint8_t)((a[0] + a[3] + b[0] + b[3] + 2) >> 2);
            }
}

static void fill_strip(void *context, int index, int worker) {
    (void)worker;
    const pyramid *p = context;
    const int strips = p->width / 2 / strip_rows;
    for (int level = 1; level <= strip_levels; level++)
        halve(p, index / strips, level, (index % strips) * (strip_rows >> level), strip_rows >> level);
}

tr_status tr_pyramid_bake(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                          const tr_watch *watch, uint8_t *texels, tr_planet_maps *maps, tr_error *error) {
    pyramid p = {
        .width = width, .levels = level_count(width), .map_count = map_count_of(surface), .texels = texels};
    p.map_bytes = level_offset(width, p.levels);
    void *firsts[TR_MAP_COUNT] = {NULL};
    firsts[TR_MAP_ALBEDO] = texels;
    firsts[TR_MAP_NORMAL] = texels + p.map_bytes;
    firsts[TR_MAP_EMISSION] = p.map_count > 2 ? texels + 2 * p.map_bytes : NULL;
    tr_status status = tr_surface_bake_whole(surface, pool, cache, width, firsts, watch, error);
    if (status != TR_OK)
        return status;
    fill_tables(&p, &surface->srgb);
    tr_pool_run(pool, p.map_count * (width / 2 / strip_rows), fill_strip, &p);
    for (int map = 0; map < p.map_count; map++)
        for (int level = strip_levels + 1; level < p.levels; level++)
            halve(&p, map, level, 0, width / 2 >> level);
    *maps = (tr_planet_maps){width, p.levels, firsts[TR_MAP_ALBEDO], firsts[TR_MAP_NORMAL],
                             firsts[TR_MAP_EMISSION]};
    return TR_OK;
}
