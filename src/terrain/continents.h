// A given number of continents: where they lie, and the seas between them.
#pragma once
#include <stdint.h>

enum { TR_MAX_CONTINENTS = 12 };

typedef struct continent_set {
    int count;
    float x[TR_MAX_CONTINENTS], y[TR_MAX_CONTINENTS], z[TR_MAX_CONTINENTS]; // their middles, unit vectors
    float reach[TR_MAX_CONTINENTS]; // radii by which they are larger than the others
} continent_set;

// Places continents far from each other. unequal: 0, they are alike … 1, one is large and the others small.
void continents_spread(uint64_t seed, int count, double unequal, continent_set *continents);

// How far samples are from the seas between continents: 1 in the middle of one, 0 at its edge, below 0 at sea.
// Each sample evaluates all continents.
void continents_find(const continent_set *continents, int count, const float *x, const float *y, const float *z,
                     float *inside);
