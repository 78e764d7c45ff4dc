// A tiling volume of noise for ground detail that is finer than the maps.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { TR_GRAIN_SIDE = 64, TR_GRAIN_TEXELS = TR_GRAIN_SIDE * TR_GRAIN_SIDE * TR_GRAIN_SIDE };

// Fills TR_GRAIN_TEXELS texels of RGBA, x fastest. Alpha is the noise; red, green and blue are its slopes along
// x, y and z. In each channel 128 stands for 0, the mean; 1 and 255 are four standard deviations from it.
// Deterministic; any thread. False if there is no memory.
bool tr_grain_bake(uint8_t (*texels)[4]);
