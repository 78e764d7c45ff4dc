// Fields: what layers are made of. One file has all there is to know of one kind: its parameters, what it wants
// to be right, how it is made ready and evaluated, and an example of it. `tr_field_types` lists them.
//
// To add one, write its file here (constant.c is the shortest, craters.c a usual one, terrain.c one that is
// solved for the whole planet), add its name to list.h, and test it. More: docs/internals/fields.md.
#pragma once
#include "base/isa.h"
#include "base/meter.h"
#include "base/pool.h"
#include "base/watch.h"
#include "fields/solution.h"
#include "noise/grids/displacement.h"
#include "noise/kernels.h"
#include "noise/lattice/fractal.h"
#include "noise/maths/trig.h"
#include "recipe/recipe.h"
#include "terrain/plates.h"
#include "terrain/rivers.h"

typedef struct tr_field_type tr_field_type;
typedef struct tr_warp_type tr_warp_type;

// ---- made ready --------------------------------------------------------------------------------

// A layer's field, ready to be evaluated. Immutable then.
typedef struct tr_field_plan {
    const tr_field_type *type;
    uint64_t seed;         // of the layer, or of the one whose sites or terrain it uses
    uint64_t cache_key;    // equal for equal values everywhere
    int warp;              // index, or -1
    int channel;           // that it looks at, or -1
    tr_solution *solution; // of a field that is solved for the whole planet, or NULL; shared
    void *state;           // the type's own, or NULL; owned
    // Evaluates whole rows of a map, from texels instead of directions, which share more than blocks do; NULL:
    // this one cannot.
    void (*evaluate_map)(const struct tr_field_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                         tr_meter *meter);
} tr_field_plan;

typedef struct tr_warp_plan {
    const tr_warp_type *type;
    int after; // index of the warp before, or -1
    uint64_t seed;
    uint64_t cache_key;    // equal for equal displacements
    tr_solution *solution; // or NULL; shared
    void *state;           // owned
} tr_warp_plan;

// What fields and warps of a recipe are made ready with. The recipe is right, and what stands before the one
// that is being made is ready.
struct tr_prepare_context {
    const tr_recipe *recipe;
    tr_isa isa;
    tr_pool *pool;
    const tr_watch *watch; // or NULL
    tr_meter *meter;       // with that watch: counts what is done on the thread that makes, and for it
    // For a preview: what would have to be solved anew is taken from `previous` as the same layer or warp has
    // it, or is solved coarsely.
    bool preview;
    const tr_solutions *previous; // of an earlier surface
    tr_solutions *present;        // of this one, which it shares
    bool *exact;                  // set to false where a preview made do with another solution
    size_t *list_capacity;        // of the largest set of sites: words that evaluating them needs
    const tr_field_plan *fields;  // of the layers
    const tr_warp_plan *warps;
    // Finds what to add to the channel of layer `index` so that a fraction of the planet's area comes to lie
    // above 0, and a number that is equal for equal results.
    tr_status (*find_level)(void *context, int index, double coverage, float *level, uint64_t *cache_key,
                            tr_error *error);
    void *context;
    tr_error *error;
};

// ---- evaluated ---------------------------------------------------------------------------------

static inline tr_samples tr_block_samples(const tr_block *block) {
    return (tr_samples){.count = block->count, .x = block->x, .y = block->y, .z = block->z};
}

// ---- what it takes -----------------------------------------------------------------------------

// What a field or a warp takes, as far as its parameters tell. Work is told in operations (base/meter.h), as
// meters count them: at least a third of what they count, and at most ten times as much (tests/test_work.c).
typedef struct tr_cost {
    double kept;       // bytes of what it is once it is ready
    double making;     // bytes more while it is made
    double operations; // to make it
    double sample;     // operations to evaluate a sample, or to move one
    double places; // where it looks at the layers before it while it is made, on a map TR_QUANTILE_WIDTH wide
} tr_cost;

enum {
    TR_QUANTILE_WIDTH = 2048, // of the map whose samples shares look at
    TR_CUBE_OPERATIONS = 8    // to look a number up that is solved for the whole planet
};

// Of a layer, whose samples go through its warps, and of a warp by itself, on a map so wide: finer ones show
// more. The recipe is right (tr_recipe_check).
tr_cost tr_field_cost(const tr_recipe *recipe, int index, int width);
tr_cost tr_warp_cost(const tr_recipe *recipe, int index, int width);

// ---- types -------------------------------------------------------------------------------------

// A recipe that shows one field, for `terrella field` and `terrella bench`: JSON, whose last layer has the name
// and the kind of the example.
typedef struct tr_field_example {
    const char *name, *what;
    const char *json;
    const char *warp; // whose parameters are meant first, or NULL
    // Makes lattices of layer `index` as fine as a map of that width shows, where `is_set` does not say that
    // the user has chosen; NULL: nothing is to be done.
    void (*fit)(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user);
} tr_field_example;

struct tr_field_type {
    tr_kind kind;
    bool placeless;           // the same whatever place is looked up: warps do not matter
    bool costly;              // its values are worth keeping
    bool squares;             // it looks for what is near, and so wants blocks square
    tr_field_example example; // name NULL: none
    // What values it can have, before fold, curve and amount; of distances what is usual. Where it depends on
    // the layer, reach tells it; else that is NULL.
    double range[2];
    void (*reach)(const tr_layer *layer, double *low, double *high);
    // What layer `index` takes beside what any does, into a cost of zeros. NULL: nothing.
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
    void (*clear)(void *state); // frees what state points to, but not state; NULL: nothing
    // Radii of its craters that are at least so large, in planet radii: writes the first `capacity` of them,
    // and returns how many there are. meter counts what is done: once it has stopped, what comes out is worth
    // nothing. NULL: it has none.
    int (*radii)(const tr_field_plan *plan, double least, int capacity, float *out, tr_meter *meter);
};

struct tr_warp_type {
    tr_kind kind;
    bool squares;
    tr_field_example example;
    void (*cost)(const tr_recipe *recipe, int index, int width, tr_cost *cost); // as of fields
    size_t state_bytes;
    tr_status (*prepare)(const tr_prepare_context *m, int index, tr_warp_plan *plan);
    // Moves samples in place: block->x, y, z are x, y, z.
    void (*apply)(const tr_warp_plan *plan, const tr_block *block, float *x, float *y, float *z);
    void (*clear)(void *state);
    // Of a kind that is a wind (kind.fastest): solves it, as vectors along the sphere in radii per unit of the
    // time that it blows. Free it with tr_cube_clear. watch may be NULL. Errors: TR_NO_MEMORY,
    // TR_STOPPED.
    tr_status (*blow)(const tr_warp_plan *plan, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                      tr_cube_vectors *wind, tr_error *error);
};

// All of them (list.h), ended by NULL.
extern const tr_field_type *const tr_field_types[];
extern const tr_warp_type *const tr_warp_types[];

static inline const tr_field_type *tr_layer_type(const tr_layer *layer) {
    return (const tr_field_type *)(const void *)layer->kind; // which is its first member
}

// The kind with that index of what such a table is of: fields of layers, or warps; NULL: there is no more, or
// it has no kinds.
const tr_kind *tr_kind_of(const tr_parameter_table *table, int index);
// By its name, or NULL.
const tr_field_type *tr_field_find(const char *name);
// By the name of an example, or NULL.
const tr_field_example *tr_example_find(const char *name);

// What values the field of a layer can have; and the layer, after fold, curve, amount and offset.
void tr_field_reach(const tr_layer *layer, double *low, double *high);
void tr_layer_range(const tr_recipe *recipe, const tr_layer *layer, double *low, double *high);

// ---- making ready (prepare.c) -------------------------------------------------------------------

// Makes the field of layer `index` ready. *plan is cleared by the caller with tr_field_clear, also after a
// failure. Errors: TR_NO_MEMORY, TR_STOPPED, TR_BAD_INPUT.
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

// For prepare: a layer or a warp as knobs make it. Numbers of its kind's own struct are literal then, their
// .plus within the range of their row: what a knob has driven beyond is the same as the end.
tr_layer tr_layer_under_knobs(const tr_recipe *recipe, const tr_layer *layer);
tr_warp tr_warp_under_knobs(const tr_recipe *recipe, const tr_warp *warp);
// For prepare: samples will need lists for so many sites.
void tr_prepare_list(const tr_prepare_context *m, int sites);

// Equal for equal parameters of a kind under the recipe's knobs: those that are solved for the whole planet
// (whose effect is TR_EFFECT_REFORMS), or the others.
uint64_t tr_parameters_hash(uint64_t h, const tr_recipe *recipe, const tr_parameter_table *table,
                            const void *element, bool solved);
