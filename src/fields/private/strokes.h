// Strokes of a recipe that one group of tools painted, prepared once for all that ask for them.
#pragma once
#include "fields/field.h"
#include "fields/own_kinds.h"
#include "noise/sites/strokes.h"

// Adds the cost of showing strokes of a group.
void tr_strokes_cost(const tr_recipe *recipe, tr_stroke_group group, int width, tr_cost *cost);

// Gets the strokes of a group, as a tr_strokes. Release *solution with tr_solution_release. Errors:
// TR_NO_MEMORY, TR_STOPPED.
tr_status tr_strokes_obtain(const tr_prepare_context *m, tr_stroke_group group, tr_solution **solution);
