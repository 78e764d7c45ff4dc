#include "render/legend.h"

#include "base/vec.h"

#include <assert.h>

// sRGB codes at a position from 0 to 1.
typedef struct stop {
    double place, srgb[3];
} stop;

// From the coast down.
static const stop sea_ramp[] = {{0, {190, 224, 236}},
                                {0.08, {139, 195, 224}},
                                {0.3, {74, 143, 196}},
                                {0.65, {33, 88, 150}},
                                {1, {12, 36, 84}}};
// From the coast up, like the hypsometric tints of atlases.
static const stop land_ramp[] = {{0, {74, 128, 82}},      {0.15, {122, 163, 92}}, {0.32, {190, 194, 120}},
                                 {0.5, {226, 205, 139}},  {0.65, {203, 157, 99}}, {0.8, {158, 110, 80}},
                                 {0.92, {186, 170, 162}}, {1, {255, 255, 255}}};
// From low to high, with steadily increasing lightness.
static const stop dry_ramp[] = {{0, {38, 38, 46}},     {0.2, {74, 61, 104}},   {0.4, {133, 78, 124}},
                                {0.6, {206, 104, 88}}, {0.78, {240, 156, 74}}, {0.9, {250, 211, 150}},
                                {1, {255, 255, 255}}};

static void pick(const stop *ramp, double place, uint8_t srgb[3]) {
    int i = 0;
    while (ramp[i + 1].place < 1 && place > ramp[i + 1].place)
        i++;
    const double fraction = fmin(fmax((place - ramp[i].place) / (ramp[i + 1].place - ramp[i].place), 0), 1);
    for (int c = 0; c < 3; c++)
        srgb[c] = (uint8_t)lround(ramp[i].srgb[c] + fraction * (ramp[i + 1].srgb[c] - ramp[i].srgb[c]));
}

double tr_nice_step(double x) {
    assert(x > 0);
    const double power = pow(10, floor(log10(x) + 1e-9)), digit = x / power * (1 - 1e-9);
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

tr_legend tr_legend_make(double lowest_m, double mean_m, double highest_m, bool sea, double extent_rad) {
    const double range = fmax(highest_m - lowest_m, 1), round = tr_nice_step(range / 20);
    // (a rounded height may be slightly beyond its limit)
    tr_legend legend = {.low_m = floor(lowest_m / round + 0.01) * round,
                        .high_m = ceil(highest_m / round - 0.01) * round,
                        .sea = sea};
    if (legend.high_m <= legend.low_m)
        legend.high_m = legend.low_m + round;
    // Without this, a few high peaks would leave everything else in the darkest colours.
    const double span = legend.high_m - legend.low_m, middle = round * floor(mean_m / round + 0.5);
    legend.middle_m = fmin(fmax(middle, legend.low_m + 0.1 * span), legend.high_m - 0.1 * span);
    // Ground is rough at all scales: the heights of a part span less, but not in proportion.
    const double roughness = 0.7, lines = 14;
    legend.contour_m = tr_nice_step(range / lines * pow(fmin(extent_rad / TR_PI, 1), roughness));
    return legend;
}

void tr_legend_colour(const tr_legend *legend, double height_m, uint8_t srgb[3]) {
    const double low = legend->low_m, high = legend->high_m, middle = legend->middle_m;
    if (!legend->sea)
        pick(dry_ramp,
             height_m < middle ? 0.5 * (height_m - low) / (middle - low)
                               : 0.5 + 0.5 * (height_m - middle) / (high - middle),
             srgb);
    else if (height_m < 0)
        pick(sea_ramp, low < 0 ? height_m / low : 1, srgb);
    else // most land is low
        pick(land_ramp, high > 0 ? sqrt(height_m / high) : 0, srgb);
}
