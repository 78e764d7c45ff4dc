// Chooses the picture quality by the time that frames take.
#pragma once
#include "render/render.h"

enum { TR_ADAPTIVE_QUALITY_FRAMES = 10 };

typedef struct tr_adaptive_quality {
    tr_quality quality;
    int count;
    double costs_s[TR_ADAPTIVE_QUALITY_FRAMES]; // of the last frames at this quality
} tr_adaptive_quality;

// Software OpenGL starts at a quality without the expensive parts.
void tr_adaptive_quality_begin(tr_adaptive_quality *adaptive, bool software);

// Adds the cost of a frame. The quality is lowered a step if the median of ten frames is above 30 ms. It is
// raised again if even four times as many pixels would stay below that.
void tr_adaptive_quality_add(tr_adaptive_quality *adaptive, double cost_s);
