#include "base/atomic_file.h"
#include "base/memory.h"
#include "cli/private/commands.h"
#include "export/export.h"
#include "export/target.h"
#include "scene/link.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tr_status tr_parse_width(const tr_options *options, int widest, int *width, tr_error *error) {
    double number = *width;
    char is[64];
    snprintf(is, sizeof is, "is an even width %d … %d", TR_MIN_WIDTH, widest);
    const tr_status status =
        tr_parse_number("size", options->size, TR_MIN_WIDTH, widest, true, is, &number, error);
    *width = (int)number;
    return status == TR_OK && *width % 2 != 0
               ? tr_fail(error, TR_BAD_USAGE, "--size %s, not '%s'", is, options->size)
               : status;
}

static tr_status parse_maps(const char *text, unsigned *maps, tr_error *error) {
    const char *names[TR_EXPORT_OUTPUTS];
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        names[output] = tr_export_output_name(output);
    for (const char *s = text; *s;) {
        char word[32];
        size_t length = strcspn(s, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, s);
        s += length + (s[length] == ',');
        int found = 0;
        while (found < TR_EXPORT_OUTPUTS && strcmp(names[found], word) != 0)
            found++;
        if (found < TR_EXPORT_OUTPUTS) {
            *maps |= 1u << found;
            continue;
        }
        char hint[TR_HINT_BYTES];
        return tr_fail(
            error, TR_BAD_USAGE, "--maps: there is no map '%s'%s", word,
            tr_nearest_hint(word, names, TR_EXPORT_OUTPUTS, "; `terrella list maps` names them", hint));
    }
    return TR_OK;
}

static tr_status parse_target(const tr_options *options, const tr_target **target, tr_error *error) {
    const char *names[32];
    int count;
    const tr_target *all = tr_target_list(&count);
    *target = tr_target_find(options->target);
    if (*target && options->format)
        return tr_fail(error, TR_BAD_USAGE, "--target %s sets the formats of its files: leave --format out",
                       options->target);
    if (*target)
        return TR_OK;
    for (int i = 0; i < count; i++)
        names[i] = all[i].name;
    char hint[TR_HINT_BYTES];
    return tr_fail(
        error, TR_BAD_USAGE, "--target: there is no '%s'%s", options->target,
        tr_nearest_hint(options->target, names, count, "; `terrella list targets` names them", hint));
}

// Parses "2/8": this run's number, and the number of runs.
static tr_status parse_shard(const char *text, tr_tiles *tiles, tr_error *error) {
    double numbers[2];
    const tr_status status = tr_parse_numbers("shard", text, '/', 2, numbers, error);
    if (status != TR_OK)
        return status;
    tiles->shard = (int)fmin(fmax(numbers[0], 0), 1e6);
    tiles->shards = (int)fmin(fmax(numbers[1], 0), 1e6);
    if (tiles->shard != numbers[0] || tiles->shards != numbers[1] || tiles->shard < 1 ||
        tiles->shard > tiles->shards)
        return tr_fail(error, TR_BAD_USAGE, "--shard is I/N with whole numbers 1 <= I <= N, not '%s'", text);
    return TR_OK;
}

static tr_status parse_region(const char *text, tr_region *region, tr_error *error) {
    double numbers[3];
    const tr_status status = tr_parse_numbers("region", text, ',', 3, numbers, error);
    if (status != TR_OK)
        return status;
    *region = (tr_region){numbers[0], numbers[1], numbers[2]};
    if (fabs(numbers[0]) > 90 || fabs(numbers[1]) > 360 || !(numbers[2] > 0 && numbers[2] <= 180))
        return tr_fail(error, TR_BAD_USAGE,
                       "--region is LATITUDE,LONGITUDE,RADIUS in degrees, as -12.5,80,5, not '%s'", text);
    return TR_OK;
}

// Parses the options that select tiles of a pyramid. Without a pyramid they are refused.
static tr_status parse_tiles(const tr_options *options, tr_export_job *job, tr_error *error) {
    const char *given = options->tile     ? "tile"
                        : options->border ? "border"
                        : options->region ? "region"
                        : options->shard  ? "shard"
                                          : NULL;
    tr_status status = TR_OK;
    if (given && !tr_layout_is_pyramid(job->layout))
        return tr_fail(error, TR_BAD_USAGE, "--%s is for --projection tiles or geodetic", given);
    if (options->region)
        status = parse_region(options->region, &job->tiles.region, error);
    return status == TR_OK && options->shard ? parse_shard(options->shard, &job->tiles, error) : status;
}

// Parses the size of a map, or of the faces of a cube.
static tr_status parse_size(const tr_options *options, const tr_target *target, tr_layout layout, int *width,
                            tr_error *error) {
    enum { widest = TR_WIDEST };
    const int border = tr_target_border(target, layout), least = TR_MIN_FACE + 2 * border;
    double number = tr_target_width(target, layout);
    char is[64];
    if (layout == TR_LAYOUT_EQUIRECT)
        return tr_parse_width(
            options, target && target->widest ? TR_SQUARES_ACROSS * target->widest : TR_WIDEST, width, error);
    tr_status status;
    if (tr_layout_is_pyramid(layout)) { // tr_export_check reports the valid widths
        snprintf(is, sizeof is, "is the width of the finest level, at most %d", TR_MAX_WIDTH);
        status = tr_parse_number("size", options->size, TR_MIN_WIDTH, TR_MAX_WIDTH, true, is, &number, error);
    } else {
        snprintf(is, sizeof is, "is the width of a face, %d … %d", least, widest);
        status = tr_parse_number("size", options->size, least, widest, true, is, &number, error);
    }
    *width = status == TR_OK ? (int)number : 0;
    return status;
}

// Parses the options whose value is one of a list of words. The default is the target's, otherwise the first
// word.
static tr_status parse_words(const tr_options *options, tr_export_job *job, tr_error *error) {
    static const char *const blocks[] = {
        [TR_BLOCKS_BC7] = "bc7", [TR_BLOCKS_BC1] = "bc1", [TR_BLOCKS_NONE] = "none"};
    static const char *const seas[] = {"floor", "flat"}, *const ranges[] = {"type", "planet"};
    static const char *const bits[] = {"8", "16"}, *const sizes[] = {"512", "256"},
                             *const borders[] = {"0", "1"};
    static const char *const compressions[] = {
        [TR_COMPRESSION_FAST] = "fast", [TR_COMPRESSION_SMALL] = "small"};
    const char *formats[TR_FORMAT_COUNT], *layouts[TR_LAYOUT_COUNT], *projection = options->projection;
    enum { block, sea, range, normal, compression, tile, border, format, layout, count };
    int chosen[count] = {[border] = job->target ? job->target->border : 0,
                         [layout] = job->target ? (int)job->target->layout : TR_LAYOUT_EQUIRECT};
    for (int i = 0; i < TR_FORMAT_COUNT; i++)
        formats[i] = tr_file_format_extension((tr_file_format)i);
    for (int i = 0; i < TR_LAYOUT_COUNT; i++)
        layouts[i] = tr_layout_name((tr_layout)i);
    if (projection && strcmp(projection, "equirectangular") == 0) // the long name
        projection = "equirect";
    const struct {
        const char *option, *text, *const *names;
        int count;
    } words[count] = {[block] = {"blocks", options->blocks, blocks, 3},
                      [sea] = {"sea", options->sea, seas, 2},
                      [range] = {"height-range", options->height_range, ranges, 2},
                      [normal] = {"normal-bits", options->normal_bits, bits, 2},
                      [compression] = {"compression", options->compression, compressions, 2},
                      [tile] = {"tile", options->tile, sizes, 2},
                      [border] = {"border", options->border, borders, 2},
                      [format] = {"format", options->format, formats, TR_FORMAT_COUNT},
                      [layout] = {"projection", projection, layouts, TR_LAYOUT_COUNT}};
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++)
        status =
            tr_choose_word(words[i].option, words[i].text, words[i].names, words[i].count, &chosen[i], error);
    job->blocks = (tr_blocks)chosen[block];
    job->flat_sea = chosen[sea] == 1;
    job->height_range = (tr_height_range)chosen[range];
    job->normal_bits = chosen[normal] == 1 ? 16 : 8;
    job->compression = (tr_compression)chosen[compression];
    job->tiles = (tr_tiles){.size = chosen[tile] == 1 ? 256 : 512, .border = chosen[border]};
    job->format = (tr_file_format)chosen[format];
    job->layout = (tr_layout)chosen[layout];
    return status;
}

// Refuses parts that the planet does not have. If no planet of its type has them, the message says so.
static tr_status refuse_outputs(const tr_scene_planet *planet, unsigned missing, tr_error *error) {
    const bool rings = missing & 1u << TR_EXPORT_RINGS;
    const bool of_type = !planet->name[0] && planet->recipe->type[0] && !rings;
    const unsigned clouds = 1u << TR_MAP_CLOUDS | 1u << TR_EXPORT_CLOUDS_COLOUR | 1u << TR_EXPORT_CLOUDS_ALPHA;
    const char *whose = planet->name[0] ? planet->name : of_type ? planet->recipe->type : "this planet";
    return tr_fail(error, TR_BAD_USAGE, "--maps: %s%s %s", of_type ? "a planet of type " : "", whose,
                   rings                             ? "has no rings"
                   : missing & 1u << TR_MAP_EMISSION ? "gives off no light of its own"
                   : missing & clouds                ? "has no clouds"
                   : missing & 1u << TR_MAP_WATER    ? "has no rivers and lakes"
                   : missing & 1u << TR_EXPORT_WIND  ? "has no winds"
                   : missing & 1u << TR_EXPORT_AIR   ? "has no air"
                   : missing & 1u << TR_EXPORT_BIOME ? "has no climate, and so no biomes"
                                                     : "has no sea");
}

// The maps to export: those that were asked for, or all that the planet's type has.
static tr_status choose_maps(const tr_scene_planet *planet, tr_export_job *job, tr_error *error) {
    const unsigned missing = job->maps & ~tr_export_possible(planet->recipe);
    job->maps = job->maps ? job->maps : tr_target_outputs(job->target, job->layout, planet->recipe);
    return missing ? refuse_outputs(planet, missing, error) : TR_OK;
}

static void say_png(const tr_export_job *asked, unsigned outputs) {
    char names[256] = "";
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        if (outputs & 1u << output)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
                     tr_export_output_name(output));
    tr_say("terrella: written as PNG instead of %s: %s (`terrella export --help` tells why)",
           tr_file_format_extension(asked->format), names);
}

static void say_lamps(void) {
    tr_say(
        "terrella: the GLB leaves out the emission map: its lights are off by day, which glTF cannot express. "
        "With emission in the list of --maps they are included, but also glow by day");
}

// The stem of a planet's files: the name that was asked for, or the planet's own (tr_set_stem). With several
// seeds, a name has the seed behind it. With options that change the planet, it is not the one of its file.
static tr_status choose_stem(const tr_options *options, const tr_scene *scene, int index,
                             char stem[TR_STEM_BYTES], tr_error *error) {
    const tr_scene_planet *planet = &scene->planets[index];
    const tr_world world = tr_options_world(options);
    const char *file = world.has_seed || world.set_count > 0 ? NULL : tr_world_file(&world);
    const char *name = options->name ? options->name : options->seeds ? planet->name : "";
    char tail[32] = "";
    if (!*name)
        return tr_set_stem(scene, index, "", file, stem, error);
    if (options->seeds)
        snprintf(tail, sizeof tail, "-%llu", (unsigned long long)planet->recipe->seed);
    if (snprintf(stem, TR_STEM_BYTES, "%s%s", name, tail) >= TR_STEM_BYTES)
        return tr_fail(error, TR_BAD_USAGE,
                       "--name is too long for the names of files: it can have at most %d bytes",
                       TR_STEM_BYTES - 1 - (int)strlen(tail));
    return TR_OK;
}

// Makes the job of one planet from the requested job.
static tr_status make_job(const tr_cli_context *context, const tr_export_job *asked, const tr_scene *scene,
                          int index, char stem[TR_STEM_BYTES], tr_export_job *job) {
    const tr_scene_planet *planet = &scene->planets[index];
    *job = *asked;
    job->recipe = planet->recipe;
    job->star = tr_export_find_star(scene, index);
    job->day_h = tr_scene_day_h(scene, index);
    job->stem = stem;
    const tr_status status = choose_stem(context->options, scene, index, stem, context->error);
    return status == TR_OK ? choose_maps(planet, job, context->error) : status;
}

// The stem of a set's files, and the line of the list that its world is in.
typedef struct named_set {
    char stem[TR_STEM_BYTES];
    int line;
} named_set;

// The contents of all sets of a run.
typedef struct holdings {
    unsigned outputs;
    unsigned formats;   // bits 1 << TR_FORMAT_… of their files
    unsigned as_png;    // parts that are written as PNG although another format was asked for
    bool without_lamps; // a GLB leaves out the night lights, because it cannot switch them off by day
} holdings;

static void note_holdings(const tr_export_job *job, unsigned asked, holdings *all) {
    const bool beside = job->target && job->target->describe; // the files beside the textures then refer to the
                                                              // map
    const bool glb = job->maps & 1u << TR_EXPORT_MESH && !tr_export_is_page(job) && !beside;
    all->outputs |= job->maps;
    if (glb && !asked && tr_recipe_has_map(job->recipe, TR_MAP_EMISSION) && job->recipe->night_lights)
        all->without_lamps = true;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++) {
        if (output == TR_EXPORT_MESH || output == TR_EXPORT_AIR || !(job->maps & 1u << output))
            continue;
        const tr_file_format format = tr_export_format(job, output);
        all->formats |= 1u << format;
        if (!job->target && format != job->format)
            all->as_png |= 1u << output;
    }
}

// The state of a run over all worlds, seeds and planets.
typedef struct batch {
    const tr_cli_context *context;
    tr_export_job *asked;      // without a planet
    const tr_world_list *list; // or NULL
    bool writing; // false: the first pass, which only checks whether all can be exported, and collects `all`
    holdings all;
    int planets, done; // number of planets in all worlds; sets written
    long long files;
    tr_progress progress;
    tr_needed_files needed; // by the sets that are written
    named_set *sets;        // of a list
    int set_count, set_line;
} batch;

// Reports files of an earlier set that stay in the folder.
static void say_kept(const tr_export_result *result) {
    for (int i = 0; i < result->kept && i < TR_EXPORT_KEPT; i++)
        tr_say("terrella: %s: kept: this file differs from what Terrella wrote", result->kept_paths[i]);
    if (result->kept > TR_EXPORT_KEPT)
        tr_say("terrella: %d more files of the earlier set are kept", result->kept - TR_EXPORT_KEPT);
    if (result->settings_kept > 0)
        tr_say("terrella: kept the engine's import settings of %d file%s", result->settings_kept,
               result->settings_kept > 1 ? "s" : "");
}

static void print_result(const tr_export_result *result, batch *b, const char *stem, double seconds) {
    const tr_options *options = b->context->options;
    tr_progress_hide(&b->progress);
    b->files += result->count;
    if (options->json) {
        tr_print_json_text("{\"planet\":", stem);
        printf(",\"seconds\":%.3f,\"files\":[", seconds);
        for (int i = 0; i < result->count; i++) {
            tr_print_json_text(i ? "," : "", result->paths[i]);
        }
        printf("],\"kept\":[");
        for (int i = 0; i < result->kept && i < TR_EXPORT_KEPT; i++) {
            tr_print_json_text(i ? "," : "", result->kept_paths[i]);
        }
        puts("]}");
    } else if (!options->quiet) {
        for (int i = 0; i < result->count; i++)
            tr_print_line("%s", result->paths[i]);
    }
    say_kept(result);
}

// Collects the stems of a list's sets, so that no set overwrites another.
static tr_status note_name(batch *b, const char *stem, tr_error *error) {
    if (!b->list)
        return TR_OK;
    if (!tr_grow(&b->sets, b->set_count, sizeof *b->sets))
        return tr_fail(error, TR_NO_MEMORY, "no memory for the names of %d sets", b->set_count + 1);
    named_set *set = &b->sets[b->set_count++];
    set->line = b->set_line;
    snprintf(set->stem, sizeof set->stem, "%s", stem);
    return TR_OK;
}

static int compare_names(const void *a, const void *b) {
    const named_set *first = a, *second = b;
    const int order = strcmp(first->stem, second->stem);
    return order ? order : first->line - second->line;
}

static tr_status check_names(batch *b, tr_error *error) {
    if (b->set_count > 1)
        qsort(b->sets, (size_t)b->set_count, sizeof *b->sets, compare_names);
    for (int i = 1; i < b->set_count; i++) {
        const named_set *before = &b->sets[i - 1], *set = &b->sets[i];
        if (strcmp(before->stem, set->stem) != 0)
            continue;
        snprintf(error->file, sizeof error->file, "%s", b->list->path);
        error->line = set->line, error->column = 1;
        return tr_fail(
            error, TR_BAD_INPUT,
            "its files would be called %s, like those of line %d: give one of the two another name, such as "
            "terrella:inferno/7?name=Ember",
            set->stem, before->line);
    }
    return TR_OK;
}

// Called for each planet before anything is made.
static tr_status check_planet(batch *b, const tr_cli_context *context, const tr_scene *scene, int index) {
    char stem[TR_STEM_BYTES];
    tr_export_job job;
    tr_status status = make_job(context, b->asked, scene, index, stem, &job);
    if (status == TR_OK)
        status = tr_export_check(&job, &context->watch, context->error);
    if (status == TR_OK)
        status = note_name(b, stem, context->error);
    if (status == TR_OK)
        note_holdings(&job, b->asked->maps, &b->all);
    b->planets++;
    return status;
}

static tr_status export_planet(batch *b, const tr_cli_context *context, const tr_scene *scene, int index) {
    char stem[TR_STEM_BYTES];
    tr_export_job job;
    tr_surface *surface = NULL;
    tr_export_result *result = tr_calloc(1, sizeof *result);
    tr_status status = result ? TR_OK : tr_fail(context->error, TR_NO_MEMORY, "no memory for an export");
    if (status == TR_OK)
        status = make_job(context, b->asked, scene, index, stem, &job);
    if (status == TR_OK)
        status = tr_make_surface(context, job.recipe, &surface);
    if (status == TR_OK) {
        tr_progress_next(&b->progress, b->done, b->planets, stem);
        const double start = tr_progress_seconds(&b->progress);
        tr_watch watch = tr_progress_watch(&b->progress, context->stop);
        status = tr_export(&job, surface, context->pool, &watch, result, context->error);
        if (status == TR_OK)
            print_result(result, b, stem, tr_progress_seconds(&b->progress) - start);
    }
    b->done += status == TR_OK;
    tr_surface_destroy(surface);
    tr_free(result);
    return status;
}

// ---- the command -------------------------------------------------------------------------------

static tr_status take_planets(batch *b, const tr_cli_context *context, const tr_scene *scene, int first,
                              int end) {
    tr_status status = TR_OK;
    for (int i = first; i < end && status == TR_OK; i++)
        status = b->writing ? export_planet(b, context, scene, i) : check_planet(b, context, scene, i);
    return status;
}

// --name and --seeds are allowed for a single planet only.
static tr_status check_count(const tr_options *options, int count, tr_error *error) {
    if (count == 1 || (!options->name && !options->seeds))
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE,
                   "--%s is for one planet, but this scene has %d: choose one with --planet",
                   options->name ? "name" : "seeds", count);
}

// Chooses world number k of the command line: of the list, or of the seeds.
static void choose_world(const batch *b, int k, tr_options *options) {
    const uint64_t first_seed = options->has_seed ? options->seed : 1;
    if (b->list)
        options->operand = b->list->worlds[k].name;
    if (options->seeds)
        options->has_seed = true, options->seed = first_seed + (uint64_t)k;
}

// Finds the address that opens the world in a browser.
static tr_status find_link(const tr_options *options, char **link, tr_error *error) {
    const tr_world world = tr_options_world(options);
    char *line = NULL;
    tr_status status = tr_link_of_world(&world, &line, error);
    const size_t size = status == TR_OK ? strlen(options->open_in) + strlen(line) + 2 : 0;
    if (status == TR_OK && !(*link = tr_malloc(size)))
        status = tr_fail(error, TR_NO_MEMORY, "no memory for the link of a page");
    if (status == TR_OK)
        snprintf(*link, size, "%s#%s", options->open_in, line);
    tr_free(line);
    return status;
}

static tr_status take_worlds(batch *b) {
    const tr_options *given = b->context->options;
    const int count = b->list ? b->list->count : given->seeds ? given->seeds : 1;
    const uint64_t first_seed = given->has_seed ? given->seed : 1;
    tr_status status = TR_OK;
    if (given->seeds && first_seed > INT64_MAX - (uint64_t)(count - 1))
        return tr_fail(b->context->error, TR_BAD_USAGE, "--seeds %d from --seed %llu on: seeds end at %lld",
                       count, (unsigned long long)first_seed, (long long)INT64_MAX);
    for (int k = 0; k < count && status == TR_OK; k++) {
        tr_options options = *given;
        tr_cli_context context = *b->context;
        tr_scene scene = {0};
        int first = 0, end = 0;
        char *link = NULL;
        context.options = &options;
        context.warned = b->writing || (k > 0 && !b->list);
        choose_world(b, k, &options);
        b->set_line = b->list ? b->list->worlds[k].line : 0;
        status = tr_load_planets(&context, &scene, &first, &end);
        if (status == TR_OK)
            status = check_count(&options, end - first, context.error);
        if (status == TR_OK && options.open_in)
            status = find_link(&options, &link, context.error);
        b->asked->link = link;
        if (status == TR_OK)
            status = take_planets(b, &context, &scene, first, end);
        if (status == TR_OK && b->writing)
            tr_needed_files_add(&b->needed, &scene, first, end, options.output);
        if (status != TR_OK && b->list)
            tr_world_list_blame(b->list, k, context.error);
        b->asked->link = NULL;
        tr_free(link);
        tr_scene_clear(&scene);
    }
    return status;
}

// Reports the result of a batch on standard error, because standard output lists its files.
static void say_summary(const batch *b, tr_status status) {
    const tr_options *options = b->context->options;
    if (b->planets < 2 || options->quiet)
        return;
    if (status == TR_OK)
        tr_say("terrella: %d planets, %lld files, %.0f s: %s", b->done, b->files,
               tr_progress_seconds(&b->progress), options->output);
    else if (b->done > 0)
        tr_say("terrella: %d of %d planets were exported before this:", b->done, b->planets);
}

static bool is_address(const char *text) {
    return (strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0) && !strchr(text, '#');
}

// Refuses options that --list excludes.
static tr_status check_list(const tr_options *options, tr_error *error) {
    const char *also = options->operand    ? "name no other world"
                       : options->has_seed ? "leave --seed out"
                       : options->seeds    ? "leave --seeds out"
                       : options->name     ? "leave --name out; a share link can have one: …?name=Ember"
                       : options->planet   ? "leave --planet out"
                                           : NULL;
    return options->list && also
               ? tr_fail(error, TR_BAD_USAGE, "--list gives all worlds of the export: %s", also)
               : TR_OK;
}

// Refuses a projection that the target does not support.
static tr_status check_projection(const tr_options *options, const tr_export_job *job, tr_error *error) {
    const tr_target *target = job->target;
    if (options->projection && !tr_target_has_layout(target, job->layout))
        return tr_fail(error, TR_BAD_USAGE, "--projection: a set for %s is %s, not %s: leave --projection out",
                       target->name, tr_layout_name(target->layout), tr_layout_name(job->layout));
    return TR_OK;
}

// Refuses options that no file of the run would use.
static tr_status check_use(const tr_options *options, const tr_target *target, const holdings *all,
                           tr_error *error) {
    const unsigned height = 1u << TR_MAP_HEIGHT, heights = height | 1u << TR_EXPORT_DEPTH;
    const unsigned deep =
        1u << TR_MAP_NORMAL | 1u << TR_EXPORT_NORMAL_DX | 1u << TR_EXPORT_NORMAL_OBJECT | 1u << TR_EXPORT_WIND;
    const unsigned ktx2 = 1u << TR_FORMAT_KTX2, gpu = ktx2 | 1u << TR_FORMAT_DDS;
    const char *unused =
        options->open_in && !(target && strcmp(target->name, "web") == 0) ? "--open-in is for --target web"
        : options->zstd && !(all->formats & ktx2)                         ? "--zstd is for --format ktx2"
        : options->no_mips && !(all->formats & gpu)   ? "--no-mips is for --format ktx2 and dds"
        : options->blocks && !(all->formats & gpu)    ? "--blocks is for --format ktx2 and dds"
        : options->blocks && target && target->blocks ? "--blocks: the target sets the blocks of its files"
        : options->compression && !(all->formats & 1u << TR_FORMAT_PNG) ? "--compression is for PNG files"
        : options->height_range && !(all->outputs & heights) ? "--height-range is for sets with height or depth"
        : options->sea && !(all->outputs & height)           ? "--sea is for sets with height"
        : options->normal_bits && !(all->outputs & deep)     ? "--normal-bits is for sets with normals or wind"
                                                             : NULL;
    return unused ? tr_fail(error, TR_BAD_USAGE, "%s, and no file of this export can use it", unused) : TR_OK;
}

// The first pass checks all planets: nothing is written if one of them cannot be exported.
static tr_status run_batch(batch *b) {
    const tr_options *options = b->context->options;
    tr_error *error = b->context->error;
    tr_status status = take_worlds(b);
    if (status == TR_OK)
        status = check_names(b, error);
    if (status == TR_OK)
        status = check_use(options, b->asked->target, &b->all, error);
    if (status == TR_OK && b->all.as_png && !options->quiet)
        say_png(b->asked, b->all.as_png);
    if (status == TR_OK && b->all.without_lamps && !options->quiet)
        say_lamps();
    if (status != TR_OK)
        return status;
    tr_progress_begin(&b->progress, "export", options->quiet);
    b->writing = true;
    status = take_worlds(b);
    tr_progress_hide(&b->progress);
    say_summary(b, status);
    if (status == TR_OK)
        tr_needed_files_tell(b->context, &b->needed, "to open again as a planet, these files need");
    return status;
}

tr_status tr_cli_export(const tr_cli_context *context) {
    const tr_options *options = context->options;
    tr_export_job asked = {.directory = options->output,
                           .width = 2048,
                           .exact_layout = true,
                           .no_mips = options->no_mips,
                           .zstd = options->zstd,
                           .edited = options->keep ? TR_EDITED_KEEP : TR_EDITED_REFUSE,
                           .force = options->force};
    tr_world_list list = {0};
    if (tr_path_is_stream(options->output))
        return tr_fail(context->error, TR_BAD_USAGE, "a set has several files: -o names a folder, not '%s'",
                       options->output);
    if (options->name && (strchr(options->name, '/') || options->name[0] == '.'))
        return tr_fail(
            context->error, TR_BAD_USAGE,
            "--name is the start of the file names: it has no / and does not begin with a dot, not '%s'",
            options->name);
    tr_status status = check_list(options, context->error);
    if (status == TR_OK && options->open_in && !is_address(options->open_in))
        status = tr_fail(context->error, TR_BAD_USAGE,
                         "--open-in is an address that begins with https:// or http:// and has no #, not '%s'",
                         options->open_in);
    if (status == TR_OK && options->target)
        status = parse_target(options, &asked.target, context->error);
    if (status == TR_OK)
        status = parse_words(options, &asked, context->error);
    if (status == TR_OK)
        status = parse_size(options, asked.target, asked.layout, &asked.width, context->error);
    if (status == TR_OK)
        status = parse_tiles(options, &asked, context->error);
    if (status == TR_OK && options->keep && (options->force || tr_layout_is_pyramid(asked.layout)))
        status = tr_fail(context->error, TR_BAD_USAGE,
                         options->force ? "--keep and --force: choose one of them" : "--keep is not for tiles");
    if (status == TR_OK && options->maps)
        status = parse_maps(options->maps, &asked.maps, context->error);
    asked.asks_glow = (asked.maps & 1u << TR_MAP_EMISSION) != 0;
    if (status == TR_OK)
        status = check_projection(options, &asked, context->error);
    batch b = {.context = context, .asked = &asked, .list = options->list ? &list : NULL};
    if (status == TR_OK && options->list)
        status = tr_world_list_read(options->list, &list, context->error);
    if (status == TR_OK)
        status = run_batch(&b);
    tr_free(b.sets);
    tr_world_list_clear(&list);
    return status;
}
