#include "base/atomic_file.h"
#include "cli/private/commands.h"
#include "export/export.h"

#include <stdio.h>

static void print_result(const tr_options *options, const tr_recipe *recipe) {
    if (tr_prints_json(options)) {
        tr_print_json_text("{\"file\":", options->output);
        printf(",\"low\":%.9g,\"high\":%.9g}\n", recipe->height_min_m, recipe->height_max_m);
    } else if (!options->json && !options->quiet && !tr_path_is_stream(options->output)) {
        tr_print_line("%s: 0 … 65535 is %.9g … %.9g", options->output, recipe->height_min_m,
                      recipe->height_max_m);
    }
}

static tr_status write_field(const tr_cli_context *context, const tr_recipe *recipe, int width) {
    tr_surface *surface = NULL;
    tr_status status = tr_make_surface(context, recipe, &surface);
    if (status == TR_OK) {
        tr_progress progress;
        tr_progress_begin(&progress, context->options->operand, context->options->quiet);
        const tr_watch watch = tr_progress_watch(&progress, context->stop);
        status = tr_export_map(context->options->output, TR_MAP_HEIGHT, width, recipe, surface, context->pool,
                               &watch, context->error);
        tr_progress_hide(&progress);
    }
    tr_surface_destroy(surface);
    return status;
}

tr_status tr_cli_field(const tr_cli_context *context) {
    const tr_options *options = context->options;
    int width = 2048;
    tr_status status = tr_parse_width(options, TR_WIDEST, &width, context->error);
    if (status == TR_OK)
        status = tr_check_png_name(options->output, context->error);
    if (status != TR_OK)
        return status;
    tr_world world = tr_options_world(options);
    world.field_width = width;
    tr_scene scene;
    status = tr_world_load(&world, &scene, context->error);
    if (status == TR_OK)
        status = tr_check_budget(context, &scene, 0, 1, options->operand);
    if (status == TR_OK)
        status = write_field(context, scene.planets[0].recipe, width);
    if (status == TR_OK)
        print_result(options, scene.planets[0].recipe);
    tr_scene_clear(&scene);
    return status;
}
