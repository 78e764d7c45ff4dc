// Specular reflection of the ground.
#pragma once
#include <stdint.h>

// The strength of specular reflection by roughness, 0 … 255 for 0 … 1: full where the ground is as smooth as a
// sea in a moderate wind, none where it is as rough as rock, because the albedo of rock already includes the
// light that it scatters. Metal reflects only specularly.
void tr_specular_mirrors(uint8_t mirrors[256]);
