// The window's parts, which app.c puts together. Each belongs to the file of its name, which knows no other
// part but those below it; only app.c, frame.c and actions.c see them all.
#pragma once
#include "app/latency.h"
#include "app/private/adaptive_quality.h"
#include "app/private/camera.h"
#include "app/private/capture.h"
#include "app/private/compare.h"
#include "app/private/enhancing.h"
#include "app/private/fade.h"
#include "app/private/file_manager.h"
#include "app/private/file_output.h"
#include "app/private/files.h"
#include "app/private/finder.h"
#include "app/private/input.h"
#include "app/private/message.h"
#include "app/private/panel.h"
#include "app/private/place_probe.h"
#include "app/private/schedule.h"
#include "app/private/shader_watch.h"
#include "app/private/thumbnail_cache.h"
#include "app/private/trace.h"
#include "app/private/transfer.h"
#include "app/private/viewport.h"
#include "app/private/window.h"
#include "editor/colours.h"
#include "editor/controls.h"
#include "editor/gallery.h"
#include "editor/history.h"
#include "editor/layers.h"
#include "editor/types.h"
#include "render/legend.h"

// How the user wants it shown.
typedef struct tr_settings {
    bool panel, help; // are seen
    bool rotating;    // time goes by
    double time_rate; // how many times as fast as usual
    bool clouds;
    tr_view_channel channel;
    tr_view_layout layout;
    bool grid;
    double exposure_ev;
    int quality; // a tr_quality, or -1: as pace says
    bool asks;   // before changes are lost: the question is in front
    tr_dialog dialog;
    bool history; // unfolded
    double scale; // of the interface; 1: as the monitor wants it
} tr_settings;

// The last frame.
typedef struct tr_drawn {
    tr_camera camera;
    double pixel_rad;                  // the angle of a pixel
    double beside_pixel_rad;           // and in the part of the planet beside it
    double pixels_per_unit;            // of the window's coordinates
    double left;                       // where the picture begins that the panel leaves free,
    double divider;                    // where the planet beside the target begins, in these
    double moved_at;                   // when the picture moved last
    double travelled_at, rotation_rad; // and the camera over the ground; how far the planet had turned
    bool complete;                     // it left nothing out to be sooner
    bool same;                         // it is the one before once more
    bool has_legend;                   // of heights
    tr_legend legend;
    char near_text[96];                   // how near it was; "": far away
    int near_missing;                     // that is said there
    char failure[1024];                   // why there is no picture, as it was told; "": there is one
    tr_panel_body bodies[TR_MAX_PLANETS]; // where they are, for the panel
} tr_drawn;

enum { TR_MOST_SHAPE_ROWS = 32, TR_MOST_PLACE_ROWS = 16, TR_MOST_RING_ROWS = 16, TR_MOST_FIELDS = 64 };

// The rows of the panel, made anew when the document changes.
typedef struct tr_rows_shown {
    uint64_t revision; // of the document; 0: none yet
    tr_control controls[TR_MOST_SHAPE_ROWS];
    int count, knob_count;
    int type;                              // of the target, among all; -1: none of them
    tr_control places[TR_MOST_PLACE_ROWS]; // of the tab System
    int place_count;
    tr_control rings[TR_MOST_RING_ROWS]; // of the tab Rings
    int ring_count;
    char busy_path[TR_CONTROL_PATH_BYTES]; // what an edit of it has solved anew is not there yet; "": nothing
    char name[TR_TITLE_BYTES], path[1024]; // of the document, as they are shown
    tr_finder_entry *entries;              // owned; NULL: nobody searches
    int entry_count;
    uint64_t entries_of; // a revision
} tr_rows_shown;

// What the tab Colour shows, made anew when the document changes.
typedef struct tr_colours_shown {
    uint64_t revision; // of the document; 0: none yet
    tr_swatch swatches[TR_MOST_SWATCHES];
    int swatch_count;
    tr_gradients gradients;
    int ring_gradient; // among these; -1: there is none
} tr_colours_shown;

// What the tab Layers shows.
typedef struct tr_layers_shown {
    uint64_t revision; // of the document; 0: none yet
    tr_element elements[TR_MOST_ELEMENTS];
    tr_element_row rows[TR_MOST_ELEMENT_ROWS]; // of the open one
    int count, row_count;
    const char *fields[TR_MOST_FIELDS]; // kinds of layers that can be added
    int field_count;
    char open[TR_CONTROL_PATH_BYTES];   // "": none
    char opened[TR_CONTROL_PATH_BYTES]; // whose rows these are
} tr_layers_shown;

// Planets as small pictures, to choose from and to go back to.
typedef struct tr_thumbnail_views {
    tr_gallery gallery;
    tr_history history;
    tr_thumbnail_cache pictures;
    tr_panel_tile tiles[TR_GALLERY_MOST], frames[TR_GALLERY_MOST]; // of the last update of the panel
    int frame_count;
    tr_gallery types; // the page that the menu of types shows; closed until it is wanted
    tr_panel_tile type_tiles[TR_MOST_TYPES];
    int type_tile_count;
    bool types_shown;       // in the last update
    unsigned layer_texture; // of the maps of layers that are shown; 0: none
    int mapped_layers;      // how many layers they are of
    uint64_t looked_at;     // the document's revision that the strip knows
    bool live_held;         // the bake leaves the cores to the gallery
    tr_document *swapped;   // waits while the pinned planet is shown in its place; NULL: it is not; owned
} tr_thumbnail_views;

enum { TR_MOST_WRONG = 16 };

// How the last work of a dialog ended, which stays there until something else is done in it.
typedef struct tr_outcome {
    char text[1024]; // "": nothing
    bool is_error;
} tr_outcome;

// What would be replaced, until the user has answered.
typedef struct tr_replacing {
    tr_dialog dialog; // that asks; TR_DIALOG_NONE: nothing
    char text[1024];  // what is there
    char path[2048];  // of a file to save
} tr_replacing;

// What is to be opened in the place of what is worked on.
typedef enum tr_opening_kind {
    TR_OPENS_NOTHING,
    TR_OPENS_NAME,  // a file, a session, a share link, a type
    TR_OPENS_COPY,  // what was copied elsewhere: a share link, or a world's JSON
    TR_OPENS_ITEM,  // of the gallery: a world's JSON
    TR_OPENS_SCENE, // of the gallery, by its name
} tr_opening_kind;

typedef struct tr_opening {
    tr_opening_kind kind;
    char *text;   // owned
    int files;    // that were dropped, of which it is the first
    uint64_t key; // of its small picture; 0: none is known
} tr_opening;

// An edit of the document.
typedef struct tr_edit {
    double radii; // how far away the camera was before it, in radii of the target
    tr_error error;
} tr_edit;

typedef struct tr_app {
    tr_document document; // what is shown
    tr_edit edit;         // the last one
    tr_types types;       // that can be chosen
    tr_rows_shown rows;
    tr_colours_shown colours;
    tr_layers_shown layers;
    tr_thumbnail_views thumbnails;
    tr_camera camera;     // from where
    tr_settings settings; // and how
    tr_transfer transfer; // to another planet
    double turn_rad[3];   // tr_view.turn_rad on it
    bool chose_body;      // the last click in the picture did
    tr_place_probe look;  // at a place of it
    tr_message message;
    tr_field_error wrongs[TR_MOST_WRONG];
    int wrong_count;
    tr_outcome outcomes[TR_SHEETS];
    tr_file_output output;
    tr_panel_export export_shown; // while its dialog is in front
    tr_panel_shot shot_shown;
    tr_capture capture;
    tr_enhancing enhancing;
    tr_files files;
    tr_file_manager file_manager;
    tr_replacing replacing;
    tr_opening waiting; // for the answer to the question; nothing: the window's end does
    bool told_quit;     // how the window is closed
    bool closing;       // whatever is not saved
    bool saving;        // and once that is done what waits goes on
    bool finishing;     // the export or the video, and then it closes

    tr_window window;
    tr_input input;
    tr_panel *panel;
    tr_viewport viewport;
    tr_fade fade; // from one picture to another
    tr_compare compare;

    tr_schedule schedule;
    tr_adaptive_quality adaptive_quality;
    tr_drawn drawn;

    // For tests and work on the program itself.
    tr_trace *trace;
    tr_shader_watch *shader_watch; // NULL: nobody works on shaders
    bool gl_debug;
} tr_app;

static inline tr_recipe *tr_app_recipe(const tr_app *app) { return tr_document_recipe(&app->document); }
