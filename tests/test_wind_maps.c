// Maps of the winds that move a gas giant's clouds.
// ctest: COST 10
#include "export/target.h"
#include "texture_sets.h"
#include "vectors.h"
#include "worlds.h"

#include <jansson.h>
#include <math.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_SIMD
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

enum { width = 256, face = 64, wind = 1u << TR_EXPORT_WIND };

// A gas giant with storms, on a coarse lattice.
static tr_recipe *make_giant(const char *type, uint64_t seed, int lattice) {
    const tr_world world = {.name = type, .has_seed = true, .seed = seed};
    tr_scene scene = load_world(world);
    tr_recipe *recipe = scene.planets[0].recipe; // NOLINT(clang-analyzer-core.*): it is there
    scene.planets[0].recipe = NULL;
    tr_scene_clear(&scene);
    tr_recipe_coarsen(recipe, lattice);
    return recipe;
}

static void begin_giant(struct set *set, const char *directory, int threads) {
    begin_set(set, directory, threads);
    tr_surface_destroy(set->surface);
    tr_recipe_destroy(set->recipe);
    set->recipe = make_giant("gas-giant", 1, 64);
    set->job.recipe = set->recipe;
    set->job.maps = wind;
    set->job.width = width;
    assert_int_equal(tr_surface_create(set->recipe, tr_isa_best(), NULL, NULL, &set->surface, NULL), TR_OK);
}

static uint16_t *read_wind(const char *directory, const char *name, int *columns, int *rows) {
    char path[1024];
    int channels;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    uint16_t *texels = stbi_load_16(path, columns, rows, &channels, 3);
    assert_non_null(texels);
    return texels;
}

// Unit vectors at a texel: eastward along the rows, and northward against the order of the rows.
static void find_axes(const tr_patch *map, int x, int y, double along[3], double against[3]) {
    double up[3], right[3];
    tr_patch_direction(map, x, y, up);
    tr_patch_direction(map, x + 1e-3, y, right);
    const double part = dot3(right, up);
    for (int c = 0; c < 3; c++)
        along[c] = right[c] - part * up[c];
    const double length = sqrt(dot3(along, along));
    for (int c = 0; c < 3; c++)
        along[c] /= length;
    for (int c = 0; c < 3; c++)
        against[c] = up[(c + 1) % 3] * along[(c + 2) % 3] - up[(c + 2) % 3] * along[(c + 1) % 3];
}

// Texels hold the planet's wind: a vector field on the sphere without seam or poles.
static void assert_is_wind(const struct set *set, const tr_patch *map, const uint16_t *texels, double fastest) {
    const tr_isa isa = tr_isa_best();
    tr_cube_vectors field;
    assert_int_equal(tr_surface_wind(set->surface, set->pool, NULL, &field, NULL), TR_OK);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++, texels += 3) {
            double up[3], axes[2][3];
            tr_patch_direction(map, x, y, up);
            find_axes(map, x, y, axes[0], axes[1]);
            float v[3] = {(float)up[0], (float)up[1], (float)up[2]};
            TR_KERNEL_OF(isa, tr_cube_vectors_sample)(&field, 1, &v[0], &v[1], &v[2], &v[0], &v[1], &v[2]);
            const double there[3] = {(double)v[0], (double)v[1], (double)v[2]};
            const double slower = fmax(sqrt(dot3(there, there)) / fastest, 1); // faster winds are clamped
            for (int c = 0; c < 2; c++) {
                const double told = (2 * texels[c] / 65535.0 - 1) * fastest;
                if (fabs(told - dot3(there, axes[c]) / slower) > 1e-3)
                    fail_msg("face %d, texel %d, %d: %g is not %g", map->face, x, y, told,
                             dot3(there, axes[c]));
            }
            assert_int_equal(texels[2], 32768); // no vertical wind
        }
    tr_wind_clear(&field);
}

static double read_fastest(const struct set *set, const char *red, const char *green) {
    json_t *manifest = json_load_file(set->result.paths[set->result.count - 1], 0, NULL);
    const json_t *map = json_object_get(json_object_get(manifest, "maps"), "wind"),
                 *speed = json_object_get(map, "speed");
    assert_non_null(speed);
    assert_string_equal(json_string_value(json_object_get(map, "red")), red);
    assert_string_equal(json_string_value(json_object_get(map, "green")), green);
    assert_string_equal(json_string_value(json_object_get(map, "convention")), "+Y (OpenGL)");
    assert_true(json_number_value(json_object_get(speed, "blown")) > 0.2);
    const double fastest = json_number_value(json_object_get(speed, "maximum"));
    json_decref(manifest);
    return fastest;
}

static void test_the_map_is_the_wind(void **state) {
    struct folder *folder = *state;
    struct set set;
    int columns, rows;
    begin_giant(&set, folder->path, 2);
    set.job.normal_bits = 16;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint16_t *texels = read_wind(folder->path, "test-7_wind.png", &columns, &rows);
    const tr_patch map = tr_whole_map(width);
    assert_is_wind(&set, &map, texels, read_fastest(&set, "east", "north"));
    stbi_image_free(texels);
    end_set(&set);
}

static void test_faces_have_it_along_their_columns(void **state) {
    struct folder *folder = *state;
    static const char *const letters[6] = {"px", "nx", "py", "ny", "pz", "nz"};
    struct set set;
    begin_giant(&set, folder->path, 2);
    set.job.normal_bits = 16;
    set.job.layout = TR_LAYOUT_CUBE;
    set.job.width = face;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    const double fastest = read_fastest(&set, "along columns", "against rows");
    for (int f = 0; f < 6; f++) {
        char name[64];
        int columns, rows;
        snprintf(name, sizeof name, "test-7_wind_%s.png", letters[f]);
        uint16_t *texels = read_wind(folder->path, name, &columns, &rows);
        const tr_patch map = {TR_CUBE, f, face, 0, 0, face, face};
        assert_is_wind(&set, &map, texels, fastest);
        stbi_image_free(texels);
    }
    end_set(&set);
}

// Neither threads nor other maps in the same bake change it, and tiles equal the map. An 8-bit texel is the
// 16-bit one, rounded.
static void test_every_way_gives_the_same(void **state) {
    struct folder *folder = *state;
    uint16_t *maps[3], *tiles[2];
    int columns, rows;
    for (int way = 0; way < 3; way++) {
        struct set set;
        begin_giant(&set, folder->path, way ? 3 : 1);
        set.job.width = 512;
        set.job.maps |= way ? 1u << TR_MAP_ALBEDO : 0;
        set.job.normal_bits = way == 2 ? 16 : 8;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        maps[way] = read_wind(folder->path, "test-7_wind.png", &columns, &rows);
        end_set(&set);
    }
    struct set set;
    begin_giant(&set, folder->path, 2);
    set.job.stem = "tiles";
    set.job.layout = TR_LAYOUT_GEODETIC;
    set.job.width = 512;
    set.job.tiles = (tr_tiles){.size = 256};
    assert_int_equal(export_set(&set, NULL), TR_OK);
    end_set(&set);
    tiles[0] = read_wind(folder->path, "tiles/wind/0/0_0.png", &columns, &rows);
    tiles[1] = read_wind(folder->path, "tiles/wind/0/1_0.png", &columns, &rows);
    assert_int_equal(columns, 256);
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 512; x++)
            for (int c = 0; c < 3; c++) {
                const int i = 3 * (512 * y + x) + c;
                assert_int_equal(maps[0][i], maps[1][i]);
                assert_int_equal(maps[0][i], tiles[x / 256][3 * (256 * y + x % 256) + c]);
                assert_true(abs(maps[0][i] - maps[2][i]) <= 129);
            }
    for (int i = 0; i < 3; i++)
        stbi_image_free(i < 2 ? tiles[i] : NULL), stbi_image_free(maps[i]);
}

// The speed range fits the winds: few are faster, and not all are much slower.
static void test_speeds_fill_the_range(void **state) {
    (void)state;
    static const char *const types[] = {"gas-giant", "ice-giant", "hot-giant", "greenhouse"};
    enum { seeds = 3 };
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int i = 0; i < 4 * seeds; i++) {
        tr_recipe *recipe = make_giant(types[i / seeds], (uint64_t)(i % seeds + 1), 128);
        const tr_warp *warp = &recipe->warps[tr_recipe_wind(recipe)];
        const double fastest = warp->kind->fastest(recipe, warp);
        tr_surface *surface;
        tr_cube_vectors field;
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
        assert_int_equal(tr_surface_wind(surface, pool, NULL, &field, NULL), TR_OK);
        const int side = field.cells + 1;
        int faster = 0;
        double most = 0;
        for (int k = 0; k < 6 * side * side; k++) {
            const float *v = tr_cube_at(&field, k / (side * side), k % side, k / side % side);
            const double there[3] = {(double)v[0], (double)v[1], (double)v[2]};
            most = fmax(most, sqrt(dot3(there, there)));
            faster += sqrt(dot3(there, there)) > fastest;
        }
        if (most < 0.5 * fastest || faster > 6 * side * side / 1000)
            fail_msg("%s %d: %g, %d points are faster than %g", types[i / seeds], i % seeds + 1, most, faster,
                     fastest);
        tr_wind_clear(&field);
        tr_surface_destroy(surface);
        tr_recipe_destroy(recipe);
    }
    tr_pool_destroy(pool);
}

static void test_not_every_planet_has_one(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_set(&set, folder->path, 1);
    set.job.maps = wind;
    assert_int_equal(export_set(&set, NULL), TR_BAD_INPUT);
    assert_string_equal(set.error.message, "this planet has no wind to export");
    assert_int_equal(count_entries(folder->path), 0);
    assert_false(tr_export_possible(set.recipe) & wind);
    end_set(&set);
    begin_giant(&set, folder->path, 1);
    assert_true(tr_export_possible(set.recipe) & wind);
    assert_false(tr_export_outputs(set.recipe) & wind); // not exported unless requested
    end_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_the_map_is_the_wind),      FOLDER_TEST(test_faces_have_it_along_their_columns),
        FOLDER_TEST(test_every_way_gives_the_same), cmocka_unit_test(test_speeds_fill_the_range),
        FOLDER_TEST(test_not_every_planet_has_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
