// Dunes aligned with a wind: transverse dunes, barchans and star dunes. Lengths are in planet radii.
#include "noise/lattice/dunes.h"
#include "fields/private/mean.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"
#include "noise/lattice/fractal.h"

typedef struct dunes {
    tr_dune_kind kind;
    tr_dune_value value;
    double scale;
    double wind, veer; // degrees
    double strength, sand, defects, sinuosity, variation;
    double endless; // 0, or amplitude of each size over the one before, in addition to its scaling by size
} dunes;
FITS(dunes);

enum { sizes_most = 7 };
static const double ratio = 5; // of successive sizes

typedef struct ready {
    tr_dune_plan sizes[sizes_most]; // coarsest first
    int count;
    float strength[sizes_most];
} ready;

static const char *const kind_names[] = {"transverse", "barchan", "star", NULL};
static const char *const value_names[] = {"height", "slip", "crest", NULL};

// clang-format off
#define AT(member) IN_LAYER(dunes, member)
static const tr_parameter rows[] = {
    {"kind", CHOICE, AT(kind), .names = kind_names, .label = "Kind", .what = "transverse: ridges across the wind; barchan: crescents on firm ground; star: pyramids with arms, where winds change", .effect = BAKES},
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "height in planet radii, or where steep faces or crests are", .effect = BAKES},
    {"scale", NUMBER, AT(scale), .low = 2, .high = 10000, .fallback = 40, .unit = "per radius", .label = "Scale", .what = "dunes in a planet radius: higher makes them smaller", .slide_low = 10, .slide_high = 500, .logarithmic = true, .effect = BAKES},
    {"wind", NUMBER, AT(wind), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Wind direction", .what = "where the wind blows to: 0 east, 90 north; dunes fade near the poles", .slide_low = -180, .slide_high = 180, .effect = BAKES},
    {"veer", NUMBER, AT(veer), .low = 0, .high = 180, .fallback = 35, .unit = "degrees", .label = "Wind variation", .what = "how much the wind turns from region to region", .slide_low = 0, .slide_high = 90, .effect = BAKES},
    {"strength", NUMBER, AT(strength), .low = 0, .high = 1, .fallback = 1, .label = "Wind strength", .what = "0: no dunes; higher: taller dunes with steep faces", .effect = BAKES},
    {"sand", NUMBER, AT(sand), .low = 0, .high = 1, .fallback = 0.7, .label = "Sand supply", .what = "low: single dunes on firm ground; high: sand everywhere", .effect = BAKES},
    {"defects", NUMBER, AT(defects), .low = 0, .high = 1, .fallback = 0.5, .label = "Crest breaks", .what = "higher: crests end, fork and join more often", .effect = BAKES},
    {"sinuosity", NUMBER, AT(sinuosity), .low = 0, .high = 1, .fallback = 0.5, .label = "Waviness", .what = "higher: crests wind more", .effect = BAKES},
    {"endless", NUMBER, AT(endless), .low = 0, .high = 1, .fallback = 0, .label = "Fine detail", .what = "strength of ever smaller dunes on the larger ones, down to the texel; 0: none", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    {"variation", NUMBER, AT(variation), .low = 0, .high = 1, .fallback = 0.5, .label = "Sand variation", .what = "higher: the amount of sand differs more from place to place", .effect = BAKES},
    OF("sites_from", "layer of this kind whose dunes it shares; only value and endless are its own"),
};
// clang-format on

static void reach(const tr_layer *layer, double *low, double *high) {
    static const double highest[TR_DUNE_COUNT] = {0.24, 0.07, 0.2}; // in wavelengths
    const dunes *d = PARAMETERS(dunes, layer);
    double sizes = 1, strength = 1;
    for (int k = 1; k < sizes_most; k++)
        strength *= d->endless / (d->value == TR_DUNE_HEIGHT ? ratio : 1), sizes += strength;
    *high = sizes * (d->value == TR_DUNE_HEIGHT ? highest[d->kind] / d->scale : 1);
    *low = d->endless > 0 ? -*high : 0;
}

static tr_dune_plan make_size(const dunes *d, tr_dune_value value, uint64_t seed, double scale) {
    double sine, cosine;
    tr_sincos(d->wind * TR_PI / 180, &sine, &cosine);
    const double turns = 5 - 3 * d->defects; // length of a crest, in wavelengths
    const bool star = d->kind == TR_DUNE_STAR;
    return (tr_dune_plan){.kind = (int)d->kind,
                          .value = (int)value,
                          .seed = (uint32_t)seed,
                          .scale = (float)scale,
                          .cells = (float)(scale * (star ? 1.8 : 1)),
                          .widest = (float)((star ? 0.99 : 0.8) / scale),
                          .cosine = (float)cosine,
                          .sine = (float)sine,
                          .veer = (float)(d->veer / 180), // noise rarely exceeds ½
                          .strength = (float)d->strength,
                          .sand = (float)d->sand,
                          .sinuosity = (float)d->sinuosity,
                          .variation = (float)d->variation,
                          .turns = (float)turns,
                          .waves = tr_octave_make(tr_hash_pair(seed, 1), scale / turns, true),
                          .bends = tr_octave_make(tr_hash_pair(seed, 2), scale * 0.55, true),
                          .veers = tr_octave_make(tr_hash_pair(seed, 3), 2.5, true),
                          .patches = tr_octave_make(tr_hash_pair(seed, 4), scale * 0.09 + 1, true)};
}

// Adds ever smaller sizes down to the finest that maps show. Their means are that of the first, scaled by size.
static void continue_octaves(const dunes *d, double endless, uint64_t seed, ready *state) {
    const double finest = 0x1p18;
    double scale = d->scale * ratio, strength = endless, mean = (double)state->sizes[0].mean;
    const tr_dune_value value = (tr_dune_value)state->sizes[0].value;
    state->sizes[0].level = true;
    while (state->count < sizes_most && scale <= finest) {
        mean /= value == TR_DUNE_HEIGHT ? ratio : 1;
        tr_dune_plan *size = &state->sizes[state->count];
        *size = make_size(d, value, tr_hash_pair(seed, 16 + (uint64_t)state->count), scale);
        size->veers = state->sizes[0].veers; // all sizes share one wind
        size->mean = (float)mean, size->level = true;
        state->strength[state->count] = (float)strength;
        state->count++, scale *= ratio, strength *= endless;
    }
}

// Operations per sample for the dunes of one size.
static double cost_of_size(const dunes *d, double scale, double texel) {
    const bool star = d->kind == TR_DUNE_STAR, transverse = d->kind == TR_DUNE_TRANSVERSE;
    if (!(tr_cell_weight((transverse ? 1 : 0.45) / (scale * texel)) > 0))
        return 2;
    if (transverse)
        return 60;
    const double cells = scale * (star ? 1.8 : 1), there = 4 * TR_PI * cells * cells;
    const double near = there * tr_near_batch((star ? 0.9 : 0.3) / scale),
                 of_dune = star ? 15 * 4 * 0.3 : 10 * 4 * 2;
    double samples = 1024,
           ball = 0.3 * cells; // a batch looks for dunes in its common box, unless the box has many cells
    for (; ball >= 10 && samples > TR_BATCH_SAMPLES; samples /= 2)
        ball /= 1.5;
    const double box = 2 * (ball + (star ? 1.8 : 0.8) + 0.5) + 1;
    return 2 + (d->strength > 0 ? (0.3 + 0.7 * d->sand) * of_dune * near : 0) +
           (star ? 20 : 80) * box * box * box / samples;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_layer *layer = &recipe->layers[index];
    const dunes *own = PARAMETERS(dunes, layer), *d = PARAMETERS(dunes, tr_recipe_owner(recipe, layer));
    const double texel = 2 * TR_PI / width, finest = 0x1p18;
    const int sizes = own->endless > 0 ? sizes_most : 1;
    cost->operations = 5000.0 * TR_MEAN_PLACES;
    for (double k = 0, scale = d->scale; k < sizes && scale <= finest; k++, scale *= ratio)
        cost->sample += cost_of_size(d, scale, texel);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    const dunes *own = PARAMETERS(dunes, layer), *sites = PARAMETERS(dunes, tr_recipe_owner(m->recipe, layer));
    ready *state = plan->state;
    state->count = 1, state->strength[0] = 1;
    state->sizes[0] = make_size(sites, own->value, plan->seed, sites->scale);
    // where the wind is not hindered by a pole
    state->sizes[0].mean = (float)tr_mean(plan, &state->sizes[0], 0.95, m);
    if (own->endless > 0)
        continue_octaves(sites, own->endless, plan->seed, state);
    return tr_meter_check(m->meter, m->error);
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const ready *state = plan->state;
    float *finer = b->spare[0];
    TR_KERNEL_OF(b->isa, tr_dunes)(&state->sizes[0], b, out);
    for (int k = 1; k < state->count; k++) {
        TR_KERNEL_OF(b->isa, tr_dunes)(&state->sizes[k], b, finer);
        for (int i = 0; i < b->count; i++)
            out[i] += state->strength[k] * finer[i];
    }
}

const tr_field_type tr_field_dunes = {
    .kind = {.name = "dunes",
             .what = "transverse dunes, barchans and star dunes with slip faces, which follow a wind",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check_owner},
    .squares = true,
    .example = {.name = "dunes", .json = EXAMPLE("dunes", ", \"scale\": 12, \"amount\": 20")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(ready),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_dunes), // of one size
    .evaluate = evaluate};
