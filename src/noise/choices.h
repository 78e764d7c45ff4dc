// The choices of lattice noise that a recipe names.
#pragma once

typedef enum tr_basis { TR_BASIS_PERLIN, TR_BASIS_VALUE, TR_BASIS_SIMPLEX, TR_BASIS_COUNT } tr_basis;

typedef enum tr_interpolation {
    TR_INTERPOLATION_NONE,
    TR_INTERPOLATION_LINEAR,
    TR_INTERPOLATION_COSINE,  // (1 - cos πt) / 2
    TR_INTERPOLATION_CUBIC,   // 3t² - 2t³
    TR_INTERPOLATION_QUINTIC, // 6t⁵ - 15t⁴ + 10t³
    TR_INTERPOLATION_COUNT
} tr_interpolation;

// How one octave n in [-1, 1] enters the sum.
typedef enum tr_fractal_shape {
    TR_FRACTAL_PLAIN,  // n; the sum is in [-1, 1]
    TR_FRACTAL_BILLOW, // 2|n| - 1; the sum is in [-1, 1]
    TR_FRACTAL_RIDGED, // (1 - 1.25 |n|)², weighted by the octave before (Musgrave); the sum is in [0, 1]
    TR_FRACTAL_COUNT
} tr_fractal_shape;
