#include "fields/solution.h"

#include "base/hash.h"
#include "base/size.h"
#include "fields/field.h"

#include <string.h>

// ---- solutions that are there ------------------------------------------------------------------

static tr_solution *find_equal(const tr_solutions *all, const tr_solver *solver, uint64_t cache_key) {
    for (int i = 0; all && i < all->count; i++)
        if (all->solutions[i]->solver == solver && all->solutions[i]->cache_key == cache_key)
            return all->solutions[i];
    return NULL;
}

static tr_solution *find_last(const tr_solutions *all, const tr_solver *solver, uint64_t home) {
    for (int i = 0; all && i < all->count; i++)
        if (all->solutions[i]->solver == solver && all->solutions[i]->home == home)
            return all->solutions[i];
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

// Adds it to those of the surface.
static tr_status note(tr_solutions *all, tr_solution *solution, tr_error *error) {
    for (int i = 0; i < all->count; i++)
        if (all->solutions[i] == solution)
            return TR_OK;
    tr_solution **more = tr_realloc(all->solutions, (size_t)(all->count + 1) * sizeof(tr_solution *));
    if (!more)
        return tr_fail(error, TR_NO_MEMORY, "no memory to solve a field");
    all->solutions = more;
    all->solutions[all->count++] = retain(solution);
    return TR_OK;
}

// ---- new ones ----------------------------------------------------------------------------------

static tr_status solve(const tr_prepare_context *m, const tr_solver *solver, uint64_t home, const void *problem,
                       tr_solution **out) {
    tr_status status = tr_watch_check(m->watch, m->error);
    if (status != TR_OK)
        return status;
    tr_solution *solution = tr_calloc(1, sizeof *solution + solver->solution_bytes);
    if (!solution)
        return tr_fail(m->error, TR_NO_MEMORY, "no memory to solve a field");
    solution->users = 1;
    solution->home = home;
    solution->cache_key = solver->sign(problem);
    solution->solver = solver;
    status = solver->solve(problem, m, solution->of, m->error);
    if (status == TR_OK)
        *out = solution;
    else
        tr_solution_release(solution);
    return status;
}

tr_status tr_solution_obtain(const tr_prepare_context *m, const tr_solver *solver, uint64_t home, void *problem,
                             tr_solution **out) {
    const uint64_t cache_key = solver->sign(problem);
    *out = NULL;
    tr_solution *found = find_equal(m->present, solver, cache_key);
    if (!found)
        found = find_equal(m->previous, solver, cache_key);
    if (!found && m->preview)
        found = find_last(m->previous, solver, home);
    if (!found && m->preview && solver->coarsen) {
        solver->coarsen(problem);
        found = find_equal(m->present, solver, solver->sign(problem));
    }
    tr_solution *made = found ? retain(found) : NULL;
    tr_status status = found ? TR_OK : solve(m, solver, home, problem, &made);
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
