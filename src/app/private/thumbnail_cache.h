// Small pictures of planets as textures of OpenGL, each made when it is first wanted.
#pragma once
#include "base/isa.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_thumbnail_texture {
    uint64_t key;
    unsigned texture; // 0: it is not there yet
    bool failed;      // it never comes
    uint64_t wanted;  // when it was last, in commands
} tr_thumbnail_texture;

// Zero-initialised: none, and nothing runs.
typedef struct tr_thumbnail_cache {
    struct tr_thumbnails *thumbnails; // from the first request on
    int threads;
    tr_isa isa;
    int count, capacity;
    tr_thumbnail_texture *list; // owned
    uint64_t commands;
} tr_thumbnail_cache;

// With OpenGL, or after tr_thumbnail_cache_lose.
void tr_thumbnail_cache_end(tr_thumbnail_cache *pictures);

// The picture of a planet of a world, under a key of the caller's; if it is not there it is baked, before all
// that was wanted earlier. NULL: there is no memory. Valid until the next call.
const tr_thumbnail_texture *tr_thumbnail_cache_get(tr_thumbnail_cache *pictures, uint64_t key, const char *text,
                                                   int planet);
// One that was wanted before, or NULL. Valid until the next call.
const tr_thumbnail_texture *tr_thumbnail_cache_find(const tr_thumbnail_cache *pictures, uint64_t key);
// As tr_thumbnail_cache_get, of the maps of its layers (tr_thumbnails_ask_layers).
const tr_thumbnail_texture *tr_thumbnail_cache_get_layers(tr_thumbnail_cache *pictures, uint64_t key,
                                                          const char *text, int planet);
// What was wanted and is not there is not wanted any more.
void tr_thumbnail_cache_forget(tr_thumbnail_cache *pictures);
// How many are still to come.
int tr_thumbnail_cache_left(const tr_thumbnail_cache *pictures);
// How many have a texture: a few hundred at most.
int tr_thumbnail_cache_count(const tr_thumbnail_cache *pictures);
// Takes finished ones, where OpenGL is current. Returns whether there were any.
bool tr_thumbnail_cache_take(tr_thumbnail_cache *pictures);
// OpenGL is gone with all textures: they are made again when they are wanted.
void tr_thumbnail_cache_lose(tr_thumbnail_cache *pictures);
