// Specular reflection of the ground.
#pragma once
#include <stdint.h>

// Fills a table of the strength of specular reflection by roughness; both are 0 … 255 for 0 … 1. The strength
// is full where the ground is as smooth as a sea in a moderate wind. It is 0 where the ground is as rough as
// rock, because the albedo of rock already includes the light that it scatters.
void tr_specular_mirrors(uint8_t mirrors[256]);

// Packs a texel of a specular map: the strength of the reflection, the strength times the roughness, and metal.
// Metal reflects only specularly, so the strength is at least `metal`. rough and metal are 0 … 255. Returns the
// strength.
static inline unsigned tr_specular_pack(const uint8_t mirrors[256], unsigned rough, unsigned metal,
                                        uint8_t texel[3]) {
    const unsigned mirror = mirrors[rough] > metal ? mirrors[rough] : metal;
    texel[0] = (uint8_t)mirror;
    texel[1] = (uint8_t)((mirror * rough + 127) / 255);
    texel[2] = (uint8_t)metal;
    return mirror;
}
