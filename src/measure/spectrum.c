// Power over wavelength, on great circles: closed lines of the sphere that need no window, know no pole, and
// lie everywhere and in all directions alike.
#include "base/hash.h"
#include "base/size.h"
#include "measure/measure.h"
#include "measure/private/maths.h"

// The value at a direction, between four texels: over the seam, and at the poles the last row.
static double value_at(const float *map, int width, const double d[3]) {
    const int rows = width / 2;
    const double around = sqrt(d[0] * d[0] + d[2] * d[2]);
    double x = (tr_atan2(-d[2], d[0]) / (2 * TR_PI) + 0.5) * width - 0.5,
           y = tr_atan2(around, d[1]) / TR_PI * rows - 0.5;
    x = x < 0 ? x + width : x;
    y = y < 0 ? 0 : y > rows - 1 ? rows - 1 : y;
    const int column = (int)x < width ? (int)x : width - 1, row = (int)y < rows - 1 ? (int)y : rows - 2;
    const int next = (column + 1) % width;
    const float *north = map + (long)row * width, *south = north + width;
    const double s = x - column, t = y - row;
    return (1 - t) * ((1 - s) * north[column] + s * north[next]) +
           t * ((1 - s) * south[column] + s * south[next]);
}

// Two directions at right angles that span circle `h`: its pole is anywhere on the sphere, all areas alike.
static void find_circle(uint64_t h, double a[3], double b[3]) {
    const double up = 2 * tr_hash_unit(tr_hash_pair(h, 1)) - 1, around = sqrt(1 - up * up);
    double s, c;
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(h, 2)), &s, &c);
    a[0] = -s, a[1] = 0, a[2] = -c;
    b[0] = -up * c, b[1] = around, b[2] = up * s;
}

// The fast Fourier transform of 2^k complex numbers, in place (Cooley and Tukey 1965). turn: count / 2 pairs of
// cosine and sine.
static void transform(double (*z)[2], int count, const double (*turn)[2]) {
    for (int i = 1, j = 0; i < count; i++) { // numbers in the order of their mirrored bits
        int bit = count / 2;
        for (; j & bit; bit /= 2)
            j -= bit;
        j += bit;
        if (i < j) {
            const double re = z[i][0], im = z[i][1];
            z[i][0] = z[j][0], z[i][1] = z[j][1];
            z[j][0] = re, z[j][1] = im;
        }
    }
    for (int half = 1; half < count; half *= 2)
        for (int i = 0; i < count; i += 2 * half)
            for (int k = 0; k < half; k++) {
                double *p = z[i + k], *q = z[i + k + half];
                const double *w = turn[k * (count / (2 * half))];
                const double re = q[0] * w[0] + q[1] * w[1], im = q[1] * w[0] - q[0] * w[1];
                q[0] = p[0] - re, q[1] = p[1] - im;
                p[0] += re, p[1] += im;
            }
}

// The bands' ends are TR_SPECTRUM_FIRST * 40^(k / 10); those finer than five texels are left out.
static void find_bands(int width, tr_spectrum *out, double end[TR_SPECTRUM_BANDS + 1]) {
    end[0] = TR_SPECTRUM_FIRST;
    for (int k = 0; k < TR_SPECTRUM_BANDS; k++) {
        end[k + 1] = end[k] * 1.44612559; // the tenth root of 40
        out->waves[k] = sqrt(end[k] * end[k + 1]);
        out->bands += end[k + 1] <= width / 5.0;
    }
}

static void add_circle(const double (*z)[2], const double end[TR_SPECTRUM_BANDS + 1], tr_spectrum *out) {
    for (int band = 0; band < out->bands; band++) {
        double sum = 0;
        int count = 0;
        for (int m = (int)end[band] + (band > 0); m <= (int)end[band + 1]; m++, count++)
            sum += z[m][0] * z[m][0] + z[m][1] * z[m][1];
        out->power[band] += sum / count;
    }
}

tr_status tr_measure_spectrum(const float *map, int width, uint64_t seed, tr_spectrum *out, tr_error *error) {
    int count = 64;
    while (count < width)
        count *= 2;
    double end[TR_SPECTRUM_BANDS + 1], (*z)[2] = tr_allocate((size_t)count, sizeof *z),
                                       (*turn)[2] = tr_allocate((size_t)count, sizeof *turn);
    *out = (tr_spectrum){0};
    find_bands(width, out, end);
    for (int k = 0; turn && k < count; k++)
        tr_sincos(2 * TR_PI * k / count, &turn[k][1], &turn[k][0]);
    for (uint64_t circle = 0; z && turn && circle < TR_SPECTRUM_CIRCLES; circle++) {
        double a[3], b[3], d[3];
        find_circle(tr_hash_pair(seed, circle), a, b);
        for (int k = 0; k < count; k++) {
            for (int c = 0; c < 3; c++)
                d[c] = turn[k][0] * a[c] + turn[k][1] * b[c];
            z[k][0] = value_at(map, width, d) / count, z[k][1] = 0;
        }
        transform(z, count, turn);
        add_circle(z, end, out);
    }
    for (int band = 0; band < out->bands; band++)
        out->power[band] /= TR_SPECTRUM_CIRCLES;
    if (out->bands >= 3 && out->power[out->bands - 1] > 0) // what is the same everywhere has no slope
        out->slope = measure_log_slope(out->bands, out->waves, out->power);
    const bool done = z && turn;
    tr_free(z);
    tr_free(turn);
    return done ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the spectrum of a map %d wide", width);
}
