// The surface: a recipe made ready to be evaluated, and its texels.
// More: docs/bake.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/watch.h"
#include "recipe/maps.h"
#include "recipe/recipe.h"

// A recipe with its sites spread, its numbers resolved and its names bound. Immutable: any number of
// threads may bake from it at once, each with its own scratch.
typedef struct tr_surface tr_surface;

// Memory that one thread needs while it bakes.
typedef struct tr_scratch tr_scratch;

// Values of fields that an edit did not touch, kept for the next surface of the same planet at one width.
// Not shared between widths. Give the same cache to successive surfaces; see tr_cache_create.
typedef struct tr_cache tr_cache;

// How a recipe is made ready. All but isa may be zero.
typedef struct tr_surface_making {
    tr_isa isa;
    tr_pool *pool;              // fields that have to be solved for the whole planet are solved on its threads,
    const tr_surface *previous; // or taken from an earlier surface, where they are the same
    // For a look while the hand still moves: what would have to be solved anew is taken from `previous` as the
    // same layer or warp of a planet of that type and seed has it, with whatever numbers, or is solved on a
    // coarse lattice, in some hundredths of a second.
    bool preview;
    const tr_watch *watch; // its stop is looked at between the steps of solvers; nothing is reported
} tr_surface_making;

// Makes a recipe ready. The recipe is read during the call only. Errors: TR_BAD_INPUT for what only shows when
// names are bound (an unknown channel or warp), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_surface_make(const tr_recipe *recipe, const tr_surface_making *how, tr_surface **surface,
                          tr_error *error);
// The same, not for a preview and without a watch.
tr_status tr_surface_create(const tr_recipe *recipe, tr_isa isa, tr_pool *pool, const tr_surface *previous,
                            tr_surface **surface, tr_error *error);
void tr_surface_destroy(tr_surface *surface); // NULL is allowed

// Whether its texels are the recipe's: not so where a preview made do with another solution.
bool tr_surface_is_exact(const tr_surface *surface);

// For bands of at most tr_band_rows(width) rows of maps of that width. Errors: TR_BAD_INPUT (a width that maps
// cannot have, tr_map_check_width), TR_NO_MEMORY.
tr_status tr_scratch_create(const tr_surface *surface, int width, tr_scratch **scratch, tr_error *error);
void tr_scratch_destroy(tr_scratch *scratch); // NULL is allowed

// Computes the texels of one band. A pure function of the surface and of band's width and rows: neither
// the size of the band nor the instruction set nor a cache changes a byte. The scratch
// is one for band->width. cache may be NULL.
void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band);

// How many rows a band should have, so that its memory does not grow with the width.
int tr_band_rows(int width);

// Bakes whole maps into memory on all threads of the pool: texels[m] is width * width/2 texels of map m, or
// NULL. Errors: TR_BAD_INPUT (the width), TR_STOPPED, TR_NO_MEMORY. cache may be NULL.
tr_status tr_surface_bake_whole(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error);

// A cache for maps of one width: at most `bytes` of memory for field values. Errors: TR_NO_MEMORY.
tr_status tr_cache_create(int width, size_t bytes, tr_cache **cache, tr_error *error);
void tr_cache_destroy(tr_cache *cache); // NULL is allowed
// Prepares the cache for a surface: values of fields that the surface no longer has are dropped, and so is what
// an unfinished bake left. Call it before the bake, on one thread.
void tr_cache_begin(tr_cache *cache, const tr_surface *surface);
// After a bake that ran to its end: what was computed may be used by the next one.
void tr_cache_commit(tr_cache *cache);
