// Functions that measuring needs beyond noise/maths/trig.h. They use the same basic operations, so that figures
// are the same on every machine.
#pragma once
#include "base/colour.h"
#include "base/hash.h"
#include "noise/maths/trig.h"
#include "planet/oklab.h"

// The area of a texel in a row, up to a constant factor.
static inline double measure_area(int row, int width) {
    double sine, cosine;
    tr_sincos((row + 0.5) * (2 * TR_PI / width), &sine, &cosine);
    return sine;
}

// The logarithm to base 2 of x > 0, accurate to 1e-14: the exponent, plus 2 atanh((m - 1)/(m + 1)) of the
// mantissa m.
static inline double measure_log2(double x) {
    int exponent;
    double m = frexp(x, &exponent); // 0.5 … 1
    if (m < 0.70710678118654752)
        m *= 2, exponent--;
    const double t = (m - 1) / (m + 1), q = t * t;
    double sum = 0;
    for (int k = 19; k >= 1; k -= 2)
        sum = 1.0 / k + q * sum;
    return exponent + 2.8853900817779268 * t * sum; // 2 / ln 2
}

// The slope of the least-squares line through (x, y).
static inline double measure_slope(int count, const double *x, const double *y) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++)
        sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

// The same through the logarithms of x and y, up to 16 points.
static inline double measure_log_slope(int count, const double *x, const double *y) {
    double a[16], b[16];
    for (int i = 0; i < count; i++)
        a[i] = measure_log2(x[i]), b[i] = measure_log2(y[i]);
    return measure_slope(count, a, b);
}

// The linear light of each sRGB code.
static inline void measure_light(double light[256]) {
    for (int code = 0; code < 256; code++)
        light[code] = tr_srgb_decode(code);
}

// A texel of 3 bytes in OKLab.
static inline void measure_lab(const double light[256], const uint8_t texel[3], double lab[3]) {
    const double rgb[3] = {light[texel[0]], light[texel[1]], light[texel[2]]};
    tr_oklab_from_linear(rgb, lab);
}

// A uniformly distributed random place on the sphere, with its directions east and north.
static inline void measure_place(uint64_t hash, double up[3], double east[3], double north[3]) {
    const double y = 2 * tr_hash_unit(tr_hash_pair(hash, 1)) - 1, around = sqrt(1 - y * y);
    double s, c;
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(hash, 2)), &s, &c);
    up[0] = around * c, up[1] = y, up[2] = -around * s;
    east[0] = -s, east[1] = 0, east[2] = -c;
    north[0] = -y * c, north[1] = around, north[2] = y * s;
}
