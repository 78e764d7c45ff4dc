// The background bake: recipes go in, maps come out, and nobody waits.
//
// One thread bakes, spread over its own pool. For every planet it has the newest recipe only: it first makes a
// preview of 512 x 256, in which fields that are solved for the whole planet keep their last solution, or get a
// coarse one. Once no newer recipe has come, it solves these anew and makes sharp maps of 2048 x 1024 (1024 x
// 512 for planets that are not the target). Where that takes long there is a step between. A newer recipe stops
// all but previews. While the camera is near, the target has maps of 4096 x 2048 after those: one planet at a
// time, and only where there is memory.
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
    uint64_t edits; // that were made before: numbers go on from there
    int threads;    // 0: one for each core
    tr_isa isa;
    void (*wake)(void); // called on the bake's thread when there is something to take
} tr_live_options;

// Finished maps of one planet.
enum { TR_LIVE_BESIDE = -1 };
typedef struct tr_live_maps {
    int planet;    // or TR_LIVE_BESIDE
    uint64_t edit; // which edit they show, as tr_live_edit counts
    bool sharp;    // else others of this edit follow in any case
    tr_planet_maps maps;
    uint8_t *texels; // what maps points into
    size_t bytes;
    tr_recipe *recipe; // that they were made of; whoever takes it leaves NULL
} tr_live_maps;

// A finished tile of near ground of the target.
enum { TR_LIVE_MOST_TILES = 128 };
typedef struct tr_live_tile {
    uint64_t edit; // whose it is
    tr_near_kinds kinds;
    tr_near_tile tile;
    uint8_t *texels; // as tr_near_bake makes them
} tr_live_tile;

// Errors: TR_NO_MEMORY.
tr_status tr_live_create(const tr_live_options *options, tr_live **live, tr_error *error);
// Stops the bake and frees everything, except maps that were taken and not given back. NULL is allowed.
void tr_live_destroy(tr_live *live);

// The functions below never wait for a bake. All of them belong to the main thread.

// Hands over a recipe (copied) and returns the number of this edit: 1, 2, 3 … Without memory the edit before
// stays, whose number is returned, and tr_live_take_failure tells.
uint64_t tr_live_edit(tr_live *live, int planet, const tr_recipe *recipe);
// The planet that people look at: it comes first, and is baked at full width.
void tr_live_set_target(tr_live *live, int planet);
// One planet more, to be looked at beside the target: baked like that one, right after it. The recipe is
// copied; NULL: no more. Returns the number of this edit; 0: there is none.
uint64_t tr_live_set_beside(tr_live *live, const tr_recipe *recipe);
// Whether the camera is so near that sharp maps of the target are too coarse. Larger ones stay when it goes
// away.
void tr_live_set_near(tr_live *live, bool near);
// The tiles of near ground that are wanted now, the most wanted first, in the place of those before; count 0:
// none are. They are baked once the target's maps of that edit are sharp, and only while it is its newest;
// those of another edit are dropped.
void tr_live_want_tiles(tr_live *live, uint64_t edit, const tr_near_tile *tiles, int count,
                        tr_near_kinds kinds);
// The next finished tile, or NULL. It is the caller's until tr_live_give_tile_back.
tr_live_tile *tr_live_take_tile(tr_live *live);
void tr_live_give_tile_back(tr_live *live, tr_live_tile *tile);
int tr_live_tiles_ready(tr_live *live); // so many can be taken
// Whether there was no memory for tiles since the last call, once. None are baked then until others are wanted.
bool tr_live_tiles_failed(tr_live *live);
// Whether maps have what charts of single channels show besides (tr_mips_bake_charts): those that lack it are
// made anew.
void tr_live_set_charts(tr_live *live, bool charts);
// While it is held it makes previews alone: what else runs has the cores.
void tr_live_hold(tr_live *live, bool held);
// The next finished maps, or NULL. They are the caller's until tr_live_give_back.
tr_live_maps *tr_live_take(tr_live *live);
void tr_live_give_back(tr_live *live, tr_live_maps *maps);
// Asks what is at a place of a planet (tr_surface_probe, of the map that it has when it is at rest): latitude
// -90 … 90, longitude any degrees. The bake's thread looks, between two bands of a bake if need be, a
// millisecond each. The newest question counts; it stands, and is answered by the newest recipe: soon, and
// again, where that was by a preview's solutions (probe->exact), when the recipe's own are there, and after
// each edit.
void tr_live_probe(tr_live *live, int planet, double latitude_deg, double longitude_deg);
// The newest answer, once: of the planet that was asked for last, by its newest recipe. While questions come
// without a rest it may be to an earlier one: it says to which place. False: there is no new one.
bool tr_live_take_probe(tr_live *live, tr_probe *probe);
// Whether maps of the target, or of the planet beside it, are still to come.
bool tr_live_busy(tr_live *live);
// The first failure of a bake since the last call, once: then its status, else TR_OK. The planet keeps the maps
// that it has.
tr_status tr_live_take_failure(tr_live *live, tr_error *error);
