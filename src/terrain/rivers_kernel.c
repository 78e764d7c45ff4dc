// Rivers at arrays of samples: each sample evaluates the pieces of its cell, a group at a time. Plain loops
// that compilers vectorise.
//
// The result is the largest cover or the lowest bed of all pieces. It does not depend on their order, and
// pieces outside the cell would not change it, so cells have no visible effect.
#include "noise/kernels.h"
#include "terrain/private/river_parts.h"

typedef float group[RIVER_GROUP];

static const float steepest =
    0.9999f; // with a shoulder of at least 101 m, shoulder / (1 - steepest) exceeds any height

// A piece of river as seen from a sample.
typedef struct sight {
    float distance, half, part; // distance to its middle line; half its width there; position along it, 0 … 1
} sight;

__attribute__((always_inline)) static inline sight look_at(const river_group *g, int k, float x, float y,
                                                           float z) {
    const float dx = x - g->x[k], dy = y - g->y[k], dz = z - g->z[k];
    const float ax = g->along_x[k], ay = g->along_y[k], az = g->along_z[k];
    float t = (dx * ax + dy * ay + dz * az) * g->inverse_square[k];
    t = t < 0 ? 0 : t;
    t = t > 1 ? 1 : t;
    const float rx = dx - t * ax, ry = dy - t * ay, rz = dz - t * az;
    return (sight){__builtin_sqrtf(rx * rx + ry * ry + rz * rz), g->half[k] + t * g->widening[k], t};
}

// The fraction of a texel covered by a river with sharp banks, as if texels were round: it falls from 1 to 0
// over the width of a texel.
static inline void raise_cover(const river_group *g, const river_brush *brush, float x, float y, float z,
                               group most) {
    const river_brush b = *brush; // a copy cannot alias
    for (int k = 0; k < RIVER_GROUP; k++) {
        const sight s = look_at(g, k, x, y, z);
        const float wide = s.half > b.least_half ? s.half : b.least_half;
        float faint = s.half * b.inverse_least;
        faint = faint > 1 ? 1 : faint;
        float cover = (wide - s.distance) * b.inverse_texel + 0.5f;
        cover = cover < 0 ? 0 : cover;
        cover = (cover > 1 ? 1 : cover) * faint;
        most[k] = cover > most[k] ? cover : most[k];
    }
}

// The sides of a valley start flat and rise above RIVER_NO_BED.
static inline void lower_bed(const river_group *g, const river_brush *brush, float x, float y, float z,
                             group least) {
    const river_brush b = *brush;
    for (int k = 0; k < RIVER_GROUP; k++) {
        const sight s = look_at(g, k, x, y, z);
        float u = (s.distance - s.half) * b.inverse_valley;
        u = u < 0 ? 0 : u;
        const float square = u * u < steepest ? u * u : steepest;
        const float bed = g->bed[k] + s.part * g->drop[k] + b.shoulder * square / (1 - square);
        least[k] = bed < least[k] ? bed : least[k];
    }
}

static void find_cells(int cells, int count, const float *restrict x, const float *restrict y,
                       const float *restrict z, int32_t *restrict cell) {
    for (int i = 0; i < count; i++)
        cell[i] = river_cell(cells, x[i], y[i], z[i]);
}

// The cover, or the beds, of the rivers near samples.
__attribute__((always_inline)) static inline void evaluate(const river_net *net, bool bed,
                                                           const tr_block *block, float *restrict out) {
    const river_brush brush = river_brush_of(net, block->texel);
    const float nothing = bed ? RIVER_NO_BED : 0, *restrict x = block->x, *restrict y = block->y,
                *restrict z = block->z;
    int32_t groups = 0;
    for (int first = 0; first < block->count; first += TR_BATCH_SAMPLES) {
        const int end = block->count - first < TR_BATCH_SAMPLES ? block->count - first : TR_BATCH_SAMPLES;
        int32_t cell[TR_BATCH_SAMPLES];
        find_cells(net->cells, end, x + first, y + first, z + first, cell);
        const bool on = tr_meter_add(block->meter, 8 * (unsigned)end + RIVER_GROUP * (unsigned)groups);
        groups = 0;
        for (int i = first; i < first + end; i++) {
            const int32_t from = net->first[cell[i - first]], to = net->first[cell[i - first] + 1];
            float best = nothing;
            group all;
            out[i] = nothing, groups += to - from;
            if (from == to || !on)
                continue;
            for (int k = 0; k < RIVER_GROUP; k++)
                all[k] = nothing;
            for (int32_t g = from; g < to; g++)
                if (bed)
                    lower_bed(&net->groups[g], &brush, x[i], y[i], z[i], all);
                else
                    raise_cover(&net->groups[g], &brush, x[i], y[i], z[i], all);
            for (int k = 0; k < RIVER_GROUP; k++)
                best = (bed ? all[k] < best : all[k] > best) ? all[k] : best;
            out[i] = bed ? best + brush.lift : best * brush.strength;
        }
    }
}

void TR_KERNEL(rivers_cover)(const void *net, const tr_block *block, float *out) {
    evaluate(net, false, block, out);
}

void TR_KERNEL(rivers_bed)(const void *net, const tr_block *block, float *out) {
    evaluate(net, true, block, out);
}
