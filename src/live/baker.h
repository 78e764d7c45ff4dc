// Bakes the maps of the window: from a recipe to texels with mip levels. Belongs to one thread, and spreads the
// work over its own pool.
#pragma once
#include "planet/mips.h"
#include "planet/near_tiles.h"

enum { TR_PREVIEW_WIDTH = 512, TR_MIDDLE_WIDTH = 1024, TR_SHARP_WIDTH = 2048, TR_NEAR_WIDTH = 4096 };

typedef struct tr_baker tr_baker;

// What to bake.
typedef struct tr_bake {
    const tr_recipe *recipe;
    uint64_t edit;         // tells recipes apart: the same number, the same recipe
    int width;             // one of those above
    bool edited;           // more edits of this planet will come: fields that they leave alone are kept
    bool charts;           // with the maps of tr_mips_bake_charts
    const tr_watch *watch; // its stop is looked at, by all threads; may be NULL
} tr_bake;

// threads: 0 means one for each core. Errors: TR_NO_MEMORY.
tr_status tr_baker_create(int threads, tr_isa isa, tr_baker **baker, tr_error *error);
void tr_baker_destroy(tr_baker *baker); // NULL is allowed

// Makes the recipe ready, and tells how many bytes its maps will take. At TR_PREVIEW_WIDTH, fields of the whole
// planet that would have to be solved anew stay as they were, or are solved coarsely; wider maps have their
// own. Errors: TR_BAD_INPUT, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_baker_prepare(tr_baker *baker, const tr_bake *bake, size_t *bytes, tr_error *error);

// Makes the recipe ready as for sharp maps, and bakes tiles of near ground on all threads (tr_near_bake).
// Errors: those of tr_baker_prepare and tr_near_bake.
tr_status tr_baker_tiles(tr_baker *baker, const tr_bake *bake, const tr_near_tile *tiles, int count,
                         tr_near_kinds kinds, uint8_t *const *texels, tr_error *error);

// The most memory that values of fields are kept in for maps of one of those widths (below TR_NEAR_WIDTH):
// enough for all costly fields of each type, so that an edit of colours evaluates none.
size_t tr_baker_cache_bytes(int width);

int tr_baker_threads(const tr_baker *baker);

// What was made ready of an edit, for previews or for all; NULL if it is not there any more. It stays until the
// next tr_baker_prepare has made another.
const tr_surface *tr_baker_surface(const tr_baker *baker, uint64_t edit);

// Fills `texels` of that many bytes with what was made ready last (for an edited planet or for another, as
// bake->edited says), and makes *maps point into them. Errors:
// TR_NO_MEMORY, TR_STOPPED.
tr_status tr_baker_run(tr_baker *baker, const tr_bake *bake, uint8_t *texels, tr_planet_maps *maps,
                       tr_error *error);
