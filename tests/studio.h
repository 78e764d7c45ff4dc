// The studio of all tests of pictures: a renderer without a window. Needs EGL with OpenGL 3.3, no display.
#pragma once
#include "render/offscreen.h"
#include "render/render.h"
#include "support.h"

#include <math.h>

typedef struct studio {
    tr_offscreen *offscreen;
    tr_renderer *renderer;
} studio;

// Returns 0, or says why there is no studio and returns -1, as the setups of cmocka do.
static inline int open_studio(studio *s, int width, int height) {
    tr_error error = {.status = TR_OK};
    if (tr_offscreen_create(width, height, &s->offscreen, &error) == TR_OK &&
        tr_renderer_create(tr_offscreen_loader(), true, &s->renderer, &error) == TR_OK)
        return 0;
    print_error("%s\n", error.message);
    return -1;
}

static inline void close_studio(studio *s) {
    tr_renderer_destroy(s->renderer);
    tr_offscreen_destroy(s->offscreen);
}

// After every test whose fixture begins with a studio: OpenGL had nothing to complain about.
static inline int check_debug(void **state) {
    const studio *s = *state;
    if (tr_renderer_debug_errors(s->renderer) == 0)
        return 0;
    print_error("OpenGL: %s\n", tr_renderer_debug_message(s->renderer));
    return -1;
}

static inline void upload_maps(const studio *s, int planet, const tr_planet_maps *maps) {
    tr_error error = {.status = TR_OK};
    if (tr_renderer_set_maps(s->renderer, planet, maps, &error) != TR_OK)
        fail_msg("%s", error.message);
}

// Hands the renderer the profiles of all rings as they are now.
static inline void hand_rings(tr_renderer *renderer, const tr_scene *scene) {
    for (int i = 0; i < scene->planet_count; i++) {
        static uint8_t rgba[4 * TR_RINGS_WIDTH];
        const tr_recipe *recipe = scene->planets[i].recipe;
        if (tr_recipe_has_rings(recipe))
            tr_rings_bake(recipe, TR_RINGS_WIDTH, rgba);
        tr_renderer_set_rings(renderer, i, tr_recipe_has_rings(recipe) ? rgba : NULL);
    }
}

// A picture as large as the studio: 3 bytes a pixel into rgb, rows from the top.
static inline void take_picture(const studio *s, const tr_scene *scene, const tr_view *view, uint8_t *rgb) {
    tr_error error = {.status = TR_OK};
    hand_rings(s->renderer, scene);
    if (tr_renderer_draw(s->renderer, scene, view, &error) != TR_OK ||
        tr_offscreen_read(s->offscreen, NULL, rgb, &error) != TR_OK)
        fail_msg("%s", error.message);
}

// The light, of 0 … 1, that a code of sRGB stands for.
static inline double linear(int code) {
    const double c = code / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}
