// Colours in OKLab, and how all colours of a gradient follow one that changes.
#pragma once
#include "base/colour.h"
#include "planet/oklab.h"
#include "recipe/recipe.h"

static inline void lab_from_srgb(const uint8_t srgb[3], double lab[3]) {
    double light[3];
    tr_light_from_srgb(srgb, light);
    tr_oklab_from_linear(light, lab);
}

// The nearest colour of a screen: of that lightness and hue, and as colourful as can be.
void lab_to_srgb(const double lab[3], uint8_t srgb[3]);

// How a colour of the albedo looks under a tint, and the colour that looks like that.
void lab_tint(const tr_tint *tint, double lab[3]);
void lab_untint(const tr_tint *tint, double lab[3]);

// Turns a colour as `from` turns into `to`: hue and colourfulness alike; what is darker or lighter stays so, by
// no more than it was. of_light: of what glows, whose black stays black.
void lab_follow(const double from[3], const double to[3], bool of_light, double lab[3]);

static inline double lab_distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}
