// Patterns of the ground seen close up: polygons, parcels, crowns, blocks and ropes in ever smaller sizes down
// to the texel.
#include "noise/sites/patterns.h"
#include "fields/private/mean.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

typedef struct patterns {
    tr_pattern pattern;
    double scale;       // cells of the coarsest size per radius
    double persistence; // amplitude ratio of successive sizes
} patterns;
FITS(patterns);

static const char *const pattern_names[] = {"polygons", "parcels", "crowns", "blocks", "ropes", NULL};

// clang-format off
#define AT(member) IN_LAYER(patterns, member)
static const tr_parameter rows[] = {
    {"pattern", CHOICE, AT(pattern), .names = pattern_names, .label = "Pattern", .what = "polygons: cracked ground; parcels: patches of different tone; crowns: treetops or towers of cloud; blocks: single rocks; ropes: lava", .effect = BAKES},
    {"scale", NUMBER, AT(scale), .low = 1, .high = 100000, .fallback = 160, .unit = "per radius", .label = "Scale", .what = "large cells in a planet radius: higher makes them smaller; finer sizes follow down to the texel", .slide_low = 10, .slide_high = 2000, .logarithmic = true, .effect = BAKES},
    {"persistence", NUMBER, AT(persistence), .low = 0, .high = 1, .fallback = 0.9, .label = "Persistence", .what = "strength of each size compared with the next larger one: about 1 for colours, less for heights", .slide_low = 0, .slide_high = 1, .effect = BAKES},
    OF("sites_from", "layer of this kind whose cells it shares"),
};
// clang-format on

// Ratio of successive sizes.
static const double ratios[TR_PATTERN_COUNT] = {3, 3, 2, 2, 3};

static void reach(const tr_layer *layer, double *low, double *high) {
    double strength = 1, sum = 0;
    for (int k = 0; k < TR_PATTERN_SIZES; k++, strength *= PARAMETERS(patterns, layer)->persistence)
        sum += strength;
    *low = -1.7 * sum, *high = 1.7 * sum;
}

// The mean of one size, which all sizes share: the value that makes the sum 0, weighted by the local strength.
static float find_mean(const tr_field_plan *plan, const tr_prepare_context *m) {
    tr_pattern_plan one = *(const tr_pattern_plan *)plan->state;
    one.count = 1, one.mean = 0;
    const double without = tr_mean(plan, &one, 1, m);
    one.mean = 1;
    return (float)(without / (without - tr_mean(plan, &one, 1, m)));
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const patterns *p = PARAMETERS(patterns, tr_recipe_owner(recipe, &recipe->layers[index]));
    const bool domes = p->pattern == TR_PATTERN_CROWNS || p->pattern == TR_PATTERN_BLOCKS;
    const double of_size = domes ? 50 : 90;
    double scale = p->scale;
    cost->operations = 2 * TR_MEAN_PLACES * of_size;
    for (int k = 0;
         k < TR_PATTERN_SIZES && tr_pattern_weight((int)p->pattern, (float)(2 * TR_PI / width * scale)) > 0;
         k++) {
        cost->sample += of_size;
        scale *= ratios[p->pattern];
    }
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    const patterns *own = PARAMETERS(patterns, layer),
                   *sites = PARAMETERS(patterns, tr_recipe_owner(m->recipe, layer));
    const double finest = 0x1p19; // the finest scale that any map shows, as for fractals
    tr_pattern_plan *state = plan->state;
    state->pattern = (int)sites->pattern;
    double scale = sites->scale, amplitude = 1;
    while (state->count < TR_PATTERN_SIZES && scale <= finest) {
        tr_octave *size = &state->sizes[state->count];
        *size = tr_octave_make(tr_hash_pair(plan->seed, (uint64_t)state->count), scale, true);
        size->amplitude = (float)amplitude;
        state->count++, scale *= ratios[sites->pattern], amplitude *= own->persistence;
    }
    state->mean = find_mean(plan, m);
    return tr_meter_check(m->meter, m->error);
}

const tr_field_type tr_field_patterns = {
    .kind = {.name = "patterns",
             .what = "ground from near, in ever smaller sizes: polygons, parcels, crowns, blocks, ropes",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_sites_check_owner},
    .example = {.name = "patterns", .json = EXAMPLE("patterns", ", \"scale\": 14, \"persistence\": 0.4")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_pattern_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_patterns)};
