// A warp that moves each point by `amount` times a vector of three fractal noises.
#include "fields/fractal.h"
#include "fields/private/rows.h"

#include <string.h>

typedef struct noise {
    tr_number amount;   // in radii
    double steps;       // the number of steps of the displacement; each step samples the noise again
    tr_fractal fractal; // plain, on the sphere
} noise;
FITS(noise);

typedef struct ready {
    tr_fractal_plan fractal;
    double amount;
    int steps;
} ready;

// clang-format off
#define AT(member) IN_WARP(noise, member)
#define AT_FRACTAL(member) IN_WARP(noise, fractal.member)
static const tr_parameter rows[] = {
    {"amount", KNOBBED, AT(amount), .low = -100, .high = 100, .fallback = 0.1, .unit = "radii", .label = "Amount", .what = "how far it displaces, in planet radii", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    {"steps", WHOLE, AT(steps), .low = 1, .high = 16, .fallback = 1, .label = "Steps", .what = "displaces in so many smaller steps: more gives swirls", .effect = BAKES},
    LATTICE_START(AT_FRACTAL),
    {"octaves", KNOBBED, AT_FRACTAL(octaves), .low = 1, .high = TR_MAX_OCTAVES, .fallback = 4, .label = "Octaves", .what = "how many octaves of noise are added: each has finer detail than the one before", .slide_low = 1, .slide_high = 14, .effect = BAKES},
    {"persistence", KNOBBED, AT_FRACTAL(persistence), .low = 0, .high = 2, .fallback = 0.5, .label = "Persistence", .what = "how strong fine detail is compared with coarse shapes: higher is rougher", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    LATTICE_LACUNARITY(AT_FRACTAL),
    LATTICE_SCALE(AT_FRACTAL),
    LATTICE_STRETCH(AT_FRACTAL),
};
// clang-format on

enum { of_move = 4 }; // operations to move a sample; vectors cost two octaves

static tr_status prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    const tr_warp warp = tr_warp_under_knobs(m->recipe, &m->recipe->warps[index]);
    const noise *n = PARAMETERS(noise, &warp);
    ready *state = plan->state;
    tr_fractal_resolve(&n->fractal, plan->seed, &state->fractal);
    state->amount = n->amount.plus;
    state->steps = (int)n->steps;
    return TR_OK;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_warp warp = tr_warp_under_knobs(recipe, &recipe->warps[index]);
    const noise *n = PARAMETERS(noise, &warp);
    cost->sample = n->steps * (of_move + 2 * tr_fractal_operations(&n->fractal, width));
}

static void apply(const tr_warp_plan *plan, const tr_block *b, float *x, float *y, float *z) {
    const ready *state = plan->state;
    const size_t bytes = (size_t)b->count * sizeof *x;
    const tr_samples from = {.count = b->count, .x = x, .y = y, .z = z};
    float *dx = b->spare[0], *dy = b->spare[1], *dz = b->spare[2];
    const unsigned operations =
        of_move + 2 * TR_OCTAVE_OPERATIONS * (unsigned)tr_fractal_shown(&state->fractal, b->width);
    for (int step = 0; step < state->steps && tr_meter_add(b->meter, operations * (unsigned)b->count); step++) {
        memset(dx, 0, bytes), memset(dy, 0, bytes), memset(dz, 0, bytes);
        tr_fractal_add_vector(&state->fractal, b->isa, b->width, 0, state->fractal.count,
                              state->amount / state->steps, &from, dx, dy, dz);
        TR_KERNEL_OF(b->isa, tr_displace)(b->count, dx, dy, dz, x, y, z);
    }
}

const tr_fractal_plan *tr_noise_warp_plan(const tr_warp_plan *plan, double *amount, int *steps) {
    if (plan->type->apply != apply)
        return NULL;
    const ready *state = plan->state;
    *amount = state->amount, *steps = state->steps;
    return &state->fractal;
}

const tr_warp_type tr_warp_noise = {
    .kind = {.name = "noise",
             .what = "moves each point by a vector of three fractal noises",
             .parameters = TR_PARAMETER_TABLE("warps.NAME.", rows)},
    .example = {.name = "warp",
                .what = "a fractal that another noise displaces, in one or several steps",
                .json = "{\"type\": \"warp\", \"radius_km\": 1, \"slope_exaggeration\": 50, \"warps\": "
                        "[{\"name\": \"warp\", "
                        "\"kind\": \"noise\", \"amount\": 0.5}], "
                        "\"layers\": [{\"name\": \"warp\", \"field\": \"fractal\", \"warp\": \"warp\"}]}",
                .warp = "warp"},
    .cost = cost,
    .state_bytes = sizeof(ready),
    .prepare = prepare,
    .apply = apply};
