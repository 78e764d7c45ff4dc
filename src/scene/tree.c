// From names to trees: the built-in types, and draws from ranges by the seed.
#include "base/embed.h"
#include "base/hash.h"
#include "scene/private/trees.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- built-in trees --------------------------------------------------------------------------------

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

static tr_status parse(tr_json_document *document, const tr_embedded_file *file, tr_json **root,
                       tr_error *error) {
    return tr_json_parse(document, TR_JSON_BUILTIN, file->name, file->text, file->size, root, error);
}

static tr_status read_summary(const tr_embedded_file *file, char *summary, size_t size, tr_error *error) {
    tr_json_document document = {0};
    tr_json *root = NULL;
    summary[0] = 0;
    const tr_status status = file ? parse(&document, file, &root, error) : TR_OK;
    const char *text = tr_json_text(tr_json_get(root, "summary"));
    snprintf(summary, size, "%s", text ? text : "");
    tr_json_clear(&document);
    return status;
}

tr_status tr_type_summary(const char *type, char *summary, size_t size, tr_error *error) {
    return read_summary(find_builtin(type_folder, type), summary, size, error);
}

tr_status tr_scene_summary(const char *scene, char *summary, size_t size, tr_error *error) {
    return read_summary(find_builtin(scene_folder, scene), summary, size, error);
}

tr_status tr_type_lowest(const tr_recipe *recipe, double *metres, tr_error *error) {
    const tr_embedded_file *file = find_builtin(type_folder, recipe->type);
    tr_json_document document = {0};
    tr_json *root = NULL;
    *metres = recipe->height_min_m < 0 ? recipe->height_min_m
                                       : tr_parameter_find(&tr_recipe_table, "height_min_m")->fallback;
    if (!file)
        return TR_OK;
    const tr_status status = parse(&document, file, &root, error);
    const tr_json *lowest = tr_json_get(root, "height_min_m");
    if (tr_json_is_number(lowest))
        *metres = tr_json_number(lowest);
    tr_json_clear(&document);
    return status;
}

// Reports that there is no such type, or scene if that is allowed too.
static tr_status unknown_name(const char *name, bool or_scene, tr_error *error) {
    enum { most = 64 };
    char names[2 * most][TR_NAME_BYTES];
    char hint[TR_HINT_BYTES];
    const char *candidates[2 * most], *what = or_scene ? "planet type or scene" : "planet type";
    int count = tr_type_list(names, most);
    if (or_scene)
        count += tr_scene_list(names + count, most);
    for (int i = 0; i < count; i++)
        candidates[i] = names[i];
    const char *otherwise = or_scene
                                ? "; `terrella list types` or `list scenes` names them, and a file has a '/' "
                                  "or a '.' in its name"
                                : "; `terrella list types` names them";
    return tr_fail(error, TR_BAD_USAGE, "there is no %s '%s'%s", what, name,
                   tr_nearest_hint(name, candidates, count, otherwise, hint));
}

tr_status tr_type_check(const char *type, tr_error *error) {
    return find_builtin(type_folder, type) ? TR_OK : unknown_name(type, false, error);
}

tr_status tr_tree_of_type(tr_json_document *document, const char *type, tr_json **root, tr_error *error) {
    const tr_embedded_file *file = find_builtin(type_folder, type);
    return file ? parse(document, file, root, error) : unknown_name(type, false, error);
}

tr_status tr_tree_of_builtin(tr_json_document *document, const char *name, tr_json **root, tr_error *error) {
    const tr_embedded_file *type = find_builtin(type_folder, name);
    const tr_embedded_file *file = type ? type : find_builtin(scene_folder, name);
    if (!file)
        return unknown_name(name, true, error);
    const tr_status status = parse(document, file, root, error);
    if (status == TR_OK && type)
        tr_json_set(document, *root, "type", tr_json_new_text(document, name));
    return status;
}

bool tr_tree_is_scene(const char *name) {
    return !strchr(name, '/') && !find_builtin(type_folder, name) && find_builtin(scene_folder, name);
}

// ---- ranges ------------------------------------------------------------------------------------

// A drawn number has six digits, so that it can be read, written and typed.
static double six_digits(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", x);
    return strtod(text, NULL);
}

// Draws a number. The seed is combined with the path in the recipe, or with the name in "by", which ties draws
// together.
static double draw(const tr_json *node, uint64_t seed, const char *path) {
    const char *by = tr_json_text(tr_json_get(node, "by"));
    return tr_hash_unit(tr_hash_text(seed, by ? by : path));
}

static tr_json *resolve_range(tr_json_document *document, const tr_json *node, const tr_json *range,
                              uint64_t seed, const char *path) {
    const tr_json *a = tr_json_at(range, 0), *b = tr_json_at(range, 1);
    const double most = 1e15; // whole numbers above that are not exact
    double low = tr_json_number(a), high = tr_json_number(b), u = draw(node, seed, path);
    if (low > high) { // a value that decreases while others with the same "by" increase
        const double lower = high;
        high = low, low = lower, u = 1 - u;
    }
    if (!tr_json_is_number(a) || !tr_json_is_number(b) || !(low >= -most && low <= high && high <= most))
        return tr_json_copy(document, node);
    if (tr_json_is(a, TR_JSON_WHOLE) && tr_json_is(b, TR_JSON_WHOLE))
        return tr_json_new_whole(document, (int64_t)fmin(low + floor(u * (high - low + 1)), high));
    return tr_json_new_real(document, six_digits(low + u * (high - low)));
}

// The copy of a list keeps the position of the original in the text.
static tr_json *begin_list(tr_json_document *document, const tr_json *node) {
    tr_json *list = tr_json_new(document, node->kind);
    list->source = node->source, list->offset = node->offset;
    return list;
}

// Whether a node is only a draw of that kind, "range" or "choose".
static bool is_draw(const tr_json *node, const char *kind) {
    bool is = tr_json_is(tr_json_get(node, kind), TR_JSON_ARRAY);
    for (const tr_json *member = tr_json_members(node); member && is; member = member->next)
        is = strcmp(member->key, kind) == 0 || (strcmp(member->key, "by") == 0 && tr_json_text(member));
    return is;
}

static tr_json *resolve_object(tr_json_document *document, const tr_json *node, uint64_t seed,
                               const char *path) {
    const tr_json *range = tr_json_get(node, "range"), *choices = tr_json_get(node, "choose");
    // An invalid draw is copied unchanged; the reader then reports it.
    if (is_draw(node, "range") && range->count == 2) {
        tr_json *drawn = resolve_range(document, node, range, seed, path);
        drawn->source = node->source, drawn->offset = node->offset;
        return drawn;
    }
    if (is_draw(node, "choose") && choices->count > 0) {
        size_t index = (size_t)(draw(node, seed, path) * (double)choices->count);
        return tr_tree_resolve(document, tr_json_at(choices, index), seed, path);
    }
    tr_json *result = begin_list(document, node);
    for (const tr_json *member = tr_json_members(node); member; member = member->next) {
        char inner[TR_PATH_BYTES];
        snprintf(inner, sizeof inner, "%s%s%s", path, path[0] ? "." : "", member->key);
        tr_json_add(document, result, member->key, tr_tree_resolve(document, member, seed, inner));
    }
    return result;
}

// Copies a tree with every {"range": [a, b]} and {"choose": […]} replaced by the draw of the seed.
tr_json *tr_tree_resolve(tr_json_document *document, const tr_json *node, uint64_t seed, const char *path) {
    if (tr_json_is(node, TR_JSON_OBJECT))
        return resolve_object(document, node, seed, path);
    if (!tr_json_is(node, TR_JSON_ARRAY))
        return tr_json_copy(document, node);
    tr_json *result = begin_list(document, node);
    size_t index = 0;
    for (const tr_json *element = tr_json_first(node); element; element = element->next, index++) {
        const char *name = tr_json_text(tr_json_get(element, "name"));
        char inner[TR_PATH_BYTES];
        if (name)
            snprintf(inner, sizeof inner, "%s.%s", path, name);
        else
            snprintf(inner, sizeof inner, "%s.%zu", path, index);
        tr_json_append(document, result, tr_tree_resolve(document, element, seed, inner));
    }
    return result;
}
