// OKLab: lightness L, 0 … 1, and a and b, 0 for greys. Equal distances look about equal. Only additions,
// multiplications, divisions and powers of two are used, so that colours are the same on every machine. The
// numbers are from Ottosson 2020, "A perceptual color space for image processing".
#pragma once
#include <math.h>

// The cube root of x by Newton's method, which converges from above. 0 for x <= 0.
static inline double tr_cube_root(double x) {
    if (!(x > 0))
        return 0;
    int exponent;
    frexp(x, &exponent);
    double root = ldexp(1, exponent / 3 + 1); // at most four times the root, for x up to 1
    for (int i = 0; i < 8; i++)
        root = (2 * root + x / (root * root)) / 3;
    return root;
}

// From linear sRGB, 0 … 1: cone responses, their cube roots, and opponent values.
static inline void tr_oklab_from_linear(const double rgb[3], double lab[3]) {
    const double l = tr_cube_root(0.4122214708 * rgb[0] + 0.5363325363 * rgb[1] + 0.0514459929 * rgb[2]),
                 m = tr_cube_root(0.2119034982 * rgb[0] + 0.6806995451 * rgb[1] + 0.1073969566 * rgb[2]),
                 s = tr_cube_root(0.0883024619 * rgb[0] + 0.2817188376 * rgb[1] + 0.6299787005 * rgb[2]);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

// The inverse. Values outside the gamut are clamped to 0 … 1.
static inline void tr_oklab_to_linear(const double lab[3], double rgb[3]) {
    const double l = lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2],
                 m = lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2],
                 s = lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2];
    const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
    rgb[0] = 4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3;
    rgb[1] = -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3;
    rgb[2] = -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3;
    for (int c = 0; c < 3; c++)
        rgb[c] = rgb[c] < 0 ? 0 : rgb[c] > 1 ? 1 : rgb[c];
}
