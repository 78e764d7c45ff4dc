// Coasts of painted land, and floors of painted craters: shared by the terrain's lattice and by the fields that
// draw them on texels.
#pragma once
#include "base/hash.h"
#include "noise/lattice/fractal.h"

#define TERRAIN_PAINTED_RAIN 0.6f // that the tool wet adds, in units of TR_TERRAIN_RAIN

// The noise that moves coasts, with a seed of the terrain.
static inline tr_fractal_plan terrain_coast_noise(uint64_t seed) {
    tr_fractal_plan plan;
    const tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .octaves = 11,
                                        .persistence = 0.66,
                                        .lacunarity = 2.03,
                                        .scale = 5,
                                        .endless = 0.6,
                                        .stretch = {1, 1, 1},
                                        .seed = tr_hash_text(seed, "painted coasts")};
    tr_fractal_prepare(&numbers, &plan);
    return plan;
}

// How far a place follows what is painted, by the weight of strokes there: 0 … 1.
static inline float terrain_coast_share(float weight) { return weight < 0.25f ? 4 * weight : 1; }

// On which side of the coast a place is: above 0 on land, up to 1 deep inside. painted: land minus sea, times
// the weight; height: without strokes, in metres.
static inline float terrain_coast_side(float painted, float weight, float height, float noise) {
    const float near = 150, own = height < -near ? -1 : height > near ? 1 : height / near;
    const float side = painted + (1 - weight) * own, within = 2 * weight;
    return side + 6 * (1 - side * side) * (within < 1 ? within : 1) * noise;
}

// A height in metres on the right side of the coast, and the height itself where it is far on that side. Near
// the coast it hardly depends on the height: otherwise cliffs and flats alternate, as far apart as points of a
// lattice.
static inline float terrain_coast_height(float height, float side) {
    const float low = 40, up = side > 0 ? height : -height;
    const float raised = up > low ? up : low * low / (2 * low - up), far = 1.2f * (side < 0 ? -side : side);
    const float base = raised < low ? raised : low;
    const float there = far < 1 ? far * (base + far * far * (raised - base)) : raised;
    return side > 0 ? there : -there;
}

// The height in metres of a ground with a crater, on a planet with a sea. hollow: by how much the crater goes
// below that ground, 0 or less. Land stays land: a crater takes at most three quarters of its height. In
// shallow sea a crater is less deep, so that no wall stands at the coast.
static inline float terrain_crater_floor(float ground, float hollow) {
    const float shelf = 100, floor = 0.25f * ground, low = ground + hollow, sunk = -ground / shelf;
    return ground > 0 ? low > floor ? low : floor : ground + (sunk < 1 ? sunk : 1) * hollow;
}
