// Batches: small squares of neighbouring samples, which share their nearby sites. Sites are culled for a whole
// block, then for each of its batches. A block has whole rows of samples.
#pragma once
#include "noise/kernels.h"
#include <assert.h>

enum { batch_columns = 16, batch_rows = 4 };

// A batch: the directions of its samples, row by row.
typedef struct batch {
    int first, stride; // of its rows in the block
    int rows, columns, count;
    float x[TR_BATCH_SAMPLES], y[TR_BATCH_SAMPLES], z[TR_BATCH_SAMPLES];
} batch;

// A bounding sphere of samples.
typedef struct ball {
    float x, y, z, radius;
} ball;

// How many batches a block has.
static inline int batch_total(const tr_block *block) {
    const int columns = block->columns, rows = block->count / columns;
    return ((columns + batch_columns - 1) / batch_columns) * ((rows + batch_rows - 1) / batch_rows);
}

// Whole rows have a constant length, so that compilers use loads instead of calls to memcpy.
static inline void gather_rows(const batch *b, const float *restrict block, float *restrict out) {
    for (int j = 0; j < b->rows; j++)
        if (b->columns == batch_columns)
            for (int i = 0; i < batch_columns; i++)
                out[j * batch_columns + i] = block[b->first + j * b->stride + i];
        else
            for (int i = 0; i < b->columns; i++)
                out[j * b->columns + i] = block[b->first + j * b->stride + i];
}

static inline void scatter_rows(const batch *b, const float *restrict in, float *restrict block) {
    for (int j = 0; j < b->rows; j++)
        if (b->columns == batch_columns)
            for (int i = 0; i < batch_columns; i++)
                // NOLINTNEXTLINE(clang-analyzer-core.*): whole rows were filled
                block[b->first + j * b->stride + i] = in[j * batch_columns + i];
        else
            for (int i = 0; i < b->columns; i++)
                // NOLINTNEXTLINE(clang-analyzer-core.*): whole rows were filled
                block[b->first + j * b->stride + i] = in[j * b->columns + i];
}

static inline void gather_batch(int index, const tr_block *block, batch *restrict b) {
    assert(block->count % block->columns == 0);
    const int columns = block->columns, across = (columns + batch_columns - 1) / batch_columns;
    const int column = index % across * batch_columns, row = index / across * batch_rows * columns;
    const int left = block->count - row;
    b->first = row + column, b->stride = columns;
    b->rows = left < batch_rows * columns ? left / columns : batch_rows; // dividing takes long
    b->columns = columns - column < batch_columns ? columns - column : batch_columns;
    b->count = b->rows * b->columns;
    gather_rows(b, block->x, b->x);
    gather_rows(b, block->y, b->y);
    gather_rows(b, block->z, b->z);
}

// The bounding sphere of a grid of samples, slightly enlarged so that rounding cannot make it too small. Its
// centre is the mean of the corners.
static inline ball enclose(int count, int columns, const float *restrict x, const float *restrict y,
                           const float *restrict z) {
    enum { lanes = 16 };
    const int a = 0, b = columns - 1, c = count - columns, d = count - 1;
    // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
    ball out = {0.25f * (x[a] + x[b] + x[c] + x[d]), 0.25f * (y[a] + y[b] + y[c] + y[d]),
                0.25f * (z[a] + z[b] + z[c] + z[d]), 0};
    const float cx = out.x, cy = out.y, cz = out.z;
    float widest[lanes] = {0}, most = 0;
    for (int i = 0; i < count; i += lanes) // sixteen maxima vectorise, a single one does not
        for (int k = 0; k < lanes; k++) {
            int at = i + k < count ? i + k : count - 1;
            float dx = x[at] - cx, dy = y[at] - cy, dz = z[at] - cz, q = dx * dx + dy * dy + dz * dz;
            widest[k] = q > widest[k] ? q : widest[k];
        }
    for (int k = 0; k < lanes; k++)
        most = widest[k] > most ? widest[k] : most;
    out.radius = __builtin_sqrtf(most) * 1.0001f + 1e-6f;
    return out;
}

static inline ball enclose_batch(const batch *b) { return enclose(b->count, b->columns, b->x, b->y, b->z); }

// A bounding sphere of two spheres.
static inline ball unite(ball a, ball b) {
    const float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    const float apart = __builtin_sqrtf(dx * dx + dy * dy + dz * dz);
    if (apart + b.radius <= a.radius)
        return a;
    const float radius = 0.5f * (apart + a.radius + b.radius), t = apart > 0 ? (radius - a.radius) / apart : 0;
    return (ball){a.x + t * dx, a.y + t * dy, a.z + t * dz,
                  radius > b.radius ? radius * 1.0001f + 1e-7f : b.radius};
}

static inline float squared_distance(const tr_sites *s, int j, const ball *b) {
    float dx = s->x[j] - b->x, dy = s->y[j] - b->y, dz = s->z[j] - b->z;
    return dx * dx + dy * dy + dz * dz;
}
