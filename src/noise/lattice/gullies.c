#include "noise/lattice/gullies.h"
#include "base/hash.h"
#include "noise/lattice/fractal.h"
#include "noise/maths/trig.h"

// Fraction of the slope of an octave's sides that turns the next octave. With all of it fine gullies would
// curl.
static const double turned = 0.5;

void tr_gullies_prepare(const tr_gully_numbers *numbers, tr_gully_plan *plan) {
    const double highest = 0x1p20; // finer than any map shows; lattice indices stay within 32 bits
    *plan = (tr_gully_plan){.count = numbers->octaves};
    double frequency = numbers->scale, depth = numbers->strength / (2 * TR_PI * numbers->scale);
    for (int k = 0; k < plan->count; k++, frequency *= 2, depth *= numbers->persistence) {
        const uint64_t seed = tr_hash_pair(numbers->seed, (uint64_t)k), shift = tr_hash_u64(seed);
        tr_octave *octave = &plan->octaves[k];
        *octave = (tr_octave){.seed = {(uint32_t)seed, (uint32_t)(seed >> 32)}, .amplitude = (float)depth};
        for (int axis = 0; axis < 3; axis++) {
            octave->frequency[axis] = (float)(frequency < highest ? frequency : highest);
            octave->offset[axis] = shift >> axis & 1 ? 0.5f : 0;
        }
        plan->turn[k] = (float)(turned * depth * 2 * TR_PI * frequency);
    }
}

void tr_gullies_weights(const tr_gully_plan *plan, float texel, float fractions[TR_MAX_GULLIES]) {
    for (int k = 0; k < plan->count; k++)
        fractions[k] = tr_cell_weight(1 / ((double)texel * (double)plan->octaves[k].frequency[0]));
}
