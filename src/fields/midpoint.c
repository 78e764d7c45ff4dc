// Midpoint displacement, solved once.
#include "fields/private/displacement.h"
#include "fields/private/rows.h"

static const char *const border_names[] = {"wrap", "open", "low", "zero", "high", NULL};

// clang-format off
#define AT(member) IN_LAYER(tr_displacement, member)
static const tr_parameter rows[] = {
    DISPLACEMENT_DOMAIN(AT),
    DISPLACEMENT_CELLS(AT),
    DISPLACEMENT_LEVELS(AT),
    DISPLACEMENT_PERSISTENCE(AT),
    DISPLACEMENT_SIX_POINT(AT),
    {"border", CHOICE, AT(border), .names = border_names, .label = "Border", .what = "edges of the map on the plane: wrapped, open, or given as -1, 0 or 1", .effect = REFORMS},
    {"from", NAME, AT(from), .size = TR_NAME_BYTES, .label = "From", .what = "layer of lattice noise whose noise, without warp and amount, is level 0", .effect = REFORMS},
    {"points", POINTS, AT(points), .label = "Points", .what = "given points: [[latitude, longitude, value], ...], on the plane [[u, v, value], ...]", .effect = REFORMS},
    DISPLACEMENT_COLUMNS(AT),
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    return tr_displacement_check(recipe, index, TR_MIDPOINT, error);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    tr_displacement_cost(recipe, index, TR_MIDPOINT, cost);
}

static tr_status prepare(const tr_making *m, int index, tr_field_plan *plan) {
    return tr_displacement_prepare(m, index, TR_MIDPOINT, plan);
}

static void fit(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user) {
    tr_displacement_fit(recipe, index, width, TR_MIDPOINT, is_set, user);
}

const tr_field_type tr_field_midpoint = {
    .kind = {.name = "midpoint",
             .what = "midpoint displacement, from given points or another field if you like",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .example = {.name = "midpoint", .json = EXAMPLE("midpoint", ""), .fit = fit},
    .reach = tr_displacement_reach,
    .cost = cost,
    .prepare = prepare,
    .evaluate = tr_displacement_evaluate};
