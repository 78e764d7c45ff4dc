// A warp: moves each point to where the winds of a giant bring its air from (noise/grids/flow.h).
#include "fields/fractal.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"
#include "fields/private/winds.h"

#include "base/hash.h"

#include <math.h>

enum { least_cells = 16, most_cells = 2048, preview_cells = 96 };

typedef struct flow {
    double cells; // of the lattice, along an edge of the cube
    tr_number time, turbulence, turns;
    double jets, jet_width, equator, equator_width;
    double storms, storm_radius, storm_latitude, storm_longitude;
    double pearls, pearl_radius, pearl_latitude, pearl_longitude;
    double vortices, radius_min, radius_max;
    double unevenness, wakes, polar;
    tr_fractal eddies; // plain, round the sphere
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
    {"stretch", VECTOR, AT_EDDIES(stretch), .low = 0, .high = 1000, .fallback = 1, .label = "Stretch", .what = "higher squeezes eddies along x, y (north) and z", .slide_low = 0.1, .slide_high = 20, .logarithmic = true, .effect = REFORMS},
    {"cells", WHOLE, AT(cells), .low = least_cells, .high = most_cells, .fallback = 512, .label = "Resolution", .what = "cells of the grid that the winds are solved on, along an edge of the cube: more is finer and slower", .slide_low = 64, .slide_high = 1024, .logarithmic = true, .effect = REFORMS},
    {"time", KNOBBED, AT(time), .low = 0, .high = 4, .fallback = 0.35, .unit = "radii", .label = "Time", .what = "how far the strongest jets have carried the clouds, in planet radii", .slide_low = 0, .slide_high = 1.5, .effect = REFORMS},
    {"jets", WHOLE, AT(jets), .low = 1, .high = 60, .fallback = 14, .label = "Jets", .what = "how many jets blow east and west in turn, besides the one at the equator", .slide_low = 1, .slide_high = 30, .effect = REFORMS},
    {"jet_width", NUMBER, AT(jet_width), .low = 0.05, .high = 2, .fallback = 0.4, .label = "Jet width", .what = "width of each jet as a fraction of the distance between jets", .slide_low = 0.1, .slide_high = 1, .effect = REFORMS},
    {"equator", NUMBER, AT(equator), .low = -4, .high = 4, .fallback = 1.1, .label = "Equatorial jet", .what = "speed of the jet at the equator, where the strongest others have 1; negative blows west", .slide_low = -2, .slide_high = 2, .effect = REFORMS},
    {"equator_width", NUMBER, AT(equator_width), .low = 0.02, .high = 1.5, .fallback = 0.12, .unit = "radians", .label = "Its width", .what = "half the width of the jet at the equator, in radians", .slide_low = 0.02, .slide_high = 0.6, .effect = REFORMS},
    {"turbulence", KNOBBED, AT(turbulence), .low = 0, .high = 4, .fallback = 0.2, .label = "Turbulence", .what = "strength of the eddies: 0.16 to 0.3 look like clouds, 1 like marble", .slide_low = 0, .slide_high = 1, .effect = REFORMS},
    {"turns", KNOBBED, AT(turns), .low = 0, .high = 8, .fallback = 0.8, .label = "Vortex turns", .what = "how often the middle of a vortex has turned: higher winds spirals tighter", .slide_low = 0, .slide_high = 3, .effect = REFORMS},
    {"storms", WHOLE, AT(storms), .low = 0, .high = 16, .fallback = 1, .label = "Great storms", .what = "how many great storms there are", .slide_low = 0, .slide_high = 6, .effect = REFORMS},
    {"storm_radius", NUMBER, AT(storm_radius), .low = 1e-3, .high = 0.5, .fallback = 0.13, .unit = "radii", .label = "Storm radius", .what = "radius of great storms from north to south, in planet radii; from east to west 1.5 times that", .slide_low = 0.02, .slide_high = 0.3, .effect = REFORMS},
    {"storm_latitude", NUMBER, AT(storm_latitude), .low = -80, .high = 80, .fallback = -22, .unit = "degrees", .label = "Storm latitude", .what = "latitude of the great storms, in degrees", .effect = REFORMS},
    {"storm_longitude", NUMBER, AT(storm_longitude), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Storm longitude", .what = "longitude of the first great storm, in degrees", .slide_low = -180, .slide_high = 180, .effect = REFORMS},
    {"pearls", WHOLE, AT(pearls), .low = 0, .high = 40, .fallback = 6, .label = "Ovals in a row", .what = "how many small ovals stand in a row, as Jupiter's string of pearls", .slide_low = 0, .slide_high = 16, .effect = REFORMS},
    {"pearl_radius", NUMBER, AT(pearl_radius), .low = 1e-3, .high = 0.5, .fallback = 0.04, .unit = "radii", .label = "Oval radius", .what = "radius of the ovals in a row, in planet radii", .slide_low = 0.01, .slide_high = 0.12, .effect = REFORMS},
    {"pearl_latitude", NUMBER, AT(pearl_latitude), .low = -80, .high = 80, .fallback = 33, .unit = "degrees", .label = "Oval latitude", .what = "latitude of the row of ovals, in degrees", .effect = REFORMS},
    {"pearl_longitude", NUMBER, AT(pearl_longitude), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Oval longitude", .what = "longitude where the row of ovals begins, in degrees", .slide_low = -180, .slide_high = 180, .effect = REFORMS},
    {"vortices", WHOLE, AT(vortices), .low = 0, .high = 500, .fallback = 80, .label = "Small vortices", .what = "how many small vortices there are; fewer where there is no room", .slide_low = 0, .slide_high = 300, .effect = REFORMS},
    {"radius_min", NUMBER, AT(radius_min), .low = 1e-3, .high = 1, .fallback = 0.014, .unit = "radii", .label = "Smallest", .what = "radius of the smallest vortex, in planet radii", .slide_low = 2e-3, .slide_high = 0.1, .logarithmic = true, .effect = REFORMS},
    {"radius_max", NUMBER, AT(radius_max), .low = 1e-3, .high = 1, .fallback = 0.044, .unit = "radii", .label = "Largest", .what = "radius of the largest vortex, in planet radii", .slide_low = 2e-3, .slide_high = 0.2, .logarithmic = true, .effect = REFORMS},
    {"unevenness", NUMBER, AT(unevenness), .low = 0, .high = 1, .fallback = 0, .label = "Unevenness", .what = "0: eddies only where winds shear; 1: some bands are turbulent, others calm", .effect = REFORMS},
    {"wakes", NUMBER, AT(wakes), .low = 0, .high = 4, .fallback = 0, .label = "Wakes", .what = "strength of the turbulence to the west of great storms", .slide_low = 0, .slide_high = 2, .effect = REFORMS},
    {"polar", WHOLE, AT(polar), .low = 0, .high = 200, .fallback = 0, .label = "Polar cyclones", .what = "how many small vortices there are around the poles; fewer where there is no room", .slide_low = 0, .slide_high = 60, .effect = REFORMS},
};
// clang-format on

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_warp *warp = &recipe->warps[index];
    const flow *f = PARAMETERS(flow, warp);
    return tr_recipe_check_range(error, "warps", warp->name, "radius_min", f->radius_min, "radius_max",
                                 f->radius_max);
}

// ---- the problem -------------------------------------------------------------------------------

typedef struct problem {
    tr_flow_numbers numbers; // but for `eddies`, which points into this struct while it is solved
    tr_fractal_plan eddies;
} problem;

static uint64_t sign(const void *of) {
    const problem *p = of;
    const tr_flow_numbers *n = &p->numbers;
    const double numbers[] = {n->cells,
                              n->time,
                              n->jets,
                              n->jet_width,
                              n->equator,
                              n->equator_width_rad,
                              n->turbulence,
                              n->eddy_scale,
                              n->turns,
                              n->storms,
                              n->storm_radius,
                              n->storm_latitude_deg,
                              n->storm_longitude_deg,
                              n->pearls,
                              n->pearl_radius,
                              n->pearl_latitude_deg,
                              n->pearl_longitude_deg,
                              n->vortices,
                              n->radius_min,
                              n->radius_max,
                              n->unevenness,
                              n->wakes,
                              n->polar};
    return tr_fractal_hash(tr_hash_numbers(n->seed, numbers, sizeof numbers / sizeof numbers[0]), &p->eddies);
}

static void coarsen_problem(void *of) {
    tr_flow_numbers *n = &((problem *)of)->numbers;
    n->cells = n->cells > preview_cells ? preview_cells : n->cells;
}

static tr_status solve(const void *of, const tr_prepare_context *m, void *solution, tr_error *error) {
    const problem *p = of;
    tr_flow_numbers numbers = p->numbers;
    numbers.eddies = &p->eddies;
    const tr_status status = tr_flow_create(&numbers, m->isa, m->pool, m->watch, solution, error);
    tr_meter_add(m->meter, ((const tr_flow *)solution)->operations);
    return status;
}

static void clear_solution(void *solution) { tr_flow_clear(solution); }

static const tr_solver solver = {sizeof(tr_flow), sign, coarsen_problem, solve, clear_solution};

// Eddies are as fast as their fraction of the octaves, and a stream function is as steep as its octaves are
// high times their frequency: these fall faster.
static void resolve_eddies(const flow *f, uint64_t seed, tr_fractal_plan *plan) {
    tr_fractal eddies = f->eddies;
    eddies.interpolation = TR_INTERPOLATION_QUINTIC;
    eddies.persistence.plus /= eddies.lacunarity.plus;
    tr_fractal_resolve(&eddies, seed, plan);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_warp_plan *plan) {
    const tr_warp warp = tr_warp_under_knobs(m->recipe, &m->recipe->warps[index]);
    const flow *f = PARAMETERS(flow, &warp);
    problem p = {.numbers = {.seed = plan->seed,
                             .cells = (int)f->cells,
                             .time = f->time.plus,
                             .jets = (int)f->jets,
                             .jet_width = f->jet_width,
                             .equator = f->equator,
                             .equator_width_rad = f->equator_width,
                             .turbulence = f->turbulence.plus,
                             .eddy_scale = f->eddies.scale.plus,
                             .turns = f->turns.plus,
                             .storms = (int)f->storms,
                             .storm_radius = f->storm_radius,
                             .storm_latitude_deg = f->storm_latitude,
                             .storm_longitude_deg = f->storm_longitude,
                             .pearls = (int)f->pearls,
                             .pearl_radius = f->pearl_radius,
                             .pearl_latitude_deg = f->pearl_latitude,
                             .pearl_longitude_deg = f->pearl_longitude,
                             .vortices = (int)f->vortices,
                             .radius_min = f->radius_min,
                             .radius_max = f->radius_max,
                             .unevenness = f->unevenness,
                             .wakes = f->wakes,
                             .polar = (int)f->polar}};
    resolve_eddies(f, plan->seed, &p.eddies);
    problem *state = plan->state = tr_prepare_state(m, sizeof *state); // whoever asks for the wind itself
    if (!state)
        return TR_NO_MEMORY;
    *state = p;
    return tr_solution_obtain(m, &solver, plan->seed, &p, &plan->solution);
}

static tr_status blow(const tr_warp_plan *plan, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                      tr_cube_vectors *wind, tr_error *error) {
    const problem *p = plan->state;
    tr_flow_numbers numbers = p->numbers;
    numbers.eddies = &p->eddies;
    return tr_flow_wind(&numbers, isa, pool, watch, wind, error);
}

double tr_flow_points(const tr_warp *warp) {
    const flow *f = PARAMETERS(flow, warp);
    return warp->kind == &tr_warp_flow.kind ? 6 * f->cells * f->cells : 0;
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const double points = tr_flow_points(&recipe->warps[index]);
    const flow *f = PARAMETERS(flow, &recipe->warps[index]);
    cost->kept = 18 * points;
    cost->making = 32 * points;
    cost->operations = (550 + (f->wakes > 0 ? 20 * f->storms : 0)) * points;
    cost->sample = TR_FLOW_OPERATIONS * TR_FLOW_PARTS;
}

// Jets and eddies, or the flank of the largest vortex, where its hill (raise_hills, noise/grids/flow.c) is
// steepest: 0.89 of the speed that its middle would have one radius out; and half of the other, which may blow
// there, too.
static double fastest(const tr_recipe *recipe, const void *element) {
    const tr_warp warp = tr_warp_under_knobs(recipe, element);
    const flow *f = PARAMETERS(flow, &warp);
    const double small = f->vortices > 0 || f->polar > 0 ? f->radius_max : 0;
    const double pearl = f->pearls > 0 ? f->pearl_radius : 0, storm = f->storms > 0 ? f->storm_radius : 0;
    const double turning = f->time.plus > 0 ? 0.89 * 2 * TR_PI * f->turns.plus / f->time.plus : 0;
    const double vortex = turning * fmax(fmax(small, pearl), storm);
    const double band = fmax(fabs(f->equator), 1) + 4 * f->turbulence.plus;
    return fmax(band, vortex) + 0.5 * fmin(band, vortex);
}

static void apply(const tr_warp_plan *plan, const tr_field_block *b, float *x, float *y, float *z) {
    if (tr_meter_add(b->meter, TR_FLOW_OPERATIONS * TR_FLOW_PARTS * (unsigned)b->count))
        tr_flow_depart(tr_solution_of(plan->solution), b->isa, b->count, x, y, z, b->spare[0], b->spare[1],
                       b->spare[2]);
}

static void coarsen(void *element, int cells) {
    flow *f = (flow *)(void *)((tr_warp *)element)->parameters;
    cells = cells > least_cells ? cells : least_cells;
    f->cells = f->cells > cells ? cells : f->cells;
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
    .prepare = prepare,
    .apply = apply,
    .blow = blow};
