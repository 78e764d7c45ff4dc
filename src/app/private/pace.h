// Which quality of picture fits the time that frames take.
#pragma once
#include "render/render.h"

enum { TR_PACE_FRAMES = 10 };

typedef struct tr_pace {
    tr_quality quality;
    int count;
    double costs_s[TR_PACE_FRAMES]; // of the last frames with that quality
} tr_pace;

// Software OpenGL starts without what it has no time for.
void tr_pace_begin(tr_pace *pace, bool software);

// A frame took so long. A step faster when the median of ten frames is above 30 ms; back when it is so short
// that even four times as many pixels would keep within that.
void tr_pace_add(tr_pace *pace, double cost_s);
