// The cost of preparing a planet, estimated from its recipe before anything is built, so that a small untrusted
// file cannot exhaust the memory or occupy all cores. More: docs/internals/bake.md.
#pragma once
#include "recipe/recipe.h"

#include <stdint.h>

// Limits; 0 selects TR_BUDGET_BYTES and TR_BUDGET_SECONDS.
typedef struct tr_budget {
    uint64_t bytes;
    double seconds; // of one thread
} tr_budget;

#define TR_BUDGET_BYTES ((uint64_t)2000000000)
#define TR_BUDGET_SECONDS 60.0

// The estimated cost: peak memory, and work including that of a map of 512 texels.
typedef struct tr_needs {
    uint64_t bytes;
    double seconds;
    char most_bytes[TR_NAME_BYTES], most_seconds[TR_NAME_BYTES]; // the most expensive layers or warps
} tr_needs;

// Estimates the cost. Errors: those of tr_recipe_check.
tr_status tr_recipe_needs(const tr_recipe *recipe, tr_needs *needs, tr_error *error);

// Checks whether a recipe keeps to a budget; NULL: the default one. needs may be NULL; it is filled unless the
// recipe is invalid. Errors: TR_BAD_INPUT, whose message tells the cost; those of tr_recipe_check.
tr_status tr_budget_check(const tr_budget *budget, const tr_recipe *recipe, tr_needs *needs, tr_error *error);
