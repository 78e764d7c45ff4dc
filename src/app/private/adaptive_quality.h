// Which quality of picture fits the time that frames take.
#pragma once
#include "render/render.h"

enum { TR_ADAPTIVE_QUALITY_FRAMES = 10 };

typedef struct tr_adaptive_quality {
    tr_quality quality;
    int count;
    double costs_s[TR_ADAPTIVE_QUALITY_FRAMES]; // of the last frames with that quality
} tr_adaptive_quality;

// Software OpenGL starts without what it has no time for.
void tr_adaptive_quality_begin(tr_adaptive_quality *adaptive, bool software);

// A frame took so long. A step faster when the median of ten frames is above 30 ms; back when it is so short
// that even four times as many pixels would keep within that.
void tr_adaptive_quality_add(tr_adaptive_quality *adaptive, double cost_s);
