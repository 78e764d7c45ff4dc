// What a user asked for is carried out. command_list.h says which function carries out what.
#pragma once
#include "app/private/state.h"

// By a key, with the mouse over the picture, or in the panel.
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

// Loads what another program wrote into the document's file. Returns whether the message is new.
bool tr_act_follow_file(tr_app *app, double now);
// Carries out what the desktop's file dialog was answered. Returns whether it was.
bool tr_act_hear_chooser(tr_app *app);
// What the dialog Export shows.
void tr_act_fill_export(tr_app *app);

// ---- pictures and videos (capture_actions.c) -----------------------------------------------------

// What the dialog Picture shows.
void tr_act_fill_shot(tr_app *app);

// ---- the view and the window (view_actions.c) ----------------------------------------------------

// The panel is as large as the settings and the monitor say.
void tr_act_show_scale(tr_app *app);
// A flight ends where it was to end.
void tr_act_end_flight(tr_app *app);

// ---- the gallery and the history (gallery_actions.c) ---------------------------------------------

// Opens the first page of the gallery; opens what is chosen in it, or its page; goes to the page before.
void tr_act_open_gallery(tr_app *app);
void tr_act_open_chosen(tr_app *app);
void tr_act_leave_page(tr_app *app);

// ---- another world in the place of the one that is worked on (opening.c) -------------------------
//
// A file, a share link, a type, what was copied, a picture of the gallery, unsaved work of another window.
// Where changes would be lost a question comes first, and what is to be opened waits for the answer.

// Opens it, or asks first. text is copied; the message says what was opened, or why not.
void tr_act_open(tr_app *app, const tr_opening *opening, const char *text);

// Opens what waits, whatever is not saved.
void tr_act_open_waiting(tr_app *app);

// Nothing waits any more.
void tr_opening_drop(tr_opening *opening);

// A world becomes a step of the document, and is shown: as the small picture `key` until its maps are there (0:
// that of its text). target: the planet to look at, or -1. Errors: those of tr_document_load.
tr_status tr_act_load(tr_app *app, const tr_world *world, const char *what, int target, uint64_t key,
                      tr_error *error);

// ---- what follows an edit of the document, whoever asked for it (edits.c) ------------------------

// How far the target reaches from its centre, as it is on the screen; or the planet beside it, for the target's
// radius.
double tr_act_ground_km(const tr_app *app);

// Keeps the camera out of the target, which may reach farther since it has other maps.
void tr_act_keep_outside(tr_app *app);

// Names the planet in the window's title.
void tr_act_show_title(const tr_app *app);

// Before an edit of the document, or another document: keeps how far away the camera is. Returns where the
// edit's error goes.
tr_error *tr_act_begin(tr_app *app);

// Another planet is the target: until its maps are there it looks like its small picture `key` (0: that of its
// text), or like a plain disc where there is none, and never like the planet before.
void tr_act_show_still(tr_app *app, uint64_t key);

// Hands to the bake what changed since tr_act_begin. A planet keeps its size in the picture, unless a hand
// changed its size.
void tr_act_show_changes(tr_app *app);

// Asks before a file of that dialog is replaced; the text says what is there. path: of TR_DIALOG_SAVE, the
// file.
__attribute__((format(printf, 4, 5))) void tr_act_ask_to_replace(tr_app *app, tr_dialog dialog,
                                                                 const char *path, const char *format, ...);

// An edit of the document that began with tr_act_begin ended: hands to the bake what changed, or says why it
// could not be. Returns whether it could be.
bool tr_act_finish(tr_app *app, tr_status status);

// The text of a field of the panel is no good, or is good again: the panel says so there, and an error at the
// foot, too.
void tr_act_reject_field(tr_app *app, const char *field, const tr_error *error);
void tr_act_accept_field(tr_app *app, const char *field);
// What was found of fields of dialogs that are closed goes.
void tr_act_forget_sheets(tr_app *app);
// Where there is another message since the number `reported` it is how the work of that dialog ended.
void tr_act_note_outcome(tr_app *app, tr_dialog dialog, uint64_t reported);

// A folder of exports or pictures is what was typed, within the one before; where nothing was, that folder of
// the user's. The field is its text.
void tr_act_set_folder(tr_app *app, char folder[TR_LISTING_PATH_BYTES], const char *usual, const char *text,
                       const char *field);

// Says that a camera cannot go nearer, or farther, where it was asked to go so many clicks nearer.
void tr_act_say_limit(tr_app *app, const tr_camera *camera, double clicks);
