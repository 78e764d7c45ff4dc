#include "cli/private/commands.h"

#include <stdio.h>
#include <string.h>

static tr_status pick_planet(const tr_scene *scene, const char *name, int *first, int *end, tr_error *error) {
    const char *names[TR_MAX_PLANETS];
    if (scene->planets[0].name[0] == 0)
        return tr_fail(error, TR_BAD_USAGE, "--planet picks one of a scene, and this world is a single planet");
    for (int i = 0; i < scene->planet_count; i++) {
        names[i] = scene->planets[i].name;
        if (strcmp(names[i], name) == 0) {
            *first = i, *end = i + 1;
            return TR_OK;
        }
    }
    const char *nearest = tr_nearest_name(name, names, scene->planet_count);
    if (nearest)
        return tr_fail(error, TR_BAD_USAGE,
                       "--planet: there is no planet '%s' in this world; did you mean '%s'?", name, nearest);
    char all[768] = "";
    for (int i = 0; i < scene->planet_count; i++) {
        const size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    return tr_fail(error, TR_BAD_USAGE, "--planet: there is no planet '%s' in this world, which has %s", name,
                   all);
}

tr_status tr_load_scene(const tr_cli_context *context, const tr_world *world, tr_scene *scene) {
    char warning[TR_WARNING_BYTES];
    const tr_status status = tr_world_load(world, scene, context->error);
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
    if (command == TR_CLI_RENDER) // the others are in the picture, too
        return tr_check_budget(context, scene, 0, scene->planet_count, world.name);
    return tr_check_budget(context, scene, *first, command == TR_CLI_PROBE ? *first + 1 : *end, world.name);
}

tr_status tr_make_surface(const tr_cli_context *context, const tr_recipe *recipe, tr_pool *pool,
                          tr_surface **surface) {
    const tr_watch watch = tr_watch_flag(context->stop);
    const tr_surface_options how = {.isa = context->options->isa, .pool = pool, .watch = &watch};
    return tr_surface_make(recipe, &how, surface, context->error);
}
