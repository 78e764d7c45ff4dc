// The planets' maps on their way from the background bake to the screen.
#pragma once
#include "app/latency.h"
#include "app/private/near_ground.h"
#include "app/private/schedule.h"
#include "app/private/trace.h"
#include "live/live.h"
#include "render/render.h"

// What a picture shows, as far as it may change without new maps.
typedef struct tr_still {
    bool kept; // and the picture is kept
    tr_view view;
    tr_scene scene;
    tr_scene_planet planets[TR_MAX_PLANETS];
} tr_still;

typedef struct tr_viewport {
    tr_live *live;
    tr_renderer *renderer;          // NULL: no window is open
    tr_latency *latency;            // NULL: nobody asks
    tr_trace *trace;                // what edits are told to; borrowed, may be NULL
    bool software_gl;               // OpenGL runs on the cores that bake
    uint64_t last_edit;             // handed to the bake
    uint64_t edits[TR_MAX_PLANETS]; // the last one of each planet
    double held_since;   // when the first edit that no frame shows yet was made; negative: there is none
    uint64_t fresh_edit; // shown by maps that the next frame draws first; 0: no new maps
    bool fresh_sharp;    // they are sharp
    tr_recipe *shown[TR_MAX_PLANETS]; // that the maps on the screen were made of; owned; NULL: none are there
    tr_scene_planet planets[TR_MAX_PLANETS]; // of a frame: with these
    // The planet that is shown beside the target; NULL: there is none; owned:
    tr_recipe *beside, *beside_shown; // that is wanted, and that its maps on the screen were made of
    uint64_t beside_edit;             // handed to the bake
    uint64_t beside_fresh;            // as fresh_edit
    bool beside_sharp;
    bool complete;                       // the last picture left nothing out
    tr_still still;                      // the last picture
    uint64_t sharp_edit[TR_MAX_PLANETS]; // that sharp maps on the screen are of; 0: there are none
    tr_near_ground near;
    int map_width[TR_MAX_PLANETS]; // of the maps on the screen; 0: none, the planet is grey
    bool kept_size;                // the last edit changed the size by hand: it shows at once
    bool no_near;                  // OpenGL had no room for the largest maps
    int threads;                   // of the bake
    tr_isa isa;
    bool held; // the bake: it makes previews alone until there is a picture
} tr_viewport;

// Has all planets of a scene baked: no window is needed for that. `now` is a time of glfwGetTime, here and
// below. End it with tr_viewport_end, after a failure, too. Errors: TR_NO_MEMORY.
tr_status tr_viewport_begin(tr_viewport *viewport, const tr_scene *scene, int target, int threads, tr_isa isa,
                            double now, tr_error *error);
void tr_viewport_end(tr_viewport *viewport); // a zero-initialised one is allowed

// The same for other planets in the place of those before, with the same window. After a failure nothing is
// baked any more. Errors: TR_NO_MEMORY.
tr_status tr_viewport_begin_again(tr_viewport *viewport, const tr_scene *scene, int target, double now,
                                  tr_error *error);

// What needs the window's OpenGL, which is current. Errors: those of tr_renderer_create.
tr_status tr_viewport_open(tr_viewport *viewport, bool gl_debug, tr_error *error);
void tr_viewport_close(tr_viewport *viewport);

// Hands a planet's recipe, after it changed, to the bake; or those of all planets, which lost their maps.
void tr_viewport_edit(tr_viewport *viewport, int planet, const tr_recipe *recipe, double now);
void tr_viewport_edit_all(tr_viewport *viewport, const tr_scene *scene, int target,
                          double now); // that one last

// Has a planet (copied) baked beside those of the scene; NULL: no more. Errors: TR_NO_MEMORY; then there is
// none.
tr_status tr_viewport_set_beside(tr_viewport *viewport, const tr_recipe *recipe, tr_error *error);

// Takes finished maps. Returns whether there were any. What failed is in *error.
bool tr_viewport_take_maps(tr_viewport *viewport, const tr_scene *scene, int target, double now,
                           tr_error *error);

// A frame right after an edit would show the old maps: it may wait until then for the preview.
double tr_viewport_held_until(const tr_viewport *viewport, int target);

// How a picture is drawn.
typedef struct tr_viewport_options {
    double radii;        // how far the camera is from the target's centre
    bool rests;          // it does not move over the ground
    const double *focus; // latitude and longitude of the place under the mouse, or NULL
    double now;
} tr_viewport_options;

// Draws. *same: not, as the last picture was kept and this would be another of the same. Errors: those of
// tr_renderer_draw. TR_NO_MEMORY with a message about near ground: the picture is there.
tr_status tr_viewport_draw(tr_viewport *viewport, const tr_scene *scene, const tr_view *view,
                           const tr_viewport_options *sight, bool *same, tr_error *error);

// Takes finished tiles of near ground, as many as a frame has time for. Returns when a picture with them is
// worth its time; INFINITY: none is.
double tr_viewport_take_near(tr_viewport *viewport, const tr_schedule *schedule, double now);
// The picture that was drawn is kept, or is not.
void tr_viewport_keep(tr_viewport *viewport, bool kept);
// Draws that planet alone, where the target is, as far away in radii; after tr_viewport_draw.
tr_status tr_viewport_draw_beside(tr_viewport *viewport, const tr_scene *scene, const tr_view *view,
                                  tr_error *error);
// What was drawn is on the screen.
void tr_viewport_shown(tr_viewport *viewport);
