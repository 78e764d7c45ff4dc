// Worlds: what a user asked for becomes a scene. What all edits say goes to the planets that they mean; the
// tree of a type is overlaid with the planet's, its ranges are drawn with the seed, its edits change it, and
// then it is read.
#include "fields/field.h"
#include "scene/link.h"
#include "scene/private/trees.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- worlds ------------------------------------------------------------------------------------

// State of loading a world.
typedef struct loading {
    const tr_world *world;
    tr_json_document *document;
    tr_json *tree;    // as it is written, then concrete: ranges drawn, edits applied
    tr_json *edits;   // all that were applied: a list of such objects (trees.h)
    tr_json *removed; // what stood in the tree before them, by their paths
    tr_error *error;
    char wrong[TR_PATH_BYTES]; // the path whose value an option made wrong
} loading;

static tr_status create(loading *l) {
    l->edits = tr_json_new(l->document, TR_JSON_ARRAY);
    l->removed = tr_json_new(l->document, TR_JSON_OBJECT);
    return tr_json_check(l->document, l->error);
}

// ---- edits -------------------------------------------------------------------------------------

static void mark_as_set(tr_json *node, const tr_json_source *source) {
    node->source = source;
    for (tr_json *inner = tr_json_first(node); inner; inner = inner->next)
        mark_as_set(inner, source);
}

// Marks the values in the "set" objects of a file, so that errors can name "set" as their origin.
static void mark_sets(tr_json_document *document, tr_json *root) {
    const tr_json_source *from = root->source, *source = NULL;
    tr_json *planet = tr_json_first(tr_json_get(root, "planets"));
    for (tr_json *node = root; node; node = node == root ? planet : node->next) {
        tr_json *set = tr_json_get(node, "set");
        if (!from || !tr_json_is(set, TR_JSON_OBJECT))
            continue;
        if (!source)
            source = tr_json_new_source(document, TR_JSON_SET, from->name, from->text, strlen(from->text));
        mark_as_set(set, source);
    }
}

// Refuses to change what does nothing: the terrain of a layer that shows the one of another layer.
static tr_status check_idle(const tr_json *tree, const char *path, tr_error *error) {
    const tr_kind *kind = &tr_field_find("terrain")->kind;
    const char *key = strrchr(path, '.'), *source;
    const tr_parameter *row = key ? tr_parameter_find(&kind->parameters, key + 1) : NULL;
    char layer[TR_PATH_BYTES];
    if (!row || strncmp(path, "layers.", 7) != 0)
        return TR_OK;
    snprintf(layer, sizeof layer, "%.*s", (int)(key - path), path);
    const tr_json *node = tr_tree_find((tr_json *)(uintptr_t)tree, layer);
    const char *field = tr_json_text(tr_json_get(node, "field"));
    source = tr_json_text(tr_json_get(node, "terrain_from"));
    if (!field || strcmp(field, kind->name) != 0 || !source || !tr_field_ignores(kind, source, row))
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE, "this layer shows the terrain of '%s': change layers.%s.%s", source,
                   source, key + 1);
}

// Applies the edits in "set" and removes "set". Replaced values are kept for blame().
static tr_status apply_set(loading *l, const char *place, tr_json *tree) {
    tr_json *set = tr_json_get(tree, "set");
    if (!set)
        return TR_OK;
    if (!tr_json_is(set, TR_JSON_OBJECT))
        return tr_tree_fail(set, place, "set", "must be an object: {\"layers.NAME.octaves\": 9, …}", l->error);
    tr_json_remove(l->document, tree, set);
    tr_json_append(l->document, l->edits, set);
    for (const tr_json *edit = tr_json_members(set); edit; edit = edit->next) {
        tr_error inner = {0};
        tr_json *before = tr_tree_find(tree, edit->key);
        tr_status status = tr_edit_check(edit, false, &inner);
        if (status == TR_OK && l->world->field_width)
            status = tr_field_check(edit->key, &inner);
        if (status == TR_OK && tr_json_is_of(edit, TR_JSON_OPTION))
            status = check_idle(tree, edit->key, &inner);
        if (status == TR_OK)
            status = tr_tree_put(l->document, tree, edit->key, tr_json_copy(l->document, edit), &inner);
        if (status == TR_BAD_USAGE)
            return tr_edit_fail(edit, place, inner.message, l->error);
        if (status != TR_OK)
            break;
        if (before && tr_tree_find(tree, edit->key) != before)
            tr_json_add(l->document, l->removed, edit->key, before);
    }
    return tr_json_check(l->document, l->error);
}

// ---- planets -----------------------------------------------------------------------------------

// The tree of the type that a planet names; *type is the name, NULL if there is none. A recipe with its own
// layers is complete. It takes only the bounds from its type, if that type exists.
static tr_status read_type(loading *l, const tr_json *node, const char *place, uint64_t seed, tr_json **type,
                           tr_json **base) {
    const tr_json *named = tr_json_get(node, "type");
    *base = tr_json_new(l->document, TR_JSON_OBJECT);
    *type = named ? tr_tree_resolve(l->document, named, seed, "type") : NULL;
    if (!tr_json_text(*type))
        return TR_OK;
    tr_error inner = {0};
    const tr_status status = tr_tree_of_type(l->document, tr_json_text(*type), base, &inner);
    if (tr_json_get(node, "layers") && status != TR_NO_MEMORY) {
        const tr_json *bounds = status == TR_OK ? tr_json_get(*base, "bounds") : NULL;
        *base = tr_json_new_object(l->document, "bounds",
                                   bounds ? tr_json_copy(l->document, bounds) : (tr_json *)0, NULL);
        return TR_OK;
    }
    if (status == TR_BAD_USAGE && named->source)
        return tr_tree_fail(named, place, "type", inner.message, l->error);
    return status == TR_OK ? TR_OK : tr_fail(l->error, status, "%s", inner.message);
}

// The concrete recipe tree: the type that `node` names, overlaid with node, its ranges drawn with the seed, its
// edits applied.
static tr_status make_concrete(loading *l, const tr_json *node, const char *place, tr_json **out) {
    const tr_json *written = tr_json_get(node, "seed");
    uint64_t seed = 1;
    const bool known = tr_tree_seed(written, &seed) || !written; // otherwise reading it reports the error
    tr_json *type, *base;
    if (tr_json_is(written, TR_JSON_OBJECT))
        return tr_tree_fail(
            written, place, "seed",
            "seed must be fixed, not a range or choice: a whole number 0 … 9223372036854775807, or words",
            l->error);
    tr_status status = read_type(l, node, place, seed, &type, &base);
    if (status != TR_OK)
        return status;
    const char *name = tr_json_text(type);
    tr_json_update(l->document, base, node);
    if (name)
        tr_json_set(l->document, base, "type", type); // the seed of the other values may draw another one
    base->source = node->source, base->offset = node->offset;
    tr_json *set = tr_json_get(base, "set");
    if (set) // draws nothing
        tr_json_remove(l->document, base, set);
    *out = tr_tree_resolve(l->document, base, tr_type_seed(name ? name : "", seed), "");
    status = tr_json_check(l->document, l->error);
    if (status == TR_OK && !tr_json_is(*out, TR_JSON_OBJECT)) // it was drawn from a range or a choice
        return tr_tree_fail(node, place, "", "must be an object: { … }", l->error);
    if (status == TR_OK && set)
        tr_json_set(l->document, *out, "set", set);
    if (status == TR_OK)
        status = apply_set(l, place, *out);
    if (known)
        tr_json_set(l->document, *out, "seed", tr_json_new_whole(l->document, (int64_t)seed));
    return status == TR_OK ? tr_json_check(l->document, l->error) : status;
}

static tr_status make_concrete_scene(loading *l) {
    tr_json *planets = tr_json_get(l->tree, "planets");
    const size_t count = tr_json_count(planets);
    char message[80];
    snprintf(message, sizeof message, "a scene has 1 … %d planets, this one has %zu", TR_MAX_PLANETS, count);
    if (!tr_json_is(planets, TR_JSON_ARRAY) || count == 0 || count > TR_MAX_PLANETS)
        return tr_tree_fail(planets, "", "planets", message, l->error); // before any planet is made
    tr_status status = TR_OK;
    size_t index = 0;
    for (tr_json *node = tr_json_first(planets), *next; node && status == TR_OK; node = next, index++) {
        next = node->next;
        const char *name = tr_json_text(tr_json_get(node, "name"));
        char place[TR_PATH_BYTES];
        snprintf(place, sizeof place, "planets.%s", name ? name : "");
        if (!tr_json_is(node, TR_JSON_OBJECT))
            continue; // reading it reports the error
        tr_json *concrete;
        status = make_concrete(l, node, place, &concrete);
        if (status == TR_OK)
            tr_json_replace(l->document, planets, index, concrete);
    }
    return status;
}

// ---- loading -----------------------------------------------------------------------------------

static tr_status read_tree(loading *l) {
    if (!l->world->field_width)
        return tr_tree_of_world(l->document, l->world, &l->tree, l->error);
    const char *from = NULL;
    for (int i = 0; i < l->world->set_count; i++)
        if (strncmp(l->world->sets[i], "from=", 5) == 0)
            from = l->world->sets[i] + 5;
    return tr_tree_of_field(l->document, l->world->name, from, &l->tree, l->error);
}

static tr_status join(loading *l) {
    tr_json *options = NULL;
    mark_sets(l->document, l->tree);
    const tr_status status = tr_tree_join(l->document, l->world, false, &l->tree, &options, l->error);
    if (options)
        tr_json_append(l->document, l->edits, options);
    return status == TR_OK ? tr_json_check(l->document, l->error) : status;
}

static tr_status load(loading *l, tr_scene *scene) {
    const tr_world *world = l->world;
    tr_status status = create(l);
    if (status == TR_OK)
        status = read_tree(l);
    if (status == TR_OK)
        status = join(l);
    if (status == TR_OK)
        status =
            tr_json_get(l->tree, "planets") ? make_concrete_scene(l) : make_concrete(l, l->tree, "", &l->tree);
    const tr_field_fit fit = {world->name, l->tree, world->field_width};
    if (status == TR_OK)
        status = tr_tree_read_scene(l->tree, world->field_width ? &fit : NULL, scene, l->error);
    if (status == TR_OK && world->field_width)
        status = tr_field_finish(l->tree, scene->planets[0].recipe, l->error);
    return status == TR_OK ? tr_scene_attach_files(world, scene, l->error) : status;
}

// ---- positions of errors -------------------------------------------------------------------------

// The innermost value on the way to a path that a user wrote, in a file or in an option; *exact: it is the
// value there.
static const tr_json *find_written(const tr_json *tree, const char *path, bool *exact) {
    const tr_json *node = tree, *written = NULL;
    for (const char *s = path; node;) {
        if (node->source && !tr_json_is_of(node, TR_JSON_BUILTIN))
            written = node;
        *exact = !*s && written == node;
        node = *s ? tr_tree_step(node, &s) : NULL;
    }
    return written;
}

// Whether a message contains a word. The text after ';' is a suggestion and does not count.
static bool has_word(const char *message, const char *word) {
    const size_t length = strlen(word), end = strcspn(message, ";");
    const char *at = message;
    for (; length > 0 && (at = strstr(at, word)) && at < message + end; at++)
        if ((at == message || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
            !(isalnum((unsigned char)at[length]) || at[length] == '_'))
            return true;
    return false;
}

// Whether a message quotes a name that occurs anywhere in a value.
static bool quotes(const char *message, const tr_json *value) {
    char name[TR_NAME_BYTES + 2];
    if (tr_json_text(value)) {
        snprintf(name, sizeof name, "'%.*s'", TR_NAME_BYTES - 1, value->text);
        return has_word(message, name);
    }
    bool found = false;
    for (const tr_json *inner = tr_json_first(value); inner && !found; inner = inner->next)
        found = quotes(message, inner);
    return found;
}

// Whether a message contains a key of an edit. exact: the invalid value itself was written; keys of its path
// then do not count.
static bool has_key(const tr_error *error, const char *keys, bool exact) {
    char key[TR_PATH_BYTES];
    for (size_t length; *keys; keys += length + (keys[length] == '.')) {
        length = strcspn(keys, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, keys);
        if (length > 1 && has_word(error->message, key) && !(exact && has_word(error->path, key)))
            return true; // ("a" is another word)
    }
    return false;
}

// Whether an edit made the object at a path. Then the edit is the cause of unknown keys there.
static bool makes(const char *keys, const char *path) {
    const size_t length = strlen(path);
    if (length > 0 && strncmp(keys, path, length) == 0 && keys[length] == '.')
        return true;
    const char *behind = strncmp(path, "planets.", 8) == 0 ? strchr(path + 8, '.') : NULL;
    return behind && makes(keys, behind + 1);
}

// How closely an edit is related to an error; 0: not at all. A check of two values reports the path of one of
// them and names the other in its message. 1: the message names it. 2: it is also in the same struct. 3: it
// made the invalid object.
static int relate(const loading *l, const tr_json *edit, bool exact) {
    const tr_error *error = l->error;
    if (makes(edit->key, error->path))
        return 3;
    const char *dot = strrchr(edit->key, '.'), *own = strrchr(error->path, '.');
    const size_t before = dot ? (size_t)(dot - edit->key) : 0, place = own ? (size_t)(own - error->path) : 0;
    const bool beside =
        before > 0 && before <= place && strncmp(error->path + place - before, edit->key, before) == 0;
    bool named = has_key(error, edit->key, exact) || quotes(error->message, edit);
    for (const tr_json *gone = tr_json_members(l->removed); gone && !named; gone = gone->next)
        named = strcmp(gone->key, edit->key) == 0 && quotes(error->message, gone); // of one of the planets
    return named ? 1 + beside : 0;
}

static void look_through(const loading *l, const tr_json *edits, bool exact, const tr_json **found, int *best) {
    for (const tr_json *edit = tr_json_members(edits); edit; edit = edit->next) {
        const int relation = edit->source && !tr_json_is_of(edit, TR_JSON_BUILTIN) ? relate(l, edit, exact) : 0;
        if (relation > 0 && relation >= *best)
            *found = edit, *best = relation;
    }
}

// The last edit that is most closely related to the error; NULL: none is. If the invalid value comes from the
// type, the values in the file count as edits, too.
static const tr_json *find_edit(const loading *l, bool exact) {
    const tr_json *found = NULL;
    const char *path = l->error->path;
    int best = 0;
    if (!exact) {
        if (strncmp(path, "planets.", 8) == 0 && (path += 8))
            look_through(l, tr_tree_step(tr_json_get(l->tree, "planets"), &path), exact, &found, &best);
        else
            look_through(l, l->tree, exact, &found, &best);
    }
    for (const tr_json *edits = tr_json_first(l->edits); edits; edits = edits->next)
        look_through(l, edits, exact, &found, &best);
    return found;
}

// set: NULL where it is one of several.
static tr_status blame_set(loading *l, const char *set) {
    const tr_error inner = *l->error;
    snprintf(l->wrong, sizeof l->wrong, "%s", inner.path);
    const size_t length = strlen(inner.path);
    const bool reported = length == 0 || (set && strncmp(set, inner.path, length) == 0 && set[length] == '=');
    *l->error = (tr_error){0};
    return tr_fail(l->error, TR_BAD_USAGE, "%s%.200s: %s%s%.500s", set ? "--set " : "one of the --set",
                   set ? set : "", reported ? "" : inner.path, reported ? "" : ": ", inner.message);
}

// Finds the position of an invalid value from its path. For a value of --set the position is that option, and
// the error becomes TR_BAD_USAGE. Otherwise it is the line and column in the file. If another value made it
// invalid, the position is that of the other value. A value that the file lacks comes from its type, which is
// valid. The position is then that of the edits, or of the nearest value in the file.
static tr_status blame(loading *l, tr_status status) {
    const tr_error *error = l->error;
    const int sets = l->world->set_count;
    bool exact = false;
    if (error->status != TR_BAD_INPUT || error->line > 0 || error->file[0])
        return status;
    const tr_json *written = find_written(l->tree, error->path, &exact);
    if (!tr_json_is_of(written, TR_JSON_OPTION)) {
        const tr_json *edit = find_edit(l, exact);
        if (edit && (tr_json_is_of(edit, TR_JSON_OPTION) || !exact || !tr_json_is_of(written, TR_JSON_SET)))
            written = edit;
        else if (!exact && sets > 0)
            return blame_set(l, sets == 1 ? l->world->sets[0] : NULL);
    }
    if (tr_json_is_of(written, TR_JSON_OPTION))
        return blame_set(l, written->source->name);
    tr_json_locate(written, l->error);
    return status;
}

// Users do not see the text behind a share link, so positions in it are meaningless to them.
static void forget_place(const tr_world *world, tr_error *error) {
    if (!error || world->text || !tr_link_is(world->name) || error->line == 0)
        return;
    error->line = error->column = 0;
    snprintf(error->file, sizeof error->file, "the share link");
}

// ---- worlds ------------------------------------------------------------------------------------

tr_status tr_world_load(const tr_world *world, tr_scene *scene, tr_error *error) {
    tr_error local = {0};
    tr_json_document document = {0};
    loading l = {.world = world, .document = &document, .error = error ? error : &local};
    *scene = (tr_scene){0};
    tr_status status = load(&l, scene);
    if (status != TR_OK)
        status = blame(&l, status);
    if (status != TR_OK)
        forget_place(world, l.error);
    tr_json_clear(&document);
    return status;
}

// ---- sets without loading --------------------------------------------------------------------------

static tr_status read_changed(loading *l, tr_recipe *recipe) {
    tr_scene scene = {0};
    tr_status status = tr_tree_read_scene(l->tree, NULL, &scene, l->error);
    if (status == TR_OK) {
        tr_recipe *changed = scene.planets[0].recipe;
        const tr_recipe before = *recipe;
        changed->files = before.files, changed->file_count = before.file_count;
        for (int i = 0; i < 2; i++)
            changed->limits[i].given = changed->limits[i].given || before.limits[i].given;
        status = tr_recipe_widen_for_maps(changed, NULL, l->error);
        if (status == TR_OK)
            *recipe = *changed, *changed = before; // which is freed with the scene, but for the files
        changed->files = NULL, changed->file_count = 0;
    }
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_recipe_set(tr_recipe *recipe, int count, const char *const *sets, tr_error *error) {
    tr_error own = {0}; // blame() reads it: it must not contain an earlier failure
    const tr_world world = {.set_count = count, .sets = sets};
    tr_json_document document = {0};
    loading l = {.world = &world, .document = &document, .error = &own};
    tr_status status = create(&l);
    if (status == TR_OK) {
        static const double none[2];
        tr_recipe plain = *recipe;
        tr_recipe_widen(&plain, none); // to the limits that it would have without its map
        l.tree = tr_recipe_write(l.document, &plain);
        status = tr_json_check(l.document, l.error);
    }
    if (status == TR_OK)
        status = join(&l);
    if (status == TR_OK)
        status = apply_set(&l, "", l.tree);
    if (status == TR_OK)
        status = read_changed(&l, recipe);
    if (status != TR_OK)
        status = blame(&l, status);
    static const char option[] = "--set "; // an option that the caller of the library did not write
    if (strncmp(own.message, option, strlen(option)) == 0)
        memmove(own.message, own.message + strlen(option), strlen(own.message + strlen(option)) + 1);
    if (!own.path[0])
        snprintf(own.path, sizeof own.path, "%s", l.wrong);
    if (status != TR_OK && error && error->status == TR_OK)
        *error = own;
    tr_json_clear(&document);
    return status;
}
