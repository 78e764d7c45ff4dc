// Single fields as worlds: a recipe with one layer, for `terrella field`.
#include "fields/fractal.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

int tr_field_list(tr_listed_field *out, int most) {
    int count = 0;
    for (int i = 0; tr_field_types[i]; i++)
        if (tr_field_types[i]->example.name && count++ < most)
            out[count - 1] = (tr_listed_field){tr_field_types[i]->example.name, tr_field_types[i]->kind.what};
    for (int i = 0; tr_warp_types[i]; i++)
        if (tr_warp_types[i]->example.name && count++ < most)
            out[count - 1] = (tr_listed_field){tr_warp_types[i]->example.name, tr_warp_types[i]->example.what};
    return count;
}

static tr_status check_name(const char *name, tr_error *error) {
    enum { most = 128 };
    tr_listed_field fields[most];
    const char *names[most];
    const int count = tr_field_list(fields, most);
    for (int i = 0; i < count && i < most; i++) {
        names[i] = fields[i].name;
        if (strcmp(names[i], name) == 0)
            return TR_OK;
    }
    char hint[TR_HINT_BYTES];
    return tr_fail(
        error, TR_BAD_USAGE, "there is no field '%s'%s", name,
        tr_nearest_hint(name, names, count < most ? count : most, "; `terrella list fields` names them", hint));
}

// A layer of noise in a channel that is not shown, from which the field starts.
static tr_json *make_start(tr_json_document *d, const char *from) {
    const tr_field_type *type = from ? tr_field_find(from) : NULL;
    if (!type || !tr_field_is_fractal(type))
        return NULL;
    return tr_json_new_object(d, "name", tr_json_new_text(d, from), "field", tr_json_new_text(d, from), "scale",
                              tr_json_new_whole(d, 2), "into", tr_json_new_text(d, "start"), NULL);
}

tr_status tr_tree_of_field(tr_json_document *d, const char *name, const char *from, tr_json **root,
                           tr_error *error) {
    tr_status status = check_name(name, error);
    if (status != TR_OK)
        return status;
    const tr_field_example *example = tr_example_find(name);
    status = tr_json_parse(d, TR_JSON_BUILTIN, name, example->json, strlen(example->json), root, error);
    tr_json *start = make_start(d, from);
    if (status == TR_OK && start)
        tr_json_insert(d, tr_json_get(*root, "layers"), 0, start);
    return status == TR_OK ? tr_json_check(d, error) : status;
}

tr_status tr_field_example_json(const char *name, char **text, tr_error *error) {
    static const char *const others[] = {"name", "terrain_from", "flow_from", "sites_from", "warp", "into"};
    tr_json_document d = {0};
    tr_json *root = NULL;
    *text = NULL;
    if (!tr_field_find(name))
        return tr_fail(error, TR_BAD_USAGE, "there is no field '%.60s'", name);
    tr_status status = tr_tree_of_field(&d, name, NULL, &root, error);
    tr_json *layers = status == TR_OK ? tr_json_get(root, "layers") : NULL;
    tr_json *layer = layers ? tr_json_at(layers, tr_json_count(layers) - 1) : NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && layer; i++)
        tr_json_drop(&d, layer, others[i]);
    if (layer)
        status = tr_json_write(&d, layer, false, text, error);
    tr_json_clear(&d);
    return status;
}

// Whether a path is that of a list, of a whole element, or of a key that identifies an element.
static bool is_fixed(const char *path) {
    const bool warps = tr_path_begins(path, "warps");
    if (!warps && !tr_path_begins(path, "layers"))
        return false;
    for (int keys = 0; keys < 2; keys++) {
        path += strcspn(path, ".");
        if (!*path)
            return true;
        path++;
    }
    return tr_path_begins(path, "name") || tr_path_begins(path, warps ? "kind" : "field") ||
           tr_path_begins(path, "into") || tr_path_begins(path, "before");
}

tr_status tr_field_check(const char *path, tr_error *error) {
    if (!is_fixed(path))
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE,
                   "a single field is one layer that makes the height; put more into a recipe (`terrella show` "
                   "prints that of a field's picture)");
}

// Whether layers have a parameter, or warps, of whatever kind.
static bool is_of(const tr_parameter_table *table, const char *key) {
    const tr_kind *kind;
    for (int i = 0; (kind = tr_kind_of(table, i)); i++)
        if (tr_parameter_find(&kind->parameters, key))
            return true;
    return tr_parameter_find(table, key) != NULL;
}

void tr_field_place(const char *name, const char *key, char *path, size_t size) {
    const tr_field_example *example = tr_example_find(name);
    char first[TR_PATH_BYTES];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(key, "."), key);
    const bool warp = example && example->warp && is_of(&tr_warp_table, first);
    if (*name && (warp || is_of(&tr_layer_table, first) || !tr_parameter_find(&tr_recipe_table, first)))
        snprintf(path, size, "%s.%s.%s", warp ? "warps" : "layers", name, key);
    else
        snprintf(path, size, "%s", key);
}

// ---- values that depend on the width and the range -----------------------------------------------

static bool is_set(const void *user, const char *key) { return tr_json_get(user, key) != NULL; }

void tr_field_fit_recipe(const tr_field_fit *fit, tr_recipe *recipe) {
    const tr_field_example *example = tr_example_find(fit->name);
    const int index = recipe->layer_count - 1;
    const tr_json *layers = tr_json_get(fit->tree, "layers");
    if (example && example->fit && index >= 0)
        example->fit(recipe, index, fit->width, is_set, tr_json_at(layers, tr_json_count(layers) - 1));
}

// Sets the heights of a field's map: as the user set them, otherwise the range of its values, limited to what a
// recipe allows.
static tr_status fit_heights(const tr_json *root, tr_recipe *recipe, tr_error *error) {
    const double most = 1e6;
    const bool low_set = tr_json_get(root, "height_min_m"), high_set = tr_json_get(root, "height_max_m");
    double low, high;
    tr_layer_range(recipe, &recipe->layers[recipe->layer_count - 1], &low, &high);
    if (!(low < high)) // all values are the same
        high = low + 1;
    if (!low_set)
        recipe->height_min_m = low < -most ? -most : low > most - 1 ? most - 1 : low;
    if (!high_set)
        recipe->height_max_m = high > most ? most : high < 1 - most ? 1 - most : high;
    if (recipe->height_min_m < recipe->height_max_m)
        return TR_OK;
    return tr_recipe_fail(error, "", "", low_set ? "height_min_m" : "height_max_m",
                          "height_min_m is %g, but must be below height_max_m, which is %g",
                          recipe->height_min_m, recipe->height_max_m);
}

tr_status tr_field_finish(const tr_json *root, tr_recipe *recipe, tr_error *error) {
    enum { steps = 15 };
    tr_status status = fit_heights(root, recipe, error);
    if (status != TR_OK || recipe->albedo.count > 0)
        return status;
    void *added;
    status = tr_list_add(tr_parameter_find(&tr_recipe_table, "albedo"), recipe, NULL, &added, error);
    const int first = recipe->stop_count;
    // grey steps of the picture, because colours are mixed in linear light
    for (int i = 0; i <= steps && status == TR_OK; i++) {
        const uint8_t grey = (uint8_t)(255 * i / steps);
        const double position =
            recipe->height_min_m + (recipe->height_max_m - recipe->height_min_m) * i / steps;
        status = tr_recipe_add_stop(recipe, (tr_stop){position, {grey, grey, grey}, 0}, error);
    }
    if (status != TR_OK)
        return status;
    tr_paint *paint = added;
    snprintf(paint->name, sizeof paint->name, "grey");
    snprintf(paint->channel, sizeof paint->channel, "height");
    paint->gradient = (tr_gradient){first, steps + 1};
    return TR_OK;
}
