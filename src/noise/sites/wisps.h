// Ray systems of young craters: many thin rays along great circles, broken into wisps and chains of secondary
// craters, asymmetric, across half a globe (Hawke and others 2004, "The origin of lunar crater rays").
#pragma once
#include "noise/kernels.h"

// Prepared. Immutable: any number of threads may evaluate it.
typedef struct tr_wisp_plan {
    tr_sites sites;
    uint32_t seed;
    float length; // of the longest ray, in planet radii along the chord
    int rays;     // per crater
} tr_wisp_plan;

// Brightness 0 … 1. Rays thinner than a texel are drawn one texel wide and proportionally fainter.
TR_DECLARE_FIELD_KERNEL(tr_wisps)
