// Bakes the maps of a video in the background: those of each planet, as wide as its pictures need; and
// afterwards the tiles of near ground that the pictures request.
#pragma once
#include "live/live.h"
#include "planet/mips.h"
#include "scene/scene.h"

typedef struct tr_background_maps tr_background_maps;

typedef struct tr_background_maps_options {
    int widths[TR_MAX_PLANETS]; // of the scene's planets; 0: not needed
    int near;                   // the planet whose tiles are requested afterwards; -1: none
    bool charts;                // as for tr_mips_bake
    int threads;                // 0: one per core
    tr_isa isa;
    void (*wake)(void); // called on the bake thread when there is something to take, and when it is over
} tr_background_maps_options;

// The maps of one planet. Memory is limited to one planet: the next one is baked when these have been given
// back.
typedef struct tr_video_maps {
    int planet;
    tr_planet_maps maps;
    uint8_t *texels; // the memory of maps
} tr_video_maps;

// Starts a thread. The scene's recipes are read until it has finished. Errors: TR_NO_MEMORY.
tr_status tr_background_maps_start(const tr_scene *scene, const tr_background_maps_options *options,
                                   tr_background_maps **out, tr_error *error);
// The next finished maps; NULL: none now. They belong to the caller until they are given back.
const tr_video_maps *tr_background_maps_take(tr_background_maps *bake);
void tr_background_maps_give_back(tr_background_maps *bake);
// Whether all maps were taken and given back, or it has failed. Afterwards it bakes tiles, or waits for
// tr_background_maps_finish if it has failed or no tiles are to follow.
bool tr_background_maps_is_over(tr_background_maps *bake);
bool tr_background_maps_has_ended(tr_background_maps *bake);

// Requests tiles, most important first, which replaces the earlier requests. Call it only between `is_over` and
// the end.
void tr_background_maps_want(tr_background_maps *bake, const tr_near_tile *tiles, int count,
                             tr_near_kinds kinds);
tr_tile_queue *tr_background_maps_tiles(tr_background_maps *bake);
// Stops it if it has not ended, waits for the end, frees everything, and returns the result. NULL is allowed.
// Errors: those of tr_picture_maps_make and tr_near_bake; TR_STOPPED if maps are missing.
tr_status tr_background_maps_finish(tr_background_maps *bake, tr_error *error);
