// Maps of layers: each shows the effect of its own layer.
#include "planet/surface.h"

#include "support.h"
#include "worlds.h"

#include <stdlib.h>

static const char *const text =
    "{\"height_min_m\": -500, \"height_max_m\": 500, \"layers\": ["
    "{\"name\": \"zones\", \"field\": \"abs_sin_latitude\", \"amount\": 100},"
    "{\"name\": \"plateau\", \"field\": \"constant\", \"amount\": 5},"
    "{\"name\": \"hills\", \"field\": \"fractal\", \"scale\": 2, \"amount\": 20},"
    "{\"name\": \"again\", \"field\": \"fractal\", \"scale\": 2, \"amount\": -20}]}";

static tr_surface *make_surface(void) {
    tr_recipe *recipe = load_recipe(world_of(text));
    tr_surface *surface;
    assert_int_equal(tr_surface_create(recipe, TR_ISA_BASELINE, NULL, NULL, &surface, NULL), TR_OK);
    tr_recipe_destroy(recipe);
    return surface;
}

static uint8_t texel(const uint8_t *grey, int layer, int column, int row) {
    return grey[layer * TR_LAYER_MAP_TEXELS + row * TR_LAYER_MAP_WIDTH + column];
}

static void each_shows_its_own(void **state) {
    (void)state;
    static uint8_t grey[4 * TR_LAYER_MAP_TEXELS];
    tr_surface *surface = make_surface();
    tr_error error = {0};
    assert_int_equal(tr_layer_maps(surface, 4, NULL, grey, &error), TR_OK);
    int low = 255, high = 0;
    for (int row = 0; row < TR_LAYER_MAP_HEIGHT; row++)
        for (int column = 0; column < TR_LAYER_MAP_WIDTH; column++) {
            assert_int_equal(texel(grey, 0, column, row), texel(grey, 0, 0, row)); // constant along zones
            assert_int_equal(texel(grey, 1, column, row), 128);
            const int hill = texel(grey, 2, column, row);
            low = hill < low ? hill : low, high = hill > high ? hill : high;
        }
    assert_true(abs(texel(grey, 0, 0, 0) - texel(grey, 0, 0, TR_LAYER_MAP_HEIGHT / 2)) > 200);
    assert_true(low == 0 && high == 255);
    tr_surface_destroy(surface);
}

static void there_is_no_more_room(void **state) {
    (void)state;
    static uint8_t grey[3 * TR_LAYER_MAP_TEXELS];
    tr_surface *surface = make_surface();
    tr_error error = {0};
    memset(grey, 7, sizeof grey);
    assert_int_equal(tr_layer_maps(surface, 2, NULL, grey, &error), TR_OK);
    assert_int_equal(texel(grey, 1, 0, 0), 128);
    assert_int_equal(texel(grey, 2, 0, 0), 7);
    tr_surface_destroy(surface);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    static uint8_t grey[4 * TR_LAYER_MAP_TEXELS];
    tr_surface *surface = make_surface();
    const tr_watch watch = {.stopped = always};
    tr_error error = {0};
    assert_int_equal(tr_layer_maps(surface, 4, &watch, grey, &error), TR_STOPPED);
    tr_surface_destroy(surface);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_shows_its_own),
                                       cmocka_unit_test(there_is_no_more_room),
                                       cmocka_unit_test(it_can_be_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
