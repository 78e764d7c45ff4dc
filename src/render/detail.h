// Detail of the ground that is finer than its maps, for cameras that come close: a small volume of noise, which
// tiles. Sampled where the ground is it has neither seams nor poles.
#pragma once
#include <glad/gl.h>

// Zero-initialise it; tr_detail_destroy is then allowed at any time.
typedef struct tr_detail {
    GLuint volume; // RGBA8: the gradient of the noise and the noise, 0 at 128, 4 standard deviations at 255
} tr_detail;

// How many tiles of the volume a radius has, so that its coarsest waves are two texels of a map of `rows` rows,
// and those of the finer copy as long as the finest of the coarser one.
void tr_detail_tiles(int rows, double tiles[2]);

// Binds it to its unit; makes it when it is first asked for, in some milliseconds.
void tr_detail_bind(tr_detail *detail);
void tr_detail_destroy(tr_detail *detail);
