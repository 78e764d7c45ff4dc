// What the files of a planet are called.
#include "base/hash.h"
#include "base/memory.h"
#include "scene/load.h"
#include "scene/private/source.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

// Differences of a recipe from what its type and its seed alone give, on their way into one number.
typedef struct fingerprint {
    tr_json_document *document;
    const tr_json *tree; // of the recipe
    uint64_t hash;
    bool any;
    tr_status status;
    tr_error *error;
} fingerprint;

// What the recipe says at that path now; nothing where it no longer has it.
static bool add_difference(void *context, const char *path) {
    fingerprint *f = context;
    const tr_json *node = f->tree;
    const char *rest = path;
    char *text = NULL;
    while (node && *rest)
        node = tr_tree_step(node, &rest);
    f->status = node ? tr_json_write(f->document, node, false, &text, f->error) : TR_OK;
    f->hash = tr_hash_text(tr_hash_text(f->hash, path), text ? text : "");
    f->any = true;
    tr_free(text);
    return f->status == TR_OK;
}

// Crockford's base 32: digits and letters that are not taken for each other.
static void append_letters(uint64_t hash, char stem[TR_STEM_BYTES]) {
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    enum { count = 4 };
    char tail[count + 2] = "-";
    for (int i = 0; i < count; i++)
        tail[1 + i] = letters[hash >> (5 * i) & 31];
    snprintf(stem + strlen(stem), TR_STEM_BYTES - strlen(stem), "%s", tail);
}

static tr_status compare(const tr_recipe *recipe, const tr_recipe *unedited, fingerprint *f) {
    tr_status status = tr_json_create(&f->document, f->error);
    if (status == TR_OK) {
        f->tree = tr_recipe_write(f->document, recipe);
        status = tr_json_check(f->document, f->error);
    }
    if (status == TR_OK)
        tr_recipe_differences(unedited, recipe, add_difference, f);
    tr_json_destroy(f->document);
    return status == TR_OK ? f->status : status;
}

tr_status tr_planet_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES], tr_error *error) {
    const tr_recipe *recipe = planet->recipe;
    const tr_world world = {.name = recipe->type, .has_seed = true, .seed = recipe->seed};
    fingerprint f = {.error = error};
    tr_scene type = {0};
    char usual[TR_STEM_BYTES]; // what a planet is called that was given no name, once a scene needs one
    snprintf(usual, sizeof usual, "%s %llu", recipe->type, (unsigned long long)recipe->seed);
    if (planet->name[0] && strcmp(planet->name, usual) != 0) {
        snprintf(stem, TR_STEM_BYTES, "%s", planet->name);
        return TR_OK;
    }
    snprintf(stem, TR_STEM_BYTES, "%s-%llu", recipe->type[0] ? recipe->type : "planet",
             (unsigned long long)recipe->seed);
    if (!recipe->type[0] || tr_source_is_file(recipe->type))
        return TR_OK;
    tr_status status = tr_world_load(&world, &type, NULL);
    if (status == TR_NO_MEMORY)
        tr_fail(error, status, "no memory to name the files of %s", stem);
    else if (status != TR_OK || type.planet_count != 1 || type.planets[0].name[0])
        status = TR_OK; // a type of the user's own: nothing to compare with
    else
        status = compare(recipe, type.planets[0].recipe, &f);
    tr_scene_clear(&type);
    if (status == TR_OK && f.any)
        append_letters(f.hash, stem);
    return status;
}
