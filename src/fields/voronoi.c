// Distances to sites spread on the sphere or on the wrapped plane.
#include "noise/sites/voronoi.h"
#include "fields/fractal.h"
#include "fields/private/rows.h"
#include "fields/private/sites.h"

#include <math.h>

enum { most_sites = 1000000 };

typedef struct voronoi {
    tr_voronoi_value value;
    tr_metric metric; // TR_VORONOI_EDGE always uses the Euclidean metric
    tr_domain domain;
    double density;    // sites on the whole sphere or map, tr_voronoi_least_sites(value) … most_sites
    double randomness; // 0: as evenly spread as darts allow, 1: uniformly random
} voronoi;
FITS(voronoi);

static const char *const value_names[] = {"distance", "f1",    "f2",       "f2-f1", "cell", "f3",
                                          "f3-f1",    "f3-f2", "f3-f2+f1", "edge",  NULL};
static const char *const metric_names[] = {"euclid", "manhattan", "chebyshev", NULL};

// clang-format off
#define AT(member) IN_LAYER(voronoi, member)
static const tr_parameter rows[] = {
    {"value", CHOICE, AT(value), .names = value_names, .label = "Value", .what = "distance to the nearest points (F1 to F3), to the edges of their cells, or a random number for each cell", .effect = BAKES},
    {"metric", CHOICE, AT(metric), .names = metric_names, .label = "Distance", .what = "how distances are measured: Euclidean gives round cells, Manhattan and Chebyshev square ones", .effect = BAKES},
    {"domain", CHOICE, AT(domain), .names = tr_domain_names, .label = "Domain", .what = "around the sphere, or on the flat map, which wraps", .effect = BAKES},
    {"density", WHOLE, AT(density), .low = 1, .high = most_sites, .fallback = 300, .label = "Cells", .what = "how many cells the planet or map has", .slide_low = 4, .slide_high = 20000, .logarithmic = true, .effect = BAKES},
    {"randomness", NUMBER, AT(randomness), .low = 0, .high = 1, .fallback = 0.5, .label = "Randomness", .what = "0: cells are evenly spaced; 1: at random", .effect = BAKES},
    OF("sites_from", "layer whose sites it shares"),
};
// clang-format on

// Checks combinations of parameters.
static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_status status = tr_sites_check_owner(recipe, index, error);
    if (status != TR_OK)
        return status;
    const tr_layer *layer = &recipe->layers[index], *owner = tr_recipe_owner(recipe, layer);
    const voronoi *v = PARAMETERS(voronoi, layer), *sites = PARAMETERS(voronoi, owner);
    const int least = tr_voronoi_least_sites(v->value);
    if (v->value == TR_VORONOI_EDGE && v->metric != TR_METRIC_EUCLID)
        return tr_recipe_fail(error, "layers", layer->name, "metric",
                              "the distance to the edge is measured with the metric 'euclid' only");
    if (sites->domain != v->domain)
        return tr_recipe_fail(error, "layers", layer->name, "domain",
                              "the sites of '%s' lie in the other domain", owner->name);
    if (sites->density >= least)
        return TR_OK;
    if (owner == layer)
        return tr_recipe_fail(error, "layers", layer->name, "density", "density must be %d … %d for this value",
                              least, most_sites);
    return tr_recipe_fail(error, "layers", layer->name, "value",
                          "this value needs %d sites: the density of '%s' must be %d … %d", least, owner->name,
                          least, most_sites);
}

// Distances are in mean spacings of the sites. The limits were measured at randomness 1: hardly any place of
// any seed exceeds them.
static void reach(const tr_layer *layer, double *low, double *high) {
    const voronoi *v = PARAMETERS(voronoi, layer);
    const double stretch = v->metric == TR_METRIC_MANHATTAN ? 1.5 : 1;
    const double highs[TR_VORONOI_COUNT] = {1, 2, 2, 1.5, 1, 2, 2, 1.5, 2, 1}, high_of = highs[v->value];
    *low = v->value == TR_VORONOI_CELL ? -1 : 0;
    *high = high_of > 1 ? high_of * stretch : 1;
}

static void evaluate_map(const tr_field_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                         tr_meter *meter) {
    tr_voronoi_evaluate_map(plan->state, isa, where, out, meter);
}

// Number of sites with which the samples of a tile are compared: those within the distance searched for plus
// twice the tile's radius, or four times for edges.
static double near_tile(const voronoi *own, const voronoi *sites, int columns, int lines) {
    const bool edge = own->value == TR_VORONOI_EDGE;
    const int order = tr_voronoi_least_sites(own->value);
    const double n = sites->density, far = (edge ? 1.3 : 0.5 * sqrt(order)), wide = edge ? 4 : 2;
    if (sites->domain != TR_DOMAIN_PLANE)
        return fmax(n * tr_near_balls(far * sqrt(4 * TR_PI / n), columns * wide, lines * wide), order);
    const double u = columns / 1024.0, v = lines / 512.0,
                 across = far * sqrt(1 / n) + wide * sqrt(u * u + v * v);
    return fmax(n * fmin(9, TR_PI * across * across), order);
}

// Operations per sample. A tile is 32 x 16; if too many sites are near, it is halved along its longer side,
// down to a single sample. At least two rows of 32 are compared.
static double compare_cost(const voronoi *own, const voronoi *sites) {
    const double of_site = (own->value == TR_VORONOI_EDGE ? 3 : tr_voronoi_least_sites(own->value)) / 2.0;
    int columns = 32, lines = 16;
    double near = near_tile(own, sites, columns, lines);
    while (near > TR_VORONOI_NEAR && lines * columns > 1) {
        *(columns > lines ? &columns : &lines) /= 2;
        near = near_tile(own, sites, columns, lines);
    }
    const double compared = of_site * fmin(near, TR_VORONOI_NEAR) * 32 * (lines > 2 ? lines : 2);
    return (TR_VORONOI_SEARCH_OPERATIONS + compared) / (lines * columns);
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    const voronoi *own = PARAMETERS(voronoi, &recipe->layers[index]);
    const voronoi *sites = PARAMETERS(voronoi, tr_recipe_owner(recipe, &recipe->layers[index]));
    cost->kept = 35 * sites->density;
    cost->making = 30 * sites->density;
    const tr_spread spread = {.count = (int)sites->density,
                              .randomness = sites->randomness,
                              .plane = sites->domain == TR_DOMAIN_PLANE};
    (void)width;
    tr_cost darts = {0};
    tr_sites_cost(&spread, &darts);
    cost->operations = darts.operations + 500 * sites->density;
    cost->sample = compare_cost(own, sites);
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    const voronoi *v = PARAMETERS(voronoi, layer),
                  *owner = PARAMETERS(voronoi, tr_recipe_owner(m->recipe, layer));
    const tr_spread spread = {.seed = plan->seed,
                              .count = (int)owner->density,
                              .randomness = owner->randomness,
                              .plane = owner->domain == TR_DOMAIN_PLANE,
                              .latitude_max = 90,
                              .meter = m->meter};
    tr_sites sites;
    tr_status status = tr_sites_create(&spread, &sites, m->error);
    if (status != TR_OK)
        return status;
    status = tr_voronoi_prepare(v->value, v->metric, spread.plane, spread.seed, &sites, m->watch, plan->state,
                                m->error);
    tr_sites_clear(&sites);
    plan->evaluate_map = evaluate_map;
    return status;
}

static void clear(void *state) { tr_voronoi_clear(state); }

const tr_field_type tr_field_voronoi = {
    .kind = {.name = "voronoi",
             .what = "distances to the nearest sites or to the edges of their cells, or a number for each cell",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", rows),
             .check = check},
    .squares = true,
    .example = {.name = "voronoi", .json = EXAMPLE("voronoi", "")},
    .reach = reach,
    .cost = cost,
    .state_bytes = sizeof(tr_voronoi_plan),
    .prepare = prepare,
    .kernels = TR_KERNELS(tr_voronoi_evaluate),
    .clear = clear};
