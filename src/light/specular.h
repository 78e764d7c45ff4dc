// Specular reflection of the ground.
#pragma once
#include <stdint.h>

// The strength of specular reflection by roughness, 0 … 255 for 0 … 1: full where the ground is as smooth as a
// sea in a moderate wind, none where it is as rough as rock, because the albedo of rock already includes the
// light that it scatters. Metal reflects only specularly.
void tr_specular_mirrors(uint8_t mirrors[256]);

// Packs a texel of a specular map: the strength of the reflection, the strength times the roughness, and metal.
// Returns the strength.
static inline unsigned tr_specular_pack(const uint8_t mirrors[256], unsigned rough, unsigned metal,
                                        uint8_t texel[3]) {
    const unsigned mirror = mirrors[rough] > metal ? mirrors[rough] : metal;
    texel[0] = (uint8_t)mirror;
    texel[1] = (uint8_t)((mirror * rough + 127) / 255);
    texel[2] = (uint8_t)metal;
    return mirror;
}
