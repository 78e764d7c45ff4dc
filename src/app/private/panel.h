// The panel over the picture: a thin C wall to Dear ImGui. Values go in, commands come out; nothing is kept
// here but what the user is typing and which tab is open.
#pragma once
#include "app/private/chooser.h"
#include "app/private/finder_entries.h"
#include "app/shortcuts.h"
#include "editor/cause.h"
#include "editor/control.h"
#include "editor/layer.h"
#include "editor/swatch.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct GLFWwindow;
typedef struct tr_panel tr_panel;

enum { TR_PANEL_LEGEND = 32 };

// A body of the scene.
typedef struct tr_panel_body {
    const char *name;
    int centre; // the body that it goes round; -1: the star
    double orbit_km, radius_km;
    bool seen; // in the picture, here: units of the window
    double x, y, radius;
} tr_panel_body;
// One of several to choose from.
typedef struct tr_panel_choice {
    const char *name, *what;
    int value;
    bool chosen;
} tr_panel_choice;

// What the dialog that exports shows.
typedef struct tr_panel_export {
    tr_panel_choice targets[32], layouts[8], widths[16], outputs[32];
    int target_count, layout_count, width_count, output_count;
    int width, height;          // of the maps
    const char *folder, *name;  // of the files
    int name_bytes;             // that a name may have, with its end
    tr_panel_choice planets[2]; // this one, all; none where there is one
    int planet_count;
    bool all;              // each under its own name
    int others, maps;      // beside this one; of all
    double bytes, seconds; // about
    double progress;       // 0 … 1; negative: none is running
    double remaining_s;
} tr_panel_export;

// What the dialog that takes pictures and videos shows.
typedef struct tr_panel_shot {
    tr_shot_kind kind;
    int width, height;
    bool clear, can_be_clear;
    tr_panel_choice files[8], rates[12]; // of videos
    int file_count, rate_count;
    double seconds;
    const char *from, *to; // of a flight, in words
    bool has_from, has_to;
    const char *folder, *name; // of the files
    int name_bytes;            // that a name may have, with its end
    const char *line;          // what it comes to; or why it cannot be
    bool possible;
    double progress; // 0 … 1; negative: none is being taken
    const char *state;
} tr_panel_shot;

// A text that was typed into a field of the panel, and is no good there: the field keeps it.
typedef struct tr_field_error {
    char field[TR_CONTROL_PATH_BYTES]; // the path of a row, or "name", "open", "save", "export", "picture",
                                       // "folder"
    char text[512];                    // why
    tr_dialog dialog;                  // that has the field; TR_DIALOG_NONE: the panel
} tr_field_error;

// What the dialog for height maps shows.
typedef struct tr_panel_enhance {
    const char *source, *path;
    int width, height, times, wrap; // a tr_enhance_wrap
    double new_width, new_height;
    double progress; // 0 … 1; negative: none is running
} tr_panel_enhance;

// A change of the left button.
typedef struct tr_press {
    double at[2]; // units of the window
    bool down;    // pressed; else let go
    double time_s;
    uint64_t keys; // that came before it (tr_panel_note_press)
} tr_press;

// One of the files that were opened last.
typedef struct tr_panel_recent {
    const char *path, *shown;
} tr_panel_recent;
// A planet as a small picture: of the gallery or of the history.
typedef struct tr_panel_tile {
    const char *name, *line;
    unsigned texture; // of OpenGL; 0: not there yet
    bool failed;      // it never comes
    bool is_type;     // it opens a page of seeds
    bool is_file;     // its name is that of a file, else an identifier
    bool starred, pinned, present;
} tr_panel_tile;

typedef enum tr_panel_gallery {
    TR_GALLERY_IS_CLOSED,
    TR_GALLERY_OF_TYPES,
    TR_GALLERY_OF_SEEDS,
    TR_GALLERY_OF_RELATIVES
} tr_panel_gallery;

typedef struct tr_panel_values {
    unsigned last_picture; // a texture of OpenGL that is seen over the picture, as much as
    double fade;           // 0 … 1
    bool has_still;        // instead of that picture the sky is, with a small picture of the planet
    bool still_is_globe;   // else a map is shown, which has no small picture
    unsigned still;        // of OpenGL; 0: there is none, and a plain disc stands there
    tr_dialog dialog;      // in front
    tr_panel_export export_set;
    tr_panel_shot shot;
    const tr_panel_recent *recent;
    int recent_count;
    const char *outcome; // how the last work of the dialog ended; "": nothing was done
    bool outcome_is_error;
    const char *suggested; // a path to save under
    const char *offer;     // a type like what could not be opened; "": none
    const char *replaces;  // before that is replaced, it is asked; "": nothing
    const char *folder;    // where worlds were opened or saved last
    bool can_browse;       // there is a file dialog
    bool visible, help;
    double now_s;            // by glfwGetTime
    double cursor[2];        // where the mouse was at the last event, in window units
    const tr_press *press;   // the left button's next change; NULL: there is none
    const char *name;        // of the planet, or its type and seed
    const char *file, *path; // that it is saved in, without and with its folder; "": none yet
    bool unsaved;
    const char *undo, *redo; // what these would do; NULL: nothing
    const char *const *types;
    int type_count, type;  // -1: none of them
    const char *type_name; // shown then
    const char *const *planets;
    int planet_count, planet;
    const tr_panel_body *bodies;
    int body_count;
    const tr_control *place_controls; // of the tab System
    int place_control_count;
    uint64_t seed;
    const tr_control *controls;    // of the tab Shape
    int control_count, knob_count; // the first ones are the type's own
    // Of the tab Colour.
    const tr_swatch *swatches;
    int swatch_count;
    const tr_harmony *harmonies;
    int harmony_count;
    const tr_shown_gradient *gradients;
    const tr_shown_stop *stops; // of all gradients
    int gradient_count;
    // Of the tab Layers.
    const tr_element *elements;
    const tr_element_row *element_rows; // of the open one
    int element_count, element_row_count;
    const char *open_element;  // its path; "": none
    const char *const *fields; // kinds of layers that can be added
    int field_count;

    double sun_azimuth_deg, sun_elevation_deg;
    bool rotating;           // time goes by
    double time_h;           // shown
    double time_rate;        // times the usual speed
    bool has_clouds, clouds; // whether the planet has some, and whether they are shown
    double exposure_ev;
    int quality;                    // 0: as time allows, else 1 + a tr_quality
    int map_width;                  // of the maps on the screen; 0: none yet
    bool baking;                    // better ones are on their way
    bool asks, opens;               // before changes are lost: to open another planet, else to close the window
    const tr_finder_entry *entries; // that can be found
    int entry_count;
    int layout, channel; // of the view
    bool has_legend;     // of heights: from so many metres to so many, and their colours from the lowest
    double legend_low_m, legend_high_m;
    unsigned char legend[TR_PANEL_LEGEND][3];
    const char *near_text;      // how near the camera is; "": far away
    const char *place_text;     // of the place under the mouse, or that was clicked at; "": none
    bool place_is_picked;       // what made it:
    const tr_cause_row *causes; // the heaviest first
    int cause_count;
    const char *message;
    bool message_is_error, message_offers_reset;
    int message_shows_body; // its number and 1; 0: none
    const tr_field_error *wrongs;
    int wrong_count;
    const tr_shortcut *shortcuts;
    int shortcut_count;
    const char *renderer; // shown below the help
    // The gallery, over everything but dialogs, and the history at the foot.
    tr_panel_gallery gallery;
    const char *gallery_title;
    const tr_panel_tile *tiles;
    int tile_count, tile_chosen;
    double gallery_dial;
    const tr_panel_tile *frames;
    int frame_count;
    bool history;         // unfolded
    const char *compared; // the planet beside this one, by its name; NULL: there is none
    double divider_x;     // where its part of the picture begins
    double picture_left;  // and where the picture does that the panel leaves free
    // Of rows and what stands beside them.
    tr_panel_enhance enhance;
    const tr_control *ring_controls;       // of the tab Rings
    int ring_control_count, ring_gradient; // among the gradients; -1: it has none
    bool has_rings, can_have_rings;
    const char *planet_name;         // of the planet that is looked at; "": it has none
    const char *busy_path;           // of the parameter whose edit has the planet solved anew; "": none
    double busy_turn;                // goes round once a second
    const tr_panel_tile *type_tiles; // types with pictures, while they are chosen from
    int type_tile_count;
    unsigned layer_texture; // of OpenGL, with the maps of layers; 0: not there yet
    // Told where things are, so that tests find them; NULL: nobody wants to know.
    void (*place)(void *context, const char *name, double x, double y, double width, double height);
    void *place_context;
} tr_panel_values;

// For a window whose OpenGL context is current. Its events reach the panel after the callbacks that the window
// has now. scale: how many times larger than usual everything is. NULL: no memory, or no OpenGL for it.
tr_panel *tr_panel_create(struct GLFWwindow *window, double scale);
void tr_panel_destroy(tr_panel *panel); // NULL is allowed

// Lays the panel out; what the user wants by it goes to the end of the commands. Returns whether that was
// anything, or letters are missing that the next update has.
bool tr_panel_update(tr_panel *panel, const tr_panel_values *values, tr_command_queue *commands);
// Whether that has seen values->press; else it wants to see it again.
bool tr_panel_saw_press(const tr_panel *panel);

// A change of the left button was written down, for later updates: keys wait for those that came before, and
// it for the keys that came before. Returns how many these are, and whether so many went on.
uint64_t tr_panel_note_press(tr_panel *panel);
bool tr_panel_has_passed(const tr_panel *panel, uint64_t keys);
// Something was asked for that may open a field for text: what is typed waits until it is there.
void tr_panel_expect_field(tr_panel *panel);
// After an update: keys that waited go on to the window's callbacks and the next update. acted: all that was
// asked for was done before it. Returns whether another update should follow at once.
bool tr_panel_pass_keys(tr_panel *panel, bool acted);

// Draws what the last update laid out.
void tr_panel_draw(tr_panel *panel);

// How much of the window bar and panel cover in the last update, at its left and its top, in its units.
void tr_panel_covers(const tr_panel *panel, double *left, double *top);

// Whether a click or a wheel at that place (in the window's coordinates) is for the panel; whether keys are,
// and whether text is being typed.
bool tr_panel_wants_mouse(const tr_panel *panel, double x, double y);
bool tr_panel_wants_keys(const tr_panel *panel);
bool tr_panel_is_typing(const tr_panel *panel);
// Whether it is typed into a search: Ctrl+K or the help.
bool tr_panel_is_searching(const tr_panel *panel);
// A command that came while a text is being typed: it follows once the field has let go of it.
void tr_panel_leave_text(tr_panel *panel, const tr_command *command);
// Whether Esc closes what a text is being typed into, as it does a dialog; else it takes back the text alone.
bool tr_panel_escapes(const tr_panel *panel);
// Whether something else than a moment before is under the mouse there, which has not moved: a press would be
// meant for what it was. time_s: of the press.
bool tr_panel_is_replaced(const tr_panel *panel, double x, double y, double time_s);

// Everything is so many times larger than usual from the next update on.
void tr_panel_set_scale(tr_panel *panel, double scale);

// From the planet to the first widget of the panel, or of the dialog in front: 1; to its last one: -1; and
// back: 0. There Tab and arrows go from one to the next.
void tr_panel_focus(tr_panel *panel, int where);
bool tr_panel_is_focused(const tr_panel *panel);

// Opens what finds things by their names, and whether it is open; shows a row, layer or paint layer by its
// path; takes_keys: what is typed goes there.
void tr_panel_find(tr_panel *panel);
bool tr_panel_is_finding(const tr_panel *panel);
void tr_panel_show(tr_panel *panel, const char *path, bool takes_keys);
// The name of the planet in the bar is to be typed.
void tr_panel_name_planet(tr_panel *panel);
// The dialog that is open lists that folder, which was made, from the next update on.
void tr_panel_list(tr_panel *panel, const char *folder);
// Whether the tab Layers is seen, which shows maps of them.
bool tr_panel_shows_layers(const tr_panel *panel);
// Whether a menu of types is open, which wants their pictures.
bool tr_panel_shows_types(const tr_panel *panel);
// Whether a field of the dialog in front has a number that is no good, so that what it offers has to wait.
bool tr_panel_refuses(const tr_panel *panel);
// How many globes of the gallery stand in a row.
int tr_panel_gallery_columns(const tr_panel *panel);

// Closes what is open in front, a list or a dialog, with the next update. False: nothing is.
bool tr_panel_close_front(tr_panel *panel);

#ifdef __cplusplus
}
#endif
