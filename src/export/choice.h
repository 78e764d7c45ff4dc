// What a person chooses of a set, what there is to choose from, and what it will cost.
#pragma once
#include "export/target.h"

typedef struct tr_export_choice {
    const tr_target *target; // NULL: textures for nothing in particular
    tr_layout layout;
    int width;
    unsigned outputs; // bits; 0: what the target has of the planet
} tr_export_choice;

// Makes of it one that there is for a planet: the target's layout, a width that it takes, parts that both have.
void tr_export_choice_fit(tr_export_choice *choice, const tr_recipe *recipe);

// The parts that can be asked for, and those that are, as bits.
unsigned tr_export_choice_offered(const tr_export_choice *choice, const tr_recipe *recipe);
unsigned tr_export_choice_outputs(const tr_export_choice *choice, const tr_recipe *recipe);

// The widths of a slider: powers of two that the layout and the target take. Returns how many, at most 16.
enum { TR_CHOICE_WIDTHS = 16 };
int tr_export_choice_widths(const tr_export_choice *choice, int widths[TR_CHOICE_WIDTHS]);

// About how large and how long: from what sets of usual planets were. `threads`: of the bake.
typedef struct tr_export_cost {
    double bytes, seconds;
} tr_export_cost;

tr_export_cost tr_export_choice_cost(const tr_export_choice *choice, const tr_recipe *recipe, int threads);
