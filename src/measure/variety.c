#include "measure/variety.h"

#include "base/size.h"

#include <math.h>
#include <stdlib.h>

// Up to this number of seeds, no two may look almost the same. Among more seeds some pair always does, because
// the number of pairs grows with the square of the number of seeds.
enum { FEW_SEEDS = 12 };
static const double least_ratio = 0.25; // of the nearest pair's distance to the median

static tr_status take_portrait(const tr_recipe *recipe, const tr_variety_options *how, tr_variety *v,
                               tr_portrait *p, tr_error *error) {
    tr_measured_maps maps;
    const uint8_t *shown;
    tr_status status =
        tr_measured_bake(recipe, how->width, false, how->isa, how->pool, how->watch, &maps, error);
    if (status == TR_OK)
        status = tr_measured_colours(&maps, how->watch, &shown, &p->colours, error);
    if (status == TR_OK) {
        if (recipe->mesh_columns > 0)
            tr_measure_shape(maps.height, how->width, 1000 * recipe->radius_km, p->shape);
        p->value[TR_BOUND_LAND] = tr_measure_land(maps.height, how->width);
        p->value[TR_BOUND_LIGHTNESS] = p->colours.lightness;
        p->value[TR_BOUND_CONTRAST] = p->colours.contrast;
        p->value[TR_BOUND_CHROMA] = p->colours.chroma;
        p->value[TR_BOUND_GLOW] = maps.emission ? tr_measure_glow(maps.emission, how->width) : 0;
        v->counts[TR_BOUND_LAND] = recipe->sea;
        v->counts[TR_BOUND_GLOW] = maps.emission != NULL;
    }
    tr_measured_clear(&maps);
    return status;
}

static tr_status take_portraits(const tr_world *of, const tr_variety_options *how, tr_variety *v,
                                tr_error *error) {
    tr_status status = TR_OK;
    for (int b = 0; b < TR_BOUND_COUNT; b++)
        v->counts[b] = true;
    for (int k = 0; k < v->count && status == TR_OK; k++) {
        tr_world world = *of;
        tr_scene scene = {0};
        world.has_seed = true, world.seed = (uint64_t)k + 1;
        status = tr_world_load(&world, &scene, error);
        if (status == TR_OK && scene.planet_count > 1)
            status = tr_fail(error, TR_BAD_USAGE, "--seeds compares planets of one type, not scenes");
        // limits lattices to the size of texels: hundreds of seeds take only seconds, and the difference is not
        // visible
        if (status == TR_OK)
            tr_recipe_coarsen(scene.planets[0].recipe, how->width / 4 > 32 ? how->width / 4 : 32);
        if (status == TR_OK)
            v->bounds = scene.planets[0].bounds;
        if (status == TR_OK)
            status = take_portrait(scene.planets[0].recipe, how, v, &v->seeds[k], error);
        tr_scene_clear(&scene);
    }
    return status;
}

// ---- pairs -------------------------------------------------------------------------------------

// How different two planets look: colours, shape, fraction of land and glow.
static double distance(const tr_variety *v, const tr_portrait *a, const tr_portrait *b) {
    double sum = tr_colour_distance(&a->colours, &b->colours) + tr_shape_distance(a->shape, b->shape);
    if (v->counts[TR_BOUND_LAND])
        sum += fabs(a->value[TR_BOUND_LAND] - b->value[TR_BOUND_LAND]);
    return sum + fabs(a->value[TR_BOUND_GLOW] - b->value[TR_BOUND_GLOW]);
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static tr_status compare_pairs(tr_variety *v, tr_error *error) {
    const int pairs = v->count * (v->count - 1) / 2;
    double *all = tr_allocate((size_t)pairs, sizeof *all);
    if (!all)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d pairs", pairs);
    v->nearest = INFINITY;
    for (int i = 0, k = 0; i < v->count; i++)
        for (int j = i + 1; j < v->count; j++, k++) {
            all[k] = distance(v, &v->seeds[i], &v->seeds[j]);
            if (all[k] < v->nearest)
                v->nearest = all[k], v->near[0] = i + 1, v->near[1] = j + 1;
        }
    qsort(all, (size_t)pairs, sizeof *all, compare_doubles);
    v->median = all[pairs / 2];
    tr_free(all);
    return TR_OK;
}

// ---- the comparison ----------------------------------------------------------------------------

tr_status tr_variety_measure(const tr_world *world, const tr_variety_options *how, tr_variety *v,
                             tr_error *error) {
    *v = (tr_variety){.count = how->seeds, .seeds = tr_calloc((size_t)how->seeds, sizeof *v->seeds)};
    const tr_status status = v->seeds ? take_portraits(world, how, v, error)
                                      : tr_fail(error, TR_NO_MEMORY, "no memory for %d seeds", how->seeds);
    return status == TR_OK ? compare_pairs(v, error) : status;
}

void tr_variety_clear(tr_variety *variety) {
    tr_free(variety->seeds);
    *variety = (tr_variety){0};
}

void tr_variety_extremes(const tr_variety *v, int bound, int *lowest, int *highest) {
    *lowest = *highest = 0;
    for (int k = 1; k < v->count; k++) {
        *lowest = v->seeds[k].value[bound] < v->seeds[*lowest].value[bound] ? k : *lowest;
        *highest = v->seeds[k].value[bound] > v->seeds[*highest].value[bound] ? k : *highest;
    }
}

// Reports each seed that breaks a bound in a line of its own; the first one is the error.
tr_status tr_variety_check(tr_variety *v, const char *name, tr_error *error) {
    tr_status status = TR_OK;
    for (int k = 0; k < v->count; k++)
        for (int b = 0; b < TR_BOUND_COUNT; b++) {
            const double x = v->seeds[k].value[b];
            if (!v->bounds.given[b] || (x >= v->bounds.low[b] && x <= v->bounds.high[b]))
                continue;
            v->broken++;
            status = tr_fail(error, TR_OUT_OF_BOUNDS, "%s, seed %d: %s is %.3f, but its bounds are %g … %g",
                             name, k + 1, tr_bound_name((tr_bound)b), x, v->bounds.low[b], v->bounds.high[b]);
        }
    if (v->count <= FEW_SEEDS && v->nearest <= least_ratio * v->median)
        status = tr_fail(
            error, TR_OUT_OF_BOUNDS,
            "%s, seeds %d and %d look alike: their distance is %.3f, less than a quarter of the median %.3f",
            name, v->near[0], v->near[1], v->nearest, v->median);
    return status;
}
