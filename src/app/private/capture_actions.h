// What a user asked for of pictures and videos, and what their dialog shows.
#pragma once
#include "app/private/panel.h"
#include "app/private/state.h"

// Carries a command out that is about these; false: it is about something else.
bool tr_act_on_shots(tr_app *app, const tr_command *command);

// Fills in what the dialog shows; texts has what some of it points to.
typedef struct tr_shot_texts {
    char from[96], to[96], line[160], state[96], rates[12][24], name[TR_STEM_BYTES + 4];
} tr_shot_texts;

void tr_shots_fill(const tr_app *app, tr_shot_texts *texts, tr_panel_shot *shot);

// The highest number of pictures a second that can be chosen and is not above that one; the lowest, where none
// is.
int tr_shots_fit_rate(int rate);
