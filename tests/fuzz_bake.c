// Any text as a world, prepared and baked to 16 x 8 texels. The bytes after a first zero byte are the file of
// all its own maps. Every recipe that is not refused has texels, and the same ones in two halves.
#include "base/pool.h"
#include "base/shared_file.h"
#include "fuzz.h"
#include "planet/budget.h"
#include "planet/surface.h"
#include "scene/load.h"
#include "terrella/terrella.h"

enum { columns = 16, rows = 8, texels = columns * rows };

typedef struct maps {
    uint8_t bytes[TR_MAP_COUNT][texels * 8];
} maps;

// Bakes some rows of the patch into their place.
static void bake(const tr_surface *surface, tr_pool *pool, int first, int count, maps *to) {
    const tr_patch patch = {.resolution = 64, .x = 24, .y = 6 + first, .width = columns, .height = count};
    void *into[TR_MAP_COUNT];
    for (int m = 0; m < TR_MAP_COUNT; m++)
        into[m] = to->bytes[m] + (size_t)(first * columns) * tr_map_texel_bytes((tr_map)m);
    expect(tr_surface_bake_patch(surface, pool, NULL, patch, into, NULL, NULL) == TR_OK,
           "what is ready is baked");
}

static void bake_recipe(tr_recipe *recipe) {
    static maps whole, halves; // too large for some stacks
    tr_pool *pool;
    tr_surface *surface;
    tr_error error = {0};
    // expensive recipes are covered by other tests; samples of images cost more than those of noise
    const tr_budget budget = {.bytes = 30 << 20, .seconds = recipe->map_count ? 0.2 : 0.02};
    tr_recipe_coarsen(recipe, 8);
    if (tr_budget_check(&budget, recipe, NULL, NULL) != TR_OK)
        return;
    expect(tr_pool_create(1, &pool, NULL) == TR_OK, "a thread");
    const tr_status status = tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error);
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0]), "it is prepared or refused");
    if (status == TR_OK) {
        memset(&whole, 0, sizeof whole), memset(&halves, 0, sizeof halves);
        bake(surface, pool, 0, rows, &whole);
        bake(surface, pool, 0, 3, &halves);
        bake(surface, pool, 3, rows - 3, &halves);
        expect(memcmp(&whole, &halves, sizeof whole) == 0, "two halves equal the whole");
        tr_surface_destroy(surface);
    }
    tr_pool_destroy(pool);
}

// Gives all maps the same file, those of six faces for each face.
static void give_maps(tr_recipe *recipe, const uint8_t *bytes, size_t count) {
    for (int i = 0; i < recipe->map_count; i++)
        for (int part = 0; part < tr_file_part_count(recipe->maps[i].file); part++) {
            char file[TR_FILE_BYTES];
            tr_file_part_name(recipe->maps[i].file, part, file);
            const tr_status status = tr_recipe_set_image(recipe, file, bytes, count, NULL);
            expect(status == TR_OK || status == TR_BAD_INPUT, "an image is taken, or has another digest");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    tr_scene scene;
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    const size_t length = strlen(text), more = length < size ? length + 1 : length;
    if (tr_world_load(&(tr_world){.name = "", .text = text}, &scene, NULL) == TR_OK &&
        scene.planets[0].recipe) {
        give_maps(scene.planets[0].recipe, data + more, size - more);
        bake_recipe(scene.planets[0].recipe);
    }
    tr_scene_clear(&scene);
    free(text);
    return 0;
}
