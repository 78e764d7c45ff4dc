// The functions of the user's commands. command_list.h lists the commands with their functions.
#pragma once
#include "app/private/state.h"

// Carries out a command given by a key, by the mouse over the picture, or in the panel.
void tr_act(tr_app *app, const tr_command *command);

#define TR_ACT_plain(act) void act(tr_app *app);
#define TR_ACT_number(act) void act(tr_app *app, int number);
#define TR_ACT_value(act) void act(tr_app *app, double x);
#define TR_ACT_point(act) void act(tr_app *app, double x, double y);
#define TR_ACT_text(act) void act(tr_app *app, const char *text);
#define TR_ACT_item(act) void act(tr_app *app, const char *text, int number);
#define TR_ACT_edit(act) void act(tr_app *app, const tr_command *edit);
#define COMMAND(name, argument, act, when) TR_ACT_##argument(act)
#include "app/command_list.h"
#undef COMMAND

// ---- files (file_actions.c) ----------------------------------------------------------------------

// Reloads the document's file if another program changed it. Returns whether there is a new message.
bool tr_act_follow_file(tr_app *app, double now);
// Handles the answer of the desktop's file dialog. Returns whether there was one.
bool tr_act_hear_chooser(tr_app *app);
// Finds the file names that the dialog Export shows, again after a change of what they depend on. It may load
// the set that exists in the folder.
void tr_act_find_stem(tr_app *app);

// ---- the view and the window (view_actions.c) ----------------------------------------------------

// Scales the panel as the settings and the monitor demand.
void tr_act_show_scale(tr_app *app);
// A flight ends where it was to end.
void tr_act_end_flight(tr_app *app);

// ---- the gallery and the history (gallery_actions.c) ---------------------------------------------

// Opens the first page of the gallery; opens its selected item, or the page of it; returns to the previous
// page.
void tr_act_open_gallery(tr_app *app);
void tr_act_open_chosen(tr_app *app);
void tr_act_leave_page(tr_app *app);

// ---- choosing a file (map_actions.c) -------------------------------------------------------------

// Whether the desktop's file dialog is open; if so, a message says it.
bool tr_act_is_browsing(tr_app *app);
// Asks for a file to open or a name to save, with the desktop's file dialog or, without one, our own. If the
// desktop's dialog is open already, only a message says so. wish: what a picture is for.
void tr_act_ask_file(tr_app *app, tr_chooser_purpose purpose, const tr_map_wish *wish);
// Our own dialog for the purpose.
tr_dialog tr_act_own_dialog(tr_chooser_purpose purpose);

// ---- opening another world (opening.c) -----------------------------------------------------------
//
// The world is a file, a share link, a type, copied text, an item of the gallery, or the session of another
// window. If changes would be lost, the window first asks, and the world waits for the answer.

// Opens a world, or asks first. text is copied; the message reports the result.
void tr_act_open(tr_app *app, const tr_opening *opening, const char *text);

// Opens the waiting world without saving.
void tr_act_open_waiting(tr_app *app);

// Drops the waiting world.
void tr_opening_drop(tr_opening *opening);

// Loads a world as a step of the document and shows it, as the small picture `key` until its maps are there (0:
// the key of its text). target: the planet to look at, or -1. Errors: those of tr_document_load.
tr_status tr_act_load(tr_app *app, const tr_world *world, const char *what, int target, uint64_t key,
                      tr_error *error);

// Does with a file that was read in the background what it is for: a map, or the world that waits for it.
// Returns whether there was one.
bool tr_act_hear_reading(tr_app *app);

// ---- own maps (map_actions.c) --------------------------------------------------------------------

// Reads a picture in the background (tr_act_hear_reading); and takes it then, if it was read.
void tr_act_read_map(tr_app *app, const tr_map_wish *wish, const char *path);
void tr_act_take_map(tr_app *app, tr_status status, const tr_error *error);
// If the user is choosing a picture for a map, takes that file. False: none is being chosen.
bool tr_act_choose_map(tr_app *app, const char *path);
// Takes the map of the sheet back, unless it was used.
void tr_act_end_map(tr_app *app);
// Takes the map of the sheet back while another edit is made, and then shows it again: it stays the last step.
void tr_act_lift_map(tr_app *app);
void tr_act_lay_map(tr_app *app);
// Says which file of a map is missing. False: none.
bool tr_act_tell_missing(tr_app *app);
// After a bake that failed: shows the planet without files that have changed since they were read. False: none
// has.
bool tr_act_lose_changed(tr_app *app);
// Says when a file that a map follows has changed or vanished. Returns whether there is a new message.
bool tr_act_follow_maps(tr_app *app, double now);
double tr_act_maps_due(const tr_app *app); // when to call next; INFINITY: there are none

// ---- the tab Paint (paint_actions.c) -------------------------------------------------------------

// Esc: stops picking, discards the line in the making, or selects no stroke. False: there was nothing to do.
bool tr_act_paint_escape(tr_app *app);
// While a line is in the making, undo takes its last point away, and redo (again) gives it back. False: there
// is none.
bool tr_act_paint_undo(tr_app *app, bool again);
// Call often: the brush may wait for an answer about the place under the mouse.
void tr_act_paint_take(tr_app *app);

// ---- named places (pin_actions.c) ----------------------------------------------------------------

// A click on the picture: sets a new place, or selects the one there. False: neither.
bool tr_act_pin_click(tr_app *app);
// Forgets the new place, or selects none. False: there was nothing to do.
bool tr_act_pin_escape(tr_app *app);

// ---- after an edit of the document (edits.c) -----------------------------------------------------

// The largest distance of the ground from the target's centre, for the maps on the screen. In a comparison it
// is the larger one of the two planets, scaled to the target's radius.
double tr_act_ground_km(const tr_app *app);

// Keeps the camera outside the target, whose new maps may reach farther.
void tr_act_keep_outside(tr_app *app);

// Shows the planet's name in the window's title.
void tr_act_show_title(const tr_app *app);

// Call before an edit or a change of the document: saves the distance of the camera. Returns the error for the
// edit.
tr_error *tr_act_begin(tr_app *app);

// After a change to another planet: until its maps arrive, the window shows its small picture `key` (0: the key
// of its text), or a plain disc if there is none, and never the previous planet.
void tr_act_show_still(tr_app *app, uint64_t key);

// Requests bakes for the changes since tr_act_begin. A planet keeps its size in the picture, unless the user
// changed its radius.
void tr_act_show_changes(tr_app *app);

// Asks before a file of that dialog is replaced; the text names the existing file. path: the file, for
// TR_DIALOG_SAVE.
TR_PRINTF(4, 5)
void tr_act_ask_to_replace(tr_app *app, tr_dialog dialog, const char *path, const char *format, ...);

// Call after an edit of the document that began with tr_act_begin: requests bakes for the changes, or reports
// why the edit failed. Returns whether it succeeded.
bool tr_act_finish(tr_app *app, tr_status status);

// Marks the text of a field as invalid, or as valid again. The panel shows the error at the field; the message
// shows it, too.
void tr_act_reject_field(tr_app *app, const char *field, const tr_error *error);
// Drops the errors of fields in closed dialogs.
void tr_act_forget_sheets(tr_app *app);
// If there was a message since number `reported`, it becomes the outcome of the dialog's work.
void tr_act_note_outcome(tr_app *app, tr_dialog dialog, uint64_t reported);

// Sets a folder for exports or pictures to the typed path, relative to the previous folder; an empty text
// restores the user's default folder. chosen: the folder of the next window. field: the name of the text field.
void tr_act_set_folder(tr_app *app, char folder[TR_LISTING_PATH_BYTES], char chosen[TR_LISTING_PATH_BYTES],
                       tr_user_folder_kind usual, const char *text, const char *field);

// Reports that the camera is at its lowest or highest altitude, if it was to move beyond by that many clicks.
void tr_act_say_limit(tr_app *app, const tr_camera *camera, double clicks);

// ---- frames (frame.c, fill.c) --------------------------------------------------------------------

// When the next frame should begin, by glfwGetTime; INFINITY: nothing is moving.
double tr_frame_due(const tr_app *app);

// Requests a frame after a change, and some more until the panel's layout is stable. While the mouse drags the
// picture, it requests only the one.
void tr_frame_ask(tr_app *app);

// Handles the user's input and draws a frame. After an edit, drawing may wait for the preview.
void tr_frame_run(tr_app *app);

// Writes to the trace that no frame is due.
void tr_frame_trace_rest(const tr_app *app);

// ---- the panel (fill.c) --------------------------------------------------------------------------

// Lays out the panel from the window's state, and executes the user's commands. Returns whether there were any.
bool tr_fill_panel(tr_app *app);

// ---- the pictures of the gallery and of the history (thumbnail_views.c) --------------------------

void tr_thumbnail_views_begin(tr_thumbnail_views *thumbnails, int threads, tr_isa isa);
// Frees the pictures; needs the OpenGL context.
void tr_thumbnail_views_end(tr_thumbnail_views *thumbnails);

// Closes the gallery and drops the requests for its missing pictures.
void tr_thumbnail_views_close_gallery(tr_thumbnail_views *thumbnails);

// Adds planets that were shown long enough to the history, and takes finished pictures. Returns whether the
// panel has something new to show.
bool tr_thumbnail_views_poll(tr_app *app, double now);
// When to call next; INFINITY: after the next event.
double tr_thumbnail_views_due(const tr_app *app);

// Updates the thumbnails in the panel's data.
void tr_thumbnail_views_fill(tr_app *app);
