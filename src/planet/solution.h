// Fields that are solved once for the whole planet, on a lattice of their own, and then sampled anywhere:
// midpoint displacement, diamond-square, Olsen noise, terrain, and the winds of giants. Private to the room.
#pragma once
#include "base/pool.h"
#include "noise/cube.h"
#include "noise/flow.h"
#include "noise/fractal.h"
#include "noise/sheet.h"
#include "planet/recipe.h"
#include "planet/terrain.h"

// Immutable once it is made; surfaces share it, and the last one to let go frees it.
typedef struct plan_solution plan_solution;

struct plan_solution {
    int users; // changed atomically
    bool plane;
    tr_cube cube;   // round the sphere
    tr_sheet sheet; // on the plane
    terrain_cubes terrain;
    tr_flow flow; // of a warp
};

// What a solution is made from.
typedef struct plan_problem {
    tr_field_kind field;
    const tr_displacement *numbers;
    double persistence; // resolved
    uint64_t seed;
    const tr_fractal_plan *from; // of the layer that level 0 is taken from, or NULL
} plan_problem;

// Equal for equal solutions; h stands for where the problem comes from.
uint64_t plan_problem_sign(uint64_t h, const plan_problem *problem);

// Solves on all threads of the pool. Errors: TR_NO_MEMORY, TR_BAD_INPUT for what tr_recipe_check lets pass but
// is too large.
tr_status plan_solve(const plan_problem *problem, const tr_noise_kernels *noise,
                     const tr_displacement_kernels *kernels, tr_pool *pool, plan_solution **solution,
                     tr_error *error);

// Equal for equal terrains.
uint64_t plan_terrain_sign(const terrain_numbers *numbers);

// Solves a terrain on all threads of the pool. Errors: TR_NO_MEMORY.
tr_status plan_solve_terrain(const terrain_numbers *numbers, const tr_noise_kernels *noise,
                             const plates_kernels *plates, const tr_displacement_kernels *kernels,
                             tr_pool *pool, plan_solution **solution, tr_error *error);
// The same for the winds of a warp, and for what a layer shows of them. Errors: TR_NO_MEMORY.
tr_status plan_solve_flow(const tr_flow_numbers *numbers, const tr_noise_kernels *noise,
                          const tr_displacement_kernels *kernels, tr_pool *pool, plan_solution **solution,
                          tr_error *error);
tr_status plan_solve_of_flow(const tr_layer *layer, const tr_flow *flow, const tr_noise_kernels *noise,
                             const tr_displacement_kernels *kernels, tr_pool *pool, plan_solution **solution,
                             tr_error *error);

// One more user, who lets go with plan_solution_release (NULL is allowed).
plan_solution *plan_solution_share(plan_solution *solution);
void plan_solution_release(plan_solution *solution);
