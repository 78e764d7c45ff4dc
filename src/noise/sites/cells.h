// Convection seen from above: cells with bright middles, where what is hot comes up, between dark lanes, where
// it goes down again. Granules of stars (Nordlund, Stein and Asplund 2009, "Solar surface convection"; Rieutord
// and Rincon 2010, "The Sun's supergranulation", for larger cells), and anything that simmers.
//
// Cells are those of a power diagram (Aurenhammer 1987) of sites in the cells of a cubic lattice, cut by the
// sphere. A site's weight is its life: it begins so low that the site owns nothing, grows to its size, and
// falls again; then the site begins anew elsewhere. Two sites of a lattice cell take turns, so that one of them
// is always there, and each lattice cell has its own time. A new cell opens as a point where lanes meet, and
// pushes others aside; some old ones darken from their middles before they go, as granules do that burst.
// Nothing jumps with the phase, and after a turn of it everything is as it was.
#pragma once
#include "noise/kernels.h"
#include <stdint.h>

typedef enum tr_cells_value {
    TR_CELLS_BRIGHTNESS, // 0 in lanes … 1 in the middle of the brightest cells
    TR_CELLS_LANES,      // 1 in lanes, 0 elsewhere
    TR_CELLS_CELL,       // a random number in [-1, 1] for each cell
    TR_CELLS_VALUES
} tr_cells_value;

// Cells made ready. Immutable: any number of threads may evaluate them.
typedef struct tr_cells_plan {
    int value;
    uint32_t seed;
    float pitch;   // cells of the lattice in a radius
    float phase;   // 0 … 1: of a turn
    int lives;     // in a turn, on average
    float variety; // of sizes, 0 … 1
    float lane;    // width of lanes, in cells of the lattice
    float rims;    // how much brighter cells are along their edges, 0 … 1
    float mottle;  // of cells: how uneven they are, 0 … 1
    float mean;    // of the value, which stands for cells that are finer than the map
    tr_octave mottling[2], fraying[3];
} tr_cells_plan;

// Cells that are finer than a texel fade into their mean, and lanes that are finer are fainter.
TR_DECLARE_FIELD_KERNEL(tr_cells)
