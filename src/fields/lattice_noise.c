#include "fields/lattice_noise.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

FITS(tr_fractal);

const char *const tr_domain_names[] = {"sphere", "plane", NULL};
const char *const tr_basis_names[] = {"perlin", "value", "simplex", NULL};
const char *const tr_interpolation_names[] = {"none", "linear", "cosine", "cubic", "quintic", NULL};

void tr_fractal_resolve(const tr_fractal *f, uint64_t seed, tr_fractal_plan *plan) {
    const tr_fractal_numbers numbers = {
        .basis = f->basis,
        .interpolation = f->interpolation,
        .shape = f->shape,
        .plane = f->domain == TR_DOMAIN_PLANE,
        .start = (int)(f->start.plus + 0.5),
        .octaves = (int)(f->octaves.plus + 0.5),
        .persistence = f->persistence.plus,
        .lacunarity = f->lacunarity.plus,
        .scale = f->scale.plus,
        .endless = f->endless,
        .stretch = {f->stretch[0], f->stretch[1], f->stretch[2]},
        .seed = seed,
    };
    tr_fractal_prepare(&numbers, plan);
}

uint64_t tr_fractal_sign(uint64_t h, const tr_fractal_plan *plan) {
    const uint32_t choices[5] = {(uint32_t)plan->basis, (uint32_t)plan->interpolation, (uint32_t)plan->shape,
                                 (uint32_t)plan->plane, (uint32_t)plan->count};
    h = tr_hash_words(h, choices, 5);
    for (int i = 0; i < plan->count; i++) {
        uint32_t words[sizeof plan->octaves[i] / 4];
        memcpy(words, &plan->octaves[i], sizeof words);
        h = tr_hash_words(h, words, (int)(sizeof words / 4));
    }
    return h;
}

static void evaluate_map(const tr_field_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                         tr_meter *meter) {
    tr_fractal_evaluate_map(plan->state, isa, where, out, meter);
}

tr_status tr_lattice_prepare(const tr_making *m, tr_field_plan *plan, const tr_fractal *fractal) {
    tr_fractal_plan *state = plan->state = tr_making_state(m, sizeof *state);
    if (!state)
        return TR_NO_MEMORY;
    tr_fractal_resolve(fractal, plan->seed, state);
    plan->signature = tr_fractal_sign(plan->seed, state);
    if (plan->warp >= 0)
        plan->signature = tr_hash_pair(plan->signature, m->warps[plan->warp].signature);
    plan->evaluate_map = evaluate_map;
    return TR_OK;
}

void tr_lattice_evaluate(const tr_field_plan *plan, const tr_field_block *block, float *restrict out) {
    const tr_samples at = tr_block_samples(block);
    const int shown = tr_fractal_shown(plan->state, block->width);
    if (!tr_meter_add(block->meter, TR_OCTAVE_OPERATIONS * (unsigned)(shown * block->count)))
        return;
    tr_fractal_evaluate(plan->state, block->isa, block->width, &at, out, block->spare[0], block->spare[1]);
}

double tr_lattice_operations(const tr_fractal *fractal, int width) {
    tr_fractal_plan plan;
    tr_fractal_resolve(fractal, 0, &plan);
    return TR_OCTAVE_OPERATIONS * tr_fractal_shown(&plan, width);
}

void tr_lattice_cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_layer layer = tr_layer_under_knobs(recipe, &recipe->layers[index]);
    tr_fractal f = *PARAMETERS(tr_fractal, &layer);
    if (strcmp(layer.kind->name, "fractal") != 0)
        f.octaves = (tr_number){.plus = 1};
    cost->sample = tr_lattice_operations(&f, width);
}

void tr_lattice_reach(const tr_layer *layer, double *low, double *high) {
    (void)layer;
    *low = -1, *high = 1;
}

const tr_fractal_plan *tr_lattice_plan(const tr_field_plan *plan) {
    return plan->type->evaluate == tr_lattice_evaluate ? plan->state : NULL;
}
