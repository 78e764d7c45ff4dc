// A lit picture of a planet, as small as a stamp, painted without OpenGL: for lists of many.
#pragma once
#include "planet/mips.h"

// Paints side * side pixels of RGBA8, sRGB with straight alpha, top row first, the planet in the middle, half
// in the light of a sun at the upper left. Air, rings and displaced ground are there, simplified. Any thread.
// Errors: TR_NO_MEMORY.
tr_status tr_globe_paint(const tr_recipe *recipe, const tr_planet_maps *maps, int side, uint8_t *rgba,
                         tr_error *error);
