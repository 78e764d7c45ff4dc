// What commands tell about own maps and strokes: what they were taken for, which files a result needs, and what
// changes nothing. The last is a warning, which --quiet does not hide.
#include "planet/map_notes.h"
#include "base/maths.h"
#include "base/memory.h"
#include "base/size.h"
#include "cli/private/commands.h"
#include "noise/maths/turn.h"
#include "planet/named_places.h"
#include "planet/strokes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- files ---------------------------------------------------------------------------------------

// Whether a folder has a file of that name already, with all its parts.
static bool has_file(const char *folder, const char *name) {
    char path[4096 + TR_FILE_BYTES], part[TR_FILE_BYTES];
    int there = 0;
    do {
        tr_file_part_name(name, there, part);
        snprintf(path, sizeof path, "%s/%s", folder, part);
    } while (tr_path_exists(path) && ++there < tr_file_part_count(name));
    return there == tr_file_part_count(name);
}

static void add_file(tr_needed_files *files, const char *name) {
    char listed[sizeof files->text + 4], entry[TR_FILE_BYTES + 8];
    snprintf(listed, sizeof listed, ", %s,", files->text);
    snprintf(entry, sizeof entry, ", %s,", name);
    if (strstr(listed, entry))
        return;
    const size_t used = strlen(files->text);
    snprintf(files->text + used, sizeof files->text - used, "%s%s", used ? ", " : "", name);
    files->count++;
}

void tr_needed_files_add(tr_needed_files *files, const tr_scene *scene, int first, int end,
                         const char *folder) {
    for (int i = first; i < end; i++) {
        const tr_recipe *recipe = scene->planets[i].recipe;
        for (int k = 0; k < recipe->map_count; k++)
            if (recipe->maps[k].strength > 0 && (!folder || !has_file(folder, recipe->maps[k].file)))
                add_file(files, recipe->maps[k].file);
    }
}

void tr_needed_files_tell(const tr_cli_context *context, const tr_needed_files *files, const char *what) {
    if (files->count > 0 && !context->options->quiet)
        tr_say("terrella: %s %s in the same folder; `terrella pack` makes one file of all", what, files->text);
}

// ---- what maps were taken for --------------------------------------------------------------------

// The ground of a surface, by a small map.
typedef struct ground {
    double land; // part of its area
    double lowest_m, highest_m;
} ground;

static tr_status measure(const tr_cli_context *context, const tr_surface *surface, ground *out) {
    enum { width = 512, height = width / 2 };
    float *heights = tr_allocate((size_t)width * height, sizeof *heights);
    if (!heights)
        return tr_fail(context->error, TR_NO_MEMORY, "no memory for the heights of a planet");
    const tr_band all = {.patch = tr_whole_map(width), .texels = {[TR_BAND_HEIGHTS] = heights}};
    const tr_status status =
        tr_surface_bake_all(surface, context->pool, NULL, &all, &context->watch, context->error);
    double land = 0, sum = 0;
    *out = (ground){.lowest_m = 1e9, .highest_m = -1e9};
    for (int i = 0; i < width * height && status == TR_OK; i++) {
        const double metres = (double)heights[i], area = cos((0.5 - (i / width + 0.5) / height) * TR_PI);
        land += metres >= 0 ? area : 0, sum += area;
        out->lowest_m = fmin(out->lowest_m, metres), out->highest_m = fmax(out->highest_m, metres);
    }
    out->land = land / sum;
    tr_free(heights);
    return status;
}

// Says what looks like another kind of map.
static void tell_doubts(const tr_recipe *recipe, const tr_maps_read *read) {
    tr_map_note notes[TR_MOST_MAP_NOTES];
    const int count = tr_map_notes(recipe, read, notes);
    for (int i = 0; i < count; i++)
        tr_say("terrella: maps.%s: %s%s%s", tr_own_kind_names[notes[i].kind], notes[i].text,
               notes[i].hint[0] ? "; " : "", notes[i].hint);
}

// What the height map holds, if that is not the usual range.
static void tell_limits(const tr_recipe *recipe) {
    if (recipe->limits[0].widened || recipe->limits[1].widened)
        tr_say("terrella: the height map holds %.0f to %.0f m instead of %.0f to %.0f m, for the heights of "
               "maps.height; height_min_m and height_max_m change it",
               recipe->height_min_m, recipe->height_max_m,
               recipe->limits[0].widened ? recipe->limits[0].own_m : recipe->height_min_m,
               recipe->limits[1].widened ? recipe->limits[1].own_m : recipe->height_max_m);
}

static void warn_of_limits(const tr_recipe *recipe, const ground *g) {
    if (g->highest_m > recipe->height_max_m + 1)
        tr_say("terrella: height_max_m: the ground above %.0f m is cut off; give --set height_max_m=%.0f",
               recipe->height_max_m, 1000 * ceil(g->highest_m / 1000));
    if (g->lowest_m < recipe->height_min_m - 1)
        tr_say("terrella: height_min_m: the ground below %.0f m is cut off; give --set height_min_m=%.0f",
               recipe->height_min_m, 1000 * floor(g->lowest_m / 1000));
}

static void tell_heights(const tr_recipe *recipe, const tr_maps_read *read, const ground *g) {
    char taken[TR_MAP_NOTE_BYTES], land[96] = "";
    const bool odd = g->land < 0.05 || g->land > 0.995,
               told = read->heights && (read->assumed || read->black_m > read->white_m);
    tr_map_note_heights(read, taken);
    if (recipe->sea)
        snprintf(land, sizeof land, "%.3g %% of the planet is land%s, ", 100 * g->land,
                 !odd || read->land ? ""
                 : read->assumed    ? " (maps.height.sea_percent changes it)"
                                    : " (maps.height.range_m changes it)");
    tr_say("terrella: maps.%s: %s%s%s%sthe ground is %.0f to %.0f m high", read->heights ? "height" : "land",
           told ? taken : "", told && read->assumed ? "; maps.height.range_m changes it" : "", told ? "; " : "",
           land, g->lowest_m, g->highest_m);
    if (read->least < read->most && fabs(read->least - read->black_m) + fabs(read->most - read->white_m) > 1)
        tr_say(
            "terrella: maps.height.range_m: %s has numbers from %g to %g, which become %.0f to %.0f m; without "
            "range_m they are metres",
            tr_recipe_own_map(recipe, "height")->file, read->least, read->most, read->black_m, read->white_m);
    tell_limits(recipe);
}

// Says where a file says nothing: its holes, and what a file without a header was taken for.
static void tell_files(const tr_recipe *recipe, const tr_maps_read *read) {
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_own_map *map = &recipe->maps[i];
        const tr_shared_file *file = tr_recipe_file(recipe, map->file);
        tr_own_raw raw = map->raw;
        double size[2] = {map->raw_size[0], map->raw_size[1]};
        if (!file || map->strength <= 0)
            continue;
        if (read->missing[i] > 0)
            tr_say("terrella: maps.%s: %.0f texels of %s have no number (NaN or GDAL_NODATA); there, "
                   "and up to two texels around, the planet has its own values",
                   map->name, read->missing[i], map->file);
        const char *end = strrchr(map->file, '.');
        if (raw != TR_OWN_RAW_GUESSED || !tr_own_is_raw(map->file) || (end[2] != 'a' && end[2] != 'A'))
            continue; // .r16 and .r32 say what they are
        tr_own_raw_guess(map->file, file->parts[0].info.bytes, &raw, size);
        tr_say("terrella: maps.%s: %s has no header and is taken for %.0f x %.0f numbers of the kind %s; "
               "maps.%s.raw_size and maps.%s.raw change it",
               map->name, map->file, size[0], size[1], tr_own_raw_names[raw], map->name, map->name);
    }
}

// The channels that layers, masks and colours read, and the maps that layers show.
typedef struct channels_read {
    const char *names[TR_MAX_CHANNELS];
    int count;
} channels_read;

static bool reads(const channels_read *r, const char *name) {
    int i = 0;
    while (i < r->count && strcmp(r->names[i], name) != 0)
        i++;
    return i < r->count;
}

static void note_read(void *context, const tr_parameter *p, const char *path, const void *at) {
    channels_read *r = context;
    const bool named =
        strcmp(p->key, "channel") == 0 || strcmp(p->key, "across") == 0 || strcmp(p->key, "map") == 0;
    (void)path;
    if (p->kind == TR_PARAMETER_NAME && named && *(const char *)at && r->count < TR_MAX_CHANNELS &&
        !reads(r, at))
        r->names[r->count++] = at;
}

static void tell_unread(const tr_recipe *recipe) {
    channels_read read = {.count = 0};
    char all[512] = "";
    tr_parameters_each(&tr_recipe_table, recipe, note_read, &read);
    for (int i = 0; i < read.count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", read.names[i]);
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_own_map *map = &recipe->maps[i];
        if (tr_own_kind_of(map->name) == TR_OWN_CHANNEL && map->strength > 0 && !reads(&read, map->name))
            tr_say("terrella: maps.%s changes nothing: no layer reads the channel '%s'; those that are read "
                   "are %s",
                   map->name, map->name, *all ? all : "none");
    }
}

// Settings of maps that change nothing.
static void tell_idle_settings(const tr_recipe *recipe, const tr_maps_read *read) {
    for (int i = 0; i < recipe->map_count; i++)
        for (int k = 0; k < tr_own_map_table.count && recipe->maps[i].strength > 0; k++) {
            const tr_parameter *setting = &tr_own_map_table.rows[k];
            const char *lacks = tr_own_setting_lacks(&recipe->maps[i], setting);
            if (lacks)
                tr_say("terrella: maps.%s.%s changes nothing: it needs %s", recipe->maps[i].name, setting->key,
                       lacks);
        }
    const tr_own_map *height = tr_recipe_own_map(recipe, "height");
    if (height && height->sea_percent >= 0 && read->heights && !read->assumed &&
        height->range_m[0] == height->range_m[1])
        tr_say("terrella: maps.height.sea_percent changes nothing: the numbers of %s are metres above the sea; "
               "sea_level_m moves it",
               height->file);
    if (recipe->legend_count > 0 && !read->sketch[0] && !tr_recipe_follows(recipe, TR_OWN_BIOME))
        tr_say("terrella: legend changes nothing: it needs a map of biomes, or a map of land with colours");
}

static tr_status tell_maps(const tr_cli_context *context, const tr_recipe *recipe, const tr_surface *surface) {
    const tr_maps_read read = tr_surface_maps_read(surface);
    const bool notes = !context->options->quiet;
    ground g = {0};
    if (notes)
        tell_doubts(recipe, &read), tell_files(recipe, &read);
    tell_unread(recipe), tell_idle_settings(recipe, &read);
    if (!read.heights && !read.land)
        return TR_OK;
    const tr_status status = measure(context, surface, &g);
    if (status != TR_OK)
        return status;
    if (notes)
        tell_heights(recipe, &read, &g);
    warn_of_limits(recipe, &g);
    return TR_OK;
}

// Settings that other types know, and that do nothing here.
static void tell_unmoved(const tr_recipe *recipe) {
    const char *sea = tr_sea_level_obstacle(recipe), *land = tr_land_turn_obstacle(recipe);
    if (recipe->sea_level_m != 0 && sea)
        tr_say("terrella: sea_level_m changes nothing: %s", sea);
    else if (recipe->sea_level_m != 0 && !tr_sea_level_colours(recipe))
        tr_say("terrella: sea_level_m changes heights and no colours: the colours of this planet do not depend "
               "on its heights");
    if (tr_has_turn(recipe->land_turn) && land)
        tr_say("terrella: land_turn changes nothing: %s", land);
}

// A sea level that leaves nothing of the sea or of the land is usually a mistake.
static void tell_sea(const tr_recipe *recipe, const tr_surface *surface) {
    double land;
    if (!recipe->sea || recipe->sea_level_m == 0 || tr_surface_land(surface, NULL, &land, NULL) != TR_OK)
        return;
    if (land <= 0)
        tr_say("terrella: sea_level_m: a sea level of %g m covers all land; lower it", recipe->sea_level_m);
    if (land >= 1)
        tr_say("terrella: sea_level_m: a sea level of %g m leaves no sea; raise it", recipe->sea_level_m);
}

// Tells which strokes change nothing, one line for each reason.
static void tell_strokes(const tr_recipe *recipe) {
    const char *told[TR_STROKE_TOOL_COUNT];
    int count = 0;
    for (int i = 0; i < recipe->stroke_count; i++) {
        const char *why = tr_stroke_obstacle(recipe, recipe->strokes[i].tool);
        int same = 0, idle = 0;
        while (why && same < count && strcmp(told[same], why) != 0)
            same++;
        if (!why || same < count)
            continue;
        told[count++] = why;
        for (int k = i; k < recipe->stroke_count; k++) {
            const char *other = tr_stroke_obstacle(recipe, recipe->strokes[k].tool);
            idle += other && strcmp(other, why) == 0;
        }
        tr_say("terrella: strokes: %d of %d change nothing, such as '%s': %s", idle, recipe->stroke_count,
               recipe->strokes[i].name, why);
    }
}

// Tells which places should rise above the sea and do not.
static tr_status tell_places(const tr_cli_context *context, const tr_recipe *recipe,
                             const tr_surface *surface) {
    const double texel = 2 * TR_PI / 2048;
    float depths_m[TR_MAX_NAMED_PLACES];
    char text[TR_NAMED_NOTE_BYTES];
    const tr_status status = tr_named_depths(surface, recipe, texel, &context->watch, depths_m, context->error);
    for (int i = 0; i < recipe->place_count && status == TR_OK; i++) {
        if (!(depths_m[i] > 0))
            continue;
        tr_named_note_depth(recipe, &recipe->places[i], (double)depths_m[i], text);
        tr_say("terrella: places.%s: %s", recipe->places[i].name, text);
    }
    return status;
}

tr_status tr_tell_surface(const tr_cli_context *context, const tr_recipe *recipe, const tr_surface *surface) {
    tr_status status = tell_maps(context, recipe, surface);
    if (status == TR_OK)
        status = tell_places(context, recipe, surface);
    if (status == TR_OK)
        tell_unmoved(recipe), tell_sea(recipe, surface), tell_strokes(recipe);
    return status;
}
