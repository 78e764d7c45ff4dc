// What Ctrl+K finds besides shortcuts and rows: the buttons of tabs and dialogs, and other words for all of it.
// Plain data.
#pragma once
#include "app/command.h"

// A button, list or field of a tab or a dialog.
typedef struct tr_finder_command {
    const char *name, *where; // "Add a moon", the tab or dialog "System"
    tr_dialog dialog;         // that it stands in; TR_DIALOG_NONE: none
    tr_command_kind command;  // TR_COMMAND_NOTHING: the dialog opens, no more
    int by;
    const char *text;     // the command's text, or of TR_COMMAND_SHOW its path; NULL: none
    const char *synonyms; // more words that find it
    const char *what;     // an explanation
} tr_finder_command;

// All of them; *count is how many.
const tr_finder_command *tr_finder_commands(int *count);

// Other words for a row by its path, or for a colour, a type or a kind of thing by its name; NULL: there are
// none.
const char *tr_synonyms(const char *name);
