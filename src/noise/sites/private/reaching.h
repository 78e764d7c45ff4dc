// Finds the sites with a radius that reach samples. For each batch of samples, only the sites that may reach it
// are visited, in order. Beyond its reach a site changes no bit, so culling does not affect the result.
#pragma once
#include "noise/sites/private/batch.h"

// Collects the candidates of list[0 … candidates-1] (all sites if NULL) that reach into the sphere, in
// ascending order.
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

// An iterator over the batches of a block, with the sites that reach each batch.
typedef struct reached {
    const tr_sites *sites;
    const tr_block *block;
    float reach;
    int candidates;      // sites that reach the block
    int index;           // of the next batch
    unsigned more;       // operations that are not counted yet
    bool on;             // false once the meter has stopped
    batch b;             // the current batch
    ball around;         // its bounding sphere
    int near;            // number of sites that reach it
    const int32_t *site; // these sites, in order
} reached;

static inline reached begin_reached(const tr_sites *sites, const tr_block *block, float reach) {
    const ball all = enclose(block->count, block->columns, block->x, block->y, block->z);
    return (reached){.sites = sites,
                     .block = block,
                     .reach = reach,
                     .candidates = reaching(sites, reach, NULL, sites->count, &all, block->list),
                     .more = (unsigned)sites->count};
}

// Advances to the next batch; false: there is none.
static inline bool next_batch(reached *r) {
    int32_t *kept = r->block->list + r->sites->count + 1;
    if (r->index == batch_total(r->block)) {
        tr_meter_add(r->block->meter, r->more);
        return false;
    }
    gather_batch(r->index++, r->block, &r->b);
    r->around = enclose_batch(&r->b);
    r->near = reaching(r->sites, r->reach, r->block->list, r->candidates, &r->around, kept);
    r->site = kept, r->more += (unsigned)r->candidates;
    return true;
}

// Call before site j of the batch. Counts its cost, `operations` per sample, and what the caller added to
// `more`, for groups of sites. False: the meter has stopped, so skip the samples.
static inline bool take_site(reached *r, int j, int operations) {
    enum { together = 64 };
    const int some = r->near - j < together ? r->near - j : together;
    if (j % together == 0) {
        r->on = tr_meter_add(r->block->meter, r->more + (unsigned)(some * r->b.count * operations));
        r->more = 0;
    }
    return r->on;
}
