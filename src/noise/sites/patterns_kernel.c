// Patterns at arrays of samples (patterns.h), size by size over a batch. Plain loops over independent samples,
// which compilers vectorise. Lengths are in lattice cells.
#include "base/maths.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/draw.h"
#include "noise/sites/patterns.h"

// State of the samples of a batch.
typedef struct near_batch {
    float x[TR_BATCH_SAMPLES], y[TR_BATCH_SAMPLES], z[TR_BATCH_SAMPLES];       // position in its cell, 0 … 1
    uint32_t px[TR_BATCH_SAMPLES], py[TR_BATCH_SAMPLES], pz[TR_BATCH_SAMPLES]; // the cell's hash products
    float nearest[TR_BATCH_SAMPLES];                                           // squared distance
    float nx[TR_BATCH_SAMPLES], ny[TR_BATCH_SAMPLES], nz[TR_BATCH_SAMPLES];    // position of the nearest point
    uint32_t key[TR_BATCH_SAMPLES];                                            // of the nearest point
    float edge[TR_BATCH_SAMPLES]; // distance to the nearest edge; for domes, relative distance from the middle
} near_batch;

// The point of a cell, and its other random numbers.
typedef struct point {
    float x, y, z;
    uint32_t key;
} point;

__attribute__((always_inline)) static inline point point_of(uint32_t px, uint32_t py, uint32_t pz, int i, int j,
                                                            int k) {
    const uint32_t product =
        (px + (uint32_t)i * PRIME_X) ^ (py + (uint32_t)j * PRIME_Y) ^ (pz + (uint32_t)k * PRIME_Z);
    uint32_t h = hash(product);
    h = (h ^ (h >> 15)) * TR_HASH_SECOND;
    h ^= h >> 16;
    const float scale = 0x1p-10f;
    return (point){(float)i + scale * (float)(int32_t)(h >> 22),
                   (float)j + scale * (float)(int32_t)(h >> 12 & 1023),
                   (float)k + scale * (float)(int32_t)(h >> 2 & 1023), h};
}

// Visits each cell that touches the sample's cell: i, j, k are -1, 0, 1.
#define FOR_NEIGHBOURS                                                                                         \
    for (int k = -1; k <= 1; k++)                                                                              \
        for (int j = -1; j <= 1; j++)                                                                          \
            for (int i = -1; i <= 1; i++)

static void find_cells(const tr_octave *octave, int count, const float *restrict x, const float *restrict y,
                       const float *restrict z, near_batch *restrict b) {
    const tr_octave o = *octave; // a copy cannot alias
    for (int n = 0; n < count; n++) {
        const cell c = find_cell(&o, x[n], y[n], z[n]);
        b->x[n] = c.x, b->y[n] = c.y, b->z[n] = c.z;
        b->px[n] = c.x0, b->py[n] = c.y0, b->pz[n] = c.z0;
    }
}

// Points farther than that are ignored, because those in cells outside the search are ignored too. One place in
// a thousand has no nearer point: it belongs to none, and its edges may be discontinuous between cells.
#define FARTHEST 1.0f

static void find_nearest(int count, near_batch *restrict b) {
    for (int n = 0; n < count; n++)
        b->nearest[n] = FARTHEST, b->nx[n] = b->ny[n] = b->nz[n] = 2, b->key[n] = 0;
    FOR_NEIGHBOURS
    for (int n = 0; n < count; n++) {
        const point p = point_of(b->px[n], b->py[n], b->pz[n], i, j, k);
        const float dx = p.x - b->x[n], dy = p.y - b->y[n], dz = p.z - b->z[n], d = dx * dx + dy * dy + dz * dz;
        const bool nearer = d < b->nearest[n];
        b->nearest[n] = nearer ? d : b->nearest[n];
        b->nx[n] = nearer ? p.x : b->nx[n], b->ny[n] = nearer ? p.y : b->ny[n];
        b->nz[n] = nearer ? p.z : b->nz[n], b->key[n] = nearer ? p.key : b->key[n];
    }
}

// The distance to the plane midway between the nearest point and any other.
static void find_edges(int count, near_batch *restrict b) {
    for (int n = 0; n < count; n++)
        b->edge[n] = 1;
    FOR_NEIGHBOURS
    for (int n = 0; n < count; n++) {
        const point p = point_of(b->px[n], b->py[n], b->pz[n], i, j, k);
        const float dx = p.x - b->x[n], dy = p.y - b->y[n], dz = p.z - b->z[n];
        const float ax = p.x - b->nx[n], ay = p.y - b->ny[n], az = p.z - b->nz[n];
        const float apart = ax * ax + ay * ay + az * az, more = dx * dx + dy * dy + dz * dz - b->nearest[n];
        const float edge = apart > 1e-8f ? 0.5f * more / __builtin_sqrtf(apart + 1e-8f) : 1;
        b->edge[n] = edge < b->edge[n] ? edge : b->edge[n];
    }
}

// A number in [-1, 1) for the nearest point.
static inline float number_of(uint32_t key) { return hash_value(hash(key)); }

// Cells of different tones between lines. filter: the width of a texel, in cells. Finer lines are drawn one
// texel wide and fainter.
static void add_polygons(float tone, float line, float width, float filter, int count, near_batch *restrict b,
                         float *restrict out) {
    find_nearest(count, b);
    find_edges(count, b);
    const float wide = tr_clampf(0.9f * filter, width, 0.5f), steep = 1 / wide, depth = line * width * steep;
    for (int n = 0; n < count; n++) {
        const float t = tr_clampf(1 - b->edge[n] * steep, 0, 1);
        out[n] = tone * number_of(b->key[n]) - depth * (t * t * (3 - 2 * t));
    }
}

// Domes round a fraction of the points, with radii in a range; the highest one at each place counts. `steep`
// gives domes flat tops, `rough` uneven outlines.
static void add_domes(float fraction, float least, float most, float steep, float rough,
                      const tr_octave *octave, int count, const float *restrict px, const float *restrict py,
                      const float *restrict pz, near_batch *restrict b, float *restrict out) {
    tr_octave o = *octave;
    for (int axis = 0; axis < 3; axis++)
        o.frequency[axis] *= 3.3f;
    for (int n = 0; n < count; n++) {
        out[n] = 0;
        b->edge[n] = 1 + rough * perlin_sample(&o, TR_INTERPOLATION_QUINTIC, px[n], py[n], pz[n]);
    }
    FOR_NEIGHBOURS
    for (int n = 0; n < count; n++) {
        const point p = point_of(b->px[n], b->py[n], b->pz[n], i, j, k);
        const float dx = p.x - b->x[n], dy = p.y - b->y[n], dz = p.z - b->z[n];
        const uint32_t h = hash(p.key);
        const float chance = (float)(int32_t)(h >> 20) * 0x1p-12f,
                    size = (float)(int32_t)(h >> 8 & 4095) * 0x1p-12f;
        const float radius = least + (most - least) * size * size;
        const float low = b->edge[n] - (dx * dx + dy * dy + dz * dz) / (radius * radius);
        const float dome = tr_clampf(steep * low, 0, 1) * (0.4f + 0.6f * radius / most);
        const float own = chance < fraction ? dome : 0;
        out[n] = own > out[n] ? own : out[n];
    }
}

// Folds round a place beside each point, as they form at the end of a lava tongue: rounded ridges, sharp
// valleys, flat where tongues meet.
static void add_ropes(const tr_octave *octave, int count, const float *restrict x, const float *restrict y,
                      const float *restrict z, near_batch *restrict b, float *restrict out) {
    tr_octave o = *octave;
    for (int axis = 0; axis < 3; axis++)
        o.frequency[axis] *= 1.7f;
    find_nearest(count, b);
    find_edges(count, b);
    for (int n = 0; n < count; n++) {
        const uint32_t h = hash(b->key[n]);
        const float ax = (float)(int32_t)(h >> 22) * 0x1p-10f - 0.5f,
                    ay = (float)(int32_t)(h >> 12 & 1023) * 0x1p-10f - 0.5f,
                    az = (float)(int32_t)(h >> 2 & 1023) * 0x1p-10f - 0.5f;
        const float dx = b->x[n] - b->nx[n] - 1.6f * ax, dy = b->y[n] - b->ny[n] - 1.6f * ay,
                    dz = b->z[n] - b->nz[n] - 1.6f * az;
        const float wobble = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, x[n], y[n], z[n]);
        const float turns = 4.5f * __builtin_sqrtf(dx * dx + dy * dy + dz * dz) + 1.3f * wobble + 4;
        const float u = 2 * (turns - (float)(int32_t)turns) - 1, inside = tr_clampf(b->edge[n] * 5, 0, 1);
        out[n] = (1 - u * u) * inside;
    }
}

static void evaluate_size(const tr_pattern_plan *plan, const tr_octave *o, float filter, int count,
                          const float *restrict x, const float *restrict y, const float *restrict z,
                          float *restrict out) {
    near_batch b;
    find_cells(o, count, x, y, z, &b);
    switch (plan->pattern) {
    case TR_PATTERN_POLYGONS:
        add_polygons(0.35f, 1, 0.11f, filter, count, &b, out);
        break;
    case TR_PATTERN_PARCELS:
        add_polygons(0.8f, 0.6f, 0.05f, filter, count, &b, out);
        break;
    case TR_PATTERN_CROWNS:
        add_domes(1, 0.45f, 0.9f, 1.1f, 0.15f, o, count, x, y, z, &b, out);
        break;
    case TR_PATTERN_BLOCKS:
        add_domes(0.3f, 0.15f, 0.6f, 2, 1.0f, o, count, x, y, z, &b, out);
        break;
    default:
        add_ropes(o, count, x, y, z, &b, out);
    }
}

// A size is strong in some places and weak in others, at distances of some cells, so that it is not uniform.
static void weigh(const tr_octave *octave, float amplitude, float mean, int count, const float *restrict x,
                  const float *restrict y, const float *restrict z, const float *restrict values,
                  float *restrict out) {
    tr_octave o = *octave;
    for (int axis = 0; axis < 3; axis++)
        o.frequency[axis] *= 0.13f;
    o.seed[0] ^= PRIME_Y;
    for (int n = 0; n < count; n++) {
        const float there = 0.65f + 2.2f * perlin_sample(&o, TR_INTERPOLATION_QUINTIC, x[n], y[n], z[n]);
        out[n] += amplitude * tr_clampf(there, 0, 1.3f) * (values[n] - mean);
    }
}

void TR_KERNEL(tr_patterns)(const void *of, const tr_block *block, float *out) {
    const tr_pattern_plan *plan = of;
    const int count = block->count;
    const float *x = block->x, *y = block->y, *z = block->z;
    const unsigned of_size = plan->pattern == TR_PATTERN_CROWNS || plan->pattern == TR_PATTERN_BLOCKS ? 50 : 90;
    for (int i = 0; i < count; i++)
        out[i] = 0;
    for (int k = 0; k < plan->count; k++) {
        const tr_octave *o = &plan->sizes[k];
        const float filter = block->texel * o->frequency[0];
        const float fraction = tr_pattern_weight(plan->pattern, filter);
        const float amplitude = fraction * o->amplitude;
        for (int first = 0; first < count && fraction > 0; first += TR_BATCH_SAMPLES) {
            const int end = count - first < TR_BATCH_SAMPLES ? count - first : TR_BATCH_SAMPLES;
            float values[TR_BATCH_SAMPLES];
            if (!tr_meter_add(block->meter, of_size * (unsigned)end))
                return;
            evaluate_size(plan, o, filter, end, x + first, y + first, z + first, values);
            weigh(o, amplitude, plan->mean, end, x + first, y + first, z + first, values, out + first);
        }
    }
}
