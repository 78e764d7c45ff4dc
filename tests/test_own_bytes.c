// A planet that follows own maps, and one that all tools have painted: the same bytes on every instruction set,
// with any number of threads, in every cut of a map and in tiles of every depth.

#include "planet/surface.h"
#include "terrella/terrella.h"
#include "worlds.h"

#include <math.h>

enum { sources = TR_BAND_SOURCES };

// ---- the planets ---------------------------------------------------------------------------------

enum { columns = 64, rows = 32, count = columns * rows };

// Waves, with a hash from texel to texel: -1 … 1.
static double wave_at(int i, int kind) {
    const double u = 2 * M_PI * (i % columns) / columns, v = M_PI * (i / columns + 0.5) / rows;
    const unsigned hash = (unsigned)(i + kind) * 2654435761u >> 22;
    return 0.8 * sin(v) * sin((2 + kind % 3) * u + 2 * v + kind) + 0.2 * hash / 1024;
}

static void give(tr_recipe *recipe, const char *file, const void *bytes, size_t length) {
    tr_error error = {0};
    if (tr_recipe_set_image(recipe, file, bytes, length, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
}

// Raw numbers of 16 bits.
static void give_numbers(tr_recipe *recipe, const char *file, int kind) {
    uint16_t codes[count];
    for (int i = 0; i < count; i++)
        codes[i] = (uint16_t)(kind == 1 ? (wave_at(i, 0) > 0 ? 65535 : 0) : 32768 + 32000 * wave_at(i, kind));
    give(recipe, file, codes, sizeof codes);
}

// A TGA in the colours of biomes.
static void give_colours(tr_recipe *recipe, const char *file) {
    uint8_t bytes[18 + 3 * count] = {[2] = 2, [12] = columns, [14] = rows, [16] = 24, [17] = 32};
    for (int i = 0; i < count; i++) {
        const int biome =
            wave_at(i, 0) > 0 ? 3 + (i % columns / 8 + i / columns / 8) % (TR_BIOME_COUNT - 3) : 0;
        for (int c = 0; c < 3; c++)
            bytes[18 + 3 * i + c] = tr_biome_colours[biome][2 - c];
    }
    give(recipe, file, bytes, sizeof bytes);
}

static const char *const mapped[] = {
    "maps.height={\"file\": \"height.r16\", \"range_m\": [-6000, 7000], \"region_deg\": [-120, -50, 100, 70]}",
    "maps.land={\"file\": \"land.r16\"}",
    "maps.biome={\"file\": \"biome.tga\", \"strength\": 0.9}",
    "maps.rain={\"file\": \"rain.r16\", \"region_deg\": [150, -40, 230, 90]}",
    "maps.colour={\"file\": \"biome.tga\", \"strength\": 0.3, \"west_deg\": 33}",
    "maps.clouds={\"file\": \"rain.r16\", \"strength\": 0.7}",
    "maps.fog={\"file\": \"rain.r16\", \"range\": [0, 60]}",
    "layers.fog={\"field\": \"channel\", \"channel\": \"fog\"}", // metres of height
    "sea_level_m=120",
    "land_turn=[20, 10, 5]",
};
static const char *const painted[] = {
    "strokes.land={\"tool\": \"land\", \"points\": \"0 0 100000 300000\", \"radius\": 12}",
    "strokes.sea={\"tool\": \"sea\", \"points\": \"0 1700000 100000 200000 -300000 0\", \"closed\": true}",
    "strokes.raise={\"tool\": \"raise\", \"points\": \"100000 100000\", \"radius\": 5, \"height_m\": 900}",
    "strokes.lower={\"tool\": \"lower\", \"points\": \"0 100000\", \"radius\": 4, \"height_m\": 300}",
    "strokes.mountains={\"tool\": \"mountains\", \"points\": \"50000 0 50000 250000\", \"radius\": 3}",
    "strokes.flatten={\"tool\": \"flatten\", \"points\": \"-30000 50000\", \"radius\": 6, \"height_m\": 200}",
    "strokes.warm={\"tool\": \"warm\", \"points\": \"700000 0 150000 1200000\", \"radius\": 9}",
    "strokes.cool={\"tool\": \"cool\", \"points\": \"0 -200000 200000 300000\", \"radius\": 7}",
    "strokes.wet={\"tool\": \"wet\", \"points\": \"-200000 0 100000 500000\", \"radius\": 8}",
    "strokes.dry={\"tool\": \"dry\", \"points\": \"0 0 100000 90000\", \"radius\": 5}",
    "strokes.biome={\"tool\": \"biome\", \"points\": \"90000 200000\", \"radius\": 5, \"biome\": \"taiga\"}",
    "strokes.colour={\"tool\": \"colour\", \"points\": \"-899999 0 800000 900000\", \"colour\": \"c04020\"}",
    "strokes.crater={\"tool\": \"crater\", \"points\": \"0 200000\", \"radius\": 4, \"height_m\": 2000}",
    "strokes.volcano={\"tool\": \"volcano\", \"points\": \"20000 150000\", \"radius\": 4}",
    "strokes.erase={\"tool\": \"erase\", \"points\": \"60000 60000\", \"radius\": 3, \"strength\": 0.6}",
};
_Static_assert(sizeof painted / sizeof *painted == TR_STROKE_TOOL_COUNT, "all tools paint");

static tr_recipe *make_recipe(bool follows_maps) {
    static const char text[] = "{\"type\": \"earthlike\", \"seed\": 3}";
    const char *const *sets = follows_maps ? mapped : painted;
    const int set_count = follows_maps ? sizeof mapped / sizeof *mapped : sizeof painted / sizeof *painted;
    tr_recipe *recipe;
    tr_error error = {0};
    assert_int_equal(tr_recipe_from_json(text, strlen(text), &recipe, NULL), TR_OK);
    if (tr_recipe_set(recipe, set_count, sets, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    if (follows_maps) {
        give_numbers(recipe, "height.r16", 0);
        give_numbers(recipe, "land.r16", 1);
        give_numbers(recipe, "rain.r16", 2);
        give_colours(recipe, "biome.tga");
    }
    tr_recipe_coarsen(recipe, 32);
    return recipe;
}

// ---- texels --------------------------------------------------------------------------------------

static tr_band make_band(tr_patch patch) {
    tr_band band = {.patch = patch};
    for (int s = 0; s < sources; s++)
        if (s != TR_BAND_WIND) // this type has none
            band.texels[s] = calloc((size_t)patch.width * (size_t)patch.height, tr_band_texel_bytes(s));
    return band;
}

static void free_band(tr_band *band) {
    for (int s = 0; s < sources; s++)
        free(band->texels[s]);
}

static tr_surface *make_surface(const tr_recipe *recipe, tr_isa isa, tr_pool *pool) {
    tr_surface *surface;
    tr_error error = {0};
    if (tr_surface_create(recipe, isa, pool, NULL, &surface, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    return surface;
}

static tr_band bake(const tr_surface *surface, tr_pool *pool, tr_patch patch) {
    const tr_band band = make_band(patch);
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    return band;
}

// Asserts that `part` is the rectangle of `all` that its patch says.
static void assert_part(const tr_band *all, const tr_band *part, const char *what) {
    const tr_patch a = all->patch, p = part->patch;
    for (int s = 0; s < sources; s++)
        for (int y = 0; y < p.height && all->texels[s]; y++) {
            const size_t texel = tr_band_texel_bytes(s),
                         first = (size_t)((p.y + y - a.y) * a.width + p.x - a.x);
            if (memcmp((char *)all->texels[s] + first * texel,
                       (char *)part->texels[s] + (size_t)(y * p.width) * texel, (size_t)p.width * texel) != 0)
                fail_msg("%s: source %d differs in row %d of %d x %d at (%d, %d) of %d", what, s, y, p.width,
                         p.height, p.x, p.y, p.resolution);
        }
}

static void compare_cuts(const tr_surface *surface, tr_pool *pool, tr_patch whole, int side, const char *what) {
    const int cuts[][4] = {{0, 0, side, side}, // tiles
                           {whole.width - side, whole.height - side, side, side},
                           {whole.width / 2 - 3, whole.height / 2, 7, 3}, // blocks of other sizes
                           {whole.width - 1, 1, 1, whole.height - 2},
                           {5, whole.height / 3, whole.width - 5, 1}};
    tr_band all = bake(surface, pool, whole);
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        tr_patch patch = whole;
        patch.x += cuts[i][0], patch.y += cuts[i][1], patch.width = cuts[i][2], patch.height = cuts[i][3];
        tr_band part = bake(surface, pool, patch);
        assert_part(&all, &part, what);
        free_band(&part);
    }
    free_band(&all);
}

// ---- tests ---------------------------------------------------------------------------------------

static void compare_machines(const tr_recipe *recipe, const char *what) {
    static const int threads[] = {5, 2, 1};
    tr_pool *one;
    assert_int_equal(tr_pool_create(1, &one, NULL), TR_OK);
    tr_surface *surface = make_surface(recipe, TR_ISA_BASELINE, one);
    tr_band first = bake(surface, one, tr_whole_map(64));
    tr_surface_destroy(surface);
    tr_pool_destroy(one);
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        tr_pool *pool;
        if (!tr_isa_available(isa))
            continue;
        assert_int_equal(tr_pool_create(threads[(int)isa % 3], &pool, NULL), TR_OK);
        surface = make_surface(recipe, isa, pool);
        tr_band again = bake(surface, pool, first.patch);
        assert_part(&first, &again, what);
        free_band(&again);
        tr_surface_destroy(surface);
        tr_pool_destroy(pool);
    }
    free_band(&first);
}

// A planet without a terrain that follows a map of a part of the globe, whose land is turned.
static tr_recipe *make_part(void) {
    static const char text[] =
        "{\"type\": \"barren\", \"seed\": 3, \"land_turn\": [40, 20, 5], \"maps\": [{\"name\": \"height\", "
        "\"file\": "
        "\"height.r16\", \"range_m\": [-6000, 7000], \"region_deg\": [150, -40, 230, 30]}]}";
    tr_recipe *recipe;
    assert_int_equal(tr_recipe_from_json(text, strlen(text), &recipe, NULL), TR_OK);
    give_numbers(recipe, "height.r16", 0);
    tr_recipe_coarsen(recipe, 32);
    return recipe;
}

static void test_a_part_is_the_same_everywhere(void **state) {
    (void)state;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    tr_recipe *recipe = make_part();
    compare_machines(recipe, "part");
    tr_surface *surface = make_surface(recipe, tr_isa_best(), pool);
    compare_cuts(surface, pool, tr_whole_map(90), 40, "map of a part");
    compare_cuts(surface, pool, (tr_patch){TR_CUBE, 0, 32, 0, 0, 32, 32}, 16, "face of a part");
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
    tr_pool_destroy(pool);
}

static void test_every_machine_makes_the_same_bytes(void **state) {
    (void)state;
    for (int follows = 0; follows < 2; follows++) {
        tr_recipe *recipe = make_recipe(follows);
        compare_machines(recipe, follows ? "maps" : "strokes");
        tr_recipe_destroy(recipe);
    }
}

static void test_every_cut_makes_the_same_bytes(void **state) {
    (void)state;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int follows = 0; follows < 2; follows++) {
        tr_recipe *recipe = make_recipe(follows);
        tr_surface *surface = make_surface(recipe, tr_isa_best(), pool);
        compare_cuts(surface, pool, tr_whole_map(90), 40, "map");
        // tiles of 32 texels of a face, whole, and divided once and four times
        compare_cuts(surface, pool, (tr_patch){TR_CUBE, 0, 32, 0, 0, 32, 32}, 16, "depth 0");
        compare_cuts(surface, pool, (tr_patch){TR_CUBE, 2, 64, 0, 0, 64, 32}, 32, "depth 1");
        compare_cuts(surface, pool, (tr_patch){TR_CUBE, 0, 512, 256, 220, 50, 40}, 32, "depth 4");
        compare_cuts(surface, pool, (tr_patch){TR_CUBE, 0, 512, 480, 230, 32, 40}, 32, "at an edge");
        tr_surface_destroy(surface);
        tr_recipe_destroy(recipe);
    }
    tr_pool_destroy(pool);
}

// A planet that is opened with its strokes has two terrains of a common ground: the one without strokes has the
// level of the sea. Strokes on a planet that is there add one terrain. Both ways give the same planet.
static void test_painting_is_opening(void **state) {
    (void)state;
    static const char *const sets[] = {"strokes.land=null", "strokes.sea=null", "strokes.mountains=null",
                                       "strokes.wet=null", "strokes.dry=null"};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int heights_only = 0; heights_only < 2; heights_only++) {
        tr_recipe *recipe = make_recipe(false), *plain = make_recipe(false);
        tr_surface *before, *after;
        assert_int_equal(tr_recipe_set(recipe, heights_only ? 5 : 0, sets, NULL), TR_OK);
        assert_int_equal(tr_recipe_set(plain, 1, &(const char *){"strokes=[]"}, NULL), TR_OK);
        before = make_surface(recipe, TR_ISA_BASELINE, pool);
        tr_band opened = bake(before, pool, tr_whole_map(64));
        tr_surface_destroy(before);
        before = make_surface(plain, TR_ISA_BASELINE, pool);
        assert_int_equal(tr_surface_create(recipe, TR_ISA_BASELINE, pool, before, &after, NULL), TR_OK);
        tr_band again = bake(after, pool, opened.patch);
        assert_part(&opened, &again, heights_only ? "heights" : "all strokes");
        free_band(&opened);
        free_band(&again);
        tr_surface_destroy(before);
        tr_surface_destroy(after);
        tr_recipe_destroy(plain);
        tr_recipe_destroy(recipe);
    }
    tr_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_machine_makes_the_same_bytes),
                                       cmocka_unit_test(test_a_part_is_the_same_everywhere),
                                       cmocka_unit_test(test_every_cut_makes_the_same_bytes),
                                       cmocka_unit_test(test_painting_is_opening)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
