// The maps of a film, baked while the window goes on: of each planet as wide as its pictures need them.
#pragma once
#include "planet/picture_maps.h"
#include "scene/scene.h"

typedef struct tr_background_maps tr_background_maps;

typedef struct tr_background_maps_options {
    int widths[TR_MAX_PLANETS]; // of the scene's planets; 0: none are needed
    bool charts;                // with what tr_mips_bake_charts adds
    int threads;                // 0: one for each core
    tr_isa isa;
    void (*wake)(void); // called on the bake's thread when there is something to take, and when it is over
} tr_background_maps_options;

// One planet's. Memory is for one planet at a time: the next one is baked once these are given back.
typedef struct tr_film_maps {
    int planet;
    tr_planet_maps maps;
    uint8_t *texels; // what maps points into
} tr_film_maps;

// Starts a thread. The scene's recipes are read until it is finished. Errors: TR_NO_MEMORY.
tr_status tr_background_maps_start(const tr_scene *scene, const tr_background_maps_options *options,
                                   tr_background_maps **out, tr_error *error);
// The next finished maps; NULL: there are none now. They are the caller's until they are given back.
const tr_film_maps *tr_background_maps_take(tr_background_maps *bake);
void tr_background_maps_give_back(tr_background_maps *bake);
// Whether all maps were taken and given back, or it has failed.
bool tr_background_maps_is_over(tr_background_maps *bake);
// Stops it where it is not over, waits for the end, frees, and says how it went. NULL is allowed. Errors: those
// of tr_picture_maps_make.
tr_status tr_background_maps_finish(tr_background_maps *bake, tr_error *error);
