// What a recipe becomes when it is made ready (surface.c), as the bake reads it (bake.c). Private to the room.
#pragma once
#include "noise/fractal.h"
#include "noise/sites.h"
#include "noise/voronoi.h"
#include "planet/kernels.h"
#include "planet/recipe.h"
#include "planet/solution.h"
#include "planet/surface.h"

// Where something applies: strength * smoothstep(from, to, channel), or strength everywhere for channel -1.
typedef struct plan_where {
    int channel;
    float from, to;
} plan_where;

typedef struct plan_warp {
    tr_warp_kind kind;
    int after; // index of the warp before, or -1
    double amount;
    int steps;
    tr_fractal_plan fractal;
    tr_sites sites;
    uint64_t signature; // equal for equal displacements
} plan_warp;

typedef struct plan_layer {
    tr_field_kind field;
    tr_fractal_plan fractal;
    tr_voronoi_plan voronoi;
    tr_sites sites;          // of craters and rays
    plan_solution *solution; // of a displacement field
    uint64_t solved;         // equal for equal solutions
    uint64_t seed;
    int warp; // index, or -1
    bool fold;
    tr_ramps curve; // count 0: none
    float amount, offset;
    plan_where where;
    tr_join join;
    int into;
    uint64_t signature; // equal for equal values of the field, before fold, curve and amount
} plan_layer;

typedef struct plan_paint {
    int channel, across; // the second one: -1 for none
    int row_count;
    tr_ramps *gradients; // one for each row, at least one; owned, as is
    tr_ramps rows;       // where they lie in `across`
    tr_blend blend;
    float strength;
    plan_where where;
} plan_paint;

typedef struct plan_coats {
    int count;
    plan_paint *paints;
    tr_palette palette; // of a paint that is alone and covers everything
} plan_coats;

struct tr_surface {
    tr_noise_kernels noise;
    tr_displacement_kernels displacement;
    tr_texel_kernels texel;
    tr_srgb_table srgb;
    int channel_count, warp_count, layer_count;
    plan_warp *warps;
    plan_layer *layers;
    plan_coats albedo, emission;
    float height_min_m, height_max_m;
    double slope_scale; // relief / radius in metres: turns metres per radian into the slope of the normal map
    bool sea;
    size_t list_room; // of the largest set of sites
};

static inline bool plan_has_sites(const plan_layer *layer) {
    return layer->field == TR_FIELD_VORONOI || layer->field == TR_FIELD_CRATERS ||
           layer->field == TR_FIELD_RAYS;
}

// Whether a field costs so much that its values are worth keeping: a warp is noise, too.
static inline bool plan_is_costly(const plan_layer *layer) {
    return layer->field == TR_FIELD_FRACTAL || plan_has_sites(layer) || layer->solution ||
           (layer->warp >= 0 && layer->field != TR_FIELD_CONSTANT);
}

// Cache (cache.c): the values of layer `index` for the whole map, rows -1 … height, or NULL. ready tells
// whether they can be read; otherwise this bake fills them.
float *tr_cache_values(tr_cache *cache, int index, bool *ready);
