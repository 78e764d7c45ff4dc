// Tiles of near ground that are wanted, and those that were baked. It has no lock and no thread of its own.
#pragma once
#include "live/live.h"

enum { NEAR_BATCH = 16, NEAR_READY = 32 }; // that are baked at once, and that wait to be taken, at most

typedef struct near_queue {
    uint64_t edit; // whose tiles they are; 0: nobody wants any
    tr_near_kinds kinds;
    tr_near_tile requests[TR_LIVE_MOST_TILES]; // the most wanted first; without those below
    int request_count;
    tr_live_tile *batch[NEAR_BATCH]; // that is being baked
    int batch_count;
    tr_live_tile *ready[NEAR_READY];
    int ready_count;
    tr_live_tile *spare[NEAR_READY]; // memory for the next ones, while there are some
    int spare_count;
} near_queue;

// Others are wanted from now on, of an edit; what was baked of another is dropped. Returns whether what is
// being baked is of no use any more.
bool near_queue_want(near_queue *queue, uint64_t edit, const tr_near_tile *tiles, int count,
                     tr_near_kinds kinds);

// Whether the next batch can begin.
bool near_queue_has_work(const near_queue *queue);

// Takes up to `most` requests as the batch. Errors: TR_NO_MEMORY.
tr_status near_queue_begin(near_queue *queue, int most, tr_error *error);

// The batch is baked, or (good false) was not.
void near_queue_end(near_queue *queue, bool good);

tr_live_tile *near_queue_take(near_queue *queue);
void near_queue_give_back(near_queue *queue, tr_live_tile *tile);
void near_queue_clear(near_queue *queue); // nothing is being baked
