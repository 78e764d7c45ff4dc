// terrella measure TYPE --seeds N: how much the planets of a type differ.
#include "cli/private/commands.h"
#include "measure/variety.h"

#include <math.h>
#include <stdio.h>

// A line for the type's file: what the seeds have, and a fifth of that range more on either side for others.
static void print_line_to_paste(const tr_variety *v) {
    printf("  to paste    \"bounds\": {");
    for (int b = 0, shown = 0; b < TR_BOUND_COUNT; b++) {
        if (!v->counts[b])
            continue;
        int lowest, highest;
        tr_variety_extremes(v, b, &lowest, &highest);
        const double low = v->seeds[lowest].value[b], high = v->seeds[highest].value[b],
                     more = 0.2 * (high - low);
        char from[32], to[32];
        printf("%s\"%s\": [%s, %s]", shown++ ? ", " : "", tr_bound_name((tr_bound)b),
               tr_number_text(floor(fmax(low - more, 0) * 100) / 100, from),
               tr_number_text(ceil(fmin(high + more, 1) * 100) / 100, to));
    }
    puts("},");
}

static void print_variety(const tr_variety *v, const char *name, int width) {
    tr_print_line("%s, seeds 1 … %d at %d x %d", name, v->count, width, width / 2);
    for (int b = 0; b < TR_BOUND_COUNT; b++) {
        if (!v->counts[b])
            continue;
        int lowest, highest;
        tr_variety_extremes(v, b, &lowest, &highest);
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

static void print_json(const tr_variety *v, const char *name, int width) {
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

tr_status tr_measure_seeds(const tr_cli_context *context, tr_pool *pool, int width) {
    const tr_options *options = context->options;
    const tr_world world = tr_options_world(options);
    const tr_watch watch = tr_watch_flag(context->stop);
    const tr_variety_options how = {
        .seeds = options->seeds, .width = width, .isa = options->isa, .pool = pool, .watch = &watch};
    tr_variety v = {0};
    tr_scene scene = {0}; // what is wrong with the world, or old, is told before the work
    tr_status status = tr_load_scene(context, &world, &scene);
    if (status == TR_OK)
        status = tr_check_budget(context, &scene, 0, scene.planet_count, world.name);
    tr_scene_clear(&scene);
    if (status == TR_OK)
        status = tr_variety_measure(&world, &how, &v, context->error);
    if (status == TR_OK) {
        status = tr_variety_check(&v, world.name, context->error);
        if (options->json) {
            print_json(&v, world.name, width);
            *context->printed = TR_PRINTED_VALUE;
        } else if (!options->quiet)
            print_variety(&v, world.name, width);
    }
    tr_variety_clear(&v);
    return status;
}
