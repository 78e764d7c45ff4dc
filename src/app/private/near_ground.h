// Moves tiles of near ground from the background bake into the window's pictures. Needs a current OpenGL
// context. More: docs/internals/near.md.
#pragma once
#include "live/live.h"
#include "render/near.h"

typedef struct tr_near_ground {
    bool refused;  // no memory: the maps are shown instead
    bool asked;    // tiles were requested from the bake
    uint64_t edit; // of the last picture
    int unseen;    // tiles uploaded since
    int missing;   // tiles that the last picture lacked
    bool waits;    // requests wait until the camera rests
    bool fades;    // some tiles are still fading in
    bool fresh;    // the last picture contained new tiles
    bool changed;  // its tiles differ from those of the picture before
} tr_near_ground;

// Uploads baked tiles: at least one, and no further ones after that many seconds.
void tr_near_ground_take(tr_near_ground *near, tr_live *live, tr_renderer *renderer, double now_s,
                         double budget_s);

// Call before each picture: selects the tiles that it needs, and requests missing ones. If memory runs out, it
// returns TR_NO_MEMORY once; from then on, pictures show the maps instead of tiles.
//
// asking: its version is the edit of the target's sharp maps; 0: there are none. rests: the camera rests, or
// OpenGL takes no cores from the bake, so tiles can be requested.
tr_status tr_near_ground_see(tr_near_ground *near, tr_live *live, tr_renderer *renderer, const tr_scene *scene,
                             const tr_view *view, const tr_near_request_options *asking, bool rests,
                             tr_error *error);

// Whether another picture is worthwhile because new tiles were uploaded; `all`: all those that the last one
// lacked.
bool tr_near_ground_has_news(const tr_near_ground *near, bool all);

// A text with the altitude, the ground per pixel, and the number of missing tiles.
void tr_near_ground_text(const tr_near_ground *near, double altitude_km, double pixel_rad, char *text,
                         size_t size);
