// The maps of a video, baked while the window goes on: of each planet as wide as its pictures need them; and
// then the tiles of near ground that they ask for.
#pragma once
#include "live/live.h"
#include "planet/mips.h"
#include "scene/scene.h"

typedef struct tr_background_maps tr_background_maps;

typedef struct tr_background_maps_options {
    int widths[TR_MAX_PLANETS]; // of the scene's planets; 0: none are needed
    int near;                   // the planet of which tiles are wanted afterwards; -1: none
    bool charts;                // with what tr_mips_bake_charts adds
    int threads;                // 0: one for each core
    tr_isa isa;
    void (*wake)(void); // called on the bake's thread when there is something to take, and when it is over
} tr_background_maps_options;

// One planet's. Memory is for one planet at a time: the next one is baked once these are given back.
typedef struct tr_video_maps {
    int planet;
    tr_planet_maps maps;
    uint8_t *texels; // what maps points into
} tr_video_maps;

// Starts a thread. The scene's recipes are read until it is finished. Errors: TR_NO_MEMORY.
tr_status tr_background_maps_start(const tr_scene *scene, const tr_background_maps_options *options,
                                   tr_background_maps **out, tr_error *error);
// The next finished maps; NULL: there are none now. They are the caller's until they are given back.
const tr_video_maps *tr_background_maps_take(tr_background_maps *bake);
void tr_background_maps_give_back(tr_background_maps *bake);
// Whether all maps were taken and given back, or it has failed: then, or where no tiles are to follow, it waits
// for tr_background_maps_finish.
bool tr_background_maps_is_over(tr_background_maps *bake);
bool tr_background_maps_has_ended(tr_background_maps *bake);

// The tiles that are wanted now, the most wanted first, in the place of those before; once it is over, until it
// has ended. Those that are finished come one by one; NULL: none is. They are the caller's until they are given
// back.
void tr_background_maps_want(tr_background_maps *bake, const tr_near_tile *tiles, int count,
                             tr_near_kinds kinds);
tr_live_tile *tr_background_maps_take_tile(tr_background_maps *bake);
void tr_background_maps_give_tile_back(tr_background_maps *bake, tr_live_tile *tile);
bool tr_background_maps_has_tiles(tr_background_maps *bake);
// Stops it where it has not ended, waits for the end, frees, and says how it went. NULL is allowed. Errors:
// those of tr_picture_maps_make and tr_near_bake; TR_STOPPED where maps are missing.
tr_status tr_background_maps_finish(tr_background_maps *bake, tr_error *error);
