#include "noise/grids/image.h"

#include "base/maths.h"
#include <math.h>
#include <string.h>

// ---- places --------------------------------------------------------------------------------------

enum { batch = 64, taps = 4 };

// Where samples lie in the image, as fractions of its width from its middle and of its height from its north.
typedef struct places {
    double across[batch], down[batch];
} places;

// A level and the samples in it: the index of the upper left of 4 x 4 texels, and the weights of those.
typedef struct cells {
    int32_t corner[batch];
    float across[batch][taps], down[batch][taps];
} cells;

static inline double clamped(double x, double low, double high) {
    const double above = x > low ? x : low;
    return above < high ? above : high;
}

// The angle of the vector (x, y) within 1e-10: the series of the arc tangent below tan(π/8). It takes one
// division, and tr_atan2 takes four and three square roots, which would be most of the time of a sample.
static inline double angle_of(double y, double x) {
    const double ax = fabs(x), ay = fabs(y);
    const double low = ax > ay ? ay : ax, high = ax > ay ? ax : ay;
    const bool turned = low > 0.41421356237309503 * high;
    const double over = turned ? low - high : low, under = turned ? low + high : high;
    const double t = over / (under > 1e-300 ? under : 1e-300), q = t * t;
    double sum = 1.0 / 23;
    sum = 1.0 / 21 - q * sum;
    sum = 1.0 / 19 - q * sum;
    sum = 1.0 / 17 - q * sum;
    sum = 1.0 / 15 - q * sum;
    sum = 1.0 / 13 - q * sum;
    sum = 1.0 / 11 - q * sum;
    sum = 1.0 / 9 - q * sum;
    sum = 1.0 / 7 - q * sum;
    sum = 1.0 / 5 - q * sum;
    sum = 1.0 / 3 - q * sum;
    const double first = t * (1 - q * sum) + (turned ? TR_PI / 4 : 0);
    const double acute = ax > ay ? first : TR_PI / 2 - first, half = x < 0 ? TR_PI - acute : acute;
    return y < 0 ? -half : half;
}

// Longitude is positive to the east, as in planet/patch.c: direction (cos λ cos φ, sin φ, -sin λ cos φ).
static void find_places(const tr_image *image, int count, const float *restrict x, const float *restrict y,
                        const float *restrict z, places *p) {
    const double middle = 0.5 * (image->west + image->east), turns = 1 / (2 * TR_PI);
    const double across = 2 * TR_PI / (image->east - image->west), down = 1 / (image->north - image->south);
    const double north = image->north;
    for (int i = 0; i < count; i++) {
        const double dx = (double)x[i], dy = (double)y[i], dz = (double)z[i];
        const double east = (angle_of(-dz, dx) - middle) * turns;
        const double latitude = angle_of(dy, sqrt(dx * dx + dz * dz));
        p->across[i] = (east - floor(east + 0.5)) * across;
        p->down[i] = (north - latitude) * down;
    }
}

// The weights of the texels at -1, 0, 1 and 2, for a place t between 0 and 1.
static inline void weigh(int filter, float t, float weights[taps]) {
    if (filter == TR_IMAGE_CUBIC || filter == TR_IMAGE_SHARE) {
        const float u = 1 - t, tu = 0.5f * (t * u);
        weights[0] = -tu * u;
        weights[3] = -tu * t;
        weights[1] = u + tu * (2 * u - t);
        weights[2] = t + tu * (2 * t - u);
        return;
    }
    const float second = filter == TR_IMAGE_LINEAR ? t : t < 0.5f ? 0 : 1;
    weights[0] = weights[3] = 0;
    weights[1] = 1 - second;
    weights[2] = second;
}

// A place in texels, relative to the centre of the first one. Where the caller's texels are as large as the
// image's, `snap` is a little above 0: places that are so near to a centre are on it. Rounding of directions
// then changes no value there.
static inline double texel_place(double fraction, double size, double snap) {
    const double place = clamped(fraction * size - 0.5, -0.5, size - 0.5), centre = floor(place + 0.5);
    return fabs(place - centre) < snap ? centre : place;
}

static void find_cells(const tr_image_level *level, int filter, double snap, int count, const places *p,
                       cells *c) {
    const double width = level->width, height = level->height;
    const int32_t stride = (int32_t)level->stride;
    float t[batch], s[batch];
    for (int i = 0; i < count; i++) {
        const double u = texel_place(p->across[i] + 0.5, width, snap),
                     v = texel_place(p->down[i], height, snap);
        const double column = floor(u), row = floor(v);
        t[i] = (float)(u - column), s[i] = (float)(v - row);
        c->corner[i] = ((int32_t)row - 1) * stride + (int32_t)column - 1;
    }
    for (int i = 0; i < count; i++) {
        weigh(filter, t[i], c->across[i]);
        weigh(filter, s[i], c->down[i]);
    }
}

// ---- sums ----------------------------------------------------------------------------------------

typedef float four __attribute__((vector_size(16)));
typedef uint16_t four_codes __attribute__((vector_size(8)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));

static inline float total(four a) { return (a[0] + a[1]) + (a[2] + a[3]); }

static inline four load(const float *from) {
    four out;
    memcpy(&out, from, sizeof out);
    return out;
}

static inline four load_codes(const uint16_t *from) {
    four_codes codes;
    memcpy(&codes, from, sizeof codes);
    return __builtin_convertvector(codes, four);
}

// Shares of land: 0 at sea, from 0.55 to 1 above it.
static inline four load_shares(const uint16_t *from, float sea, float rise) {
    four above = load_codes(from) - sea;
    for (int i = 0; i < taps; i++) {
        const float share = 0.55f + rise * above[i];
        above[i] = above[i] > 0 ? share < 1 ? share : 1 : 0;
    }
    return above;
}

static inline four load_bytes(const uint8_t *from) {
    four_bytes bytes;
    memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, four);
}

static void sum_codes(const tr_image_level *level, int count, const cells *c, float *restrict out) {
    const size_t stride = level->stride;
    for (int i = 0; i < count; i++) {
        const uint16_t *at = level->codes + c->corner[i];
        const float *down = c->down[i];
        const four sum = (load_codes(at) * down[0] + load_codes(at + stride) * down[1]) +
                         (load_codes(at + 2 * stride) * down[2] + load_codes(at + 3 * stride) * down[3]);
        out[i] = total(sum * load(c->across[i]));
    }
}

static void sum_shares(const tr_image *image, const tr_image_level *level, int count, const cells *c,
                       float *restrict out) {
    const size_t stride = level->stride;
    const float sea = image->sea, rise = image->rise;
    for (int i = 0; i < count; i++) {
        const uint16_t *at = level->codes + c->corner[i];
        four sum = {0, 0, 0, 0};
        for (size_t row = 0; row < taps; row++)
            sum += load_shares(at + row * stride, sea, rise) * c->down[i][row];
        out[i] = total(sum * load(c->across[i]));
    }
}

static void sum_coverage(const tr_image_level *level, int count, const cells *c, float *restrict out) {
    const size_t stride = level->stride;
    for (int i = 0; i < count; i++) {
        const uint8_t *at = level->coverage + c->corner[i];
        const float *down = c->down[i];
        const four sum = (load_bytes(at) * down[0] + load_bytes(at + stride) * down[1]) +
                         (load_bytes(at + 2 * stride) * down[2] + load_bytes(at + 3 * stride) * down[3]);
        out[i] = total(sum * load(c->across[i])) * (1 / 255.0f);
    }
}

// ---- weights -------------------------------------------------------------------------------------

// How far a region's edges fade, in its width or height; 0: there is no such edge.
typedef struct fades {
    double side, north, south;
} fades;

static inline float rise(double distance, double fade) {
    if (fade == 0)
        return 1;
    const double t = clamped(distance / fade, 0, 1);
    return (float)(t * t * (3 - 2 * t));
}

static void multiply_region(const fades *f, int count, const places *p, float *restrict weight) {
    const fades fade = *f;
    for (int i = 0; i < count; i++) {
        const double side = 0.5 - fabs(p->across[i]), down = p->down[i];
        weight[i] *= rise(side, fade.side) * (rise(down, fade.north) * rise(1 - down, fade.south));
    }
}

// ---- the kernel ----------------------------------------------------------------------------------

// The two levels of a call, and the share of the second one.
typedef struct choice {
    int first;
    float second;
    double snap;
    fades fade;
} choice;

// The width or height of a texel, whichever is larger, in radians on the equator.
static double texel_of(const tr_image *image) {
    const double width = (image->east - image->west) / image->levels[0].width;
    const double height = (image->north - image->south) / image->levels[0].height;
    return width > height ? width : height;
}

static choice choose(const tr_image *image, int filter, double texel) {
    const double usual = 1e-3; // so much rounding of sizes is allowed
    const double own = texel_of(image);
    const double width = image->east - image->west, height = image->north - image->south;
    const double margin = (width < height ? width : height) / TR_IMAGE_MARGIN_PART;
    const double radians = margin > own ? margin : own;
    double ratio = texel / own;
    choice c = {.snap = ratio > 0.5 ? 1.0 / 2048 : 0,
                .fade = {image->wraps ? 0 : clamped(radians / width, 0, 0.5),
                         image->north_pole ? 0 : clamped(radians / height, 0, 0.5),
                         image->south_pole ? 0 : clamped(radians / height, 0, 0.5)}};
    for (; ratio >= 2 - usual && c.first + 1 < image->level_count; ratio *= 0.5)
        c.first++;
    if (c.first + 1 < image->level_count && ratio > 1 + usual && filter != TR_IMAGE_NEAREST)
        c.second = (float)(ratio - 1 < 1 ? ratio - 1 : 1);
    return c;
}

static void blend(int count, float share, const float *restrict other, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] += share * (other[i] - out[i]);
}

static void sample_batch(const tr_image *image, int filter, const choice *chosen, int count, const places *p,
                         float *value, float *weight) {
    cells c;
    float other[batch];
    const bool share = filter == TR_IMAGE_SHARE;
    const float low = share ? 0 : (float)image->low, step = share ? 1 : (float)image->step;
    const float most = share ? 1 : 65535;
    for (int i = 0; i < (chosen->second > 0 ? 2 : 1); i++) {
        const tr_image_level *level = &image->levels[chosen->first + i];
        find_cells(level, filter, chosen->snap, count, p, &c);
        if (share)
            sum_shares(image, level, count, &c, i ? other : value);
        else
            sum_codes(level, count, &c, i ? other : value);
        if (i)
            blend(count, chosen->second, other, value);
        if (!weight || !level->coverage)
            continue;
        sum_coverage(level, count, &c, i ? other : weight);
        if (i)
            blend(count, chosen->second, other, weight);
    }
    for (int i = 0; i < count; i++) // cubic curves may overshoot
        value[i] = low + step * (value[i] < 0 ? 0 : value[i] > most ? most : value[i]);
}

void TR_KERNEL(tr_image_sample)(const tr_image *image, int filter, double texel, int count,
                                const float *restrict x, const float *restrict y, const float *restrict z,
                                float *restrict value, float *restrict weight) {
    const choice chosen = choose(image, filter, texel);
    const bool edges = chosen.fade.side > 0 || chosen.fade.north > 0 || chosen.fade.south > 0;
    places p;
    for (int first = 0; first < count; first += batch) {
        const int n = count - first < batch ? count - first : batch;
        find_places(image, n, x + first, y + first, z + first, &p);
        float *w = weight ? weight + first : NULL;
        for (int i = 0; w && i < n; i++)
            w[i] = 1;
        sample_batch(image, filter, &chosen, n, &p, value + first, w);
        for (int i = 0; w && i < n; i++)
            w[i] = w[i] < 0 ? 0 : w[i] > 1 ? 1 : w[i];
        if (w && edges)
            multiply_region(&chosen.fade, n, &p, w);
    }
}

// ---- loops over rows -----------------------------------------------------------------------------

void TR_KERNEL(tr_image_add)(int count, float factor, const uint16_t *restrict in, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] += factor * (float)in[i];
}

void TR_KERNEL(tr_image_add_covered)(int count, float factor, const uint16_t *restrict in,
                                     const uint8_t *restrict coverage, float *restrict out,
                                     float *restrict out_coverage) {
    for (int i = 0; i < count; i++) {
        const float share = factor * (float)coverage[i];
        out[i] += share * (float)in[i];
        out_coverage[i] += share;
    }
}
