// Fields and warps by their names, what values a layer can have, and what they take.
#include "fields/private/list.h"

#include <math.h>
#include <string.h>

const tr_field_type *const tr_field_types[] = {
#define TR_X(name) &tr_field_##name,
    TR_FIELD_LIST(TR_X)
#undef TR_X
        NULL};

const tr_warp_type *const tr_warp_types[] = {
#define TR_X(name) &tr_warp_##name,
    TR_WARP_LIST(TR_X)
#undef TR_X
        NULL};

const tr_kind *tr_kind_of(const tr_parameter_table *table, int index) {
    const void *type = table == &tr_layer_table  ? (const void *)tr_field_types[index]
                       : table == &tr_warp_table ? (const void *)tr_warp_types[index]
                                                 : NULL;
    return type; // whose first member it is
}

const tr_field_type *tr_field_find(const char *name) {
    for (int i = 0; tr_field_types[i]; i++)
        if (strcmp(tr_field_types[i]->kind.name, name) == 0)
            return tr_field_types[i];
    return NULL;
}

bool tr_field_ignores(const tr_kind *kind, const char *source, const tr_parameter *parameter) {
    return kind == &tr_field_terrain.kind && source[0] && parameter->effect == TR_EFFECT_REFORMS;
}

const tr_field_example *tr_example_find(const char *name) {
    for (int i = 0; tr_field_types[i]; i++)
        if (tr_field_types[i]->example.name && strcmp(tr_field_types[i]->example.name, name) == 0)
            return &tr_field_types[i]->example;
    for (int i = 0; tr_warp_types[i]; i++)
        if (tr_warp_types[i]->example.name && strcmp(tr_warp_types[i]->example.name, name) == 0)
            return &tr_warp_types[i]->example;
    return NULL;
}

// ---- reach -------------------------------------------------------------------------------------

// The value of a curve, which is constant beyond its ends.
static double climb(const tr_curve *curve, double x) {
    const double(*p)[2] = curve->points;
    int i = 0;
    while (i + 1 < curve->count && p[i + 1][0] <= x)
        i++;
    if (x <= p[0][0] || i + 1 == curve->count)
        return p[i][1];
    return p[i][1] + (x - p[i][0]) / (p[i + 1][0] - p[i][0]) * (p[i + 1][1] - p[i][1]);
}

void tr_field_reach(const tr_layer *layer, double *low, double *high) {
    const tr_field_type *type = tr_layer_type(layer);
    *low = type->range[0], *high = type->range[1];
    if (type->reach)
        type->reach(layer, low, high);
}

void tr_layer_range(const tr_recipe *recipe, const tr_layer *layer, double *low, double *high) {
    const tr_curve *curve = &layer->curve;
    double from, to;
    tr_field_reach(layer, &from, &to);
    if (layer->absolute) {
        const double a = fabs(from), b = fabs(to);
        from = from <= 0 && to >= 0 ? 0 : fmin(a, b), to = fmax(a, b);
    }
    if (curve->count > 0) { // extremes lie at the ends or at a point between them
        const double ends[2] = {climb(curve, from), climb(curve, to)};
        double least = fmin(ends[0], ends[1]), most = fmax(ends[0], ends[1]);
        for (int i = 0; i < curve->count; i++)
            if (curve->points[i][0] > from && curve->points[i][0] < to)
                least = fmin(least, curve->points[i][1]), most = fmax(most, curve->points[i][1]);
        from = least, to = most;
    }
    const double amount = tr_number_value(layer->amount, recipe),
                 offset = tr_number_value(layer->offset, recipe);
    *low = fmin(amount * from, amount * to) + offset;
    *high = fmax(amount * from, amount * to) + offset;
}

// ---- cost --------------------------------------------------------------------------------------

tr_cost tr_warp_cost(const tr_recipe *recipe, int index, int width) {
    const tr_warp_type *type = (const tr_warp_type *)(const void *)recipe->warps[index].kind;
    tr_cost cost = {0};
    if (type->cost)
        type->cost(recipe, index, width, &cost);
    return cost;
}

tr_cost tr_field_cost(const tr_recipe *recipe, int index, int width) {
    const tr_layer *layer = &recipe->layers[index];
    const tr_field_type *type = tr_layer_type(layer);
    tr_cost cost = {0};
    if (type->cost)
        type->cost(recipe, index, width, &cost);
    cost.sample += TR_SAMPLE_OPERATIONS;
    int warp =
        layer->warp[0] && !type->placeless ? tr_recipe_find_warp(recipe, recipe->warp_count, layer->warp) : -1;
    for (; warp >= 0; warp = recipe->warps[warp].after[0]
                                 ? tr_recipe_find_warp(recipe, warp, recipe->warps[warp].after)
                                 : -1)
        cost.sample += tr_warp_cost(recipe, warp, width).sample;
    return cost;
}
