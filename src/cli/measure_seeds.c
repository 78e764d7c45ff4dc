// terrella measure TYPE --seeds N: how much the planets of a type differ, and whether each keeps the type's
// bounds.
#include "base/size.h"
#include "cli/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// With so few seeds no two may be nearly alike. Among more some pair always is: the number of pairs grows with
// the square of that of the seeds.
enum { FEW_SEEDS = 12 };
static const double least_ratio = 0.25; // of the nearest pair's distance to the median

// What is compared of one seed.
typedef struct portrait {
    double value[TR_BOUND_COUNT];
    tr_colours colours;
    double shape[TR_SHAPE_BINS]; // of displaced planets
} portrait;

typedef struct variety {
    int count;
    portrait *seeds;             // of seed k + 1
    bool counts[TR_BOUND_COUNT]; // whether a figure means something in this type
    tr_bounds bounds;
    double nearest, median; // distances of pairs
    int near[2];            // the seeds of the nearest pair
    int broken;             // how many bounds
} variety;

static tr_status take_portrait(const tr_command_context *context, const tr_recipe *recipe, tr_pool *pool,
                               int width, variety *v, portrait *p) {
    tr_measured_maps maps;
    tr_status status = tr_measured_bake(context, recipe, pool, width, &maps);
    if (status == TR_OK) {
        tr_measured_colours(&maps, &p->colours);
        if (recipe->mesh_columns > 0)
            tr_measure_shape(maps.height, width, 1000 * recipe->radius_km, p->shape);
        p->value[TR_BOUND_LAND] = tr_measure_land(maps.height, width);
        p->value[TR_BOUND_LIGHTNESS] = p->colours.lightness;
        p->value[TR_BOUND_CONTRAST] = p->colours.contrast;
        p->value[TR_BOUND_CHROMA] = p->colours.chroma;
        p->value[TR_BOUND_GLOW] = maps.emission ? tr_measure_glow(maps.emission, width) : 0;
        v->counts[TR_BOUND_LAND] = recipe->sea;
        v->counts[TR_BOUND_GLOW] = maps.emission != NULL;
    }
    tr_measured_clear(&maps);
    return status;
}

static tr_status take_portraits(const tr_command_context *context, tr_pool *pool, int width, variety *v) {
    tr_status status = TR_OK;
    for (int b = 0; b < TR_BOUND_COUNT; b++)
        v->counts[b] = true;
    for (int k = 0; k < v->count && status == TR_OK; k++) {
        tr_world world = tr_options_world(context->options);
        tr_scene scene = {0};
        world.has_seed = true, world.seed = (uint64_t)k + 1;
        status = tr_world_load(&world, &scene, context->error);
        if (status == TR_OK && scene.planet_count > 1)
            status = tr_fail(context->error, TR_BAD_USAGE, "--seeds compares planets of one type, not scenes");
        // lattices no finer than texels: hundreds of seeds take seconds, and nobody sees the difference
        if (status == TR_OK)
            tr_coarsen(&scene.planets[0].recipe, width / 4 > 32 ? width / 4 : 32);
        if (status == TR_OK)
            status = take_portrait(context, &scene.planets[0].recipe, pool, width, v, &v->seeds[k]);
        tr_scene_clear(&scene);
    }
    return status;
}

// ---- pairs -------------------------------------------------------------------------------------

// How different two planets look: their colours, their shapes, what is land and what glows.
static double distance(const variety *v, const portrait *a, const portrait *b) {
    double sum = tr_colour_distance(&a->colours, &b->colours) + tr_shape_distance(a->shape, b->shape);
    if (v->counts[TR_BOUND_LAND])
        sum += fabs(a->value[TR_BOUND_LAND] - b->value[TR_BOUND_LAND]);
    return sum + fabs(a->value[TR_BOUND_GLOW] - b->value[TR_BOUND_GLOW]);
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static tr_status compare_pairs(variety *v, tr_error *error) {
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
    free(all);
    return TR_OK;
}

// ---- results -----------------------------------------------------------------------------------

static void find_extremes(const variety *v, int bound, int *lowest, int *highest) {
    *lowest = *highest = 0;
    for (int k = 1; k < v->count; k++) {
        *lowest = v->seeds[k].value[bound] < v->seeds[*lowest].value[bound] ? k : *lowest;
        *highest = v->seeds[k].value[bound] > v->seeds[*highest].value[bound] ? k : *highest;
    }
}

// A line for the type's file: what the seeds have, and a fifth of that range more on either side for others.
static void print_line_to_paste(const variety *v) {
    printf("  to paste    \"bounds\": {");
    for (int b = 0, shown = 0; b < TR_BOUND_COUNT; b++) {
        if (!v->counts[b])
            continue;
        int lowest, highest;
        find_extremes(v, b, &lowest, &highest);
        const double low = v->seeds[lowest].value[b], high = v->seeds[highest].value[b],
                     more = 0.2 * (high - low);
        char from[32], to[32];
        printf("%s\"%s\": [%s, %s]", shown++ ? ", " : "", tr_bound_name((tr_bound)b),
               tr_number_text(floor(fmax(low - more, 0) * 100) / 100, from),
               tr_number_text(ceil(fmin(high + more, 1) * 100) / 100, to));
    }
    puts("},");
}

static void print_variety(const variety *v, const char *name, int width) {
    printf("%s, seeds 1 … %d at %d x %d\n", name, v->count, width, width / 2);
    for (int b = 0; b < TR_BOUND_COUNT; b++) {
        if (!v->counts[b])
            continue;
        int lowest, highest;
        find_extremes(v, b, &lowest, &highest);
        printf("  %-10s %6.3f (seed %d) … %.3f (seed %d)", tr_bound_name((tr_bound)b),
               v->seeds[lowest].value[b], lowest + 1, v->seeds[highest].value[b], highest + 1);
        if (v->bounds.given[b])
            printf("; bounds %g … %g", v->bounds.low[b], v->bounds.high[b]);
        putchar('\n');
    }
    printf("  distance   %6.3f between the nearest (seeds %d and %d), median %.3f: ratio %.2f\n", v->nearest,
           v->near[0], v->near[1], v->median, v->median > 0 ? v->nearest / v->median : 0);
    puts("              (root of chi-square of OKLab histograms of 8 x 8 x 8 bins weighted by area, plus "
         "the same of shapes, plus "
         "differences of land and glow)");
    print_line_to_paste(v);
}

static void print_json(const variety *v, const char *name, int width) {
    printf("{\"name\":");
    tr_print_json_text(name);
    printf(",\"width\":%d,\"seeds\":[", width);
    for (int k = 0; k < v->count; k++) {
        printf("%s{\"seed\":%d", k ? ",\n" : "", k + 1);
        for (int b = 0; b < TR_BOUND_COUNT; b++)
            if (v->counts[b])
                printf(",\"%s\":%.6g", tr_bound_name((tr_bound)b), v->seeds[k].value[b]);
        putchar('}');
    }
    printf("],\"nearest\":%.6g,\"nearest_seeds\":[%d,%d],\"median\":%.6g,\"broken\":%d}\n", v->nearest,
           v->near[0], v->near[1], v->median, v->broken);
}

// Seeds out of the bounds, each with a line; the first one is the error.
static tr_status check_bounds(variety *v, const char *name, tr_error *error) {
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

tr_status tr_measure_seeds(const tr_command_context *context, tr_pool *pool, int width) {
    const tr_options *options = context->options;
    const tr_world world = tr_options_world(options);
    variety v = {.count = options->seeds, .seeds = tr_allocate((size_t)options->seeds, sizeof(portrait))};
    tr_status status = v.seeds
                           ? tr_world_bounds(&world, &v.bounds, context->error)
                           : tr_fail(context->error, TR_NO_MEMORY, "no memory for %d seeds", options->seeds);
    if (status == TR_OK)
        status = take_portraits(context, pool, width, &v);
    if (status == TR_OK)
        status = compare_pairs(&v, context->error);
    if (status == TR_OK) {
        status = check_bounds(&v, world.name, context->error);
        if (options->json)
            print_json(&v, world.name, width);
        else if (!options->quiet)
            print_variety(&v, world.name, width);
    }
    free(v.seeds);
    return status;
}
