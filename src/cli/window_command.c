#include "app/app.h"
#include "cli/private/commands.h"

tr_status tr_command_window(const tr_command_context *context) {
    const tr_options *options = context->options;
    tr_world world = tr_options_world(options);
    tr_scene scene = {0};
    tr_status status = tr_load_scene(context, &world, &scene);
    for (int i = 0; i < scene.planet_count && status == TR_OK; i++)
        status = tr_check_budget(context, scene.planets[i].recipe, world.name);
    tr_scene_clear(&scene); // a mistake in it is told before a window opens
    if (status == TR_OK) {
        tr_app_options app = {.world = &world,
                              .asked = options->operand || options->has_seed || options->set_count > 0,
                              .threads = options->threads,
                              .isa = options->isa,
                              .output_directory = options->output,
                              .stop = context->stop};
        status = tr_app_run(&app, context->error);
    }
    return status;
}
