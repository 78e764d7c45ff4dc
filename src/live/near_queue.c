#include "live/private/near_queue.h"

#include "base/memory.h"

static void destroy(tr_live_tile *tile) {
    if (tile)
        tr_free(tile->texels);
    tr_free(tile);
}

static tr_live_tile *create(near_queue *q) {
    if (q->spare_count > 0)
        return q->spare[--q->spare_count];
    tr_live_tile *tile = tr_calloc(1, sizeof *tile);
    if (tile)
        tile->texels = tr_malloc(TR_NEAR_TILE_BYTES);
    if (tile && tile->texels)
        return tile;
    destroy(tile);
    return NULL;
}

// Memory is freed when there are no more requests.
static void recycle(near_queue *q, tr_live_tile *tile) {
    if (q->request_count > 0 && q->spare_count < NEAR_READY)
        q->spare[q->spare_count++] = tile;
    else
        destroy(tile);
}

static void drop_spare(near_queue *q) {
    while (q->spare_count > 0)
        destroy(q->spare[--q->spare_count]);
}

static bool has(tr_live_tile *const *tiles, int count, const tr_near_tile *tile) {
    for (int i = 0; i < count; i++)
        if (tr_near_same(&tiles[i]->tile, tile))
            return true;
    return false;
}

bool near_queue_want(near_queue *q, uint64_t edit, const tr_near_tile *tiles, int count, tr_near_kinds kinds) {
    const bool other =
        edit != q->edit || kinds.specular != q->kinds.specular || kinds.emission != q->kinds.emission;
    bool useful = false;
    if (other)
        while (q->ready_count > 0)
            destroy(q->ready[--q->ready_count]);
    q->edit = edit;
    q->kinds = kinds;
    q->request_count = 0;
    for (int i = 0; i < count && i < TR_LIVE_MOST_TILES; i++) {
        const bool baking = !other && has(q->batch, q->batch_count, &tiles[i]);
        if (!baking && !has(q->ready, q->ready_count, &tiles[i]))
            q->requests[q->request_count++] = tiles[i];
        useful |= baking;
    }
    if (q->request_count == 0)
        drop_spare(q);
    return q->batch_count > 0 && !useful;
}

bool near_queue_has_work(const near_queue *q) {
    return q->request_count > 0 && q->ready_count + NEAR_BATCH <= NEAR_READY;
}

tr_status near_queue_begin(near_queue *q, int most, tr_error *error) {
    const int count = most < NEAR_BATCH ? most : NEAR_BATCH;
    for (q->batch_count = 0; q->batch_count < count && q->batch_count < q->request_count; q->batch_count++) {
        tr_live_tile *tile = create(q);
        if (!tile && q->batch_count > 0)
            break; // a smaller batch
        if (!tile)
            return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
        tile->edit = q->edit;
        tile->kinds = q->kinds;
        tile->tile = q->requests[q->batch_count];
        q->batch[q->batch_count] = tile;
    }
    q->request_count -= q->batch_count;
    for (int i = 0; i < q->request_count; i++)
        q->requests[i] = q->requests[i + q->batch_count];
    return TR_OK;
}

void near_queue_end(near_queue *q, bool good) {
    for (int i = 0; i < q->batch_count; i++) {
        const bool wanted = good && q->batch[i]->edit == q->edit;
        if (wanted)
            q->ready[q->ready_count++] = q->batch[i];
        else
            recycle(q, q->batch[i]);
    }
    q->batch_count = 0;
}

tr_live_tile *tr_tiles_take(tr_tile_queue *q) {
    pthread_mutex_lock(q->lock);
    tr_live_tile *first = q->ready_count > 0 ? q->ready[0] : NULL;
    q->ready_count -= first != NULL;
    for (int i = 0; i < q->ready_count && first; i++)
        q->ready[i] = q->ready[i + 1];
    pthread_cond_signal(q->change);
    pthread_mutex_unlock(q->lock);
    return first;
}

void tr_tiles_give_back(tr_tile_queue *q, tr_live_tile *tile) {
    pthread_mutex_lock(q->lock);
    recycle(q, tile);
    pthread_mutex_unlock(q->lock);
}

int tr_tiles_ready(const tr_tile_queue *q) {
    pthread_mutex_lock(q->lock);
    const int ready = q->ready_count;
    pthread_mutex_unlock(q->lock);
    return ready;
}

void near_queue_clear(near_queue *q) {
    while (q->ready_count > 0)
        destroy(q->ready[--q->ready_count]);
    drop_spare(q);
    q->request_count = 0;
    q->edit = 0;
}
