// Detail of the ground that is finer than its maps, for a near camera: a small volume of noise, repeated. It is
// sampled at 3D positions on the ground, so it has neither seams nor poles.
// More: docs/internals/ground.md.
#pragma once
#include "render/private/program.h"
#include "render/render.h"

#include <glad/gl.h>

// Zero-initialise it; tr_ground_detail_destroy is then allowed at any time.
typedef struct tr_ground_detail {
    GLuint volume; // RGBA8: gradient and value of the noise, 0 at 128, 4 standard deviations at 255
} tr_ground_detail;

// How a planet shows the detail.
typedef struct tr_ground_detail_view {
    double tiles[2]; // copies of the volume per radius, for a coarse and a fine layer
    double waves;    // in one copy of the volume; a layer is visible where a pixel spans less than one wave
    int copies;      // layers that are visible anywhere
} tr_ground_detail_view;

// The detail for maps with `rows` rows, where a pixel spans at least that arc of the ground. The coarsest waves
// are two texels of the maps; the coarsest waves of the finer layer are as long as the finest of the coarser
// layer. Software OpenGL has time for one layer.
tr_ground_detail_view tr_ground_detail_see(int rows, double footprint_rad, tr_quality quality);

// The defines that planet.frag needs for it; and its uniforms in the program in use.
const char *tr_ground_detail_defines(const tr_ground_detail_view *sight);
void tr_ground_detail_set(const tr_program *program, const tr_ground_detail_view *sight);

// Binds it to its unit; the first call creates it, in some milliseconds. Errors: TR_NO_MEMORY.
tr_status tr_ground_detail_bind(tr_ground_detail *detail, tr_error *error);
void tr_ground_detail_destroy(tr_ground_detail *detail);
