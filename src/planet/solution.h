// Fields that are solved once for the whole planet, on a lattice of their own, and then sampled anywhere:
// midpoint displacement, diamond-square, Olsen noise, terrain, and the winds of giants. Private to the room.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "noise/cube.h"
#include "noise/flow.h"
#include "noise/fractal.h"
#include "noise/sheet.h"
#include "planet/recipe.h"
#include "planet/terrain.h"

// Immutable once it is made; surfaces share it, and the last one to let go frees it.
typedef struct plan_solution plan_solution;

struct plan_solution {
    int users;          // changed atomically
    uint64_t home;      // of its problem
    uint64_t signature; // of its problem: equal for equal solutions
    bool plane;
    tr_cube cube;   // round the sphere
    tr_sheet sheet; // on the plane
    terrain_cubes terrain;
    tr_flow flow; // of a warp
};

typedef enum plan_problem_kind {
    PLAN_DISPLACEMENT,
    PLAN_TERRAIN,
    PLAN_FLOW,
    PLAN_OF_FLOW, // what a layer shows of the winds of a warp
} plan_problem_kind;

typedef struct plan_displacement {
    tr_field_kind field;
    uint64_t seed;
    tr_displacement numbers;
    double persistence;          // resolved
    const tr_fractal_plan *from; // of the layer that level 0 is taken from, or NULL
} plan_displacement;

typedef struct plan_of_flow {
    tr_field_kind field; // TR_FIELD_STRETCH or TR_FIELD_VORTICES
    tr_vortex_choice which;
    const plan_solution *winds;
} plan_of_flow;

// What a solution is made from.
typedef struct plan_problem {
    plan_problem_kind kind;
    uint64_t home; // of the layer or warp that has it: the same whatever its numbers are
    uint64_t from; // signature of what else it is made from: noise, winds; or 0
    union {
        plan_displacement displacement;
        terrain_numbers terrain;
        tr_flow_numbers flow;
        plan_of_flow of_flow;
    };
} plan_problem;

// Equal for equal solutions.
uint64_t plan_problem_sign(const plan_problem *problem);

// Makes a problem one for a preview: the same on a lattice so coarse that it is solved in a few hundredths of a
// second. Problems that are quick anyway stay as they are.
void plan_problem_coarsen(plan_problem *problem);

// What problems are solved with.
typedef struct plan_solver {
    const tr_noise_kernels *noise;
    const plates_kernels *plates;
    const tr_displacement_kernels *displacement;
    tr_pool *pool;
    const tr_watch *watch; // or NULL
} plan_solver;

// Solves on all threads of the pool. Errors: TR_NO_MEMORY, TR_STOPPED soon after the watch says so,
// TR_BAD_INPUT for what tr_recipe_check lets pass but is too large.
tr_status plan_solve(const plan_problem *problem, const plan_solver *with, plan_solution **solution,
                     tr_error *error);

// One more user, who lets go with plan_solution_release (NULL is allowed).
plan_solution *plan_solution_share(plan_solution *solution);
void plan_solution_release(plan_solution *solution);
