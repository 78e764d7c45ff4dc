// The sRGB curve (IEC 61966-2-1).
#pragma once
#include <math.h>
#include <stdint.h>

// Linear light 0 … 1 of a code 0 … 255, which need not be whole: c^2.4 = c² (c²)^(1/5), with the fifth root by
// Newton's method, because pow() differs between machines.
static inline double tr_srgb_decode(double code) {
    double c = code / 255;
    if (c <= 0.04045)
        return c / 12.92;
    c = (c + 0.055) / 1.055;
    double square = c * c, root = c;
    for (int i = 0; i < 40; i++) {
        double fourth = root * root * root * root;
        root = (4 * root + square / fourth) / 5;
    }
    return square * root;
}

// The nearest code. Only for display, because pow() differs between machines.
static inline uint8_t tr_srgb_encode_shown(double light) {
    const double c = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint8_t)lround(255 * fmin(fmax(c, 0), 1));
}

static inline void tr_light_from_srgb(const uint8_t srgb[3], double light[3]) {
    for (int c = 0; c < 3; c++)
        light[c] = tr_srgb_decode(srgb[c]);
}
