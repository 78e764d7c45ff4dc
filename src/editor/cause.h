// A cause of a place on a planet, as text for the user. Plain data for C and C++.
#pragma once

enum { TR_MOST_CAUSE_ROWS = 12 };

typedef struct tr_cause_row {
    char path[192];     // of the layer or paint layer, as in --set
    char label[96];     // its name, and the quantity that it changes
    char what[48];      // "+2310 m  ·  80 %", "62 %": its effect on the height, and its weight
    char reported[192]; // an explanation of these numbers
    double weight;      // 0 … 1, the length of the bar
} tr_cause_row;
