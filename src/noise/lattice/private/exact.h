// Lattice noise in double, a sample at a time: for octaves so strong that floats would lose what the finest
// ones add.
#pragma once
#include "noise/lattice/fractal.h"

// An octave of Perlin or value noise round the sphere that fades by a cubic, a cosine or a quintic: what the
// kernels perlin and value give, with more digits.
double tr_exact_noise(const tr_fractal_plan *fractal, int octave, const double at[3]);
