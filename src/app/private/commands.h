// What Ctrl+K finds besides shortcuts and rows: the buttons of tabs and sheets, and other words for all of it.
// Plain data.
#pragma once
#include "app/wish.h"

// A button, list or field of a tab or a sheet.
typedef struct tr_command {
    const char *name, *where; // "Add a moon", the tab or sheet "System"
    tr_sheet sheet;           // that it stands in; TR_SHEET_NONE: none
    tr_wish_kind wish;        // TR_WISH_NOTHING: the sheet opens, no more
    int by;
    const char *text;     // the wish's text, or of TR_WISH_SHOW its path; NULL: none
    const char *synonyms; // more words that find it
    const char *what;     // an explanation
} tr_command;

// All of them; *count is how many.
const tr_command *tr_commands(int *count);

// Other words for a row by its path, or for a colour, a type or a kind of thing by its name; NULL: there are
// none.
const char *tr_synonyms(const char *name);
