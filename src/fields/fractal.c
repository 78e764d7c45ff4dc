// Octaves of lattice noise, and one octave of each basis, which differs only in its rows.
#include "fields/fractal.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

FITS(tr_fractal);

const char *const tr_domain_names[] = {"sphere", "plane", NULL};
static const char *const basis_names[] = {"perlin", "value", "simplex", NULL};
static const char *const interpolation_names[] = {"none", "linear", "cosine", "cubic", "quintic", NULL};
static const char *const shape_names[] = {"plain", "billow", "ridged", NULL};

// clang-format off
#define AT(member) IN_LAYER(tr_fractal, member)
#define INTERPOLATION_ROW {"interpolation", CHOICE, AT(interpolation), .fallback = TR_INTERPOLATION_QUINTIC, .names = interpolation_names, .label = "Interpolation", .what = "how values blend between the points of the lattice: quintic is the smoothest", .effect = BAKES}
static const tr_parameter rows[] = {
    {"basis", CHOICE, AT(basis), .names = basis_names, .label = "Noise", .what = "kind of noise that is added up", .effect = BAKES},
    INTERPOLATION_ROW,
    {"shape", CHOICE, AT(shape), .names = shape_names, .label = "Shape", .what = "plain: soft hills; billow: round bumps; ridged: sharp ridges", .effect = BAKES},
    LATTICE_DOMAIN(AT),
    LATTICE_START(AT),
    {"octaves", KNOBBED, AT(octaves), .low = 1, .high = TR_MAX_OCTAVES, .knob = TR_KNOB_OCTAVES, .label = "Octaves", .what = "how many octaves of noise are added: each has finer detail than the one before", .slide_low = 1, .slide_high = 14, .effect = BAKES},
    {"persistence", KNOBBED, AT(persistence), .low = 0, .high = 2, .knob = TR_KNOB_PERSISTENCE, .label = "Persistence", .what = "how strong fine detail is compared with coarse shapes: higher is rougher", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    {"endless", NUMBER, AT(endless), .low = 0, .high = 1, .fallback = 0, .label = "Fine detail", .what = "strength of detail beyond the last octave, down to the texel, for plain noise around the sphere; it shows on maps wider than 2048; 0: none", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    LATTICE_LACUNARITY(AT),
    LATTICE_SCALE(AT),
    LATTICE_STRETCH(AT),
};
// Rows for one octave. Simplex noise does not interpolate and omits the first row.
static const tr_parameter one_rows[] = {
    INTERPOLATION_ROW,
    LATTICE_DOMAIN(AT),
    LATTICE_START(AT),
    LATTICE_LACUNARITY(AT),
    LATTICE_SCALE(AT),
    LATTICE_STRETCH(AT),
};
enum { one_count = sizeof one_rows / sizeof one_rows[0] };
// clang-format on

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

uint64_t tr_fractal_hash(uint64_t h, const tr_fractal_plan *plan) {
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

double tr_fractal_operations(const tr_fractal *fractal, int width) {
    tr_fractal_plan plan;
    tr_fractal_resolve(fractal, 0, &plan);
    return TR_OCTAVE_OPERATIONS * tr_fractal_shown(&plan, width);
}

// ---- layers ------------------------------------------------------------------------------------

// The numbers of a layer, which may be a single octave of a basis.
static tr_fractal numbers_of(const tr_recipe *recipe, int index) {
    const tr_layer layer = tr_layer_under_knobs(recipe, &recipe->layers[index]);
    tr_fractal f = *PARAMETERS(tr_fractal, &layer);
    if (layer.kind == &tr_field_fractal.kind)
        return f;
    f.basis = layer.kind == &tr_field_value.kind     ? TR_BASIS_VALUE
              : layer.kind == &tr_field_simplex.kind ? TR_BASIS_SIMPLEX
                                                     : TR_BASIS_PERLIN;
    f.octaves = (tr_number){.plus = 1};
    return f;
}

static void reach(const tr_layer *layer, double *low, double *high) {
    const bool ridged =
        layer->kind == &tr_field_fractal.kind && PARAMETERS(tr_fractal, layer)->shape == TR_FRACTAL_RIDGED;
    *low = ridged ? 0 : -1, *high = 1;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_fractal f = numbers_of(recipe, index);
    cost->sample = tr_fractal_operations(&f, width);
}

static void evaluate_map(const tr_field_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                         tr_meter *meter) {
    tr_fractal_evaluate_map(plan->state, isa, where, out, meter);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_fractal fractal = numbers_of(m->recipe, index);
    tr_fractal_resolve(&fractal, plan->seed, plan->state);
    plan->cache_key = tr_fractal_hash(plan->seed, plan->state);
    if (plan->warp >= 0)
        plan->cache_key = tr_hash_pair(plan->cache_key, m->warps[plan->warp].cache_key);
    plan->evaluate_map = evaluate_map;
    return TR_OK;
}

static void evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    const tr_samples at = {.count = block->count, .x = block->x, .y = block->y, .z = block->z};
    const int shown = tr_fractal_shown(plan->state, block->width);
    if (!tr_meter_add(block->meter, TR_OCTAVE_OPERATIONS * (unsigned)(shown * block->count)))
        return;
    tr_fractal_evaluate(plan->state, block->isa, block->width, &at, out, block->spare[0], block->spare[1]);
}

bool tr_field_is_fractal(const tr_field_type *type) { return type->evaluate == evaluate; }

const tr_fractal_plan *tr_layer_fractal(const tr_field_plan *plan) {
    return tr_field_is_fractal(plan->type) ? plan->state : NULL;
}

#define COMMON                                                                                                 \
    .costly = true, .reach = reach, .cost = cost, .state_bytes = sizeof(tr_fractal_plan), .prepare = prepare,  \
    .evaluate = evaluate

const tr_field_type tr_field_value = {.kind = {.name = "value",
                                               .what = "value noise: random numbers on a lattice, interpolated",
                                               .parameters = {"layers.NAME.", one_rows, one_count}},
                                      .example = {.name = "value", .json = EXAMPLE("value", ", \"scale\": 8")},
                                      COMMON};

const tr_field_type tr_field_perlin = {
    .kind = {.name = "perlin",
             .what = "Perlin's gradient noise",
             .parameters = {"layers.NAME.", one_rows, one_count}},
    .example = {.name = "perlin", .json = EXAMPLE("perlin", ", \"scale\": 8")},
    COMMON};

const tr_field_type tr_field_simplex = {
    .kind = {.name = "simplex",
             .what = "simplex noise: gradients on a lattice of tetrahedra",
             .parameters = {"layers.NAME.", one_rows + 1, one_count - 1}},
    .example = {.name = "simplex", .json = EXAMPLE("simplex", ", \"scale\": 8")},
    COMMON};

const tr_field_type tr_field_fractal = {.kind = {.name = "fractal",
                                                 .what = "octaves of such noise: plain, billow or ridged",
                                                 .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
                                        .example = {.name = "fractal", .json = EXAMPLE("fractal", "")},
                                        COMMON};
