// The user's choices for a set, the options they are chosen from, and the cost of the set.
#pragma once
#include "export/target.h"

typedef struct tr_export_choice {
    const tr_target *target; // NULL: plain textures
    tr_layout layout;
    int width;
    unsigned outputs; // bits; 0: those of the target that the planet has
} tr_export_choice;

// Changes the choice to a possible one for a planet: the target's layout, a width that it accepts, parts that
// both have.
void tr_export_choice_fit(tr_export_choice *choice, const tr_recipe *recipe);

// The parts that can be chosen, and those that are, as bits.
unsigned tr_export_choice_offered(const tr_export_choice *choice, const tr_recipe *recipe);
unsigned tr_export_choice_outputs(const tr_export_choice *choice, const tr_recipe *recipe);

// The widths of a slider: powers of two that the layout and the target accept. Returns their number, at most
// 16.
enum { TR_CHOICE_WIDTHS = 16 };
int tr_export_choice_widths(const tr_export_choice *choice, int widths[TR_CHOICE_WIDTHS]);

// The approximate size and duration, estimated from sets of typical planets. `threads`: of the bake.
typedef struct tr_export_cost {
    double bytes, seconds;
} tr_export_cost;

tr_export_cost tr_export_choice_cost(const tr_export_choice *choice, const tr_recipe *recipe, int threads);
