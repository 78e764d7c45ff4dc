// Occlusion: how much of the sky the surrounding ground hides at each place, in the red channel of the ORM map.
#include "support.h"

#include "base/pool.h"
#include "planet/mips.h"
#include "planets.h"

#include <math.h>

static tr_surface *make_coarse(const char *world, uint64_t seed) {
    tr_scene scene;
    tr_surface *surface;
    load(world, seed, 0, NULL, &scene);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    tr_scene_clear(&scene);
    return surface;
}

// A sphere whose height is |sin φ| of so many of its radii at the poles: a valley along the equator whose walls
// have that slope. With a relief of 4 the height is a quarter of that.
static tr_surface *make_valley(double height_km, double relief) {
    static const char *const pattern =
        "{\"format\": 1, \"radius_km\": 1000, \"height_min_m\": 0, \"height_max_m\": 1000000, "
        "\"slope_exaggeration\": %g,"
        "\"layers\": [{\"name\": \"walls\", \"field\": \"abs_sin_latitude\", \"amount\": %g}],"
        "\"albedo\": [{\"name\": \"ground\", \"channel\": \"height\", \"stops\": [[0, \"808080\"]]}]}";
    char path[256];
    snprintf(path, sizeof path, "%s/valley.json", TERRELLA_TEST_DIR);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, pattern, relief, 1000 * height_km);
    assert_int_equal(fclose(file), 0);
    return make_coarse(path, 1);
}

// Bakes the ORM map of a whole planet. free() it.
static uint8_t *bake_orm(const tr_surface *surface, int width, int threads) {
    tr_pool *pool;
    uint8_t *orm = malloc(3 * (size_t)width * (size_t)(width / 2));
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_ORM] = orm};
    assert_non_null(orm);
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), texels, NULL, NULL),
                     TR_OK);
    tr_pool_destroy(pool);
    return orm;
}

static int open_at(const uint8_t *orm, int width, double latitude_deg, int column) {
    const int row = (int)((90 - latitude_deg) / 180 * (width / 2));
    return orm[3 * ((size_t)row * (size_t)width + (size_t)column)];
}

// A valley with walls of slope s on both sides hides 1 - 1 / sqrt(1 + s²) of the sky: the mean over all
// azimuths of s² cos² / (1 + s² cos²). A slope hides half of that, a summit nothing.
static void check_valley(double height_km, double relief, double slope) {
    enum { width = 4096 };
    tr_surface *surface = make_valley(height_km, relief);
    uint8_t *orm = bake_orm(surface, width, 2);
    const double hidden = 1 - 1 / sqrt(1 + slope * slope);
    double bottom[2] = {0};
    for (int column = 0; column < width; column++)
        for (int south = 0; south < 2; south++)
            bottom[south] += (double)open_at(orm, width, south ? -0.05 : 0.05, column) / width;
    // The lattice is 0.18 degrees wide, so the bottom is slightly rounded.
    for (int south = 0; south < 2; south++)
        assert_true(bottom[south] >= 255 * (1 - hidden) - 1 && bottom[south] <= 255 * (1 - 0.9 * hidden) + 1);
    assert_true(fabs(bottom[0] - bottom[1]) <= 2);
    const double there = slope * cos(0.35) / (1 + slope * sin(0.35)); // at 20 degrees
    const double half = (1 - 1 / sqrt(1 + there * there)) / 2;
    for (int column = 0; column < width; column += 37) {
        if (fabs(open_at(orm, width, 20, column) - 255 * (1 - half)) > 3)
            fail_msg("%d instead of %g on a slope of %g", open_at(orm, width, 20, column), 255 * (1 - half),
                     there);
        assert_true(open_at(orm, width, 89.5, column) >= 254);
    }
    free(orm);
    tr_surface_destroy(surface);
}

static void test_a_valley_sees_what_its_walls_leave(void **state) {
    (void)state;
    check_valley(100, 10, 1); // relief scales occlusion as it scales normals
    if (under_sanitizer)
        return;
    check_valley(500, 1, 0.5);
    check_valley(0.1, 1, 0.0001);
}

static int lowest_of(const tr_surface *surface, int width) {
    uint8_t *orm = bake_orm(surface, width, 2);
    int lowest = 255;
    for (int i = 0; i < width * width / 2; i++)
        lowest = orm[3 * i] < lowest ? orm[3 * i] : lowest;
    free(orm);
    return lowest;
}

static void test_what_has_no_ground_sees_all_of_the_sky(void **state) {
    (void)state;
    const struct {
        const char *type;
        int least, most;
    } types[] = {{"gas-giant", 255, 255}, {"asteroid", 30, 200}, {"barren", 60, 230}, {"earthlike", 60, 250}};
    for (size_t i = 0; i < (is_quick() ? 2 : sizeof types / sizeof types[0]); i++) {
        tr_surface *surface = make_coarse(types[i].type, 3);
        const int lowest = lowest_of(surface, 1024);
        if (lowest < types[i].least || lowest > types[i].most)
            fail_msg("%s: the least is %d", types[i].type, lowest);
        tr_surface_destroy(surface);
    }
}

// A mesh shows the shape at its true scale, so relief does not make it steeper. On a sphere it does.
static void test_relief_is_not_for_meshes(void **state) {
    (void)state;
    enum { width = 256 };
    static const char *const types[] = {"asteroid", "barren"}, *const reliefs[] = {"slope_exaggeration=1",
                                                                                   "slope_exaggeration=8"};
    for (int t = 0; t < 2; t++) {
        uint8_t *orm[2];
        for (int k = 0; k < 2; k++) {
            const char *const sets[] = {reliefs[k], NULL};
            tr_surface *surface = make_ready(types[t], 0, 3, sets);
            orm[k] = bake_orm(surface, width, 2);
            tr_surface_destroy(surface);
        }
        assert_int_equal(memcmp(orm[0], orm[1], 3 * width * width / 2) == 0, t == 0);
        free(orm[0]);
        free(orm[1]);
    }
}

// Renderers compute horizons themselves, so maps that are baked for them have no occlusion.
static void test_maps_of_renderers_are_without(void **state) {
    (void)state;
    enum { width = 128 };
    tr_surface *surface = make_coarse("barren", 3);
    tr_pool *pool;
    tr_planet_maps baked;
    uint8_t *memory = malloc(tr_mips_bytes(surface, width, false));
    assert_non_null(memory);
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_mips_bake(surface, pool, NULL, width, false, NULL, memory, &baked, NULL), TR_OK);
    for (int i = 0; i < width * width / 2; i++)
        assert_int_equal(((const uint8_t *)baked.orm)[3 * i], 255);
    tr_pool_destroy(pool);
    free(memory);
    tr_surface_destroy(surface);
}

// ---- horizons on demand ------------------------------------------------------------------------

enum { askers = 4 };

typedef struct asking {
    tr_surface *surface;
    tr_pool *pools[askers];
    const tr_cube *found[askers];
} asking;

static void ask(void *context, int index, int worker) {
    (void)worker;
    asking *a = context;
    if (tr_surface_occlusion(a->surface, a->pools[index], tr_whole_map(256), NULL, &a->found[index], NULL) !=
        TR_OK)
        a->found[index] = NULL;
}

static void test_all_threads_get_the_same(void **state) {
    (void)state;
    tr_pool *pool;
    asking a = {.surface = make_coarse("barren", 3)};
    for (int i = 0; i < askers; i++)
        assert_int_equal(tr_pool_create(1, &a.pools[i], NULL), TR_OK);
    assert_int_equal(tr_pool_create(askers, &pool, NULL), TR_OK);
    tr_pool_run(pool, askers, ask, &a);
    assert_non_null(a.found[0]);
    for (int i = 0; i < askers; i++) {
        assert_ptr_equal(a.found[i], a.found[0]);
        tr_pool_destroy(a.pools[i]);
    }
    const tr_cube *of_half = NULL;
    assert_int_equal(tr_surface_occlusion(a.surface, pool, tr_whole_map(128), NULL, &of_half, NULL), TR_OK);
    assert_ptr_not_equal(of_half, a.found[0]);
    tr_pool_destroy(pool);
    tr_surface_destroy(a.surface);
}

static void test_it_can_be_stopped_and_asked_for_again(void **state) {
    (void)state;
    tr_pool *pool;
    atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    const tr_cube *found = NULL;
    tr_error error = {0};
    tr_surface *surface = make_coarse("barren", 3);
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_occlusion(surface, pool, tr_whole_map(256), &watch, &found, &error),
                     TR_STOPPED);
    assert_null(found);
    assert_int_equal(tr_surface_occlusion(surface, pool, tr_whole_map(256), NULL, &found, NULL), TR_OK);
    assert_non_null(found);
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_valley_sees_what_its_walls_leave),
        cmocka_unit_test(test_what_has_no_ground_sees_all_of_the_sky),
        cmocka_unit_test(test_relief_is_not_for_meshes),
        cmocka_unit_test(test_maps_of_renderers_are_without),
        cmocka_unit_test(test_all_threads_get_the_same),
        cmocka_unit_test(test_it_can_be_stopped_and_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
