// An offscreen renderer for all tests of pictures. Needs EGL with OpenGL 3.3, no display.
#pragma once
#include "render/offscreen.h"
#include "render/private/renderer.h"
#include "support.h"

#include <math.h>

typedef struct studio {
    tr_offscreen *offscreen;
    tr_renderer *renderer;
} studio;

// Returns 0, or prints the error and returns -1, as cmocka's setup functions do.
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

// Teardown of tests whose fixture begins with a studio: fails if OpenGL reported an error.
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

// Uploads the current profiles of all rings to the renderer.
static inline void hand_rings(tr_renderer *renderer, const tr_scene *scene) {
    for (int i = 0; i < scene->planet_count; i++) {
        static uint8_t rgba[4 * TR_RINGS_WIDTH];
        const tr_recipe *recipe = scene->planets[i].recipe;
        if (tr_recipe_has_rings(recipe))
            tr_rings_bake(recipe, TR_RINGS_WIDTH, rgba);
        tr_ring_set(&renderer->ring, i, tr_recipe_has_rings(recipe) ? rgba : NULL);
    }
}

// Draws a picture of the studio's size into rgb: 3 bytes per pixel, rows from the top.
static inline void take_picture(const studio *s, const tr_scene *scene, const tr_view *view, uint8_t *rgb) {
    tr_error error = {.status = TR_OK};
    hand_rings(s->renderer, scene);
    if (tr_renderer_draw(s->renderer, scene, view, &error) != TR_OK ||
        tr_offscreen_read(s->offscreen, NULL, rgb, &error) != TR_OK)
        fail_msg("%s", error.message);
}

// The linear light, 0 … 1, of an sRGB code.
static inline double linear(int code) {
    const double c = code / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}
