// A population of craters of all sizes and ages: N(>R) ~ R^-slope from the largest down to the texel.
//
// Each octave of radii has a lattice of its own, whose cells hold at most one crater, so that nothing is listed
// and there is no smallest one; with every cell taken the ground is saturated (Gault 1970). Craters come in the
// order of their ages: a younger one wipes out what lies within its rim. Relief creeps downhill (Soderblom
// 1970; Fassett and Thomson 2014, "Crater degradation on the lunar maria"): bowls grow shallow and their rims
// round, small ones first. What is brightest is the ejecta of the youngest few.
#pragma once
#include "noise/kernels.h"
#include <stdint.h>

typedef enum tr_impact_value {
    TR_IMPACT_HEIGHT, // in planet radii
    TR_IMPACT_FRESH,  // 1 in a crater of today … 0 in an old one, and where there is none
    TR_IMPACT_EJECTA, // how bright the ejecta of young ones are, 0 … 1
    TR_IMPACT_VALUES
} tr_impact_value;

enum { TR_IMPACT_OCTAVES = 16 };

// Craters made ready. Immutable: any number of threads may evaluate them.
typedef struct tr_impact_plan {
    int value;
    uint32_t seed;
    int count;                       // of octaves
    float largest;                   // radius of the largest, in planet radii
    float transition;                // radius about which bowls give way to floors and central peaks
    float wear;                      // how far the oldest of the largest octave have crept
    float youth;                     // fraction of all that is young enough to be bright
    float chance[TR_IMPACT_OCTAVES]; // that a cell of an octave's lattice has a crater
} tr_impact_plan;

// Craters of four texels and less fade out, and no lattice is looked at that has none.
TR_DECLARE_FIELD_KERNEL(tr_impacts)

// The radii of all craters of the sphere that are at least so large, whether younger ones hide them or not: the
// first `capacity` of them are written, *count is how many there are.
TR_DECLARE_KERNEL(tr_impact_radii, (const tr_impact_plan *plan, float least, int capacity, float *radii,
                                    int *count, tr_meter *meter))
