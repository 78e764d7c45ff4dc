// terrella pack WORLD [-o FILE]: a world and the pictures of its maps as one file.
#include "cli/private/commands.h"
#include "scene/link.h"
#include "scene/packing.h"

#include <stdio.h>
#include <string.h>

// Names the pack after the file of the world, beside it. A name that the user did not give replaces no file.
static tr_status name_pack(const tr_options *options, char path[4096], tr_error *error) {
    const char *world = options->operand, *slash = strrchr(world, '/');
    const char *name = slash ? slash + 1 : world, *dot = strrchr(name, '.');
    const bool is_file = !options->input && !tr_link_is(world) && (strchr(world, '/') || strchr(world, '.'));
    const int length = dot && dot > name ? (int)(dot - world) : (int)strlen(world);
    if (!is_file)
        return tr_fail(error, TR_BAD_USAGE, "this world is not a file, so its pack has no name: give -o FILE");
    if (snprintf(path, 4096, "%.*s.terrella", length, world) >= 4096)
        return tr_fail(error, TR_BAD_USAGE, "the path is too long: give -o FILE");
    return !tr_path_exists(path)
               ? TR_OK
               : tr_fail(error, TR_CANNOT_WRITE, "%s is there already; -o %s replaces it", path, path);
}

tr_status tr_cli_pack(const tr_cli_context *context) {
    tr_options options = *context->options;
    const tr_world world = tr_options_world(&options);
    char path[4096];
    tr_scene scene = {0};
    tr_status status = TR_OK;
    if (!options.output) {
        status = name_pack(&options, path, context->error);
        options.output = path;
    }
    if (status == TR_OK)
        status = tr_load_scene(context, &world, &scene);
    if (status == TR_OK)
        status = tr_scene_pack(&scene, options.output, &context->watch, context->error);
    if (status == TR_OK)
        tr_print_picture(&options);
    tr_scene_clear(&scene);
    return status;
}
