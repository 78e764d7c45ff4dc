// Olsen noise, solved once.
#include "fields/private/displacement.h"
#include "fields/private/rows.h"

// clang-format off
#define AT(member) IN_LAYER(tr_displacement, member)
static const tr_parameter rows[] = {
    DISPLACEMENT_DOMAIN(AT),
    DISPLACEMENT_CELLS(AT),
    {"levels", WHOLE, AT(levels), .low = 1, .high = 16, .fallback = 10, .label = "Levels", .what = "levels, one bit each: each but the first halves the cells", .effect = REFORMS},
    {"tent", FLAG, AT(tent), .label = "Tent", .what = "blur with 1-2-1 instead of 1-1-1: smoother", .effect = REFORMS},
    DISPLACEMENT_WINDOW(AT),
    DISPLACEMENT_COLUMNS(AT),
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    return tr_displacement_check(recipe, index, TR_OLSEN, error);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    tr_displacement_cost(recipe, index, TR_OLSEN, cost);
}

static tr_status prepare(const tr_making *m, int index, tr_field_plan *plan) {
    return tr_displacement_prepare(m, index, TR_OLSEN, plan);
}

static void fit(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user) {
    tr_displacement_fit(recipe, index, width, TR_OLSEN, is_set, user);
}

const tr_field_type tr_field_olsen = {
    .kind = {.name = "olsen",
             .what = "Olsen noise: diamond-square without its bias, in whole numbers",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .example = {.name = "olsen", .json = EXAMPLE("olsen", ""), .fit = fit},
    .reach = tr_displacement_reach,
    .cost = cost,
    .prepare = prepare,
    .evaluate = tr_displacement_evaluate};
