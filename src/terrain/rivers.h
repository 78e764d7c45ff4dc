// Rivers as curves that texels sample: the fraction of a texel covered by water, and the height of the ground
// beside it.
//
// The drainage gives the flow from point to point of a globe; enough flow makes a river. Its course passes
// through the middles of the edges between points, meanders, and takes in tributaries that join it downstream
// at an acute angle. Its width is proportional to the root of its flow (Leopold and Maddock 1953), and it ends
// in the sea. Courses are divided into straight pieces, which are sorted into the cells of a cube, so that a
// sample evaluates only a few of them.
// More: docs/internals/rivers.md.
#pragma once
#include "noise/kernels.h"
#include "terrain/drainage.h"

// Number of pieces that are evaluated together; the last group of a cell is padded.
enum { RIVER_GROUP = 8 };

// The height of a bed where no river is near, in m: above all ground.
#define RIVER_NO_BED 1e6f

// Straight pieces of rivers, on a sphere of radius 1.
typedef struct river_group {
    float x[RIVER_GROUP], y[RIVER_GROUP], z[RIVER_GROUP];                   // beginning of a piece
    float along_x[RIVER_GROUP], along_y[RIVER_GROUP], along_z[RIVER_GROUP]; // vector to its end
    float inverse_square[RIVER_GROUP];              // 1 / the square of its length, or 0
    float half[RIVER_GROUP], widening[RIVER_GROUP]; // half its width at the beginning; increase to the end
    float bed[RIVER_GROUP], drop[RIVER_GROUP];      // height of the bed at the beginning, in m; its change
} river_group;

// Pieces sorted by cells. A cell lists all pieces that can affect a sample in it.
typedef struct river_net {
    int cells;      // along an edge of a face
    float texel;    // the largest texel that it is made for, in radians
    float valley;   // distance from the banks within which the ground is carved, in radians
    float shoulder; // m: how steeply valleys rise
    int32_t *first; // groups first[cell] … first[cell + 1] - 1 belong to a cell
    river_group *groups;
} river_net;

enum {
    RIVER_NET_FINE,   // with all meanders, for maps of about 3000 columns or more
    RIVER_NET_COARSE, // drawn wider and with fewer bends, for smaller maps
    RIVER_NET_COUNT
};

// The rivers of a planet, at each detail.
typedef struct river_nets {
    river_net nets[RIVER_NET_COUNT];
} river_nets;

// The parameters of rivers.
typedef struct river_numbers {
    uint64_t seed;
    float least_flow; // minimum flow of a river, in units of tr_drainage.flow
    float width;      // radians: width of a river with flow 1
    float narrow;     // radians: width of the narrowest river
    float lake_depth; // m: in water of this depth rivers are not drawn
    tr_meter *meter;  // counts work and may stop it; or NULL
} river_numbers;

// The usual numbers: rivers start at about 40 points of a globe of 256 cells and are 1.2 to 12 km wide on
// Earth.
river_numbers river_numbers_usual(uint64_t seed);

// Computes the courses of all rivers. height_m must be the heights for which the drainage was solved. Errors:
// TR_NO_MEMORY, TR_STOPPED. Same bits on every machine.
tr_status rivers_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                        const river_numbers *numbers, river_nets *out, tr_error *error);
// Frees what rivers_create made. Zeroed rivers are allowed.
void rivers_clear(river_nets *rivers);

// The net for maps of that width.
const river_net *rivers_for(const river_nets *rivers, int width);

// The fraction of a texel that rivers of a net cover, 0 … 1. A river narrower than 0.7 texels is drawn 0.7
// texels wide and proportionally fainter.
TR_DECLARE_FIELD_KERNEL(rivers_cover)
// The upper limit of the ground beside a river, in metres: its bed, which descends all the way to the sea, and
// the sides of its valley. RIVER_NO_BED where no river is near.
TR_DECLARE_FIELD_KERNEL(rivers_bed)

// Depth of lakes at each point of a globe in m, negative (down to -100) on the land around them, and the height
// of their surfaces. Both are continued for two steps beyond a shore, so that cubes made of them have smooth
// shores at depth 0. Farther out the depth is -100 and the surface is that of the ground. Pits shallower than
// least_m stay dry. Errors: TR_NO_MEMORY.
tr_status rivers_find_lakes(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                            float least_m, float *depth_m, float *surface_m, tr_error *error);
