// Bakes the maps of the window: from a recipe to texels with mip levels. Belongs to one thread, and has a pool
// of its own for the work.
#pragma once
#include "planet/mips.h"
#include "planet/near_tiles.h"

enum { TR_PREVIEW_WIDTH = 512, TR_MIDDLE_WIDTH = 1024, TR_SHARP_WIDTH = 2048, TR_NEAR_WIDTH = 4096 };

typedef struct tr_baker tr_baker;

// The parameters of a bake.
typedef struct tr_bake {
    const tr_recipe *recipe;
    uint64_t edit;         // identifies the recipe: equal numbers mean equal recipes
    int width;             // one of the widths above
    bool edited;           // more edits of this planet will follow, so values of unchanged fields are cached
    bool charts;           // as for tr_mips_bake
    const tr_watch *watch; // polled by all threads for a stop; may be NULL
} tr_bake;

// threads: 0 means one per core. Errors: TR_NO_MEMORY.
tr_status tr_baker_create(int threads, tr_isa isa, tr_baker **baker, tr_error *error);
void tr_baker_destroy(tr_baker *baker); // NULL is allowed

// Prepares the recipe, and computes how many bytes its maps need. At TR_PREVIEW_WIDTH, a global field that
// needs a new solution keeps its old one, or gets a coarse one. Wider maps use exact solutions. Errors:
// TR_BAD_INPUT, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_baker_prepare(tr_baker *baker, const tr_bake *bake, size_t *bytes, tr_error *error);

// Prepares the recipe as for sharp maps, and bakes tiles of near ground with all threads (tr_near_bake).
// Errors: those of tr_baker_prepare and tr_near_bake.
tr_status tr_baker_tiles(tr_baker *baker, const tr_bake *bake, const tr_near_tile *tiles, int count,
                         tr_near_kinds kinds, uint8_t *const *texels, tr_error *error);

// The maximum memory for cached field values at one of the widths below TR_NEAR_WIDTH. It holds all costly
// fields of each type, so that an edit of colours evaluates none of them.
size_t tr_baker_cache_bytes(int width);

int tr_baker_threads(const tr_baker *baker);

// The prepared surface of an edit, for previews or for all maps; NULL: no longer available. Valid until the
// next tr_baker_prepare replaces it.
const tr_surface *tr_baker_surface(const tr_baker *baker, uint64_t edit);

// Bakes the last prepared recipe (for an edited planet or for another, as bake->edited says) into `texels`,
// which has that many bytes, and makes *maps point into it. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_baker_run(tr_baker *baker, const tr_bake *bake, uint8_t *texels, tr_planet_maps *maps,
                       tr_error *error);
