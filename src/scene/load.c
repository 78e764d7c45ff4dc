// Worlds: what a user asked for becomes a scene. The tree of a type is overlaid with the file's, its ranges are
// drawn with the seed, sets change it, and then it is read.
#include "base/hash.h"
#include "base/memory.h"
#include "scene/link.h"
#include "scene/private/source.h"
#include "scene/private/trees.h"
#include "scene/seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- worlds ------------------------------------------------------------------------------------

// A world on its way from names and text to a scene.
typedef struct loading {
    const tr_world *world;
    tr_json_document *document;
    tr_json *tree;             // concrete: ranges drawn, sets applied
    const char *text;          // that it was read from
    const tr_json *planets;    // of a scene
    const tr_json *scene_sets; // what a file that names a built-in scene sets in it
    bool has_seed;             // of the world, or of such a file
    uint64_t seed;
    tr_error *error;
    const tr_json_source *read_sets, *sets_source; // a text whose "set" was read, and what its values are from
    int file_sets;                                 // how many differences stood in "set"s so far
    int left_out;                                  // 0, or the one of them that is not applied, from 1 on,
    tr_error *left_out_place;                      // and where it stands
    char wrong[TR_PATH_BYTES];                     // the path whose value a set made wrong
} loading;

// The path and value that a set means.
static const char *set_of(const loading *l, int i, char text[TR_PATH_BYTES + 4096]) {
    const char *set = l->world->sets[i];
    if (!l->world->field_width || strlen(set) > 4096)
        return set;
    tr_field_place_set(l->world->name, set, text, TR_PATH_BYTES + 4096);
    return text;
}

// Whether a path is that of the seed of a planet, or of the world; "seed", or of a planet by its name or its
// number "planets.2.seed".
static bool is_seed_of(const loading *l, const tr_json *node, const char *path) {
    if (strncmp(path, "planets.", 8) == 0) {
        path += 8;
        if (tr_tree_step(l->planets, &path) != node)
            return false;
    }
    return strcmp(path, "seed") == 0;
}

// The number of a seed, written as one or in words. False for all else.
static bool read_seed(const tr_json *value, uint64_t *seed) {
    if (tr_json_text(value))
        return tr_seed_read(value->text, seed, NULL) == TR_OK;
    if (!tr_json_is(value, TR_JSON_WHOLE) || value->whole < 0)
        return false;
    *seed = (uint64_t)value->whole;
    return true;
}

// A seed that is set draws the ranges too, as --seed does.
static bool sets_seed(const loading *l, const tr_json *node, const char *set, uint64_t *seed) {
    const size_t length = strcspn(set, "=");
    char path[TR_PATH_BYTES];
    tr_json *value;
    if (!set[length] || length >= sizeof path)
        return false;
    snprintf(path, sizeof path, "%.*s", (int)length, set);
    return is_seed_of(l, node, path) &&
           tr_tree_parse_value(l->document, set, set + length + 1, &value, NULL) == TR_OK &&
           read_seed(value, seed);
}

uint64_t tr_world_seed(uint64_t seed, size_t planets, const char *place) {
    return planets > 1 ? tr_hash_text(seed, place) >> 1 : seed;
}

// The seed of a recipe at a place ("", "planets.Vesta"). False when what stands there is none: reading the
// recipe then says so.
static bool find_seed(const loading *l, const tr_json *node, const char *place, uint64_t *seed) {
    const tr_json *written = tr_json_get(node, "seed");
    const bool readable = read_seed(written, seed);
    bool set = false;
    if (!readable)
        *seed = 1;
    if (l->has_seed) // each planet of several gets its own
        *seed = tr_world_seed(l->seed, tr_json_count(l->planets), place);
    for (const tr_json *member = tr_json_members(l->scene_sets); member; member = member->next)
        set = (is_seed_of(l, node, member->key) && read_seed(member, seed)) || set;
    for (int i = 0; i < l->world->set_count; i++) // the last one wins, as in the recipe
        set = sets_seed(l, node, l->world->sets[i], seed) || set;
    return set || l->has_seed || !written || readable;
}

// All ranges are drawn with the seed, so it cannot be drawn itself.
static tr_status check_seed(const loading *l, const tr_json *node, const char *place) {
    const tr_json *written = tr_json_get(node, "seed");
    if (!tr_json_is(written, TR_JSON_OBJECT))
        return TR_OK;
    snprintf(l->error->path, sizeof l->error->path, "%s%sseed", place, *place ? "." : "");
    tr_json_locate(written, l->error);
    return tr_fail(l->error, TR_BAD_INPUT,
                   "a seed is not drawn, it draws: a whole number 0 … 9223372036854775807, or words");
}

// Whether a set wants another type, of the world or of a planet: types are overlaid before sets.
static bool sets_type(const char *set) {
    const char *behind_name = strncmp(set, "planets.", 8) == 0 ? strchr(set + 8, '.') : NULL;
    const char *key = behind_name ? behind_name + 1 : set;
    return strncmp(key, "type", 4) == 0 && strcspn(key, ".=") == 4;
}

// Whether a set wants other planets as a whole: they would have neither type nor seed.
static bool sets_planets(const char *set) {
    if (strncmp(set, "planets", 7) != 0 || strcspn(set, ".=") != 7)
        return false;
    return set[7] != '.' || set[8 + strcspn(set + 8, ".=")] != '.';
}

// Whether "set" can make a difference: not what all draws follow from. `scene`: it is that of a whole scene.
static tr_status check_difference(const char *path, bool scene, tr_error *error) {
    const size_t length = strcspn(path, ".");
    const char *const beside = strncmp(path, "type", length) == 0 && length == 4   ? "type"
                               : strncmp(path, "seed", length) == 0 && length == 4 ? "seed"
                                                                                   : NULL;
    if (!*path)
        return tr_fail(error, TR_BAD_USAGE, "the path of a parameter is wanted, not \"\"");
    if (beside)
        return tr_fail(error, TR_BAD_USAGE,
                       "\"%s\" stands beside \"set\", not in it: what is set changes what they gave", beside);
    if (strncmp(path, "set", length) == 0 && length == 3)
        return tr_fail(error, TR_BAD_USAGE,
                       "there is no \"set\" in \"set\": write {\"layers.NAME.octaves\": 9, …}");
    if (!scene && strncmp(path, "planets", length) == 0 && length == 7)
        return tr_fail(error, TR_BAD_USAGE,
                       "a planet has no \"planets\": in a scene, each of them has a \"set\" of its own");
    if (scene && (sets_type(path) || sets_planets(path)))
        return tr_fail(error, TR_BAD_USAGE,
                       "planets and their types stand in the scene's own file: name a parameter, as in "
                       "planets.NAME.noisiness");
    return TR_OK;
}

static void mark_as_set(tr_json *node, const tr_json_source *source) {
    node->source = source;
    for (tr_json *inner = tr_json_first(node); inner; inner = inner->next)
        mark_as_set(inner, source);
}

// A copy of what "set" says, which knows that it was set.
static tr_json *copy_difference(loading *l, const tr_json *member) {
    tr_json *value = tr_json_copy(l->document, member);
    const tr_json_source *from = member->source;
    if (from && l->read_sets != from) {
        l->sets_source =
            tr_json_new_source(l->document, TR_JSON_SET, from->name, from->text, strlen(from->text));
        l->read_sets = from;
    }
    if (from && tr_json_check(l->document, NULL) == TR_OK)
        mark_as_set(value, l->sets_source);
    return value;
}

// Differences of a scene that name none of its own keys are meant for each of its planets, as sets are.
static tr_status put_difference(loading *l, tr_json *tree, const tr_json *member, tr_error *error) {
    const tr_json *planets = tr_json_get(tree, "planets");
    char key[TR_PATH_BYTES];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(member->key, "."), member->key);
    if (!planets || tr_is_scene_key(key))
        return tr_tree_put(l->document, tree, member->key, copy_difference(l, member), error);
    tr_status status = TR_OK;
    for (tr_json *planet = tr_json_first(planets); planet && status == TR_OK; planet = planet->next)
        if (tr_json_is(planet, TR_JSON_OBJECT)) // else reading it says what is wrong with it
            status = tr_tree_put(l->document, planet, member->key, copy_difference(l, member), error);
    return status;
}

static tr_status apply_difference(loading *l, const char *place, tr_json *tree, const tr_json *member) {
    if (++l->file_sets == l->left_out) {
        tr_json_locate(member, l->left_out_place);
        return TR_OK;
    }
    tr_error inner = {0};
    tr_status status = check_difference(member->key, tr_json_get(tree, "planets") != NULL, &inner);
    if (status == TR_OK)
        status = put_difference(l, tree, member, &inner);
    if (status != TR_BAD_USAGE)
        return status == TR_OK ? TR_OK : tr_json_check(l->document, l->error);
    snprintf(l->error->path, sizeof l->error->path, "%s%s%s", place, *place ? "." : "", member->key);
    tr_json_locate(member, l->error);
    return tr_fail(l->error, TR_BAD_INPUT, "%s", inner.message);
}

// The differences that a file has in "set": the same as sets of the command line, which come later.
static tr_status apply_differences(loading *l, const char *place, tr_json *tree, const tr_json *differences) {
    if (differences && differences->kind != TR_JSON_OBJECT) {
        snprintf(l->error->path, sizeof l->error->path, "%s%sset", place, *place ? "." : "");
        tr_json_locate(differences, l->error);
        return tr_fail(l->error, TR_BAD_INPUT, "must be an object: {\"layers.NAME.octaves\": 9, …}");
    }
    tr_status status = TR_OK;
    for (const tr_json *member = tr_json_members(differences); member && status == TR_OK; member = member->next)
        status = apply_difference(l, place, tree, member);
    return status;
}

// The concrete recipe tree: the type that `node` names, overlaid with node, its ranges drawn with the seed,
// with the differences of the file.
static tr_status make_concrete(loading *l, const tr_json *node, const char *place, tr_json **out) {
    uint64_t seed;
    const bool known = find_seed(l, node, place, &seed);
    const tr_json *named = tr_json_get(node, "type");
    tr_json *drawn = named ? tr_tree_resolve(l->document, named, seed, "type") : NULL;
    const char *type = tr_json_text(drawn);
    tr_json *base = tr_json_new(l->document, TR_JSON_OBJECT);
    tr_status status = check_seed(l, node, place);
    // a recipe with layers of its own is whole: its type is only a name
    if (status == TR_OK && type && !tr_json_get(node, "layers")) {
        status = tr_tree_of_type(l->document, type, &base, l->error);
        if (status == TR_BAD_USAGE && named->source) {
            l->error->status = status = TR_BAD_INPUT;
            snprintf(l->error->path, sizeof l->error->path, "%s%stype", place, *place ? "." : "");
            tr_json_locate(named, l->error);
        }
    }
    if (status != TR_OK)
        return status;
    tr_json_update(l->document, base, node);
    if (type)
        tr_json_set(l->document, base, "type", drawn); // the seed of all else would draw another one
    base->source = node->source, base->offset = node->offset;
    tr_json *differences = tr_json_get(base, "set");
    if (differences)
        tr_json_remove(l->document, base, differences);
    *out = tr_tree_resolve(l->document, base, tr_type_seed(type ? type : "", seed), "");
    status = tr_json_check(l->document, l->error);
    if (status == TR_OK && !tr_json_is(*out, TR_JSON_OBJECT)) { // but drawn from a range or a choice
        snprintf(l->error->path, sizeof l->error->path, "%s", place);
        tr_json_locate(node, l->error);
        return tr_fail(l->error, TR_BAD_INPUT, "must be an object: { … }");
    }
    if (status == TR_OK)
        status = apply_differences(l, place, *out, differences);
    if (known) {
        tr_json *number = tr_json_new_whole(l->document, (int64_t)seed);
        tr_json_set(l->document, *out, "seed", number);
    }
    return status == TR_OK ? tr_json_check(l->document, l->error) : status;
}

static tr_status check_planet_count(const loading *l, const tr_json *planets) {
    const size_t count = tr_json_count(planets);
    if (tr_json_is(planets, TR_JSON_ARRAY) && count > 0 && count <= TR_MAX_PLANETS)
        return TR_OK;
    snprintf(l->error->path, sizeof l->error->path, "planets");
    tr_json_locate(planets, l->error);
    return tr_fail(l->error, TR_BAD_INPUT, "a scene has 1 … %d planets, this one has %zu", TR_MAX_PLANETS,
                   count);
}

static tr_status make_concrete_scene(loading *l, tr_json *root) {
    tr_json *planets = tr_json_get(root, "planets");
    tr_status status = check_planet_count(l, planets); // before any of them is built
    l->planets = planets;
    size_t index = 0;
    for (tr_json *node = tr_json_first(planets), *next; node && status == TR_OK; node = next, index++) {
        next = node->next;
        const char *name = tr_json_text(tr_json_get(node, "name"));
        char place[TR_PATH_BYTES];
        snprintf(place, sizeof place, "planets.%s", name ? name : "");
        if (!tr_json_is(node, TR_JSON_OBJECT))
            continue; // reading it says what is wrong with it
        tr_json *concrete;
        status = make_concrete(l, node, place, &concrete);
        if (status == TR_OK)
            tr_json_replace(l->document, planets, index, concrete);
    }
    l->tree = root;
    return status;
}

static bool is_scene(const tr_json *tree) { return tr_json_get(tree, "planets") != NULL; }

// Sets of a scene that name none of its own keys are meant for each of its planets.
static tr_status apply_set(loading *l, const char *place, const char *set) {
    tr_json *planets = tr_json_get(l->tree, "planets");
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(place, ".="), place);
    if (sets_type(place))
        return tr_fail(l->error, TR_BAD_USAGE,
                       planets ? "--set %s: the type of a planet stands in the scene's file"
                               : "--set %s: the type is the world itself, as in `terrella show toxic`",
                       set);
    if (sets_planets(place))
        return tr_fail(l->error, TR_BAD_USAGE,
                       "--set %.200s: name the parameter too: planets.NAME.KEY=VALUE; planets themselves stand "
                       "in the scene's file",
                       set);
    tr_status status = l->world->field_width ? tr_field_check_set(place, set, l->error) : TR_OK;
    if (status != TR_OK || !planets || tr_is_scene_key(key))
        return status != TR_OK ? status : tr_tree_set(l->document, l->tree, place, set, l->error);
    for (tr_json *planet = tr_json_first(planets); planet && status == TR_OK; planet = planet->next)
        if (tr_json_is(planet, TR_JSON_OBJECT)) // else reading it says what is wrong with it
            status = tr_tree_set(l->document, planet, place, set, l->error);
    return status;
}

static tr_status apply_sets(loading *l) {
    tr_status status = TR_OK;
    for (int i = 0; i < l->world->set_count && status == TR_OK; i++) {
        char text[TR_PATH_BYTES + 4096];
        status = apply_set(l, set_of(l, i, text), l->world->sets[i]);
    }
    return status;
}

// ---- loading -----------------------------------------------------------------------------------

// A file may name a built-in scene as its type, and change it by a seed and a "set", as options do: its tree
// takes the place of the file's.
static tr_status expand_scene(loading *l, tr_json **root) {
    static const char *const known[] = {"type",   "seed",   "set",     "$schema",
                                        "format", "pixels", "summary", "view"};
    const char *name = tr_json_text(tr_json_get(*root, "type"));
    const tr_json *seed = tr_json_get(*root, "seed");
    if (!name || tr_json_get(*root, "layers") || !tr_tree_is_scene(name))
        return TR_OK;
    for (const tr_json *member = tr_json_members(*root); member; member = member->next) {
        size_t i = 0;
        while (i < sizeof known / sizeof known[0] && strcmp(member->key, known[i]) != 0)
            i++;
        if (i < sizeof known / sizeof known[0])
            continue;
        snprintf(l->error->path, sizeof l->error->path, "%s", member->key);
        tr_json_locate(member, l->error);
        return tr_fail(l->error, TR_BAD_INPUT,
                       "'%s' is a scene: what changes in it stands in \"set\": {\"planets.NAME.KEY\": 1, …}",
                       name);
    }
    if (seed && !l->has_seed) {
        l->has_seed = read_seed(seed, &l->seed);
        if (!l->has_seed) {
            snprintf(l->error->path, sizeof l->error->path, "seed");
            tr_json_locate(seed, l->error);
            return tr_fail(l->error, TR_BAD_INPUT,
                           "seed must be a whole number 0 … 9223372036854775807, or words");
        }
    }
    tr_json *scene;
    const tr_status status = tr_tree_of_builtin(l->document, name, &scene, l->error);
    l->scene_sets = tr_json_get(*root, "set");
    for (int i = 3; i < 6 && status == TR_OK; i++)
        if (tr_json_get(*root, known[i]))
            tr_json_set(l->document, scene, known[i], tr_json_copy(l->document, tr_json_get(*root, known[i])));
    if (status == TR_OK)
        *root = scene;
    return status;
}

static tr_status load_tree(loading *l) {
    tr_json *root = NULL;
    tr_status status;
    l->has_seed = l->world->has_seed, l->seed = l->world->seed;
    if (l->world->field_width) {
        const char *from = NULL;
        for (int i = 0; i < l->world->set_count; i++)
            if (strncmp(l->world->sets[i], "from=", 5) == 0)
                from = l->world->sets[i] + 5;
        status = tr_tree_of_field(l->document, l->world->name, from, &root, l->error);
    } else
        status = tr_tree_of_world(l->document, l->world, &root, l->error);
    if (status == TR_OK && root->source)
        l->text = root->source->text;
    if (status == TR_OK)
        status = expand_scene(l, &root);
    if (status == TR_OK)
        status = is_scene(root) ? make_concrete_scene(l, root) : make_concrete(l, root, "", &l->tree);
    if (status == TR_OK)
        status = apply_differences(l, "", l->tree, l->scene_sets);
    if (status == TR_OK)
        status = apply_sets(l);
    return status == TR_OK ? tr_json_check(l->document, l->error) : status;
}

static tr_status load(loading *l, tr_scene *scene) {
    const tr_world *world = l->world;
    tr_status status = tr_json_create(&l->document, l->error);
    if (status == TR_OK)
        status = load_tree(l);
    const tr_field_fit fit = {world->name, l->tree, world->field_width};
    if (status == TR_OK)
        status = tr_tree_read_scene(l->tree, world->field_width ? &fit : NULL, scene, l->error);
    if (status == TR_OK && world->field_width)
        status = tr_field_finish(l->tree, scene->planets[0].recipe, l->error);
    return status;
}

// ---- who is to blame ---------------------------------------------------------------------------

// The innermost value on the way to a path that a user wrote, in a file or in an option.
static const tr_json *find_written(const tr_json *tree, const char *path) {
    const tr_json *node = tree, *written = NULL;
    for (const char *s = path;;) {
        if (node && node->source && node->source->origin != TR_JSON_BUILTIN)
            written = node;
        if (!node || !*s)
            return written;
        node = tr_tree_step(node, &s);
    }
}

// Whether the same world is right with these sets instead of its own, and without one difference of its file
// (0: with all); *place becomes where that stands.
static bool loads_with(const loading *l, int set_count, const char *const *sets, int left_out,
                       tr_error *place) {
    tr_error error = {0};
    tr_world world = *l->world;
    tr_scene scene = {0};
    loading other = {.world = &world, .error = &error, .left_out = left_out, .left_out_place = place};
    world.set_count = set_count, world.sets = sets;
    if (tr_source_is_file(world.name) && !world.field_width)
        world.text = l->text; // a pipe cannot be read again
    const bool well = load(&other, &scene) == TR_OK;
    tr_scene_clear(&scene);
    tr_json_destroy(other.document);
    return well;
}

// The set without which all would be well; NULL where there is no such one.
static const char *find_culprit(const loading *l) {
    const int count = l->world->set_count;
    const char **others = tr_calloc((size_t)count, sizeof *others), *found = NULL;
    for (int i = count - 1; i >= 0 && others && !found; i--) {
        for (int k = 0; k < count - 1; k++)
            others[k] = l->world->sets[k + (k >= i)];
        if (loads_with(l, count - 1, others, 0, NULL))
            found = l->world->sets[i];
    }
    tr_free(others);
    return found;
}

// The place of the difference of the file without which all would be well. False where there is no such one.
static bool find_difference(const loading *l, tr_error *place) {
    enum { tries = 16, most = 256 }; // each loads the world
    for (int i = l->file_sets; l->file_sets <= most && i > 0 && i > l->file_sets - tries; i--) {
        *place = (tr_error){0};
        if (loads_with(l, l->world->set_count, l->world->sets, i, place))
            return true;
    }
    return false;
}

static tr_status blame_set(loading *l, const char *set) {
    const tr_error inner = *l->error;
    snprintf(l->wrong, sizeof l->wrong, "%s", inner.path);
    const size_t length = strlen(inner.path);
    const bool reported = length == 0 || (set && strncmp(set, inner.path, length) == 0 && set[length] == '=');
    *l->error = (tr_error){0};
    return tr_fail(l->error, TR_BAD_USAGE, "%s%.200s: %s%s%.500s", set ? "--set " : "one of the --set",
                   set ? set : "", reported ? "" : inner.path, reported ? "" : ": ", inner.message);
}

// Turns the path of a wrong value into a place: that of a --set when it was set (then it is wrong usage), else
// line and column in the file. A law over two values has the path of one, where the other may have been set:
// what is right without sets is wrong by one of them, and so are the differences of a file. What is not written
// in a file comes from its type: then the nearest thing that is written is the place.
static tr_status blame(loading *l, tr_status status) {
    const tr_error *error = l->error;
    if (error->status != TR_BAD_INPUT || error->line > 0 || error->file[0])
        return status;
    const tr_json *written = find_written(l->tree, error->path);
    if (written && written->source->origin == TR_JSON_OPTION)
        return blame_set(l, written->source->name);
    if (l->world->set_count > 0 && (!written || loads_with(l, 0, NULL, 0, NULL))) // built-in types are right
        return blame_set(l, l->world->set_count > 1 ? find_culprit(l) : l->world->sets[0]);
    tr_error place = {0};
    const bool guilty = written && written->source->origin == TR_JSON_SET;
    if (!guilty && l->file_sets > 0 && find_difference(l, &place)) {
        snprintf(l->error->file, sizeof l->error->file, "%s", place.file);
        l->error->line = place.line, l->error->column = place.column;
    }
    tr_json_locate(written, l->error); // unless it has a place now
    return status;
}

// Nobody sees the text that a share link stands for: places in it say nothing.
static void forget_place(const tr_world *world, tr_error *error) {
    if (!error || world->text || !tr_link_is(world->name) || error->line == 0)
        return;
    error->line = error->column = 0;
    snprintf(error->file, sizeof error->file, "the share link");
}

// ---- worlds and their bounds -------------------------------------------------------------------

tr_status tr_world_bounds(const tr_world *world, tr_bounds *bounds, tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL, *base = NULL;
    *bounds = (tr_bounds){0};
    tr_status status = tr_json_create(&document, error);
    if (status != TR_OK)
        return status;
    status = tr_tree_of_world(document, world, &root, error);
    const char *type = tr_json_text(tr_json_get(root, "type"));
    if (status == TR_OK && type && !tr_json_get(root, "bounds")) {
        status = tr_tree_of_type(document, type, &base, NULL);
        if (status == TR_NO_MEMORY)
            tr_json_check(document, error);
        else
            root = status == TR_OK ? base : root, status = TR_OK;
    }
    if (status == TR_OK) {
        status = tr_tree_read_bounds(root, bounds, error);
        if (status != TR_OK && error)
            tr_json_locate(find_written(root, error->path), error);
    }
    if (status != TR_OK)
        forget_place(world, error);
    tr_json_destroy(document);
    return status;
}

tr_status tr_world_load(const tr_world *world, tr_scene *scene, tr_error *error) {
    tr_error local = {0};
    loading l = {.world = world, .error = error ? error : &local};
    *scene = (tr_scene){0};
    tr_status status = load(&l, scene);
    if (status != TR_OK)
        status = blame(&l, status);
    if (status != TR_OK)
        forget_place(world, l.error);
    tr_json_destroy(l.document);
    return status;
}

// ---- sets alone ----------------------------------------------------------------------------------

static tr_status read_changed(loading *l, tr_recipe *recipe) {
    tr_scene scene = {0};
    tr_status status = tr_tree_read_scene(l->tree, NULL, &scene, l->error);
    if (status == TR_OK) {
        tr_recipe *changed = scene.planets[0].recipe;
        const tr_recipe before = *recipe;
        *recipe = *changed;
        *changed = before; // which goes with the scene
    }
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_recipe_set(tr_recipe *recipe, int count, const char *const *sets, tr_error *error) {
    tr_error own = {0}; // blame() looks into it: it must not be an earlier failure
    const tr_world world = {.set_count = count, .sets = sets};
    loading l = {.world = &world, .error = &own};
    tr_status status = tr_json_create(&l.document, l.error);
    if (status == TR_OK) {
        l.tree = tr_recipe_write(l.document, recipe);
        status = apply_sets(&l);
    }
    if (status == TR_OK && is_scene(l.tree))
        status =
            tr_fail(l.error, TR_BAD_USAGE, "a recipe is one planet: there are no \"planets\" in it to set");
    if (status == TR_OK)
        status = tr_json_check(l.document, l.error);
    if (status == TR_OK)
        status = read_changed(&l, recipe);
    if (status != TR_OK)
        status = blame(&l, status);
    static const char option[] = "--set "; // of the command line, which nobody wrote here
    if (strncmp(own.message, option, strlen(option)) == 0)
        memmove(own.message, own.message + strlen(option), strlen(own.message + strlen(option)) + 1);
    if (!own.path[0])
        snprintf(own.path, sizeof own.path, "%s", l.wrong);
    if (status != TR_OK && error && error->status == TR_OK)
        *error = own;
    tr_json_destroy(l.document);
    return status;
}
