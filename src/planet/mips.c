#include "planet/mips.h"

#include "base/size.h"
#include "planet/private/plan.h"
#include "planet/surface.h"

#include <math.h>

// A level is made in strips, which may run on any threads. Each strip computes its rows of the next levels.
// When all are done, the few remaining rows are computed.
enum { strip_levels = 5, strip_rows = 1 << strip_levels };

enum { map_kinds = 7, most_maps = 8 }; // the map with 16 bits is first, where memory is aligned
static const tr_map kinds[map_kinds] = {TR_MAP_HEIGHT,   TR_MAP_ALBEDO, TR_MAP_NORMAL, TR_MAP_ORM,
                                        TR_MAP_EMISSION, TR_MAP_CLOUDS, TR_MAP_WATER};

// A map with all its levels.
typedef struct mipped_map {
    uint8_t *texels;
    size_t texel_bytes;
    int channels, colours; // colours: number of sRGB channels, which come first
} mipped_map;

typedef struct mips {
    uint16_t light[256]; // of an sRGB code, 0 … 65535
    uint8_t code[4096];  // of light >> 4
    uint16_t sea;        // minimum of heights
    int width, levels, map_count;
    const uint16_t *ground; // level 0 of the heights with the sea floor; NULL: only the sea's surface is needed
    const tr_watch *watch;
    mipped_map maps[most_maps];
} mips;

static bool has_map(const tr_surface *surface, tr_map map, bool charts) {
    return (map != TR_MAP_EMISSION || surface->paints[map][0].count > 0) &&
           (map != TR_MAP_CLOUDS || surface->paints[map][1].count > 0) &&
           (map != TR_MAP_WATER || (charts && surface->paints[map][0].count > 0)) &&
           (map != TR_MAP_HEIGHT || (!surface->gas && tr_surface_mesh_columns(surface) == 0));
}

static int level_count(int width) {
    int levels = 0;
    while (width >> 1 >> levels > 0)
        levels++;
    return levels;
}

// The first texel of a level in a map with all its levels. For the level after the last: the total number of
// texels.
static size_t level_start(int width, int level) {
    size_t texels = 0;
    for (int k = 0; k < level; k++)
        texels += (size_t)(width >> k) * (size_t)(width / 2 >> k);
    return texels;
}

static size_t rings_bytes(const tr_surface *surface) { return surface->rings ? (size_t)4 * TR_RINGS_WIDTH : 0; }

// Bytes of the maps and the rings after them, rounded up to the alignment of a mesh.
static size_t texel_bytes(const tr_surface *surface, int width, bool charts) {
    size_t bytes = charts ? sizeof(uint16_t) : 0; // the ground
    for (int i = 0; i < map_kinds; i++)
        bytes += has_map(surface, kinds[i], charts) ? tr_map_texel_bytes(kinds[i]) : 0;
    return (bytes * level_start(width, level_count(width)) + rings_bytes(surface) + 3) & ~(size_t)3;
}

size_t tr_mips_bytes(const tr_surface *surface, int width, bool charts) {
    const int columns = tr_surface_mesh_columns(surface);
    const size_t vertices = columns > 0 ? (size_t)tr_mesh_vertices(columns) : 0;
    const size_t triangles = columns > 0 ? (size_t)tr_mesh_triangles(columns) : 0;
    return texel_bytes(surface, width, charts) + vertices * 2 * sizeof(float[3]) +
           triangles * sizeof(uint32_t[3]);
}

static tr_mesh make_mesh(const tr_surface *surface, void *memory) {
    tr_mesh mesh = {.columns = tr_surface_mesh_columns(surface)};
    if (mesh.columns == 0)
        return mesh;
    mesh.positions = memory;
    mesh.normals = mesh.positions + tr_mesh_vertices(mesh.columns);
    mesh.triangles = (void *)(mesh.normals + tr_mesh_vertices(mesh.columns));
    tr_surface_make_mesh(surface, &mesh);
    return mesh;
}

// The code of 0 m in a map of heights; 0 if there is no sea.
static uint16_t sea_code(const tr_surface *surface) {
    const double low = surface->height_min_m, high = surface->height_max_m;
    return surface->sea ? (uint16_t)lround(fmin(fmax(-low / (high - low), 0), 1) * 65535) : 0;
}

static void fill_tables(mips *p, const tr_srgb_table *srgb) {
    for (int i = 0; i < 256; i++)
        p->light[i] = (uint16_t)(65535 * tr_srgb_decode((uint8_t)i) + 0.5);
    for (int i = 0, code = 0; i < 4096; i++) { // the code whose light is nearest to the middle of the step
        while ((double)srgb->threshold[code + 1] < (16 * i + 7.5) / 65535)
            code++;
        p->code[i] = (uint8_t)code;
    }
}

static uint8_t *level_texels(const mips *p, int index, int level) {
    return p->maps[index].texels + level_start(p->width, level) * p->maps[index].texel_bytes;
}

// Computes rows first … first+rows-1 of a level of heights from the previous level.
static void halve_heights(const mips *p, int index, int level, int first, int rows) {
    const size_t columns = (size_t)(p->width >> level), row = 2 * columns;
    const uint16_t *from = (uint16_t *)(void *)level_texels(p, index, level - 1) + 2 * (size_t)first * row;
    uint16_t *to = (uint16_t *)(void *)level_texels(p, index, level) + (size_t)first * columns;
    for (int j = 0; j < rows; j++, from += 2 * row)
        for (size_t i = 0; i < row; i += 2)
            *to++ = (uint16_t)(((unsigned)from[i] + from[i + 1] + from[row + i] + from[row + i + 1] + 2) >> 2);
}

// Computes rows of heights of the finest level: the sea hides the ground below it.
static void fill_sea(const mips *p, int index, int first, int rows) {
    const size_t start = (size_t)first * (size_t)p->width, count = (size_t)rows * (size_t)p->width;
    uint16_t *heights = (uint16_t *)(void *)p->maps[index].texels + start;
    const uint16_t *from = p->ground ? p->ground + start : heights;
    for (size_t i = 0; i < count; i++)
        heights[i] = from[i] < p->sea ? p->sea : from[i];
}

// Computes rows first … first+rows-1 of a level from the previous level. Straight alpha is averaged separately
// from the colours, because clouds have colours where they are transparent too.
static void halve(const mips *p, int index, int level, int first, int rows) {
    const mipped_map *map = &p->maps[index];
    if (map->texel_bytes == 2) {
        halve_heights(p, index, level, first, rows);
        return;
    }
    const size_t channels = (size_t)map->channels, colours = (size_t)map->colours;
    const size_t columns = (size_t)(p->width >> level), row_bytes = 2 * columns * channels;
    const uint8_t *from = level_texels(p, index, level - 1) + 2 * (size_t)first * row_bytes;
    uint8_t *to = level_texels(p, index, level) + (size_t)first * columns * channels;
    for (int j = 0; j < rows; j++, from += 2 * row_bytes)
        for (size_t i = 0; i < columns; i++)
            for (size_t c = 0; c < channels; c++) {
                const uint8_t *a = from + 2 * channels * i + c, *b = a + row_bytes;
                const unsigned east = a[channels], below = b[channels];
                if (c < colours)
                    *to++ = p->code[((unsigned)p->light[a[0]] + p->light[east] + p->light[b[0]] +
                                     p->light[below]) >>
                                    6];
                else
                    *to++ = (uint8_t)((a[0] + east + b[0] + below + 2) >> 2);
            }
}

static void fill_strip(void *context, int index, int worker) {
    (void)worker;
    const mips *p = context;
    const int strips = p->width / 2 / strip_rows;
    const mipped_map *map = &p->maps[index / strips];
    if (map->texel_bytes == 2 && (const void *)map->texels != p->ground)
        fill_sea(p, index / strips, (index % strips) * strip_rows, strip_rows);
    for (int level = 1; level <= strip_levels && !tr_watch_stopped(p->watch); level++)
        halve(p, index / strips, level, (index % strips) * (strip_rows >> level), strip_rows >> level);
}

// Takes memory for a map with all its levels.
static uint8_t *add_map(mips *p, tr_map map, size_t map_texels, uint8_t **memory) {
    const tr_map_format *format = tr_map_get_format(map);
    const size_t bytes = tr_map_texel_bytes(map);
    uint8_t *texels = *memory;
    p->maps[p->map_count++] = (mipped_map){texels, bytes, format->channels, format->srgb ? 3 : 0};
    *memory += map_texels * bytes;
    return texels;
}

tr_status tr_mips_bake(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width, bool charts,
                       const tr_watch *watch, uint8_t *memory, tr_planet_maps *maps, tr_error *error) {
    mips p = {.width = width, .levels = level_count(width), .watch = watch};
    const size_t map_texels = level_start(width, p.levels);
    tr_band all = {.patch = tr_whole_map(width)};
    void **const firsts = all.texels, *ground = NULL;
    uint8_t *texels = memory;
    if (charts && !surface->gas)
        p.ground = ground = add_map(&p, TR_MAP_HEIGHT, map_texels, &texels);
    for (int i = 0; i < map_kinds; i++)
        if (has_map(surface, kinds[i], charts))
            firsts[kinds[i]] = add_map(&p, kinds[i], map_texels, &texels);
    const uint16_t *filled = firsts[TR_MAP_HEIGHT];
    if (ground)
        firsts[TR_MAP_HEIGHT] = ground; // source of the heights with the sea filled
    // Without occlusion: renderers compute the horizons of the heights.
    const tr_status status = plan_bake_patch(surface, NULL, pool, cache, &all, watch, error);
    if (status != TR_OK)
        return status;
    fill_tables(&p, &surface->srgb);
    p.sea = sea_code(surface);
    tr_pool_run(pool, p.map_count * (width / 2 / strip_rows), fill_strip, &p);
    for (int map = 0; map < p.map_count; map++)
        for (int level = strip_levels + 1; level < p.levels; level++)
            halve(&p, map, level, 0, width / 2 >> level);
    if (tr_watch_check(watch, error) != TR_OK)
        return TR_STOPPED;
    if (surface->rings)
        memcpy(texels, surface->rings, rings_bytes(surface));
    *maps = (tr_planet_maps){.width = width,
                             .levels = p.levels,
                             .albedo = firsts[TR_MAP_ALBEDO],
                             .normal = firsts[TR_MAP_NORMAL],
                             .emission = firsts[TR_MAP_EMISSION],
                             .orm = firsts[TR_MAP_ORM],
                             .clouds = firsts[TR_MAP_CLOUDS],
                             .height = filled,
                             .charts = charts,
                             .ground = ground,
                             .water = firsts[TR_MAP_WATER],
                             .rings = surface->rings ? texels : NULL,
                             .mesh = make_mesh(surface, memory + texel_bytes(surface, width, charts))};
    return TR_OK;
}

// ---- all at once --------------------------------------------------------------------------------

// Makes the surface for maps of that width. Small maps do not show the detail of fine lattices.
static tr_status make_surface(const tr_recipe *recipe, int width, const tr_surface_options *how,
                              tr_surface **surface, tr_error *error) {
    enum { small = 512 };
    if (width >= small)
        return tr_surface_make(recipe, how, surface, error);
    tr_recipe *coarse = NULL;
    tr_status status = tr_recipe_copy(recipe, &coarse, error);
    if (status == TR_OK) {
        tr_recipe_coarsen(coarse, width / 2);
        status = tr_surface_make(coarse, how, surface, error);
    }
    tr_recipe_destroy(coarse);
    return status;
}

tr_status tr_picture_maps_make(const tr_recipe *recipe, int width, bool charts, const tr_surface_options *how,
                               uint8_t **texels, tr_planet_maps *maps, tr_surface **kept, tr_error *error) {
    tr_surface *surface = NULL;
    *texels = NULL;
    tr_status status = make_surface(recipe, width, how, &surface, error);
    if (status == TR_OK) {
        *texels = tr_malloc(tr_mips_bytes(surface, width, charts));
        status = *texels
                     ? tr_mips_bake(surface, how->pool, NULL, width, charts, how->watch, *texels, maps, error)
                     : tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", width);
    }
    if (kept)
        *kept = status == TR_OK ? surface : NULL;
    if (!kept || status != TR_OK)
        tr_surface_destroy(surface);
    if (status == TR_OK)
        return TR_OK;
    tr_free(*texels);
    *texels = NULL;
    return status;
}
