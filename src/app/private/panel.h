// The panel over the picture: a thin C wall to Dear ImGui. It reads the window's state, and commands come out;
// nothing is kept here but what the user is typing and which tab is open.
#pragma once
#include "app/command.h"
#include "editor/control.h"
#include "export/choice.h"
#include "scene/load.h"

struct GLFWwindow;
struct tr_app;
typedef struct tr_panel tr_panel;

// A body of the scene.
typedef struct tr_panel_body {
    const char *name;
    int centre; // the body that it goes round; -1: the star
    double orbit_km, radius_km;
    bool seen; // in the picture, here: units of the window
    double x, y, radius;
} tr_panel_body;

// What the dialog that exports shows besides what is chosen (file_output.h).
typedef struct tr_panel_export {
    int map_count;            // of all planets of the scene
    char stem[TR_STEM_BYTES]; // of the files, where no name was typed
    tr_export_cost cost;
} tr_panel_export;

// What the dialog that takes pictures and videos shows besides what is chosen (capture.h).
typedef struct tr_panel_shot {
    char from[96], to[96]; // of a flight, in words
    char name[TR_STEM_BYTES + 4];
    char line[160]; // what it comes to; or why it cannot be
    bool possible;
    double progress; // 0 … 1; negative: none is being taken
    char state[96];
} tr_panel_shot;

// A text that was typed into a field of the panel, and is no good there: the field keeps it.
typedef struct tr_field_error {
    char field[TR_CONTROL_PATH_BYTES]; // the path of a row, or "name", "open", "save", "export", "picture",
                                       // "folder"
    char text[512];                    // why
    tr_dialog dialog;                  // that has the field; TR_DIALOG_NONE: the panel
} tr_field_error;

// A change of the left button.
typedef struct tr_press {
    double at[2]; // units of the window
    bool down;    // pressed; else let go
    double time_s;
    uint64_t keys; // that came before it (tr_panel_note_press)
} tr_press;

// A planet as a small picture: of the gallery or of the history.
typedef struct tr_panel_tile {
    const char *name, *line;
    unsigned texture; // of OpenGL; 0: not there yet
    bool failed;      // it never comes
    bool is_type;     // it opens a page of seeds
    bool is_file;     // its name is that of a file, else an identifier
    bool starred, pinned, present;
} tr_panel_tile;

// For a window whose OpenGL context is current. Its events reach the panel after the callbacks that the window
// has now. scale: how many times larger than usual everything is. NULL: no memory, or no OpenGL for it.
tr_panel *tr_panel_create(struct GLFWwindow *window, double scale);
void tr_panel_destroy(tr_panel *panel); // NULL is allowed

// Lays the panel out; what the user wants by it goes to the end of the commands. Returns whether that was
// anything, or letters are missing that the next update has.
bool tr_panel_update(tr_panel *panel, const struct tr_app *app, tr_command_queue *commands);
// Whether that has seen the first press of the input; else it wants to see it again.
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
