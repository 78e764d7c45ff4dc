// Lattice noise in double, one sample at a time, for octaves so strong that in float the finest octaves would
// be lost.
#pragma once
#include "noise/lattice/fractal.h"

// An octave of Perlin or value noise on the sphere with a cubic, cosine or quintic fade: the same as the
// kernels perlin and value, with higher precision.
double tr_exact_noise(const tr_fractal_plan *fractal, int octave, const double at[3]);
