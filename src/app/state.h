// What the parts of the window share. Private to this room.
#pragma once
#include "app/app.h"
#include "app/camera.h"
#include "app/pace.h"
#include "app/panel.h"
#include "app/trace.h"
#include "app/window.h"
#include "live/background_export.h"
#include "live/live.h"

enum { TR_SEED_HISTORY = 64, TR_MOST_TYPES = 256 };

typedef enum tr_drag { TR_DRAG_NONE, TR_DRAG_PLANET, TR_DRAG_SUN, TR_DRAG_LOOK } tr_drag;

typedef struct tr_shader_watch tr_shader_watch;

typedef struct tr_app {
    const tr_app_options *options;
    tr_scene *scene;
    int target;
    const char *planet_names[TR_MAX_PLANETS];
    char type_texts[TR_MOST_TYPES][TR_NAME_BYTES];
    const char *types[TR_MOST_TYPES]; // into type_texts
    int type_count;
    bool own_world; // the planet is what options->world names, with another seed perhaps

    tr_window window;
    tr_renderer *renderer;
    tr_panel *panel;
    tr_live *live;
    tr_background_export *export; // NULL: none is running
    tr_trace *trace;
    tr_shader_watch *shader_watch; // NULL: nobody works on shaders
    bool gl_debug;
    int resets;       // of OpenGL, so far
    uint64_t lose_at; // behave as if it were reset with the maps of that edit; 0: never
    bool software_gl; // OpenGL runs on the cores that bake

    double time_rate; // how many times as fast as usual the scene's time goes by
    tr_camera camera;
    tr_placement placement; // of the last frame
    tr_drag drag;
    double cursor_x, cursor_y;
    bool panel_had_mouse;

    bool panel_visible, help_visible, rotating, clouds, shot_wanted;
    double exposure_ev;
    int quality; // a tr_quality, or -1: as pace says
    tr_pace pace;
    int export_width, export_percent;
    char message[1024];
    bool message_is_error;
    uint64_t seeds[TR_SEED_HISTORY]; // those before the present one, the newest last
    int seed_count;

    // When to draw; times in seconds of glfwGetTime.
    double wanted_at;    // a frame is wanted at that time; INFINITY: nothing moves
    int settle;          // frames that the panel may still need to come to rest
    double held_since;   // when the first edit that no frame shows yet was made; negative: there is none
    double last_frame;   // when the last frame began
    double frame_cost;   // how long a frame takes at present
    uint64_t frames;     // drawn so far
    bool complete;       // the last one left nothing out to be sooner
    double moved_at;     // when the picture moved last
    tr_camera drawn;     // the camera of the last frame
    uint64_t last_edit;  // handed to the bake
    uint64_t fresh_edit; // shown by maps that the next frame draws first; 0: no new maps
    int map_width[TR_MAX_PLANETS]; // of the maps on the screen; 0: none, the planet is grey
    bool fresh_sharp;              // they are sharp
    bool no_near;                  // OpenGL had no room for the largest maps
    bool iconified;
    double pixels_per_unit; // of the window's coordinates
} tr_app;

static inline tr_planet *tr_app_planet(const tr_app *app) { return &app->scene->planets[app->target]; }

// Something changed: a frame soon.
void tr_app_redraw(tr_app *app);

// The target as it looks at first.
void tr_app_reset_view(tr_app *app);

// Names the planet in the window's title.
void tr_app_show_title(const tr_app *app);

// The status line.
void tr_app_say(tr_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tr_app_complain(tr_app *app, const tr_error *error);
