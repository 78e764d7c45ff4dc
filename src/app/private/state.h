// The parts of the window, which app.c assembles. Each belongs to the file of its name, which knows only the
// parts that it builds on; only app.c, frame.c and actions.c see all of them.
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
#include "app/private/map_reading.h"
#include "app/private/map_sheet.h"
#include "app/private/message.h"
#include "app/private/paint.h"
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

// The user's settings of the view.
typedef struct tr_settings {
    bool panel, help; // visible
    bool rotating;    // time is running
    double time_rate; // times the usual speed
    bool clouds;
    tr_view_channel channel;
    tr_view_layout layout;
    bool grid, names; // of named places
    double exposure_ev;
    int quality; // a tr_quality, or -1: adaptive
    bool asks;   // the question before changes are lost is in front
    tr_dialog dialog;
    bool history; // expanded
    double scale; // of the interface; 1: as the monitor demands
} tr_settings;

// The last frame.
typedef struct tr_drawn {
    tr_camera camera;
    double pixel_rad;        // the angle of a pixel
    double beside_pixel_rad; // the same for the picture beside the target
    double pixels_per_unit;  // of the framebuffer per window unit
    double covered[3];       // of the window at its left, top and bottom by the panel, in window units
    tr_gl_canvas lifted;     // the picture above a panel at the bottom
    double left;             // where the picture beside the panel begins, in window units
    double divider;          // where the planet beside the target begins, in window units
    double moved_at;         // when the picture last moved
    double travelled_at, rotation_rad; // when the camera last moved over the ground; rotation of the planet
    bool complete;                     // the picture was complete
    bool same;                         // the same as the picture before
    int near_missing;                  // number of missing tiles that the panel shows
    char failure[1024];                // why there is no picture, as reported; "": there is one
    tr_panel_body bodies[TR_MAX_PLANETS];
    tr_panel_orbit orbits[TR_MAX_PLANETS];
} tr_drawn;

enum {
    TR_MOST_SHAPE_ROWS = 32,
    TR_MOST_PLACE_ROWS = 16,
    TR_MOST_RING_ROWS = 16,
    TR_MOST_STROKE_ROWS = 12,
    TR_MOST_PIN_ROWS = 8
};

// The rows of the panel, rebuilt when the document changes.
typedef struct tr_rows_shown {
    uint64_t revision; // of the document; 0: none yet
    tr_control controls[TR_MOST_SHAPE_ROWS];
    int count, knob_count;
    int type;                              // of the target, among all; -1: none of them
    tr_control places[TR_MOST_PLACE_ROWS]; // of the tab System
    int place_count;
    tr_control rings[TR_MOST_RING_ROWS]; // of the tab Rings
    int ring_count;
    tr_control maps[TR_MAX_OWN_MAPS]; // the strengths of the own maps
    int map_count;
    char busy_path[TR_CONTROL_PATH_BYTES]; // the parameter whose edit is still being solved; "": none
    char name[TR_TITLE_BYTES], path[1024]; // of the document, as shown
    tr_finder_entry *entries;              // owned; NULL: the search is closed
    int entry_count;
    uint64_t entries_of; // a revision
} tr_rows_shown;

// The contents of the tab Colour, rebuilt when the document changes.
typedef struct tr_colours_shown {
    uint64_t revision; // of the document; 0: none yet
    tr_swatch swatches[TR_MOST_SWATCHES];
    int swatch_count;
    tr_gradients gradients;
    int ring_gradient; // among these; -1: there is none
} tr_colours_shown;

// The contents of the tab Layers.
typedef struct tr_layers_shown {
    uint64_t revision; // of the document; 0: none yet
    tr_element elements[TR_MOST_ELEMENTS];
    tr_element_row rows[TR_MOST_ELEMENT_ROWS]; // of the open one
    int count, row_count;
    char open[TR_CONTROL_PATH_BYTES];   // "": none
    char opened[TR_CONTROL_PATH_BYTES]; // the element of the rows
} tr_layers_shown;

// The rows of the tab Paint for the selected stroke.
typedef struct tr_stroke_shown {
    uint64_t revision; // of the document; 0: none yet
    char name[TR_NAME_BYTES];
    tr_element_row rows[TR_MOST_STROKE_ROWS];
    int row_count;
} tr_stroke_shown;

// Named places, and land that is being turned.
typedef struct tr_pins {
    char selected[TR_NAME_BYTES]; // "": none
    tr_named_kind kind;           // of the next place
    bool adding;                  // the next click on the planet sets it
    uint64_t revision;            // of the document with these rows; 0: none yet
    char shown[TR_NAME_BYTES];    // the place of the rows
    tr_element_row rows[TR_MOST_PIN_ROWS];
    int row_count;
    bool turning;            // the mouse drags the land
    tr_vec land;             // the place that it holds
    uint64_t drags, drag_id; // of the drags so far, and of this one
} tr_pins;

// The gallery and the history, with small pictures.
typedef struct tr_thumbnail_views {
    tr_gallery gallery;
    tr_history history;
    tr_thumbnail_cache pictures;
    tr_gallery types;       // for the menu of types; closed until the menu opens
    bool types_shown;       // in the last update
    unsigned layer_texture; // with the maps of layers; 0: none
    int mapped_layers;      // number of layers in it
    unsigned map_texture;   // with the files of own maps; 0: none
    uint64_t map_key;       // of these files
    uint64_t looked_at;     // the document's revision that the history contains
    bool live_held;         // the bake is held while the gallery needs the cores
    tr_document *swapped;   // the document that waits while the pinned planet is shown; NULL: none; owned
} tr_thumbnail_views;

enum { TR_MOST_WRONG = 16 };

// The outcome of a dialog's last work, shown until the user does something else in it.
typedef struct tr_outcome {
    char text[1024]; // "": nothing
    bool is_error;
} tr_outcome;

// A question before files are replaced, until the user has answered.
typedef struct tr_replacing {
    tr_dialog dialog; // the dialog that asks; TR_DIALOG_NONE: none
    char text[1024];  // the existing files
    char path[2048];  // of a file to save, or of the folder of sets
    int edited;       // number of edited files; the user can keep them
    char sets[1024];  // sets of other planets that the user agreed to replace before
} tr_replacing;

// What the user wants to open.
typedef enum tr_opening_kind {
    TR_OPENS_NOTHING,
    TR_OPENS_NAME,  // a file, a session, a share link, a type
    TR_OPENS_COPY,  // from the clipboard: a share link, or a world's JSON
    TR_OPENS_ITEM,  // an item of the gallery: a world's JSON
    TR_OPENS_SCENE, // a scene of the gallery: its name
} tr_opening_kind;

typedef struct tr_opening {
    tr_opening_kind kind;
    char *text;   // owned
    int files;    // number of dropped files, of which it is the first
    uint64_t key; // of its small picture; 0: none
} tr_opening;

// An edit of the document.
typedef struct tr_edit {
    double radii; // how far away the camera was before it, in radii of the target
    tr_error error;
} tr_edit;

typedef struct tr_app {
    tr_document document; // shown
    tr_edit edit;         // the last one
    tr_types types;       // available
    tr_rows_shown rows;
    tr_colours_shown colours;
    tr_layers_shown layers;
    tr_brush paint;
    tr_stroke_shown stroke; // selected
    tr_pins pins;
    tr_thumbnail_views thumbnails;
    tr_camera camera;     // from where
    tr_settings settings; // and how
    tr_transfer transfer; // to another planet
    double turn_rad[3];   // tr_view.turn_rad on it
    bool chose_body;      // the last click in the picture selected a body
    tr_place_probe look;  // probe of the ground
    tr_message message;
    tr_field_error wrongs[TR_MOST_WRONG];
    int wrong_count;
    tr_outcome outcomes[TR_SHEETS];
    tr_file_output output;
    tr_export_stem export_stem; // while its dialog is in front
    tr_capture capture;
    tr_enhancing enhancing;
    tr_map_sheet map_sheet;
    tr_map_wish map_wish;           // what the picture is for that the user is choosing; nothing: none
    tr_map_reading map_reading;     // the file that is being read
    double maps_due;                // when to look at the files of maps next
    char told_map[TR_DIGEST_BYTES]; // of a changed file: what it was; "": all are as they were
    tr_files files;
    tr_file_manager file_manager;
    tr_replacing replacing;
    tr_opening waiting; // the world to open after the answer; nothing: closing the window waits
    bool told_quit;     // how the window is closed
    bool closing;       // without saving
    bool saving;        // then what waits continues
    bool finishing;     // the window closes when the export or video is finished

    tr_window window;
    tr_input input;
    tr_panel *panel;
    tr_viewport viewport;
    tr_fade fade; // from one picture to another
    tr_compare compare;

    tr_schedule schedule;
    tr_adaptive_quality adaptive_quality;
    tr_drawn drawn;

    // For tests and development.
    tr_trace *trace;
    tr_shader_watch *shader_watch; // NULL: not used
    bool gl_debug;
} tr_app;

static inline tr_recipe *tr_app_recipe(const tr_app *app) { return tr_document_recipe(&app->document); }
