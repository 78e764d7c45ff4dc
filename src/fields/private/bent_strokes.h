// Lines and borders of soft strokes, bent by noise: so coasts get bays and capes, and ranges bend. The softer
// and the broader a stroke is, the farther and the longer they are.
#pragma once
#include "noise/sites/strokes.h"

// How far lines and borders of areas bend, in radians. radius: in degrees.
static inline double bent_strokes_reach(double radius, double softness) {
    return softness * radius * (3.141592653589793 / 180);
}

// Replaces the places of strokes by bent ones, more than before, which numbers then refer to. Dots stay. The
// seed picks the bends. Free *bent with tr_free, also after a failure. Errors: TR_NO_MEMORY.
tr_status bent_strokes_make(tr_stroke_numbers *numbers, int count, const double (*places)[3], uint64_t seed,
                            double (**bent)[3], tr_error *error);
