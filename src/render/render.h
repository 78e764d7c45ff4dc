// Draws a scene into a framebuffer with OpenGL 3.3 core. The maps come from the CPU; the GPU only lights them.
#pragma once
#include "base/status.h"
#include "scene/scene.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_renderer tr_renderer;

typedef void (*tr_gl_procedure)(void);
typedef tr_gl_procedure (*tr_gl_loader)(const char *name);

// The maps of one planet as the renderer takes them: equirectangular, `levels` mip levels of RGB8 each, one
// after another, level k (width >> k) x (height >> k). Level 0 is exactly what the exporter writes.
typedef struct tr_planet_maps {
    int width; // of level 0; the height is half of it
    int levels;
    const uint8_t *albedo, *normal, *emission; // emission may be NULL: the planet does not glow
} tr_planet_maps;

// Where the picture is taken from. Distances are measured from the centre of the planet `target`.
typedef struct tr_view {
    int width_px, height_px;
    int target;                         // index of the planet in the middle of the picture
    double latitude_deg, longitude_deg; // of the point under the camera, planet-fixed
    double distance_km;
    double sun[3]; // unit vector from the target towards the sun, in the picture: x right, y up, z to the
                   // viewer; all zero: where the scene's star is
    double rotation_rad; // how far planets have turned round their axes (the camera does not turn with them)
    bool stars;
} tr_view;

// Needs a current OpenGL context of version 3.3 or later (loader resolves its functions). `debug` turns on
// KHR_debug where it is there: an OpenGL error then is recorded and tr_renderer_debug_errors counts it.
// Errors: TR_NO_OPENGL with what is needed and what was found; TR_BUG with the log when a shader does not
// compile.
tr_status tr_renderer_create(tr_gl_loader loader, bool debug, tr_renderer **renderer, tr_error *error);
void tr_renderer_destroy(tr_renderer *renderer);
int tr_renderer_debug_errors(const tr_renderer *renderer);

// Uploads the maps of planet `index`; what was there before is replaced. Errors: TR_NO_MEMORY.
tr_status tr_renderer_set_maps(tr_renderer *renderer, int index, const tr_planet_maps *maps, tr_error *error);

// Draws into the bound framebuffer. Planets without maps yet are drawn in a plain grey.
void tr_renderer_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view);

// "OpenGL 4.5 (Core Profile) Mesa …, llvmpipe …" of the current context. Valid as long as the renderer.
const char *tr_renderer_description(const tr_renderer *renderer);
