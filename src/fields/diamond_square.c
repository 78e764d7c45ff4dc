// Diamond-square, solved once.
#include "fields/private/displacement.h"
#include "fields/private/rows.h"

// clang-format off
#define AT(member) IN_LAYER(tr_displacement, member)
static const tr_parameter rows[] = {
    DISPLACEMENT_DOMAIN(AT),
    DISPLACEMENT_CELLS(AT),
    DISPLACEMENT_LEVELS(AT),
    DISPLACEMENT_PERSISTENCE(AT),
    DISPLACEMENT_SIX_POINT(AT),
    DISPLACEMENT_WINDOW(AT),
    DISPLACEMENT_COLUMNS(AT),
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    return tr_displacement_check(recipe, index, TR_DIAMOND_SQUARE, error);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    tr_displacement_cost(recipe, index, TR_DIAMOND_SQUARE, cost);
}

static tr_status prepare(const tr_making *m, int index, tr_field_plan *plan) {
    return tr_displacement_prepare(m, index, TR_DIAMOND_SQUARE, plan);
}

static void fit(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user) {
    tr_displacement_fit(recipe, index, width, TR_DIAMOND_SQUARE, is_set, user);
}

const tr_field_type tr_field_diamond_square = {
    .kind = {.name = "diamond_square",
             .what = "diamond-square: any window of an infinite field",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .example = {.name = "diamond_square", .json = EXAMPLE("diamond_square", ""), .fit = fit},
    .reach = tr_displacement_reach,
    .cost = cost,
    .prepare = prepare,
    .evaluate = tr_displacement_evaluate};
