// The panel over the picture: a thin C interface to Dear ImGui. It reads the window's state and emits commands.
// Its only own state is the text that the user is typing and the open tab.
#pragma once
#include "app/command.h"
#include "app/private/page.h"
#include "editor/controls.h"
#include "export/choice.h"
#include "scene/load.h"

struct GLFWwindow;
struct tr_app;
typedef struct tr_panel tr_panel;

// Where a body of the scene is in the picture, in window units.
typedef struct tr_panel_body {
    bool seen;
    double x, y, radius;
} tr_panel_body;

// The orbit of a body of the scene in the picture, as a closed line, in window units.
enum { TR_ORBIT_POINTS = 256 };
typedef struct tr_panel_orbit {
    bool seen;
    float points[TR_ORBIT_POINTS][2];
    bool hidden[TR_ORBIT_POINTS]; // behind the body at the orbit's centre, or behind the camera
} tr_panel_orbit;

// The file name that the dialog Export proposes when the user typed none, and how files of all bodies begin.
typedef struct tr_export_stem {
    char stem[TR_STEM_BYTES];
    char all[512];             // "Corona, Frost, Shard"
    uint64_t revision;         // of the document for which the name was found; 0: none
    const tr_recipe *recipe;   // and the planet,
    char folder[1024];         // the folder
    char given[TR_STEM_BYTES]; // and the name that was given
} tr_export_stem;

// A field of the panel with an invalid text, which the field keeps.
typedef struct tr_field_error {
    char field[TR_CONTROL_PATH_BYTES]; // the path of a row, or "name", "open", "save", "export", "picture",
                                       // "folder"
    char text[512];                    // the reason
    tr_dialog dialog;                  // the dialog of the field; TR_DIALOG_NONE: the panel
} tr_field_error;

// A change of the left mouse button.
typedef struct tr_press {
    double at[2]; // in window units
    bool down;    // pressed, not released
    double time_s;
    uint64_t keys;  // key events before it (tr_panel_note_press)
    tr_swipe swipe; // of the finger that presses
} tr_press;

// For a window with a current OpenGL context. Events reach the panel after the window's present callbacks.
// scale: the scale of the interface, 1 is normal. NULL: no memory, or OpenGL does not suffice.
tr_panel *tr_panel_create(struct GLFWwindow *window, double scale);
void tr_panel_destroy(tr_panel *panel); // NULL is allowed

// Lays out the panel and appends the user's commands to `commands`. Returns whether there were any, or whether
// letters are missing that the next update will have.
bool tr_panel_update(tr_panel *panel, const struct tr_app *app, tr_command_queue *commands);
// Whether that has seen the first press of the input; else it wants to see it again.
bool tr_panel_saw_press(const tr_panel *panel);

// Notes a change of the left button for a later update. Keys wait for the changes before them, and a change
// waits for the keys before it. Returns the number of keys before it. tr_panel_has_passed: whether that many
// were passed on.
uint64_t tr_panel_note_press(tr_panel *panel);
bool tr_panel_has_passed(const tr_panel *panel, uint64_t keys);
// A command may open a text field: typed characters wait until the field is there.
void tr_panel_expect_field(tr_panel *panel);
// Call after an update: passes waiting keys to the window's callbacks and the next update. acted: all earlier
// commands have been carried out. Returns whether another update should follow at once.
bool tr_panel_pass_keys(tr_panel *panel, bool acted);
// Whether keys wait for an update.
bool tr_panel_holds_keys(const tr_panel *panel);

// Draws the layout of the last update.
void tr_panel_draw(tr_panel *panel);
// Call when the picture is on the screen.
void tr_panel_note_shown(tr_panel *panel);

// The parts of the window that the bar and the panel covered in the last update, at its left, top and bottom,
// in window units.
void tr_panel_covers(const tr_panel *panel, double covered[3]);

// Whether the panel takes a click or the wheel at that place (in window units); whether it takes keys; whether
// text is being typed.
bool tr_panel_wants_mouse(const tr_panel *panel, double x, double y);
bool tr_panel_wants_keys(const tr_panel *panel);
bool tr_panel_is_typing(const tr_panel *panel);
// Whether a dialog is open, and nothing in it or in front of it has the keyboard focus.
bool tr_panel_dialog_is_unfocused(const tr_panel *panel);
// Whether text is being typed into a search: the finder or the help.
bool tr_panel_is_searching(const tr_panel *panel);
// Queues a command that came while a text is being typed. It follows after the field has sent its text.
void tr_panel_leave_text(tr_panel *panel, const tr_command *command);
// Whether Esc closes the popup or dialog that text is typed into; otherwise it only discards the text.
bool tr_panel_escapes(const tr_panel *panel);
// Whether the widget at that place has just replaced another one without a movement of the mouse. A press would
// then be meant for the old one. time_s: of the press.
bool tr_panel_is_replaced(const tr_panel *panel, double x, double y, double time_s);

// Sets the scale of the interface for the next update.
void tr_panel_set_scale(tr_panel *panel, double scale);

// Moves the keyboard focus: 1: to the first widget of the panel, or of the front dialog; -1: to its last one;
// 0: back to the planet. In the panel, Tab and arrows move it from one widget to the next.
void tr_panel_focus(tr_panel *panel, int where);
bool tr_panel_is_focused(const tr_panel *panel);

// Opens the finder, the search for rows, layers and commands by name. tr_panel_show scrolls to a row, layer or
// paint layer by its path. takes_keys: gives it the keyboard focus.
void tr_panel_find(tr_panel *panel);
bool tr_panel_is_finding(const tr_panel *panel);
void tr_panel_show(tr_panel *panel, const char *path, bool takes_keys);
// Opens the field for the planet's name in the bar.
void tr_panel_name_planet(tr_panel *panel);
// Enter in the dialog that opens or saves a file, outside of its text field: acts in the next update as in it,
// or opens the folder that is selected in the list.
void tr_panel_enter_path(tr_panel *panel);
// Makes the open dialog list that new folder from the next update on.
void tr_panel_list(tr_panel *panel, const char *folder);
// Whether the tab Layers is visible, which shows maps of layers.
bool tr_panel_shows_layers(const tr_panel *panel);
// Whether the tab Paint is visible: the left button then paints on the picture.
bool tr_panel_paints(const tr_panel *panel);
// Whether a menu of types is open, which needs their pictures.
bool tr_panel_shows_types(const tr_panel *panel);
bool tr_panel_shows_list(const tr_panel *panel); // any list or menu is open
// Whether a field in the dialog in front contains an invalid number, so that its main action must wait.
bool tr_panel_refuses(const tr_panel *panel);
// The number of globes in a row of the gallery.
int tr_panel_gallery_columns(const tr_panel *panel);

// Closes the list or dialog in front, with the next update. False: there is none.
bool tr_panel_close_front(tr_panel *panel);
