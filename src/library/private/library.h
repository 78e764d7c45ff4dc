// The definitions of the opaque types of terrella/terrella.h. Private to the module.
#pragma once
#include "planet/budget.h"
#include "planet/surface.h"

#include <pthread.h>
#include <stdatomic.h>

struct tr_context {
    tr_isa isa;
    tr_pool *pool;
    tr_budget budget;
};

// Data that calls keep for the next one. It is separate because the planet is const to them.
typedef struct kept {
    // Field values of one patch, for a planet that is edited.
    pthread_mutex_t turn; // held by the bake that uses them
    bool edited;          // tr_planet_update was called
    tr_patch patch;
    tr_cache *cache; // or NULL
    // Scratch memory of the last tr_planet_heights, or NULL.
    _Atomic(tr_scratch *) heights;
} kept;

struct tr_planet {
    const tr_context *context;
    tr_recipe *recipe;
    tr_surface *surface;
    kept *kept;
};
