// The stems of a planet's file names.
#include "base/hash.h"
#include "base/words.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

// The comparison of a recipe with the one that its type and seed alone give.
typedef struct comparing {
    tr_json_document *document;
    const tr_json *tree; // of the recipe
    tr_json *edits;
} comparing;

static bool add_difference(void *context, const char *path) {
    const comparing *c = context;
    const tr_json *node = tr_tree_find(c->tree, path);
    tr_json_add(c->document, c->edits, path,
                node ? tr_json_copy(c->document, node) : tr_json_new(c->document, TR_JSON_NULL));
    return true;
}

tr_status tr_tree_differences(tr_json_document *document, const tr_recipe *recipe, tr_json **edits,
                              tr_error *error) {
    const tr_world world = {.name = recipe->type, .has_seed = true, .seed = recipe->seed};
    tr_scene type = {0};
    *edits = NULL;
    if (!recipe->type[0] || tr_source_is_file(recipe->type))
        return TR_OK;
    const tr_status status = tr_world_load(&world, &type, NULL);
    if (status == TR_OK && type.planet_count == 1 && !type.planets[0].name[0]) {
        comparing c = {document, tr_recipe_write(document, recipe), tr_json_new(document, TR_JSON_OBJECT)};
        tr_recipe_differences(type.planets[0].recipe, recipe, add_difference, &c);
        *edits = c.edits;
    }
    tr_scene_clear(&type);
    return status == TR_NO_MEMORY ? tr_fail(error, status, "no memory to compare a planet with its type")
                                  : tr_json_check(document, error);
}

// Crockford's base 32: digits and letters that are not confused with each other.
static void append_letters(uint64_t hash, char stem[TR_STEM_BYTES]) {
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    enum { count = 4 };
    char tail[count + 2] = "-";
    for (int i = 0; i < count; i++)
        tail[1 + i] = letters[hash >> (5 * i) & 31];
    snprintf(stem + strlen(stem), TR_STEM_BYTES - strlen(stem), "%s", tail);
}

// The hash of all differences; *any: there are some.
static tr_status hash_differences(const tr_recipe *recipe, uint64_t *hash, bool *any, tr_error *error) {
    tr_json_document d = {0};
    tr_json *edits = NULL;
    tr_status status = tr_tree_differences(&d, recipe, &edits, error);
    for (const tr_json *edit = tr_json_members(edits); edit && status == TR_OK; edit = edit->next) {
        char *text = NULL;
        if (!tr_json_is(edit, TR_JSON_NULL))
            status = tr_json_write(&d, edit, false, &text, error);
        *hash = tr_hash_text(tr_hash_text(*hash, edit->key), text ? text : "");
        tr_free(text);
    }
    *any = tr_json_count(edits) > 0;
    tr_json_clear(&d);
    return status;
}

bool tr_planet_plain_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES]) {
    const tr_recipe *recipe = planet->recipe;
    const unsigned long long seed = recipe->seed;
    char usual[TR_STEM_BYTES]; // the default name of a planet in a scene
    snprintf(usual, sizeof usual, "%s %llu", recipe->type, seed);
    const bool named = planet->name[0] && strcmp(planet->name, usual) != 0;
    if (named)
        snprintf(stem, TR_STEM_BYTES, "%s", planet->name);
    else
        snprintf(stem, TR_STEM_BYTES, "%s-%llu", recipe->type[0] ? recipe->type : "planet", seed);
    return named;
}

tr_status tr_planet_stem(const tr_scene_planet *planet, char stem[TR_STEM_BYTES], tr_error *error) {
    const tr_recipe *recipe = planet->recipe;
    uint64_t hash = 0;
    bool any = false;
    if (tr_planet_plain_stem(planet, stem))
        return TR_OK;
    const tr_status status = hash_differences(recipe, &hash, &any, error);
    if (status == TR_OK && any)
        append_letters(hash, stem);
    return status;
}

tr_status tr_set_stem(const tr_scene *scene, int index, const char *given, const char *file,
                      char stem[TR_STEM_BYTES], tr_error *error) {
    const tr_scene_planet *planet = &scene->planets[index];
    const char *name = "";
    const size_t length = file && scene->planet_count == 1 ? tr_path_stem(file, &name) : 0;
    snprintf(stem, TR_STEM_BYTES, "%s", given);
    if (stem[0] || tr_planet_plain_stem(planet, stem))
        return TR_OK;
    if (length > 0 && length < TR_STEM_BYTES && name[0] != '.') {
        snprintf(stem, TR_STEM_BYTES, "%.*s", (int)length, name);
        if (tr_path_is_below(stem))
            return TR_OK;
    }
    return tr_planet_stem(planet, stem, error);
}
