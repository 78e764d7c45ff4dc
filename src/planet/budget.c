#include "planet/budget.h"

#include "fields/field.h"
#include "planet/private/own_maps.h"

#include <stdio.h>
#include <string.h>

enum { map_width = 512 }; // its bake counts as work: recipes may be cheap to prepare but costly to evaluate

// The total cost of fields and warps.
typedef struct sum {
    tr_needs *needs;
    double kept, making, operations, places;
    double most_bytes, most_operations;
} sum;

static void add(sum *s, const char *name, const tr_cost *cost, double operations) {
    const double bytes = cost->kept + cost->making;
    s->kept += cost->kept;
    s->making = cost->making > s->making ? cost->making : s->making;
    s->operations += operations;
    if (bytes > s->most_bytes) {
        s->most_bytes = bytes;
        snprintf(s->needs->most_bytes, TR_NAME_BYTES, "%s", name);
    }
    if (operations > s->most_operations) {
        s->most_operations = operations;
        snprintf(s->needs->most_seconds, TR_NAME_BYTES, "%s", name);
    }
}

static void add_all(const tr_recipe *recipe, bool twice, tr_needs *needs) {
    const double texels = 0.5 * map_width * map_width, columns = recipe->mesh_columns;
    sum s = {.needs = needs};
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_cost cost = tr_own_map_cost(recipe, i);
        add(&s, recipe->maps[i].name, &cost, cost.operations);
    }
    for (int i = 0; i < recipe->warp_count; i++) {
        const tr_cost cost =
            tr_warp_cost(recipe, i, map_width); // the cost per sample is counted in the layers that use it
        add(&s, recipe->warps[i].name, &cost, cost.operations);
    }
    for (int i = 0; i < recipe->layer_count; i++) {
        tr_cost cost = tr_field_cost(recipe, i, map_width);
        // once more without strokes, for the level of the sea, on common ground
        if (twice && plan_layer_is(&recipe->layers[i], "terrain"))
            cost.kept *= 2, cost.making *= 1.15, cost.operations *= 1.7;
        add(&s, recipe->layers[i].name, &cost,
            cost.operations + cost.places * s.places + (texels + columns * columns / 2) * cost.sample);
        s.places += tr_field_cost(recipe, i, TR_QUANTILE_WIDTH).sample;
    }
    // besides fields, a surface has segments, tables and perhaps a mesh
    needs->bytes = (uint64_t)(2e6 + s.kept + s.making + 40 * columns * columns / 2);
    needs->seconds = s.operations * TR_OPERATION_SECONDS;
}

tr_status tr_recipe_needs(const tr_recipe *recipe, tr_needs *needs, tr_error *error) {
    tr_recipe *shaped = NULL, *followed = NULL;
    *needs = (tr_needs){0};
    tr_status status = tr_recipe_check(recipe, error);
    if (status == TR_OK) // places that shape the ground are strokes
        status = plan_shape_places(recipe, &shaped, error);
    const tr_recipe *whole = shaped ? shaped : recipe;
    if (status == TR_OK && plan_has_strokes(whole))
        status = tr_recipe_copy(whole, &followed, error);
    if (status == TR_OK && followed)
        status = plan_follow_strokes(followed, error);
    if (status == TR_OK)
        add_all(followed ? followed : whole, followed && plan_needs_plain(whole), needs);
    tr_recipe_destroy(followed);
    tr_recipe_destroy(shaped);
    return status;
}

tr_status tr_budget_check(const tr_budget *budget, const tr_recipe *recipe, tr_needs *needs, tr_error *error) {
    const uint64_t bytes = budget && budget->bytes ? budget->bytes : TR_BUDGET_BYTES;
    const double seconds = budget && budget->seconds > 0 ? budget->seconds : TR_BUDGET_SECONDS;
    tr_needs own;
    needs = needs ? needs : &own;
    const tr_status status = tr_recipe_needs(recipe, needs, error);
    if (status != TR_OK)
        return status;
    if (needs->bytes > bytes)
        return tr_fail(error, TR_BAD_INPUT,
                       "needs about %.2g GB of memory, most of it '%s', and at most %.2g GB are allowed",
                       (double)needs->bytes / 1e9, needs->most_bytes, (double)bytes / 1e9);
    if (needs->seconds > seconds)
        return tr_fail(error, TR_BAD_INPUT,
                       "needs about %.0f s of work, most of it '%s', and at most %.3g s are allowed",
                       needs->seconds, needs->most_seconds, seconds);
    return TR_OK;
}
