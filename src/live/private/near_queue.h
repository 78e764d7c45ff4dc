// The requests for tiles of near ground, and the finished tiles. Lock the owner's mutex before you call these
// functions. Those of live.h lock it themselves.
#pragma once
#include "live/live.h"
#include <pthread.h>

enum { NEAR_BATCH = 16, NEAR_READY = 32 }; // maximum tiles in a batch; maximum tiles waiting to be taken

typedef struct tr_tile_queue {
    pthread_mutex_t *lock; // of the owner
    pthread_cond_t *change;
    uint64_t edit; // of the requested tiles; 0: none are requested
    tr_near_kinds kinds;
    tr_near_tile requests[TR_LIVE_MOST_TILES]; // most important first; without those below
    int request_count;
    tr_live_tile *batch[NEAR_BATCH]; // being baked
    int batch_count;
    tr_live_tile *ready[NEAR_READY];
    int ready_count;
    tr_live_tile *spare[NEAR_READY]; // memory for the next tiles
    int spare_count;
} near_queue;

// Replaces the requests. Finished tiles of another edit are dropped. Returns whether the batch that is being
// baked has become useless.
bool near_queue_want(near_queue *queue, uint64_t edit, const tr_near_tile *tiles, int count,
                     tr_near_kinds kinds);

// Whether the next batch can begin.
bool near_queue_has_work(const near_queue *queue);

// Takes up to `most` requests as the batch. Errors: TR_NO_MEMORY.
tr_status near_queue_begin(near_queue *queue, int most, tr_error *error);

// The batch is finished, or has failed (good false).
void near_queue_end(near_queue *queue, bool good);

void near_queue_clear(near_queue *queue); // only if no batch is being baked
