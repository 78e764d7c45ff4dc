// What making a planet ready may take: told from its recipe before anything is built, so that a small file from
// a stranger cannot fill the memory or keep all cores busy. More: docs/internals/bake.md.
#pragma once
#include "recipe/recipe.h"

#include <stdint.h>

// At most so much; 0: TR_BUDGET_BYTES, TR_BUDGET_SECONDS.
typedef struct tr_budget {
    uint64_t bytes;
    double seconds; // of one thread
} tr_budget;

#define TR_BUDGET_BYTES ((uint64_t)2000000000)
#define TR_BUDGET_SECONDS 60.0

// What it takes, estimated: memory at its peak, and work, to which that for a map of 512 texels counts.
typedef struct tr_needs {
    uint64_t bytes;
    double seconds;
    char most_bytes[TR_NAME_BYTES], most_seconds[TR_NAME_BYTES]; // the layers or warps that take most of them
} tr_needs;

// Estimates it. Errors: those of tr_recipe_check.
tr_status tr_recipe_needs(const tr_recipe *recipe, tr_needs *needs, tr_error *error);

// Whether a recipe keeps to a budget; NULL: the usual one. needs, which may be NULL, is filled unless the
// recipe is wrong. Errors: TR_BAD_INPUT, which says what it needs; those of tr_recipe_check.
tr_status tr_budget_check(const tr_budget *budget, const tr_recipe *recipe, tr_needs *needs, tr_error *error);
