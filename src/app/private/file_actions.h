// What a user asked for that is about files: dialogs and exports.
#pragma once
#include "app/private/capture_actions.h"
#include "app/private/panel.h"
#include "app/private/state.h"
#include <limits.h>

// Carries a command out that is about these; false: it is about something else.
bool tr_file_act(tr_app *app, const tr_command *command);

// Asks where to save the document: the desktop's file dialog, else the dialog does.
void tr_act_ask_name(tr_app *app);

// Starts the export that the dialog shows. Before sets of other planets are replaced it asks, unless that was
// done.
void tr_act_export(tr_app *app, bool replaces);

// Fills in what the dialogs show; text has what some of it points to.
typedef struct tr_file_texts {
    tr_panel_recent recent[TR_MOST_RECENT];
    char shown[TR_MOST_RECENT][TR_TITLE_BYTES + 32];
    char stem[TR_STEM_BYTES], suggested[TR_LISTING_PATH_BYTES], this_one[96], all[48];
    char widths[TR_CHOICE_WIDTHS][32];
    tr_shot_texts shot;
} tr_file_texts;

void tr_file_fill(const tr_app *app, tr_file_texts *texts, tr_panel_values *values);
