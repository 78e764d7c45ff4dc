// Gullies: valleys and spurs that run down a given slope, as if carved by water, but as a function of one
// place: nothing is simulated.
//
// An octave is a wave across the slope. Each cell of a lattice has a phase of its own, and the waves of
// neighbours are blended into one, whose crests are spurs and whose troughs are gullies. The sides of a gully
// are steep too: they turn the slope that the next octave runs down, so that finer gullies branch off larger
// ones. Where one octave has a crest or a trough, the next one is suppressed, because it would cut spurs to
// pieces. (Clay John 2018 and Fewes 2023 cut waves into slopes; Skovbo Johansen 2025 normalises them and makes
// finer ones keep to the crests. This is the same idea on the sphere, in tangent planes, over the lattice of
// the other noises.)
// More: docs/internals/gullies.md.
#pragma once
#include "noise/kernels.h"
#include <stdint.h>

enum { TR_MAX_GULLIES = 12 }; // octaves

// The parameters of gullies, with knobs applied.
typedef struct tr_gully_numbers {
    uint64_t seed;
    int octaves;        // 1 … TR_MAX_GULLIES, each half as wide as the one before
    double scale;       // of the first octave: gullies per radius, side by side
    double persistence; // depth ratio of successive octaves
    double strength;    // slope of the sides of the first octave over the slope that it runs down
} tr_gully_numbers;

// Gullies, prepared. Immutable: any number of threads may evaluate them.
typedef struct tr_gully_plan {
    int count;
    tr_octave octaves[TR_MAX_GULLIES]; // amplitude: depth in radii for a slope of 1 to the side
    float turn[TR_MAX_GULLIES];        // by how much an octave turns the slope for the next one
} tr_gully_plan;

// Prepares gullies. numbers->octaves is 1 … TR_MAX_GULLIES.
void tr_gullies_prepare(const tr_gully_numbers *numbers, tr_gully_plan *plan);

// The fraction of each octave that a map with texels of that size (radians) shows.
void tr_gullies_weights(const tr_gully_plan *plan, float texel, float fractions[TR_MAX_GULLIES]);

// Gullies that run down the slope of the ground, as metres above or below that ground. (slope_x, slope_y,
// slope_z) is the slope at each sample, a vector tangent to the sphere in metres per radius.
TR_DECLARE_KERNEL(tr_gullies, (const tr_gully_plan *plan, const tr_block *block, const float *slope_x,
                               const float *slope_y, const float *slope_z, float *out))
