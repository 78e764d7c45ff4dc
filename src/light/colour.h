// Colours as light.
#pragma once
#include <math.h>
#include <stdint.h>

// sRGB (IEC 61966-2-1), 0 … 1, to linear light.
static inline double tr_linear_from_srgb(double c) {
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static inline void tr_light_from_srgb(const uint8_t srgb[3], double light[3]) {
    for (int c = 0; c < 3; c++)
        light[c] = tr_linear_from_srgb(srgb[c] / 255.0);
}
