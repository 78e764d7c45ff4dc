// From fields to texels: shapes, masks, joins, coats of colour, and the codes of the maps.
#include "planet/kernels.h"
#include "planet/recipe.h"

// A value that is no number (infinity times zero, of a recipe's making) becomes low: it may not reach an index.
static inline float clamp(float x, float low, float high) {
    float above = x > low ? x : low;
    return above < high ? above : high;
}

static void shape(int fold, const tr_ramps *ramps, float amount, float offset, int count, float *restrict v) {
    if (fold)
        for (int i = 0; i < count; i++)
            v[i] = v[i] < 0 ? -v[i] : v[i];
    if (ramps) {
        for (int first = 0; first < count; first += TR_BATCH_SAMPLES) { // batches stay in registers and L1
            int n = count - first < TR_BATCH_SAMPLES ? count - first : TR_BATCH_SAMPLES;
            float sum[TR_BATCH_SAMPLES];
            for (int i = 0; i < n; i++)
                sum[i] = ramps->base[0];
            for (int k = 0; k < ramps->count; k++) {
                const float start = ramps->ramps[k].start, length = ramps->ramps[k].length;
                const float slope = ramps->ramps[k].slope[0];
                for (int i = 0; i < n; i++)
                    sum[i] += slope * clamp(v[first + i] - start, 0, length);
            }
            for (int i = 0; i < n; i++)
                v[first + i] = sum[i];
        }
    }
    for (int i = 0; i < count; i++)
        v[i] = amount * v[i] + offset;
}

static void mask(float from, float to, float strength, int count, const float *restrict channel,
                 float *restrict out) {
    const float scale = 1 / (to - from);
    for (int i = 0; i < count; i++) {
        float t = clamp((channel[i] - from) * scale, 0, 1);
        out[i] = strength * (t * t * (3 - 2 * t));
    }
}

#define JOIN(result)                                                                                           \
    for (int i = 0; i < count; i++) {                                                                          \
        float old = channel[i], joined = (result);                                                             \
        channel[i] = old + m[i] * (joined - old);                                                              \
    }                                                                                                          \
    break

static void join(int how, int count, const float *restrict v, const float *restrict m,
                 float *restrict channel) {
    switch (how) {
    case TR_JOIN_MULTIPLY:
        JOIN(old * v[i]);
    case TR_JOIN_MAX:
        JOIN(old > v[i] ? old : v[i]);
    case TR_JOIN_MIN:
        JOIN(old < v[i] ? old : v[i]);
    case TR_JOIN_MIX:
        JOIN(v[i]);
    default:
        for (int i = 0; i < count; i++)
            channel[i] += m[i] * v[i];
    }
}

// One coat on one batch of one colour channel.
static void blend_batch(int blend, int count, const float *restrict coat, const float *restrict m,
                        float *restrict below) {
    switch (blend) {
    case TR_BLEND_MULTIPLY:
        for (int i = 0; i < count; i++)
            below[i] += m[i] * (below[i] * coat[i] - below[i]);
        break;
    case TR_BLEND_ADD:
        for (int i = 0; i < count; i++)
            below[i] += m[i] * coat[i];
        break;
    default:
        for (int i = 0; i < count; i++)
            below[i] += m[i] * (coat[i] - below[i]);
    }
}

static void paint(const tr_ramps *gradient, int blend, int count, const float *restrict channel,
                  const float *restrict m, float (*rgb)[TR_BLOCK_SAMPLES]) {
    for (int first = 0; first < count; first += TR_BATCH_SAMPLES) {
        int n = count - first < TR_BATCH_SAMPLES ? count - first : TR_BATCH_SAMPLES;
        float coat[3][TR_BATCH_SAMPLES];
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < n; i++)
                coat[c][i] = gradient->base[c];
        for (int k = 0; k < gradient->count; k++) {
            const struct tr_ramp r = gradient->ramps[k];
            for (int i = 0; i < n; i++) {
                float t = clamp(channel[first + i] - r.start, 0, r.length);
                coat[0][i] += r.slope[0] * t, coat[1][i] += r.slope[1] * t, coat[2][i] += r.slope[2] * t;
            }
        }
        for (int c = 0; c < 3; c++)
            blend_batch(blend, n, coat[c], m + first, rgb[c] + first);
    }
}

static void encode_srgb(const tr_srgb_table *table, int count, const float (*rgb)[TR_BLOCK_SAMPLES],
                        uint8_t *restrict out) {
    for (int first = 0; first < count; first += TR_BATCH_SAMPLES) {
        int n = count - first < TR_BATCH_SAMPLES ? count - first : TR_BATCH_SAMPLES;
        int32_t codes[3][TR_BATCH_SAMPLES];
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < n; i++) {
                float light = clamp(rgb[c][first + i], 0, 1);
                int32_t code = table->code[(int32_t)(light * TR_SRGB_BINS)];
                codes[c][i] = code + (light >= table->threshold[code + 1]);
            }
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++)
                out[3 * (first + i) + c] = (uint8_t)codes[c][i];
    }
}

static void encode_height(float low, float high, int count, const float *restrict height,
                          uint16_t *restrict out) {
    const float scale = 65535 / (high - low);
    for (int i = 0; i < count; i++)
        out[i] = (uint16_t)(int32_t)(clamp((height[i] - low) * scale, 0, 65535) + 0.5f);
}

static void encode_normal(int count, const float *restrict slope_east, const float *restrict slope_north,
                          uint8_t *restrict out) {
    for (int first = 0; first < count; first += TR_BATCH_SAMPLES) {
        int n = count - first < TR_BATCH_SAMPLES ? count - first : TR_BATCH_SAMPLES;
        int32_t codes[3][TR_BATCH_SAMPLES];
        for (int i = 0; i < n; i++) {
            float e = clamp(slope_east[first + i], -1e4f, 1e4f), s = clamp(slope_north[first + i], -1e4f, 1e4f);
            float scale = 127.5f / __builtin_sqrtf(e * e + s * s + 1);
            codes[0][i] = (int32_t)(127.5f - e * scale + 0.5f);
            codes[1][i] = (int32_t)(127.5f - s * scale + 0.5f);
            codes[2][i] = (int32_t)(127.5f + scale + 0.5f);
        }
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++)
                out[3 * (first + i) + c] = (uint8_t)codes[c][i];
    }
}

void TR_KERNEL(tr_texel_kernels)(tr_texel_kernels *kernels);
void TR_KERNEL(tr_texel_kernels)(tr_texel_kernels *kernels) {
    kernels->shape = shape;
    kernels->mask = mask;
    kernels->join = join;
    kernels->paint = paint;
    kernels->encode_srgb = encode_srgb;
    kernels->encode_height = encode_height;
    kernels->encode_normal = encode_normal;
}
