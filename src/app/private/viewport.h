// Brings the planets' maps from the background bake to the screen.
#pragma once
#include "app/latency.h"
#include "app/private/near_ground.h"
#include "app/private/schedule.h"
#include "app/private/trace.h"
#include "live/live.h"
#include "planet/map_notes.h"
#include "planet/named_places.h"
#include "render/render.h"

// The inputs of a picture that can change without new maps.
typedef struct tr_still {
    bool kept; // the last picture with them is kept
    tr_view view;
    tr_scene scene;
    tr_scene_planet planets[TR_MAX_PLANETS];
} tr_still;

typedef struct tr_viewport {
    tr_live *live;
    tr_renderer *renderer;             // NULL: no window is open
    tr_latency *latency;               // NULL: not measured
    tr_trace *trace;                   // receives events of edits; borrowed, may be NULL
    bool software_gl;                  // OpenGL runs on the same cores as the bake
    uint64_t last_edit;                // that was handed to the bake
    uint64_t edits[TR_MAX_PLANETS];    // the last one of each planet
    double held_since;                 // when the first edit that no frame shows yet was made; negative: none
    uint64_t fresh_edit;               // the edit of new maps, which the next frame shows first; 0: none
    bool fresh_sharp;                  // whether they are sharp
    tr_recipe *shown[TR_MAX_PLANETS];  // the recipes of the maps on the screen; owned; NULL: no maps
    tr_maps_read read[TR_MAX_PLANETS]; // what these took their own maps for
    float depths_m[TR_MAX_PLANETS][TR_MAX_NAMED_PLACES]; // of their places, as tr_live_maps has it
    tr_scene_planet planets[TR_MAX_PLANETS];             // of a frame: the scene's planets with these recipes
    // The planet beside the target; NULL: none; owned:
    tr_recipe *beside, *beside_shown; // the requested recipe, and the recipe of its maps on the screen
    uint64_t beside_edit;             // of the recipe that is being baked
    uint64_t beside_fresh;            // as fresh_edit
    bool beside_sharp;
    bool complete;                       // the last picture was complete
    tr_still still;                      // the last picture
    uint64_t sharp_edit[TR_MAX_PLANETS]; // the edit of the sharp maps on the screen; 0: none
    tr_near_ground near;
    int map_width[TR_MAX_PLANETS]; // of the maps on the screen; 0: none, the planet is grey
    bool kept_size;                // the last edit changed the radius, so the new size shows at once
    bool no_near;                  // OpenGL has no memory for the largest maps
    int threads;                   // of the bake
    bool coarse;                   // for tests: the same option of tr_live
    tr_isa isa;
    bool held; // the bake makes only previews until the next picture is shown
} tr_viewport;

// Starts to bake all planets of a scene; this needs no window. `now` is a time of glfwGetTime, here and below.
// Call tr_viewport_end when done, also after a failure. Errors: TR_NO_MEMORY.
tr_status tr_viewport_begin(tr_viewport *viewport, const tr_scene *scene, int target, int threads, tr_isa isa,
                            double now, tr_error *error);
void tr_viewport_end(tr_viewport *viewport); // a zero-initialised one is allowed

// The same for a scene that replaces the previous one in the same window. After a failure nothing is baked any
// more. Errors: TR_NO_MEMORY.
tr_status tr_viewport_begin_again(tr_viewport *viewport, const tr_scene *scene, int target, double now,
                                  tr_error *error);

// Creates what needs the window's current OpenGL context. Errors: those of tr_renderer_create.
tr_status tr_viewport_open(tr_viewport *viewport, bool gl_debug, tr_error *error);
void tr_viewport_close(tr_viewport *viewport);

// Sends a changed recipe to the bake; or those of all planets, whose maps were lost.
void tr_viewport_edit(tr_viewport *viewport, int planet, const tr_recipe *recipe, double now);
void tr_viewport_edit_all(tr_viewport *viewport, const tr_scene *scene, int target,
                          double now); // the target last

// What the maps on the screen took a planet's own map of that name for; "": nothing is known.
void tr_viewport_map_note(const tr_viewport *viewport, int planet, const char *map,
                          char text[TR_MAP_NOTE_BYTES]);

// What the sharp maps on the screen say about a place that should rise above the sea and does not; "": nothing.
void tr_viewport_place_note(const tr_viewport *viewport, int planet, const char *name,
                            char text[TR_NAMED_NOTE_BYTES]);

// Bakes a planet (copied) beside those of the scene; NULL: none. Errors: TR_NO_MEMORY; then there is none.
tr_status tr_viewport_set_beside(tr_viewport *viewport, const tr_recipe *recipe, tr_error *error);

// Takes finished maps. Returns whether there were any. A failure is in *error.
bool tr_viewport_take_maps(tr_viewport *viewport, const tr_scene *scene, int target, double now,
                           tr_error *error);

// Until when a frame may be held after an edit: it would show the old maps, so it waits for the preview.
double tr_viewport_held_until(const tr_viewport *viewport, int target);

// The next frame does not wait for the preview of the last edit, because it shows the edit in another way.
void tr_viewport_let_go(tr_viewport *viewport);

// Options of a picture.
typedef struct tr_viewport_options {
    double radii;        // the camera's distance from the target's centre
    bool rests;          // the camera does not move over the ground
    const double *focus; // latitude and longitude of the place under the mouse, or NULL
    double now;
} tr_viewport_options;

// Draws a picture. *same: nothing was drawn, because the last picture was kept and would be the same. Errors:
// those of tr_renderer_draw. TR_NO_MEMORY with a message about near ground: the picture was drawn.
tr_status tr_viewport_draw(tr_viewport *viewport, const tr_scene *scene, const tr_view *view,
                           const tr_viewport_options *sight, bool *same, tr_error *error);

// Takes finished tiles of near ground, as many as a frame has time for. Returns when to draw a picture with
// them; INFINITY: not needed.
double tr_viewport_take_near(tr_viewport *viewport, const tr_schedule *schedule, double now);
// Notes whether the picture that was drawn is kept.
void tr_viewport_keep(tr_viewport *viewport, bool kept);
// Draws the planet beside the target by itself, at the target's place and distance in radii; after
// tr_viewport_draw.
tr_status tr_viewport_draw_beside(tr_viewport *viewport, const tr_scene *scene, const tr_view *view,
                                  tr_error *error);
// Call when the picture is on the screen.
void tr_viewport_shown(tr_viewport *viewport);
