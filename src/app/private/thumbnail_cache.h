// Small pictures of planets as OpenGL textures, rendered when they are first requested.
#pragma once
#include "live/thumbnails.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_thumbnail_texture {
    uint64_t key;
    unsigned texture; // 0: not finished
    bool failed;      // it failed and will not come
    uint64_t wanted;  // the last request, as a counter
} tr_thumbnail_texture;

// Zero-initialised: empty, and nothing is running.
typedef struct tr_thumbnail_cache {
    struct tr_thumbnails *thumbnails; // created by the first request
    int threads;
    tr_isa isa;
    int count;
    tr_thumbnail_texture *list; // owned
    uint64_t commands;
} tr_thumbnail_cache;

// Needs OpenGL, unless tr_thumbnail_cache_lose was called before.
void tr_thumbnail_cache_end(tr_thumbnail_cache *pictures);

// The picture of a planet of a world. A missing picture is requested ahead of all earlier requests. NULL: no
// memory. Valid until the next call.
const tr_thumbnail_texture *tr_thumbnail_cache_get(tr_thumbnail_cache *pictures, const tr_thumbnail_wish *wish);
// A picture that was requested before, or NULL. Valid until the next call.
const tr_thumbnail_texture *tr_thumbnail_cache_find(const tr_thumbnail_cache *pictures, uint64_t key);
// Drops the requests for pictures that are not finished.
void tr_thumbnail_cache_forget(tr_thumbnail_cache *pictures);
// The number of pictures that are not finished.
int tr_thumbnail_cache_left(const tr_thumbnail_cache *pictures);
// The number of pictures with a texture: a few hundred at most.
int tr_thumbnail_cache_count(const tr_thumbnail_cache *pictures);
// Uploads finished pictures to the current OpenGL context. Returns whether there were any.
bool tr_thumbnail_cache_take(tr_thumbnail_cache *pictures);
// OpenGL was lost with all textures; they are made again on request.
void tr_thumbnail_cache_lose(tr_thumbnail_cache *pictures);
