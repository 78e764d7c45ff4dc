// What made a place of a planet, in words for people. Plain, for C and C++.
#pragma once

enum { TR_MOST_CAUSE_ROWS = 12 };

typedef struct tr_cause_row {
    char path[192];     // of the layer or the paint layer, as --set has it
    char label[96];     // its name, and what it changes
    char what[48];      // "+2310 m  ·  80 %", "62 %": the weight, and what it made of the height
    char reported[192]; // what these numbers mean
    double weight;      // 0 … 1, as long as the bar is
} tr_cause_row;
