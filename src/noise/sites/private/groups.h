// Groups of batches, which share one search for nearby features. If a search finds too many, it is repeated for
// a smaller group, down to single samples.
#pragma once
#include "noise/sites/private/batch.h"

// find: collects the features near a sphere; false: too many. evaluate: fills the samples of a batch from the
// features that were found last.
typedef struct finder {
    bool (*find)(void *context, const ball *around);
    void (*evaluate)(void *context, const batch *b, float *restrict out);
    void *context;
} finder;

// Gathers up to `most` batches of a block, from batch `first` on.
static inline int gather_group(const tr_block *block, int first, int most, batch *batches) {
    const int left = batch_total(block) - first, count = left < most ? left : most;
    for (int k = 0; k < count; k++)
        gather_batch(first + k, block, &batches[k]);
    return count;
}

// Evaluates a sample by itself, where even a single batch has too many features between its samples.
static float evaluate_alone(const finder *f, float x, float y, float z) {
    const batch b = {.rows = 1, .columns = 1, .count = 1, .x = {x}, .y = {y}, .z = {z}};
    float out[TR_BATCH_SAMPLES] = {0};
    if (f->find(f->context, &(ball){x, y, z, 1e-6f}))
        f->evaluate(f->context, &b, out);
    return out[0];
}

static void evaluate_group(const finder *f, int count, const batch *batches, float (*out)[TR_BATCH_SAMPLES]) {
    ball all = enclose_batch(&batches[0]);
    for (int k = 1; k < count; k++)
        all = unite(all, enclose_batch(&batches[k]));
    if (f->find(f->context, &all))
        for (int k = 0; k < count; k++)
            f->evaluate(f->context, &batches[k], out[k]);
    else if (count > 1) {
        evaluate_group(f, count / 2, batches, out);
        evaluate_group(f, count - count / 2, batches + count / 2, out + count / 2);
    } else
        for (int i = 0; i < batches[0].count; i++)
            out[0][i] = evaluate_alone(f, batches[0].x[i], batches[0].y[i], batches[0].z[i]);
}
