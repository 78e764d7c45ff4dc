// terrella probe WORLD LAT,LON: the values at one place, and the layers and paint layers that produce them.
#include "base/memory.h"
#include "cli/private/commands.h"
#include "noise/maths/trig.h"
#include "planet/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool has(const tr_probe *p, tr_map map) { return p->maps >> map & 1; }

// ---- text --------------------------------------------------------------------------------------

static const char *towards(double degrees) {
    static const char *const names[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};
    return names[(int)floor(degrees / 45 + 0.5) % 8];
}

static void print_place(const tr_probe *p, const char *name) {
    tr_print_line("%s at %g, %g: texel %d, %d of a map %d wide", name, p->latitude_deg, p->longitude_deg,
                  p->column, p->row, p->width);
    printf("  height    %8.0f m    %s\n", p->height_m,
           p->sea       ? "the ground under the sea"
           : !p->ground ? "of what one sees: there is no ground"
                        : "above 0 m");
    printf("  slope     %8.1f deg", p->slope_deg);
    if (p->slope_deg >= 0.05)
        printf("  down to the %s (%.0f deg)", towards(p->aspect_deg), p->aspect_deg);
    putchar('\n');
    if (p->biome)
        printf("  biome     %s\n  climate   %8.1f °C   moisture %.2f, ice %.0f %%, bog %.0f %%\n", p->biome,
               p->warmth_c, p->moisture, 100 * p->ice, 100 * p->bog);
}

static void print_maps(const tr_probe *p) {
    printf("  albedo      %02x%02x%02x\n", p->albedo[0], p->albedo[1], p->albedo[2]);
    if (has(p, TR_MAP_EMISSION))
        printf("  emission    %02x%02x%02x\n", p->emission[0], p->emission[1], p->emission[2]);
    printf("  roughness %8.2f      metal %.2f\n", p->roughness, p->metal);
    if (has(p, TR_MAP_WATER))
        printf("  water     %8.0f %%    covered by rivers and lakes\n", 100 * p->water);
    if (has(p, TR_MAP_CLOUDS))
        printf("  clouds    %8.0f %%    of %02x%02x%02x\n", 100 * p->clouds, p->cloud_colour[0],
               p->cloud_colour[1], p->cloud_colour[2]);
}

// Prints what a map says, and what the other layers make of the height without it.
static void print_map_cause(const tr_probe *p, const tr_cause *cause) {
    const bool height = strcmp(cause->channel, "height") == 0;
    if (strcmp(cause->name, "map: land") == 0)
        printf("the map has %s here", cause->map_value > 0.5 ? "land" : "sea");
    else
        tr_print("the map has %.4g%s%s here", cause->map_value, *cause->unit ? " " : "", cause->unit);
    if (height)
        printf("; the height is %.0f m, and would be %.0f m without the map", p->height_m,
               p->height_m - cause->height_m);
    putchar('\n');
}

// Prints the change in height of a layer where it has one, because it matters more than a change in a channel.
static void print_cause(const tr_probe *p, const tr_cause *cause) {
    const bool height = cause->layer && fabs(cause->height_m) >= 0.5;
    tr_print("  %5.1f %%  %s.%s: ", 100 * cause->weight, cause->list, cause->name);
    if (cause->has_map) {
        print_map_cause(p, cause);
        return;
    }
    if (height)
        printf("%+.0f m", cause->height_m);
    else if (cause->layer)
        tr_print("%s %+.3g%s%s", cause->channel, cause->figure, *cause->unit ? " " : "", cause->unit);
    else
        printf("%.3g %%", cause->figure);
    putchar('\n');
}

static void print_causes(const tr_probe *p, bool clouds, const char *title) {
    const double least = 0.0005; // smaller weights would print as zeros
    puts(title);
    for (int i = 0; i < p->cause_count; i++)
        if (p->causes[i].clouds == clouds && p->causes[i].weight >= least)
            print_cause(p, &p->causes[i]);
}

static void print_probe(const tr_probe *p, const char *name) {
    print_place(p, name);
    print_maps(p);
    print_causes(p, false, "Made by (how much the place would change without it)");
    if (has(p, TR_MAP_CLOUDS))
        print_causes(p, true, "The clouds above it are made by");
}

// ---- JSON --------------------------------------------------------------------------------------

static void print_json_cause(const tr_cause *cause) {
    printf("{\"kind\":\"%s\",\"list\":\"%s\",\"name\":", cause->layer ? "layer" : "paint", cause->list);
    tr_print_json_text("", cause->name);
    printf(",\"weight\":%.4g,\"look\":%.4g,\"clouds\":%s,\"figure\":%.6g,\"unit\":\"%s\"", cause->weight,
           cause->look, cause->clouds ? "true" : "false", cause->figure, cause->unit);
    if (cause->layer) {
        printf(",\"height_m\":%.6g,\"channel\":", cause->height_m);
        tr_print_json_text("", cause->channel);
    }
    if (cause->has_map)
        printf(",\"map_value\":%.6g", cause->map_value);
    putchar('}');
}

static void print_json_colour(const char *key, const uint8_t srgb[3]) {
    printf(",\"%s\":\"%02x%02x%02x\"", key, srgb[0], srgb[1], srgb[2]);
}

static void print_json(const tr_probe *p, const char *name) {
    tr_print_json_text("{\"name\":", name);
    printf(",\"latitude\":%.9g,\"longitude\":%.9g,\"width\":%d,\"column\":%d,\"row\":%d", p->latitude_deg,
           p->longitude_deg, p->width, p->column, p->row);
    printf(",\"height_m\":%.9g,\"ground\":%s,\"sea\":%s,\"slope_deg\":%.6g,\"aspect_deg\":%.6g", p->height_m,
           p->ground ? "true" : "false", p->sea ? "true" : "false", p->slope_deg, p->aspect_deg);
    if (p->biome)
        printf(",\"biome\":\"%s\",\"warmth_c\":%.6g,\"moisture\":%.6g,\"ice\":%.4g,\"bog\":%.4g", p->biome,
               p->warmth_c, p->moisture, p->ice, p->bog);
    print_json_colour("albedo", p->albedo);
    if (has(p, TR_MAP_EMISSION))
        print_json_colour("emission", p->emission);
    printf(",\"roughness\":%.4g,\"metal\":%.4g", p->roughness, p->metal);
    if (has(p, TR_MAP_WATER))
        printf(",\"water\":%.4g", p->water);
    if (has(p, TR_MAP_CLOUDS)) {
        printf(",\"clouds\":%.4g", p->clouds);
        print_json_colour("cloud_colour", p->cloud_colour);
    }
    printf(",\"causes\":[");
    for (int i = 0; i < p->cause_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stdout);
        print_json_cause(&p->causes[i]);
    }
    puts("]}");
}

// ---- the command -------------------------------------------------------------------------------

static tr_status look(const tr_cli_context *context, const tr_recipe *recipe, const double place[2], int width,
                      tr_probe *probe) {
    tr_surface *surface = NULL;
    tr_status status = tr_make_surface(context, recipe, &surface);
    if (status == TR_OK)
        status = tr_surface_probe(surface, place[0], place[1], 2 * TR_PI / width, &context->watch, probe,
                                  context->error);
    tr_surface_destroy(surface);
    return status;
}

static tr_status probe_world(const tr_cli_context *context, const double place[2], int width, tr_probe *probe) {
    tr_scene scene = {0};
    char stem[TR_STEM_BYTES];
    int first, end;
    tr_status status = tr_load_planets(context, &scene, &first, &end);
    if (status == TR_OK)
        status = tr_planet_stem(&scene.planets[first], stem, context->error);
    if (status == TR_OK)
        status = look(context, scene.planets[first].recipe, place, width, probe);
    if (status == TR_OK)
        (context->options->json ? print_json : print_probe)(probe, stem);
    tr_scene_clear(&scene);
    return status;
}

// Parses two numbers with a comma between them.
static tr_status parse_place(const char *text, double place[2], tr_error *error) {
    if (tr_parse_numbers("place", text, ',', 2, place, NULL) == TR_OK && fabs(place[0]) <= 90 &&
        fabs(place[1]) <= 360)
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE,
                   "'%s' is not a place: LATITUDE,LONGITUDE with -90 … 90 degrees north and -180 … 180 degrees "
                   "east, such as 46.5,7.9",
                   text);
}

tr_status tr_cli_probe(const tr_cli_context *context) {
    const tr_options *options = context->options;
    double place[2];
    int width = 2048;
    if (!options->operand || !options->second)
        return tr_fail(context->error, TR_BAD_USAGE,
                       "terrella probe needs a world and a place, such as `terrella probe earthlike 46.5,7.9`");
    tr_status status = parse_place(options->second, place, context->error);
    if (status == TR_OK)
        status = tr_parse_width(options, TR_WIDEST, &width, context->error);
    tr_probe *probe = status == TR_OK ? tr_calloc(1, sizeof *probe) : NULL;
    if (status == TR_OK)
        status = probe ? probe_world(context, place, width, probe)
                       : tr_fail(context->error, TR_NO_MEMORY, "no memory for the values at a place");
    tr_free(probe);
    return status;
}
