// Lattice noises over arrays of samples. For a sample the kernel finds its cell, hashes the corners and
// interpolates between their values (lattice.h). All loops are straight-line code over independent samples.
#include "noise/lattice/private/lattice.h"

#define SAMPLES(f, sample, ...)                                                                                \
    for (int i = 0; i < count; i++)                                                                            \
    out[i] = sample(&o, f, __VA_ARGS__)

void TR_KERNEL(tr_lattice)(const tr_octave *octave, int basis, int interpolation, int count,
                           const float *restrict x, const float *restrict y, const float *restrict z,
                           float *restrict out) {
    const tr_octave o = *octave; // a local copy cannot alias out
    if (basis == TR_BASIS_PERLIN)
        WITH_FADE(interpolation, SAMPLES, perlin_sample, x[i], y[i], z[i])
    else
        WITH_FADE(interpolation, SAMPLES, value_sample, x[i], y[i], z[i])
}

void TR_KERNEL(tr_perlin_vector)(const tr_octave *octave, int count, const float *restrict x,
                                 const float *restrict y, const float *restrict z, float *restrict dx,
                                 float *restrict dy, float *restrict dz) {
    const tr_octave o = *octave;
    const float amplitude = o.amplitude * PERLIN_SCALE;
    for (int i = 0; i < count; i++) {
        cell c = find_cell(&o, x[i], y[i], z[i]);
        float u = fade(TR_INTERPOLATION_QUINTIC, c.x), v = fade(TR_INTERPOLATION_QUINTIC, c.y),
              w = fade(TR_INTERPOLATION_QUINTIC, c.z);
        uint32_t h[8] = {hash(c.x0 ^ c.y0 ^ c.z0), hash(c.x1 ^ c.y0 ^ c.z0), hash(c.x0 ^ c.y1 ^ c.z0),
                         hash(c.x1 ^ c.y1 ^ c.z0), hash(c.x0 ^ c.y0 ^ c.z1), hash(c.x1 ^ c.y0 ^ c.z1),
                         hash(c.x0 ^ c.y1 ^ c.z1), hash(c.x1 ^ c.y1 ^ c.z1)};
        float X = c.x, Y = c.y, Z = c.z;
        // Each component uses three other bits of the hash.
#define COMPONENT(shift)                                                                                       \
    tr_mixf(                                                                                                   \
        tr_mixf(tr_mixf(hash_gradient(h[0] << shift, X, Y, Z), hash_gradient(h[1] << shift, X - 1, Y, Z), u),  \
                tr_mixf(hash_gradient(h[2] << shift, X, Y - 1, Z),                                             \
                        hash_gradient(h[3] << shift, X - 1, Y - 1, Z), u),                                     \
                v),                                                                                            \
        tr_mixf(tr_mixf(hash_gradient(h[4] << shift, X, Y, Z - 1),                                             \
                        hash_gradient(h[5] << shift, X - 1, Y, Z - 1), u),                                     \
                tr_mixf(hash_gradient(h[6] << shift, X, Y - 1, Z - 1),                                         \
                        hash_gradient(h[7] << shift, X - 1, Y - 1, Z - 1), u),                                 \
                v),                                                                                            \
        w)
        dx[i] += amplitude * COMPONENT(0);
        dy[i] += amplitude * COMPONENT(3);
        dz[i] += amplitude * COMPONENT(6);
#undef COMPONENT
    }
}

// ---- the wrapped plane -------------------------------------------------------------------------

// The cell of a sample on the plane. The upper corners of the last cell are the lower ones of the first.
__attribute__((always_inline)) static inline cell find_plane_cell(const tr_octave *octave, float u, float v) {
    float period = (float)octave->period, x = u * period, y = v * period;
    int32_t ix = floor_int(x), iy = floor_int(y);
    cell c;
    c.x = x - (float)ix, c.y = y - (float)iy, c.z = 0;
    ix = ix >= octave->period ? ix - octave->period : ix;
    iy = iy >= octave->period ? iy - octave->period : iy < 0 ? iy + octave->period : iy;
    c.x0 = (uint32_t)ix * PRIME_X + octave->seed[0];
    c.y0 = (uint32_t)iy * PRIME_Y + octave->seed[1];
    c.x1 = ix + 1 == octave->period ? octave->seed[0] : c.x0 + PRIME_X;
    c.y1 = iy + 1 == octave->period ? octave->seed[1] : c.y0 + PRIME_Y;
    c.z0 = c.z1 = 0;
    return c;
}

__attribute__((always_inline)) static inline float perlin_plane_sample(const tr_octave *o, int f, float pu,
                                                                       float pv) {
    cell c = find_plane_cell(o, pu, pv);
    float u = fade(f, c.x), v = fade(f, c.y);
#define CORNER(X, Y, i, j) hash_gradient(hash(c.X ^ c.Y), c.x - i, c.y - j, 0)
    return cut(tr_mixf(tr_mixf(CORNER(x0, y0, 0, 0), CORNER(x1, y0, 1, 0), u),
                       tr_mixf(CORNER(x0, y1, 0, 1), CORNER(x1, y1, 1, 1), u), v) *
               PERLIN_SCALE);
#undef CORNER
}

__attribute__((always_inline)) static inline float value_plane_sample(const tr_octave *o, int f, float pu,
                                                                      float pv) {
    cell c = find_plane_cell(o, pu, pv);
    float u = fade(f, c.x), v = fade(f, c.y);
#define CORNER(X, Y) hash_value(hash(c.X ^ c.Y))
    return tr_mixf(tr_mixf(CORNER(x0, y0), CORNER(x1, y0), u), tr_mixf(CORNER(x0, y1), CORNER(x1, y1), u), v);
#undef CORNER
}

void TR_KERNEL(tr_lattice_plane)(const tr_octave *octave, int basis, int interpolation, int count,
                                 const float *restrict u, const float *restrict v, float *restrict out) {
    const tr_octave o = *octave;
    if (basis == TR_BASIS_PERLIN)
        WITH_FADE(interpolation, SAMPLES, perlin_plane_sample, u[i], v[i])
    else
        WITH_FADE(interpolation, SAMPLES, value_plane_sample, u[i], v[i])
}

// ---- octaves -----------------------------------------------------------------------------------

// A value of |n| shaped by an octave whose weight is 1.
static inline float billow(float n) { return 2 * as_float(as_bits(n) & 0x7fffffffu) - 1; }

// Musgrave's ridged multifractal ("Texturing and Modeling", chapter 16): fine ridges only where the previous
// octave was high. The noise is scaled up a little, because it seldom comes near ±1.
static inline float ridge(float n) {
    float r = 1 - 1.25f * as_float(as_bits(n) & 0x7fffffffu);
    r = r < 0 ? 0 : r;
    return r * r;
}

// Factor from a ridge to the weight of the next octave.
#define HAND_ON 2.1f

// The mean weight that an invisible octave passes to the next: E min(1, HAND_ON * ridge * w). That is HAND_ON *
// mean * w as long as the largest ridge, 1, stays below the limit, and bends towards handed_on at w = 1. The
// power of 1.5 in between is accurate to 0.01 for all noises.
static inline float hand_on_mean(const tr_octave_weight *entry, float w) {
    const float slope = HAND_ON * entry->mean, unbounded = 1 / HAND_ON;
    float beyond = (w - unbounded) * (1 / (1 - unbounded));
    beyond = beyond < 0 ? 0 : beyond;
    return slope * w - (slope - entry->handed_on) * (beyond * __builtin_sqrtf(beyond));
}

static void accumulate_shown(const tr_octave_weight *entry, int count, const float *restrict noise,
                             float *restrict sum, float *restrict weight) {
    const float amplitude = entry->amplitude;
    switch (entry->shape) {
    case TR_FRACTAL_BILLOW:
        for (int i = 0; i < count; i++)
            sum[i] += amplitude * billow(noise[i]);
        break;
    case TR_FRACTAL_RIDGED:
        for (int i = 0; i < count; i++) {
            float r = ridge(noise[i]) * weight[i];
            sum[i] += amplitude * r;
            float next = HAND_ON * r;
            weight[i] = next > 1 ? 1 : next;
        }
        break;
    default:
        for (int i = 0; i < count; i++)
            sum[i] += amplitude * noise[i];
    }
}

// Blends the octave, and the weight for the next one, with their means.
static void accumulate_faded(const tr_octave_weight *entry, int count, const float *restrict noise,
                             float *restrict sum, float *restrict weight) {
    const tr_octave_weight e = *entry;
    const float amplitude = e.amplitude, fraction = e.fraction, mean = e.mean;
    switch (e.shape) {
    case TR_FRACTAL_BILLOW:
        for (int i = 0; i < count; i++)
            sum[i] += amplitude * tr_mixf(mean, billow(noise[i]), fraction);
        break;
    case TR_FRACTAL_RIDGED:
        for (int i = 0; i < count; i++) {
            float w = weight[i], r = ridge(noise[i]);
            sum[i] += amplitude * (tr_mixf(mean, r, fraction) * w);
            float next = HAND_ON * (r * w);
            weight[i] = tr_mixf(hand_on_mean(&e, w), next > 1 ? 1 : next, fraction);
        }
        break;
    default: // plain: the mean is 0
        for (int i = 0; i < count; i++)
            sum[i] += amplitude * fraction * noise[i];
    }
}

static void accumulate_mean(const tr_octave_weight *entry, int count, float *restrict sum,
                            float *restrict weight) {
    const tr_octave_weight e = *entry;
    const float amount = e.amplitude * e.mean;
    switch (e.shape) {
    case TR_FRACTAL_BILLOW:
        for (int i = 0; i < count; i++)
            sum[i] += amount;
        break;
    case TR_FRACTAL_RIDGED:
        for (int i = 0; i < count; i++) {
            sum[i] += amount * weight[i];
            weight[i] = hand_on_mean(&e, weight[i]);
        }
        break;
    default:;
    }
}

void TR_KERNEL(tr_accumulate)(const tr_octave_weight *entry, int count, const float *noise, float *sum,
                              float *weight) {
    if (entry->fraction >= 1)
        accumulate_shown(entry, count, noise, sum, weight);
    else if (entry->fraction > 0)
        accumulate_faded(entry, count, noise, sum, weight);
    else
        accumulate_mean(entry, count, sum, weight);
}

void TR_KERNEL(tr_displace)(int count, const float *restrict dx, const float *restrict dy,
                            const float *restrict dz, float *restrict x, float *restrict y, float *restrict z) {
    for (int i = 0; i < count; i++) {
        float px = x[i] + dx[i], py = y[i] + dy[i], pz = z[i] + dz[i];
        float scale = 1 / __builtin_sqrtf(px * px + py * py + pz * pz + 1e-30f);
        x[i] = px * scale, y[i] = py * scale, z[i] = pz * scale;
    }
}
