// The background bake: recipes go in, maps come out, and no call waits for a bake.
//
// One thread bakes, with a pool of its own. It only keeps the newest recipe of each planet. First it makes a
// preview of 512 x 256, in which global fields keep their last solution or get a coarse one. If no newer recipe
// arrives, it solves these fields exactly and makes sharp maps of 2048 x 1024 (1024 x 512 for planets that are
// not the target). If that takes long, maps of a middle width come first. A newer recipe stops everything but
// previews. While the camera is near, the target then gets maps of 4096 x 2048: one planet at a time, and only
// if there is memory.
// More: docs/internals/live.md.
#pragma once
#include "base/isa.h"
#include "planet/mips.h"
#include "planet/near_tiles.h"
#include "planet/probe.h"
#include "scene/scene.h"

typedef struct tr_live tr_live;

typedef struct tr_live_options {
    int planet_count;
    uint64_t edits; // made before; numbers continue from there
    int threads;    // 0: one per core
    tr_isa isa;
    bool coarse;        // for tests: no maps wider than those of planets that are not the target
    void (*wake)(void); // called on the bake thread when there is something to take
} tr_live_options;

// Finished maps of one planet.
enum { TR_LIVE_BESIDE = -1 };
typedef struct tr_live_maps {
    int planet;    // or TR_LIVE_BESIDE
    uint64_t edit; // the edit that they show, as returned by tr_live_edit
    bool sharp;    // otherwise sharper maps of this edit will follow
    tr_planet_maps maps;
    uint8_t *texels; // the memory of maps
    size_t bytes;
    tr_recipe *recipe;                   // of the maps; a caller who takes it sets NULL
    tr_maps_read read;                   // what the surface took its own maps for
    float depths_m[TR_MAX_NAMED_PLACES]; // how deep its places are under water, if `sharp` (tr_named_depths)
} tr_live_maps;

// A finished tile of near ground of the target.
enum { TR_LIVE_MOST_TILES = 128 };
typedef struct tr_live_tile {
    uint64_t edit; // of its recipe
    tr_near_kinds kinds;
    tr_near_tile tile;
    uint8_t *texels; // as tr_near_bake makes them
} tr_live_tile;

// The requested tiles. tr_tiles_take returns the next finished tile or NULL; the caller owns it until
// tr_tiles_give_back. tr_tiles_ready returns the number of finished tiles.
typedef struct tr_tile_queue tr_tile_queue;
tr_live_tile *tr_tiles_take(tr_tile_queue *queue);
void tr_tiles_give_back(tr_tile_queue *queue, tr_live_tile *tile);
int tr_tiles_ready(const tr_tile_queue *queue);

// Errors: TR_NO_MEMORY.
tr_status tr_live_create(const tr_live_options *options, tr_live **live, tr_error *error);
// Stops the bake and frees everything, except maps that were taken and not given back. NULL is allowed.
void tr_live_destroy(tr_live *live);

// The functions below never wait for a bake. Call them on the main thread.

// Hands over a recipe (copied) and returns the number of this edit: 1, 2, 3 … Without memory the previous edit
// stays, its number is returned, and tr_live_take_failure reports the error.
uint64_t tr_live_edit(tr_live *live, int planet, const tr_recipe *recipe);
// The planet that is shown: it has priority, and is baked at full width.
void tr_live_set_target(tr_live *live, int planet);
// A planet to be shown beside the target: baked with the same widths, right after it. The recipe is copied;
// NULL: none. Returns the number of this edit; 0: none.
uint64_t tr_live_set_beside(tr_live *live, const tr_recipe *recipe);
// Whether the camera is so near that sharp maps of the target are too coarse. Larger maps stay when it moves
// away.
void tr_live_set_near(tr_live *live, bool near);
// Requests tiles of near ground, most important first, which replaces the earlier requests; count 0: none. They
// are baked when the target's maps of that edit are sharp, and while it is the newest edit; tiles of other
// edits are dropped.
void tr_live_want_tiles(tr_live *live, uint64_t edit, const tr_near_tile *tiles, int count,
                        tr_near_kinds kinds);
tr_tile_queue *tr_live_tiles(tr_live *live);
// Whether tiles failed for lack of memory since the last call; reported once. None are baked then until the
// next request.
bool tr_live_tiles_failed(tr_live *live);
// Whether maps include the data for charts of single channels (`charts` of tr_mips_bake). Maps that lack it are
// baked again.
void tr_live_set_charts(tr_live *live, bool charts);
// Stops the preview that is being baked, which a newer edit alone does not: call it after an edit that takes
// one back whose preview may take long. Of the newest edit another preview follows. NULL is allowed.
void tr_live_drop_preview(tr_live *live);
// While it is held, only previews are baked, which leaves the cores to other work.
void tr_live_hold(tr_live *live, bool held);
// The next finished maps, or NULL. They belong to the caller until tr_live_give_back.
tr_live_maps *tr_live_take(tr_live *live);
void tr_live_give_back(tr_live *live, tr_live_maps *maps);
// Asks for the values at a place of a planet (tr_surface_probe, of the final map): latitude -90 … 90, longitude
// any degrees. The bake thread answers, between two bands of a bake if necessary; a probe takes about a
// millisecond. Only the newest question counts. It stays, and is answered by the newest recipe: soon, then
// again with exact solutions if the first answer used those of a preview (probe->exact), and again after each
// edit.
void tr_live_probe(tr_live *live, int planet, double latitude_deg, double longitude_deg);
// The newest answer, once: for the planet of the last question, by its newest recipe. If questions arrive
// continuously, it may belong to an earlier one: the answer contains its place. False: there is no new one.
bool tr_live_take_probe(tr_live *live, tr_probe *probe);
// Whether maps of the target, or of the planet beside it, are missing.
bool tr_live_busy(tr_live *live);
// The first failure of a bake since the last call: its status, once, otherwise TR_OK. The planet keeps its
// present maps.
tr_status tr_live_take_failure(tr_live *live, tr_error *error);
