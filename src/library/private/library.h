// What is behind the types of terrella/terrella.h. Private to the module.
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

// What calls keep for the next one, beside a planet that is const to them.
typedef struct kept {
    // Field values of one patch, of a planet that is edited.
    pthread_mutex_t turn; // held by the bake that has them
    bool edited;          // there was a tr_planet_update
    tr_patch patch;
    tr_cache *cache; // or NULL
    // Memory of the last tr_planet_heights, or NULL.
    _Atomic(tr_scratch *) heights;
} kept;

struct tr_planet {
    const tr_context *context;
    tr_recipe *recipe;
    tr_surface *surface;
    kept *kept;
};
