// What a recipe becomes when it is made ready (surface.c), as the bake reads it (bake.c). Private to the room.
#pragma once
#include "noise/arcs.h"
#include "noise/fractal.h"
#include "noise/gullies.h"
#include "noise/sites.h"
#include "noise/streets.h"
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
    plan_solution *solution; // of a flow
    uint64_t signature;      // equal for equal displacements
} plan_warp;

typedef struct plan_layer {
    tr_field_kind field;
    tr_fractal_plan fractal;
    tr_voronoi_plan voronoi;
    tr_sites sites; // of craters, rays and spots
    tr_arc_set arcs;
    tr_street_plan streets;
    tr_gully_plan gullies;
    int value;               // of spots, arcs, streets and terrains
    float reach, lobes;      // of spots
    int channel;             // that the layer takes its values from
    plan_solution *solution; // of a displacement field, a terrain (of gullies, too), or what a flow has
    const tr_cube *cube;     // of the solution, if it is round the sphere
    float direction[3];      // of an axis
    float level;             // of a share: its value
    uint64_t solved;         // of a share: equal for equal levels
    uint64_t seed;
    int warp; // index, or -1
    bool fold;
    tr_ramps curve; // count 0: none
    float amount, offset;
    plan_where where;
    tr_join join;
    int into;
    unsigned maps;      // that need it: bits 1 << TR_MAP_…
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

// The shape of a displaced planet: what its mesh is, on a grid of (columns + 1) * (columns / 2 + 1) points from
// the north-west, the last of a row again the first.
typedef struct plan_shape {
    int columns;
    double radius_m, relief;
    float *radii;        // in planet radii
    float (*normals)[3]; // unit
} plan_shape;

struct tr_surface {
    tr_noise_kernels noise;
    tr_displacement_kernels displacement;
    plates_kernels plates;
    river_kernels rivers;
    tr_texel_kernels texel;
    tr_srgb_table srgb;
    int channel_count, warp_count, layer_count;
    plan_warp *warps;
    plan_layer *layers;
    plan_coats albedo, emission, roughness, metal, water, cloud_colour, cloud_cover;
    float height_min_m, height_max_m;
    double slope_scale; // relief / radius in metres: turns metres per radian into the slope of the normal map
    bool sea, gas;
    bool exact;        // every solution is the one that the recipe asks for
    size_t list_room;  // of the largest set of sites
    plan_shape *shape; // of a displaced planet, or NULL
};

// What a surface is made with.
typedef struct plan_making {
    const tr_recipe *recipe;
    tr_pool *pool;
    const tr_surface *previous; // or NULL
    bool preview;
    const tr_watch *watch; // or NULL
    tr_surface *surface;   // the warps and layers before the one that is being made ready are ready
    tr_error *error;
} plan_making;

// A knob may take a number out of its range: it then stays at the end of it.
static inline double plan_number(tr_number number, const tr_recipe *recipe, double low, double high) {
    const double x = tr_number_value(number, recipe);
    return x < low ? low : x > high ? high : x;
}

// The index of the warp of that name, or -1 (surface.c).
int plan_find_warp(const tr_recipe *recipe, const char *name);

static inline bool plan_is_solved(tr_field_kind field) {
    return tr_field_is_displacement(field) || field == TR_FIELD_TERRAIN || field == TR_FIELD_GULLIES ||
           tr_field_is_of_flow(field);
}

static inline bool plan_has_sites(const plan_layer *layer) {
    return layer->field == TR_FIELD_VORONOI || tr_field_has_radii(layer->field) ||
           layer->field == TR_FIELD_ARCS || layer->field == TR_FIELD_STREETS;
}

// Whether a field costs so much that its values are worth keeping: a warp is noise, too.
static inline bool plan_is_costly(const plan_layer *layer) {
    return layer->field == TR_FIELD_FRACTAL || plan_has_sites(layer) || layer->solution ||
           (layer->warp >= 0 && layer->field != TR_FIELD_CONSTANT && layer->field != TR_FIELD_CHANNEL);
}

// What a map is made of: returns how many stacks of coats, 0 for height and normals, and puts them there
// (surface.c).
int plan_coats_of_map(const tr_surface *surface, tr_map map, const plan_coats *stacks[2]);

// Marks the layers before `end` that the marked channels depend on, and the channels on the way there: those
// that limit where such layers count. channels has room for TR_MAX_CHANNELS, layers for `end` (needed.c).
void plan_mark_needed(const tr_surface *surface, int end, bool *channels, bool *layers);

// Gives a layer whose field is solved its solution, and adds that to its signature (solved.c). The layer's seed
// and warp are set. Errors: TR_BAD_INPUT, TR_NO_MEMORY, TR_STOPPED.
tr_status plan_solve_layer(const plan_making *m, const tr_layer *layer, plan_layer *plan);
// The same for a warp of winds, whose eddies are ready in plan->fractal and have that signature.
tr_status plan_solve_winds(const plan_making *m, const tr_warp *warp, uint64_t seed, uint64_t eddies,
                           plan_warp *plan);

// Solves layer `index`, a share, from the layers before it, which are ready (share.c), or takes its level from
// an earlier surface (NULL is allowed) where nothing that it depends on has changed. The layer's own numbers
// are set. The level does not depend on the threads of the pool. Errors: TR_BAD_INPUT, TR_NO_MEMORY.
tr_status plan_solve_share(tr_surface *surface, int index, double share, const tr_surface *previous,
                           tr_pool *pool, tr_error *error);

// Memory for a thread that evaluates samples instead of bands (bake.c). Free it with tr_scratch_destroy.
tr_status plan_samples_create(const tr_surface *surface, tr_scratch **scratch, tr_error *error);
// A channel as those of the layers before `end` make it that are marked, at samples anywhere on the sphere, in
// rows of neighbours: `where` says how many, and how wide a map they see. At most TR_BLOCK_SAMPLES. No layer
// may lie on the plane. The same as in a bake, but within 2^-17 of the range of fractals where that goes along
// latitudes (noise/walk.h).
void plan_samples_evaluate(const tr_surface *surface, tr_scratch *scratch, int end, const bool *layers,
                           int channel, const tr_rectangle *where, const float *x, const float *y,
                           const float *z, float *out);

// The shape of a surface that is ready but for it (mesh.c). Errors: TR_NO_MEMORY.
tr_status plan_shape_create(const tr_surface *surface, const tr_recipe *recipe, tr_pool *pool,
                            plan_shape **shape, tr_error *error);
void plan_shape_destroy(plan_shape *shape); // NULL is allowed

// Slopes of the mesh, how much it rises with a step to the east and to the north, at the texels of a row of a
// map: of normals that are linear between the corners of each triangle, as the GPU has them. The row's
// directions are (east_x around, up, east_z around).
void plan_shape_slopes(const plan_shape *shape, const tr_rectangle *row, const float *east_x,
                       const float *east_z, float around, float up, float *east, float *north);

// Cache (cache.c): the values of layer `index` for the whole map, rows -1 … height, or NULL. ready tells
// whether they can be read; otherwise this bake fills them.
float *tr_cache_values(tr_cache *cache, int index, bool *ready);
