// Octaves of lattice noise.
#include "fields/lattice_noise.h"
#include "fields/private/rows.h"

static const char *const shape_names[] = {"plain", "billow", "ridged", NULL};

// clang-format off
#define AT(member) IN_LAYER(tr_fractal, member)
static const tr_parameter rows[] = {
    {"basis", CHOICE, AT(basis), .names = tr_basis_names, .label = "Basis", .what = "lattice noise of the octaves", .effect = BAKES},
    LATTICE_INTERPOLATION(AT),
    {"shape", CHOICE, AT(shape), .names = shape_names, .label = "Shape", .what = "how an octave enters the sum", .effect = BAKES},
    LATTICE_DOMAIN(AT),
    LATTICE_START(AT),
    {"octaves", KNOBBED, AT(octaves), .low = 1, .high = TR_MAX_OCTAVES, .knob = TR_KNOB_OCTAVES, .label = "Octaves", .what = "how many octaves", .slide_low = 1, .slide_high = 14, .effect = BAKES},
    {"persistence", KNOBBED, AT(persistence), .low = 0, .high = 2, .knob = TR_KNOB_PERSISTENCE, .label = "Persistence", .what = "amplitude of one octave over the one before", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    {"endless", NUMBER, AT(endless), .low = 0, .high = 1, .fallback = 0, .label = "Endless", .what = "plain and round the sphere, octaves go on past the last until texels end them, each so strong over the one before; they begin where maps of 2048 columns end", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    LATTICE_LACUNARITY(AT),
    LATTICE_SCALE(AT),
    LATTICE_STRETCH(AT),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    *low = PARAMETERS(tr_fractal, layer)->shape == TR_FRACTAL_RIDGED ? 0 : -1, *high = 1;
}

static tr_status prepare(const tr_making *m, int index, tr_field_plan *plan) {
    const tr_layer layer = tr_layer_under_knobs(m->recipe, &m->recipe->layers[index]);
    return tr_lattice_prepare(m, plan, PARAMETERS(tr_fractal, &layer));
}

const tr_field_type tr_field_fractal = {.kind = {.name = "fractal",
                                                 .what = "octaves of such noise: plain, billow or ridged",
                                                 .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
                                        .costly = true,
                                        .example = {.name = "fractal", .json = EXAMPLE("fractal", "")},
                                        .reach = reach,
                                        .cost = tr_lattice_cost,
                                        .prepare = prepare,
                                        .evaluate = tr_lattice_evaluate};
