// The light of stars by temperature.
#pragma once
#include <stdint.h>

// Linear sRGB of a black body at that many kelvin, scaled to a maximum of 1: Planck's law for the CIE 1931
// observer (fit of Wyman, Sloan and Shirley 2013, "Simple Analytic Approximations to the CIE XYZ Color Matching
// Functions"). Values outside the gamut are clamped: there is no blue below about 1900 K. Below 800 K the
// colour is that at 800 K.
void tr_blackbody_light(double kelvin, double light[3]);

// The light of a star, scaled to a maximum of 1: of a black body at that many kelvin, or if that is 0, of that
// colour. `white` (0 … 1) mixes it with white.
void tr_star_light(double kelvin, const uint8_t srgb[3], double white, double light[3]);

// `white` of tr_star_light for pictures: eyes adapted to a star see its light as nearly white.
#define TR_EYE_WHITE 0.5

// The exposure of the HDR framebuffer: a white surface under the full sun becomes almost white, not clipped.
#define TR_EXPOSURE 1.45
