// Prints one line for each of twenty planets with a hash of all their maps, baked in patches of that size, then
// one for each file of some sets. The output is the same from every compiler and on every machine:
// same_bytes.sh compares it.
//     same_bytes ISA THREADS PATCH
// The locale is the environment's, as in a program that sets it and uses the library.
#include "../digests.h"
#include "base/memory.h"
#include "base/pool.h"
#include "export/export.h"
#include "export/target.h"
#include "planet/surface.h"
#include "scene/load.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { worlds = 20, width = 256, set_width = 128 };

static void need(bool kept, const char *what, const tr_error *error) {
    if (kept)
        return;
    fprintf(stderr, "%s: %s\n", what, error ? error->message : "");
    exit(1);
}

static tr_recipe *load(const char *type, uint64_t seed) {
    const tr_world world = {.name = type, .has_seed = true, .seed = seed};
    tr_scene scene;
    tr_error error = {0};
    need(tr_world_load(&world, &scene, &error) == TR_OK, type, &error);
    tr_recipe *recipe = scene.planets[0].recipe;
    scene.planets[0].recipe = NULL;
    tr_scene_clear(&scene);
    tr_recipe_coarsen(recipe, 32);
    return recipe;
}

// Copies a patch to its place in a whole map.
static void place(uint8_t *whole, const uint8_t *part, tr_patch patch, size_t texel) {
    for (int y = 0; y < patch.height; y++)
        memcpy(whole + ((size_t)(patch.y + y) * width + (size_t)patch.x) * texel,
               part + (size_t)y * (size_t)patch.width * texel, (size_t)patch.width * texel);
}

static void bake_part(const tr_surface *surface, tr_pool *pool, tr_patch patch, uint8_t *const *whole) {
    void *part[TR_MAP_COUNT];
    tr_error error = {0};
    for (int m = 0; m < TR_MAP_COUNT; m++)
        need((part[m] = malloc((size_t)patch.width * (size_t)patch.height * tr_map_texel_bytes((tr_map)m))),
             "memory", NULL);
    need(tr_surface_bake_patch(surface, pool, NULL, patch, part, NULL, &error) == TR_OK, "bake", &error);
    for (int m = 0; m < TR_MAP_COUNT; m++) {
        place(whole[m], part[m], patch, tr_map_texel_bytes((tr_map)m));
        free(part[m]);
    }
}

static int smaller(int a, int b) { return a < b ? a : b; }

static uint64_t hash_world(const tr_surface *surface, tr_pool *pool, int size) {
    uint8_t *whole[TR_MAP_COUNT];
    uint64_t hash = 0;
    for (int m = 0; m < TR_MAP_COUNT; m++)
        need((whole[m] = calloc(width * width / 2, tr_map_texel_bytes((tr_map)m))), "memory", NULL);
    for (int y = 0; y < width / 2; y += size)
        for (int x = 0; x < width; x += size) {
            const tr_patch patch = {.resolution = width,
                                    .x = x,
                                    .y = y,
                                    .width = smaller(size, width - x),
                                    .height = smaller(size, width / 2 - y)};
            bake_part(surface, pool, patch, whole);
        }
    for (int m = 0; m < TR_MAP_COUNT; m++) { // an FNV hash, byte by byte: words would differ with their order
        const size_t bytes = width * width / 2 * tr_map_texel_bytes((tr_map)m);
        for (size_t i = 0; i < bytes; i++)
            hash = (hash ^ whole[m][i]) * 0x100000001b3u + 1;
        free(whole[m]);
    }
    return hash;
}

// Prints the files of a set: textures, manifest and additional files of the target. Not every target accepts
// every planet.
static void print_set(const tr_recipe *recipe, const tr_surface *surface, tr_pool *pool,
                      const tr_target *target) {
    char folder[] = "/tmp/same-XXXXXX";
    tr_export_result result;
    tr_error error = {0};
    need(mkdtemp(folder) != NULL, "a folder", NULL);
    const tr_layout layout = tr_target_layout(target, TR_LAYOUT_EQUIRECT, false);
    const tr_export_job job = {.recipe = recipe,
                               .directory = folder,
                               .stem = "set",
                               .width = set_width,
                               .day_h = 30.25,
                               .maps = tr_target_outputs(target, layout, recipe),
                               .layout = layout,
                               .target = target};
    const tr_status status = tr_export(&job, surface, pool, NULL, &result, &error);
    need(status == TR_OK || status == TR_BAD_USAGE || status == TR_BAD_INPUT, target->name, &error);
    if (status != TR_OK)
        printf("%s refused\n", target->name);
    for (int i = 0; status == TR_OK && i < result.count; i++) {
        tr_digest file;
        need(digest_file(result.paths[i], NULL, &file) == 0, "digest", NULL);
        printf("%s %s %s\n", target->name, strrchr(result.paths[i], '/') + 1, file.sha256);
    }
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    need(system(command) == 0, command, NULL);
}

int main(int argc, char **argv) {
    int target_count;
    const tr_target *targets = tr_target_list(&target_count);
    char names[64][TR_NAME_BYTES];
    tr_pool *pool;
    tr_isa isa = TR_ISA_BASELINE;
    tr_error error = {0};
    need(argc == 4, "same_bytes ISA THREADS PATCH", NULL);
    setlocale(LC_ALL, "");
    for (int i = 0; i < TR_ISA_COUNT; i++)
        if (strcmp(argv[1], tr_isa_name((tr_isa)i)) == 0)
            isa = (tr_isa)i;
    if (!tr_isa_available(isa))
        return 77;
    const int types = tr_type_list(names, 64), patch = atoi(argv[3]);
    need(types >= worlds && patch > 0, "types", NULL);
    need(tr_pool_create(atoi(argv[2]), &pool, &error) == TR_OK, "threads", &error);
    for (int i = 0; i < worlds; i++) {
        tr_surface *surface;
        const char *type = names[i * types / worlds];
        tr_recipe *recipe = load(type, (uint64_t)i + 1);
        need(tr_surface_create(recipe, isa, pool, NULL, &surface, &error) == TR_OK, type, &error);
        printf("%s %016llx\n", type, (unsigned long long)hash_world(surface, pool, patch));
        if (i < target_count)
            print_set(recipe, surface, pool, &targets[i]);
        tr_surface_destroy(surface);
        tr_recipe_destroy(recipe);
    }
    tr_pool_destroy(pool);
    return 0;
}
