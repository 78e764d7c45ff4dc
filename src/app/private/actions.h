// What a user asked for is carried out.
#pragma once
#include "app/private/edits.h"

// By a key, with the mouse over the picture, or in the panel.
void tr_act(tr_app *app, const tr_command *command);

// Loads what another program wrote into the document's file. Returns whether the message is new.
bool tr_act_follow_file(tr_app *app, double now);

// Carries out what the desktop's file dialog was answered. Returns whether it was.
bool tr_act_hear_chooser(tr_app *app);

// The panel is as large as the settings and the monitor say.
void tr_act_show_scale(tr_app *app);

// Commands of the tab Colour. False: it is none of them.
bool tr_act_on_colours(tr_app *app, const tr_command *command);
// And of the tab Layers.
bool tr_act_on_layers(tr_app *app, const tr_command *command);
// Brings the row, layer or paint layer with that path to the eye.
void tr_act_show(tr_app *app, const char *path, bool takes_keys);
// Those of rows and what stands beside them (row_actions.c). False: it is none of theirs.
bool tr_act_on_rows(tr_app *app, const tr_command *command);
// Another planet is the target from now on; the camera stays.
void tr_act_set_target(tr_app *app, int planet);
// Goes there: `near`, where all of it is seen, else only the eyes do.
void tr_act_fly(tr_app *app, int planet, bool near);
// Goes down over a place of the target.
void tr_act_fly_over(tr_app *app, double latitude_deg, double longitude_deg);
// Anything that a user asks for ends a flight where it was to end.
void tr_act_mind_flight(tr_app *app, const tr_command *command);
// Those of the gallery and the history (gallery_actions.c). False: it is none of theirs.
bool tr_act_on_gallery(tr_app *app, const tr_command *command);
// Opens the first page of the gallery.
void tr_act_open_gallery(tr_app *app);
