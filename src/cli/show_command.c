#include "cli/private/commands.h"
#include "scene/link.h"

#include <stdio.h>

static tr_status show_line(const tr_cli_context *context) {
    const tr_world world = tr_options_world(context->options);
    char *line;
    if (context->options->planet)
        return tr_fail(context->error, TR_BAD_USAGE,
                       "a share link stands for a whole world: leave out --planet or --link");
    const tr_status status = tr_link_of_world(&world, &line, context->error);
    if (status == TR_OK && context->options->json) {
        tr_print_json_text("", line);
        putchar('\n');
    } else if (status == TR_OK)
        puts(line);
    tr_free(line);
    return status;
}

tr_status tr_cli_show(const tr_cli_context *context) {
    if (context->options->link)
        return show_line(context);
    tr_scene scene = {0};
    int first, end;
    tr_status status = tr_load_planets(context, &scene, &first, &end);
    if (status == TR_OK) {
        bool indented = !context->options->json;
        char *json;
        status = context->options->planet
                     ? tr_recipe_to_json(scene.planets[first].recipe, indented, &json, context->error)
                     : tr_scene_to_json(&scene, indented, &json, context->error);
        if (status == TR_OK)
            puts(json);
        tr_needed_files files = {0};
        tr_needed_files_add(&files, &scene, first, context->options->planet ? first + 1 : scene.planet_count,
                            NULL);
        if (status == TR_OK)
            tr_needed_files_tell(context, &files, "this recipe needs");
        tr_free(json);
    }
    tr_scene_clear(&scene);
    return status;
}
