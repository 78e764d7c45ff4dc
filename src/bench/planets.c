// Benchmark rows for single fields, for whole planets, and for files. For planet types only bytes are counted:
// their fraction of the limit shows how much slower they are than copying memory. For the planet of Harding
// 2012 operations are counted too, as in fields.c: cells and their distance 71, noise 16 on the plane and 136
// on the sphere, two combined layers 8, gradient of six colours 54, codes 21.
#include "base/hash.h"
#include "base/maths.h"
#include "base/size.h"
#include "bench/bench.h"
#include "noise/maths/trig.h"
#include "planet/surface.h"
#include "png/png.h"
#include "scene/load.h"
#include "texture/blocks.h"
#include "texture/container.h"
#include "texture/levels.h"

// ---- recipes -----------------------------------------------------------------------------------

// The planet of "Planet Rendering - Part 4" (Harding 2012): value = d + noisiness * noise with
// d = F1 / ((F1 + F2) / 2) of 300 sites and 8 octaves of value noise, and colour = gradient(value).
#define ARTICLE(domain, start)                                                                                 \
    "{\"radius_km\": 6100, \"height_min_m\": -1, \"height_max_m\": 2, \"noisiness\": 0.6, \"layers\": ["       \
    "{\"name\": \"cells\", \"field\": \"voronoi\", \"domain\": \"" domain                                      \
    "\", \"density\": 300, \"randomness\": 1}, "                                                               \
    "{\"name\": \"noise\", \"field\": \"fractal\", \"basis\": \"value\", \"interpolation\": \"cosine\", "      \
    "\"domain\": \"" domain "\", \"start\": " start                                                            \
    ", \"octaves\": 8, \"persistence\": 0.5, \"amount\": {\"knob\": \"noisiness\"}}], "                        \
    "\"albedo\": [{\"name\": \"colour\", \"channel\": \"height\", \"stops\": [[-0.4, \"100a0a\"], [0.2, "      \
    "\"3a2a24\"], "                                                                                            \
    "[0.6, \"603c2c\"], [0.85, \"a82808\"], [1.0, \"f08214\"], [1.3, \"ffe678\"]]}]}"

// Heights that cost almost nothing, for maps derived from them.
#define SMOOTH(layers, albedo)                                                                                 \
    "{\"radius_km\": 6100, \"slope_exaggeration\": 100, \"height_min_m\": -10000, \"height_max_m\": 10000, "   \
    "\"layers\": ["                                                                                            \
    "{\"name\": \"slope\", \"field\": \"sin_latitude\", \"amount\": 9000}" layers "], \"albedo\": [" albedo    \
    "]}"

// A gradient of eight colours.
#define COAT(name, more)                                                                                       \
    "{\"name\": \"" name "\", \"channel\": \"height\", \"stops\": [[-9000, \"0a143c\"], [-3000, \"1e3c78\"], " \
    "[-10, \"4678a0\"], [0, \"c8be8c\"], [500, \"3c6e28\"], [2500, \"5a5a32\"], [5000, \"786e64\"], "          \
    "[8000, \"f0f0f5\"]]" more "}"
#define GRADIENT COAT("ground", "")

// Three more paint layers over it, each masked by the height, with all three blend modes.
#define BLENDED(blend, from, to)                                                                               \
    ", \"blend\": \"" blend "\", \"strength\": 0.5, \"where\": {\"channel\": \"height\", \"from\": " from      \
    ", \"to\": " to "}"
#define COATS                                                                                                  \
    GRADIENT ", " COAT("laid over", BLENDED("normal", "0", "1000")) ", " COAT(                                 \
        "multiplied", BLENDED("multiply", "-2000", "3000")) ", " COAT("added",                                 \
                                                                      BLENDED("add", "-4000", "5000"))

// Eight more layers with cheap fields: a curve, a mask and a join for each.
#define LAYER(number, join)                                                                                    \
    ", {\"name\": \"layer " number "\", \"field\": \"abs_sin_latitude\", \"amount\": 500, \"join\": \"" join   \
    "\", \"curve\": "                                                                                          \
    "[[0, 0], [0.33333333333333331, 1], [0.66666666666666663, 0], [1, 1]], "                                   \
    "\"where\": {\"channel\": \"height\", \"from\": -4000, \"to\": 4000}}"
#define LAYERS                                                                                                 \
    LAYER("0", "add")                                                                                          \
    LAYER("1", "multiply")                                                                                     \
    LAYER("2", "max")                                                                                          \
    LAYER("3", "min") LAYER("4", "mix") LAYER("5", "add") LAYER("6", "multiply") LAYER("7", "max")

enum { ALBEDO = 1 << TR_MAP_ALBEDO, HEIGHT = 1 << TR_MAP_HEIGHT, NORMAL = 1 << TR_MAP_NORMAL, ALL = -1 };

typedef struct planet_numbers {
    const char *type; // or
    const char *json; // or
    const char *field;
    const char *const *sets; // numbers of the field, up to NULL; or NULL
    int maps;
    int face, level;          // 0: a map; else that face of a cube, or a tile of that level of it
    tr_texture_format blocks; // encoding of its albedo
    double strokes;           // 0: none; else 10,000 points of strokes within so many degrees of latitude
} planet_numbers;

// ---- a planet with its maps --------------------------------------------------------------------

typedef struct planet_state {
    tr_bench_setup setup;
    tr_patch patch; // that is baked
    tr_recipe *recipe;
    tr_surface *surface;
    void *texels[TR_MAP_COUNT];
    tr_status status[TR_MAP_COUNT];
    tr_error error[TR_MAP_COUNT];
    tr_texture_format format; // format of its albedo's blocks
    uint8_t *blocks;          // or its mip levels
    tr_scratch **scratch;     // for a field: one for each thread, or NULL
    uint64_t operations;      // total of its preparation
} planet_state;

static void clear_planet(void *state) {
    planet_state *p = state;
    for (int m = 0; m < TR_MAP_COUNT; m++)
        tr_free(p->texels[m]);
    tr_free(p->blocks);
    for (int i = 0; p->scratch && i < tr_pool_threads(p->setup.pool); i++)
        tr_scratch_destroy(p->scratch[i]);
    tr_free(p->scratch);
    tr_surface_destroy(p->surface);
    tr_recipe_destroy(p->recipe);
}

static tr_status make_texels(planet_state *p, unsigned maps, tr_error *error) {
    const size_t texels = (size_t)p->patch.width * (size_t)p->patch.height;
    for (int m = 0; m < TR_MAP_COUNT; m++)
        if (maps >> m & 1u && !(p->texels[m] = tr_allocate(texels, tr_map_texel_bytes((tr_map)m))))
            return tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", p->patch.width);
    return TR_OK;
}

// A hundred strokes of a hundred points each, one degree apart, up to that distance in degrees from a place on
// the equator. Each third one is the border of an area.
static tr_status add_strokes(tr_recipe *recipe, double within, tr_error *error) {
    uint64_t h = 7;
    tr_status status = TR_OK;
    for (int i = 0; i < 100 && status == TR_OK; i++) {
        tr_stroke *stroke;
        status =
            tr_list_add(tr_parameter_find(&tr_recipe_table, "strokes"), recipe, NULL, (void **)&stroke, error);
        if (status != TR_OK)
            return status;
        snprintf(stroke->name, sizeof stroke->name, "%d", i);
        stroke->points = (tr_path){recipe->point_count, 100};
        stroke->closed = i % 3 == 0;
        double up = 0, east = 0, turn = 0;
        for (int k = 0; k < 100 && status == TR_OK; k++) {
            const double start = k == 0 ? within : 0;
            double sine, cosine;
            turn += tr_hash_unit(h = tr_hash_u64(h)) - 0.5;
            tr_sincos(turn, &sine, &cosine);
            up += sine + start * (2 * tr_hash_unit(h = tr_hash_u64(h)) - 1);
            east += cosine + 2 * start * (2 * tr_hash_unit(h = tr_hash_u64(h)) - 1);
            up = up < -within ? -within : up > within ? within : up;
            east = east < -2 * within ? -2 * within : east > 2 * within ? 2 * within : east;
            const tr_path_point p = {(int32_t)(up * TR_PATH_UNITS), (int32_t)(east * TR_PATH_UNITS)};
            status = tr_recipe_add_point(recipe, p, error);
        }
    }
    return status;
}

// A map, or a tile half-way out on a face of a cube.
static tr_patch patch_of(const planet_numbers *n, int size, bool quick) {
    const int level = quick ? tr_min(n->level, 2) : n->level; // deep levels need a long global preparation
    const int resolution = size << level;
    return n->face ? (tr_patch){.projection = TR_CUBE,
                                .face = n->face,
                                .resolution = resolution,
                                .x = resolution / 3 / size * size,
                                .y = resolution * 2 / 3 / size * size,
                                .width = size,
                                .height = size}
                   : tr_whole_map(size);
}

static tr_status prepare_planet(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                tr_error *error) {
    const planet_numbers *n = row->numbers;
    planet_state *p = state;
    const int size = tr_bench_size(row->width, setup->quick);
    tr_world world = {.name = row->of    ? row->of
                              : n->type  ? n->type
                              : n->field ? n->field
                                         : "bench",
                      .text = n->json,
                      .has_seed = n->json == NULL,
                      .seed = 7,
                      .sets = n->sets,
                      .field_width = n->field ? size : 0};
    while (n->sets && n->sets[world.set_count])
        world.set_count++;
    p->setup = *setup;
    p->patch = patch_of(n, size, setup->quick);
    p->format = n->blocks;
    tr_status status = tr_bench_load(&world, setup, &p->recipe, error);
    if (status == TR_OK && n->strokes > 0)
        status = add_strokes(p->recipe, n->strokes, error);
    if (status == TR_OK)
        status = make_texels(p, (unsigned)n->maps & tr_recipe_maps(p->recipe), error);
    return status == TR_OK ? tr_bench_make(setup, p->recipe, &p->surface, error) : status;
}

static tr_status bake(void *state, tr_error *error) {
    planet_state *p = state;
    return tr_surface_bake_patch(p->surface, p->setup.pool, NULL, p->patch, p->texels, p->setup.stop, error);
}

static const tr_bench_work bake_work = {sizeof(planet_state), prepare_planet, bake, clear_planet, NULL};

// ---- a field -----------------------------------------------------------------------------------

static tr_status prepare_field(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                               tr_error *error) {
    const int threads = tr_pool_threads(setup->pool);
    planet_state *p = state;
    tr_status status = prepare_planet(row, setup, p, error);
    if (status != TR_OK)
        return status;
    p->scratch = tr_calloc((size_t)threads, sizeof *p->scratch);
    if (!p->scratch)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_scratch_create(p->surface, p->patch, NULL, &p->scratch[i], error);
    return status;
}

static void bake_field_band(void *context, int index, int worker) {
    const planet_state *p = context;
    const tr_patch map = p->patch;
    const int rows = tr_band_rows(map, 0), first = index * rows, left = map.height - first;
    tr_band band = {.patch = tr_patch_rows(map, first, left < rows ? left : rows)};
    band.texels[TR_MAP_HEIGHT] = (uint16_t *)p->texels[TR_MAP_HEIGHT] + (size_t)first * (size_t)map.width;
    tr_surface_bake(p->surface, p->scratch[worker], NULL, &band);
}

// In bands, like an export.
static tr_status bake_field(void *state, tr_error *error) {
    planet_state *p = state;
    const int rows = tr_band_rows(p->patch, 0);
    return tr_pool_run_watched(p->setup.pool, (p->patch.height + rows - 1) / rows, bake_field_band, p,
                               p->setup.stop, error);
}

static uint64_t count_field(const void *state) {
    const planet_state *p = state;
    uint64_t sum = 0;
    for (int i = 0; i < tr_pool_threads(p->setup.pool); i++)
        sum += tr_scratch_operations(p->scratch[i]);
    return sum;
}

static const tr_bench_work field_work = {sizeof(planet_state), prepare_field, bake_field, clear_planet,
                                         count_field};

// ---- preparation -------------------------------------------------------------------------------

// Prepares the recipe: names, numbers, sites and gradients.
static tr_status make_ready(void *state, tr_error *error) {
    planet_state *p = state;
    tr_surface_destroy(p->surface);
    p->surface = NULL;
    const tr_status status = tr_bench_make(&p->setup, p->recipe, &p->surface, error);
    p->operations += status == TR_OK ? tr_surface_operations(p->surface) : 0;
    return status;
}

static uint64_t count_ready(const void *state) { return ((const planet_state *)state)->operations; }

static const tr_bench_work ready_work = {sizeof(planet_state), prepare_planet, make_ready, clear_planet,
                                         count_ready};

// ---- files -------------------------------------------------------------------------------------

static tr_status prepare_texels(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                tr_error *error) {
    const tr_status status = prepare_planet(row, setup, state, error);
    return status == TR_OK ? bake(state, error) : status;
}

// Encodes a map and discards the file.
static tr_status encode_map(const planet_state *p, tr_map map, tr_error *error) {
    const tr_map_format *format = tr_map_get_format(map);
    const tr_png_layout layout = {.width = p->patch.width,
                                  .height = p->patch.height,
                                  .channels = format->channels,
                                  .bytes = format->bytes,
                                  .srgb = format->srgb};
    tr_atomic_file *file;
    tr_png *png;
    tr_status status = tr_atomic_open("/dev/null", &file, error);
    if (status != TR_OK)
        return status;
    status = tr_png_begin(file, &layout, &png, error);
    if (status == TR_OK)
        tr_png_rows(png, p->texels[map], layout.height);
    const tr_status ended = tr_png_end(png, error);
    return tr_atomic_end(file, status == TR_OK ? ended : status, NULL, error);
}

static void encode_one(void *context, int map, int worker) {
    (void)worker;
    planet_state *p = context;
    p->status[map] = p->texels[map] ? encode_map(p, (tr_map)map, &p->error[map]) : TR_OK;
}

// Several maps at once, like an export.
static tr_status encode(void *state, tr_error *error) {
    planet_state *p = state;
    tr_status status = tr_pool_run_watched(p->setup.pool, TR_MAP_COUNT, encode_one, p, p->setup.stop, error);
    for (int m = 0; m < TR_MAP_COUNT && status == TR_OK; m++)
        if (p->status[m] != TR_OK)
            status = p->status[m], *error = p->error[m];
    return status;
}

static const tr_bench_work png_work = {sizeof(planet_state), prepare_texels, encode, clear_planet, NULL};

// Prepares texels, and memory for the albedo as blocks or for its levels, of which a third is used.
static tr_status prepare_blocks(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                tr_error *error) {
    planet_state *p = state;
    const tr_status status = prepare_texels(row, setup, p, error);
    if (status != TR_OK)
        return status;
    p->blocks = tr_allocate((size_t)p->patch.width * (size_t)p->patch.height, 3);
    return p->blocks ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for blocks");
}

static tr_status encode_blocks(void *state, tr_error *error) {
    (void)error;
    const planet_state *p = state;
    const tr_texels albedo = {p->texels[TR_MAP_ALBEDO], 3, p->patch.width, p->patch.height};
    tr_blocks_encode(p->format, p->setup.isa, &albedo, p->setup.pool, p->blocks);
    return TR_OK;
}

// All mip levels of its albedo, in the memory of the blocks.
static tr_levels levels_of(const planet_state *p) {
    tr_levels map = {.kind = TR_LEVELS_COLOURS,
                     .channels = 3,
                     .bytes = 1,
                     .width = p->patch.width,
                     .height = p->patch.height,
                     .faces = 1,
                     .levels = tr_level_count(p->patch.width, p->patch.height),
                     .data = {{p->texels[TR_MAP_ALBEDO]}}};
    tr_levels_place(&map, p->blocks);
    return map;
}

static tr_status make_levels(void *state, tr_error *error) {
    const planet_state *p = state;
    const tr_levels map = levels_of(p);
    return tr_levels_make(&map, p->setup.pool, error);
}

// With mip levels and the file around them, which is discarded.
static tr_status write_texture(void *state, tr_error *error) {
    const planet_state *p = state;
    const tr_levels map = levels_of(p);
    tr_texture texture;
    void *memory = NULL;
    tr_atomic_file *file;
    tr_status status = tr_atomic_open("/dev/null", &file, error);
    if (status != TR_OK)
        return status;
    status = tr_levels_make(&map, p->setup.pool, error);
    if (status == TR_OK)
        status = tr_texture_make(&map, p->format, p->setup.isa, p->setup.pool, &texture, &memory, error);
    if (status == TR_OK)
        status = tr_ktx2_write(file, &texture, 3, NULL, error);
    tr_free(memory);
    return tr_atomic_end(file, status, NULL, error);
}

static const tr_bench_work levels_work = {sizeof(planet_state), prepare_blocks, make_levels, clear_planet,
                                          NULL};
static const tr_bench_work ktx2_work = {sizeof(planet_state), prepare_blocks, write_texture, clear_planet,
                                        NULL};

static const tr_bench_work blocks_work = {sizeof(planet_state), prepare_blocks, encode_blocks, clear_planet,
                                          NULL};

// ---- the table ---------------------------------------------------------------------------------

#define NUMBERS(...)                                                                                           \
    &(const planet_numbers) { __VA_ARGS__ }
#define TYPE(type_, maps_) NUMBERS(.type = (type_), .maps = (maps_))
#define MADE(json_, maps_) NUMBERS(.json = json_, .maps = (maps_))
#define BLOCKS(type_, blocks_) NUMBERS(.type = (type_), .maps = ALBEDO, .blocks = (blocks_))
#define TILE(type_, level_, bytes)                                                                             \
    {                                                                                                          \
        "tile_" type_ "_" #level_, "a tile of 256 x 256 texels of that level with all its maps", &bake_work,   \
            NUMBERS(.type = (type_), .maps = ALL, .face = 4, .level = (level_)), 256, 256,                     \
            .cost = {(bytes), 0, (bytes), 0}, .whole = true                                                    \
    }
#define TILES(type, bytes) TILE(type, 2, bytes), TILE(type, 6, bytes), TILE(type, 10, bytes)
// A height map of one field with these numbers, or of a field that changes little where a warp moves it.
#define FIELD(field_, ...)                                                                                     \
    &field_work, NUMBERS(.field = (field_), .sets = (const char *const[]){__VA_ARGS__, NULL}, .maps = HEIGHT), \
        4096, 2048
#define FACE(level_, octaves)                                                                                  \
    {                                                                                                          \
        "face_perlin_" #level_,                                                                                \
            "Perlin noise to cells of two texels, a tile of 256 x 256 of 2^" #level_ " along a face",          \
            &field_work,                                                                                       \
            NUMBERS(.field = "fractal", .sets = (const char *const[]){octaves, "persistence=0.5", NULL},       \
                    .maps = HEIGHT, .face = 4, .level = (level_)-8),                                           \
            256, 256, WRITTEN(2), .serial = true                                                               \
    }
#define STROKES(within, face_, width, height)                                                                  \
    &field_work,                                                                                               \
        NUMBERS(.json = "{\"radius_km\": 1, \"layers\": [{\"name\": \"strokes\", \"field\": \"strokes\"}]}",   \
                .maps = HEIGHT, .strokes = (within), .face = (face_), .level = (face_) ? 2 : 0),               \
        (width), (height), WRITTEN(2)
#define WARP(warp)                                                                                             \
    &field_work,                                                                                               \
        MADE("{\"radius_km\": 1, \"warps\": [{\"name\": \"warp\", " warp                                       \
             "}], \"layers\": [{\"name\": \"axis\", \"field\": \"axis\", \"warp\": \"warp\"}]}",               \
             HEIGHT),                                                                                          \
        4096, 2048
#define WRITTEN(bytes) .cost = {(bytes), 0, (bytes), 0}
#define READ(bytes) .cost = {(bytes), (bytes), 0, 0}

static const tr_bench_row rows[] = {
    {"geometry", "directions of the samples of a map", FIELD("axis", "direction=[0,1,0]"), WRITTEN(2)},
    {"voronoi_f2f1_300", "F2 - F1, 300 sites on the sphere",
     FIELD("voronoi", "value=f2-f1", "density=300", "randomness=1"), .cost = {2, 0, 2, 4 * 11 + 2 * 8 + 1}},
    {"voronoi_f2f1_5000", "F2 - F1, 5000 sites on the sphere",
     FIELD("voronoi", "value=f2-f1", "density=5000", "randomness=1"), .cost = {2, 0, 2, 16 * 11 + 2 * 8 + 1}},
    {"craters_2000", "2000 craters",
     FIELD("craters", "density=2000", "radius_min=0.01", "radius_max=0.15", "slope=2"), WRITTEN(2)},
    {"rays_20", "rays of 20 craters",
     FIELD("rays", "density=20", "radius_min=0.01", "radius_max=0.15", "slope=2"), WRITTEN(2)},
    {"spots_100", "100 spots with lobes",
     FIELD("spots", "density=100", "radius_min=0.006", "radius_max=0.034", "slope=1.5", "reach=4", "lobes=0.9"),
     WRITTEN(2)},
    {"arcs_200", "200 arcs, a fifth of them chains of bows", FIELD("arcs", "density=200", "cycloids=0.2"),
     WRITTEN(2)},
    {"strokes_10000", "strokes of 10,000 points all over the planet, 2 degrees wide",
     STROKES(85, 0, 4096, 2048)},
    {"strokes_dense", "the same points in a thirteenth of the planet, where they lie",
     STROKES(20, 6, 1024, 1024)},
    {"strokes_elsewhere", "the same on the other side of the planet", STROKES(20, 7, 1024, 1024)},
    {"streets_300", "300 districts, three levels of streets", FIELD("streets", "density=300", "levels=3"),
     WRITTEN(2)},
    {"gullies_3", "three octaves of gullies down the slopes of a terrain",
     FIELD("gullies", "octaves=3", "scale=45"), WRITTEN(2)},
    {"twist_20", "20 storms turn the samples",
     WARP("\"kind\": \"twist\", \"density\": 20, \"radius_min\": 0.1, \"radius_max\": 0.3"), WRITTEN(2)},
    {"warp_perlin8", "samples moved by three Perlin fractals of 8 octaves",
     WARP("\"kind\": \"noise\", \"octaves\": 8"), WRITTEN(2)},
    {"cube_sample_1024", "a map of samples of six faces of 1024 x 1024 cells, cubic",
     FIELD("diamond_square", "cells=1", "levels=10"), WRITTEN(2)},
    {"sites_5000", "5000 cells made ready: sites spread by throwing darts, and a tree of them", &ready_work,
     NUMBERS(.field = "voronoi", .sets = (const char *const[]){"density=5000", NULL}), 5000, 1,
     .cost = {20, 0, 0, 0}, .whole = true, .serial = true},
    FACE(10, "octaves=9"),
    FACE(12, "octaves=11"),
    FACE(16, "octaves=15"),
    FACE(20, "octaves=19"),
    {"article_planet_4096", "the inferno of Harding 2012 on the plane: 300 cells, 8 octaves, gradient, albedo",
     &bake_work, MADE(ARTICLE("plane", "1"), ALBEDO), 4096, 2048, .cost = {3, 0, 3, 170}, .whole = true},
    {"sphere_article_4096", "the same on the sphere", &bake_work, MADE(ARTICLE("sphere", "0"), ALBEDO), 4096,
     2048, .cost = {3, 0, 3, 290}, .whole = true},
    {"gradient_4096", "a gradient of eight colours over heights that cost nothing", &bake_work,
     MADE(SMOOTH("", GRADIENT), ALBEDO), 4096, 2048, WRITTEN(3), .whole = true},
    {"coats_4096", "three more paint layers over it, blended where the height says", &bake_work,
     MADE(SMOOTH("", COATS), ALBEDO), 4096, 2048, WRITTEN(3), .whole = true},
    {"layers_4096", "a height map of eight more layers with a curve and a place", &bake_work,
     MADE(SMOOTH(LAYERS, ""), HEIGHT), 4096, 2048, WRITTEN(2), .whole = true},
    {"normals_4096", "a normal map of such heights", &bake_work, MADE(SMOOTH("", ""), NORMAL), 4096, 2048,
     WRITTEN(3), .whole = true},
    {"heights_4096", "a height map of such heights", &bake_work, MADE(SMOOTH("", ""), HEIGHT), 4096, 2048,
     WRITTEN(2), .whole = true},
    {"face_earthlike_1024", "a face of an earthlike's cube with all its maps, to compare with type_earthlike",
     &bake_work, NUMBERS(.type = "earthlike", .maps = ALL, .face = 2), 1024, 1024, WRITTEN(16), .whole = true},
    TILES("earthlike", 16),
    TILES("barren", 11),
    TILES("desert", 15),
    TILES("inferno", 14),
    TILES("ice", 11),
    TILES("gas-giant", 15),
    {"ready_inferno", "the recipe of an inferno made ready: names, numbers, sites", &ready_work,
     TYPE("inferno", ALBEDO), 2048, 1024, .cost = {0}, .whole = true, .serial = true},
    {"ready_earthlike", "an earthlike made ready: plates, climate, erosion and rivers solved", &ready_work,
     TYPE("earthlike", ALBEDO), 2048, 1024, .cost = {0}, .whole = true},
    {"ready_swamp", "a swamp made ready: the terrain with the most land", &ready_work, TYPE("swamp", ALBEDO),
     2048, 1024, .cost = {0}, .whole = true},
    {"ready_gas-giant", "a gas giant made ready: its winds solved", &ready_work, TYPE("gas-giant", ALBEDO),
     2048, 1024, .cost = {0}, .whole = true},
    {"png_albedo_4096", "an inferno's albedo as PNG, not stored", &png_work, TYPE("inferno", ALBEDO), 4096,
     2048, READ(3), .whole = true, .serial = true},
    {"png_height_4096", "its heights, 16 bits", &png_work, TYPE("inferno", HEIGHT), 4096, 2048, READ(2),
     .whole = true, .serial = true},
    {"png_normal_4096", "its normals", &png_work, TYPE("inferno", NORMAL), 4096, 2048, READ(3), .whole = true,
     .serial = true},
    {"png_set_4096", "all five maps beside each other", &png_work, TYPE("inferno", ALL), 4096, 2048, READ(14),
     .whole = true},
    {"levels_4096", "its levels of detail, down to one texel", &levels_work, TYPE("inferno", ALBEDO), 4096,
     2048, .cost = {1, 4, 1, 0}, .whole = true},
    {"bc1_4096", "an inferno's albedo as blocks of BC1", &blocks_work, BLOCKS("inferno", TR_TEXTURE_BC1), 4096,
     2048, .cost = {0.5, 3, 0.5, 0}, .whole = true},
    {"bc7_2048", "the same as BC7", &blocks_work, BLOCKS("inferno", TR_TEXTURE_BC7), 2048, 1024,
     .cost = {1, 3, 1, 0}, .whole = true},
    {"ktx2_albedo_2048", "the same with its levels in a KTX2 file, compressed", &ktx2_work,
     BLOCKS("inferno", TR_TEXTURE_BC7), 2048, 1024, .cost = {1, 3, 1, 0}, .whole = true},
};

const tr_bench_table tr_bench_planets = {sizeof rows / sizeof rows[0], rows};

static const planet_numbers all_maps = {.maps = ALL}, height_of_field = {.field = "", .maps = HEIGHT};

tr_status tr_bench_type_row(const char *name, const char *type, tr_bench_row *row, tr_error *error) {
    const tr_world world = {.name = type, .has_seed = true, .seed = 7};
    tr_recipe *recipe = NULL;
    const tr_status status = tr_bench_load(&world, &(tr_bench_setup){.quick = false}, &recipe, error);
    const unsigned maps = status == TR_OK ? tr_recipe_maps(recipe) : 0;
    double bytes = 0;
    for (int m = 0; m < TR_MAP_COUNT; m++)
        bytes += maps >> m & 1u ? (double)tr_map_texel_bytes((tr_map)m) : 0;
    tr_recipe_destroy(recipe);
    *row = (tr_bench_row){name,           "a planet with all its maps",
                          &bake_work,     &all_maps,
                          2048,           1024,
                          WRITTEN(bytes), .whole = true,
                          .of = type};
    return status;
}

tr_bench_row tr_bench_field_row(const char *name, const char *field) {
    return (tr_bench_row){
        name,       "a height map of the field alone", &field_work, &height_of_field, 2048, 1024, WRITTEN(2),
        .of = field};
}
