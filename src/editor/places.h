// The values at a place of a planet as text.
#pragma once
#include "editor/cause.h"
#include "planet/probe.h"
#include <stddef.h>

// One line: place, height, slope, vegetation: "12.3° N 45.6° E, 1240 m, 5° steep, savanna".
void tr_place_text(const tr_probe *probe, char *text, size_t size);

// The causes with the largest weights, those of the ground before those of the clouds. Returns their number.
int tr_place_causes(const tr_probe *probe, tr_cause_row rows[TR_MOST_CAUSE_ROWS]);
