// One octave of Perlin's gradient noise.
#include "fields/lattice_noise.h"
#include "fields/private/rows.h"

// clang-format off
#define AT(member) IN_LAYER(tr_fractal, member)
static const tr_parameter rows[] = {
    LATTICE_INTERPOLATION(AT),
    LATTICE_DOMAIN(AT),
    LATTICE_START(AT),
    LATTICE_LACUNARITY(AT),
    LATTICE_SCALE(AT),
    LATTICE_STRETCH(AT),
};
// clang-format on

static tr_status prepare(const tr_making *m, int index, tr_field_plan *plan) {
    const tr_layer layer = tr_layer_under_knobs(m->recipe, &m->recipe->layers[index]);
    tr_fractal one = *PARAMETERS(tr_fractal, &layer);
    one.basis = TR_BASIS_PERLIN;
    one.octaves = (tr_number){.plus = 1};
    return tr_lattice_prepare(m, plan, &one);
}

const tr_field_type tr_field_perlin = {
    .kind = {.name = "perlin",
             .what = "Perlin's gradient noise",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
    .costly = true,
    .example = {.name = "perlin", .json = EXAMPLE("perlin", ", \"scale\": 8")},
    .reach = tr_lattice_reach,
    .cost = tr_lattice_cost,
    .prepare = prepare,
    .evaluate = tr_lattice_evaluate};
