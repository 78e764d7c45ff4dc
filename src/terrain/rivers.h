// Rivers as curves that texels look at: how much of a texel is water, and how low the ground is beside it.
//
// The drainage tells how much water runs from point to point of a globe. What carries enough is a river. Its
// course bends through the middles of the ways between points, meanders, and takes in tributaries that join it
// downstream, at an acute angle; it widens with the root of its water (Leopold and Maddock 1953) and ends in
// the sea. Courses are cut into straight pieces, and these sorted into the cells of a cube, so that a sample
// looks at a few of them.
// More: docs/internals/rivers.md.
#pragma once
#include "noise/kernels.h"
#include "terrain/drainage.h"

// So many pieces are measured at a time; the rest of a group is empty.
enum { RIVER_GROUP = 8 };

// The height of a bed where no river is near, m: above all ground.
#define RIVER_NO_BED 1e6f

typedef struct river_group {
    float x[RIVER_GROUP], y[RIVER_GROUP], z[RIVER_GROUP];                   // where a piece begins
    float along_x[RIVER_GROUP], along_y[RIVER_GROUP], along_z[RIVER_GROUP]; // and the way to its end
    float inverse_square[RIVER_GROUP];              // 1 / the square of its length, or 0
    float half[RIVER_GROUP], widening[RIVER_GROUP]; // half its width at the beginning; how much more at the end
    float bed[RIVER_GROUP], drop[RIVER_GROUP];      // height of the bed, m, and how much more at the end
} river_group;

// Pieces by cells. A cell has all that matter to a sample in it.
typedef struct river_net {
    int cells;      // along an edge of a face
    float texel;    // the largest that it is made for, radians
    float valley;   // how far from the banks the ground is carved, radians
    float shoulder; // m: how fast valleys rise
    int32_t *first; // groups first[cell] … first[cell + 1] - 1 belong to a cell
    river_group *groups;
} river_net;

enum {
    RIVER_NET_FINE,   // with all meanders, for maps of some 3000 columns and more
    RIVER_NET_COARSE, // wider to look at and with fewer bends, for smaller ones
    RIVER_NET_COUNT
};

typedef struct river_nets {
    river_net nets[RIVER_NET_COUNT];
} river_nets;

typedef struct river_numbers {
    uint64_t seed;
    float least_flow; // what a river carries at least, in units of tr_drainage.flow
    float width;      // radians: of a river that carries 1 of them
    float narrow;     // radians: of the narrowest
    float lake_depth; // m: where water stands so deep, no river is seen
    tr_meter *meter;  // counts, and stops it; or NULL
} river_numbers;

// What most planets have: rivers from some 40 points of a globe of 256 cells on, 1.2 to 12 km wide on Earth.
river_numbers river_numbers_usual(uint64_t seed);

// Finds the courses of all rivers. height_m is what the drainage was solved for. Errors: TR_NO_MEMORY,
// TR_STOPPED. Same bits everywhere.
tr_status rivers_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                        const river_numbers *numbers, river_nets *out, tr_error *error);
// Frees what rivers_create made; rivers of zeros are allowed.
void rivers_clear(river_nets *rivers);

// The net for maps of that width.
const river_net *rivers_for(const river_nets *rivers, int width);

// Of a net: how much of a texel is river, 0 … 1; a river narrower than 0.7 of a texel is drawn so wide and as
// much fainter.
TR_DECLARE_FIELD_KERNEL(rivers_cover)
// The height in metres that the ground does not rise above beside a river: its bed, which falls all the way
// to the sea, and the sides of its valley; RIVER_NO_BED where no river is near.
TR_DECLARE_FIELD_KERNEL(rivers_bed)

// Depth of the water of lakes at each point of a globe in m, below 0 (and down to -100) on the land around
// them, and the height of their surfaces. Both go on for two steps beyond a shore, so that the cubes made of
// them have smooth shores at a depth of 0; farther out the depth is -100 and the surface that of the ground.
// Pits less deep than least_m stay dry. Errors: TR_NO_MEMORY.
tr_status rivers_find_lakes(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                            float least_m, float *depth_m, float *surface_m, tr_error *error);
