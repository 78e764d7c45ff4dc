// Strokes of brushes that a recipe has: what those of one kind paint. Prepared once for all layers that show
// the same kind.
#include "fields/private/strokes.h"
#include "base/colour.h"
#include "base/hash.h"
#include "base/size.h"
#include "fields/private/bent_strokes.h"
#include "fields/private/estimate.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"
#include "noise/choices.h"
#include "noise/maths/turn.h"

#include <string.h>

_Static_assert((int)TR_STROKES_MOST >= (int)TR_MAX_STROKES, "a set holds all strokes of a recipe");

typedef struct strokes {
    tr_stroke_group tools;
    tr_strokes_value value;
    int component;
} strokes;
FITS(strokes);

static const char *const group_names[] = {"land",     "mountains", "height", "flatten", "warmth",
                                          "moisture", "biome",     "colour", NULL};
static const char *const value_names[] = {"weighted", "value", "weight", NULL};
static const char *const component_names[] = {"red", "green", "blue", NULL};

// clang-format off
#define AT(member) IN_LAYER(strokes, member)
static const tr_parameter rows[] = {
    {"tools", CHOICE, AT(tools), .names = group_names, .label = "Tools", .what = "the strokes that it shows: land and sea (1 and -1); mountains (1); raise, lower, crater and volcano (metres); flatten (metres); warm and cool, wet and dry (1 and -1); biome (its number); or colour", .effect = REFORMS},
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "value times weight; the value, 0 where nothing is painted; or the weight, 0 … 1", .effect = BAKES},
    {"component", CHOICE, AT(component), .names = component_names, .label = "Component", .what = "which part of a colour it shows, as linear light 0 … 1", .effect = BAKES},
};
// clang-format on

// ---- tools -----------------------------------------------------------------------------------------

static const struct tool {
    tr_stroke_group group; // TR_STROKE_GROUPS: all of them
    tr_stroke_join join;
    tr_stroke_shape shape;
    double sign, height; // value: sign + height * height_m
} tools[TR_STROKE_TOOL_COUNT] = {
    [TR_STROKE_LAND] = {TR_STROKES_OF_LAND, TR_STROKES_COVER, TR_SHAPE_BRUSH, 1, 0},
    [TR_STROKE_SEA] = {TR_STROKES_OF_LAND, TR_STROKES_COVER, TR_SHAPE_BRUSH, -1, 0},
    [TR_STROKE_RAISE] = {TR_STROKES_OF_HEIGHT, TR_STROKES_ADD, TR_SHAPE_BRUSH, 0, 1},
    [TR_STROKE_LOWER] = {TR_STROKES_OF_HEIGHT, TR_STROKES_ADD, TR_SHAPE_BRUSH, 0, -1},
    [TR_STROKE_MOUNTAINS] = {TR_STROKES_OF_MOUNTAINS, TR_STROKES_COVER, TR_SHAPE_BRUSH, 1, 0},
    [TR_STROKE_FLATTEN] = {TR_STROKES_OF_FLATTEN, TR_STROKES_COVER, TR_SHAPE_BRUSH, 0, 1},
    [TR_STROKE_WARM] = {TR_STROKES_OF_WARMTH, TR_STROKES_COVER, TR_SHAPE_BRUSH, 1, 0},
    [TR_STROKE_COOL] = {TR_STROKES_OF_WARMTH, TR_STROKES_COVER, TR_SHAPE_BRUSH, -1, 0},
    [TR_STROKE_WET] = {TR_STROKES_OF_MOISTURE, TR_STROKES_COVER, TR_SHAPE_BRUSH, 1, 0},
    [TR_STROKE_DRY] = {TR_STROKES_OF_MOISTURE, TR_STROKES_COVER, TR_SHAPE_BRUSH, -1, 0},
    [TR_STROKE_BIOME] = {TR_STROKES_OF_BIOME, TR_STROKES_PICK, TR_SHAPE_BRUSH, 0, 0},
    [TR_STROKE_COLOUR] = {TR_STROKES_OF_COLOUR, TR_STROKES_COVER, TR_SHAPE_BRUSH, 0, 0},
    [TR_STROKE_CRATER] = {TR_STROKES_OF_HEIGHT, TR_STROKES_ADD, TR_SHAPE_CRATER, 0, 1},
    [TR_STROKE_VOLCANO] = {TR_STROKES_OF_HEIGHT, TR_STROKES_ADD, TR_SHAPE_VOLCANO, 0, 1},
    [TR_STROKE_ERASE] = {TR_STROKE_GROUPS, TR_STROKES_REMOVE, TR_SHAPE_BRUSH, 0, 0},
};

// The groups of tools that a group consists of, as bits.
static unsigned groups_of(const tr_recipe *recipe, tr_stroke_group group) {
    if (group != TR_STROKES_OF_RELIEF)
        return 1u << group;
    return (unsigned)tr_strokes_act(recipe, TR_STROKES_OF_HEIGHT) << TR_STROKES_OF_HEIGHT |
           (unsigned)tr_strokes_act(recipe, TR_STROKES_OF_FLATTEN) << TR_STROKES_OF_FLATTEN;
}

// The groups whose strokes take away what strokes before them painted, as bits: land and sea lie over heights.
static unsigned removers_of(const tr_recipe *recipe, tr_stroke_group group) {
    const bool over =
        group == TR_STROKES_OF_RELIEF && recipe->sea && tr_strokes_act(recipe, TR_STROKES_OF_LAND);
    return 1u << TR_STROKE_GROUPS | (unsigned)over << TR_STROKES_OF_LAND;
}

// A stroke that takes something away counts only if there is something below it.
static bool belongs(const tr_stroke *s, unsigned groups, unsigned removers, int before) {
    return groups >> tools[s->tool].group & 1 || (removers >> tools[s->tool].group & 1 && before > 0);
}

static void find_values(const tr_stroke *s, double values[3]) {
    for (int k = 0; k < 3; k++)
        values[k] = s->tool == TR_STROKE_BIOME    ? s->biome
                    : s->tool == TR_STROKE_COLOUR ? tr_srgb_decode(s->srgb[k])
                                                  : tools[s->tool].sign + tools[s->tool].height * s->height_m;
}

bool tr_strokes_are_shown(const tr_recipe *recipe, tr_stroke_group group) {
    bool shown = false;
    for (int i = 0; i < recipe->layer_count && !shown; i++) {
        const tr_layer *layer = &recipe->layers[i];
        shown = layer->kind == &tr_field_strokes.kind && PARAMETERS(strokes, layer)->tools == group &&
                strncmp(layer->name, TR_OWN_PREFIX, strlen(TR_OWN_PREFIX)) != 0;
    }
    return shown;
}

bool tr_strokes_act(const tr_recipe *recipe, tr_stroke_group group) {
    bool painted = false;
    for (int i = 0; i < recipe->stroke_count; i++)
        painted = painted || (tools[recipe->strokes[i].tool].group == group && recipe->strokes[i].strength > 0);
    return painted && !tr_strokes_are_shown(recipe, group);
}

bool tr_strokes_hollow_land(const tr_recipe *recipe) {
    bool any = false;
    for (int i = 0; i < recipe->stroke_count; i++)
        any = any || recipe->strokes[i].tool == TR_STROKE_CRATER;
    return any && recipe->sea && tr_strokes_act(recipe, TR_STROKES_OF_HEIGHT);
}

tr_stroke_group tr_stroke_group_of(tr_stroke_tool tool) { return tools[tool].group; }

// ---- the problem -----------------------------------------------------------------------------------

static uint64_t hash_stroke(uint64_t h, const tr_recipe *recipe, const tr_stroke *s) {
    double values[3];
    find_values(s, values);
    const double numbers[] = {s->radius, s->softness, s->strength, values[0], values[1], values[2]};
    h = tr_hash_numbers(tr_hash_pair(h, (uint64_t)s->tool << 1 | s->closed), numbers, 6);
    for (int i = 0; i < s->points.count; i++) {
        const tr_path_point p = recipe->points[s->points.first + i];
        h = tr_hash_pair(h, (uint64_t)(uint32_t)p.latitude << 32 | (uint32_t)p.longitude);
    }
    return tr_hash_pair(h, (uint64_t)s->points.count);
}

// A key that is equal for equal strokes of a group.
static uint64_t strokes_key(const tr_recipe *recipe, tr_stroke_group group) {
    const unsigned groups = groups_of(recipe, group), removers = removers_of(recipe, group);
    uint64_t h = 0;
    int count = 0;
    for (int i = 0; i < recipe->stroke_count; i++)
        if (belongs(&recipe->strokes[i], groups, removers, count))
            h = hash_stroke(h, recipe, &recipe->strokes[i]), count++;
    return h;
}

static void find_direction(tr_path_point p, double out[3]) {
    const double unit = TR_PI / 180 / TR_PATH_UNITS;
    double up, around, sine, cosine;
    tr_sincos(p.latitude * unit, &up, &around);
    tr_sincos(p.longitude * unit, &sine, &cosine);
    out[0] = around * cosine, out[1] = up, out[2] = -around * sine;
}

// A stroke and its places. Returns how many places there are.
static int take_one(const tr_recipe *recipe, const tr_stroke *s, int first, tr_stroke_numbers *n,
                    double (*places)[3]) {
    *n = (tr_stroke_numbers){.first = first,
                             .count = s->points.count,
                             .closed = s->closed,
                             .shape = tools[s->tool].shape,
                             .join = tools[s->tool].join,
                             .radius = s->radius * TR_PI / 180,
                             .softness = s->softness,
                             .strength = s->strength};
    find_values(s, n->values);
    for (int k = 0; k < s->points.count; k++)
        find_direction(recipe->points[s->points.first + k], places[first + k]);
    return s->points.count;
}

// Whether lines of a group bend: those of land, mountains and climate that strokes make by themselves. What
// layers show is as it was painted.
static bool is_bent(const tr_recipe *recipe, tr_stroke_group group) {
    return (group == TR_STROKES_OF_LAND || group == TR_STROKES_OF_MOUNTAINS || group == TR_STROKES_OF_WARMTH ||
            group == TR_STROKES_OF_MOISTURE || group == TR_STROKES_OF_BIOME) &&
           tr_strokes_act(recipe, group);
}

// The strokes of a group and their places. Returns how many strokes there are.
static int take(const tr_recipe *recipe, tr_stroke_group group, tr_stroke_numbers *numbers,
                double (*places)[3]) {
    const unsigned groups = groups_of(recipe, group), removers = removers_of(recipe, group);
    int count = 0, used = 0;
    for (int i = 0; i < recipe->stroke_count; i++) {
        const tr_stroke *s = &recipe->strokes[i];
        if (!belongs(s, groups, removers, count))
            continue;
        used += take_one(recipe, s, used, &numbers[count], places);
        numbers[count].bends = is_bent(recipe, group);
        if (group == TR_STROKES_OF_RELIEF && tools[s->tool].group == TR_STROKES_OF_LAND) // as the coast
            numbers[count].bends = true, numbers[count].join = TR_STROKES_REMOVE;
        count++;
    }
    return count;
}

// Land and sea take all heights away beyond their coast, which is where they have half their weight.
static void sharpen_coasts(tr_stroke_group group, tr_stroke_numbers *numbers, int count) {
    for (int i = 0; i < count && group == TR_STROKES_OF_RELIEF; i++)
        numbers[i].softness *= numbers[i].bends ? 0.5 : 1;
}

static uint64_t bend_seed(const tr_recipe *recipe, tr_stroke_group group) {
    return tr_recipe_seed(recipe, group_names[group == TR_STROKES_OF_RELIEF ? TR_STROKES_OF_LAND : group]);
}

// Mountains that strokes make by themselves are ranges.
static void shape_ranges(const tr_recipe *recipe, tr_stroke_group group, tr_stroke_numbers *numbers,
                         int count) {
    for (int i = 0; i < count && group == TR_STROKES_OF_MOUNTAINS && is_bent(recipe, group); i++)
        if (numbers[i].join != TR_STROKES_REMOVE)
            numbers[i].shape = TR_SHAPE_RANGE;
}

typedef struct bends {
    bool any;
    uint64_t seed;
} bends;

static tr_status solve(const tr_problem *p, const tr_prepare_context *m, void *solution, tr_error *error) {
    const tr_recipe *recipe = m->recipe;
    const bends *how = p->from;
    tr_stroke_numbers *numbers = tr_allocate((size_t)recipe->stroke_count + 1, sizeof *numbers);
    double(*places)[3] = tr_allocate((size_t)recipe->point_count + 1, sizeof *places), (*bent)[3] = NULL;
    tr_status status = numbers && places ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for strokes");
    if (status == TR_OK) {
        const tr_stroke_group group = PARAMETERS(strokes, (const tr_layer *)p->element)->tools;
        const int count = take(recipe, group, numbers, places);
        shape_ranges(recipe, group, numbers, count);
        if (how->any)
            status = bent_strokes_make(numbers, count, (const double(*)[3])places, how->seed, &bent, error);
        sharpen_coasts(group, numbers, count);
        if (status == TR_OK)
            status = tr_strokes_create(numbers, count, (const double(*)[3])(bent ? bent : places), m->meter,
                                       solution, error);
    }
    tr_free(numbers);
    tr_free(places);
    tr_free(bent);
    return status;
}

static void clear_solution(void *solution) { tr_strokes_clear(solution); }

static const tr_solver solver = {sizeof(tr_strokes), NULL, 0, solve, clear_solution};

// ---- a single place --------------------------------------------------------------------------------

// Whether a place is farther from all places of a stroke than it reaches.
static bool is_far(const tr_stroke_numbers *n, const double (*places)[3], const double at[3]) {
    double most = 0, middle[3] = {0}, square = 0;
    for (int k = 0; k < n->count; k++)
        for (int i = 0; i < 3; i++)
            middle[i] += places[k][i] / n->count;
    for (int k = 0; k < n->count; k++) {
        double d = 0;
        for (int i = 0; i < 3; i++)
            d += (places[k][i] - middle[i]) * (places[k][i] - middle[i]);
        most = d > most ? d : most;
    }
    for (int i = 0; i < 3; i++)
        square += (at[i] - middle[i]) * (at[i] - middle[i]);
    return most < 1 && sqrt(square) > 1.5 * sqrt(most) + 4 * n->radius; // arcs bend out of their chords
}

// Strokes turn with the land.
static void turn_back(const tr_recipe *recipe, double at[3]) {
    const tr_turn turn = tr_turn_of(recipe->land_turn), back = tr_turn_back(&turn);
    tr_turn_direction(&back, at);
}

tr_status tr_stroke_weigh(const tr_recipe *recipe, int index, double latitude_deg, double longitude_deg,
                          double *weight, tr_error *error) {
    const tr_stroke *stroke = &recipe->strokes[index];
    const tr_stroke_group group = tools[stroke->tool].group;
    const tr_path_point point = {
        (int32_t)(latitude_deg * TR_PATH_UNITS),
        (int32_t)((longitude_deg - 360 * floor(longitude_deg / 360 + 0.5)) * TR_PATH_UNITS)};
    double at[3], (*bent)[3] = NULL;
    tr_stroke_numbers n;
    tr_strokes set = {0};
    int32_t *list = NULL;
    double(*places)[3] = tr_allocate((size_t)stroke->points.count, sizeof *places);
    *weight = 0;
    if (!places)
        return tr_fail(error, TR_NO_MEMORY, "no memory for strokes");
    take_one(recipe, stroke, 0, &n, places);
    shape_ranges(recipe, group, &n, 1);
    n.bends = true;
    n.join = n.join == TR_STROKES_REMOVE ? TR_STROKES_COVER : n.join;
    find_direction(point, at);
    turn_back(recipe, at);
    tr_status status = TR_OK;
    const bool far = is_far(&n, (const double(*)[3])places, at);
    if (!far && is_bent(recipe, group))
        status = bent_strokes_make(&n, 1, (const double(*)[3])places, bend_seed(recipe, group), &bent, error);
    if (!far && status == TR_OK)
        status = tr_strokes_create(&n, 1, (const double(*)[3])(bent ? bent : places), NULL, &set, error);
    if (set.count > 0 && status == TR_OK) {
        list = tr_allocate(TR_LIST_CAPACITY(&(tr_sites){.count = TR_STROKES_SITES(&set)}), sizeof *list);
        status = list ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for strokes");
    }
    if (list) {
        const float x = (float)at[0], y = (float)at[1], z = (float)at[2];
        float out[TR_BATCH_SAMPLES];
        const tr_block block = {.count = 1, .columns = 1, .x = &x, .y = &y, .z = &z, .list = list};
        const tr_strokes_plan plan = {.set = &set, .value = TR_STROKES_WEIGHT};
        TR_KERNEL_OF(TR_ISA_BASELINE, tr_strokes_paint)(&plan, &block, out);
        *weight = (double)out[0];
    }
    tr_free(list);
    tr_free(places);
    tr_free(bent);
    tr_strokes_clear(&set);
    return status;
}

// ---- the field -------------------------------------------------------------------------------------

static void reach(const tr_layer *layer, double *low, double *high) {
    static const double ranges[TR_STROKE_GROUPS][2] = {
        [TR_STROKES_OF_LAND] = {-1, 1},         [TR_STROKES_OF_MOUNTAINS] = {0, 1},
        [TR_STROKES_OF_HEIGHT] = {-5000, 5000}, [TR_STROKES_OF_FLATTEN] = {-5000, 5000},
        [TR_STROKES_OF_WARMTH] = {-1, 1},       [TR_STROKES_OF_MOISTURE] = {-1, 1},
        [TR_STROKES_OF_BIOME] = {0, 16},        [TR_STROKES_OF_COLOUR] = {0, 1},
        [TR_STROKES_OF_RELIEF] = {-5000, 5000}};
    const strokes *s = PARAMETERS(strokes, layer);
    const bool weight = s->value == TR_STROKES_WEIGHT || s->value == TR_STROKES_COVERED;
    *low = weight ? 0 : ranges[s->tools][0], *high = weight ? 1 : ranges[s->tools][1];
}

// The length of a stroke's lines, in radians. Degrees of longitude shrink towards the poles.
static double length_of(const tr_recipe *recipe, const tr_stroke *s) {
    const double unit = TR_PI / 180 / TR_PATH_UNITS;
    double sum = 0;
    for (int i = 1; i < s->points.count + s->closed; i++) {
        const tr_path_point a = recipe->points[s->points.first + i - 1],
                            b = recipe->points[s->points.first + i % s->points.count];
        const double up = (b.latitude - a.latitude) * unit,
                     turn = fabs((double)b.longitude - a.longitude) * unit;
        const double east = fmin(turn, fabs(2 * TR_PI - turn)) *
                            estimate_cosine(0.5 * ((double)a.latitude + b.latitude) * unit);
        sum += fmin(sqrt(up * up + east * east), TR_PI);
    }
    return sum;
}

void tr_strokes_cost(const tr_recipe *recipe, tr_stroke_group group, int width, tr_cost *cost) {
    const bool bent = is_bent(recipe, group);
    const unsigned groups = groups_of(recipe, group), removers = removers_of(recipe, group);
    const double texel = 2 * TR_PI / width, cell = TR_STROKE_ALL_CELLS;
    double pieces = 0, listed = 0, near = 0, drawn = 0, marks = 0;
    int count = 0, areas = 0;
    for (int i = 0; i < recipe->stroke_count; i++) {
        const tr_stroke *s = &recipe->strokes[i];
        if (!belongs(s, groups, removers, count))
            continue;
        const double length = length_of(recipe, s), reach = bent_strokes_reach(s->radius, s->softness);
        const double more = bent && reach > 1e-6 ? fmin(30000, 2 * length / reach) : 0;
        const double parts = s->points.count + length * 6 / TR_PI + more;
        const double far = s->radius * TR_PI / 180 + 0.5 * length / parts + 1.5 * texel;
        const double disc = s->closed ? fmin(0.5, length * length / (16 * TR_PI * TR_PI)) : 0;
        const double reached = parts * tr_near_batch(far);
        count++, areas += s->closed;
        pieces += parts, near += reached, drawn += fmin(1, reached + disc);
        listed += parts * tr_near_block(far + (s->closed ? (double)TR_STROKE_CELL_REACH : 0));
        marks += disc * cell * parts;
    }
    cost->kept = 120 * pieces + (areas > 0 ? cell * (12 + 4.0 * ((count + 31) / 32)) : 0);
    cost->making = 100 * pieces + 24.0 * recipe->point_count + 100.0 * recipe->stroke_count + 30000;
    cost->operations = 100 * pieces + 8 * marks;
    cost->sample = pieces / 16 / TR_BLOCK_SAMPLES + listed * (areas > 0 ? 2 : 1) / TR_BATCH_SAMPLES + 8 * near +
                   10 * drawn;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    tr_strokes_cost(recipe, PARAMETERS(strokes, &recipe->layers[index])->tools, width, cost);
}

tr_status tr_strokes_obtain(const tr_prepare_context *m, tr_stroke_group group, tr_solution **solution) {
    tr_layer layer = {.kind = &tr_field_strokes.kind};
    ((strokes *)(void *)layer.parameters)->tools = group;
    bends how = {0};
    uint64_t key = strokes_key(m->recipe, group);
    if (is_bent(m->recipe, group) || group == TR_STROKES_OF_RELIEF) {
        how = (bends){true, bend_seed(m->recipe, group)};
        key = tr_hash_pair(key, how.seed);
    }
    // Other strokes have another home: a preview does not take old ones, since new ones are as fast.
    const tr_problem problem = {
        .kind = layer.kind, .element = &layer, .home = key, .from = &how, .from_key = key};
    return tr_solution_obtain(m, &solver, &problem, solution);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const strokes *s = PARAMETERS(strokes, &m->recipe->layers[index]);
    const tr_status status = tr_strokes_obtain(m, s->tools, &plan->solution);
    if (status != TR_OK)
        return status;
    const tr_strokes *set = tr_solution_of(plan->solution);
    *(tr_strokes_plan *)plan->state =
        (tr_strokes_plan){.set = set, .value = (int)s->value, .component = s->component};
    tr_prepare_list(m, TR_STROKES_SITES(set));
    return TR_OK;
}

// ---- the example -------------------------------------------------------------------------------

// A continent with a gulf, a row of islands with a strait, polar land, and an island with a lake. A warp gives
// their coasts bays.
// clang-format off
#define STROKE(name, tool, points, more) "{\"name\": \"" name "\", \"tool\": \"" tool "\", \"points\": \"" points "\", " more "}"
static const char example[] =
    "{\"type\": \"strokes\", \"radius_km\": 1, \"slope_exaggeration\": 50, \"strokes\": ["
    STROKE("continent", "land", "440000 -520000 80000 220000 -60000 220000 80000 200000 -140000 140000 -180000 -60000 -120000 140000 -180000 -40000 -220000 -160000 -80000 -180000 160000 -100000 180000 20000 100000 -140000 -40000 -180000 180000 -140000 140000 -80000", "\"closed\": true, \"radius\": 2.5, \"softness\": 0.8") ", "
    STROKE("gulf", "sea", "-20000 -200000 80000 40000 140000 60000 60000 140000", "\"radius\": 3, \"softness\": 0.7") ", "
    STROKE("islands", "land", "300000 520000 -160000 80000 -180000 20000 -180000 -80000 -140000 -140000", "\"radius\": 2.2, \"softness\": 0.9") ", "
    STROKE("strait", "erase", "160000 500000 -60000 220000", "\"radius\": 2.5, \"softness\": 0.6") ", "
    STROKE("polar land", "land", "-740000 -1500000 -60000 900000 30000 1000000 50000 900000", "\"closed\": true, \"radius\": 7") ", "
    STROKE("far island", "land", "300000 1500000 -180000 140000 80000 200000 180000 80000 100000 -240000", "\"closed\": true, \"radius\": 4, \"softness\": 1") ", "
    STROKE("lake", "sea", "320000 1820000 -60000 -70000", "\"radius\": 2.5") "], "
    "\"warps\": [{\"name\": \"bays\", \"kind\": \"noise\", \"amount\": 0.2, \"scale\": 4, \"octaves\": 8}], "
    "\"layers\": [{\"name\": \"strokes\", \"field\": \"strokes\", \"warp\": \"bays\"}]}";
// clang-format on

const tr_field_type tr_field_strokes = {
    .kind = {.name = "strokes",
             .what = "what strokes of brushes paint: lines and areas of the recipe",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows)},
    .squares = true,
    .example = {.name = "strokes", .json = example},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_strokes_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_strokes_paint)};
