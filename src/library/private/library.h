// What is behind the types of terrella/terrella.h. Private to the room.
#pragma once
#include "planet/surface.h"

#include <pthread.h>
#include <stdatomic.h>

struct tr_context {
    tr_isa isa;
    tr_pool *pool;
};

// Field values of maps of one width, from one bake to the next: those of planets that are edited.
typedef struct kept_values {
    pthread_mutex_t turn; // held by the bake that has them
    bool edited;          // there was a tr_planet_update
    int width;
    tr_cache *cache; // or NULL
} kept_values;

struct tr_planet {
    const tr_context *context;
    tr_recipe *recipe;
    tr_surface *surface;
    kept_values *kept;              // of their own, since who bakes has a planet that is const
    _Atomic(tr_scratch *) *heights; // the same: memory of the last tr_planet_heights, or NULL
};
