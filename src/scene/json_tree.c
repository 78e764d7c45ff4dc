// From text to trees: parsing, the built-in types, what a seed draws from ranges, and --set.
#include "base/embed.h"
#include "base/hash.h"
#include "scene/json.h"
#include "scene/position.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- text to tree ------------------------------------------------------------------------------

tr_status json_parse_text(const char *file, const char *text, size_t size, json_t **root, tr_error *error) {
    int line, column;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) // a byte order mark, as some editors leave
        text += 3, size -= 3;
    if (tr_json_too_deep(text, size, JSON_MAX_DEPTH, &line, &column)) {
        tr_fail(error, TR_BAD_INPUT, "nested deeper than %d levels", JSON_MAX_DEPTH);
    } else {
        json_error_t at;
        *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &at);
        if (json_is_object(*root))
            return TR_OK;
        if (*root) {
            json_decref(*root);
            *root = NULL;
            line = column = 1;
            tr_fail(error, TR_BAD_INPUT, "a world is a JSON object: { … }");
        } else {
            line = at.line > 0 ? at.line : 1, column = at.column > 0 ? at.column : 1;
            tr_fail(error, TR_BAD_INPUT, "%s", at.text);
        }
    }
    if (error && error->line == 0) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = line, error->column = column;
    }
    return TR_BAD_INPUT;
}

// ---- what is built in ----------------------------------------------------------------------------

static const char type_folder[] = "scenes/types/", scene_folder[] = "scenes/";

static const tr_embedded_file *find_builtin(const char *folder, const char *world) {
    char name[128];
    snprintf(name, sizeof name, "%s%s.json", folder, world);
    return tr_embedded_find(name);
}

static int list_builtin(const char *folder, char (*names)[TR_NAME_BYTES], int most) {
    size_t files;
    const tr_embedded_file *file = tr_embedded_files(&files);
    int count = 0;
    for (size_t i = 0; i < files; i++) {
        const char *dot = strrchr(file[i].name, '.'), *start = file[i].name + strlen(folder);
        if (strncmp(file[i].name, folder, strlen(folder)) != 0 || !dot || strchr(start, '/'))
            continue;
        if (count < most)
            snprintf(names[count], TR_NAME_BYTES, "%.*s", (int)(dot - start), start);
        count++;
    }
    return count;
}

int tr_type_list(char (*names)[TR_NAME_BYTES], int most) { return list_builtin(type_folder, names, most); }

int tr_scene_list(char (*names)[TR_NAME_BYTES], int most) { return list_builtin(scene_folder, names, most); }

static void read_summary(const tr_embedded_file *file, char *summary, size_t size) {
    json_t *root = NULL;
    summary[0] = 0;
    if (file && json_parse_text(file->name, file->text, file->size, &root, NULL) == TR_OK)
        snprintf(summary, size, "%s",
                 json_string_length(json_object_get(root, "summary"))
                     ? json_string_value(json_object_get(root, "summary"))
                     : "");
    json_decref(root);
}

void tr_type_summary(const char *type, char *summary, size_t size) {
    read_summary(find_builtin(type_folder, type), summary, size);
}

void tr_scene_summary(const char *scene, char *summary, size_t size) {
    read_summary(find_builtin(scene_folder, scene), summary, size);
}

// No such type, nor such a scene where one may be meant.
static tr_status unknown_name(const char *name, bool or_scene, tr_error *error) {
    enum { most = 64 };
    char names[2 * most][TR_NAME_BYTES];
    const char *candidates[2 * most], *what = or_scene ? "planet type or scene" : "planet type";
    int count = tr_type_list(names, most);
    if (or_scene)
        count += tr_scene_list(names + count, most);
    for (int i = 0; i < count; i++)
        candidates[i] = names[i];
    const char *nearest = tr_nearest_name(name, candidates, count);
    if (nearest)
        return tr_fail(error, TR_BAD_USAGE, "there is no %s '%s'; did you mean '%s'?", what, name, nearest);
    return tr_fail(error, TR_BAD_USAGE,
                   "there is no %s '%s'; `terrella list types`%s names them, and a file has a '/' or a '.' in "
                   "its name",
                   what, name, or_scene ? " or `list scenes`" : "");
}

tr_status json_load_type(const char *type, json_t **root, tr_error *error) {
    const tr_embedded_file *file = find_builtin(type_folder, type);
    return file ? json_parse_text(file->name, file->text, file->size, root, error)
                : unknown_name(type, false, error);
}

tr_status json_load_builtin(const char *name, json_t **root, tr_error *error) {
    const tr_embedded_file *type = find_builtin(type_folder, name);
    const tr_embedded_file *file = type ? type : find_builtin(scene_folder, name);
    if (!file)
        return unknown_name(name, true, error);
    const tr_status status = json_parse_text(file->name, file->text, file->size, root, error);
    if (status == TR_OK && type)
        json_object_set_new(*root, "type", json_string(name));
    return status;
}

// ---- ranges ------------------------------------------------------------------------------------

// A drawn number has six digits, so that it can be read, written and typed again.
static double six_digits(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", x);
    return strtod(text, NULL);
}

// What a place in the recipe is called when a value is drawn for it: its path, or the name that "by" gives, so
// that draws can be tied together.
static double draw(const json_t *node, uint64_t seed, const char *path) {
    const char *by = json_string_value(json_object_get(node, "by"));
    return tr_hash_unit(tr_hash_text(seed, by ? by : path));
}

static json_t *resolve_range(const json_t *node, const json_t *range, uint64_t seed, const char *path) {
    const json_t *a = json_array_get(range, 0), *b = json_array_get(range, 1);
    const double most = 1e15; // beyond that whole numbers are not exact
    double low = json_number_value(a), high = json_number_value(b), u = draw(node, seed, path);
    if (low > high) { // what falls while others that are drawn with it rise
        const double lower = high;
        high = low, low = lower, u = 1 - u;
    }
    // What is no range is left standing: the reader then says that it is no value.
    if (!json_is_number(a) || !json_is_number(b) || !(low >= -most && low <= high && high <= most))
        return json_deep_copy(node);
    if (json_is_integer(a) && json_is_integer(b))
        return json_integer((json_int_t)fmin(low + floor(u * (high - low + 1)), high));
    return json_real(six_digits(low + u * (high - low)));
}

static json_t *resolve_object(const json_t *node, uint64_t seed, const char *path) {
    const json_t *range = json_object_get(node, "range"), *choices = json_object_get(node, "choose");
    if (json_array_size(range) == 2)
        return resolve_range(node, range, seed, path);
    if (json_array_size(choices) > 0) {
        size_t index = (size_t)(draw(node, seed, path) * (double)json_array_size(choices));
        return json_resolve(json_array_get(choices, index), seed, path);
    }
    json_t *result = json_object();
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)node, key, value) {
        char inner[JSON_PATH_BYTES];
        snprintf(inner, sizeof inner, "%s%s%s", path, path[0] ? "." : "", key);
        json_object_set_new(result, key, json_resolve(value, seed, inner));
    }
    return result;
}

// A copy of a tree in which every {"range": [a, b]} and {"choose": […]} has been replaced by what the seed
// draws.
json_t *json_resolve(const json_t *node, uint64_t seed, const char *path) {
    if (json_is_object(node))
        return resolve_object(node, seed, path);
    if (!json_is_array(node))
        return json_deep_copy(node);
    json_t *result = json_array();
    for (size_t i = 0; i < json_array_size(node); i++) {
        const json_t *element = json_array_get(node, i);
        const char *name = json_string_value(json_object_get(element, "name"));
        char inner[JSON_PATH_BYTES];
        if (name)
            snprintf(inner, sizeof inner, "%s.%s", path, name);
        else
            snprintf(inner, sizeof inner, "%s.%zu", path, i);
        json_array_append_new(result, json_resolve(element, seed, inner));
    }
    return result;
}

// ---- sets --------------------------------------------------------------------------------------

static json_t *find_named(json_t *array, const char *name) {
    char *end;
    unsigned long index = strtoul(name, &end, 10);
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *element = json_array_get(array, i);
        const char *have = json_string_value(json_object_get(element, "name"));
        if (have && strcmp(have, name) == 0)
            return element;
    }
    return *name && *end == 0 ? json_array_get(array, index) : NULL;
}

static tr_status unknown_element(const json_t *array, const char *set, const char *name, tr_error *error) {
    const char *candidates[TR_MAX_LAYERS];
    int count = 0;
    for (size_t i = 0; i < json_array_size(array) && count < TR_MAX_LAYERS; i++) {
        const char *have = json_string_value(json_object_get(json_array_get(array, i), "name"));
        if (have)
            candidates[count++] = have;
    }
    const char *nearest = tr_nearest_name(name, candidates, count);
    if (nearest && strcmp(nearest, name) == 0)
        return tr_fail(error, TR_BAD_USAGE, "--set %s: name the parameter too: %s.KEY", set, name);
    return tr_fail(error, TR_BAD_USAGE, "--set %s: there is no '%s'%s%s%s", set, name,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static json_t *parse_set_value(const char *text) {
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    return value ? value : json_string(text);
}

// Changes one place of the tree. Places that do not exist in the tree are made; whether they may exist is seen
// when the tree is read.
tr_status json_apply_set(json_t *root, const char *set, tr_error *error) {
    const char *equals = strchr(set, '=');
    if (!equals || equals == set)
        return tr_fail(error, TR_BAD_USAGE, "--set wants KEY=VALUE, not '%s'", set);
    char path[JSON_PATH_BYTES];
    snprintf(path, sizeof path, "%.*s", (int)(equals - set), set);
    json_t *node = root;
    char *key = path;
    for (char *dot; (dot = strchr(key, '.')); key = dot + 1) {
        *dot = 0;
        json_t *inner = json_is_array(node) ? find_named(node, key) : json_object_get(node, key);
        if (!inner && json_is_array(node))
            return unknown_element(node, set, key, error);
        if (!json_is_object(inner) && !json_is_array(inner)) {
            if (json_is_array(node))
                return tr_fail(error, TR_BAD_USAGE, "--set %s: there is nothing below '%s'", set, key);
            inner = json_object();
            if (json_object_set_new(node, key, inner) != 0)
                return tr_fail(error, TR_NO_MEMORY, "no memory for --set %s", set);
        }
        node = inner;
    }
    json_t *value = parse_set_value(equals + 1);
    if (!value)
        return tr_fail(error, TR_BAD_USAGE, "--set %s: the value is not UTF-8", path);
    if (json_is_array(node)) {
        char *end;
        unsigned long index = strtoul(key, &end, 10);
        if (*key && *end == 0 && index < json_array_size(node)) {
            json_array_set_new(node, index, value);
            return TR_OK;
        }
        json_decref(value);
        return unknown_element(node, set, key, error);
    }
    json_object_set_new(node, key, value);
    return TR_OK;
}
