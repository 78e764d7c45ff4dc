// Continents of fractal noise on a globe: about a third is land, with many pits.
#pragma once
#include "noise/grids/globe.h"
#include "noise/lattice/fractal.h"

static inline void make_noise(uint64_t seed, const tr_globe *globe, float *height_m) {
    enum { part = 256 };
    const tr_isa isa = TR_ISA_BASELINE;
    const tr_fractal_numbers numbers = {.octaves = 6,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .persistence = 0.6,
                                        .lacunarity = 2,
                                        .scale = 1.5,
                                        .stretch = {1, 1, 1},
                                        .seed = seed};
    tr_fractal_plan plan;
    tr_fractal_prepare(&numbers, &plan);
    float noise[part], weight[part];
    for (int first = 0; first < globe->count; first += part) {
        const int left = globe->count - first;
        const tr_samples at = {.count = left < part ? left : part,
                               .x = globe->x + first,
                               .y = globe->y + first,
                               .z = globe->z + first};
        tr_fractal_evaluate(&plan, isa, 65536, &at, height_m + first, noise, weight);
    }
    for (int p = 0; p < globe->count; p++)
        height_m[p] = 6000 * (height_m[p] - 0.08f);
}
