// Tiles of near ground on their way from the background bake into the window's pictures. Needs OpenGL, which is
// current. More: docs/internals/near.md.
#pragma once
#include "live/live.h"
#include "render/near.h"

typedef struct tr_near_ground {
    bool refused;  // there is no memory: maps show
    bool asked;    // the bake was asked for tiles
    uint64_t edit; // of the last picture
    int unseen;    // tiles that OpenGL got since
    int missing;   // of the tiles that the last picture needed
    bool waits;    // for rest, to ask for them
    bool fades;    // some are not there in full
    bool fresh;    // the last picture had new ones
    bool changed;  // it was another than the one before, with the same view
} tr_near_ground;

// What a picture shows, and how.
typedef struct tr_near_ground_view {
    const tr_scene *scene;
    const tr_view *view;
    uint64_t edit;        // that the target's sharp maps are of; 0: none are there
    bool rests;           // or OpenGL takes no cores from the bake: now is the time to ask
    const double *focus;  // latitude and longitude of the place under the mouse, or NULL
    double now_s, fade_s; // for how long new tiles fade in
} tr_near_ground_view;

// Hands tiles that were baked to OpenGL: at least one, and no more after that many seconds.
void tr_near_ground_take(tr_near_ground *near, tr_live *live, tr_renderer *renderer, double now_s,
                         double budget_s);

// Before each picture: has those tiles shown that it needs, and asks for the others. Where memory ends:
// TR_NO_MEMORY, once, and maps show from then on.
tr_status tr_near_ground_see(tr_near_ground *near, tr_live *live, tr_renderer *renderer,
                             const tr_near_ground_view *look, tr_error *error);

// Another picture is worth its time: tiles wait to be shown; `all`: those that the last one still needed.
bool tr_near_ground_has_news(const tr_near_ground *near, bool all);

// How high the camera is, how much ground a pixel below it spans, and how many tiles are still to come.
void tr_near_ground_text(const tr_near_ground *near, double altitude_km, double pixel_rad, char *text,
                         size_t size);
