// Tectonic plates: which plate covers a place, and how plates interact at borders.
//
// Plates are the Voronoi cells of a few seeds. Each rotates about a pole of its own (Euler's theorem: every
// motion of a rigid shell on a sphere is a rotation). So two plates converge, diverge or slide past each other
// along their border, differently from place to place (Cortial et al. 2019, "Procedural Tectonic Planets").
#pragma once
#include "base/isa.h"
#include <stdint.h>

enum { TR_MAX_PLATES = 64 };

// The plates of a planet.
typedef struct plate_set {
    int count;
    float x[TR_MAX_PLATES], y[TR_MAX_PLATES], z[TR_MAX_PLATES]; // seeds, unit vectors
    // Rotation vector: radians per unit of time. Fast plates approach at about 1 per unit.
    float spin_x[TR_MAX_PLATES], spin_y[TR_MAX_PLATES], spin_z[TR_MAX_PLATES];
    float kind[TR_MAX_PLATES]; // 1: carries a continent, -1: ocean floor
} plate_set;

// Distributes count (2 … TR_MAX_PLATES) plates. `continental` is the fraction that carries a continent.
void plates_spread(uint64_t seed, int count, double continental, plate_set *plates);

// State of the plates at an array of samples.
typedef struct plates_found {
    float *border;  // distance to the border of the plate along the ground, in radians
    float *closing; // speed at which the plates on both sides of it approach; negative: they diverge
    float *kind;    // weighted mean of the kinds of the nearby plates: -1 … 1
    float *over;    // 1: the plate is the upper one where they converge, 0: it is subducted
} plates_found;

// Fills the arrays of *out, `count` elements each, for unit vectors (x, y, z). Each sample evaluates all
// plates.
TR_DECLARE_KERNEL(plates_find, (const plate_set *plates, int count, const float *x, const float *y,
                                const float *z, const plates_found *out))
