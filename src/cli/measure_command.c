// terrella measure WORLD: figures of a planet's maps, each with its method.
#include "base/size.h"
#include "cli/private/commands.h"
#include "fields/field.h"
#include "measure/variety.h"
#include "noise/maths/trig.h"

#include <math.h>
#include <stdio.h>

typedef struct figures {
    int width;
    bool sea, glows;
    double land, asked, glow;
    tr_structure structure;
    tr_coast_lengths coast;
    tr_hypsometry heights;
    tr_slopes slopes, half; // of the map, and of one half as wide
    tr_colours colours;
    tr_hues hues;
    tr_detail_amplitudes detail;
    tr_sizes craters;
    bool clouded;
    tr_spectrum albedo, clouds; // of the albedo's lightness, and of cloud cover
    tr_outlines outlines;       // of clouds
} figures;

// On wide maps each of these takes about a second. Errors: TR_STOPPED.
static tr_status take_ground(const tr_measured_maps *maps, const tr_coast *coast, const tr_watch *watch,
                             figures *f, tr_error *error) {
    f->craters = maps->craters;
    f->land = tr_measure_land(maps->height, maps->width);
    tr_measure_structure(maps->height, maps->width, 1, &f->structure);
    tr_status status = tr_watch_check(watch, error);
    if (status == TR_OK) {
        tr_measure_coast(coast, &f->coast);
        status = tr_watch_check(watch, error);
    }
    if (status == TR_OK)
        tr_measure_hypsometry(maps->height, maps->width, maps->low_m, maps->high_m, &f->heights);
    return status == TR_OK ? tr_watch_check(watch, error) : status;
}

// Measures colours and their scales. map: memory for one number per texel.
static tr_status take_albedo(const tr_measured_maps *maps, float *map, const tr_watch *watch, figures *f,
                             tr_error *error) {
    const uint8_t *shown;
    tr_status status = tr_measured_colours(maps, watch, &shown, &f->colours, error);
    if (status == TR_OK)
        status = tr_measure_hues(shown, maps->width, watch, &f->hues, error);
    if (status == TR_OK)
        status = tr_measure_lightness(shown, maps->width, watch, map, error);
    if (status != TR_OK)
        return status;
    tr_measure_detail(map, maps->width, &f->detail);
    return tr_measure_spectrum(map, maps->width, 1, &f->albedo, error);
}

static tr_status take_clouds(const tr_measured_maps *maps, float *map, figures *f, tr_error *error) {
    const double texel = 2 * TR_PI / maps->width;
    tr_coast lines = {0};
    for (long k = 0; k < (long)maps->width * (maps->width / 2); k++)
        map[k] = (float)maps->clouds[4 * k + 3] / 255 - 0.5F;
    tr_status status = tr_measure_spectrum(map, maps->width, 1, &f->clouds, error);
    if (status == TR_OK)
        status = tr_coast_trace(map, maps->width, &lines, error);
    if (status == TR_OK)
        tr_measure_outlines(&lines, 32 * texel * texel, &f->outlines);
    tr_coast_clear(&lines);
    f->clouded = status == TR_OK;
    return status;
}

static tr_status take_scales(const tr_measured_maps *maps, const tr_watch *watch, figures *f, tr_error *error) {
    float *map = tr_allocate((size_t)maps->width * (size_t)(maps->width / 2), sizeof *map);
    tr_status status = map ? take_albedo(maps, map, watch, f, error)
                           : tr_fail(error, TR_NO_MEMORY, "no memory for a map %d wide", maps->width);
    if (status == TR_OK)
        status = tr_watch_check(watch, error);
    if (status == TR_OK && maps->clouds)
        status = take_clouds(maps, map, f, error);
    tr_free(map);
    return status == TR_OK ? tr_watch_check(watch, error) : status;
}

static tr_status take_figures(const tr_cli_context *context, const tr_recipe *recipe, int width, figures *f) {
    const tr_watch *watch = &context->watch;
    const tr_isa isa = context->options->isa;
    tr_measured_maps maps, half;
    tr_coast coast = {0};
    *f = (figures){.width = width,
                   .sea = recipe->sea,
                   .glows = tr_recipe_has_map(recipe, TR_MAP_EMISSION),
                   .asked = tr_recipe_asked_land(recipe)};
    tr_status status = tr_measured_bake(recipe, width, true, isa, context->pool, watch, &maps, context->error);
    if (status == TR_OK && recipe->sea)
        status = tr_coast_trace(maps.height, width, &coast, context->error);
    if (status == TR_OK)
        status = take_ground(&maps, &coast, watch, f, context->error);
    if (status == TR_OK) {
        tr_measure_slopes(maps.normal, width, &f->slopes);
        f->glow = f->glows ? tr_measure_glow(maps.emission, width) : 0;
        status = take_scales(&maps, watch, f, context->error);
    }
    tr_coast_clear(&coast);
    tr_measured_clear(&maps);
    if (status == TR_OK && width >= 2 * TR_MIN_WIDTH && width % 4 == 0) {
        status = tr_measured_bake(recipe, width / 2, false, isa, context->pool, watch, &half, context->error);
        if (status == TR_OK)
            tr_measure_slopes(half.normal, width / 2, &f->half);
        tr_measured_clear(&half);
    }
    return status;
}

// ---- text --------------------------------------------------------------------------------------

static void print_ground(const figures *f) {
    const tr_hypsometry *h = &f->heights;
    if (f->sea) {
        printf("  land        %5.1f %%     of the sphere at 0 m or above", 100 * f->land);
        if (f->asked >= 0)
            printf("; asked for: %.1f %%", 100 * f->asked);
        printf(
            "\n  coast       %7.2f     fractal dimension: dividers of %.4f to %.2f rad (chords) on %d lines\n",
            f->coast.dimension, f->coast.opening_rad[0], f->coast.opening_rad[TR_OPENINGS - 1], f->coast.lines);
    }
    printf("  roughness   %7.2f     slope of the second-order structure function of the height over lags of "
           "%.3f to %.1f rad,\n                          great circles, %d random pairs for each of %d lags, "
           "weighted by area\n",
           f->structure.slope, f->structure.lag_rad[0], f->structure.lag_rad[TR_LAGS - 1], TR_LAG_PAIRS,
           TR_LAGS);
    if (f->sea)
        printf("  heights   %7.0f m     fullest %g m on land (%.1f %%), %.0f m in the deep sea (%.1f %%), "
               "emptiest between them %.2f %%\n",
               h->land_peak_m, h->bin_m, 100 * h->land_peak, h->sea_peak_m, 100 * h->sea_peak, 100 * h->valley);
    printf("  above 3 km  %5.1f %%     of the sphere\n", 100 * h->above_3km);
    printf("  steep       %5.1f deg   98 %% of the normal map at %d are less steep", f->slopes.steep_deg,
           f->width);
    if (f->half.steep_deg > 0)
        printf("; at %d: %.1f deg", f->width / 2, f->half.steep_deg);
    if (f->slopes.broad_deg > 0)
        printf("\n  broad       %5.2f deg   slopes averaged down to %d columns, root mean square, up to 60 deg "
               "of latitude",
               f->slopes.broad_deg, TR_BROAD_COLUMNS);
    if (f->slopes.broad_deg > 0 && f->half.broad_deg > 0)
        printf("; at %d: %.2f deg", f->width / 2, f->half.broad_deg);
    printf("\n  east/north  %7.2f     mean square slopes of the normal map from 0 to 30 deg of latitude; to "
           "60: %.2f, to 90: %.2f\n",
           f->slopes.east_over_north[0], f->slopes.east_over_north[1], f->slopes.east_over_north[2]);
    if (f->craters.error > 0)
        printf(
            "  craters     %7.2f     slope of N(>D) ~ D^s by maximum likelihood, +- %.2f: the %d that layers "
            "place with\n                          radii of %.4f (four texels) to %.2f planet radii\n",
            f->craters.slope, f->craters.error, f->craters.count, f->craters.least, f->craters.largest);
}

static void print_scales(const figures *f) {
    printf("  hues        %4d        peaks of the albedo's hues in OKLCh, 20 deg apart, each 5 %% of the "
           "colour; spread %.2f\n",
           f->hues.count, f->hues.spread);
    printf("  detail      %6.2f %%    of the variance of that lightness lies in the finest two octaves; root "
           "mean squares\n                          %.4f (2 texels), %.4f (4), up to 60 deg of latitude\n",
           100 * f->detail.fraction, f->detail.rms[0], f->detail.rms[1]);
    if (f->albedo.bands >= 3)
        printf("  spectrum    %7.2f     power of that lightness over %.0f to %.0f waves round a great circle "
               "(%d at random)\n",
               f->albedo.slope, f->albedo.waves[0], f->albedo.waves[f->albedo.bands - 1], TR_SPECTRUM_CIRCLES);
    if (f->clouded && f->clouds.bands >= 3)
        printf("  clouds      %7.2f     the same of their cover (real ones: -1.7 to -2)\n", f->clouds.slope);
    if (f->clouded)
        printf("  outlines    %7.2f     fractal dimension of clouds, perimeters over areas of %d lines (real "
               "ones: 1.35)\n",
               f->outlines.dimension, f->outlines.lines);
}

static void print_figures(const figures *f, const char *name) {
    tr_print_line("%s at %d x %d", name, f->width, f->width / 2);
    print_ground(f);
    printf("  lightness   %7.3f     mean of the albedo in OKLab, weighted by area\n", f->colours.lightness);
    printf("  contrast    %7.3f     standard deviation of that lightness\n", f->colours.contrast);
    printf("  chroma      %7.3f     mean of the albedo in OKLab\n", f->colours.chroma);
    print_scales(f);
    if (f->glows)
        printf("  glow        %5.1f %%     of the sphere with a linear luminance of 0.02 or more\n",
               100 * f->glow);
}

// ---- JSON --------------------------------------------------------------------------------------

static void print_array(const char *key, const double *values, int count) {
    printf(",\"%s\":[", key);
    for (int k = 0; k < count; k++)
        printf("%s%.6g", k ? "," : "", values[k]);
    putchar(']');
}

static void print_json_spectrum(const char *what, const tr_spectrum *s) {
    char key[32];
    printf(",\"%s_slope\":%.6g", what, s->slope);
    snprintf(key, sizeof key, "%s_waves", what);
    print_array(key, s->waves, s->bands);
    snprintf(key, sizeof key, "%s_power", what);
    print_array(key, s->power, s->bands);
}

static void print_json_scales(const figures *f) {
    printf(",\"hues\":%d,\"hue_spread\":%.6g,\"detail\":%.6g", f->hues.count, f->hues.spread,
           f->detail.fraction);
    print_array("detail_rms", f->detail.rms, TR_DETAIL_OCTAVES);
    print_json_spectrum("albedo", &f->albedo);
    if (!f->clouded)
        return;
    print_json_spectrum("clouds", &f->clouds);
    printf(",\"clouds_dimension\":%.6g,\"clouds_lines\":%d", f->outlines.dimension, f->outlines.lines);
}

static void print_json(const figures *f, const char *name) {
    const tr_hypsometry *h = &f->heights;
    tr_print_json_text("{\"name\":", name);
    printf(",\"width\":%d", f->width);
    if (f->sea) {
        printf(",\"land\":%.6g", f->land);
        if (f->asked >= 0)
            printf(",\"asked_land\":%.6g", f->asked);
        printf(",\"coast_dimension\":%.6g,\"coast_lines\":%d", f->coast.dimension, f->coast.lines);
        print_array("openings_rad", f->coast.opening_rad, TR_OPENINGS);
        print_array("coast_lengths_rad", f->coast.length_rad, TR_OPENINGS);
        printf(",\"land_peak_m\":%.6g,\"sea_peak_m\":%.6g,\"land_peak\":%.6g,\"sea_peak\":%.6g,\"valley\":%.6g",
               h->land_peak_m, h->sea_peak_m, h->land_peak, h->sea_peak, h->valley);
    }
    printf(",\"structure_slope\":%.6g,\"pairs\":%d", f->structure.slope, TR_LAG_PAIRS);
    print_array("lags_rad", f->structure.lag_rad, TR_LAGS);
    print_array("structure_m2", f->structure.mean_square, TR_LAGS);
    printf(",\"hypsometry_low_m\":%.6g,\"hypsometry_step_m\":%.6g", h->low_m, h->bin_m);
    print_array("hypsometry", h->fraction, TR_HYPSOMETRY_BINS);
    printf(",\"above_3km\":%.6g,\"steep_deg\":%.6g", h->above_3km, f->slopes.steep_deg);
    if (f->half.steep_deg > 0)
        printf(",\"steep_deg_at_half_width\":%.6g", f->half.steep_deg);
    if (f->slopes.broad_deg > 0)
        printf(",\"broad_deg\":%.6g", f->slopes.broad_deg);
    if (f->slopes.broad_deg > 0 && f->half.broad_deg > 0)
        printf(",\"broad_deg_at_half_width\":%.6g", f->half.broad_deg);
    print_array("east_over_north", f->slopes.east_over_north, TR_SLOPE_BANDS);
    if (f->craters.error > 0)
        printf(",\"craters_slope\":%.6g,\"craters_error\":%.6g,\"craters\":%d,\"craters_least_radius\":%.6g",
               f->craters.slope, f->craters.error, f->craters.count, f->craters.least);
    printf(",\"lightness\":%.6g,\"contrast\":%.6g,\"chroma\":%.6g", f->colours.lightness, f->colours.contrast,
           f->colours.chroma);
    print_json_scales(f);
    if (f->glows)
        printf(",\"glow\":%.6g", f->glow);
    putchar('}');
}

// ---- many seeds of a type -----------------------------------------------------------------------

// Prints a line for the type's file: the range of the seeds, extended by a fifth of it on either side for other
// seeds.
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
    puts("              (root of chi-square of OKLab histograms of 8 x 8 x 8 bins weighted by area, plus the "
         "same of shapes, plus differences of land and glow)");
    print_line_to_paste(v);
}

static void print_json_seeds(const tr_variety *v, const char *name, int width) {
    tr_print_json_text("{\"name\":", name);
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

static tr_status measure_seeds(const tr_cli_context *context, int width) {
    const tr_options *options = context->options;
    const tr_world world = tr_options_world(options);
    const tr_variety_options how = {.seeds = options->seeds,
                                    .width = width,
                                    .isa = options->isa,
                                    .pool = context->pool,
                                    .watch = &context->watch};
    tr_variety v = {0};
    tr_scene scene = {0}; // errors and warnings about the world come before the work
    tr_status status = tr_load_scene(context, &world, &scene);
    if (status == TR_OK)
        status = tr_check_budget(context, &scene, 0, scene.planet_count, world.name);
    tr_scene_clear(&scene);
    if (status == TR_OK)
        status = tr_variety_measure(&world, &how, &v, context->error);
    if (status == TR_OK) {
        status = tr_variety_check(&v, world.name, context->error);
        if (options->json) {
            print_json_seeds(&v, world.name, width);
            *context->printed = TR_PRINTED_VALUE;
        } else if (!options->quiet)
            print_variety(&v, world.name, width);
    }
    tr_variety_clear(&v);
    return status;
}

// ---- the command -------------------------------------------------------------------------------

static tr_status measure_world(const tr_cli_context *context, int width) {
    const bool json = context->options->json;
    tr_scene scene = {0};
    int first, end;
    tr_status status = tr_load_planets(context, &scene, &first, &end);
    for (int i = first; status == TR_OK && i < end; i++) {
        char stem[TR_STEM_BYTES];
        figures f;
        status = tr_planet_stem(&scene.planets[i], stem, context->error);
        if (status == TR_OK)
            status = take_figures(context, scene.planets[i].recipe, width, &f);
        if (status != TR_OK)
            break;
        if (json)
            tr_print_list_next(context->printed);
        (json ? print_json : print_figures)(&f, stem);
    }
    if (json && status == TR_OK)
        tr_print_list_end(context->printed);
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_cli_measure(const tr_cli_context *context) {
    const tr_options *options = context->options;
    int width = options->seeds ? 512 : 2048;
    if (options->seeds == 1)
        return tr_fail(context->error, TR_BAD_USAGE,
                       "--seeds is 2 … 400, because seeds are compared with each other");
    if (options->seeds && options->has_seed)
        return tr_fail(context->error, TR_BAD_USAGE, "--seeds takes the seeds 1 … N: leave --seed out");
    const tr_status status = tr_parse_width(options, 4096, &width, context->error);
    if (status != TR_OK)
        return status;
    return options->seeds ? measure_seeds(context, width) : measure_world(context, width);
}
