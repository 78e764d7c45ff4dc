// Light of stars by their temperature.
#pragma once
#include <stdint.h>

// Linear sRGB of a black body of that many kelvin, the greatest part 1: Planck's law seen by the CIE 1931
// observer (fit of Wyman, Sloan and Shirley 2013, "Simple Analytic Approximations to the CIE XYZ Color Matching
// Functions"). What sRGB cannot show is cut off: below some 1900 K there is no blue. Below 800 K it stays as
// red as there.
void tr_blackbody_light(double kelvin, double light[3]);

// The colour of a star as light, the greatest part 1: of that many kelvin, or, where these are 0, of that
// colour. `white` of it, 0 … 1, is mixed with white.
void tr_star_light(double kelvin, const uint8_t srgb[3], double white, double light[3]);

// An eye that lives under a star takes its light for nearly white.
#define TR_EYE_WHITE 0.5

// How much of its light the HDR framebuffer takes so that a white surface under the full sun comes close to
// white, not onto it.
#define TR_EXPOSURE 1.45
