// Continents, mountains, seas and rain of a whole planet, by drifting plates, climate and erosion. Solved once
// on a lattice on the sphere (src/terrain).
#include "fields/private/ground.h"
#include "fields/private/list.h"
#include "fields/private/own_input.h"
#include "fields/private/rows.h"

#include "base/hash.h"

#include <string.h>

enum { least_cells = 32, most_cells = 1024, preview_cells = 64, usual_erosion = 24 };

typedef struct terrain {
    terrain_value value;
    terrain_numbers numbers;                            // but those that are the recipe's own
    tr_number scale, mountains, noisiness, persistence; // which knobs may drive
} terrain;
FITS(terrain);

static const char *const value_names[] = {"height", "crust", "rain", "relief", "uplift", "flow",
                                          "border", "river", "bed",  "lake",   "level",  NULL};

// clang-format off
#define AT(member) IN_LAYER(terrain, member)
static const tr_parameter rows[] = {
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "which result of the terrain simulation it shows", .effect = BAKES},
    OF("terrain_from", "layer whose terrain it shares, to show another value; its own parameters are then ignored"),
    {"cells", WHOLE, AT(numbers.cells), .low = least_cells, .high = most_cells, .fallback = 256, .label = "Resolution", .what = "cells of the grid that the terrain is solved on, along an edge of the cube: more is finer and slower", .slide_low = 64, .slide_high = 512, .logarithmic = true, .effect = REFORMS},
    {"plates", WHOLE, AT(numbers.plates), .low = 2, .high = TR_MAX_PLATES, .fallback = 17, .label = "Plates", .what = "how many tectonic plates drift", .slide_low = 2, .slide_high = 40, .effect = REFORMS},
    {"continental", NUMBER, AT(numbers.continental), .low = 0, .high = 1, .fallback = 0.45, .label = "Land plates", .what = "fraction of plates that carry a continent", .effect = REFORMS},
    {"land", NUMBER, AT(numbers.land), .low = 0.001, .high = 1, .fallback = 0.3, .label = "Land", .what = "fraction of the planet above sea level", .effect = REFORMS},
    {"continents", WHOLE, AT(numbers.continents), .low = 0, .high = TR_MAX_CONTINENTS, .fallback = 0, .label = "Continent count", .what = "number of continents, with seas between them; 0: chance decides", .effect = REFORMS},
    {"unequal", NUMBER, AT(numbers.unequal), .low = 0, .high = 1, .fallback = 0.4, .label = "Unequal sizes", .what = "only if a number of continents is set; 0: all have the same size; 1: one is large, the others are small", .effect = REFORMS},
    {"scale", KNOBBED, AT(scale), .low = 0.1, .high = 20, .fallback = 1.15, .unit = "per radius", .label = "Continent scale", .what = "higher: more and smaller continents; 0.8 few, 2.8 an archipelago", .slide_low = 0.5, .slide_high = 6, .logarithmic = true, .effect = REFORMS},
    {"mountains", KNOBBED, AT(mountains), .low = 0, .high = 10, .fallback = 1, .label = "Mountains", .what = "height of mountains along plate borders; 1: as on Earth", .slide_low = 0, .slide_high = 3, .effect = REFORMS},
    {"hot_spots", NUMBER, AT(numbers.hot_spots), .low = 0, .high = 4, .fallback = 1, .label = "Hot spots", .what = "height of volcanoes and swells far from plate borders; 1: as on Earth", .effect = REFORMS},
    {"erosion", WHOLE, AT(numbers.erosion), .low = 0, .high = 100, .fallback = usual_erosion, .unit = "steps", .label = "Erosion", .what = "how many steps rivers wear mountains down: more gives broader valleys and lower peaks, and is slower; the heights of an own map wear only if this is not 24", .slide_low = 0, .slide_high = 60, .effect = REFORMS},
    {"wetness", NUMBER, AT(numbers.wetness), .low = -1, .high = 1, .fallback = 0, .label = "Rainfall", .what = "is added to the rainfall: higher is wetter, negative drier", .effect = REFORMS},
    {"rivers", NUMBER, AT(numbers.rivers), .low = 0, .high = 10, .fallback = 1, .label = "Rivers", .what = "width of rivers; 1: as on Earth", .slide_low = 0, .slide_high = 4, .effect = REFORMS},
    {"lakes", NUMBER, AT(numbers.lakes), .low = 0, .high = 4, .fallback = 1, .label = "Lakes", .what = "depth of lake basins; 1: as on Earth", .effect = REFORMS},
    {"disturbance", KNOBBED, AT(noisiness), .low = 0, .high = 4, .knob = TR_KNOB_NOISINESS, .label = "Irregularity", .what = "higher: more irregular coasts and plate borders", .slide_low = 0, .slide_high = 2, .effect = REFORMS},
    {"persistence", KNOBBED, AT(persistence), .low = 0, .high = 2, .knob = TR_KNOB_PERSISTENCE, .label = "Persistence", .what = "how strong the fine detail of coasts is compared with their coarse shape: higher is more jagged", .slide_low = 0, .slide_high = 1, .effect = REFORMS},
};
// clang-format on

// ---- the problem -------------------------------------------------------------------------------

static void coarsen(void *element, int cells) {
    terrain_numbers *n = &((terrain *)(void *)((tr_layer *)element)->parameters)->numbers;
    cells = cells > least_cells ? cells : least_cells;
    n->cells = n->cells > cells ? cells : n->cells;
}

// What a terrain follows, and what it follows once the planet is painted.
typedef struct followed {
    own_input own, painted;
    bool both; // the terrain of the painted planet is needed, too
} followed;

static uint64_t key_of(const tr_recipe *recipe, const own_input *own) {
    const double moved[] = {recipe->sea ? recipe->sea_level_m : 0, recipe->land_turn[0], recipe->land_turn[1],
                            recipe->land_turn[2]};
    return tr_hash_numbers(own->key, moved, 4);
}

static const tr_solver solver;

static tr_status solve_both(const tr_problem *p, const tr_prepare_context *m, terrain_numbers *numbers,
                            terrain_cubes *plain, tr_error *error) {
    const followed *f = p->from;
    tr_problem problem = *p;
    terrain_cubes painted;
    numbers->input = &f->painted.input;
    const tr_status status = terrain_solve_both(numbers, m->isa, m->pool, m->meter, plain, &painted, error);
    problem.from_key = key_of(m->recipe, &f->painted);
    return status == TR_OK ? tr_solution_keep(m, &solver, &problem, &painted) : status;
}

static tr_status solve(const tr_problem *p, const tr_prepare_context *m, void *solution, tr_error *error) {
    const terrain *t = PARAMETERS(terrain, (const tr_layer *)p->element);
    terrain_numbers numbers = t->numbers;
    const followed *f = p->from;
    numbers.seed = p->home;
    numbers.sea_m = m->recipe->sea ? m->recipe->sea_level_m : 0;
    memcpy(numbers.turn, m->recipe->land_turn, sizeof numbers.turn);
    numbers.input = f->own.any ? &f->own.input : NULL;
    numbers.scale = t->scale.plus, numbers.mountains = t->mountains.plus;
    numbers.noisiness = t->noisiness.plus, numbers.persistence = t->persistence.plus;
    return f->both ? solve_both(p, m, &numbers, solution, error)
                   : terrain_solve(&numbers, m->isa, m->pool, m->meter, solution, error);
}

static void clear_solution(void *solution) { terrain_clear(solution); }

static const tr_solver solver = {sizeof(terrain_cubes), coarsen, preview_cells, solve, clear_solution};

// What the terrain follows on the planet with its strokes. A preview has other solutions for it.
static tr_status obtain_painted(const tr_prepare_context *m, followed *f) {
    tr_prepare_context with = *m;
    if (!m->painted || m->preview)
        return TR_OK;
    with.recipe = m->painted;
    const tr_status status = own_input_obtain(&with, &f->painted);
    f->both = f->painted.key != f->own.key;
    return status;
}

tr_status tr_ground_obtain(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_layer layer = tr_layer_under_knobs(m->recipe, tr_recipe_owner(m->recipe, &m->recipe->layers[index]));
    followed f = {.both = false};
    tr_status status = own_input_obtain(m, &f.own);
    if (status == TR_OK)
        status = obtain_painted(m, &f);
    const double erosion = PARAMETERS(terrain, &layer)->numbers.erosion;
    f.own.input.erosion = f.painted.input.erosion = erosion == usual_erosion ? 0 : erosion;
    const tr_problem problem = {.kind = layer.kind,
                                .element = &layer,
                                .home = plan->seed,
                                .from = &f,
                                .from_key = key_of(m->recipe, &f.own)};
    if (status == TR_OK)
        status = tr_solution_obtain(m, &solver, &problem, &plan->solution);
    own_input_clear(&f.painted);
    own_input_clear(&f.own);
    return status;
}

tr_status tr_ground_check_of(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const int owner = layer->source[0] ? tr_recipe_find_layer(recipe, index, layer->source) : -1;
    if (layer->source[0] == 0 || (owner >= 0 && recipe->layers[owner].kind == &tr_field_terrain.kind))
        return TR_OK;
    return tr_recipe_fail(error, "layers", layer->name, "terrain_from",
                          "no layer with a terrain before this one is called '%s'", layer->source);
}

// ---- the field ---------------------------------------------------------------------------------

// The range for Earth; a recipe may have higher mountains.
static void reach(const tr_layer *layer, double *low, double *high) {
    static const double ranges[TR_TERRAIN_COUNT][2] = {
        [TR_TERRAIN_HEIGHT] = {-9000, 9000}, [TR_TERRAIN_CRUST] = {-1.5, 1.5},
        [TR_TERRAIN_RAIN] = {0, 1.3},        [TR_TERRAIN_RELIEF] = {0, 4000},
        [TR_TERRAIN_UPLIFT] = {0, 6000},     [TR_TERRAIN_FLOW] = {0, 1},
        [TR_TERRAIN_BORDER] = {-1, 1},       [TR_TERRAIN_RIVER] = {0, 1},
        [TR_TERRAIN_BED] = {0, 9000},        [TR_TERRAIN_LAKE] = {-100, 1000},
        [TR_TERRAIN_LEVEL] = {-9000, 9000},  [TR_TERRAIN_PAINTED] = {-9000, 9000}};
    const double *range = ranges[PARAMETERS(terrain, layer)->value];
    *low = range[0], *high = range[1];
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const tr_layer *layer = &recipe->layers[index];
    const terrain_value value = PARAMETERS(terrain, layer)->value;
    const terrain_numbers *t = &PARAMETERS(terrain, layer)->numbers;
    (void)width;
    cost->sample = value == TR_TERRAIN_RIVER || value == TR_TERRAIN_BED ? 25 : TR_CUBE_OPERATIONS;
    if (recipe->map_count > 0 &&
        (value == TR_TERRAIN_HEIGHT || value == TR_TERRAIN_LAKE || value == TR_TERRAIN_RIVER))
        cost->sample += OWN_SAMPLE_OPERATIONS;
    if (tr_recipe_owner(recipe, layer) != layer) // layers that share a solution pay for it once
        return;
    const double points = 6 * t->cells * t->cells;
    const bool follows = own_map_find(recipe, "height") >= 0 || own_map_find(recipe, "land") >= 0 ||
                         own_map_find(recipe, "biome") >= 0;
    const double land = follows ? 1 : t->land;                        // of a map all may be land with rivers
    cost->kept = 70 * points + 15e6 + (follows ? 5e5 * t->cells : 0); // rivers have resolutions of their own
    cost->making = 150 * points + 8e6 + (follows ? 60 * points : 0);
    // only land is eroded; water is routed across the sea too, over more cells on finer lattices
    cost->operations = (1000 + 6 * t->plates + 70 * t->erosion * land + t->cells * (1 - land)) * points +
                       1.5e7 + 1e7 * land * t->rivers;
}

typedef struct terrain_plan {
    terrain_value value;
    bool ground; // what it writes becomes the planet's height
    own_input own;
} terrain_plan;

static void add(const tr_block *b, float moved, float *out) {
    for (int i = 0; i < b->count && moved != 0; i++)
        out[i] += moved;
}

// With a raised sea, values are heights above it. The planet's height is measured from where the sea was, and
// moves later (planet/moved_land.c); so are heights of maps. Other layers see the height over the base of the
// air.
static void find_ground(const terrain_plan *p, const terrain_cubes *ground, const tr_block *b, float *out) {
    if (p->ground || p->value == TR_TERRAIN_HEIGHT)
        add(b, ground->sea_m, out);
    if (p->value == TR_TERRAIN_HEIGHT)
        own_input_heights(&p->own, b, out);
    else if (p->value == TR_TERRAIN_LAKE)
        own_input_lakes(&p->own, b, out);
    else if (p->value == TR_TERRAIN_RIVER)
        own_input_rivers(&p->own, b, out);
    if (p->value == TR_TERRAIN_HEIGHT && !p->ground)
        add(b, -ground->base_m, out);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    terrain_plan *p = plan->state;
    p->value = PARAMETERS(terrain, layer)->value;
    const bool height =
        p->value == TR_TERRAIN_HEIGHT || p->value == TR_TERRAIN_BED || p->value == TR_TERRAIN_LEVEL;
    p->ground = height && strcmp(layer->into, "height") == 0;
    const tr_status status = own_input_obtain(m, &p->own);
    return status == TR_OK ? tr_ground_obtain(m, index, plan) : status; // whose key is that of the maps, too
}

static void clear_plan(void *state) { own_input_clear(&((terrain_plan *)state)->own); }

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const terrain_cubes *ground = tr_ground_of(plan);
    const terrain_plan *p = plan->state;
    const terrain_value value = p->value;
    const river_net *net = rivers_for(&ground->rivers, b->width);
    if (value == TR_TERRAIN_RIVER)
        TR_KERNEL_OF(b->isa, rivers_cover)(net, b, out);
    else if (value == TR_TERRAIN_BED)
        TR_KERNEL_OF(b->isa, rivers_bed)(net, b, out);
    else if (ground->cubes[value].cells == 0) // nothing is painted
        memset(out, 0, (size_t)b->count * sizeof *out);
    else if (tr_meter_add(b->meter, TR_CUBE_OPERATIONS * (unsigned)b->count))
        TR_KERNEL_OF(b->isa, tr_cube_sample)(&ground->cubes[value], b->count, b->x, b->y, b->z, out);
    find_ground(p, ground, b, out);
}

// ---- the example -------------------------------------------------------------------------------

void tr_ground_fit(tr_layer *layer, int width, bool cells_set) {
    if (width < 1024 && !cells_set)
        ((terrain *)(void *)layer->parameters)->numbers.cells = width < 128 ? 32 : width / 4;
}

static void fit(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user) {
    tr_ground_fit(&recipe->layers[index], width, is_set(user, "cells"));
}

const tr_field_type tr_field_terrain = {
    .kind = {.name = "terrain",
             .what = "continents, mountains and rain of a whole planet: drifting plates, climate, erosion",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = tr_ground_check_of,
             .coarsen = coarsen},
    .example = {.name = "terrain",
                .json = "{\"type\": \"terrain\", \"radius_km\": 6371, \"slope_exaggeration\": 10, "
                        "\"layers\": [{\"name\": \"terrain\", \"field\": \"terrain\"}]}",
                .fit = fit},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(terrain_plan),
    .prepare = prepare,
    .evaluate = evaluate,
    .clear = clear_plan};
