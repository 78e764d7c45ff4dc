// Edits of worlds, from options and from "set"s of files, on their way to the planets that they mean.
#include "base/hash.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

// ---- one planet -----------------------------------------------------------------------------------

// The "set" object of a planet; it is created if there is none.
static tr_json *set_of(tr_json_document *document, tr_json *planet) {
    tr_json *set = tr_json_get(planet, "set");
    if (tr_json_is(set, TR_JSON_OBJECT))
        return set;
    set = tr_json_new(document, TR_JSON_OBJECT);
    tr_json_set(document, planet, "set", set);
    return set;
}

// Whether a value is fixed, not drawn from a range or a choice.
static bool is_literal(const tr_json *node) {
    return node &&
           !(tr_json_is(node, TR_JSON_OBJECT) && (tr_json_get(node, "range") || tr_json_get(node, "choose")));
}

// Whether the text itself has a fixed value at a path, so that it can be changed in place.
static bool stands_in(const tr_json *planet, const char *path) {
    const tr_json *node = planet;
    while (*path && is_literal(node))
        node = tr_tree_step(node, &path);
    return is_literal(node);
}

// The object that contains the last member of a path, and the key of that member; NULL if there is none.
static tr_json *holder_of(tr_json *planet, const char *path, const char **key) {
    const char *dot = strrchr(path, '.');
    char before[TR_PATH_BYTES];
    *key = dot ? dot + 1 : path;
    snprintf(before, sizeof before, "%.*s", dot ? (int)(dot - path) : 0, path);
    tr_json *node = tr_tree_find(planet, before);
    return tr_json_is(node, TR_JSON_OBJECT) ? node : NULL;
}

// Removes the members of "set" below a path: parameters of an element that is being removed.
static void remove_below(tr_json_document *document, tr_json *set, const char *path) {
    const size_t length = strlen(path);
    for (tr_json *member = tr_json_members(set), *next; member; member = next) {
        next = member->next;
        if (strncmp(member->key, path, length) == 0 && member->key[length] == '.')
            tr_json_remove(document, set, member);
    }
}

static void forget(tr_json_document *document, tr_json *planet, const char *path) {
    const char *key;
    tr_json *set = tr_json_get(planet, "set"), *holder = holder_of(planet, path, &key);
    tr_json_drop(document, set, path);
    remove_below(document, set, path);
    if (set && tr_json_count(set) == 0)
        tr_json_remove(document, planet, set);
    if (strcmp(path, "seed") == 0)
        tr_json_set(document, planet, "seed", tr_json_new_whole(document, 1));
    else if (holder)
        tr_json_drop(document, holder, key);
}

tr_status tr_text_put(tr_json_document *document, tr_json *node, bool planet, const char *path, tr_json *value,
                      tr_error *error) {
    if (!path[0] || strlen(path) >= TR_PATH_BYTES || strchr(path, '='))
        return tr_fail(error, TR_BAD_USAGE, "'%.60s' is not the path of a parameter", path);
    const bool own = strcmp(path, "seed") == 0 || strcmp(path, "type") == 0 || strcmp(path, "name") == 0;
    const bool in_set = tr_json_get(tr_json_get(node, "set"), path) != NULL;
    if (!value || (own && in_set))
        forget(document, node, path);
    if (!value)
        return tr_json_check(document, error);
    if (!planet || own || (!in_set && stands_in(node, path)))
        return tr_tree_put(document, node, path, value, error);
    tr_json_set(document, set_of(document, node), path, value);
    return tr_json_check(document, error);
}

// Later edits find the planet by its new name. The old name is kept in "set", so that the replaced value is
// known.
static void rename_planet(tr_json_document *document, tr_json *planet, tr_json *name) {
    const tr_json *old = tr_json_get(planet, "name");
    if (old)
        tr_json_add(document, set_of(document, planet), "name", tr_json_copy(document, old));
    tr_json_set(document, planet, "name", tr_json_copy(document, name));
}

// To the end of "set"; a "set" that is none stays, for the reader to say so.
static tr_status append(tr_json_document *document, tr_json *planet, const char *path, tr_json *value,
                        tr_error *error) {
    const tr_json *set = tr_json_get(planet, "set");
    if (strcmp(path, "seed") == 0)
        tr_json_set(document, planet, path, value);
    else if (!set || tr_json_is(set, TR_JSON_OBJECT)) {
        if (strcmp(path, "name") == 0)
            rename_planet(document, planet, value);
        tr_json_add(document, set_of(document, planet), path, value);
    }
    return tr_json_check(document, error);
}

// ---- seeds -------------------------------------------------------------------------------------

// If there are several planets, each gets a different seed.
static void put_seed(tr_json_document *document, tr_json *root, uint64_t seed) {
    const tr_json *planets = tr_json_get(root, "planets");
    const size_t count = tr_json_count(planets);
    for (tr_json *planet = planets ? tr_json_first(planets) : root; planet; planet = planet->next) {
        char place[TR_PATH_BYTES];
        const char *name = tr_json_text(tr_json_get(planet, "name"));
        snprintf(place, sizeof place, "planets.%s", name ? name : "");
        const uint64_t own = count > 1 ? tr_hash_text(seed, place) >> 1 : seed;
        if (tr_json_is(planet, TR_JSON_OBJECT))
            tr_json_set(document, planet, "seed", tr_json_new_whole(document, (int64_t)own));
    }
}

// ---- one edit ----------------------------------------------------------------------------------

tr_status tr_edit_check(const tr_json *edit, bool scene, tr_error *error) {
    const bool option = tr_json_is_of(edit, TR_JSON_OPTION);
    const char *path = edit->key, *of_planet = tr_path_begins(path, "planets") ? strchr(path, '.') : NULL;
    const char *behind = of_planet ? strchr(of_planet + 1, '.') : NULL; // the name of a planet
    const char *own = behind ? behind + 1 : path;
    if (!*path)
        return tr_fail(error, TR_BAD_USAGE, "expected the path of a parameter, not \"\"");
    if (!option && (tr_path_begins(path, "type") || tr_path_begins(path, "seed")))
        return tr_fail(
            error, TR_BAD_USAGE,
            "\"%.4s\" belongs beside \"set\", not in it: \"set\" changes the planet that they choose", path);
    if (tr_path_begins(path, "set"))
        return tr_fail(error, TR_BAD_USAGE,
                       "there is no \"set\" in \"set\": write {\"layers.NAME.octaves\": 9, …}");
    const bool planets = tr_path_begins(path, "planets"), whole = planets && !behind;
    if (planets && !scene && !(whole && option))
        return tr_fail(error, TR_BAD_USAGE,
                       "a planet has no \"planets\": a scene has them, each with a \"set\" of its own");
    if (!option && (whole || (scene && tr_path_begins(own, "type"))))
        return tr_fail(
            error, TR_BAD_USAGE,
            "planets and their types can only be changed in the scene's own file: name a parameter, as in "
            "planets.NAME.noisiness");
    if (tr_path_begins(own, "type"))
        return tr_fail(error, TR_BAD_USAGE,
                       scene ? "the type of a planet can only be changed in the scene's file"
                             : "the type is the world itself, as in `terrella show toxic`");
    return whole ? tr_fail(error, TR_BAD_USAGE,
                           "name the parameter too: planets.NAME.KEY=VALUE; planets themselves stand in the "
                           "scene's file")
                 : TR_OK;
}

tr_status tr_tree_fail(const tr_json *node, const char *place, const char *key, const char *message,
                       tr_error *error) {
    if (error && error->status == TR_OK)
        snprintf(error->path, sizeof error->path, "%s%s%s", place, *place && *key ? "." : "", key);
    if (error && !tr_json_is_of(node, TR_JSON_OPTION))
        tr_json_locate(node, error);
    return tr_fail(error, TR_BAD_INPUT, "%s", message);
}

tr_status tr_edit_fail(const tr_json *edit, const char *place, const char *message, tr_error *error) {
    if (tr_json_is_of(edit, TR_JSON_OPTION))
        return tr_fail(error, TR_BAD_USAGE, "--set %.200s: %s", edit->source->name, message);
    return tr_tree_fail(edit, place, edit->key, message, error);
}

// ---- worlds ------------------------------------------------------------------------------------

// Writes an edit into a planet: with `text` to the place where the planet's text has it, otherwise to the end
// of "set".
static tr_status put(tr_json_document *document, tr_json *planet, const char *path, const tr_json *edit,
                     bool text, tr_error *error) {
    tr_json *value = tr_json_copy(document, edit);
    return text ? tr_text_put(document, planet, true, path, value, error)
                : append(document, planet, path, value, error);
}

// An edit goes to one planet, to the scene itself, or to all planets.
static tr_status join_edit(tr_json_document *document, tr_json *root, const tr_json *edit, bool text,
                           tr_error *error) {
    const tr_json *planets = tr_json_get(root, "planets");
    const char *path = edit->key;
    char first[TR_PATH_BYTES];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(path, "."), path);
    if (!planets)
        return put(document, root, path, edit, text, error);
    if (strcmp(first, "planets") == 0) {
        const char *rest = path + strlen("planets.");
        tr_json *planet = tr_tree_step(planets, &rest);
        const bool moves = strcmp(rest, "before") == 0; // it changes the list of the scene
        if (tr_json_is(planet, TR_JSON_OBJECT) && !moves)
            return put(document, planet, rest, edit, text, error);
    }
    if (tr_is_scene_key(first))
        return tr_tree_put(document, root, path, tr_json_copy(document, edit), error);
    tr_status status = TR_OK;
    for (tr_json *planet = tr_json_first(planets); planet && status == TR_OK; planet = planet->next)
        if (tr_json_is(planet, TR_JSON_OBJECT)) // otherwise reading it reports the error
            status = put(document, planet, path, edit, text, error);
    return status;
}

static tr_status join_edits(tr_json_document *document, tr_json *root, const tr_json *edits, bool text,
                            tr_error *error) {
    const bool scene = tr_json_get(root, "planets") != NULL;
    for (const tr_json *edit = tr_json_members(edits); edit; edit = edit->next) {
        tr_error inner = {0};
        tr_status status = tr_edit_check(edit, scene, &inner);
        if (status == TR_OK)
            status = join_edit(document, root, edit, text, &inner);
        if (status == TR_BAD_USAGE)
            return tr_edit_fail(edit, "", inner.message, error);
        if (status != TR_OK)
            return tr_json_check(document, error);
    }
    return tr_json_check(document, error);
}

// A file may name a built-in scene as its type, and change it by a seed and a "set": that scene takes its
// place.
static tr_status expand_scene(tr_json_document *document, uint64_t *seed, bool *has_seed, tr_json **root,
                              const tr_json **set, tr_error *error) {
    static const char *const known[] = {"type", "seed",    "set",    "summary",
                                        "view", "$schema", "format", "pixels"};
    enum { count = sizeof known / sizeof known[0], first_kept = 5 };
    const tr_json *file = *root, *written = tr_json_get(file, "seed");
    const char *name = tr_json_text(tr_json_get(file, "type"));
    if (!name || tr_json_get(file, "layers") || !tr_tree_is_scene(name))
        return TR_OK;
    for (const tr_json *member = tr_json_members(file); member; member = member->next) {
        int i = 0;
        while (i < count && strcmp(member->key, known[i]) != 0)
            i++;
        if (i < count)
            continue;
        char message[256];
        snprintf(message, sizeof message,
                 "'%.100s' is a scene: put changes into \"set\": {\"planets.NAME.KEY\": 1, …}", name);
        return tr_tree_fail(member, "", member->key, message, error);
    }
    if (written && !*has_seed) {
        *has_seed = tr_tree_seed(written, seed);
        if (!*has_seed)
            return tr_tree_fail(written, "", "seed",
                                "seed must be a whole number 0 … 9223372036854775807, or words", error);
    }
    *set = tr_json_get(file, "set");
    if (*set && !tr_json_is(*set, TR_JSON_OBJECT))
        return tr_tree_fail(*set, "", "set", "must be an object: {\"layers.NAME.octaves\": 9, …}", error);
    const tr_status status = tr_tree_of_builtin(document, name, root, error);
    for (int i = first_kept; i < count && status == TR_OK; i++)
        if (tr_json_get(file, known[i]))
            tr_json_set(document, *root, known[i], tr_json_copy(document, tr_json_get(file, known[i])));
    return status;
}

tr_status tr_tree_join(tr_json_document *document, const tr_world *world, bool text, tr_json **root,
                       tr_json **options, tr_error *error) {
    const tr_json *set = NULL;
    uint64_t seed = world->seed;
    bool has_seed = world->has_seed;
    tr_status status = expand_scene(document, &seed, &has_seed, root, &set, error);
    if (status == TR_OK && has_seed)
        put_seed(document, *root, seed);
    if (status == TR_OK)
        status = join_edits(document, *root, set, text, error);
    if (status == TR_OK)
        status = tr_tree_options(document, world, options, error);
    return status == TR_OK ? join_edits(document, *root, *options, text, error) : status;
}
