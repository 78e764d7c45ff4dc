#include "fields/solution.h"

#include "base/hash.h"
#include "base/size.h"
#include "fields/field.h"

#include <string.h>

// ---- cache keys --------------------------------------------------------------------------------

static uint64_t hash_value(uint64_t h, const tr_recipe *recipe, const tr_parameter *p, const void *element) {
    const void *at = tr_parameter_in(p, element);
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        return tr_hash_numbers(h, at, 1);
    case TR_PARAMETER_KNOBBED: {
        const double value = tr_number_value(*(const tr_number *)at, recipe);
        return tr_hash_numbers(h, &value, 1);
    }
    case TR_PARAMETER_FLAG:
        return tr_hash_pair(h, *(const bool *)at);
    case TR_PARAMETER_CHOICE:
        return tr_hash_pair(h, (uint64_t) * (const int *)at);
    case TR_PARAMETER_VECTOR:
        return tr_hash_numbers(h, at, tr_vector_count(p));
    case TR_PARAMETER_NAME:
        return tr_hash_text(h, at);
    case TR_PARAMETER_POINTS: {
        const tr_points *points = at;
        for (int i = 0; i < points->count; i++)
            h = tr_hash_numbers(h, points->points[i], 3);
        return tr_hash_pair(h, (uint64_t)points->count);
    }
    default:
        return h;
    }
}

uint64_t tr_parameters_hash(uint64_t h, const tr_recipe *recipe, const tr_parameter_table *table,
                            const void *element, bool solved) {
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        if ((p->effect == TR_EFFECT_REFORMS) == solved)
            h = hash_value(h, recipe, p, element);
    }
    return h;
}

// ---- existing solutions ------------------------------------------------------------------------

static uint64_t key_of(const tr_problem *p) {
    return tr_parameters_hash(tr_hash_text(tr_hash_pair(p->from_key, p->home), p->kind->name), NULL,
                              &p->kind->parameters, p->element, true);
}

// With a cache key, or of a home the last one: that of a painted terrain follows the one without strokes.
static tr_solution *find(const tr_solutions *all, const tr_solver *solver, const uint64_t *cache_key,
                         const uint64_t *home) {
    for (int i = all ? all->count - 1 : -1; i >= 0; i--) {
        tr_solution *s = all->solutions[i];
        if (s->solver == solver && (cache_key ? s->cache_key == *cache_key : s->home == *home))
            return s;
    }
    return NULL;
}

static tr_solution *retain(tr_solution *solution) {
    __atomic_add_fetch(&solution->users, 1, __ATOMIC_RELAXED);
    return solution;
}

void tr_solution_release(tr_solution *solution) {
    if (!solution || __atomic_sub_fetch(&solution->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    solution->solver->clear(solution->of);
    tr_free(solution);
}

void tr_solutions_clear(tr_solutions *all) {
    for (int i = 0; i < all->count; i++)
        tr_solution_release(all->solutions[i]);
    tr_free(all->solutions);
    *all = (tr_solutions){0};
}

// Adds a solution to those of the surface.
static tr_status note(tr_solutions *all, tr_solution *solution, tr_error *error) {
    for (int i = 0; i < all->count; i++)
        if (all->solutions[i] == solution)
            return TR_OK;
    if (!tr_grow(&all->solutions, all->count, sizeof(tr_solution *)))
        return tr_fail(error, TR_NO_MEMORY, "no memory to solve a field");
    all->solutions[all->count++] = retain(solution);
    return TR_OK;
}

tr_status tr_solutions_add(tr_solutions *all, const tr_solutions *more, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < more->count && status == TR_OK; i++)
        status = note(all, more->solutions[i], error);
    return status;
}

// ---- new ones ----------------------------------------------------------------------------------

// NULL: no memory.
static tr_solution *create(const tr_prepare_context *m, const tr_solver *solver, const tr_problem *problem) {
    tr_solution *solution = tr_calloc(1, sizeof *solution + solver->solution_bytes);
    if (!solution) {
        tr_fail(m->error, TR_NO_MEMORY, "no memory to solve a field");
        return NULL;
    }
    solution->users = 1;
    solution->home = problem->home;
    solution->cache_key = key_of(problem);
    solution->solver = solver;
    return solution;
}

tr_status tr_solution_keep(const tr_prepare_context *m, const tr_solver *solver, const tr_problem *problem,
                           void *of) {
    tr_solution *solution = create(m, solver, problem);
    if (!solution) {
        solver->clear(of);
        return TR_NO_MEMORY;
    }
    memcpy(solution->of, of, solver->solution_bytes);
    const tr_status status = note(m->present, solution, m->error);
    tr_solution_release(solution);
    return status;
}

static tr_status solve(const tr_prepare_context *m, const tr_solver *solver, const tr_problem *problem,
                       tr_solution **out) {
    tr_status status = tr_watch_check(m->watch, m->error);
    if (status != TR_OK)
        return status;
    tr_solution *solution = create(m, solver, problem);
    if (!solution)
        return TR_NO_MEMORY;
    status = solver->solve(problem, m, solution->of, m->error);
    if (status == TR_OK)
        *out = solution;
    else
        tr_solution_release(solution);
    return status;
}

tr_status tr_solution_obtain(const tr_prepare_context *m, const tr_solver *solver, const tr_problem *problem,
                             tr_solution **out) {
    const uint64_t cache_key = key_of(problem);
    *out = NULL;
    tr_solution *found = find(m->present, solver, &cache_key, NULL);
    if (!found)
        found = find(m->previous, solver, &cache_key, NULL);
    if (!found && m->preview)
        found = find(m->previous, solver, NULL, &problem->home);
    if (!found && m->preview && solver->coarsen) {
        solver->coarsen(problem->element, solver->preview_cells);
        const uint64_t coarse_key = key_of(problem);
        found = find(m->present, solver, &coarse_key, NULL);
    }
    tr_solution *made = found ? retain(found) : NULL;
    tr_status status = found ? TR_OK : solve(m, solver, problem, &made);
    if (status == TR_OK)
        status = note(m->present, made, m->error);
    if (status != TR_OK) {
        tr_solution_release(made);
        return status;
    }
    if (made->cache_key != cache_key)
        *m->exact = false;
    *out = made;
    return TR_OK;
}
