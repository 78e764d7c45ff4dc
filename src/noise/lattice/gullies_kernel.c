// Gullies at arrays of samples (gullies.h), octave by octave over a batch. Plain loops over independent
// samples, which compilers vectorise.
#include "noise/lattice/gullies.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/float_trig.h"

// State of the samples of a batch.
typedef struct gully_batch {
    float slope[3][TR_BATCH_SAMPLES]; // of the ground including previous octaves
    float depth[TR_BATCH_SAMPLES];    // slope of the ground, which scales the depth of octaves
    float keep[TR_BATCH_SAMPLES];     // weight that previous octaves leave to the next one, 0 … 1
    float crest[TR_BATCH_SAMPLES];    // value for the remaining weight: 1 on crests, -1 in troughs
} gully_batch;

// The wave of an octave at a place, whose crests are perpendicular to (ax, ay, az). Each corner of the place's
// cell has a wave of random phase, and these are blended. The result is normalised, except where the waves
// cancel each other.
__attribute__((always_inline)) static inline tr_wave wave_of(const tr_octave *o, float px, float py, float pz,
                                                             float ax, float ay, float az) {
    const cell c = find_cell(o, px, py, pz);
    const float u = fade(TR_INTERPOLATION_QUINTIC, c.x), v = fade(TR_INTERPOLATION_QUINTIC, c.y),
                w = fade(TR_INTERPOLATION_QUINTIC, c.z);
    const float across = c.x * ax + c.y * ay + c.z * az;
    float cosine = 0, sine = 0;
#define CORNER(X, Y, Z, away, weight)                                                                          \
    do {                                                                                                       \
        const tr_wave one = tr_wave_at(across - (away) + 0.5f * hash_value(hash(c.X ^ c.Y ^ c.Z)));            \
        const float part = weight;                                                                             \
        cosine += part * one.cosine, sine += part * one.sine;                                                  \
    } while (0)
    CORNER(x0, y0, z0, 0.0f, (1 - u) * (1 - v) * (1 - w));
    CORNER(x1, y0, z0, ax, u * (1 - v) * (1 - w));
    CORNER(x0, y1, z0, ay, (1 - u) * v * (1 - w));
    CORNER(x1, y1, z0, ax + ay, u * v * (1 - w));
    CORNER(x0, y0, z1, az, (1 - u) * (1 - v) * w);
    CORNER(x1, y0, z1, ax + az, u * (1 - v) * w);
    CORNER(x0, y1, z1, ay + az, (1 - u) * v * w);
    CORNER(x1, y1, z1, ax + ay + az, u * v * w);
#undef CORNER
    const float scale = 1 / __builtin_sqrtf(cosine * cosine + sine * sine + 0.02f);
    return (tr_wave){cosine * scale, sine * scale};
}

static void begin_batch(int count, const float *restrict sx, const float *restrict sy, const float *restrict sz,
                        gully_batch *restrict b, float *restrict out) {
    for (int i = 0; i < count; i++) {
        b->slope[0][i] = sx[i], b->slope[1][i] = sy[i], b->slope[2][i] = sz[i];
        b->depth[i] = __builtin_sqrtf(sx[i] * sx[i] + sy[i] * sy[i] + sz[i] * sz[i]);
        b->keep[i] = 1, b->crest[i] = 0, out[i] = 0;
    }
}

static void add_octave(const tr_octave *octave, float turn, float fraction, int count, const float *restrict x,
                       const float *restrict y, const float *restrict z, gully_batch *restrict b,
                       float *restrict out) {
    const tr_octave o = *octave; // a copy cannot alias
    const float amplitude = o.amplitude * fraction;
    for (int i = 0; i < count; i++) {
        const float gx = b->slope[0][i], gy = b->slope[1][i], gz = b->slope[2][i];
        float ax = y[i] * gz - z[i] * gy, ay = z[i] * gx - x[i] * gz, az = x[i] * gy - y[i] * gx;
        const float scale = 1 / __builtin_sqrtf(ax * ax + ay * ay + az * az + 1e-12f);
        ax *= scale, ay *= scale, az *= scale;
        const tr_wave stripe = wave_of(&o, x[i], y[i], z[i], ax, ay, az);
        const float depth = b->depth[i], keep = b->keep[i], crest = b->crest[i];
        const float own = crest + keep * (stripe.cosine - crest);
        out[i] += amplitude * depth * own;
        const float side = -turn * depth * keep * stripe.sine;
        b->slope[0][i] = gx + side * ax, b->slope[1][i] = gy + side * ay, b->slope[2][i] = gz + side * az;
        const float flank = 1 - stripe.cosine * stripe.cosine;
        b->keep[i] = keep * (flank * (2 - flank));
        b->crest[i] = own;
    }
}

void TR_KERNEL(tr_gullies)(const tr_gully_plan *plan, const tr_block *block, const float *slope_x,
                           const float *slope_y, const float *slope_z, float *out) {
    enum { of_octave = 20 }; // operations per sample
    const int count = block->count;
    const float *x = block->x, *y = block->y, *z = block->z;
    float fractions[TR_MAX_GULLIES];
    tr_gullies_weights(plan, block->texel, fractions);
    for (int first = 0; first < count; first += TR_BATCH_SAMPLES) {
        const int end = count - first < TR_BATCH_SAMPLES ? count - first : TR_BATCH_SAMPLES;
        gully_batch b;
        begin_batch(end, slope_x + first, slope_y + first, slope_z + first, &b, out + first);
        for (int k = 0;
             k < plan->count && fractions[k] > 0 && tr_meter_add(block->meter, of_octave * (unsigned)end); k++)
            add_octave(&plan->octaves[k], plan->turn[k], fractions[k], end, x + first, y + first, z + first, &b,
                       out + first);
    }
}
