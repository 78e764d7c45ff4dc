#include "scene/differences.h"

#include "scene/private/trees.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- worlds ------------------------------------------------------------------------------------

// A built-in type is referred to by its name, because the type alone determines everything.
static tr_status read_root(tr_json_document *document, const tr_world *world, tr_json **root, tr_error *error) {
    tr_json *options;
    const tr_status status = tr_tree_of_world(document, world, root, error);
    if (status != TR_OK)
        return status;
    const bool is_type = !world->text && (*root)->source && (*root)->source->origin == TR_JSON_BUILTIN &&
                         !tr_json_get(*root, "planets");
    if (is_type)
        *root = tr_json_new_object(document, "type", tr_json_new_text(document, world->name), "seed",
                                   tr_json_new_whole(document, 1), NULL);
    return tr_tree_join(document, world, true, root, &options, error);
}

tr_status tr_world_text(const tr_world *world, char **text, tr_error *error) {
    tr_json_document document = {0};
    tr_json *root = NULL;
    *text = NULL;
    tr_status status = read_root(&document, world, &root, error);
    if (status == TR_OK)
        status = tr_tree_write(&document, root, true, text, error);
    tr_json_clear(&document);
    return status;
}

// ---- texts -------------------------------------------------------------------------------------

// A text that is changed.
typedef struct editing {
    tr_json_document document;
    tr_json *root, *node; // node: of the edited planet, or of the scene
} editing;

static tr_status begin(editing *e, const char *text, int planet, tr_error *error) {
    *e = (editing){0};
    const tr_status status =
        tr_json_parse(&e->document, TR_JSON_FILE, "world", text, strlen(text), &e->root, error);
    if (status != TR_OK)
        return status;
    const tr_json *planets = tr_json_get(e->root, "planets");
    e->node =
        planet == TR_OF_SCENE || (!planets && planet == 0) ? e->root : tr_json_at(planets, (size_t)planet);
    return tr_json_is(e->node, TR_JSON_OBJECT) ? TR_OK
                                               : tr_fail(error, TR_BAD_INPUT, "there is no planet %d", planet);
}

// Writes it where all went well.
static tr_status end(editing *e, tr_status status, char **out, tr_error *error) {
    *out = NULL;
    if (status == TR_OK)
        status = tr_tree_write(&e->document, e->root, true, out, error);
    tr_json_clear(&e->document);
    return status;
}

// The list of planets. A lone planet becomes its first element.
static tr_json *planets_of(editing *e, const char *home) {
    tr_json_document *document = &e->document;
    tr_json *planets = tr_json_get(e->root, "planets");
    if (planets)
        return planets;
    tr_json *scene = tr_json_new(document, TR_JSON_OBJECT), *lone = tr_json_new(document, TR_JSON_OBJECT);
    planets = tr_json_new(document, TR_JSON_ARRAY);
    tr_json_set(document, lone, "name", tr_json_new_text(document, home));
    for (const tr_json *member = tr_json_members(e->root); member; member = member->next) {
        const bool of_file = strcmp(member->key, "format") == 0 || strcmp(member->key, "pixels") == 0 ||
                             strcmp(member->key, "$schema") == 0;
        tr_json_set(document, of_file ? scene : lone, member->key, tr_json_copy(document, member));
    }
    tr_json_append(document, planets, lone);
    tr_json_set(document, scene, "planets", planets);
    e->root = scene;
    return planets;
}

// Whether a parameter does not exist for a lone planet: its place, or the star.
static bool is_of_scene(const tr_change *change) {
    char first[TR_PATH_BYTES];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(change->path, "."), change->path);
    return change->value && (tr_parameter_find(&tr_planet_table, first) || tr_is_scene_key(first));
}

tr_status tr_text_change(const char *text, const char *home, int planet, int count, const tr_change *changes,
                         char **out, tr_error *error) {
    editing e;
    tr_status status = begin(&e, text, planet, error);
    for (int i = 0; i < count && status == TR_OK; i++)
        if (home && is_of_scene(&changes[i])) {
            tr_json *planets = planets_of(&e, home);
            e.node = planet == TR_OF_SCENE ? e.root : tr_json_at(planets, (size_t)planet);
        }
    for (int i = 0; i < count && status == TR_OK; i++) {
        const tr_change *change = &changes[i];
        tr_json *value = NULL;
        if (change->value)
            status = tr_tree_parse_value(&e.document, change->path, change->value, &value, error);
        if (status == TR_OK)
            status = tr_text_put(&e.document, e.node, planet != TR_OF_SCENE, change->path, value, error);
    }
    return end(&e, status, out, error);
}

tr_status tr_text_differences(const char *text, int planet, void (*each)(void *context, const char *path),
                              void *context, tr_error *error) {
    static const char *const not_reported[] = {"$schema", "format", "pixels", "name",
                                               "type",    "seed",   "set",    "view"};
    editing e;
    const tr_status status = begin(&e, text, planet, error);
    for (const tr_json *member = status == TR_OK ? tr_json_members(e.node) : NULL; member;
         member = member->next) {
        bool reported = true;
        for (size_t i = 0; i < sizeof not_reported / sizeof not_reported[0]; i++)
            reported = reported && strcmp(member->key, not_reported[i]) != 0;
        if (reported)
            each(context, member->key);
    }
    if (status == TR_OK)
        for (const tr_json *member = tr_json_members(tr_json_get(e.node, "set")); member; member = member->next)
            each(context, member->key);
    tr_json_clear(&e.document);
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
    const double golden_deg = 137.5; // angle between successive bodies, so that they are spread around
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
    editing e;
    tr_status status = begin(&e, text, around < 0 ? TR_OF_SCENE : around, error);
    if (status == TR_OK) {
        tr_json *planets = planets_of(&e, home);
        const tr_json *centre = around >= 0 ? tr_json_at(planets, (size_t)around) : NULL;
        if (tr_json_count(planets) >= TR_MAX_PLANETS)
            status = tr_fail(error, TR_BAD_INPUT, "a scene has at most %d planets", TR_MAX_PLANETS);
        find_name(planets, centre ? "Moon" : "Planet", name);
        append_body(&e.document, planets, tr_json_text(tr_json_get(centre, "name")), name, type, seed,
                    orbit_km);
    }
    return end(&e, status, out, error);
}

// Removes everything that orbits the named body, and everything that orbits those.
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
        next = tr_json_first(planets); // the recursion may have changed the list
    }
}

tr_status tr_text_remove_planet(const char *text, int planet, char **out, tr_error *error) {
    editing e;
    tr_status status = begin(&e, text, planet, error);
    tr_json *planets = tr_json_get(e.root, "planets");
    if (status == TR_OK && planets) {
        const char *name = tr_json_text(tr_json_get(e.node, "name"));
        tr_json_remove(&e.document, planets, e.node);
        if (name)
            remove_moons(&e.document, planets, name);
    }
    if (status == TR_OK && tr_json_count(planets) == 0)
        status = tr_fail(error, TR_BAD_USAGE, "the last planet cannot be removed");
    return end(&e, status, out, error);
}

// ---- names ---------------------------------------------------------------------------------------

// File names contain it.
static tr_status check_name(const tr_json *planets, const tr_json *planet, const char *name, tr_error *error) {
    const char *have = tr_json_text(tr_json_get(planet, "name"));
    if (planets && !name[0])
        return tr_fail(error, TR_BAD_USAGE, "a planet of a scene needs a name");
    if (strlen(name) >= TR_PLANET_NAME_BYTES)
        return tr_fail(error, TR_BAD_USAGE, "a name has at most %d bytes", TR_PLANET_NAME_BYTES - 1);
    for (const char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < ' ' || *c == 127)
            return tr_fail(error, TR_BAD_USAGE, "file names contain this name: it must not contain a %s",
                           *c == '/' ? "slash" : "control character");
    if (name[0] == '.')
        return tr_fail(error, TR_BAD_USAGE, "file names contain this name: it must not begin with a dot");
    if (has_name(planets, name) && !(have && strcmp(have, name) == 0))
        return tr_fail(error, TR_BAD_USAGE, "there is already a planet called '%s'", name);
    return TR_OK;
}

// Makes bodies that orbit the old name orbit the new one.
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
    tr_json_drop(document, set, "name"); // from a share link
    if (set && tr_json_count(set) == 0)
        tr_json_remove(document, planet, set);
    if (name[0])
        tr_json_set(document, planet, "name", tr_json_new_text(document, name));
    else
        tr_json_drop(document, planet, "name");
    return TR_OK;
}

tr_status tr_text_rename_planet(const char *text, int planet, const char *name, char **out, tr_error *error) {
    editing e;
    tr_status status = begin(&e, text, planet, error);
    if (status == TR_OK)
        status = rename_planet(&e.document, e.root, e.node, name, error);
    return end(&e, status, out, error);
}
