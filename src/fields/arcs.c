// Arcs: long thin lines that are pieces of circles.
#include "noise/sites/arcs.h"
#include "fields/private/estimate.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

#include <math.h>

typedef struct arcs {
    tr_arc_value value;
    tr_arc_numbers numbers;
} arcs;
FITS(arcs);

static const char *const value_names[] = {"line", "cell", NULL};

// clang-format off
#define AT(member) IN_LAYER(arcs, member)
static const tr_parameter rows[] = {
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "along the middle of each arc 1, fading to 0 at its sides; or a random number for each arc", .effect = BAKES},
    {"density", WHOLE, AT(numbers.count), .low = 1, .high = 20000, .fallback = 200, .label = "Number", .what = "how many arcs the planet has", .slide_low = 1, .slide_high = 2000, .logarithmic = true, .effect = BAKES},
    {"families", WHOLE, AT(numbers.families), .low = 0, .high = 64, .fallback = 0, .label = "Parallel sets", .what = "how many sets of parallel arcs there are; 0: each arc lies by itself", .slide_low = 0, .slide_high = 24, .effect = BAKES},
    {"off_centre", NUMBER, AT(numbers.off_centre), .low = 0, .high = 0.95, .fallback = 0.45, .label = "Bend", .what = "0: arcs follow great circles; higher: they curve more", .effect = BAKES},
    {"length_min", NUMBER, AT(numbers.length_min), .low = 1e-3, .high = 6, .fallback = 0.4, .unit = "radii", .label = "Shortest", .what = "length of the shortest arc, in planet radii", .slide_low = 0.02, .slide_high = 4, .logarithmic = true, .effect = BAKES},
    {"length_max", NUMBER, AT(numbers.length_max), .low = 1e-3, .high = 6, .fallback = 2.6, .unit = "radii", .label = "Longest", .what = "length of the longest arc, in planet radii", .slide_low = 0.02, .slide_high = 6, .logarithmic = true, .effect = BAKES},
    {"width_min", NUMBER, AT(numbers.width_min), .low = 1e-4, .high = 0.5, .fallback = 0.005, .unit = "radii", .label = "Narrowest", .what = "half the width of the narrowest arc, in planet radii", .slide_low = 5e-4, .slide_high = 0.1, .logarithmic = true, .effect = BAKES},
    {"width_max", NUMBER, AT(numbers.width_max), .low = 1e-4, .high = 0.5, .fallback = 0.03, .unit = "radii", .label = "Widest", .what = "half the width of the widest arc, in planet radii", .slide_low = 5e-4, .slide_high = 0.2, .logarithmic = true, .effect = BAKES},
    {"slope", NUMBER, AT(numbers.slope), .low = 1, .high = 4, .fallback = 2, .label = "Size slope", .what = "higher: more narrow arcs for each wide one (N(>w) ~ w^-slope, in steps of 0.5)", .effect = BAKES},
    {"cycloids", NUMBER, AT(numbers.cycloids), .low = 0, .high = 1, .fallback = 0, .label = "Cycloids", .what = "fraction of arcs that are chains of small bows, as on Europa", .effect = BAKES},
    {"branches", NUMBER, AT(numbers.branches), .low = 0, .high = 1, .fallback = 0, .label = "Branches", .what = "fraction of arcs that branch off wider ones", .effect = BAKES},
    {"slip", NUMBER, AT(numbers.slip), .low = 0, .high = 8, .fallback = 0, .unit = "widths", .label = "Slip", .what = "how far an arc shifts the older arcs that it crosses, at most, in its widths", .slide_low = 0, .slide_high = 4, .effect = BAKES},
    OF("sites_from", "layer whose sites it shares"),
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const tr_arc_numbers *a = &PARAMETERS(arcs, layer)->numbers;
    tr_status status = tr_recipe_check_range(error, "layers", layer->name, "length_min", a->length_min,
                                             "length_max", a->length_max);
    if (status == TR_OK)
        status = tr_recipe_check_range(error, "layers", layer->name, "width_min", a->width_min, "width_max",
                                       a->width_max);
    return status == TR_OK ? tr_sites_check_owner(recipe, index, error) : status;
}

static void reach(const tr_layer *layer, double *low, double *high) {
    *low = PARAMETERS(arcs, layer)->value == TR_ARC_CELL ? -1 : 0, *high = 1;
}

// Fraction of batches or blocks that lie within reach of an arc, 0 … 1. An arc covers a strip along part of its
// circle.
static double near_lines(const tr_arc_numbers *a, double reach, double (*near)(double reach)) {
    enum { parts = 4 };
    double sum = 0;
    for (int i = 0; i < parts; i++) { // short arcs are more frequent
        const double u = (i + 0.5) / parts, length = a->length_min + (a->length_max - a->length_min) * u * u;
        const double ends = fmin(length / 2, 2) + reach, strip = 2 * sqrt(near(reach));
        sum += fmin(near(ends), fmin(strip, 1) * fmin(1, 0.64 * estimate_asin(fmin(1, sqrt(near(ends))))));
    }
    return sum / parts;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_arc_numbers *a = &PARAMETERS(arcs, tr_recipe_owner(recipe, &recipe->layers[index]))->numbers;
    const double usual =
        a->slope < 1.5 ? 1 + estimate_log(a->width_max / a->width_min) : a->slope / (a->slope - 1);
    const double wide = fmin(a->width_max, a->width_min * usual), narrowest = 1.5 * 2 * TR_PI / width;
    const double seen = 1.2 * (wide > narrowest ? wide : narrowest), far = seen + 1.2 * a->slip * a->width_max;
    const double slides =
        0.37 * a->count * near_lines(a, 1.2 * 5 * wide, tr_near_batch); // arcs that displace a batch
    const double moved = a->slip > 0 ? 1 - estimate_exp(-slides) : 0;
    const double near = near_lines(a, seen, tr_near_batch) * (1 - moved) +
                        near_lines(a, far, tr_near_batch) * moved,
                 listed = near_lines(a, far, tr_near_block);
    cost->kept = 150 * a->count;
    cost->operations = 3000 * a->count;
    cost->sample =
        a->count * (6.0 / TR_BLOCK_SAMPLES + 6 * listed / TR_BATCH_SAMPLES + (a->slip > 0 ? 16 : 10) * near);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    tr_arc_numbers numbers = PARAMETERS(arcs, tr_recipe_owner(m->recipe, layer))->numbers;
    tr_arc_set *set = plan->state;
    numbers.seed = plan->seed, numbers.meter = m->meter;
    tr_prepare_list(m, (int)numbers.count);
    const tr_status status = tr_arcs_create(&numbers, set, m->error);
    set->value = (int)PARAMETERS(arcs, layer)->value;
    return status;
}

static void clear(void *state) { tr_arcs_clear(state); }

const tr_field_type tr_field_arcs = {
    .kind = {.name = "arcs",
             .what = "long thin lines that cross each other: pieces of circles",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .squares = true,
    .example = {.name = "arcs", .json = EXAMPLE("arcs", "")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_arc_set),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_arcs),
    .clear = clear};
