#include "cli/private/commands.h"
#include "planet/budget.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tr_status pick_planet(const tr_scene *scene, const char *name, int *first, int *end, tr_error *error) {
    const char *names[TR_MAX_PLANETS];
    if (scene->planets[0].name[0] == 0)
        return tr_fail(error, TR_BAD_USAGE,
                       "--planet chooses a planet of a scene, but this world is a single planet");
    for (int i = 0; i < scene->planet_count; i++) {
        names[i] = scene->planets[i].name;
        if (strcmp(names[i], name) == 0) {
            *first = i, *end = i + 1;
            return TR_OK;
        }
    }
    char all[768] = "", hint[TR_HINT_BYTES];
    for (int i = 0; i < scene->planet_count; i++) {
        const size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : ", which has ", names[i]);
    }
    return tr_fail(error, TR_BAD_USAGE, "--planet: there is no planet '%s' in this world%s", name,
                   tr_nearest_hint(name, names, scene->planet_count, all, hint));
}

// Adds a way out to the error of a map whose file is missing or another one.
static void add_map_option(const tr_cli_context *context, tr_error *error) {
    const char *list = strstr(error->path, "maps."), *key = strrchr(error->path, '.');
    const size_t used = strlen(error->message);
    if (!list || context->options->map_count > 0 || strstr(error->message, "--map") ||
        (strcmp(key, ".file") != 0 && strcmp(key, ".sha256") != 0))
        return;
    char name[TR_NAME_BYTES];
    snprintf(name, sizeof name, "%.*s", (int)(key - list) - 5, list + 5);
    snprintf(error->message + used, sizeof error->message - used, "; --map %s%s=FILE gives it",
             tr_own_kind_of(name) == TR_OWN_CHANNEL ? "any:" : "", name);
}

tr_status tr_load_scene(const tr_cli_context *context, const tr_world *world, tr_scene *scene) {
    char warning[TR_WARNING_BYTES];
    const tr_status status = tr_world_load(world, scene, context->error);
    if (status == TR_BAD_INPUT)
        add_map_option(context, context->error);
    if (status == TR_OK && !context->warned && tr_scene_warning(scene, warning))
        tr_say("terrella: %.200s: %s", world->name, warning);
    return status;
}

tr_status tr_load_planets(const tr_cli_context *context, tr_scene *scene, int *first, int *end) {
    const tr_world world = tr_options_world(context->options);
    tr_status status = tr_load_scene(context, &world, scene);
    *first = 0, *end = scene->planet_count;
    if (status == TR_OK && context->options->planet)
        status = pick_planet(scene, context->options->planet, first, end, context->error);
    const tr_cli_command command = context->options->command;
    if (status != TR_OK || command == TR_CLI_SHOW)
        return status;
    if (command == TR_CLI_RENDER) // the other planets of the scene are in the picture, too
        return tr_check_budget(context, scene, 0, scene->planet_count, world.name);
    return tr_check_budget(context, scene, *first, command == TR_CLI_PROBE ? *first + 1 : *end, world.name);
}

tr_status tr_make_surface(const tr_cli_context *context, const tr_recipe *recipe, tr_surface **surface) {
    const tr_surface_options how = {
        .isa = context->options->isa, .pool = context->pool, .watch = &context->watch};
    tr_status status = tr_surface_make(recipe, &how, surface, context->error);
    if (status != TR_OK)
        return status;
    status = tr_tell_surface(context, recipe, *surface);
    if (status != TR_OK) {
        tr_surface_destroy(*surface);
        *surface = NULL;
    }
    return status;
}

// ---- what they may cost -------------------------------------------------------------------------

static const struct {
    const char *name;
    double bytes, seconds;
} units[] = {{"kB", 1e3, 0},   {"MB", 1e6, 0},      {"GB", 1e9, 0},         {"TB", 1e12, 0},
             {"KiB", 1024, 0}, {"MiB", 1048576, 0}, {"GiB", 1073741824, 0}, {"TiB", 1099511627776, 0},
             {"s", 0, 1},      {"min", 0, 60},      {"h", 0, 3600}};

// Parses "8GB" or "10min": digits, at most one decimal point, and a unit.
static bool read_one(const char *text, size_t length, tr_budget *budget) {
    const size_t digits = strspn(text, "0123456789.");
    char *end;
    const double number = strtod(text, &end);
    if (digits == 0 || digits > 15 || end != text + digits || !(number > 0))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i].name) == length - digits && strncmp(units[i].name, end, length - digits) == 0) {
            const double bytes = number * units[i].bytes, seconds = number * units[i].seconds;
            if (bytes > 1e18 || seconds > 1e9)
                return false;
            budget->bytes = bytes > 0 ? (uint64_t)ceil(bytes) : budget->bytes;
            budget->seconds = seconds > 0 ? seconds : budget->seconds;
            return true;
        }
    return false;
}

static tr_status parse_limit(const char *text, tr_budget *budget, tr_error *error) {
    *budget = (tr_budget){0};
    for (const char *one = text; text && one;) {
        const size_t length = strcspn(one, ",");
        if (!read_one(one, length, budget))
            return tr_fail(
                error, TR_BAD_USAGE,
                "--limit is memory or work, or both with a comma between, such as 8GB or 8GB,10min, not '%s'",
                text);
        one = one[length] ? one + length + 1 : NULL;
    }
    return TR_OK;
}

// Rounds up to two digits: 7.93e9 -> 8e9.
static double round_up(double number) {
    double step = 1;
    while (step * 100 < number)
        step *= 10;
    return ceil(number / step) * step;
}

static void add_way_out(const tr_budget *limit, double bytes, double seconds, tr_error *error) {
    const size_t used = strlen(error->message);
    const bool both = bytes > (double)limit->bytes && seconds > limit->seconds;
    char most[48] = "", work[32] = "";
    if (bytes > (double)limit->bytes)
        snprintf(most, sizeof most, "%gGB", round_up(bytes / 1e7) / 100);
    if (seconds > limit->seconds)
        snprintf(work, sizeof work, "%s%gs", both ? "," : "", round_up(seconds));
    snprintf(error->message + used, sizeof error->message - used, "; --limit %s%s allows it", most, work);
}

static tr_status check_planet(const tr_budget *limit, const tr_scene_planet *planet, tr_needs *needs,
                              tr_error *error) {
    *needs = (tr_needs){0};
    const tr_status status = tr_budget_check(limit, planet->recipe, needs, error);
    if (status != TR_BAD_INPUT || error->path[0])
        return status;
    add_way_out(limit, (double)needs->bytes, needs->seconds, error);
    if (planet->name[0])
        snprintf(error->path, sizeof error->path, "planets.%s", planet->name);
    return status;
}

// Planets are made one after the other, but the selected planet stays in memory, so the two largest must fit
// together. The limits protect against hostile files. A scene of many ordinary planets is harmless, so together
// they may take several times the work of one.
static tr_status check_sum(const tr_budget *limit, int count, const double largest[2], double seconds,
                           tr_error *error) {
    enum { some = 4 };
    const double bytes = largest[0] + largest[1];
    tr_status status = TR_OK;
    if (bytes > (double)limit->bytes)
        status =
            tr_fail(error, TR_BAD_INPUT,
                    "its two largest planets need about %.2g GB of memory, but at most %.2g GB are allowed",
                    bytes / 1e9, (double)limit->bytes / 1e9);
    else if (seconds > some * limit->seconds)
        status = tr_fail(error, TR_BAD_INPUT,
                         "its %d planets together need about %.0f s of work, but at most %.3g s are allowed, "
                         "%d times the limit of one planet",
                         count, seconds, some * limit->seconds, some);
    if (status != TR_OK)
        add_way_out(limit, bytes, seconds / some, error);
    return status;
}

tr_status tr_check_budget(const tr_cli_context *context, const tr_scene *scene, int first, int end,
                          const char *name) {
    tr_budget limit;
    tr_error *error = context->error;
    double largest[2] = {0}, seconds = 0;
    tr_status status = parse_limit(context->options->limit, &limit, error);
    if (status != TR_OK)
        return status;
    limit.bytes = limit.bytes ? limit.bytes : TR_BUDGET_BYTES;
    limit.seconds = limit.seconds > 0 ? limit.seconds : TR_BUDGET_SECONDS;
    for (int i = first; i < end && status == TR_OK; i++) {
        tr_needs needs;
        status = check_planet(&limit, &scene->planets[i], &needs, error);
        const double bytes = (double)needs.bytes;
        largest[1] = fmax(largest[1], fmin(largest[0], bytes));
        largest[0] = fmax(largest[0], bytes);
        seconds += needs.seconds;
    }
    if (status == TR_OK && end - first > 1)
        status = check_sum(&limit, end - first, largest, seconds, error);
    if (status == TR_BAD_INPUT && !error->file[0])
        snprintf(error->file, sizeof error->file, "%s", name);
    return status;
}
