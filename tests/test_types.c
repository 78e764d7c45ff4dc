// Properties of every built-in type: no seam, no pinch at the poles, knobs with an effect, and seeds that are
// presentable and differ. Statistics over hundreds of planets, skipped under the sanitizers.
// ctest: LABELS looks COST 30
#include "support.h"

#include "planets.h"
#include <math.h>

// The first seeds of a type on small maps, which two tests use.
enum { small_width = 128, small_texels = small_width * small_width / 2, most_seeds = 10 };
static int count_seeds(void) { return is_full() ? most_seeds : 5; }

typedef struct world {
    maps maps;
    double radius_km;
} world;

// Whole-planet solutions are as coarse as the maps, except with TR_FULL.
static void load_world(int type, uint64_t seed, int count, const char *const sets[], tr_scene *scene) {
    enum { cells = 48 };
    load(type_names[type], seed, count, sets, scene);
    if (!is_full())
        tr_recipe_coarsen(scene->planets[0].recipe, cells);
}

// Only the maps that these tests use, because others take longer.
static maps make_ground(int width) {
    const size_t texels = (size_t)width * (size_t)(width / 2);
    return (maps){.width = width, .albedo = malloc(3 * texels), .height = malloc(2 * texels)};
}

static void bake_world(int type, uint64_t seed, world *w) {
    tr_scene scene;
    load_world(type, seed, 0, NULL, &scene);
    bake(scene.planets[0].recipe, tr_isa_best(), 2, NULL, &w->maps);
    w->radius_km = scene.planets[0].recipe->radius_km;
    tr_scene_clear(&scene);
}

// State: worlds[type * count_seeds() + seed - 1].
static int bake_worlds(void **state) {
    if (find_types(state) != 0)
        return -1;
    const int seeds = count_seeds();
    world *worlds = calloc((size_t)(type_count * seeds), sizeof *worlds);
    assert_non_null(worlds);
    for (int i = 0; i < type_count * seeds; i++) {
        worlds[i].maps = make_ground(small_width);
        bake_world(i / seeds, (uint64_t)(i % seeds) + 1, &worlds[i]);
    }
    *state = worlds;
    return 0;
}

static int free_worlds(void **state) {
    world *worlds = *state;
    for (int i = 0; i < type_count * count_seeds(); i++)
        free_maps(&worlds[i].maps);
    free(worlds);
    return 0;
}

// The mean difference of two columns of a map.
static double column_difference(const uint8_t *map, int width, int a, int b) {
    double sum = 0;
    for (int j = 0; j < width / 2; j++)
        for (int c = 0; c < 3; c++)
            sum += abs(map[3 * ((size_t)j * (size_t)width + (size_t)a) + (size_t)c] -
                       map[3 * ((size_t)j * (size_t)width + (size_t)b) + (size_t)c]);
    return sum;
}

// Whether the difference across the antimeridian exceeds that of any two neighbouring columns elsewhere.
// `columns` holds the difference of each column from the next, summed over seeds.
static bool has_seam(const double columns[], int width) {
    double inside = 0, worst = 0;
    for (int i = 0; i + 1 < width; i++) {
        inside += columns[i] / (width - 1);
        worst = fmax(worst, columns[i]);
    }
    return columns[width - 1] > fmax(worst, 2 * inside + 1);
}

// Where one seed shows a seam, more seeds decide: a coast may run along the antimeridian.
static void test_types_have_no_seam(void **state) {
    (void)state;
    enum { width = small_width, first = 5, last = 9 };
    maps m = make_ground(width);
    m.normal = malloc(3 * small_texels);
    for (int t = 0; t < type_count; t++) {
        double columns[2][width] = {0};
        bool seam = true;
        for (uint64_t seed = first; seam && seed <= last; seed++) {
            tr_scene scene;
            load_world(t, seed, 0, NULL, &scene);
            bake(scene.planets[0].recipe, tr_isa_best(), 2, NULL, &m);
            for (int i = 0; i < width; i++) {
                columns[0][i] += column_difference(m.albedo, width, i, (i + 1) % width);
                columns[1][i] += column_difference(m.normal, width, i, (i + 1) % width);
            }
            seam = has_seam(columns[0], width) || has_seam(columns[1], width);
            tr_scene_clear(&scene);
        }
        assert_false(seam);
    }
    free_maps(&m);
}

// Across a pole, opposite texels of the first row are one step apart, like neighbouring rows elsewhere. Over
// many seeds they differ no more than those. Where few seeds exceed that, more decide: a lake shore through a
// pole has a large effect.
static void test_types_have_no_pinch(void **state) {
    enum { width = small_width, rows = width / 2, tried = 60 };
    const int seeds = count_seeds();
    const world *worlds = *state;
    world more = {.maps = make_ground(width)};
    for (int t = 0; t < type_count; t++) {
        double across = 0, beside = 0;
        for (int seed = 1; seed <= seeds || (seed <= tried && across > 1.6 * beside); seed++) {
            if (seed > seeds)
                bake_world(t, (uint64_t)seed, &more);
            const uint8_t *albedo = (seed > seeds ? &more : &worlds[t * seeds + seed - 1])->maps.albedo;
            for (int pole = 0; pole < 2; pole++)
                for (int i = 0; i < width; i++)
                    for (int c = 0; c < 3; c++) {
                        const uint8_t *row = albedo + 3 * (size_t)(pole * (rows - 1)) * width + c;
                        // rows near the pole, but not next to it
                        const uint8_t *near = albedo + 3 * (size_t)(pole ? rows - 5 : 4) * width + c;
                        across += abs(row[3 * i] - row[3 * ((i + width / 2) % width)]);
                        beside += abs(near[3 * i] - near[3 * (i + (pole ? -width : width))]);
                    }
        }
        if (across > 1.6 * beside + 100)
            print_message("%s: %.0f across the poles, %.0f beside them\n", type_names[t], across, beside);
        assert_true(across <= 1.6 * beside + 100);
    }
    free_maps(&more.maps);
}

// ---- properties of every type ------------------------------------------------------------------

static double albedo_change(const maps *a, const maps *b) {
    double sum = 0;
    size_t bytes = 3 * (size_t)a->width * (size_t)(a->width / 2);
    for (size_t i = 0; i < bytes; i++)
        sum += abs(a->albedo[i] - b->albedo[i]);
    return sum / (double)bytes;
}

// Replaces the previous surface, reusing its unchanged solutions.
static void bake_on(tr_surface **surface, const tr_recipe *recipe, maps *m) {
    tr_surface *before = *surface;
    *surface = bake_after(before, recipe, tr_isa_best(), 2, NULL, m);
    tr_surface_destroy(before);
}

static void test_every_knob_changes_every_type(void **state) {
    (void)state;
    const char *const sets[] = {"noisiness=0.1",   "noisiness=1.6", "persistence=0.3",
                                "persistence=0.7", "octaves=3",     "octaves=10"};
    maps a = make_ground(256), b = make_ground(256);
    for (int t = 0; t < type_count; t++) {
        tr_surface *surface = NULL; // the last one, whose solutions are reused
        // without TR_FULL: one knob of each type, each knob in turn
        for (int k = is_full() ? 0 : 2 * (t % 3), end = is_full() ? 6 : k + 2; k < end; k += 2) {
            tr_scene low, high;
            load_world(t, 1, 1, &sets[k], &low);
            load_world(t, 1, 1, &sets[k + 1], &high);
            bake_on(&surface, low.planets[0].recipe, &a);
            bake_on(&surface, high.planets[0].recipe, &b);
            if (albedo_change(&a, &b) < 0.8)
                print_message("%s: %s hardly changes it: %g\n", type_names[t], sets[k], albedo_change(&a, &b));
            assert_true(albedo_change(&a, &b) >= 0.8);
            tr_scene_clear(&low);
            tr_scene_clear(&high);
        }
        tr_surface_destroy(surface);
    }
    free_maps(&a);
    free_maps(&b);
}

// Seeds give different worlds of different sizes that stay within their height range and have more than one
// colour.
static void test_every_seed_is_another_presentable_world(void **state) {
    enum { texels = small_texels, compared = 5 };
    for (int t = 0; t < type_count; t++) {
        const world *w = (const world *)*state + t * count_seeds();
        for (int s = 0; s < compared; s++) {
            int clamped = 0, used[32] = {0}, colours = 0;
            for (int i = 0; i < texels; i++) {
                clamped += w[s].maps.height[i] == 0 || w[s].maps.height[i] == 65535;
                used[w[s].maps.albedo[3 * i + 1] / 8]++;
            }
            for (int c = 0; c < 32; c++)
                colours += used[c] > texels / 200;
            if (clamped > texels / 1000 || colours < 4)
                print_message("%s seed %d: %d texels out of the height range, %d colours\n", type_names[t],
                              s + 1, clamped, colours);
            assert_true(clamped <= texels / 1000);
            assert_true(colours >= 4);
            for (int k = 0; k < s; k++) {
                assert_true(albedo_change(&w[s].maps, &w[k].maps) > 2);
                assert_true(w[s].radius_km != w[k].radius_km);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_have_no_seam),
        cmocka_unit_test(test_types_have_no_pinch),
        cmocka_unit_test(test_every_knob_changes_every_type),
        cmocka_unit_test(test_every_seed_is_another_presentable_world),
    };
    return cmocka_run_group_tests(tests, bake_worlds, free_worlds);
}
