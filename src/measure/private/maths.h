// What measuring needs beyond noise/maths/trig.h: from the same operations, so that figures are the same
// everywhere.
#pragma once
#include "noise/maths/trig.h"

// The area of a texel of a row, up to a factor.
static inline double measure_area(int row, int width) {
    double sine, cosine;
    tr_sincos((row + 0.5) * (2 * TR_PI / width), &sine, &cosine);
    return sine;
}

// The logarithm to base 2 of x > 0, good to 1e-14: the exponent, and 2 atanh((m - 1)/(m + 1)) of what is left.
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

// The slope of the line through (x, y) with the least squares.
static inline double measure_slope(int count, const double *x, const double *y) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++)
        sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

// The same through their logarithms, of up to 16 points.
static inline double measure_log_slope(int count, const double *x, const double *y) {
    double a[16], b[16];
    for (int i = 0; i < count; i++)
        a[i] = measure_log2(x[i]), b[i] = measure_log2(y[i]);
    return measure_slope(count, a, b);
}
