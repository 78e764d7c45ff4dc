// Fields that are solved once for the whole planet on a lattice of their own, and then sampled anywhere:
// displacement fields, terrain, winds. Surfaces share solutions; a new surface takes over the solutions whose
// parameters have not changed.
// More: docs/internals/precomputed.md.
#pragma once
#include "recipe/parameter.h"

typedef struct tr_prepare_context tr_prepare_context; // fields/field.h

// A problem to solve, defined by a layer or a warp. Equal problems have equal cache keys.
typedef struct tr_problem {
    const tr_kind *kind;
    void *element;     // the layer or warp after its knobs; only parameters with the effect "reform" count
    uint64_t home;     // identifies the element independent of its parameters, for example its seed
    const void *from;  // additional input of the problem, or NULL
    uint64_t from_key; // the cache key of that
} tr_problem;

// How a kind of problem is solved.
typedef struct tr_solver {
    size_t solution_bytes;
    // Coarsens the element for a preview: its lattice gets at most that many cells, so that it is solved in a
    // few hundredths of a second. NULL: it is always fast.
    void (*coarsen)(void *element, int cells);
    int preview_cells;
    // Solves the problem on all threads of the context's pool. solution is zeroed memory. Errors: TR_NO_MEMORY;
    // TR_STOPPED soon after the watch requests it.
    tr_status (*solve)(const tr_problem *problem, const tr_prepare_context *m, void *solution, tr_error *error);
    void (*clear)(void *solution); // frees it, also after a failed solve
} tr_solver;

// Immutable once made. The last user that releases it frees it.
typedef struct tr_solution {
    int users;          // changed atomically
    uint64_t home;      // of its problem
    uint64_t cache_key; // of its problem
    const tr_solver *solver;
    _Alignas(max_align_t) unsigned char of[]; // the solver's own struct
} tr_solution;

static inline const void *tr_solution_of(const tr_solution *solution) { return solution->of; }

// The solutions of a surface, which holds a reference to each.
typedef struct tr_solutions {
    int count;
    tr_solution **solutions; // owned
} tr_solutions;

void tr_solutions_clear(tr_solutions *solutions);
// Adds those of another surface. Errors: TR_NO_MEMORY.
tr_status tr_solutions_add(tr_solutions *solutions, const tr_solutions *more, tr_error *error);

// Gets the solution of a problem: that of this surface or of the previous one, or a new one. A preview uses the
// last solution with that home, or a coarse one. Release *solution with tr_solution_release. Errors: those of
// solve.
tr_status tr_solution_obtain(const tr_prepare_context *m, const tr_solver *solver, const tr_problem *problem,
                             tr_solution **solution);
void tr_solution_release(tr_solution *solution); // NULL is allowed
// Makes the solution of another problem, which was solved on the way, one of this surface. Takes over what
// `of` has. Errors: TR_NO_MEMORY.
tr_status tr_solution_keep(const tr_prepare_context *m, const tr_solver *solver, const tr_problem *problem,
                           void *of);
