#include "planet/kernels.h"
#include "planet/measure.h"
#include "planet/measure_maths.h"

enum { steps = 8 }; // of each axis of the histogram

// Linear light of all codes.
static void fill_light(double light[256]) {
    for (int code = 0; code < 256; code++)
        light[code] = tr_srgb_decode((uint8_t)code);
}

// The cube root of x, 0 … 1, by Newton's method: from above it only falls towards the root.
static double cube_root(double x) {
    if (x <= 0)
        return 0;
    int exponent;
    frexp(x, &exponent);
    double root = ldexp(1, exponent / 3 + 1);
    for (int i = 0; i < 7; i++)
        root = (2 * root + x / (root * root)) / 3;
    return root;
}

// From linear sRGB to OKLab: responses of the eye's cones, their cube roots, and opponents of these. The
// numbers are those of Ottosson 2020, "A perceptual color space for image processing".
static void find_oklab(const double rgb[3], double lab[3]) {
    const double l = cube_root(0.4122214708 * rgb[0] + 0.5363325363 * rgb[1] + 0.0514459929 * rgb[2]),
                 m = cube_root(0.2119034982 * rgb[0] + 0.6806995451 * rgb[1] + 0.1073969566 * rgb[2]),
                 s = cube_root(0.0883024619 * rgb[0] + 0.2817188376 * rgb[1] + 0.6299787005 * rgb[2]);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

// Adds an area to the eight bins round a colour, the nearer ones more: a colour at the edge of a bin does not
// jump.
static void add_to_bins(const double lab[3], double area, double *bins) {
    int at[3];
    double part[3];
    for (int k = 0; k < 3; k++) {
        double place = (k == 0 ? lab[k] : (lab[k] + 0.2) / 0.4) * steps - 0.5;
        place = place < 0 ? 0 : place > steps - 1 ? steps - 1 : place;
        at[k] = place < steps - 2 ? (int)place : steps - 2;
        part[k] = place - at[k];
    }
    for (int corner = 0; corner < 8; corner++) {
        double share = area;
        int bin = 0;
        for (int k = 0; k < 3; k++) {
            const int far = corner >> k & 1;
            share *= far ? part[k] : 1 - part[k];
            bin = bin * steps + at[k] + far;
        }
        bins[bin] += share;
    }
}

void tr_measure_colours(const uint8_t *albedo, int width, tr_colours *out) {
    double light[256], all = 0, squares = 0;
    *out = (tr_colours){0};
    fill_light(light);
    for (int j = 0; j < width / 2; j++) {
        const double area = measure_area(j, width);
        const uint8_t *texel = albedo + 3 * (long)j * width;
        for (int i = 0; i < width; i++, texel += 3) {
            const double rgb[3] = {light[texel[0]], light[texel[1]], light[texel[2]]};
            double lab[3];
            find_oklab(rgb, lab);
            add_to_bins(lab, area, out->share);
            out->lightness += area * lab[0];
            squares += area * (lab[0] * lab[0]);
            out->chroma += area * sqrt(lab[1] * lab[1] + lab[2] * lab[2]);
        }
        all += area * width;
    }
    out->lightness /= all;
    out->chroma /= all;
    const double variance = squares / all - out->lightness * out->lightness;
    out->contrast = variance > 0 ? sqrt(variance) : 0;
    for (int k = 0; k < TR_COLOUR_BINS; k++)
        out->share[k] /= all;
}

double tr_colour_distance(const tr_colours *a, const tr_colours *b) {
    double sum = 0;
    for (int k = 0; k < TR_COLOUR_BINS; k++) {
        const double p = a->share[k], q = b->share[k];
        sum += p + q > 0 ? (p - q) * (p - q) / (p + q) : 0;
    }
    return sqrt(sum / 2);
}

double tr_measure_glow(const uint8_t *emission, int width) {
    double light[256], glowing = 0, all = 0;
    fill_light(light);
    for (int j = 0; j < width / 2; j++) {
        const double area = measure_area(j, width);
        const uint8_t *texel = emission + 3 * (long)j * width;
        for (int i = 0; i < width; i++, texel += 3) // the luminance of sRGB (IEC 61966-2-1)
            glowing += 0.2126 * light[texel[0]] + 0.7152 * light[texel[1]] + 0.0722 * light[texel[2]] >= 0.02
                           ? area
                           : 0;
        all += area * width;
    }
    return glowing / all;
}
