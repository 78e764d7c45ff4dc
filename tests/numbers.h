// Reads and sets values of recipes by path. Include after support.h.
#pragma once
#include "recipe/recipe.h"

static inline double number_at(const tr_recipe *recipe, const char *path) {
    double value = 0;
    if (!tr_recipe_number_at(recipe, path, &value))
        fail_msg("there is no number at %s", path);
    return value;
}

static inline void set_number(tr_recipe *recipe, const char *path, double value) {
    if (!tr_recipe_set_number(recipe, path, value))
        fail_msg("there is no number at %s", path);
}

// The name of the choice at a path.
static inline const char *choice_at(tr_recipe *recipe, const char *path) {
    tr_place place;
    if (!tr_recipe_find(recipe, path, &place) || place.parameter->kind != TR_PARAMETER_CHOICE)
        fail_msg("there is no choice at %s", path);
    return place.parameter->names[*(const int *)place.at]; // NOLINT(clang-analyzer-core.*): it was found
}

static inline void set_choice(tr_recipe *recipe, const char *path, const char *name) {
    tr_place place;
    if (!tr_recipe_find(recipe, path, &place) || place.parameter->kind != TR_PARAMETER_CHOICE)
        fail_msg("there is no choice at %s", path);
    int *choice = place.at; // NOLINT(clang-analyzer-core.*): it was found
    for (*choice = 0; strcmp(place.parameter->names[*choice], name) != 0;)
        ++*choice;
}
