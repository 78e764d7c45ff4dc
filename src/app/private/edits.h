// What follows an edit of the document, whoever asked for it.
#pragma once
#include "app/private/state.h"

// How far the target reaches from its centre, as it is on the screen; or the planet beside it, for the target's
// radius.
double tr_act_ground_km(const tr_app *app);

// Keeps the camera out of the target, which may reach farther since it has other maps.
void tr_act_keep_outside(tr_app *app);

// Names the planet in the window's title.
void tr_act_show_title(const tr_app *app);

// How far away the camera is.
double tr_act_radii(const tr_app *app);

// Another planet is the target: until its maps are there it looks like its small picture `key` (0: that of its
// text), or like a plain disc where there is none, and never like the planet before.
void tr_act_show_still(tr_app *app, uint64_t key);

// Hands to the bake what changed. A planet keeps its size in the picture, unless a hand changed its size.
// radii: how far away the camera was.
void tr_act_show_changes(tr_app *app, double radii);

// That was an edit of a parameter by which the whole planet is solved anew: its row shows so until it is.
void tr_act_note_reforming(tr_app *app, const char *path);

// Asks before a file of that dialog is replaced; the text says what is there. path: of TR_DIALOG_SAVE, the
// file.
__attribute__((format(printf, 4, 5))) void tr_act_ask_to_replace(tr_app *app, tr_dialog dialog,
                                                                 const char *path, const char *format, ...);

// An edit of the document ended: hands to the bake what changed, or says why it could not be. radii: how far
// away the camera was before it. Returns whether it could be.
bool tr_act_finish(tr_app *app, double radii, tr_status status, const tr_error *error);

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
