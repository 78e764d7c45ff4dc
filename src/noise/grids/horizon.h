// Horizons of the terrain on a cube: the fraction of the sky that each point sees. More:
// docs/internals/occlusion.md.
#pragma once
#include "base/isa.h"
#include "noise/grids/cube.h"

enum {
    TR_HORIZON_STEPS = 8, // per walk, at most
    TR_HORIZON_CELLS = 512,
    TR_HORIZON_ROWS = 4, // walked at a time
};

typedef struct tr_horizon_step {
    const tr_cube *height; // in radii; its resolution suits the length of the step
    float sine, cosine;
    const float *most; // upper limit of the ground on each tile of each face and the tiles round it, row by row
} tr_horizon_step;

// The terrain that walks cross.
typedef struct tr_horizon {
    int cells, tiles; // along an edge of a face
    int steps;
    tr_horizon_step step[TR_HORIZON_STEPS];
    float least;   // the lowest ground
    float *memory; // owned
} tr_horizon;

// levels: cubes of heights above -1, in radii. The first has the points, at most TR_HORIZON_CELLS; each next
// one has half the cells. They remain the caller's and must live until tr_horizon_clear. Errors: TR_NO_MEMORY.
tr_status tr_horizon_create(const tr_cube *levels, int level_count, tr_horizon *horizon, tr_error *error);
void tr_horizon_clear(tr_horizon *horizon);

// Computes the fraction of visible sky for TR_HORIZON_ROWS rows of points of a face (fewer at its end), for a
// uniformly bright sky with cosine weighting. x, y, z: the directions of all points of the face, by tr_cube_row
// with seed 0. Any thread.
TR_DECLARE_KERNEL(tr_horizon_walk, (const tr_horizon *horizon, int face, int row, const float *x,
                                    const float *y, const float *z, const tr_cube *open))
