// Fields: the functions that layers are made of. One file contains one kind: its parameters, its checks, its
// preparation, its evaluation and an example. `tr_field_types` lists the kinds.
//
// To add a field, write its file here (constant.c is the shortest, craters.c a typical one, terrain.c one that
// is solved for the whole planet), add its name to list.h, and test it. More: docs/internals/fields.md.
#pragma once
#include "base/isa.h"
#include "base/meter.h"
#include "base/pool.h"
#include "base/watch.h"
#include "fields/solution.h"
#include "noise/kernels.h"
#include "noise/lattice/fractal.h"
#include "noise/maths/trig.h"
#include "recipe/recipe.h"
#include "terrain/plates.h"
#include "terrain/rivers.h"

typedef struct tr_field_type tr_field_type;
typedef struct tr_warp_type tr_warp_type;

// ---- plans --------------------------------------------------------------------------------------

// A layer's field, ready to be evaluated. Immutable once prepared.
typedef struct tr_field_plan {
    const tr_field_type *type;
    uint64_t seed;         // of the layer, or of the layer whose sites or terrain it shares
    uint64_t cache_key;    // equal for equal values everywhere
    int warp;              // index, or -1
    int channel;           // index of the channel that it reads, or -1
    int coarse_width;      // 0, or it also needs that channel as a map of that width shows it, on finer maps
    tr_solution *solution; // of a field that is solved for the whole planet, or NULL; shared
    void *state;           // the type's own data, or NULL; owned
    // Evaluates whole rows of a map from texels instead of directions, which share more work than blocks do.
    // NULL: not supported.
    void (*evaluate_map)(const struct tr_field_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                         tr_meter *meter);
} tr_field_plan;

typedef struct tr_warp_plan {
    const tr_warp_type *type;
    int after; // index of the previous warp, or -1
    uint64_t seed;
    uint64_t cache_key;    // equal for equal displacements
    tr_solution *solution; // or NULL; shared
    void *state;           // owned
} tr_warp_plan;

// The context in which fields and warps of a recipe are prepared. The recipe is valid, and all elements before
// the current one are ready.
struct tr_prepare_context {
    const tr_recipe *recipe;
    const tr_recipe *painted; // this planet with its strokes, which is prepared next; or NULL
    tr_isa isa;
    tr_pool *pool;
    const tr_watch *watch; // or NULL
    tr_meter *meter;       // with that watch: counts work on, and on behalf of, the preparing thread
    // A preview avoids new full solutions: it takes the solution of the same layer or warp from `previous`, or
    // solves on a coarse lattice.
    bool preview;
    const tr_solutions *previous; // of an earlier surface
    tr_solutions *present;        // solutions of this surface; it holds a reference to each
    bool *exact;                  // set to false if a preview used a solution that is not exact
    size_t *list_capacity;        // words that evaluating the largest set of sites needs
    const tr_field_plan *fields;  // of the layers
    const tr_warp_plan *warps;
    // Finds the offset for the channel of layer `index` with which the fraction `coverage` of the planet's area
    // lies above 0, and a key that is equal for equal results.
    tr_status (*find_level)(void *context, int index, double coverage, float *level, uint64_t *cache_key,
                            tr_error *error);
    // The channel of layer `index` as the earlier layers make it, at any number of samples, on a map that many
    // texels wide; and a key that is equal for equal channels, 0 if the channel uses the plane of the map.
    tr_status (*sample_channel)(void *context, int index, int width, const tr_samples *at, float *values,
                                tr_error *error);
    uint64_t (*find_channel_key)(void *context, int index);
    void *context;
    tr_error *error;
};

// ---- cost ----------------------------------------------------------------------------------------

// Estimated cost of a field or a warp, from its parameters. Work is in operations (base/meter.h) as meters
// count them: at least a third of what they count, and at most ten times as much (tests/test_work.c).
typedef struct tr_cost {
    double kept;       // bytes once it is ready
    double making;     // additional bytes during preparation
    double operations; // operations of the preparation
    double sample;     // operations to evaluate or move a sample
    double places; // samples of earlier layers that the preparation evaluates, on a map TR_QUANTILE_WIDTH wide
} tr_cost;

enum {
    TR_QUANTILE_WIDTH = 2048, // width of the map on whose samples fractions of area are measured
    TR_CUBE_OPERATIONS = 8    // operations to look up a number that is solved for the whole planet
};

// Whether a parameter of a layer of that kind does nothing, because the layer shows the terrain of another one,
// its `source` (tr_layer), or "".
bool tr_field_ignores(const tr_kind *kind, const char *source, const tr_parameter *parameter);

// Cost of a layer (with its samples going through its warps) and of a warp by itself, on a map `width` texels
// wide: finer maps show more. The recipe is valid (tr_recipe_check).
tr_cost tr_field_cost(const tr_recipe *recipe, int index, int width);
tr_cost tr_warp_cost(const tr_recipe *recipe, int index, int width);
// Cost of reading the own map at an index of the recipe's list; nothing if its file is missing or damaged,
// which preparation reports. Reads the head of the file.
tr_cost tr_own_map_cost(const tr_recipe *recipe, int index);
// The heights of a map of heights, where they are the same for every planet: its range_m, or the numbers of its
// file, which is read once for that. Equal: the planet decides, or the file cannot be read, which preparation
// reports. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_own_map_range(const tr_recipe *recipe, int index, const tr_watch *watch, double range_m[2],
                           tr_error *error);
// A small picture of the file of that map as it is, not of what the planet makes of it: RGB and alpha, 8 bits
// each, `stride` bytes from row to row. Numbers that are no fractions run from black to white. Errors: as those
// of reading the map.
tr_status tr_own_map_picture(const tr_recipe *recipe, int index, int width, int height, size_t stride,
                             const tr_watch *watch, uint8_t *rgba, tr_error *error);

// ---- types -------------------------------------------------------------------------------------

// A recipe that shows one field, for `terrella field` and `terrella bench`: JSON whose last layer has the name
// and the kind of the example.
typedef struct tr_field_example {
    const char *name, *what;
    const char *json;
    const char *warp; // warp whose parameters options address first, or NULL
    // Makes the lattice of layer `index` as fine as a map `width` texels wide shows, except for keys that the
    // user has set (`is_set`). NULL: nothing to do.
    void (*fit)(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user);
} tr_field_example;

struct tr_field_type {
    tr_kind kind;
    bool placeless; // the value does not depend on the position: warps have no effect
    bool costly;    // its values are worth caching
    bool squares;   // it searches the neighbourhood of samples, so square blocks are faster; costly, too
    tr_field_example example; // name NULL: no example
    // The range of values before fold, curve and amount; for distances, the usual range. If it depends on the
    // layer, `reach` returns it; otherwise `reach` is NULL.
    double range[2];
    void (*reach)(const tr_layer *layer, double *low, double *high);
    // Adds the cost of layer `index` beyond the common cost to a zeroed *cost. NULL: no additional cost.
    void (*cost)(const tr_recipe *recipe, int index, int width, tr_cost *cost);
    size_t state_bytes; // of plan->state
    // Makes layer `index` ready: plan->state, which is all zeros, and solution, and what else the cache key
    // depends on. The rest of the plan is there: the cache key of all parameters (but those of solutions) under
    // the knobs, of the owner and of the warp. What it leaves after a failure is cleared. NULL: there is
    // nothing to do. Errors: TR_NO_MEMORY, TR_STOPPED, TR_BAD_INPUT.
    tr_status (*prepare)(const tr_prepare_context *m, int index, tr_field_plan *plan);
    // Fills out[0 … count-1], and may fill up to TR_BATCH_SAMPLES behind: a kernel of plan->state, or evaluate,
    // which comes first. Any thread.
    tr_field_kernel *kernels[TR_ISA_COUNT];
    void (*evaluate)(const tr_field_plan *plan, const tr_block *block, float *restrict out);
    void (*clear)(void *state); // frees what state points to, but not state itself; NULL: nothing to free
    // Radii of its craters that are at least `least`, in planet radii: writes the first `capacity` of them and
    // returns their total number. meter counts work; once it has stopped, the result is meaningless. NULL: the
    // type has no craters.
    int (*radii)(const tr_field_plan *plan, double least, int capacity, float *out, tr_meter *meter);
};

struct tr_warp_type {
    tr_kind kind;
    bool squares;
    tr_field_example example;
    void (*cost)(const tr_recipe *recipe, int index, int width, tr_cost *cost); // as for fields
    size_t state_bytes;
    tr_status (*prepare)(const tr_prepare_context *m, int index, tr_warp_plan *plan);
    // Moves samples in place. block->x, y, z are the same arrays as x, y, z.
    void (*apply)(const tr_warp_plan *plan, const tr_block *block, float *x, float *y, float *z);
    void (*clear)(void *state);
    // For kinds that are a wind (kind.fastest): solves the wind as vectors tangent to the sphere, in radii per
    // unit
    // of the warp's time. Free it with tr_cube_clear. watch may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED.
    tr_status (*blow)(const tr_warp_plan *plan, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                      tr_cube_vectors *wind, tr_error *error);
};

// All field types (list.h); ends with NULL.
extern const tr_field_type *const tr_field_types[];
extern const tr_warp_type *const tr_warp_types[];

static inline const tr_field_type *tr_layer_type(const tr_layer *layer) {
    return (const tr_field_type *)(const void *)layer->kind; // the kind is its first member
}

// The kind with that index of the elements that a table describes: fields of layers, or warps. NULL: the index
// is too large, or the elements have no kinds.
const tr_kind *tr_kind_of(const tr_parameter_table *table, int index);
// Finds a type by name; NULL if there is none.
const tr_field_type *tr_field_find(const char *name);
// Finds an example by name; NULL if there is none.
const tr_field_example *tr_example_find(const char *name);

// The fraction of land that a recipe requests: the coverage of the last quantile layer that adds to the height
// everywhere. Negative if there is none (quantile.c).
double tr_recipe_asked_land(const tr_recipe *recipe);

// Range of the field of a layer, and range of the layer after fold, curve, amount and offset.
void tr_field_reach(const tr_layer *layer, double *low, double *high);
void tr_layer_range(const tr_recipe *recipe, const tr_layer *layer, double *low, double *high);

// ---- preparation (prepare.c) --------------------------------------------------------------------

// Prepares the field of layer `index`. The caller clears *plan with tr_field_clear, also after a failure.
// Errors: TR_NO_MEMORY, TR_STOPPED, TR_BAD_INPUT.
tr_status tr_field_prepare(const tr_prepare_context *m, int index, tr_field_plan *plan);
void tr_field_clear(tr_field_plan *plan);
static inline void tr_field_evaluate(const tr_field_plan *plan, const tr_block *block, float *restrict out) {
    if (plan->type->evaluate)
        plan->type->evaluate(plan, block, out);
    else
        plan->type->kernels[block->isa](plan->state, block, out);
}
tr_status tr_warp_prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan);
void tr_warp_clear(tr_warp_plan *plan);

// For prepare: a layer or a warp with the knobs applied. Numbers of the kind's own struct are then literal:
// their .plus, clamped to the range of their row.
tr_layer tr_layer_under_knobs(const tr_recipe *recipe, const tr_layer *layer);
tr_warp tr_warp_under_knobs(const tr_recipe *recipe, const tr_warp *warp);
// For prepare: reserves lists for `sites` sites at evaluation.
void tr_prepare_list(const tr_prepare_context *m, int sites);

// Hash of the parameters of a kind under the recipe's knobs: either those that are solved for the whole planet
// (TR_EFFECT_REFORMS), or the others. Equal parameters give equal hashes.
uint64_t tr_parameters_hash(uint64_t h, const tr_recipe *recipe, const tr_parameter_table *table,
                            const void *element, bool solved);
