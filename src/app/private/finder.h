// All that Ctrl+K finds by its name: knobs and parameters, layers, types, scenes, commands.
#pragma once
#include "app/command.h"
#include "editor/types.h"

typedef struct tr_finder_entry {
    char name[96];
    char kind[24];        // "Knob", "Type"
    const char *synonyms; // more words that find it; NULL: none
    char what[200];       // an explanation; "": none
    bool is_detail;       // of a long list, as layers: comes after what is called or means the same
    bool is_world;        // a type or a scene: after what is called so, or changes this planet
    tr_dialog dialog;     // that opens first; TR_DIALOG_NONE: none does
    tr_command command;   // what choosing it asks for
} tr_finder_entry;

struct tr_app;

// The type that a word means best, by its name or other words for it; NULL: it means none.
const char *tr_finder_type(const tr_types *types, const char *word);

// All entries for the document as it is; the caller frees *entries with tr_free(). Returns how many; 0 where
// there is no memory.
int tr_finder_list(const struct tr_app *app, tr_finder_entry **entries);

// The numbers of those that answer what was typed, the best first, at most `most`; returns how many.
int tr_finder_search(const tr_finder_entry *entries, int count, const char *query, int most, int *shown);

// ---- plain data (finder_commands.c) --------------------------------------------------------------

// A button, list or field of a tab or a dialog.
typedef struct tr_finder_command {
    const char *name, *where; // "Add a moon", the tab or dialog "System"
    tr_dialog dialog;         // that it stands in; TR_DIALOG_NONE: none
    tr_command_kind command;  // TR_COMMAND_NOTHING: the dialog opens, no more
    int by;
    const char *text;     // the command's; NULL: none
    const char *synonyms; // more words that find it
    const char *what;     // an explanation
} tr_finder_command;

// All of them; *count is how many.
const tr_finder_command *tr_finder_commands(int *count);

// Other words for a row by its path, or for a colour, a type or a kind of thing by its name; NULL: there are
// none.
const char *tr_synonyms(const char *name);
