// The window's parts, which app.c puts together. Each belongs to the file of its name, which knows no other
// part but those below it; only app.c, frame.c and actions.c see them all.
#pragma once
#include "app/app.h"
#include "app/private/camera.h"
#include "app/private/input.h"
#include "app/private/message.h"
#include "app/private/output.h"
#include "app/private/pace.h"
#include "app/private/panel.h"
#include "app/private/picture.h"
#include "app/private/schedule.h"
#include "app/private/shader_watch.h"
#include "app/private/small_pictures.h"
#include "app/private/trace.h"
#include "app/private/window.h"
#include "studio/controls.h"
#include "studio/gallery.h"
#include "studio/strip.h"
#include "studio/types.h"

// How the user wants it shown.
typedef struct tr_settings {
    bool panel, help; // are seen
    bool rotating;    // time goes by
    double time_rate; // how many times as fast as usual
    bool clouds;
    double exposure_ev;
    int quality; // a tr_quality, or -1: as pace says
    bool asks_to_close;
    bool strip; // unfolded
} tr_settings;

// The last frame.
typedef struct tr_drawn {
    tr_camera camera;
    double pixel_rad;       // the angle of a pixel
    double pixels_per_unit; // of the window's coordinates
    double moved_at;        // when the picture moved last
    bool complete;          // it left nothing out to be sooner
} tr_drawn;

// The rows of the panel, made anew when the document changes.
typedef struct tr_rows_shown {
    uint64_t revision;    // of the document; 0: none yet
    tr_control *controls; // owned
    int count, knob_count;
    char name[TR_TITLE_BYTES];
} tr_rows_shown;

enum { TR_MOST_SHAPE_ROWS = 32 };

// Planets as small pictures, to choose from and to go back to.
typedef struct tr_shelf {
    tr_gallery gallery;
    tr_strip strip;
    tr_small_pictures pictures;
    tr_panel_tile tiles[TR_GALLERY_MOST], frames[TR_GALLERY_MOST]; // of the last update of the panel
    uint64_t looked_at;   // the document's revision that the strip knows
    bool live_held;       // the bake leaves the cores to the gallery
    tr_document *swapped; // waits while the pinned planet is shown in its place; NULL: it is not; owned
} tr_shelf;

typedef struct tr_app {
    tr_document document; // what is shown
    tr_types types;       // that can be chosen
    tr_rows_shown rows;
    tr_shelf shelf;
    tr_camera camera;     // from where
    tr_settings settings; // and how
    tr_message message;
    tr_output output;
    bool closing; // whatever is not saved

    tr_window window;
    tr_input input;
    tr_panel *panel;
    tr_picture picture;

    tr_schedule schedule;
    tr_pace pace;
    tr_drawn drawn;

    // For tests and work on the program itself.
    tr_trace *trace;
    tr_shader_watch *shader_watch; // NULL: nobody works on shaders
    bool gl_debug;
} tr_app;
