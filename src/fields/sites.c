#include "fields/private/sites.h"
#include "base/hash.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"

#include <string.h>

// Whether layers of a kind have radii: such kinds begin with a tr_sited and have this check.
static bool has_radii(const tr_kind *kind) { return kind->check == tr_sites_check; }

// Whether layers of a kind can show the centres of a twist.
static bool shows_twists(const tr_kind *kind) {
    return kind == &tr_field_spots.kind || strcmp(kind->name, "fronts") == 0;
}

// The twist whose centres are the spots or cyclones of `owner`, a layer that owns its sites; NULL if the layer
// spreads sites of its own.
static const tr_warp *twist_of(const tr_recipe *recipe, const tr_layer *owner) {
    for (int i = 0; i < recipe->warp_count; i++)
        if (shows_twists(owner->kind) && recipe->warps[i].kind == &tr_warp_twist.kind &&
            strcmp(recipe->warps[i].name, owner->source) == 0)
            return &recipe->warps[i];
    return NULL;
}

tr_status tr_sites_check_owner(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const int owner = layer->source[0] ? tr_recipe_find_layer(recipe, index, layer->source) : -1;
    const tr_kind *other = owner >= 0 ? recipe->layers[owner].kind : NULL;
    const bool has_sites = other && (other == layer->kind || (has_radii(other) && has_radii(layer->kind)));
    const bool of_twist = twist_of(recipe, layer);
    if (layer->source[0] == 0 || has_sites || (of_twist && !other))
        return TR_OK;
    if (of_twist) // a layer takes precedence over a warp of the same name
        return tr_recipe_fail(error, "layers", layer->name, "sites_from",
                              "'%s' is a warp, and also a layer without such sites: rename one of them",
                              layer->source);
    return tr_recipe_fail(error, "layers", layer->name, "sites_from",
                          "no layer before this one has such sites: '%s'", layer->source);
}

tr_status tr_sites_check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const tr_sited *s = PARAMETERS(tr_sited, layer);
    const tr_status status = tr_recipe_check_range(error, "layers", layer->name, "radius_min", s->radius_min,
                                                   "radius_max", s->radius_max);
    return status == TR_OK ? tr_sites_check_owner(recipe, index, error) : status;
}

tr_spread tr_sites_spread_of(const tr_recipe *recipe, const tr_layer *layer) {
    const tr_layer *owner = tr_recipe_owner(recipe, layer);
    const tr_warp *twist = twist_of(recipe, owner);
    const tr_sited *s = PARAMETERS(tr_sited, owner);
    return twist ? tr_twist_spread(recipe, twist)
                 : (tr_spread){.seed = tr_recipe_seed(recipe, owner->name),
                               .count = (int)s->density,
                               .randomness = 1,
                               .radius_min = s->radius_min,
                               .radius_max = s->radius_max,
                               .slope = s->slope,
                               .latitude_max = 90,
                               .group = (int)s->group,
                               .largest_first = true};
}

tr_sites_near tr_sited_cost(const tr_recipe *recipe, int index, double reach, double least, tr_cost *cost) {
    const tr_spread spread = tr_sites_spread_of(recipe, &recipe->layers[index]);
    tr_sites_cost(&spread, cost);
    return tr_sites_count_near(&spread, reach, least);
}

tr_status tr_sites_spread(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    const tr_layer *layer = &m->recipe->layers[index];
    tr_spread spread = tr_sites_spread_of(m->recipe, layer);
    const tr_warp *twist = twist_of(m->recipe, tr_recipe_owner(m->recipe, layer));
    if (twist) // the sites are the centres of the warp
        plan->cache_key = tr_parameters_hash(tr_hash_text(plan->cache_key, twist->name), m->recipe,
                                             &twist->kind->parameters, twist, false);
    spread.meter = m->meter;
    tr_prepare_list(m, spread.count);
    return tr_sites_create(&spread, plan->state, m->error);
}
