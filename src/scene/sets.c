// Changes of trees, for --set and the "set" of files.
#include "scene/private/trees.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- paths -------------------------------------------------------------------------------------

// Digits only: strtoul also accepts " 1", "+1" and "-1".
static bool is_number(const char *name) { return *name && name[strspn(name, "0123456789")] == 0; }

// The index of an element by its name, otherwise by its number; the count of elements if there is none.
static size_t find_element(const tr_json *array, const char *name) {
    const unsigned long number = is_number(name) ? strtoul(name, NULL, 10) : ULONG_MAX;
    size_t index = 0;
    for (const tr_json *element = tr_json_first(array); element; element = element->next, index++) {
        const char *have = tr_json_text(tr_json_get(element, "name"));
        if (have && strcmp(have, name) == 0)
            return index;
    }
    return number < index ? number : index;
}

tr_json *tr_tree_step(const tr_json *node, const char **path) {
    char key[TR_PATH_BYTES];
    const size_t length = strcspn(*path, ".");
    snprintf(key, sizeof key, "%.*s", (int)length, *path);
    *path += (*path)[length] == '.' ? length + 1 : length;
    return tr_json_is(node, TR_JSON_ARRAY) ? tr_json_at(node, find_element(node, key)) : tr_json_get(node, key);
}

tr_json *tr_tree_find(const tr_json *root, const char *path) {
    tr_json *node = (tr_json *)(uintptr_t)root;
    while (node && *path)
        node = tr_tree_step(node, &path);
    return node;
}

static tr_status unknown_element(const tr_json *array, const char *name, tr_error *error) {
    const char *candidates[TR_MAX_LAYERS];
    int count = 0;
    for (const tr_json *element = tr_json_first(array); element && count < TR_MAX_LAYERS;
         element = element->next) {
        const char *have = tr_json_text(tr_json_get(element, "name"));
        if (have)
            candidates[count++] = have;
    }
    const char *nearest = tr_nearest_name(name, candidates, count);
    if (nearest && strcmp(nearest, name) == 0)
        return tr_fail(error, TR_BAD_USAGE, "name the parameter too: %s.KEY", name);
    char hint[TR_HINT_BYTES];
    return tr_fail(error, TR_BAD_USAGE, "there is no '%s'%s", name,
                   tr_nearest_hint(name, candidates, count, "", hint));
}

// Whether the first part of a path, of a recipe or of a planet in a scene, is that of a list of named elements.
static bool is_list(const char *path, size_t length) {
    const char *end = path + length;
    if (strncmp(path, "planets.", 8) == 0) { // skips the planet's name
        path += 8 + strcspn(path + 8, ".");
        path += *path == '.';
    }
    for (const tr_parameter_table *table = &tr_recipe_table; table && path < end;) {
        char key[TR_PATH_BYTES];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(path, "."), path);
        path += strlen(key) + 1;
        const tr_parameter *row = tr_parameter_find(table, key);
        if (row && path >= end)
            return row->kind == TR_PARAMETER_LIST;
        table = row && row->kind == TR_PARAMETER_STRUCT ? row->table : NULL;
    }
    return false;
}

// ---- elements of lists -------------------------------------------------------------------------

// Moves an element before another one, or to the end.
static tr_status move_element(tr_json_document *document, tr_json *array, tr_json *element,
                              const tr_json *before, tr_error *error) {
    const char *name = tr_json_text(before);
    if (!name)
        return tr_fail(error, TR_BAD_USAGE,
                       "before needs the name of the element that will follow, or \"\" for the end");
    tr_json *follower = *name ? tr_json_at(array, find_element(array, name)) : NULL;
    if (*name && !follower)
        return unknown_element(array, name, error);
    if (follower == element)
        return TR_OK;
    tr_json_remove(document, array, element);
    tr_json_insert(document, array, follower ? find_element(array, name) : array->count, element);
    return tr_json_check(document, error);
}

// Whether it is a file alone, perhaps with its SHA-256: the picture of a map.
static bool is_file_alone(const tr_json *value) {
    return value->kind == TR_JSON_OBJECT && tr_json_get(value, "file") &&
           value->count == 1 + (tr_json_get(value, "sha256") != NULL);
}

// Gives a map another picture. It keeps its range, its region and whatever else is not of the old picture.
static void change_file(tr_json_document *document, tr_json *map, const tr_json *value) {
    tr_json *digest = tr_json_get(map, "sha256");
    if (digest)
        tr_json_remove(document, map, digest);
    for (tr_json *key = value->first; key; key = key->next)
        tr_json_set(document, map, key->key, tr_json_copy(document, key));
}

// Replaces an element by an object; null removes it, and an object with a new name is appended.
static tr_status put_element(tr_json_document *document, tr_json *array, const char *name, tr_json *value,
                             tr_error *error) {
    const bool numbered = is_number(name);
    tr_json *element = tr_json_at(array, find_element(array, name));
    if (element && value->kind == TR_JSON_NULL)
        tr_json_remove(document, array, element);
    else if (tr_json_is(element, TR_JSON_OBJECT) && !numbered && is_file_alone(value))
        change_file(document, element, value);
    else if (!element && array->count >= TR_MAX_STROKES) // otherwise each set would search thousands
        return tr_fail(error, TR_BAD_USAGE, "'%s' exceeds the limit of %d elements in a list", name,
                       TR_MAX_STROKES);
    else if (!numbered && value->kind == TR_JSON_OBJECT) {
        const size_t place = element ? find_element(array, name) : 0;
        tr_json_set(document, value, "name", tr_json_new_text(document, name));
        element ? tr_json_replace(document, array, place, value) : tr_json_append(document, array, value);
    } else if (element && numbered)
        tr_json_replace(document, array, find_element(array, name), value);
    else
        return unknown_element(array, name, error);
    return tr_json_check(document, error);
}

// ---- changes -----------------------------------------------------------------------------------

// The value of a key of a node, to which members can be added; created if it does not exist.
static tr_status enter(tr_json_document *document, tr_json *node, const char *key, bool list, tr_json **inner,
                       tr_error *error) {
    const bool array = tr_json_is(node, TR_JSON_ARRAY);
    *inner = array ? tr_json_at(node, find_element(node, key)) : tr_json_get(node, key);
    if (!*inner && array)
        return unknown_element(node, key, error);
    if (tr_json_is(*inner, TR_JSON_OBJECT) || tr_json_is(*inner, TR_JSON_ARRAY))
        return TR_OK;
    if (array)
        return tr_fail(error, TR_BAD_USAGE, "there is nothing below '%s'", key);
    *inner = tr_json_new(document, list ? TR_JSON_ARRAY : TR_JSON_OBJECT);
    tr_json_set(document, node, key, *inner);
    return tr_json_check(document, error);
}

// Whether a path names a map, of a recipe or of a planet in a scene, up to its end at `rest`.
static bool is_map(const char *path, const char *rest) {
    const char *list = strncmp(path, "planets.", 8) == 0 ? strchr(path + 8, '.') : NULL;
    list = list ? list + 1 : path;
    return strncmp(list, "maps.", 5) == 0 && rest >= list + 5 &&
           memchr(list + 5, '.', (size_t)(rest - list - 5)) == NULL;
}

static tr_status fail_map(const char *name, tr_error *error) {
    return tr_fail(error, TR_BAD_USAGE, "there is no map '%s': give --map %s%s=FILE first", name,
                   tr_own_kind_of(name) == TR_OWN_CHANNEL ? "any:" : "", name);
}

tr_status tr_tree_put(tr_json_document *document, tr_json *root, const char *path, tr_json *value,
                      tr_error *error) {
    if (strlen(path) >= TR_PATH_BYTES)
        return tr_fail(error, TR_BAD_USAGE, "no parameter has a name of %zu bytes", strlen(path));
    tr_json *node = root;
    for (const char *rest = path;;) {
        char key[TR_PATH_BYTES];
        const size_t length = strcspn(rest, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, rest);
        rest += length;
        if (!*rest && tr_json_is(node, TR_JSON_ARRAY))
            return put_element(document, node, key, value, error);
        if (!*rest) {
            tr_json_set(document, node, key, value);
            return tr_json_check(document, error);
        }
        tr_json *inner;
        tr_error inner_error = {0};
        const tr_status status =
            enter(document, node, key, is_list(path, (size_t)(rest - path)), &inner, &inner_error);
        if (status == TR_BAD_USAGE && !inner && is_map(path, rest))
            return fail_map(key, error);
        if (status != TR_OK)
            return tr_fail(error, status, "%s", inner_error.message);
        rest++;
        if (tr_json_is(node, TR_JSON_ARRAY) && strcmp(rest, "before") == 0)
            return move_element(document, node, inner, value, error);
        node = inner;
    }
}

// ---- options -----------------------------------------------------------------------------------

tr_status tr_tree_parse_value(tr_json_document *document, const char *option, const char *text, tr_json **value,
                              tr_error *error) {
    tr_error why = {0};
    const tr_status status = tr_json_parse(document, TR_JSON_OPTION, option, text, strlen(text), value, &why);
    if (status == TR_BAD_INPUT && document->beyond)
        return tr_fail(error, TR_BAD_USAGE, "the value is too large: %s", why.message);
    if (status == TR_NO_MEMORY)
        return tr_json_check(document, error);
    if (status == TR_OK)
        return TR_OK;
    tr_json_source *source = tr_json_new_source(document, TR_JSON_OPTION, option, text, strlen(text));
    *value = tr_json_new_text(document, text);
    (*value)->source = source;
    if (tr_json_check(document, error) != TR_OK)
        return TR_NO_MEMORY;
    return strcmp((*value)->text, text) == 0 ? TR_OK : tr_fail(error, TR_BAD_USAGE, "the value is not UTF-8");
}

tr_status tr_tree_options(tr_json_document *document, const tr_world *world, tr_json **options,
                          tr_error *error) {
    *options = tr_json_new(document, TR_JSON_OBJECT);
    for (int i = 0; i < world->set_count; i++) {
        const char *set = world->sets[i];
        const size_t length = strcspn(set, "=");
        char key[TR_PATH_BYTES], path[2 * TR_PATH_BYTES];
        tr_json *value;
        tr_error inner = {0};
        if (length == 0 || !set[length])
            return tr_fail(error, TR_BAD_USAGE, "--set %s: expected KEY=VALUE", set);
        if (length >= sizeof key)
            return tr_fail(error, TR_BAD_USAGE, "--set %.60s…: no parameter has a name of %zu bytes", set,
                           length);
        snprintf(key, sizeof key, "%.*s", (int)length, set);
        const tr_status status = tr_tree_parse_value(document, set, set + length + 1, &value, &inner);
        if (status != TR_OK)
            return tr_fail(error, status, "--set %.200s: %s", set, inner.message);
        tr_field_place(world->field_width ? world->name : "", key, path, sizeof path);
        tr_json_add(document, *options, path, value);
    }
    return tr_json_check(document, error);
}
