// Writes a map to one file by the library, which has no width limits for engines as the command line has.
//     wide_map RECIPE WIDTH FOLDER: albedo and normals
#include "terrella/terrella.h"

#include <stdio.h>
#include <stdlib.h>

static void need(bool kept, const char *what, const char *why) {
    if (kept)
        return;
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

int main(int argc, char **argv) {
    need(argc == 4, "wide_map", "RECIPE WIDTH FOLDER");
    static char text[1 << 16];
    static tr_export_result result;
    FILE *file = fopen(argv[1], "rb");
    need(file != NULL, argv[1], "cannot be read");
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    tr_error error = {0};
    tr_context *context = NULL;
    tr_recipe *recipe = NULL;
    tr_planet *planet = NULL;
    const tr_export_options options = {.directory = argv[3],
                                       .stem = "wide",
                                       .width = atoi(argv[2]),
                                       .outputs = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL,
                                       .compression = TR_COMPRESSION_FAST};
    tr_status status = tr_context_create(NULL, &context, &error);
    if (!status)
        status = tr_recipe_from_json(text, length, &recipe, &error);
    if (!status)
        status = tr_planet_create(context, recipe, NULL, &planet, &error);
    if (!status)
        status = tr_planet_export(planet, &options, NULL, &result, &error);
    need(!status, argv[2], error.message);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
    return 0;
}
