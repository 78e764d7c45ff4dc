// Shared by fields of features on lattices: octaves that determine where the features are, and mean values,
// into which features finer than a texel fade.
#pragma once
#include "base/hash.h"
#include "fields/field.h"

#include <math.h>

enum { TR_MEAN_PLACES = 2048 };

// The mean of a kernel of the plan's type over the sphere from height -most to most, without a map: at places
// that are spread evenly, on Fibonacci's lattice.
static inline double tr_mean(const tr_field_plan *plan, const void *state, double most,
                             const tr_prepare_context *m) {
    double sum = 0;
    for (int i = 0; i < TR_MEAN_PLACES; i++) {
        double sine, cosine;
        const double up = most - 2 * most * (i + 0.5) / TR_MEAN_PLACES, around = sqrt(1 - up * up);
        tr_sincos(i * 2.399963229728653, &sine, &cosine);
        const float x = (float)(around * cosine), y = (float)up, z = (float)(around * sine);
        float value;
        plan->type->kernels[m->isa](
            state, &(tr_block){.count = 1, .columns = 1, .x = &x, .y = &y, .z = &z, .meter = m->meter}, &value);
        sum += (double)value;
    }
    return sum / TR_MEAN_PLACES;
}

// An octave of lattice noise that is as fine along all axes.
static inline tr_octave tr_octave_make(uint64_t seed, double frequency, bool shifted) {
    const uint64_t h = tr_hash_u64(seed), shift = shifted ? h : 0;
    const float f = (float)frequency;
    return (tr_octave){.frequency = {f, f, f},
                       .offset = {shift & 1 ? 0.5f : 0, shift & 2 ? 0.5f : 0, shift & 4 ? 0.5f : 0},
                       .seed = {(uint32_t)h, (uint32_t)(h >> 32)}};
}
