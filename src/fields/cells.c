// Convection cells and granules that appear and disappear as a phase advances.
#include "noise/sites/cells.h"
#include "fields/private/mean.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"
#include "noise/lattice/fractal.h"

#include <math.h>

typedef struct cells {
    tr_cells_value value;
    double scale; // cells per radius
    double phase, lives;
    double variety, lanes, rims, mottle;
} cells;
FITS(cells);

static const char *const value_names[] = {"brightness", "lanes", "cell", NULL};

// clang-format off
#define AT(member) IN_LAYER(cells, member)
static const tr_parameter rows[] = {
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "width of the dark lanes between cells", .effect = BAKES},
    {"scale", NUMBER, AT(scale), .low = 1, .high = 10000, .fallback = 20, .unit = "per radius", .label = "Scale", .what = "cells in a planet radius: higher makes them smaller", .slide_low = 5, .slide_high = 200, .logarithmic = true, .effect = BAKES},
    {"phase", NUMBER, AT(phase), .low = 0, .high = 1, .fallback = 0, .label = "Phase", .what = "time, in which cells appear, grow and vanish; 1 looks like 0 again", .effect = BAKES},
    {"lives", WHOLE, AT(lives), .low = 1, .high = 100, .fallback = 3, .label = "Lifetimes", .what = "how many cells follow each other while the phase goes from 0 to 1, on average: higher makes them change faster", .slide_low = 1, .slide_high = 12, .effect = BAKES},
    {"variety", NUMBER, AT(variety), .low = 0, .high = 1, .fallback = 0.5, .label = "Size variation", .what = "higher: sizes of cells differ more", .effect = BAKES},
    {"lanes", NUMBER, AT(lanes), .low = 0.01, .high = 0.5, .fallback = 0.14, .unit = "cells", .label = "Lanes", .what = "width of the dark lanes between cells", .slide_low = 0.03, .slide_high = 0.35, .effect = BAKES},
    {"rims", NUMBER, AT(rims), .low = 0, .high = 1, .fallback = 0.3, .label = "Rims", .what = "higher: brighter edges of cells", .effect = BAKES},
    {"mottle", NUMBER, AT(mottle), .low = 0, .high = 1, .fallback = 0.5, .label = "Mottle", .what = "higher: brightness varies more within a cell", .effect = BAKES},
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    *low = PARAMETERS(cells, layer)->value == TR_CELLS_CELL ? -1 : 0, *high = 1;
}

// A cut through the lattice shows 1 / 0.86 cells per lattice cell, counted by tests/test_cells.c.
static const double sparser = 0.86;

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const cells *c = PARAMETERS(cells, &recipe->layers[index]);
    const double pitch = sparser * c->scale, texel = 2 * TR_PI / width;
    const double there = 4 * TR_PI * pitch * pitch; // cells of the lattice that the sphere cuts
    cost->operations = c->value == TR_CELLS_CELL ? 0 : 3000.0 * TR_MEAN_PLACES;
    cost->sample = 12;
    if (tr_cell_weight(0.6 / (pitch * texel)) > 0)
        cost->sample += 40 + 8 * there * tr_near_batch(1.5 / pitch) +
                        30 * there * tr_near_block(2 / pitch) / TR_BLOCK_SAMPLES;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const cells *c = PARAMETERS(cells, &m->recipe->layers[index]);
    tr_cells_plan *state = plan->state;
    const double pitch = sparser * c->scale;
    *state = (tr_cells_plan){.value = (int)c->value,
                             .seed = (uint32_t)plan->seed,
                             .pitch = (float)pitch,
                             .phase = (float)(c->phase - floor(c->phase)),
                             .lives = (int)c->lives,
                             .variety = (float)c->variety,
                             .lane = (float)(c->lanes * sparser),
                             .rims = (float)c->rims,
                             .mottle = (float)c->mottle,
                             .mottling = {tr_octave_make(tr_hash_pair(plan->seed, 1), 2.3 * pitch, false),
                                          tr_octave_make(tr_hash_pair(plan->seed, 2), 5.1 * pitch, false)}};
    for (int axis = 0; axis < 3; axis++)
        state->fraying[axis] = tr_octave_make(tr_hash_pair(plan->seed, 3 + (uint64_t)axis), 2.1 * pitch, false);
    state->mean = c->value == TR_CELLS_CELL ? 0 : (float)tr_mean(plan, state, 1, m);
    return tr_meter_check(m->meter, m->error);
}

const tr_field_type tr_field_cells = {
    .kind = {.name = "cells",
             .what = "convection cells and granules: bright middles, dark lanes, lives that follow a phase",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
    .squares = true,
    .example = {.name = "cells", .json = EXAMPLE("cells", ", \"scale\": 8")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_cells_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_cells)};
