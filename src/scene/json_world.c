// Worlds: what a user asked for becomes a scene. The tree of a type is overlaid with the file's, its ranges are
// drawn with the seed, sets change it, and then it is read.
#include "base/hash.h"
#include "scene/json.h"
#include "scene/position.h"
#include "scene/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- worlds ------------------------------------------------------------------------------------

// A world on its way from names and text to a scene.
typedef struct loading {
    const tr_world *world;
    tr_source source; // of the file; empty for a type
    json_t *tree;     // concrete: ranges drawn, sets applied
    size_t planet_count;
    tr_error *error;
} loading;

// The path and value that a set means.
static const char *set_of(const loading *l, int i, char text[JSON_PATH_BYTES + 4096]) {
    const char *set = l->world->sets[i];
    if (!l->world->field_width || strlen(set) > 4096)
        return set;
    json_field_set(l->world->name, set, text, JSON_PATH_BYTES + 4096);
    return text;
}

// A seed that is set by its path draws the ranges too, as --seed does.
static bool seed_set(const loading *l, const char *path, uint64_t *seed) {
    bool found = false;
    for (int i = 0; i < l->world->set_count; i++) {
        const char *set = l->world->sets[i];
        char *end;
        if (strncmp(set, path, strlen(path)) != 0 || set[strlen(path)] != '=')
            continue;
        long long number = strtoll(set + strlen(path) + 1, &end, 10);
        if (*end == 0 && end[-1] != '=' && number >= 0)
            *seed = (uint64_t)number, found = true;
    }
    return found;
}

// The seed of a recipe at a place ("", "planets.Vesta"). False when what stands there is none: reading the
// recipe then says so.
static bool find_seed(const loading *l, const json_t *node, const char *place, uint64_t *seed) {
    const json_t *written = json_object_get(node, "seed");
    char path[JSON_PATH_BYTES];
    snprintf(path, sizeof path, "%s%sseed", place, *place ? "." : "");
    *seed = json_is_integer(written) ? (uint64_t)json_integer_value(written) : 1;
    if (l->world->has_seed) // each planet of several gets its own
        *seed = l->planet_count > 1 ? tr_hash_text(l->world->seed, place) >> 1 : l->world->seed;
    bool set = seed_set(l, path, seed) || seed_set(l, "seed", seed);
    return set || l->world->has_seed || !written ||
           (json_is_integer(written) && json_integer_value(written) >= 0);
}

// The concrete recipe tree: the type that `node` names, overlaid with node, its ranges drawn with the seed.
static tr_status make_concrete(const loading *l, const json_t *node, const char *place, json_t **out) {
    uint64_t seed;
    const bool known = find_seed(l, node, place, &seed);
    json_t *base = json_object(), *drawn = json_resolve(json_object_get(node, "type"), seed, "type");
    const char *type = json_string_value(drawn);
    tr_status status = TR_OK;
    // a recipe with layers of its own is whole: its type is only a name
    if (type && !json_object_get(node, "layers")) {
        json_decref(base);
        base = NULL;
        status = json_load_type(type, &base, l->error);
        if (status != TR_OK && l->source.text && l->error) {
            l->error->status = TR_BAD_INPUT;
            snprintf(l->error->path, sizeof l->error->path, "%s%stype", place, *place ? "." : "");
            status = TR_BAD_INPUT;
        }
    }
    json_decref(drawn);
    if (status != TR_OK)
        return status;
    json_object_update(base, (json_t *)(uintptr_t)node);
    *out = json_resolve(base, seed, "");
    json_decref(base);
    if (known)
        json_object_set_new(*out, "seed", json_integer((json_int_t)seed));
    return *out ? TR_OK : tr_fail(l->error, TR_NO_MEMORY, "no memory to read the world");
}

static tr_status make_concrete_scene(loading *l, json_t *root) {
    json_t *planets = json_object_get(root, "planets");
    l->planet_count = json_array_size(planets);
    for (size_t i = 0; i < l->planet_count; i++) {
        json_t *node = json_array_get(planets, i), *concrete = NULL;
        const char *name = json_string_value(json_object_get(node, "name"));
        char place[JSON_PATH_BYTES];
        snprintf(place, sizeof place, "planets.%s", name ? name : "");
        if (!json_is_object(node))
            continue; // read_list says what is wrong with it
        tr_status status = make_concrete(l, node, place, &concrete);
        if (status != TR_OK)
            return status;
        json_array_set_new(planets, i, concrete);
    }
    l->tree = json_incref(root);
    return TR_OK;
}

static bool is_scene(const json_t *tree) { return json_object_get(tree, "planets") != NULL; }

// Whether a set wants another type, of the world or of a planet: types are overlaid before sets.
static bool sets_type(const char *set) {
    const char *behind_name = strncmp(set, "planets.", 8) == 0 ? strchr(set + 8, '.') : NULL;
    const char *key = behind_name ? behind_name + 1 : set;
    return strncmp(key, "type", 4) == 0 && strcspn(key, ".=") == 4;
}

// Sets of a scene that name none of its own keys are meant for each of its planets.
static tr_status apply_sets(loading *l) {
    json_t *planets = json_object_get(l->tree, "planets");
    for (int i = 0; i < l->world->set_count; i++) {
        char text[JSON_PATH_BYTES + 4096], key[64];
        const char *set = set_of(l, i, text);
        snprintf(key, sizeof key, "%.*s", (int)strcspn(set, ".="), set);
        tr_status status = TR_OK;
        if (sets_type(set))
            return tr_fail(l->error, TR_BAD_USAGE,
                           planets ? "--set %s: the type of a planet stands in the scene's file"
                                   : "--set %s: the type is the world itself, as in `terrella show toxic`",
                           set);
        if (l->world->field_width)
            status = json_check_field_set(l->world->sets[i], l->error);
        if (status != TR_OK)
            return status;
        if (planets && !json_is_scene_key(key))
            for (size_t k = 0; k < json_array_size(planets) && status == TR_OK; k++)
                status = json_apply_set(json_array_get(planets, k), set, l->error);
        else
            status = json_apply_set(l->tree, set, l->error);
        if (status != TR_OK)
            return status;
    }
    return TR_OK;
}

// The path of a set as errors name it: elements of lists by their name, not by their index.
static void name_path(const json_t *tree, const char *set, char path[JSON_PATH_BYTES]) {
    size_t length = 0;
    const json_t *node = tree;
    path[0] = 0;
    for (const char *s = set; *s && *s != '=' && length + 1 < JSON_PATH_BYTES;) {
        char key[JSON_PATH_BYTES], *end;
        snprintf(key, sizeof key, "%.*s", (int)strcspn(s, ".="), s);
        s += strlen(key) + (s[strlen(key)] == '.');
        const json_t *inner = json_object_get(node, key);
        if (json_is_array(node) && *key) {
            inner = json_array_get(node, strtoul(key, &end, 10));
            const char *name = json_string_value(json_object_get(inner, "name"));
            if (*end == 0 && name)
                snprintf(key, sizeof key, "%s", name);
            for (size_t i = 0; *end && i < json_array_size(node); i++) {
                name = json_string_value(json_object_get(json_array_get(node, i), "name"));
                if (name && strcmp(name, key) == 0)
                    inner = json_array_get(node, i);
            }
        }
        node = inner;
        length += (size_t)snprintf(path + length, JSON_PATH_BYTES - length, "%s%s", length ? "." : "", key);
    }
}

// Whether one path leads to the other or to what is below it.
static bool paths_meet(const char *a, const char *b) {
    const size_t n = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    return n > 0 && strncmp(a, b, n) == 0 && (a[n] == 0 || a[n] == '.') && (b[n] == 0 || b[n] == '.');
}

// The set that wrote the wrong value, or NULL.
static const char *guilty_set(const loading *l) {
    const char *path = l->error->path;
    for (int i = l->world->set_count - 1; i >= 0; i--) {
        char text[JSON_PATH_BYTES + 4096], set[JSON_PATH_BYTES];
        name_path(l->tree, set_of(l, i, text), set);
        // a set for all planets of a scene names the path behind the planet
        const char *inner = strncmp(path, "planets.", 8) == 0 ? strchr(path + 8, '.') : NULL;
        if (paths_meet(path, set) || (inner && paths_meet(inner + 1, set)))
            return l->world->sets[i];
    }
    // built-in types are right: what is wrong with one was set
    return l->source.text || l->world->set_count == 0 ? NULL : l->world->sets[l->world->set_count - 1];
}

// The place in the file of a wrong value. What is not written there comes from its type: then the nearest thing
// that is written is the place.
static void locate(const tr_source *source, const char *file, tr_error *error) {
    char path[sizeof error->path];
    if (!source->text)
        return;
    snprintf(error->file, sizeof error->file, "%s", file);
    snprintf(path, sizeof path, "%s", error->path);
    while (!tr_json_locate(source->text, path, &error->line, &error->column) && path[0]) {
        char *dot = strrchr(path, '.');
        *(dot ? dot : path) = 0;
    }
}

// Turns the path of a wrong value into a place: that of a --set when the path was set (then it is wrong usage),
// else line and column in the file.
static tr_status blame(loading *l, tr_status status) {
    tr_error *error = l->error;
    if (error->status != TR_BAD_INPUT || error->line > 0 || error->file[0])
        return status;
    const char *set = guilty_set(l);
    if (set) {
        const tr_error inner = *error;
        *error = (tr_error){0};
        return tr_fail(error, TR_BAD_USAGE, "--set %.200s: %.700s", set, inner.message);
    }
    locate(&l->source, l->world->name, error);
    return status;
}

// The tree of what is built in or of a file, as it is written.
static tr_status read_root(const char *name, tr_source *source, json_t **root, tr_error *error) {
    if (tr_source_is_file(name)) {
        const tr_status status = tr_source_read(name, source, error);
        return status == TR_OK ? json_parse_text(name, source->text, source->size, root, error) : status;
    }
    return json_load_builtin(name, root, error);
}

static tr_status load_tree(loading *l) {
    json_t *root = NULL;
    tr_status status;
    if (l->world->field_width) {
        const char *from = NULL;
        for (int i = 0; i < l->world->set_count; i++)
            if (strncmp(l->world->sets[i], "from=", 5) == 0)
                from = l->world->sets[i] + 5;
        status = json_make_field(l->world->name, from, &root, l->error);
    } else
        status = read_root(l->world->name, &l->source, &root, l->error);
    if (status == TR_OK)
        status = is_scene(root) ? make_concrete_scene(l, root) : make_concrete(l, root, "", &l->tree);
    json_decref(root);
    if (status == TR_OK)
        status = apply_sets(l);
    if (status == TR_OK && l->world->field_width)
        json_fit_field(l->tree, l->world->field_width);
    return status;
}

tr_status tr_world_bounds(const tr_world *world, tr_bounds *bounds, tr_error *error) {
    tr_source source = {0};
    json_t *root = NULL;
    *bounds = (tr_bounds){0};
    tr_status status = read_root(world->name, &source, &root, error);
    const char *type = json_string_value(json_object_get(root, "type"));
    json_t *base = NULL;
    if (status == TR_OK && type && !json_object_get(root, "bounds") &&
        json_load_type(type, &base, NULL) == TR_OK) {
        json_decref(root);
        root = base;
    }
    if (status == TR_OK) {
        status = json_read_bounds(root, bounds, error);
        if (status != TR_OK && error)
            locate(&source, world->name, error);
    }
    json_decref(root);
    tr_source_clear(&source);
    return status;
}

tr_status tr_world_load(const tr_world *world, tr_scene *scene, tr_error *error) {
    tr_error local = {0};
    loading l = {.world = world, .error = error ? error : &local};
    *scene = (tr_scene){0};
    tr_status status = load_tree(&l);
    if (status == TR_OK)
        status = json_read_scene(l.tree, scene, l.error);
    if (status == TR_OK && world->field_width)
        status = json_finish_field(l.tree, &scene->planets[0].recipe, l.error);
    if (status != TR_OK)
        status = blame(&l, status);
    json_decref(l.tree);
    tr_source_clear(&l.source);
    return status;
}
