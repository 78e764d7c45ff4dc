#include "app/app.h"
#include "cli/private/commands.h"

#include <stdio.h>

static void print_delays(const char *what, const tr_delays *delays) {
    printf("%s: %d, after %.1f ms in the middle, %.1f ms at the 99th percentile\n", what, delays->count,
           delays->median_ms, delays->most_ms);
}

static void print_latency(const tr_latency_report *report, bool json) {
    const tr_delays *seen = &report->seen, *sharp = &report->sharp;
    if (json) {
        printf("{\"edits\": %d, \"seen\": {\"count\": %d, \"median_ms\": %.2f, \"p99_ms\": %.2f}, \"sharp\": "
               "{\"count\": %d, \"median_ms\": %.2f, \"p99_ms\": %.2f}}\n",
               report->edits, seen->count, seen->median_ms, seen->most_ms, sharp->count, sharp->median_ms,
               sharp->most_ms);
        return;
    }
    printf("Edits: %d\n", report->edits);
    print_delays("Seen", seen);
    print_delays("Sharp", sharp);
}

tr_status tr_cli_window(const tr_cli_context *context) {
    const tr_options *options = context->options;
    tr_world world = tr_options_world(options);
    tr_scene scene = {0};
    world.partial = true; // the window says which map is missing
    tr_status status = tr_load_scene(context, &world, &scene);
    const char *picture = NULL;
    if (status == TR_BAD_INPUT && !world.text && tr_own_is_image(world.name) && tr_path_may_read(world.name)) {
        picture = world.name; // the window asks what it is
        world.name = "earthlike";
        *context->error = (tr_error){0};
        status = tr_load_scene(context, &world, &scene);
    }
    if (status == TR_OK)
        status = tr_check_budget(context, &scene, 0, scene.planet_count, world.name);
    tr_scene_clear(&scene); // the window loads it again; this reports errors before it opens
    tr_latency_report latency;
    if (status == TR_OK) {
        tr_app_options app = {.world = &world,
                              .asked = options->operand || options->has_seed || options->set_count > 0,
                              .picture = picture,
                              .threads = options->threads,
                              .isa = options->isa,
                              .output_directory = options->output,
                              .latency = options->trace_latency ? &latency : NULL,
                              .stop = context->stop};
        status = tr_app_run(&app, context->error);
        if (status == TR_OK && options->trace_latency)
            print_latency(&latency, options->json);
    }
    return status;
}
