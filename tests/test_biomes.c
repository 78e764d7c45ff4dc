// Biome maps.
// ctest: COST 20
#include "export/target.h"
#include "planet/biomes.h"
#include "planet/oklab.h"
#include "texture_sets.h"
#include "worlds.h"

#include <jansson.h>
#include <math.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_SIMD
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

enum { width = 512, biome = 1u << TR_EXPORT_BIOME };

// Begins a set of a planet of a type, with its terrain on a coarse lattice.
static void begin_type(struct set *set, const char *directory, const char *type, uint64_t seed, int threads) {
    const tr_world world = {.name = type, .has_seed = true, .seed = seed};
    tr_scene scene;
    begin_set(set, directory, threads);
    tr_surface_destroy(set->surface);
    tr_recipe_destroy(set->recipe);
    scene = load_world(world);
    set->job.recipe = set->recipe = scene.planets[0].recipe; // NOLINT(clang-analyzer-core.*): it is there
    scene.planets[0].recipe = NULL;
    tr_scene_clear(&scene);
    tr_recipe_coarsen(set->recipe, 48);
    set->job.width = width;
    set->job.maps = biome;
    assert_int_equal(tr_surface_create(set->recipe, tr_isa_best(), NULL, NULL, &set->surface, NULL), TR_OK);
}

static uint8_t *read_picture(const char *directory, const char *name, int channels) {
    char path[1024];
    int columns, rows, there;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    uint8_t *texels = stbi_load(path, &columns, &rows, &there, channels);
    assert_non_null(texels);
    assert_int_equal(there, channels);
    return texels;
}

// ---- colours -------------------------------------------------------------------------------------

// The mean colour and the texel count of each biome.
struct colours {
    double lab[TR_BIOME_COUNT][3];
    int count[TR_BIOME_COUNT];
};

static void look_at(const struct folder *folder, const char *type, uint64_t seed, struct colours *c) {
    struct set set;
    begin_type(&set, folder->path, type, seed, 2);
    set.job.maps |= 1u << TR_MAP_ALBEDO;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint8_t *ids = read_picture(folder->path, "test-7_biome.png", 1),
            *albedo = read_picture(folder->path, "test-7_albedo.png", 3);
    *c = (struct colours){0};
    for (int i = 0; i < width * width / 2; i++) {
        double rgb[3], lab[3];
        assert_in_range(ids[i], 0, TR_BIOME_COUNT - 1);
        for (int k = 0; k < 3; k++)
            rgb[k] = pow(albedo[3 * i + k] / 255.0, 2.2);
        tr_oklab_from_linear(rgb, lab);
        c->count[ids[i]]++;
        for (int k = 0; k < 3; k++)
            c->lab[ids[i]][k] += lab[k];
    }
    for (int id = 0; id < TR_BIOME_COUNT; id++)
        for (int k = 0; k < 3 && c->count[id]; k++)
            c->lab[id][k] /= c->count[id];
    stbi_image_free(ids), stbi_image_free(albedo);
    end_set(&set);
}

// Asserts that one biome is lighter than the other if both have enough texels. Returns the number of
// comparisons.
static int lighter(const struct colours *c, const char *type, tr_biome light, tr_biome dark, double by) {
    if (c->count[light] < 150 || c->count[dark] < 150)
        return 0;
    if (c->lab[light][0] < c->lab[dark][0] + by)
        fail_msg("%s: %s (%g) is not lighter than %s (%g)", type, tr_biome_name(light), c->lab[light][0],
                 tr_biome_name(dark), c->lab[dark][0]);
    return 1;
}

static void test_they_are_what_the_picture_shows(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *type;
        uint64_t seed;
        int told; // least number of the comparisons below
    } planets[] = {{"earthlike", 1, 11}, {"earthlike", 2, 11},  {"tundra", 1, 2},
                   {"swamp", 1, 2},      {"archipelago", 1, 2}, {"ocean", 3, 1}};
    for (size_t i = 0; i < sizeof planets / sizeof *planets; i++) {
        struct colours c;
        const char *type = planets[i].type;
        look_at(folder, type, planets[i].seed, &c);
        const int told = lighter(&c, type, TR_BIOME_SEA_ICE, TR_BIOME_SEA, 0.4) +
                         lighter(&c, type, TR_BIOME_ICE, TR_BIOME_HOT_DESERT, 0.1) +
                         lighter(&c, type, TR_BIOME_ICE, TR_BIOME_TUNDRA, 0.2) +
                         lighter(&c, type, TR_BIOME_HOT_DESERT, TR_BIOME_SHRUBLAND, 0.05) +
                         lighter(&c, type, TR_BIOME_HOT_DESERT, TR_BIOME_SAVANNA, 0.1) +
                         lighter(&c, type, TR_BIOME_COLD_DESERT, TR_BIOME_STEPPE, 0.03) +
                         lighter(&c, type, TR_BIOME_STEPPE, TR_BIOME_FOREST, 0.04) +
                         lighter(&c, type, TR_BIOME_FOREST, TR_BIOME_RAIN_FOREST, 0.02) +
                         lighter(&c, type, TR_BIOME_SAVANNA, TR_BIOME_SEASONAL_FOREST, 0.05) +
                         lighter(&c, type, TR_BIOME_SEASONAL_FOREST, TR_BIOME_TROPICAL_FOREST, 0.03) +
                         lighter(&c, type, TR_BIOME_TUNDRA, TR_BIOME_TAIGA, 0.05);
        if (told < planets[i].told)
            fail_msg("%s: there are too few biomes: %d", type, told);
        if (strcmp(type, "swamp") != 0)
            assert_true(c.lab[TR_BIOME_SEA][2] < -0.005); // blue
        for (int id = TR_BIOME_TAIGA; id < TR_BIOME_COUNT; id++)
            if (c.count[id] >= 150)
                assert_true(c.lab[id][2] > 0.01); // yellow and green
        if (c.count[TR_BIOME_HOT_DESERT] >= 150 && c.count[TR_BIOME_TROPICAL_FOREST] >= 150)
            assert_true(c.lab[TR_BIOME_HOT_DESERT][1] > c.lab[TR_BIOME_TROPICAL_FOREST][1] + 0.02); // redder
    }
}

// The sea of the biome map equals the sea mask.
static void test_it_has_the_coast_of_the_sea(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_type(&set, folder->path, "earthlike", 3, 2);
    set.job.maps |= 1u << TR_EXPORT_SEA | 1u << TR_MAP_HEIGHT;
    set.job.height_range = TR_HEIGHT_RANGE_PLANET;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint8_t *ids = read_picture(folder->path, "test-7_biome.png", 1),
            *sea = read_picture(folder->path, "test-7_sea.png", 1);
    for (int i = 0; i < width * width / 2; i++)
        assert_int_equal(sea[i] ? 1 : 0, ids[i] <= TR_BIOME_SEA_ICE);
    stbi_image_free(ids), stbi_image_free(sea);
    end_set(&set);
}

// ---- files ---------------------------------------------------------------------------------------

static void test_the_legend_names_them(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_type(&set, folder->path, "earthlike", 1, 2);
    set.job.width = 64;
    set.job.format = TR_FORMAT_JPG; // JPEG would change the numbers
    assert_int_equal(export_set(&set, NULL), TR_OK);
    json_t *manifest = json_load_file(set.result.paths[set.result.count - 1], 0, NULL);
    const json_t *map = json_object_get(json_object_get(manifest, "maps"), "biome"),
                 *legend = json_object_get(map, "legend");
    assert_string_equal(json_string_value(json_object_get(map, "file")), "test-7_biome.png");
    assert_string_equal(json_string_value(json_object_get(map, "filter")), "nearest");
    assert_int_equal(json_array_size(legend), TR_BIOME_COUNT);
    for (size_t i = 0; i < TR_BIOME_COUNT; i++) {
        const json_t *entry = json_array_get(legend, i);
        assert_int_equal(json_integer_value(json_object_get(entry, "id")), i);
        assert_true(strlen(json_string_value(json_object_get(entry, "name"))) > 2);
        assert_int_equal(strlen(json_string_value(json_object_get(entry, "colour"))), 6);
    }
    json_decref(manifest);
    end_set(&set);
}

static void test_every_way_gives_the_same(void **state) {
    struct folder *folder = *state;
    uint8_t *maps[2], *tiles[2];
    for (int way = 0; way < 3; way++) {
        struct set set;
        begin_type(&set, folder->path, "tundra", 1, way ? 3 : 1);
        set.job.maps |= way == 1 ? 1u << TR_MAP_ALBEDO | 1u << TR_MAP_ORM : 0;
        if (way == 2) {
            set.job.stem = "tiles";
            set.job.layout = TR_LAYOUT_GEODETIC;
            set.job.tiles = (tr_tiles){.size = 256};
        }
        assert_int_equal(export_set(&set, NULL), TR_OK);
        if (way < 2)
            maps[way] = read_picture(folder->path, "test-7_biome.png", 1);
        end_set(&set);
    }
    tiles[0] = read_picture(folder->path, "tiles/biome/0/0_0.png", 1);
    tiles[1] = read_picture(folder->path, "tiles/biome/0/1_0.png", 1);
    for (int i = 0; i < width * width / 2; i++) {
        assert_int_equal(maps[0][i], maps[1][i]);
        assert_int_equal(maps[0][i], tiles[i % width / 256][i / width * 256 + i % 256]);
    }
    for (int i = 0; i < 2; i++)
        stbi_image_free(tiles[i]), stbi_image_free(maps[i]);
}

// Cube faces show the same biomes as the map in the same directions.
static void test_faces(void **state) {
    struct folder *folder = *state;
    struct set set;
    enum { size = width / 4 };
    static const char *const letters[6] = {"px", "nx", "py", "ny", "pz", "nz"};
    begin_type(&set, folder->path, "earthlike", 1, 2);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint8_t *map = read_picture(folder->path, "test-7_biome.png", 1);
    set.job.layout = TR_LAYOUT_CUBE;
    set.job.width = size;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    int same = 0;
    for (int f = 0; f < 6; f++) {
        char name[64];
        snprintf(name, sizeof name, "test-7_biome_%s.png", letters[f]);
        uint8_t *face = read_picture(folder->path, name, 1);
        const tr_patch patch = {TR_CUBE, f, size, 0, 0, size, size};
        for (int i = 0; i < size * size; i++) {
            double d[3];
            tr_patch_direction(&patch, i % size, i / size, d);
            const double u = atan2(-d[2], d[0]) / (2 * 3.14159265358979) + 0.5,
                         v = acos(d[1]) / 3.14159265358979;
            same += face[i] == map[(int)(v * width / 2) * width + (int)(u * width) % width];
        }
        stbi_image_free(face);
    }
    stbi_image_free(map);
    assert_true(same > 6 * size * size * 9 / 10);
    end_set(&set);
}

// The biome that a type is named after covers at least a sixth of its land.
static void test_types_have_what_they_are_called_for(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *type;
        tr_biome most;
    } planets[] = {{"tundra", TR_BIOME_TUNDRA}, {"swamp", TR_BIOME_WETLAND}};
    for (int i = 0; i < 2; i++) {
        struct colours c;
        look_at(folder, planets[i].type, 2, &c);
        int grown = 0;
        for (int id = TR_BIOME_TUNDRA; id < TR_BIOME_COUNT; id++)
            grown += c.count[id];
        if (c.count[planets[i].most] < grown / 6)
            fail_msg("%s: %d texels of %d are %s", planets[i].type, c.count[planets[i].most], grown,
                     tr_biome_name(planets[i].most));
    }
}

static void test_not_every_planet_has_them(void **state) {
    struct folder *folder = *state;
    static const char *const types[] = {"barren", "gas-giant", "inferno"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct set set;
        begin_type(&set, folder->path, types[i], 1, 1);
        assert_int_equal(export_set(&set, NULL), TR_BAD_INPUT);
        assert_string_equal(set.error.message, "this planet has no biome to export");
        assert_int_equal(count_entries(folder->path), 0);
        end_set(&set);
    }
}

// ---- the table -----------------------------------------------------------------------------------

static void test_climates(void **state) {
    (void)state;
    static const struct {
        tr_climate climate;
        tr_biome biome;
    } places[] = {
        {{.sea = true, .warmth = 20, .moisture = 0.5}, TR_BIOME_SEA},
        {{.sea = true, .ice = 0.6}, TR_BIOME_SEA_ICE},
        {{.warmth = -20, .ice = 0.6, .water = true}, TR_BIOME_ICE},
        {{.warmth = 20, .moisture = 0.5, .water = true}, TR_BIOME_WATER},
        {{.warmth = 20, .moisture = 0.5, .bog = 0.6}, TR_BIOME_WETLAND},
        {{.warmth = 20, .moisture = 0.5, .bog = 0.6, .water = true}, TR_BIOME_WATER},
        {{.warmth = -5, .moisture = 0.5}, TR_BIOME_TUNDRA},
        {{.warmth = -5, .moisture = 0.5, .height_m = 3000}, TR_BIOME_ALPINE},
        {{.warmth = 3, .moisture = 0.5}, TR_BIOME_TAIGA},
        {{.warmth = 10, .moisture = -0.5}, TR_BIOME_COLD_DESERT},
        {{.warmth = 10, .moisture = 0.35}, TR_BIOME_STEPPE},
        {{.warmth = 10, .moisture = 0.6}, TR_BIOME_FOREST},
        {{.warmth = 10, .moisture = 20}, TR_BIOME_RAIN_FOREST},
        {{.warmth = 30, .moisture = -3}, TR_BIOME_HOT_DESERT},
        {{.warmth = 30, .moisture = 0.4}, TR_BIOME_SAVANNA},
        {{.warmth = 2000, .moisture = 0.7}, TR_BIOME_SEASONAL_FOREST},
        {{.warmth = 30, .moisture = 0.9}, TR_BIOME_TROPICAL_FOREST},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (tr_biome_find(&places[i].climate) != places[i].biome)
            fail_msg("place %d is %s instead of %s", (int)i, tr_biome_name(tr_biome_find(&places[i].climate)),
                     tr_biome_name(places[i].biome));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_they_are_what_the_picture_shows),
        FOLDER_TEST(test_it_has_the_coast_of_the_sea),
        FOLDER_TEST(test_the_legend_names_them),
        FOLDER_TEST(test_every_way_gives_the_same),
        FOLDER_TEST(test_faces),
        FOLDER_TEST(test_types_have_what_they_are_called_for),
        FOLDER_TEST(test_not_every_planet_has_them),
        cmocka_unit_test(test_climates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
