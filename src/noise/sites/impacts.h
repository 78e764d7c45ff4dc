// A population of craters of all sizes and ages: N(>R) ~ R^-slope from the largest down to the texel.
//
// Each octave of radii has a lattice of its own, whose cells contain at most one crater. So there is no list of
// craters and no smallest crater. If every cell has a crater, the ground is saturated (Gault 1970). Craters are
// applied in the order of their ages: a younger one erases everything within its rim. Relief creeps downhill
// (Soderblom 1970; Fassett and Thomson 2014, "Crater degradation on the lunar maria"): bowls become shallower
// and rims rounder, small ones first. The ejecta of the few youngest are brightest.
#pragma once
#include "noise/kernels.h"
#include <stdint.h>

typedef enum tr_impact_value {
    TR_IMPACT_HEIGHT, // in planet radii
    TR_IMPACT_FRESH,  // 1 in a crater of age 0, falling to 0 in an old one; 0 where there is none
    TR_IMPACT_EJECTA, // brightness of the ejecta of young craters, 0 … 1
    TR_IMPACT_VALUES
} tr_impact_value;

enum { TR_IMPACT_OCTAVES = 16 };

// Craters, prepared. Immutable: any number of threads may evaluate them.
typedef struct tr_impact_plan {
    int value;
    uint32_t seed;
    int count;                       // number of octaves
    float largest;                   // radius of the largest crater, in planet radii
    float transition;                // radius where bowls become floors with central peaks
    float wear;                      // erosion of the oldest craters of the largest octave
    float youth;                     // fraction of craters that are young enough to have bright ejecta
    float chance[TR_IMPACT_OCTAVES]; // probability that a cell of an octave's lattice has a crater
} tr_impact_plan;

// Evaluates the plan's value at each sample. Craters of four texels and less fade out. Octaves without larger
// ones are skipped.
TR_DECLARE_FIELD_KERNEL(tr_impacts)

// The radii of all craters of the sphere that are at least `least`, also of those that younger ones hide. The
// first `capacity` of them are written; *count is the total number.
TR_DECLARE_KERNEL(tr_impact_radii, (const tr_impact_plan *plan, float least, int capacity, float *radii,
                                    int *count, tr_meter *meter))
