#include "fields/field.h"
#include "fields/private/rows.h"

#include <math.h>

typedef struct axis {
    double direction[3]; // any length except 0
} axis;
FITS(axis);

// clang-format off
#define AT(member) IN_LAYER(axis, member)
static const tr_parameter rows[] = {
    {"direction", XYZ, AT(direction), .low = -1000, .high = 1000, .fallback = 1, .label = "Direction", .what = "direction of the axis, of any length: x towards longitude 0, y north, z towards 90 degrees west", .slide_low = -1, .slide_high = 1, .effect = BAKES},
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const double *d = PARAMETERS(axis, layer)->direction;
    return d[0] == 0 && d[1] == 0 && d[2] == 0
               ? tr_recipe_fail(error, "layers", layer->name, "direction", "a direction is not [0, 0, 0]")
               : TR_OK;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const double *d = PARAMETERS(axis, &m->recipe->layers[index])->direction;
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    float *unit = plan->state;
    for (int k = 0; k < 3; k++)
        unit[k] = (float)(d[k] / length);
    return TR_OK;
}

static void evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    const float *d = plan->state;
    for (int i = 0; i < block->count; i++)
        out[i] = d[0] * block->x[i] + d[1] * block->y[i] + d[2] * block->z[i];
}

const tr_field_type tr_field_axis = {.kind = {.name = "axis",
                                              .what = "how far along a direction a place lies, from -1 to 1",
                                              .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
                                              .check = check},
                                     .example = {.name = "axis", .json = EXAMPLE("axis", "")},
                                     .range = {-1, 1},
                                     .state_bytes = 3 * sizeof(float),
                                     .prepare = prepare,
                                     .evaluate = evaluate};
