// Tectonic plates: who is where, and what happens where two meet.
//
// Plates are the Voronoi cells of a few seeds. Each turns round a pole of its own (Euler's theorem: every
// motion of a rigid shell on a sphere is a turn), so that two of them close, part or slide past each other
// along their border, differently from place to place (Cortial et al. 2019, "Procedural Tectonic Planets").
#pragma once
#include "base/isa.h"
#include <stdint.h>

enum { TR_MAX_PLATES = 64 };

typedef struct plate_set {
    int count;
    float x[TR_MAX_PLATES], y[TR_MAX_PLATES], z[TR_MAX_PLATES]; // seeds, of length 1
    // The turn: along the axis, radians in a unit of time. Fast plates close at about 1 a unit.
    float spin_x[TR_MAX_PLATES], spin_y[TR_MAX_PLATES], spin_z[TR_MAX_PLATES];
    float kind[TR_MAX_PLATES]; // 1: carries a continent, -1: ocean floor
} plate_set;

// Spreads count (2 … TR_MAX_PLATES) plates; `continental` is the fraction of those that carry a continent.
void plates_spread(uint64_t seed, int count, double continental, plate_set *plates);

// What plates do at each of an array of samples.
typedef struct plates_found {
    float *border;  // radians to the border of the plate, along the ground
    float *closing; // how fast the plates on both sides of it approach; below 0: they part
    float *kind;    // of the plates around, mean by nearness: -1 … 1
    float *over;    // 1: the plate lies on top of the other one where they close, 0: it goes under
} plates_found;

// Local: every sample looks at all plates, so there is nothing to fill or to trace.
TR_DECLARE_KERNEL(plates_find, (const plate_set *plates, int count, const float *x, const float *y,
                                const float *z, const plates_found *out))
