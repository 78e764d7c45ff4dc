// A place of a planet in words.
#pragma once
#include "editor/cause.h"
#include "planet/probe.h"
#include <stddef.h>

// One line: where it is, how high, how steep, what grows there: "12.3° N 45.6° E, 1240 m, 5° steep, savanna".
void tr_place_text(const tr_probe *probe, char *text, size_t size);

// The heaviest of what made it, those of the ground before those of the clouds over it. Returns how many.
int tr_place_causes(const tr_probe *probe, tr_cause_row rows[TR_MOST_CAUSE_ROWS]);
