// Light of stars by their temperature.
#pragma once

// Linear sRGB of a black body of that many kelvin, the greatest part 1: Planck's law seen by the CIE 1931
// observer (fit of Wyman, Sloan and Shirley 2013, "Simple Analytic Approximations to the CIE XYZ Color Matching
// Functions"). What sRGB cannot show is cut off: below some 1900 K there is no blue. Below 800 K it stays as
// red as there.
void tr_blackbody_light(double kelvin, double light[3]);
