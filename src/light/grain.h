// A tiling volume of noise for ground detail that is finer than the maps.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { TR_GRAIN_SIDE = 64, TR_GRAIN_TEXELS = TR_GRAIN_SIDE * TR_GRAIN_SIDE * TR_GRAIN_SIDE };

// Fills the volume, x fastest. Red, green and blue are its slopes along x, y and z, alpha is the noise. Each
// has a mean of 0 at 128, and four standard deviations at 1 and 255. Deterministic. False if there is no
// memory.
bool tr_grain_bake(uint8_t (*texels)[4]);
