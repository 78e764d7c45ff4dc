// Endless detail appears only where maps are wide enough. Maps of 2048 columns are the same with and without
// it. For every type, the finest two octaves of a map have about as much contrast at 65536 columns as at 4096.
// The bits are the same on every instruction set and for every division into patches.
// ctest: COST 30
#include "measure/measure.h"
#include "support.h"

#include "planets.h"
#include "worlds.h"
#include <math.h>

enum { columns = 64, rows = 32, widths = 3 };
static const int width_of[widths] = {4096, 16384, 65536};

static void bake_colours(const tr_surface *surface, tr_pool *pool, tr_map map, tr_patch patch,
                         uint8_t *texels) {
    void *const all[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = map == TR_MAP_ALBEDO ? texels : NULL,
                                     [TR_MAP_EMISSION] = map == TR_MAP_EMISSION ? texels : NULL};
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, patch, all, NULL, NULL), TR_OK);
}

static double whole_variance(const tr_surface *surface, tr_pool *pool, tr_map map) {
    enum { width = 512 };
    static uint8_t texels[width * width / 2 * 3];
    static float lightness[width * width / 2];
    tr_detail_amplitudes detail;
    bake_colours(surface, pool, map, tr_whole_map(width), texels);
    assert_int_equal(tr_measure_lightness(texels, width, NULL, lightness, NULL), TR_OK);
    tr_measure_detail(lightness, width, &detail);
    const double fine = detail.rms[0] * detail.rms[0] + detail.rms[1] * detail.rms[1];
    return fine / detail.fraction;
}

// The variance of the finest two octaves of a map `width` columns wide, in patches spread over the planet.
static double fine_variance(const tr_surface *surface, tr_pool *pool, tr_map map, int width, int places) {
    uint8_t texels[columns * rows * 3];
    float lightness[columns * rows];
    double sum = 0;
    for (int i = 0; i < places; i++) {
        const double up = 0.8 * (1 - 2 * (i + 0.5) / places), turns = i * 0.38196601125;
        const tr_patch patch = {.projection = TR_EQUIRECT,
                                .resolution = width,
                                .x = (int)((turns - floor(turns)) * (width - columns)),
                                .y = (int)((0.5 - asin(up) / 3.14159265) * width / 2),
                                .width = columns,
                                .height = rows};
        tr_detail_amplitudes detail;
        bake_colours(surface, pool, map, patch, texels);
        assert_int_equal(tr_measure_lightness(texels, columns, NULL, lightness, NULL), TR_OK);
        tr_measure_detail(lightness, columns, &detail);
        sum += detail.rms[0] * detail.rms[0] + detail.rms[1] * detail.rms[1];
    }
    return sum / places;
}

static bool is_gas(const char *name) {
    static const char *const all[] = {"gas-giant", "ice-giant", "hot-giant", "greenhouse", "star"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i], name) == 0)
            return true;
    return false;
}

static void test_detail_never_ends(void **state) {
    (void)state;
    const int places = is_full() ? 160 : 40;
    tr_pool *pool;
    bool kept = true;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int t = 0; t < type_count; t += is_quick() ? 9 : 1) {
        tr_scene scene;
        load(type_names[t], 3, 0, NULL, &scene);
        tr_surface *surface;
        const tr_map map = strcmp(type_names[t], "star") == 0 ? TR_MAP_EMISSION : TR_MAP_ALBEDO;
        assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), pool, NULL, &surface, NULL),
                         TR_OK);
        const double all = whole_variance(surface, pool, map), most = is_gas(type_names[t]) ? 4 : 2;
        double fraction[widths];
        bool own = true;
        for (int k = 0; k < widths; k++) {
            fraction[k] = fine_variance(surface, pool, map, width_of[k], places) / all;
            own = own && fraction[k] > fraction[0] / most && fraction[k] < fraction[0] * most;
        }
        print_message("%-14s %6.2f %6.2f %6.2f %%   %5.2f %5.2f%s\n", type_names[t], 100 * fraction[0],
                      100 * fraction[1], 100 * fraction[2], fraction[1] / fraction[0],
                      fraction[2] / fraction[0],
                      own ? "" : "   too weak or too strong: see docs/internals/near-types.md");
        kept = kept && own;
        tr_surface_destroy(surface);
        tr_scene_clear(&scene);
    }
    tr_pool_destroy(pool);
    assert_true(kept);
}

// ---- detail only on wide maps ------------------------------------------------------------------

static double *endless_of(tr_layer *layer) {
    const tr_parameter_table *table = &layer->kind->parameters;
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].key, "endless") == 0)
            return (double *)((char *)layer + table->rows[i].offset);
    return NULL;
}

// Removes all endless octaves.
static void end_detail(tr_recipe *recipe) {
    for (int i = 0; i < recipe->layer_count; i++) {
        tr_layer *layer = &recipe->layers[i];
        double *endless = endless_of(layer);
        const bool dunes = endless && *endless > 0 && strcmp(layer->kind->name, "dunes") == 0;
        if (dunes || strcmp(layer->kind->name, "patterns") == 0)
            layer->amount = (tr_number){0};
        else if (endless)
            *endless = 0;
    }
}

enum { far_columns = 512, far_rows = 256, far_width = 2048 };
typedef uint8_t far_maps[3][far_columns * far_rows * 3];

static void bake_far(const tr_recipe *recipe, tr_pool *pool, const tr_surface *previous, far_maps out,
                     tr_surface **surface) {
    const tr_patch patch = {.projection = TR_EQUIRECT,
                            .resolution = far_width,
                            .x = 300,
                            .y = 350,
                            .width = far_columns,
                            .height = far_rows};
    void *const texels[TR_MAP_COUNT] = {
        [TR_MAP_ALBEDO] = out[0], [TR_MAP_NORMAL] = out[1], [TR_MAP_EMISSION] = out[2]};
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, previous, surface, NULL), TR_OK);
    assert_int_equal(tr_surface_bake_patch(*surface, pool, NULL, patch, texels, NULL, NULL), TR_OK);
}

static void test_maps_of_2048_columns_show_none_of_it(void **state) {
    (void)state;
    static far_maps with, without;
    static const char *const names[] = {"albedo", "normal", "emission"};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    for (int t = 0; t < type_count; t += is_quick() ? 9 : 1) {
        tr_scene scene;
        tr_surface *before, *after;
        load(type_names[t], 5, 0, NULL, &scene);
        bake_far(scene.planets[0].recipe, pool, NULL, with, &after);
        end_detail(scene.planets[0].recipe);
        bake_far(scene.planets[0].recipe, pool, after, without, &before);
        for (int m = 0; m < 3; m++)
            if (memcmp(with[m], without[m], sizeof with[m]) != 0)
                fail_msg("%s: a %s map of 2048 columns shows its layers for near ground: give them a larger "
                         "scale, see docs/internals/near-types.md",
                         type_names[t], names[m]);
        tr_surface_destroy(before);
        tr_surface_destroy(after);
        tr_scene_clear(&scene);
    }
    tr_pool_destroy(pool);
}

// ---- fields ------------------------------------------------------------------------------------

typedef struct endless_field {
    const char *name;
    const char *sets[5];
} endless_field;

static const endless_field *all_fields(int *count) {
    static const endless_field all[] = {
        {"patterns", {"scale=160", "pattern=polygons"}},
        {"patterns", {"scale=160", "pattern=parcels"}},
        {"patterns", {"scale=160", "pattern=crowns"}},
        {"patterns", {"scale=160", "pattern=blocks"}},
        {"patterns", {"scale=60", "pattern=ropes"}},
        {"dunes", {"scale=300", "endless=1"}},
        {"dunes", {"scale=300", "endless=0.9", "kind=barchan"}},
        {"dunes", {"scale=300", "endless=0.9", "kind=star", "value=crest"}},
        {"dunes", {"scale=300", "endless=0.9", "value=slip"}},
        {"streets", {"endless=0.5", "scale=100", "levels=1"}},
        {"streets", {"endless=0.5", "scale=100", "levels=1", "value=blocks"}},
    };
    *count = (int)(sizeof all / sizeof all[0]);
    return all;
}

static void bake_field(const endless_field *f, tr_isa isa, int resolution, int column, int count,
                       uint16_t *out) {
    tr_world world = {.name = f->name, .has_seed = true, .seed = 3, .sets = f->sets, .field_width = 2048};
    while (f->sets[world.set_count])
        world.set_count++;
    tr_scene scene;
    tr_surface *surface;
    tr_pool *pool;
    scene = load_world(world);
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, isa, NULL, NULL, &surface, NULL), TR_OK);
    const tr_patch patch = {.projection = TR_EQUIRECT,
                            .resolution = resolution,
                            .x = resolution / 3 + column,
                            .y = resolution / 5,
                            .width = count,
                            .height = 64};
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = out};
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, patch, texels, NULL, NULL), TR_OK);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
}

static double deviation(const uint16_t *map, int count) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
        sum += map[i], squares += (double)map[i] * map[i];
    return sqrt(fmax(squares / count - sum / count * (sum / count), 0));
}

// A map is flat at 2048 columns, except for streets, whose coarsest level shows. Each wider map adds equal
// contrast, while heights of dunes scale with their sizes.
static void test_fields_begin_where_such_maps_end(void **state) {
    (void)state;
    static uint16_t map[64 * 64];
    int count;
    const endless_field *all = all_fields(&count);
    for (int i = 0; i < count; i++) {
        double shown[4];
        for (int k = 0; k < 4; k++) {
            bake_field(&all[i], tr_isa_best(), 2048 << (3 * k), 0, 64, map);
            shown[k] = deviation(map, 64 * 64);
        }
        print_message("%s %s: %.0f %.0f %.0f %.0f\n", all[i].name, all[i].sets[1], shown[0], shown[1], shown[2],
                      shown[3]);
        if (strcmp(all[i].name, "streets") != 0)
            assert_true(shown[0] == 0);
        assert_true(shown[1] > 100 && shown[2] > 20 && shown[3] > 2);
    }
}

static void test_fields_are_the_same_bits_in_every_cut(void **state) {
    (void)state;
    static uint16_t whole[64 * 96], part[64 * 96];
    int count;
    const endless_field *all = all_fields(&count);
    for (int i = 0; i < count; i++) {
        bake_field(&all[i], tr_isa_best(), 65536, 0, 96, whole);
        for (tr_isa isa = 0; isa < tr_isa_best(); isa++)
            if (tr_isa_available(isa)) {
                bake_field(&all[i], isa, 65536, 0, 96, part);
                assert_memory_equal(whole, part, sizeof whole);
            }
        bake_field(&all[i], tr_isa_best(), 65536, 37, 21, part);
        for (int j = 0; j < 64; j++)
            assert_memory_equal(whole + j * 96 + 37, part + j * 21, 21 * sizeof *part);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_detail_never_ends),
                                       cmocka_unit_test(test_maps_of_2048_columns_show_none_of_it),
                                       cmocka_unit_test(test_fields_begin_where_such_maps_end),
                                       cmocka_unit_test(test_fields_are_the_same_bits_in_every_cut)};
    return cmocka_run_group_tests(tests, find_types, NULL);
}
