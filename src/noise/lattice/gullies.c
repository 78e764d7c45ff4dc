#include "noise/lattice/gullies.h"
#include "noise/lattice/fractal.h"
#include "noise/maths/trig.h"

// Fraction of the slope of an octave's sides that turns the next octave. With all of it fine gullies would
// curl.
static const double turned = 0.5;

void tr_gullies_prepare(const tr_gully_numbers *numbers, tr_gully_plan *plan) {
    tr_fractal_plan octaves;
    tr_fractal_prepare(&(tr_fractal_numbers){.octaves = numbers->octaves,
                                             .persistence = 1,
                                             .lacunarity = 2,
                                             .scale = numbers->scale,
                                             .stretch = {1, 1, 1},
                                             .seed = numbers->seed},
                       &octaves);
    *plan = (tr_gully_plan){.count = numbers->octaves};
    double frequency = numbers->scale, depth = numbers->strength / (2 * TR_PI * numbers->scale);
    for (int k = 0; k < plan->count; k++, frequency *= 2, depth *= numbers->persistence) {
        plan->octaves[k] = octaves.octaves[k];
        plan->octaves[k].amplitude = (float)depth;
        plan->turn[k] = (float)(turned * depth * 2 * TR_PI * frequency);
    }
}

void tr_gullies_weights(const tr_gully_plan *plan, float texel, float fractions[TR_MAX_GULLIES]) {
    for (int k = 0; k < plan->count; k++)
        fractions[k] = tr_cell_weight(1 / ((double)texel * (double)plan->octaves[k].frequency[0]));
}
