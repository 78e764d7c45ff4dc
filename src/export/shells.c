#include "export/private/targets.h"

#include "base/colour.h"
#include "noise/maths/trig.h"

#include <math.h>

// The optical depth of a layer for a ray that passes the ground at some height. For a layer of scale height
// `scale` in radii, it is sqrt(2 pi / scale) times the vertical depth (Chapman 1931, for tangential rays).
typedef struct layer {
    double at_ground, scale;
} layer;

static layer make_layer(double straight_up, double scale) {
    return (layer){straight_up * sqrt(2 * TR_PI / scale), scale};
}

static double depth_at(const layer *gas, const layer *haze, double height) {
    return gas->at_ground * exp(-height / gas->scale) + haze->at_ground * exp(-height / haze->scale);
}

// Finds the height at which the remaining depth has that value; it decreases with height.
static double find_height(const layer *gas, const layer *haze, double depth, double top) {
    double low = 0, high = top;
    for (int i = 0; i < 40; i++) {
        const double middle = (low + high) / 2;
        if (depth_at(gas, haze, middle) > depth)
            low = middle;
        else
            high = middle;
    }
    return low;
}

tr_shells tr_shells_make(const tr_air *air) {
    const double scale = air->thickness / 7, opaque = 4; // larger depths hide what is behind them
    const layer gas = make_layer(air->density, scale), haze = make_layer(air->haze, scale * air->haze_height);
    const double ground = depth_at(&gas, &haze, 0), step = fmin(ground, opaque) / TR_SHELLS;
    tr_shells shells = {.alpha = 1 - exp(-step)};
    double of_gas[3], of_haze[3];
    tr_light_from_srgb(air->srgb, of_gas);
    tr_light_from_srgb(air->haze_srgb, of_haze);
    for (int i = 0; i < TR_SHELLS; i++) {
        const double height = find_height(&gas, &haze, (i + 0.5) * step, air->thickness);
        const double output = gas.at_ground * exp(-height / gas.scale) / depth_at(&gas, &haze, height);
        shells.radii[i] = 1 + height;
        for (int c = 0; c < 3; c++)
            shells.light[i][c] = output * of_gas[c] + (1 - output) * of_haze[c];
    }
    return shells;
}
