// Approximate functions for estimates. They give the same result on every machine, exact to a few thousandths.
#pragma once
#include "noise/maths/trig.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// x > 0: exponent plus a series for the mantissa.
static inline double estimate_log(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52 & 2047) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    memcpy(&x, &bits, sizeof x); // 1 … 2
    const double t = (x - 1) / (x + 1), q = t * t;
    return 0.69314718055994531 * exponent + 2 * t * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q / 9))));
}

// (1 + x/1024)^1024 by repeated squaring, with one more term.
static inline double estimate_exp(double x) {
    const double part = (x < -700 ? -700 : x > 700 ? 700 : x) / 1024;
    double result = 1 + part * (1 + part * (0.5 + part / 6));
    for (int i = 0; i < 10; i++)
        result *= result;
    return result;
}

static inline double estimate_power(double x, double exponent) {
    return estimate_exp(exponent * estimate_log(x));
}

static inline double estimate_sine(double x) {
    double sine, cosine;
    tr_sincos(x, &sine, &cosine);
    return sine;
}

static inline double estimate_cosine(double x) { return estimate_sine(x + TR_PI / 2); }

static inline double estimate_asin(double x) { return tr_atan2(x, sqrt(x < 1 ? 1 - x * x : 0)); }
