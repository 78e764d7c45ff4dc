// Streets: districts round random sites. Each district has a lattice of streets at an angle of its own, or
// rings and spokes round its centre. Lattices of finer streets divide some of its blocks and may continue to
// any level (Parish and Müller 2001, "Procedural modeling of cities": blocks are cut into lots, and these
// again).
#pragma once
#include "base/status.h"
#include "noise/choices.h"
#include "noise/kernels.h"
#include <stdint.h>

enum { TR_STREET_RATIO = 3 }; // blocks of one level across a block of the previous level

// The parameters of streets, with knobs applied.
typedef struct tr_street_numbers {
    uint64_t seed;
    double districts;   // on the whole sphere, at least 2
    double randomness;  // of their places, as for other sites
    double levels;      // 1 … TR_STREET_LEVELS
    double scale;       // blocks of the first level per radius
    double width;       // of a road of the first level, in planet radii; a third of it for each finer level
    double avenue;      // width of the road between districts
    double radial;      // 0 … 1: fraction of districts with rings and spokes
    double subdivision; // 0 … 1: fraction of blocks that finer streets divide
    double endless;     // 0, or the amount by which blocks of still finer levels differ
    tr_meter *meter;    // or NULL: counts work, and stops it
} tr_street_numbers;

// Districts, prepared. Immutable: any number of threads may evaluate it.
typedef struct tr_street_plan {
    tr_sites sites;
    float (*east)[3], (*north)[3]; // for each district: the directions of its streets at its centre
    bool *radial;                  // for each district
    uint32_t *key;                 // for each district, for the hashes of its blocks
    int value;                     // a tr_street_value
    int levels;
    float scale, width, avenue, subdivision, endless;
} tr_street_plan;

// Lays districts out. Errors: TR_NO_MEMORY, TR_STOPPED. Free with tr_streets_clear.
tr_status tr_streets_create(const tr_street_numbers *numbers, tr_street_plan *plan, tr_error *error);
// Frees what tr_streets_create made. A zeroed plan is allowed.
void tr_streets_clear(tr_street_plan *plan);

// Evaluates the plan's value at each sample.
TR_DECLARE_FIELD_KERNEL(tr_streets)
