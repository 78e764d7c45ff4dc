#include "base/memory.h"
#include "cli/private/commands.h"

#include <stdio.h>

tr_status tr_command_show(const tr_command_context *context) {
    if (!context->options->operand)
        return tr_fail(context->error, TR_BAD_USAGE, "terrella show needs a world; see `terrella show --help`");
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
        tr_free(json);
    }
    tr_scene_clear(&scene);
    return status;
}
