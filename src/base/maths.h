// Arithmetic that several modules need. It uses only additions, products, divisions and square roots, so that
// every machine gives the same bits.
#pragma once
#include <math.h>

#define TR_PI 3.14159265358979323846

static inline double tr_radians(double degrees) { return degrees * (TR_PI / 180); }

// The length of (x, y). hypot() of C libraries differs in the last bit.
static inline double tr_hypot(double x, double y) { return sqrt(x * x + y * y); }

static inline int tr_min(int a, int b) { return a < b ? a : b; }

// x clamped to low … high; low for NaN.
static inline double tr_clamp(double x, double low, double high) {
    const double above = x > low ? x : low;
    return above < high ? above : high;
}

static inline float tr_clampf(float x, float low, float high) {
    const float above = x > low ? x : low;
    return above < high ? above : high;
}

// x where it is above 0, and within 0 … 1; zeros keep their sign.
static inline float tr_positivef(float x) { return x < 0 ? 0 : x; }
static inline float tr_unitf(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static inline double tr_mix(double a, double b, double t) { return a + t * (b - a); }
static inline float tr_mixf(float a, float b, float t) { return a + t * (b - a); }

// 0 up to `from`, 1 beyond `to` (which may be smaller than `from`), smooth in between.
static inline double tr_smooth(double from, double to, double x) {
    const double t = tr_clamp((x - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}

static inline float tr_smoothf(float from, float to, float x) {
    const float t = tr_clampf((x - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}
