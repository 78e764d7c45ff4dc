// terrella pack WORLD -o FILE: a world and the pictures of its maps as one file.
#include "cli/private/commands.h"
#include "scene/packing.h"

#include <stdio.h>

tr_status tr_cli_pack(const tr_cli_context *context) {
    const tr_options *options = context->options;
    const tr_world world = tr_options_world(options);
    tr_scene scene = {0};
    tr_status status = tr_load_scene(context, &world, &scene);
    if (status == TR_OK)
        status = tr_scene_pack(&scene, options->output, &context->watch, context->error);
    if (status == TR_OK && tr_prints_json(options)) {
        tr_print_json_text("{\"file\":", options->output);
        puts("}");
    }
    tr_scene_clear(&scene);
    return status;
}
