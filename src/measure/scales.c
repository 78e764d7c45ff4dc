// How much maps differ over distances: power over wavelength, the finest octaves, the structure function.
#include "base/size.h"
#include "measure/measure.h"
#include "measure/private/maths.h"

// ---- power over wavelength -----------------------------------------------------------------------

// On great circles: closed lines of the sphere that need no window, know no pole, and lie everywhere and in all
// directions alike.

// The value at a direction, interpolated between four texels, across the seam. At the poles, the last row.
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

// The fast Fourier transform of 2^k complex numbers, in place (Cooley and Tukey 1965). turn: count / 2 pairs of
// cosine and sine.
static void transform(double (*z)[2], int count, const double (*turn)[2]) {
    for (int i = 1, j = 0; i < count; i++) { // bit-reversed order
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

// The bands end at TR_SPECTRUM_FIRST * 40^(k / 10). Bands finer than five texels are left out.
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
    double end[TR_SPECTRUM_BANDS + 1], (*z)[2], (*turn)[2];
    *out = (tr_spectrum){0};
    find_bands(width, out, end);
    if (!TR_ALLOCATE(TR_ARRAY(z, (size_t)count), TR_ARRAY(turn, (size_t)count)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for the spectrum of a map %d wide", width);
    for (int k = 0; k < count; k++)
        tr_sincos(2 * TR_PI * k / count, &turn[k][1], &turn[k][0]);
    for (uint64_t circle = 0; circle < TR_SPECTRUM_CIRCLES; circle++) {
        double pole[3], a[3], b[3], d[3]; // the pole of a circle is any place
        measure_place(tr_hash_pair(seed, circle), pole, a, b);
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
    if (out->bands >= 3 && out->power[out->bands - 1] > 0) // a map with the same value everywhere has no slope
        out->slope = measure_log_slope(out->bands, out->waves, out->power);
    tr_free(z);
    return TR_OK;
}

// ---- the finest octaves --------------------------------------------------------------------------

tr_status tr_measure_lightness(const uint8_t *albedo, int width, const tr_watch *watch, float *lightness,
                               tr_error *error) {
    double light[256], lab[3];
    measure_light(light);
    for (int j = 0; j < width / 2 && !tr_watch_stopped(watch); j++)
        for (int i = 0; i < width; i++, albedo += 3) {
            measure_lab(light, albedo, lab);
            *lightness++ = (float)lab[0];
        }
    return tr_watch_check(watch, error);
}

// The mean of the block of texels whose first texel is at that row and column.
static double block_mean(const float *map, int width, int row, int column, int edge) {
    double sum = 0;
    for (int j = row; j < row + edge; j++)
        for (int i = column; i < column + edge; i++)
            sum += map[(long)j * width + i];
    return sum / (edge * edge);
}

void tr_measure_detail(const float *map, int width, tr_detail_amplitudes *out) {
    enum { block = 1 << TR_DETAIL_OCTAVES };
    double all = 0, sum = 0, squares = 0, octave[TR_DETAIL_OCTAVES] = {0};
    const int rows = width / 2, first = rows / 6 / block * block;
    for (int j = first; j + block <= rows - first; j += block) {
        const double area = measure_area(j + block / 2, width);
        for (int i = 0; i + block <= width; i += block) {
            const double whole = block_mean(map, width, j, i, block);
            for (int k = 0; k < 4; k++) {
                const int row = j + k / 2 * 2, column = i + k % 2 * 2;
                const double quarter = block_mean(map, width, row, column, 2);
                octave[1] += area * (quarter - whole) * (quarter - whole) / 4;
                for (int n = 0; n < 4; n++) {
                    const double x = map[(long)(row + n / 2) * width + column + n % 2];
                    octave[0] += area * (x - quarter) * (x - quarter) / 16;
                    squares += area * x * x / 16;
                }
            }
            sum += area * whole, all += area;
        }
    }
    const double variance = squares / all - (sum / all) * (sum / all);
    *out = (tr_detail_amplitudes){.rms = {sqrt(octave[0] / all), sqrt(octave[1] / all)}};
    out->fraction = variance > 1e-12 ? (octave[0] + octave[1]) / all / variance : 0;
}

// ---- the structure function ----------------------------------------------------------------------

// The height of the texel that contains a direction.
static double height_at(const float *height, int width, const double d[3]) {
    const double around = sqrt(d[0] * d[0] + d[2] * d[2]);
    const double u = tr_atan2(-d[2], d[0]) / (2 * TR_PI) + 0.5, v = tr_atan2(around, d[1]) / TR_PI;
    const int rows = width / 2;
    int column = (int)(u * width), row = (int)(v * rows);
    column = column < 0 ? 0 : column >= width ? width - 1 : column;
    row = row < 0 ? 0 : row >= rows ? rows - 1 : row;
    return height[(long)row * width + column];
}

// Pair `h`: a place anywhere on the sphere, and one that lies a lag away in any direction.
static void find_pair(uint64_t h, double lag_sine, double lag_cosine, double place[3], double other[3]) {
    double east[3], north[3], sine, cosine;
    measure_place(h, place, east, north);
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(h, 3)), &sine, &cosine);
    for (int k = 0; k < 3; k++)
        other[k] = lag_cosine * place[k] + lag_sine * (cosine * east[k] + sine * north[k]);
}

void tr_measure_structure(const float *height, int width, uint64_t seed, tr_structure *out) {
    double lag = 0.024;
    for (int k = 0; k < TR_LAGS; k++, lag *= 1.41421356237309505) {
        double sine, cosine, sum = 0;
        tr_sincos(lag, &sine, &cosine);
        for (uint64_t i = 0; i < TR_LAG_PAIRS; i++) {
            double place[3], other[3];
            find_pair(tr_hash_pair(seed, i + (uint64_t)k * TR_LAG_PAIRS), sine, cosine, place, other);
            const double rise = height_at(height, width, other) - height_at(height, width, place);
            sum += rise * rise;
        }
        out->lag_rad[k] = lag;
        out->mean_square[k] = sum / TR_LAG_PAIRS;
    }
    // ground that is level everywhere has no slope
    out->slope = out->mean_square[0] > 0 ? measure_log_slope(TR_LAGS, out->lag_rad, out->mean_square) : 0;
}
