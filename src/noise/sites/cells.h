// Convection seen from above: cells with bright middles, where hot material rises, between dark lanes, where it
// sinks. Used for granules of stars (Nordlund, Stein and Asplund 2009, "Solar surface convection"; Rieutord and
// Rincon 2010, "The Sun's supergranulation", for larger cells) and for boiling surfaces.
//
// The cells are those of a power diagram (Aurenhammer 1987) whose sites lie in the cells of a cubic lattice,
// cut by the sphere. The weight of a site follows its life: it starts so low that the site owns nothing, grows,
// and falls again; then the site restarts at another place. Two sites of a lattice cell alternate, so that one
// of them is always present. Each lattice cell has its own time. A new cell opens as a point where lanes meet
// and pushes others aside. Some old cells darken from their middles before they disappear, like exploding
// granules. Everything is continuous in the phase and periodic.
#pragma once
#include "noise/kernels.h"
#include <stdint.h>

typedef enum tr_cells_value {
    TR_CELLS_BRIGHTNESS, // 0 in lanes, 1 in the middle of the brightest cells
    TR_CELLS_LANES,      // 1 in lanes, 0 elsewhere
    TR_CELLS_CELL,       // a random number in [-1, 1] for each cell
    TR_CELLS_VALUES
} tr_cells_value;

// Cells, prepared. Immutable: any number of threads may evaluate them.
typedef struct tr_cells_plan {
    int value;
    uint32_t seed;
    float pitch;   // lattice cells per radius
    float phase;   // 0 … 1, one period
    int lives;     // average number of lives per period
    float variety; // of sizes, 0 … 1
    float lane;    // width of lanes, in lattice cells
    float rims;    // additional brightness along the edges of cells, 0 … 1
    float mottle;  // unevenness of cells, 0 … 1
    float mean;    // of the value; replaces cells that are finer than the map
    tr_octave mottling[2], fraying[3];
} tr_cells_plan;

// Cells that are finer than a texel fade into their mean, and lanes that are finer are fainter.
TR_DECLARE_FIELD_KERNEL(tr_cells)
