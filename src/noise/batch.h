// Batches: small squares of neighbouring samples, which share what is near them. Sites are culled for a whole
// block, then for each of its batches.
#pragma once
#include "noise/kernels.h"

enum { batch_columns = 16, batch_rows = 4 };

typedef struct batch {
    int count;
    int32_t place[TR_BATCH_SAMPLES]; // of each sample in the block
    float x[TR_BATCH_SAMPLES], y[TR_BATCH_SAMPLES], z[TR_BATCH_SAMPLES];
} batch;

// A ball round samples.
typedef struct ball {
    float x, y, z, radius;
} ball;

// How many batches a block of that many samples in rows of `columns` has.
static inline int batch_total(int count, int columns) {
    int rows = (count + columns - 1) / columns;
    return ((columns + batch_columns - 1) / batch_columns) * ((rows + batch_rows - 1) / batch_rows);
}

static inline void gather_batch(int index, int count, int columns, const float *restrict x,
                                const float *restrict y, const float *restrict z, batch *restrict b) {
    int across = (columns + batch_columns - 1) / batch_columns;
    int first_column = index % across * batch_columns, first_row = index / across * batch_rows;
    b->count = 0;
    for (int row = first_row; row < first_row + batch_rows; row++)
        for (int column = first_column; column < first_column + batch_columns && column < columns; column++)
            if (row * columns + column < count)
                b->place[b->count++] = row * columns + column;
    for (int i = 0; i < b->count; i++)
        b->x[i] = x[b->place[i]], b->y[i] = y[b->place[i]], b->z[i] = z[b->place[i]];
}

// A little wider than need be, so that rounding cannot make it too small.
static inline ball enclose(int count, const float *restrict x, const float *restrict y,
                           const float *restrict z) {
    ball b = {0};
    int step = count < 16 ? 1 : count / 16; // the centre may be anywhere near the middle
    float sum = 0;
    for (int i = 0; i < count; i += step)
        b.x += x[i], b.y += y[i], b.z += z[i], sum += 1;
    b.x /= sum, b.y /= sum, b.z /= sum;
    float widest[16] = {0}, most = 0;
    for (int i = 0; i < count; i++) {
        float dx = x[i] - b.x, dy = y[i] - b.y, dz = z[i] - b.z;
        float d = dx * dx + dy * dy + dz * dz;
        widest[i % 16] = d > widest[i % 16] ? d : widest[i % 16]; // sixteen maxima vectorise, one does not
    }
    for (int k = 0; k < 16; k++)
        most = widest[k] > most ? widest[k] : most;
    b.radius = __builtin_sqrtf(most) * 1.0001f + 1e-6f;
    return b;
}

static inline float squared_distance(const tr_sites *s, int j, const ball *b) {
    float dx = s->x[j] - b->x, dy = s->y[j] - b->y, dz = s->z[j] - b->z;
    return dx * dx + dy * dy + dz * dz;
}
