#include "scene/differences.h"

#include "base/memory.h"
#include "scene/private/trees.h"
#include "scene/seed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- members -----------------------------------------------------------------------------------

// The object that a planet's "set" is, made where there is none.
static tr_json *set_of(tr_json_document *document, tr_json *planet) {
    tr_json *set = tr_json_get(planet, "set");
    if (tr_json_is(set, TR_JSON_OBJECT))
        return set;
    set = tr_json_new(document, TR_JSON_OBJECT);
    tr_json_set(document, planet, "set", set);
    return set;
}

// Whether a value says what a number or a word is, and not that it is drawn.
static bool is_literal(const tr_json *node) {
    return node &&
           !(tr_json_is(node, TR_JSON_OBJECT) && (tr_json_get(node, "range") || tr_json_get(node, "choose")));
}

// Whether the text itself has a literal there, so that it can be changed in its place.
static bool stands_in(const tr_json *planet, const char *path) {
    const tr_json *node = planet;
    for (const char *rest = path; *rest && is_literal(node);)
        node = tr_tree_step(node, &rest);
    return is_literal(node);
}

static bool is_own(const char *path) { return strcmp(path, "seed") == 0 || strcmp(path, "type") == 0; }

// The object that holds the member which a path ends with, and that member's key; NULL: there is none.
static tr_json *holder_of(tr_json *planet, const char *path, const char **key) {
    const char *dot = strrchr(path, '.');
    char before[TR_PATH_BYTES];
    *key = dot ? dot + 1 : path;
    snprintf(before, sizeof before, "%.*s", dot ? (int)(dot - path) : 0, path);
    const tr_json *node = planet;
    for (const char *rest = before; *rest && node;)
        node = tr_tree_step(node, &rest);
    return tr_json_is(node, TR_JSON_OBJECT) ? (tr_json *)(uintptr_t)node : NULL;
}

static void remove_member(tr_json_document *document, tr_json *object, const char *key) {
    tr_json *member = tr_json_get(object, key);
    if (member)
        tr_json_remove(document, object, member);
}

// Members of "set" for what lies below a path: parameters of an element that goes.
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
    remove_member(document, set, path);
    remove_below(document, set, path);
    if (set && tr_json_count(set) == 0)
        tr_json_remove(document, planet, set);
    if (strcmp(path, "seed") == 0)
        tr_json_set(document, planet, "seed", tr_json_new_whole(document, 1));
    else if (holder)
        remove_member(document, holder, key);
}

// ---- changes -----------------------------------------------------------------------------------

// KEY=VALUE, as tr_tree_set takes it. The caller frees it.
static char *join(const char *path, const char *value) {
    const size_t size = strlen(path) + strlen(value) + 2;
    char *set = tr_malloc(size);
    if (set)
        snprintf(set, size, "%s=%s", path, value);
    return set;
}

// A member of "set", whose key has dots of its own.
static tr_status put_into_set(tr_json_document *document, tr_json *planet, const char *path, const char *value,
                              tr_error *error) {
    char *set = join("value", value);
    if (!set)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a change");
    tr_json *holder = tr_json_new(document, TR_JSON_OBJECT);
    const tr_status status = tr_tree_set(document, holder, set, set, error);
    if (status == TR_OK)
        tr_json_set(document, set_of(document, planet), path,
                    tr_json_copy(document, tr_json_get(holder, "value")));
    tr_free(set);
    return status;
}

static tr_status put(tr_json_document *document, tr_json *node, const char *path, const char *value,
                     tr_error *error) {
    char *set = join(path, value);
    if (!set)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a change");
    const tr_status status = tr_tree_set(document, node, set, set, error);
    tr_free(set);
    return status;
}

static tr_status change(tr_json_document *document, tr_json *node, bool is_planet, const tr_change *change,
                        tr_error *error) {
    if (!change->path[0] || strlen(change->path) >= TR_PATH_BYTES || strchr(change->path, '='))
        return tr_fail(error, TR_BAD_USAGE, "'%.60s' is no path of a parameter", change->path);
    if (!change->value) {
        forget(document, node, change->path);
        return tr_json_check(document, error);
    }
    const bool in_set = tr_json_get(tr_json_get(node, "set"), change->path) != NULL;
    if (!is_planet || is_own(change->path) || (!in_set && stands_in(node, change->path)))
        return put(document, node, change->path, change->value, error);
    return put_into_set(document, node, change->path, change->value, error);
}

// ---- worlds ------------------------------------------------------------------------------------

// The planet that a set begins with, "planets.NAME.", and what follows; NULL: it means none, or no such one.
static tr_json *planet_of(const tr_json *root, const char *key, const char **rest) {
    *rest = key;
    if (strncmp(key, "planets.", 8) != 0)
        return NULL;
    *rest = key + 8;
    return (tr_json *)(uintptr_t)tr_tree_step(tr_json_get(root, "planets"), rest);
}

// A value of one planet, of the scene itself, or of all planets.
static tr_status join_value(tr_json_document *document, tr_json *root, const char *key, const char *value,
                            tr_error *error) {
    char first[TR_PATH_BYTES];
    const char *path;
    snprintf(first, sizeof first, "%.*s", (int)strcspn(key, "."), key);
    tr_json *planets = tr_json_get(root, "planets"), *planet = planet_of(root, key, &path);
    if (!planets)
        return change(document, root, true, &(tr_change){key, value}, error);
    if (planet)
        return change(document, planet, true, &(tr_change){path, value}, error);
    if (tr_is_scene_key(first))
        return change(document, root, false, &(tr_change){key, value}, error);
    tr_status status = TR_OK;
    for (planet = tr_json_first(planets); planet && status == TR_OK; planet = planet->next)
        status = change(document, planet, true, &(tr_change){key, value}, error);
    return status;
}

// A set of a command line.
static tr_status join_set(tr_json_document *document, tr_json *root, const char *set, tr_error *error) {
    const char *equals = strchr(set, '=');
    char key[TR_PATH_BYTES];
    if (!equals || equals == set || equals - set >= TR_PATH_BYTES)
        return tr_fail(error, TR_BAD_USAGE, "--set %.60s: KEY=VALUE is wanted", set);
    snprintf(key, sizeof key, "%.*s", (int)(equals - set), set);
    return join_value(document, root, key, equals + 1, error);
}

static void put_seed(tr_json_document *document, tr_json *planet, uint64_t seed) {
    tr_json_set(document, planet, "seed", tr_json_new_whole(document, (int64_t)seed));
}

// Each planet of several gets a seed of its own.
static void join_seed(tr_json_document *document, tr_json *root, uint64_t seed) {
    tr_json *planets = tr_json_get(root, "planets");
    if (!planets)
        put_seed(document, root, seed);
    for (tr_json *planet = tr_json_first(planets); planet; planet = planet->next) {
        char place[TR_PATH_BYTES];
        const char *name = tr_json_text(tr_json_get(planet, "name"));
        snprintf(place, sizeof place, "planets.%s", name ? name : "");
        put_seed(document, planet, tr_world_seed(seed, tr_json_count(planets), place));
    }
}

// A file that names a built-in scene becomes that scene, with what it says of it joined in.
static tr_status expand_scene(tr_json_document *document, tr_json **root, tr_error *error) {
    const tr_json *file = *root;
    const char *name = tr_json_text(tr_json_get(file, "type"));
    if (!name || tr_json_get(file, "planets") || !tr_tree_is_scene(name))
        return TR_OK;
    tr_status status = tr_tree_of_builtin(document, name, root, error);
    const tr_json *written = tr_json_get(file, "seed");
    uint64_t seed = tr_json_is(written, TR_JSON_WHOLE) && written->whole >= 0 ? (uint64_t)written->whole : 1;
    if (status == TR_OK && tr_json_text(written))
        status = tr_seed_read(written->text, &seed, error);
    if (status == TR_OK && written)
        join_seed(document, *root, seed);
    for (const tr_json *member = tr_json_members(tr_json_get(file, "set")); member && status == TR_OK;
         member = member->next) {
        char *value;
        status = tr_json_write(document, member, false, &value, error);
        if (status == TR_OK)
            status = join_value(document, *root, member->key, value, error);
        tr_free(value);
    }
    return status;
}

// What is built in is called by its name: the type alone says all of it.
static tr_status read_root(tr_json_document *document, const tr_world *world, tr_json **root, tr_error *error) {
    const tr_status status = tr_tree_of_world(document, world, root, error);
    if (status != TR_OK)
        return status;
    const bool is_type = !world->text && (*root)->source && (*root)->source->origin == TR_JSON_BUILTIN &&
                         !tr_json_get(*root, "planets");
    if (is_type)
        *root = tr_json_new_object(document, "type", tr_json_new_text(document, world->name), "seed",
                                   tr_json_new_whole(document, 1), NULL);
    return expand_scene(document, root, error);
}

static tr_status write_root(const tr_json_document *document, const tr_json *root, char **text,
                            tr_error *error) {
    const tr_status status = tr_json_write(document, root, true, text, error);
    if (status != TR_OK || strlen(*text) <= TR_WORLD_BYTES)
        return status;
    tr_free(*text);
    *text = NULL;
    return tr_fail(error, TR_BAD_INPUT,
                   "the world's text would be longer than the %d bytes that can be read again", TR_WORLD_BYTES);
}

tr_status tr_world_text(const tr_world *world, char **text, tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL;
    *text = NULL;
    tr_status status = tr_json_create(&document, error);
    if (status == TR_OK)
        status = read_root(document, world, &root, error);
    if (status == TR_OK && world->has_seed)
        join_seed(document, root, world->seed);
    for (int i = 0; i < world->set_count && status == TR_OK; i++)
        status = join_set(document, root, world->sets[i], error);
    if (status == TR_OK)
        status = write_root(document, root, text, error);
    tr_json_destroy(document);
    return status;
}

// ---- texts -------------------------------------------------------------------------------------

// The node of a planet, or of the scene.
static tr_status parse(tr_json_document *document, const char *text, int planet, tr_json **root, tr_json **node,
                       tr_error *error) {
    const tr_status status = tr_json_parse(document, TR_JSON_FILE, "world", text, strlen(text), root, error);
    if (status != TR_OK)
        return status;
    tr_json *planets = tr_json_get(*root, "planets");
    *node = planet == TR_OF_SCENE ? *root
            : planets             ? tr_json_at(planets, (size_t)planet)
            : planet == 0         ? *root
                                  : NULL;
    return tr_json_is(*node, TR_JSON_OBJECT) ? TR_OK
                                             : tr_fail(error, TR_BAD_INPUT, "there is no planet %d", planet);
}

// The list of planets, which a lone one becomes the first of.
static tr_json *planets_of(tr_json_document *document, const char *home, tr_json **root) {
    tr_json *planets = tr_json_get(*root, "planets");
    if (planets)
        return planets;
    tr_json *scene = tr_json_new(document, TR_JSON_OBJECT), *lone = tr_json_new(document, TR_JSON_OBJECT);
    planets = tr_json_new(document, TR_JSON_ARRAY);
    tr_json_set(document, lone, "name", tr_json_new_text(document, home));
    for (const tr_json *member = tr_json_members(*root); member; member = member->next) {
        const bool of_file = strcmp(member->key, "format") == 0 || strcmp(member->key, "pixels") == 0 ||
                             strcmp(member->key, "$schema") == 0;
        tr_json_set(document, of_file ? scene : lone, member->key, tr_json_copy(document, member));
    }
    tr_json_append(document, planets, lone);
    tr_json_set(document, scene, "planets", planets);
    *root = scene;
    return planets;
}

// Parameters that a lone planet has none of: of its place and of its sun.
static bool is_of_scene(const tr_change *change) {
    char first[TR_PATH_BYTES];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(change->path, "."), change->path);
    return change->value && (tr_is_planet_key(first) || tr_is_scene_key(first));
}

tr_status tr_text_change(const char *text, const char *home, int planet, int count, const tr_change *changes,
                         char **out, tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL, *node = NULL;
    *out = NULL;
    tr_status status = tr_json_create(&document, error);
    if (status == TR_OK)
        status = parse(document, text, planet, &root, &node, error);
    for (int i = 0; i < count && status == TR_OK; i++)
        if (home && is_of_scene(&changes[i])) {
            tr_json *planets = planets_of(document, home, &root);
            node = planet == TR_OF_SCENE ? root : tr_json_at(planets, (size_t)planet);
        }
    for (int i = 0; i < count && status == TR_OK; i++)
        status = change(document, node, planet != TR_OF_SCENE, &changes[i], error);
    if (status == TR_OK)
        status = write_root(document, root, out, error);
    tr_json_destroy(document);
    return status;
}

tr_status tr_text_differences(const char *text, int planet, void (*each)(void *context, const char *path),
                              void *context, tr_error *error) {
    static const char *const not_reported[] = {"$schema", "format", "pixels", "name",
                                               "type",    "seed",   "set",    "view"};
    tr_json_document *document;
    tr_json *root = NULL, *node = NULL;
    tr_status status = tr_json_create(&document, error);
    if (status == TR_OK)
        status = parse(document, text, planet, &root, &node, error);
    for (const tr_json *member = status == TR_OK ? tr_json_members(node) : NULL; member;
         member = member->next) {
        bool reported = true;
        for (size_t i = 0; i < sizeof not_reported / sizeof not_reported[0]; i++)
            reported = reported && strcmp(member->key, not_reported[i]) != 0;
        if (reported)
            each(context, member->key);
    }
    if (status == TR_OK)
        for (const tr_json *member = tr_json_members(tr_json_get(node, "set")); member; member = member->next)
            each(context, member->key);
    tr_json_destroy(document);
    return status;
}

// ---- bodies ------------------------------------------------------------------------------------

static bool has_name(const tr_json *planets, const char *name) {
    bool found = false;
    for (const tr_json *planet = tr_json_first(planets); planet && !found; planet = planet->next) {
        const char *have = tr_json_text(tr_json_get(planet, "name"));
        found = have && strcmp(have, name) == 0;
    }
    return found;
}

static void find_name(const tr_json *planets, const char *what, char name[TR_PLANET_NAME_BYTES]) {
    snprintf(name, TR_PLANET_NAME_BYTES, "%s", what);
    for (int n = 2; has_name(planets, name); n++)
        snprintf(name, TR_PLANET_NAME_BYTES, "%s %d", what, n);
}

static void append_body(tr_json_document *document, tr_json *planets, const char *around, const char *name,
                        const char *type, uint64_t seed, double orbit_km) {
    const double golden_deg = 137.5; // no two stand on one side
    tr_json *orbit = tr_json_new_object(
        document, "around", around ? tr_json_new_text(document, around) : (tr_json *)0, "radius_km",
        tr_json_new_number(document, orbit_km), "phase_deg",
        tr_json_new_number(document, fmod(golden_deg * (double)tr_json_count(planets), 360)), NULL);
    tr_json *body = tr_json_new_object(
        document, "name", tr_json_new_text(document, name), "type", tr_json_new_text(document, type), "seed",
        tr_json_new_whole(document, (int64_t)seed), "locked",
        around ? tr_json_new_flag(document, true) : (tr_json *)0, "orbit", orbit, NULL);
    tr_json_append(document, planets, body);
}

tr_status tr_text_add_body(const char *text, const char *home, int around, const char *type, uint64_t seed,
                           double orbit_km, char name[TR_PLANET_NAME_BYTES], char **out, tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL, *node = NULL;
    *out = NULL;
    tr_status status = tr_json_create(&document, error);
    if (status == TR_OK)
        status = parse(document, text, around < 0 ? TR_OF_SCENE : around, &root, &node, error);
    if (status == TR_OK) {
        tr_json *planets = planets_of(document, home, &root);
        const tr_json *centre = around >= 0 ? tr_json_at(planets, (size_t)around) : NULL;
        if (tr_json_count(planets) >= TR_MAX_PLANETS)
            status = tr_fail(error, TR_BAD_INPUT, "a scene has at most %d planets", TR_MAX_PLANETS);
        find_name(planets, centre ? "Moon" : "Planet", name);
        append_body(document, planets, tr_json_text(tr_json_get(centre, "name")), name, type, seed, orbit_km);
    }
    if (status == TR_OK)
        status = write_root(document, root, out, error);
    tr_json_destroy(document);
    return status;
}

// Takes out what goes round a body of that name, and what goes round that.
static void remove_moons(tr_json_document *document, tr_json *planets, const char *name) {
    for (tr_json *planet = tr_json_first(planets), *next; planet; planet = next) {
        const char *around = tr_json_text(tr_json_get(tr_json_get(planet, "orbit"), "around"));
        next = planet->next;
        if (!around || strcmp(around, name) != 0)
            continue;
        const char *own = tr_json_text(tr_json_get(planet, "name"));
        tr_json_remove(document, planets, planet);
        if (own)
            remove_moons(document, planets, own);
        next = tr_json_first(planets); // the list is another one
    }
}

tr_status tr_text_remove_planet(const char *text, int planet, char **out, tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL, *node = NULL;
    *out = NULL;
    tr_status status = tr_json_create(&document, error);
    if (status == TR_OK)
        status = parse(document, text, planet, &root, &node, error);
    tr_json *planets = tr_json_get(root, "planets");
    if (status == TR_OK && planets) {
        const char *name = tr_json_text(tr_json_get(node, "name"));
        tr_json_remove(document, planets, node);
        if (name)
            remove_moons(document, planets, name);
    }
    if (status == TR_OK && tr_json_count(planets) == 0)
        status = tr_fail(error, TR_BAD_USAGE, "the last planet stays");
    if (status == TR_OK)
        status = write_root(document, root, out, error);
    tr_json_destroy(document);
    return status;
}

// ---- names ---------------------------------------------------------------------------------------

// Files are called by it.
static tr_status check_name(const tr_json *planets, const tr_json *planet, const char *name, tr_error *error) {
    const char *have = tr_json_text(tr_json_get(planet, "name"));
    if (planets && !name[0])
        return tr_fail(error, TR_BAD_USAGE, "a planet of a scene needs a name");
    if (strlen(name) >= TR_PLANET_NAME_BYTES)
        return tr_fail(error, TR_BAD_USAGE, "a name has at most %d bytes", TR_PLANET_NAME_BYTES - 1);
    for (const char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < ' ' || *c == 127)
            return tr_fail(error, TR_BAD_USAGE, "files are called by this name: it cannot have a %s in it",
                           *c == '/' ? "slash" : "control character");
    if (name[0] == '.')
        return tr_fail(error, TR_BAD_USAGE, "files are called by this name: it cannot begin with a dot");
    if (has_name(planets, name) && !(have && strcmp(have, name) == 0))
        return tr_fail(error, TR_BAD_USAGE, "there is a planet called '%s' here already", name);
    return TR_OK;
}

// What goes round a body of that name goes round the new one.
static void rename_centres(tr_json_document *document, tr_json *planets, const char *from, const char *to) {
    for (tr_json *planet = tr_json_first(planets); planet; planet = planet->next) {
        tr_json *holders[] = {tr_json_get(planet, "orbit"), tr_json_get(planet, "set")};
        for (size_t i = 0; i < 2; i++) {
            const char *key = i == 0 ? "around" : "orbit.around";
            const char *around = tr_json_text(tr_json_get(holders[i], key));
            if (around && strcmp(around, from) == 0)
                tr_json_set(document, holders[i], key, tr_json_new_text(document, to));
        }
    }
}

static tr_status rename_planet(tr_json_document *document, tr_json *root, tr_json *planet, const char *name,
                               tr_error *error) {
    tr_json *planets = tr_json_get(root, "planets"), *set = tr_json_get(planet, "set");
    const tr_status status = check_name(planets, planet, name, error);
    if (status != TR_OK)
        return status;
    const char *before = tr_json_text(tr_json_get(planet, "name"));
    if (before)
        rename_centres(document, planets, before, name);
    remove_member(document, set, "name"); // of a share link
    if (set && tr_json_count(set) == 0)
        tr_json_remove(document, planet, set);
    if (name[0])
        tr_json_set(document, planet, "name", tr_json_new_text(document, name));
    else
        remove_member(document, planet, "name");
    return TR_OK;
}

tr_status tr_text_rename_planet(const char *text, int planet, const char *name, char **out, tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL, *node = NULL;
    *out = NULL;
    tr_status status = tr_json_create(&document, error);
    if (status == TR_OK)
        status = parse(document, text, planet, &root, &node, error);
    if (status == TR_OK)
        status = rename_planet(document, root, node, name, error);
    if (status == TR_OK)
        status = write_root(document, root, out, error);
    tr_json_destroy(document);
    return status;
}
