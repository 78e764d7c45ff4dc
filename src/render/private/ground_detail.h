// Detail of the ground that is finer than its maps, for cameras that come close: a small volume of noise, which
// tiles. Sampled where the ground is it has neither seams nor poles.
// More: docs/internals/ground.md.
#pragma once
#include "render/private/program.h"
#include "render/render.h"

#include <glad/gl.h>

// Zero-initialise it; tr_ground_detail_destroy is then allowed at any time.
typedef struct tr_ground_detail {
    GLuint volume; // RGBA8: the gradient of the noise and the noise, 0 at 128, 4 standard deviations at 255
} tr_ground_detail;

// How a planet shows it.
typedef struct tr_ground_detail_view {
    double tiles[2]; // of the volume in a radius, of a coarse and a fine copy
    double waves;    // in a tile: a copy shows where a pixel spans less than one
    int copies;      // that show anywhere
} tr_ground_detail_view;

// Where maps have `rows` rows and a pixel spans at least that arc of the ground. The coarsest waves are two
// texels of the maps; those of the finer copy are as long as the finest of the coarser one. Software OpenGL has
// time for one copy.
tr_ground_detail_view tr_ground_detail_see(int rows, double footprint_rad, tr_quality quality);

// What planet.frag needs defined for it, and its numbers in the program in use.
const char *tr_ground_detail_defines(const tr_ground_detail_view *sight);
void tr_ground_detail_set(const tr_program *program, const tr_ground_detail_view *sight);

// Binds it to its unit; makes it when it is first asked for, in some milliseconds. Errors: TR_NO_MEMORY.
tr_status tr_ground_detail_bind(tr_ground_detail *detail, tr_error *error);
void tr_ground_detail_destroy(tr_ground_detail *detail);
