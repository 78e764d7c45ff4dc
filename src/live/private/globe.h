// Paints a small lit picture of a planet without OpenGL, for lists of many.
#pragma once
#include "planet/mips.h"

// Paints side * side pixels of RGBA8, sRGB with straight alpha, top row first. The planet is in the middle,
// half lit by a sun at the upper left. Air, rings and displaced ground are simplified. Any thread. Errors:
// TR_NO_MEMORY.
tr_status tr_globe_paint(const tr_recipe *recipe, const tr_planet_maps *maps, int side, uint8_t *rgba,
                         tr_error *error);
