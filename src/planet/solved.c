// Which layers and warps have fields that are solved for the whole planet, what they are made from, and where
// their solutions come from: a layer before, an earlier surface, or the solver (solution.c).
#include "base/hash.h"
#include "planet/plan.h"

#include <string.h>

// ---- solutions that are there ------------------------------------------------------------------

static plan_solution *solution_at(const tr_surface *surface, int index) {
    return index < surface->warp_count ? surface->warps[index].solution
                                       : surface->layers[index - surface->warp_count].solution;
}

static plan_solution *find_equal(const tr_surface *surface, uint64_t signature) {
    for (int i = 0; surface && i < surface->warp_count + surface->layer_count; i++) {
        plan_solution *s = solution_at(surface, i);
        if (s && s->signature == signature)
            return s;
    }
    return NULL;
}

static plan_solution *find_last(const tr_surface *surface, uint64_t home) {
    for (int i = 0; surface && i < surface->warp_count + surface->layer_count; i++) {
        plan_solution *s = solution_at(surface, i);
        if (s && s->home == home)
            return s;
    }
    return NULL;
}

// The same layer or warp of the same planet, whatever its numbers: seed is made of the planet's and the name.
static uint64_t home_of(const plan_making *m, plan_problem_kind kind, uint64_t seed) {
    return tr_hash_pair(tr_hash_text(seed, m->recipe->type), kind);
}

// The solution of a problem. Layers of one surface share it, and one surface takes it over from another. A
// preview makes do with the last one of that layer or warp, or with a coarse one.
static tr_status obtain(const plan_making *m, plan_problem *problem, plan_solution **out) {
    tr_surface *surface = m->surface;
    const uint64_t signature = plan_problem_sign(problem);
    plan_solution *found = find_equal(surface, signature);
    if (!found)
        found = find_equal(m->previous, signature);
    if (!found && m->preview)
        found = find_last(m->previous, problem->home);
    if (!found && m->preview) {
        plan_problem_coarsen(problem);
        found = find_equal(surface, plan_problem_sign(problem));
    }
    tr_status status = TR_OK;
    if (found) {
        *out = plan_solution_share(found);
    } else {
        const plan_solver with = {.noise = &surface->noise,
                                  .plates = &surface->plates,
                                  .displacement = &surface->displacement,
                                  .pool = m->pool,
                                  .watch = m->watch};
        status = plan_solve(problem, &with, out, m->error);
    }
    if (status == TR_OK && (*out)->signature != signature)
        surface->exact = false;
    return status;
}

// ---- layers ------------------------------------------------------------------------------------

static tr_status solve_displacement(const plan_making *m, const tr_layer *layer, plan_layer *plan) {
    const tr_displacement *d = &layer->displacement;
    plan_problem problem = {.kind = PLAN_DISPLACEMENT,
                            .home = home_of(m, PLAN_DISPLACEMENT, plan->seed),
                            .displacement = {.field = layer->field,
                                             .seed = plan->seed,
                                             .numbers = *d,
                                             .persistence = plan_number(d->persistence, m->recipe, 0, 2)}};
    for (int i = 0; d->from[0] && !problem.displacement.from; i++)
        if (strcmp(m->recipe->layers[i].name, d->from) == 0) {
            problem.displacement.from = &m->surface->layers[i].fractal;
            problem.from = m->surface->layers[i].signature;
        }
    return obtain(m, &problem, &plan->solution);
}

static terrain_numbers resolve_terrain(const tr_recipe *recipe, const tr_terrain *t, uint64_t seed) {
    return (terrain_numbers){.seed = seed,
                             .cells = (int)t->cells,
                             .plates = (int)t->plates,
                             .erosion = (int)t->erosion,
                             .continental = t->continental,
                             .land = t->land,
                             .scale = plan_number(t->scale, recipe, 0.1, 20),
                             .noisiness = plan_number(t->noisiness, recipe, 0, 4),
                             .persistence = plan_number(t->persistence, recipe, 0, 2),
                             .mountains = plan_number(t->mountains, recipe, 0, 10),
                             .hot_spots = t->hot_spots,
                             .wetness = t->wetness,
                             .rivers = t->rivers,
                             .lakes = t->lakes};
}

static tr_status solve_terrain(const plan_making *m, const tr_layer *layer, plan_layer *plan) {
    const tr_terrain *terrain = &tr_recipe_owner(m->recipe, layer)->terrain;
    plan_problem problem = {.kind = PLAN_TERRAIN,
                            .home = home_of(m, PLAN_TERRAIN, plan->seed),
                            .terrain = resolve_terrain(m->recipe, terrain, plan->seed)};
    plan->value = (int)layer->terrain.value;
    return obtain(m, &problem, &plan->solution);
}

static tr_status solve_of_flow(const plan_making *m, const tr_layer *layer, plan_layer *plan) {
    const plan_solution *winds = m->surface->warps[plan_find_warp(m->recipe, layer->flow)].solution;
    // The winds' own signature is part of this one: in a preview, too, it is made from the winds that it shows.
    plan_problem problem = {.kind = PLAN_OF_FLOW,
                            .from = winds->signature,
                            .of_flow = {.field = layer->field, .which = layer->which, .winds = winds}};
    problem.home = plan_problem_sign(&problem);
    return obtain(m, &problem, &plan->solution);
}

tr_status plan_solve_layer(const plan_making *m, const tr_layer *layer, plan_layer *plan) {
    const bool terrain = layer->field == TR_FIELD_TERRAIN || layer->field == TR_FIELD_GULLIES;
    tr_status status = terrain                                  ? solve_terrain(m, layer, plan)
                       : tr_field_is_displacement(layer->field) ? solve_displacement(m, layer, plan)
                                                                : solve_of_flow(m, layer, plan);
    if (status != TR_OK)
        return status;
    const plan_solution *s = plan->solution;
    plan->cube = terrain ? &s->terrain.cubes[plan->value] : &s->cube;
    plan->signature = tr_hash_pair(plan->signature, tr_hash_pair(s->signature, (uint64_t)plan->value));
    return TR_OK;
}

// ---- warps -------------------------------------------------------------------------------------

static tr_flow_numbers winds_of(const tr_recipe *recipe, const tr_warp *warp, uint64_t seed) {
    const tr_winds *w = &warp->winds;
    return (tr_flow_numbers){.seed = seed,
                             .cells = (int)w->cells,
                             .time = plan_number(w->time, recipe, 0, 4),
                             .jets = (int)w->jets,
                             .jet_width = w->jet_width,
                             .equator = w->equator,
                             .equator_width_rad = w->equator_width,
                             .turbulence = plan_number(w->turbulence, recipe, 0, 4),
                             .eddy_scale = plan_number(w->eddies.scale, recipe, 0.01, 10000),
                             .turns = plan_number(w->turns, recipe, 0, 8),
                             .storms = (int)w->storms,
                             .storm_radius = w->storm_radius,
                             .storm_latitude_deg = w->storm_latitude,
                             .storm_longitude_deg = w->storm_longitude,
                             .pearls = (int)w->pearls,
                             .pearl_radius = w->pearl_radius,
                             .pearl_latitude_deg = w->pearl_latitude,
                             .pearl_longitude_deg = w->pearl_longitude,
                             .vortices = (int)w->vortices,
                             .radius_min = w->radius_min,
                             .radius_max = w->radius_max};
}

tr_status plan_solve_winds(const plan_making *m, const tr_warp *warp, uint64_t seed, uint64_t eddies,
                           plan_warp *plan) {
    plan_problem problem = {.kind = PLAN_FLOW,
                            .home = home_of(m, PLAN_FLOW, seed),
                            .from = eddies,
                            .flow = winds_of(m->recipe, warp, seed)};
    problem.flow.eddies = &plan->fractal;
    const tr_status status = obtain(m, &problem, &plan->solution);
    if (status == TR_OK)
        plan->signature = tr_hash_pair(plan->signature, plan->solution->signature);
    return status;
}
