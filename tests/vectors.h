// Vectors for tests, independent of those of the program.
#pragma once
#include <math.h>

typedef struct vec {
    double x, y, z;
} vec;

static inline vec of(const float p[3]) { return (vec){(double)p[0], (double)p[1], (double)p[2]}; }
static inline vec plus(vec a, vec b, double s) { return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline vec unit(vec a) { return plus((vec){0, 0, 0}, a, 1 / sqrt(dot(a, a))); }

// The product of vectors that are arrays.
static inline double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
