// Small pictures of planets as textures of OpenGL, each made when it is first wanted.
#pragma once
#include "base/isa.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_small_picture {
    uint64_t key;
    unsigned texture; // 0: it is not there yet
    bool failed;      // it never comes
    uint64_t wanted;  // when it was last, in wishes
} tr_small_picture;

// Zero-initialised: none, and nothing runs.
typedef struct tr_small_pictures {
    struct tr_thumbnails *thumbnails; // from the first wish on
    int threads;
    tr_isa isa;
    int count, room;
    tr_small_picture *list; // owned
    uint64_t wishes;
} tr_small_pictures;

// With OpenGL, or after tr_small_pictures_lose.
void tr_small_pictures_end(tr_small_pictures *pictures);

// The picture of a planet of a world, under a key of the caller's; if it is not there it is baked, before all
// that was wanted earlier. NULL: there is no memory. Valid until the next call.
const tr_small_picture *tr_small_pictures_get(tr_small_pictures *pictures, uint64_t key, const char *text,
                                              int planet);
// One that was wanted before, or NULL. Valid until the next call.
const tr_small_picture *tr_small_pictures_find(const tr_small_pictures *pictures, uint64_t key);
// As tr_small_pictures_get, of the maps of its layers (tr_thumbnails_ask_layers).
const tr_small_picture *tr_small_pictures_get_layers(tr_small_pictures *pictures, uint64_t key,
                                                     const char *text, int planet);
// What was wanted and is not there is not wanted any more.
void tr_small_pictures_forget(tr_small_pictures *pictures);
// How many are still to come.
int tr_small_pictures_left(const tr_small_pictures *pictures);
// How many have a texture: a few hundred at most.
int tr_small_pictures_count(const tr_small_pictures *pictures);
// Takes finished ones, where OpenGL is current. Returns whether there were any.
bool tr_small_pictures_take(tr_small_pictures *pictures);
// OpenGL is gone with all textures: they are made again when they are wanted.
void tr_small_pictures_lose(tr_small_pictures *pictures);
