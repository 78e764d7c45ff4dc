// Horizons of the ground on a cube: how much of the sky its points see. More: docs/internals/occlusion.md.
#pragma once
#include "base/isa.h"
#include "noise/grids/cube.h"

enum {
    TR_HORIZON_STEPS = 8, // of a walk, at most
    TR_HORIZON_CELLS = 512,
    TR_HORIZON_ROWS = 4, // that are walked from at a time
};

typedef struct tr_horizon_step {
    const tr_cube *height; // in radii, as coarse as the step is long
    float sine, cosine;
    const float
        *most; // for tiles of each face, row by row: no ground is higher there, nor on the tiles round it
} tr_horizon_step;

// What walks over the ground meet.
typedef struct tr_horizon {
    int cells, tiles; // along an edge of a face
    int steps;
    tr_horizon_step step[TR_HORIZON_STEPS];
    float least;   // the lowest ground
    float *memory; // owned
} tr_horizon;

// levels: cubes of heights above -1, in radii; the first has the points, and TR_HORIZON_CELLS at most; each has
// half the cells of the one before. They stay the caller's, until tr_horizon_clear. Errors: TR_NO_MEMORY.
tr_status tr_horizon_create(const tr_cube *levels, int level_count, tr_horizon *horizon, tr_error *error);
void tr_horizon_clear(tr_horizon *horizon);

// Gives TR_HORIZON_ROWS rows of points of a face, or those that are left, the fraction of the sky that they
// see, if it is equally bright everywhere and counts by the cosine. x, y, z: the directions of all points of
// the face, by tr_cube_row of seed 0. Any thread.
TR_DECLARE_KERNEL(tr_horizon_walk, (const tr_horizon *horizon, int face, int row, const float *x,
                                    const float *y, const float *z, const tr_cube *open))
