#include "base/hash.h"
#include "measure/measure.h"
#include "measure/private/maths.h"

// The texel that a direction falls into.
static double height_at(const float *height, int width, const double d[3]) {
    const double around = sqrt(d[0] * d[0] + d[2] * d[2]);
    const double u = tr_atan2(-d[2], d[0]) / (2 * TR_PI) + 0.5, v = tr_atan2(around, d[1]) / TR_PI;
    const int rows = width / 2;
    int column = (int)(u * width), row = (int)(v * rows);
    column = column < 0 ? 0 : column >= width ? width - 1 : column;
    row = row < 0 ? 0 : row >= rows ? rows - 1 : row;
    return height[(long)row * width + column];
}

// Pair `h`: a place anywhere on the sphere, all areas alike, and one that lies a lag away in any direction.
static void find_pair(uint64_t h, double lag_sine, double lag_cosine, double place[3], double other[3]) {
    const double up = 2 * tr_hash_unit(tr_hash_pair(h, 1)) - 1, around = sqrt(1 - up * up);
    double s, c, sine, cosine;
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(h, 2)), &s, &c);
    tr_sincos(2 * TR_PI * tr_hash_unit(tr_hash_pair(h, 3)), &sine, &cosine);
    const double east[3] = {-s, 0, -c}, north[3] = {-up * c, around, up * s};
    place[0] = around * c, place[1] = up, place[2] = -around * s;
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
