// The legend of heights: the colours of the height channel, and of the legend that is drawn. Pure arithmetic.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// The legend of a picture, in metres.
typedef struct tr_legend {
    double low_m, high_m; // range of the colours, round numbers; low_m < high_m
    bool sea;             // blue below 0 m, land colours above; otherwise one ramp from low to high
    double middle_m;      // without a sea, the middle of the ramp
    double contour_m;     // interval of contour lines; each fifth one is stronger
} tr_legend;

// The smallest of …, 0.2, 0.5, 1, 2, 5, 10, 20, 50, … that is not below x. x must be positive.
double tr_nice_step(double x);

// The legend for ground with the given lowest, mean and highest heights, in a picture that shows an arc of
// extent_rad.
tr_legend tr_legend_make(double lowest_m, double mean_m, double highest_m, bool sea, double extent_rad);

// The colour of a height, sRGB; heights beyond the range have the colour of its end. 0 m is land.
void tr_legend_colour(const tr_legend *legend, double height_m, uint8_t srgb[3]);
