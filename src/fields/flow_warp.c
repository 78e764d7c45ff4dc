// A warp that moves each point back along the winds of a giant, to where its air came from
// (noise/grids/flow.h).
#include "fields/fractal.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"
#include "fields/private/winds.h"

#include <math.h>

enum { least_cells = 16, most_cells = 2048, preview_cells = 96 };

typedef struct flow {
    tr_flow_numbers numbers;
    tr_number time, turbulence, turns; // which knobs may drive
    tr_fractal eddies;                 // plain, on the sphere
} flow;
FITS(flow);

// clang-format off
#define AT(member) IN_WARP(flow, member)
#define AT_EDDIES(member) IN_WARP(flow, eddies.member)
static const tr_parameter rows[] = {
    {"scale", KNOBBED, AT_EDDIES(scale), .low = 0.01, .high = 10000, .fallback = 4.5, .unit = "per radius", .label = "Eddy scale", .what = "large eddies in a planet radius: higher makes them smaller", .slide_low = 1, .slide_high = 30, .logarithmic = true, .effect = REFORMS},
    {"octaves", KNOBBED, AT_EDDIES(octaves), .low = 1, .high = TR_MAX_OCTAVES, .fallback = 4, .label = "Eddy sizes", .what = "how many sizes of eddies there are: more adds smaller ones", .slide_low = 1, .slide_high = 8, .effect = REFORMS},
    {"persistence", KNOBBED, AT_EDDIES(persistence), .low = 0, .high = 2, .knob = TR_KNOB_PERSISTENCE, .label = "Small eddies", .what = "speed of each size of eddies compared with the next larger one: higher makes small eddies stronger", .slide_low = 0, .slide_high = 1, .effect = REFORMS},
    {"lacunarity", KNOBBED, AT_EDDIES(lacunarity), .low = 1, .high = 8, .fallback = 2, .label = "Size step", .what = "how many times smaller each size of eddies is than the one before", .slide_low = 1.5, .slide_high = 4, .effect = REFORMS},
    {"stretch", XYZ, AT_EDDIES(stretch), .low = 0, .high = 1000, .fallback = 1, .label = "Stretch", .what = "higher squeezes eddies along x, y (north) and z", .slide_low = 0.1, .slide_high = 20, .logarithmic = true, .effect = REFORMS},
    {"cells", WHOLE, AT(numbers.cells), .low = least_cells, .high = most_cells, .fallback = 512, .label = "Resolution", .what = "cells of the grid that the winds are solved on, along an edge of the cube: more is finer and slower", .slide_low = 64, .slide_high = 1024, .logarithmic = true, .effect = REFORMS},
    {"time", KNOBBED, AT(time), .low = 0, .high = 4, .fallback = 0.35, .unit = "radii", .label = "Time", .what = "how far the strongest jets have carried the clouds, in planet radii", .slide_low = 0, .slide_high = 1.5, .effect = REFORMS},
    {"jets", WHOLE, AT(numbers.jets), .low = 1, .high = 60, .fallback = 14, .label = "Jets", .what = "how many jets blow east and west in turn, besides the one at the equator", .slide_low = 1, .slide_high = 30, .effect = REFORMS},
    {"jet_width", NUMBER, AT(numbers.jet_width), .low = 0.05, .high = 2, .fallback = 0.4, .label = "Jet width", .what = "width of each jet as a fraction of the distance between jets", .slide_low = 0.1, .slide_high = 1, .effect = REFORMS},
    {"equator", NUMBER, AT(numbers.equator), .low = -4, .high = 4, .fallback = 1.1, .label = "Equatorial jet", .what = "speed of the jet at the equator, where the strongest others have 1; negative blows west", .slide_low = -2, .slide_high = 2, .effect = REFORMS},
    {"equator_width", NUMBER, AT(numbers.equator_width_rad), .low = 0.02, .high = 1.5, .fallback = 0.12, .unit = "radians", .label = "Its width", .what = "half the width of the jet at the equator, in radians", .slide_low = 0.02, .slide_high = 0.6, .effect = REFORMS},
    {"turbulence", KNOBBED, AT(turbulence), .low = 0, .high = 4, .fallback = 0.2, .label = "Turbulence", .what = "strength of the eddies: 0.16 to 0.3 look like clouds, 1 like marble", .slide_low = 0, .slide_high = 1, .effect = REFORMS},
    {"turns", KNOBBED, AT(turns), .low = 0, .high = 8, .fallback = 0.8, .label = "Vortex turns", .what = "how often the middle of a vortex has turned: higher winds spirals tighter", .slide_low = 0, .slide_high = 3, .effect = REFORMS},
    {"storms", WHOLE, AT(numbers.storms), .low = 0, .high = 16, .fallback = 1, .label = "Great storms", .what = "how many great storms there are", .slide_low = 0, .slide_high = 6, .effect = REFORMS},
    {"storm_radius", NUMBER, AT(numbers.storm_radius), .low = 1e-3, .high = 0.5, .fallback = 0.13, .unit = "radii", .label = "Storm radius", .what = "radius of great storms from north to south, in planet radii; from east to west 1.5 times that", .slide_low = 0.02, .slide_high = 0.3, .effect = REFORMS},
    {"storm_latitude", NUMBER, AT(numbers.storm_latitude_deg), .low = -80, .high = 80, .fallback = -22, .unit = "degrees", .label = "Storm latitude", .what = "latitude of the great storms, in degrees", .effect = REFORMS},
    {"storm_longitude", NUMBER, AT(numbers.storm_longitude_deg), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Storm longitude", .what = "longitude of the first great storm, in degrees", .slide_low = -180, .slide_high = 180, .effect = REFORMS},
    {"pearls", WHOLE, AT(numbers.pearls), .low = 0, .high = 40, .fallback = 6, .label = "Ovals in a row", .what = "how many small ovals stand in a row, as Jupiter's string of pearls", .slide_low = 0, .slide_high = 16, .effect = REFORMS},
    {"pearl_radius", NUMBER, AT(numbers.pearl_radius), .low = 1e-3, .high = 0.5, .fallback = 0.04, .unit = "radii", .label = "Oval radius", .what = "radius of the ovals in a row, in planet radii", .slide_low = 0.01, .slide_high = 0.12, .effect = REFORMS},
    {"pearl_latitude", NUMBER, AT(numbers.pearl_latitude_deg), .low = -80, .high = 80, .fallback = 33, .unit = "degrees", .label = "Oval latitude", .what = "latitude of the row of ovals, in degrees", .effect = REFORMS},
    {"pearl_longitude", NUMBER, AT(numbers.pearl_longitude_deg), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Oval longitude", .what = "longitude where the row of ovals begins, in degrees", .slide_low = -180, .slide_high = 180, .effect = REFORMS},
    {"vortices", WHOLE, AT(numbers.vortices), .low = 0, .high = 500, .fallback = 80, .label = "Small vortices", .what = "how many small vortices there are; fewer where there is no room", .slide_low = 0, .slide_high = 300, .effect = REFORMS},
    {"radius_min", NUMBER, AT(numbers.radius_min), .low = 1e-3, .high = 1, .fallback = 0.014, .unit = "radii", .label = "Smallest", .what = "radius of the smallest vortex, in planet radii", .slide_low = 2e-3, .slide_high = 0.1, .logarithmic = true, .effect = REFORMS},
    {"radius_max", NUMBER, AT(numbers.radius_max), .low = 1e-3, .high = 1, .fallback = 0.044, .unit = "radii", .label = "Largest", .what = "radius of the largest vortex, in planet radii", .slide_low = 2e-3, .slide_high = 0.2, .logarithmic = true, .effect = REFORMS},
    {"unevenness", NUMBER, AT(numbers.unevenness), .low = 0, .high = 1, .fallback = 0, .label = "Unevenness", .what = "0: eddies only where winds shear; 1: some bands are turbulent, others calm", .effect = REFORMS},
    {"wakes", NUMBER, AT(numbers.wakes), .low = 0, .high = 4, .fallback = 0, .label = "Wakes", .what = "strength of the turbulence to the west of great storms", .slide_low = 0, .slide_high = 2, .effect = REFORMS},
    {"polar", WHOLE, AT(numbers.polar), .low = 0, .high = 200, .fallback = 0, .label = "Polar cyclones", .what = "how many small vortices there are around the poles; fewer where there is no room", .slide_low = 0, .slide_high = 60, .effect = REFORMS},
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_warp *warp = &recipe->warps[index];
    const tr_flow_numbers *n = &PARAMETERS(flow, warp)->numbers;
    return tr_recipe_check_range(error, "warps", warp->name, "radius_min", n->radius_min, "radius_max",
                                 n->radius_max);
}

// ---- the problem -------------------------------------------------------------------------------

typedef struct ready {
    tr_flow_numbers numbers;
    tr_fractal_plan eddies; // which they point to
} ready;

// The speed of eddies is proportional to the amplitude of their octave. The slope of a stream function is its
// amplitude times its frequency, so its persistence is divided by the lacunarity.
static void resolve(const tr_warp *warp, uint64_t seed, ready *out) {
    const flow *f = PARAMETERS(flow, warp);
    tr_fractal eddies = f->eddies;
    eddies.interpolation = TR_INTERPOLATION_QUINTIC;
    eddies.persistence.plus /= eddies.lacunarity.plus;
    tr_fractal_resolve(&eddies, seed, &out->eddies);
    out->numbers = f->numbers;
    out->numbers.seed = seed;
    out->numbers.eddies = &out->eddies, out->numbers.eddy_scale = f->eddies.scale.plus;
    out->numbers.time = f->time.plus, out->numbers.turbulence = f->turbulence.plus;
    out->numbers.turns = f->turns.plus;
}

static void coarsen(void *element, int cells) {
    tr_flow_numbers *n = &((flow *)(void *)((tr_warp *)element)->parameters)->numbers;
    cells = cells > least_cells ? cells : least_cells;
    n->cells = n->cells > cells ? cells : n->cells;
}

static tr_status solve(const tr_problem *p, const tr_prepare_context *m, void *solution, tr_error *error) {
    ready r;
    resolve(p->element, p->home, &r);
    const tr_status status = tr_flow_create(&r.numbers, m->isa, m->pool, m->watch, solution, error);
    tr_meter_add(m->meter, ((const tr_flow *)solution)->operations);
    return status;
}

static void clear_solution(void *solution) { tr_flow_clear(solution); }

static const tr_solver solver = {sizeof(tr_flow), coarsen, preview_cells, solve, clear_solution};

static tr_status prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    tr_warp warp = tr_warp_under_knobs(m->recipe, &m->recipe->warps[index]);
    resolve(&warp, plan->seed, plan->state); // for callers that need the wind itself
    const tr_problem problem = {.kind = warp.kind, .element = &warp, .home = plan->seed};
    return tr_solution_obtain(m, &solver, &problem, &plan->solution);
}

static tr_status blow(const tr_warp_plan *plan, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                      tr_cube_vectors *wind, tr_error *error) {
    return tr_flow_wind(&((const ready *)plan->state)->numbers, isa, pool, watch, wind, error);
}

double tr_flow_points(const tr_warp *warp) {
    const tr_flow_numbers *n = &PARAMETERS(flow, warp)->numbers;
    return warp->kind == &tr_warp_flow.kind ? 6 * n->cells * n->cells : 0;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const double points = tr_flow_points(&recipe->warps[index]);
    const tr_flow_numbers *n = &PARAMETERS(flow, &recipe->warps[index])->numbers;
    cost->kept = 18 * points;
    cost->making = 32 * points;
    cost->operations = (550 + (n->wakes > 0 ? 20 * n->storms : 0)) * points;
    cost->sample = TR_FLOW_OPERATIONS * TR_FLOW_PARTS;
}

// The speed of jets and eddies, or of the flank of the largest vortex. There its hill (raise_hills,
// noise/grids/flow.c) is steepest: 0.89 of the speed that solid rotation of its middle would have one radius
// out. Half of the smaller speed is added, because both may occur at the same place.
static double fastest(const tr_recipe *recipe, const void *element) {
    const tr_warp warp = tr_warp_under_knobs(recipe, element);
    const flow *f = PARAMETERS(flow, &warp);
    const tr_flow_numbers *n = &f->numbers;
    const double small = n->vortices > 0 || n->polar > 0 ? n->radius_max : 0;
    const double pearl = n->pearls > 0 ? n->pearl_radius : 0, storm = n->storms > 0 ? n->storm_radius : 0;
    const double turning = f->time.plus > 0 ? 0.89 * 2 * TR_PI * f->turns.plus / f->time.plus : 0;
    const double vortex = turning * fmax(fmax(small, pearl), storm);
    const double band = fmax(fabs(n->equator), 1) + 4 * f->turbulence.plus;
    return fmax(band, vortex) + 0.5 * fmin(band, vortex);
}

static void apply(const tr_warp_plan *plan, const tr_block *b, float *x, float *y, float *z) {
    if (tr_meter_add(b->meter, TR_FLOW_OPERATIONS * TR_FLOW_PARTS * (unsigned)b->count))
        tr_flow_depart(tr_solution_of(plan->solution), TR_FLOW_PARTS, b->isa, b->count, x, y, z, b->spare[0],
                       b->spare[1], b->spare[2]);
}

const tr_warp_type tr_warp_flow = {
    .kind = {.name = "flow",
             .what = "moves each point to where the winds of a giant bring its air from",
             .parameters = TR_PARAMETER_TABLE("warps.NAME.", rows),
             .check = check,
             .coarsen = coarsen,
             .fastest = fastest},
    .example = {.name = "flow",
                .what = "a fractal that jets, eddies and storms have drawn out and rolled up",
                .json = "{\"type\": \"flow\", \"radius_km\": 1, \"slope_exaggeration\": 50, \"warps\": "
                        "[{\"name\": \"flow\", "
                        "\"kind\": \"flow\", \"cells\": 256}], \"layers\": [{\"name\": \"flow\", \"field\": "
                        "\"fractal\", \"warp\": \"flow\", \"stretch\": [1, 6, 1]}]}",
                .warp = "flow"},
    .cost = cost,
    .state_bytes = sizeof(ready),
    .prepare = prepare,
    .apply = apply,
    .blow = blow};
