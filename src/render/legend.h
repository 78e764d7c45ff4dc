// What the colours of heights mean: by which the channel of heights is painted, and a legend is drawn. Pure
// arithmetic.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_legend {
    double low_m, high_m; // that the colours span, round numbers; low_m < high_m
    bool sea;             // below 0 m blue, above it by height; else one ramp from low to high
    double middle_m;      // of which half is below this
    double contour_m;     // from line to line; each fifth of them is stronger
} tr_legend;

// The least of 1, 2, 5, 10, 20, 50 … and of 0.5, 0.2 … that is not below x, which is above 0.
double tr_nice_step(double x);

// The legend of ground between two heights, and their mean, of which the picture shows an arc so wide.
tr_legend tr_legend_make(double lowest_m, double mean_m, double highest_m, bool sea, double extent_rad);

// The colour of a height, sRGB; heights beyond the range have that of its end. 0 m is land.
void tr_legend_colour(const tr_legend *legend, double height_m, uint8_t srgb[3]);
