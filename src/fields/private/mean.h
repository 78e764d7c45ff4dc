// Where the mean of a field is taken: what is finer than a texel fades into it.
#pragma once
#include "noise/maths/trig.h"

#include <math.h>

enum { TR_MEAN_PLACES = 2048 };

// Place i of those that are spread evenly, on Fibonacci's lattice, over the sphere from height -most to most.
static inline void tr_mean_place(int i, double most, float *x, float *y, float *z) {
    double sine, cosine;
    const double up = most - 2 * most * (i + 0.5) / TR_MEAN_PLACES, around = sqrt(1 - up * up);
    tr_sincos(i * 2.399963229728653, &sine, &cosine);
    *x = (float)(around * cosine), *y = (float)up, *z = (float)(around * sine);
}
