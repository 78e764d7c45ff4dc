// A volume of noise that tiles, for ground too fine for its maps.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { TR_GRAIN_SIDE = 64, TR_GRAIN_TEXELS = TR_GRAIN_SIDE * TR_GRAIN_SIDE * TR_GRAIN_SIDE };

// Fills it, x fastest: red, green and blue are its slopes along x, y and z, alpha is the noise, each with a
// mean of 0 at 128 and four standard deviations at 1 and 255. The same bytes always. False without memory.
bool tr_grain_bake(uint8_t (*texels)[4]);
