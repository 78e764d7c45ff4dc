// Finds the sites with a radius that reach samples. Sites are visited in order; for each batch of samples only
// those that may reach it are. Beyond its reach a site does not change a bit, so culling has no visible effect.
#pragma once
#include "noise/sites/private/batch.h"

// Collects the candidates of list[0 … count-1] (all sites if NULL) that reach into the ball, in ascending
// order.
static int reaching(const tr_sites *sites, float reach, const int32_t *list, int candidates, const ball *b,
                    int32_t *restrict kept) {
    enum { part = 16 }; // measured together, because that vectorises and counting does not
    int n = 0;
    for (int first = 0; first < candidates; first += part) {
        const int count = candidates - first < part ? candidates - first : part;
        int32_t site[part];
        float excess[part];
        for (int k = 0; k < count; k++)
            site[k] = list ? list[first + k] : first + k;
        for (int k = 0; k < count; k++) {
            float limit = (reach * sites->radius[site[k]] + b->radius) * 1.0001f;
            excess[k] = squared_distance(sites, site[k], b) - limit * limit;
        }
        for (int k = 0; k < count; k++) {
            kept[n] = site[k];
            n += !(excess[k] > 0);
        }
    }
    return n;
}

// For each batch of `block`, and each site that reaches it in order: one(site), on the samples of the batch b.
// What that does at a sample is `operations`; what depends on the site, `one` adds to `more` itself. All of it
// goes to the block's meter, some sites at a time; one(site) leaves its samples alone unless `on`.
#define FOR_EACH_REACHING(reach, operations, begin, one, end)                                                  \
    do {                                                                                                       \
        enum { together = 64 };                                                                                \
        int32_t *list = block->list, *batch_list = list + sites->count + 1;                                    \
        const ball all = enclose(block->count, block->columns, block->x, block->y, block->z);                  \
        const int candidates = reaching(sites, reach, NULL, sites->count, &all, list);                         \
        unsigned more = (unsigned)sites->count;                                                                \
        for (int index = 0, batches = batch_total(block); index < batches; index++) {                          \
            batch b;                                                                                           \
            gather_batch(index, block, &b);                                                                    \
            const ball around = enclose_batch(&b);                                                             \
            const int near = reaching(sites, reach, list, candidates, &around, batch_list);                    \
            more += (unsigned)candidates;                                                                      \
            begin;                                                                                             \
            for (int first = 0; first < near; first += together) {                                             \
                const int last = near - first < together ? near : first + together;                            \
                const bool on =                                                                                \
                    tr_meter_add(block->meter, more + (unsigned)((last - first) * b.count * (operations)));    \
                more = 0;                                                                                      \
                for (int j = first; j < last; j++)                                                             \
                    one(batch_list[j]);                                                                        \
            }                                                                                                  \
            end;                                                                                               \
        }                                                                                                      \
        tr_meter_add(block->meter, more);                                                                      \
    } while (0)
