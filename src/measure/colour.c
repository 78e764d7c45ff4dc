#include "measure/measure.h"
#include "measure/private/maths.h"

enum { steps = 8 }; // of each axis of the histogram

// Adds an area to the eight bins round a colour, with linear weights: a colour at the edge of a bin does not
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
        double fraction = area;
        int bin = 0;
        for (int k = 0; k < 3; k++) {
            const int far = corner >> k & 1;
            fraction *= far ? part[k] : 1 - part[k];
            bin = bin * steps + at[k] + far;
        }
        bins[bin] += fraction;
    }
}

tr_status tr_measure_colours(const uint8_t *albedo, int width, const tr_watch *watch, tr_colours *out,
                             tr_error *error) {
    double light[256], all = 0, squares = 0;
    *out = (tr_colours){0};
    measure_light(light);
    for (int j = 0; j < width / 2 && !tr_watch_stopped(watch); j++) {
        const double area = measure_area(j, width);
        const uint8_t *texel = albedo + 3 * (long)j * width;
        for (int i = 0; i < width; i++, texel += 3) {
            double lab[3];
            measure_lab(light, texel, lab);
            add_to_bins(lab, area, out->fraction);
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
        out->fraction[k] /= all;
    return tr_watch_check(watch, error);
}

static double chi(int bins, const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < bins; k++)
        sum += a[k] + b[k] > 0 ? (a[k] - b[k]) * (a[k] - b[k]) / (a[k] + b[k]) : 0;
    return sqrt(sum / 2);
}

double tr_colour_distance(const tr_colours *a, const tr_colours *b) {
    return chi(TR_COLOUR_BINS, a->fraction, b->fraction);
}

double tr_shape_distance(const double a[TR_SHAPE_BINS], const double b[TR_SHAPE_BINS]) {
    return chi(TR_SHAPE_BINS, a, b);
}

double tr_measure_glow(const uint8_t *emission, int width) {
    double light[256], glowing = 0, all = 0;
    measure_light(light);
    for (int j = 0; j < width / 2; j++) {
        const double area = measure_area(j, width);
        const uint8_t *texel = emission + 3 * (long)j * width;
        int count = 0;
        for (int i = 0; i < width; i++, texel += 3) // the luminance of sRGB (IEC 61966-2-1)
            count += 0.2126 * light[texel[0]] + 0.7152 * light[texel[1]] + 0.0722 * light[texel[2]] >= 0.02;
        glowing += area * count; // one product: a map that glows everywhere gives exactly 1
        all += area * width;
    }
    return glowing / all;
}

// ---- hues --------------------------------------------------------------------------------------

enum { hue_bins = 72, hue_distance = 4 }; // 5 degrees a bin; a hue is everything within 20 degrees of its peak

// The amount of each hue: area times chroma. A colour with a chroma below 0.02 has no hue.
static double weigh_hues(const uint8_t *albedo, int width, const tr_watch *watch, double bins[hue_bins],
                         double sum[2]) {
    double light[256], all = 0;
    measure_light(light);
    for (int j = 0; j < width / 2 && !tr_watch_stopped(watch); j++) {
        const double area = measure_area(j, width);
        const uint8_t *texel = albedo + 3 * (long)j * width;
        for (int i = 0; i < width; i++, texel += 3) {
            double lab[3];
            measure_lab(light, texel, lab);
            const double chroma = sqrt(lab[1] * lab[1] + lab[2] * lab[2]);
            if (chroma < 0.02)
                continue;
            const double turn = tr_atan2(lab[2], lab[1]) / (2 * TR_PI) + 0.5;
            bins[(int)(turn * hue_bins) % hue_bins] += area * chroma;
            sum[0] += area * lab[1], sum[1] += area * lab[2];
            all += area * chroma;
        }
    }
    return all;
}

tr_status tr_measure_hues(const uint8_t *albedo, int width, const tr_watch *watch, tr_hues *out,
                          tr_error *error) {
    double bins[hue_bins] = {0}, near[hue_bins] = {0}, peak[hue_bins] = {0}, sum[2] = {0};
    const double all = weigh_hues(albedo, width, watch, bins, sum);
    *out = (tr_hues){0};
    for (int k = 0; k < hue_bins; k++)
        for (int i = -hue_distance; i <= hue_distance; i++) {
            const double part = bins[(k + i + hue_bins) % hue_bins];
            near[k] += part, peak[k] += (hue_distance + 1 - (i < 0 ? -i : i)) * part;
        }
    for (int k = 0; k < hue_bins; k++) {
        bool highest = near[k] >= 0.05 * all && all > 0;
        for (int i = 1; i <= hue_distance; i++) // of equal peaks the first counts
            highest =
                highest && peak[k] >= peak[(k + i) % hue_bins] && peak[k] > peak[(k - i + hue_bins) % hue_bins];
        out->count += highest;
    }
    const double mean = all > 0 ? sqrt(sum[0] * sum[0] + sum[1] * sum[1]) / all : 1;
    out->spread = mean < 1 ? 1 - mean : 0;
    return tr_watch_check(watch, error);
}
