// Sine, cosine and arc tangent in double, with only additions, multiplications, divisions and square roots.
//
// The last bits of the C library's functions differ between machines with and without fused multiply-add, so no
// texel may depend on them. These are series with an error of about 1e-15 and the same bits on every machine.
#pragma once
#include "base/maths.h"
#include <math.h>

// Sine and cosine of r, |r| up to π/4, by Taylor series.
static inline void tr_sincos_series(double r, double *sine, double *cosine) {
    double q = r * r;
    double s = 1.0 / 355687428096000.0, c = 1.0 / 20922789888000.0;
    s = -1.0 / 1307674368000.0 + q * s;
    s = 1.0 / 6227020800.0 + q * s;
    s = -1.0 / 39916800.0 + q * s;
    s = 1.0 / 362880.0 + q * s;
    s = -1.0 / 5040.0 + q * s;
    s = 1.0 / 120.0 + q * s;
    s = -1.0 / 6.0 + q * s;
    s = r + r * (q * s);
    c = -1.0 / 87178291200.0 + q * c;
    c = 1.0 / 479001600.0 + q * c;
    c = -1.0 / 3628800.0 + q * c;
    c = 1.0 / 40320.0 + q * c;
    c = -1.0 / 720.0 + q * c;
    c = 1.0 / 24.0 + q * c;
    c = -0.5 + q * c;
    c = 1 + q * c;
    *sine = s, *cosine = c;
}

// Sine and cosine of a, |a| below about 1e6 radians. Reduction by multiples of π/2 in two parts (Cody and
// Waite 1980), then the series.
static inline void tr_sincos(double a, double *sine, double *cosine) {
    const double half_pi_high = 1.5707963267341256, half_pi_low = 6.077100506506192e-11;
    double quarter = floor(a * (2 / TR_PI) + 0.5);
    double r = (a - quarter * half_pi_high) - quarter * half_pi_low;
    double s, c;
    tr_sincos_series(r, &s, &c);
    switch ((int)(quarter - 4 * floor(quarter / 4))) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    default:
        *sine = -c, *cosine = s;
    }
}

// The angle of the vector (x, y), -π … π; 0 for the zero vector. Three halvings of the angle,
// tan(a/2) = t / (1 + √(1 + t²)), bring the argument below 0.0985, where the series is short.
static inline double tr_atan2(double y, double x) {
    double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    if (ax == 0 && ay == 0)
        return 0;
    double t = ax > ay ? ay / ax : ax / ay;
    for (int i = 0; i < 3; i++)
        t = t / (1 + sqrt(1 + t * t));
    double q = t * t, sum = 0;
    for (int k = 17; k >= 1; k -= 2)
        sum = 1.0 / k - q * sum;
    double a = 8 * t * sum;
    a = ax > ay ? a : TR_PI / 2 - a;
    a = x < 0 ? TR_PI - a : a;
    return y < 0 ? -a : a;
}
