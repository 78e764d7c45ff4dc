// The values at a place of a planet as text.
#pragma once
#include "planet/probe.h"
#include <stddef.h>

// Why a place on a planet looks as it does: one cause, as text for the user.
enum { TR_MOST_CAUSE_ROWS = 12 };

typedef struct tr_cause_row {
    char path[192];     // of the layer or paint layer, as in --set
    char label[96];     // its name, and the quantity that it changes
    char what[48];      // "+2310 m  ·  80 %", "62 %": its effect on the height, and its weight
    char reported[192]; // an explanation of these numbers
    double weight;      // 0 … 1, the length of the bar
} tr_cause_row;

// One line: place, height, slope, vegetation: "12.3° N 45.6° E, 1240 m, 5° steep, savanna".
void tr_place_text(const tr_probe *probe, char *text, size_t size);

// The causes with the largest weights, those of the ground before those of the clouds. Returns their number.
int tr_place_causes(const tr_probe *probe, tr_cause_row rows[TR_MOST_CAUSE_ROWS]);
