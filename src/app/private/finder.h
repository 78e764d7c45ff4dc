// The finder (Ctrl+K), which searches by name: knobs and parameters, layers, types, scenes, commands.
#pragma once
#include "app/command.h"
#include "editor/types.h"

typedef struct tr_finder_entry {
    char name[96];
    char kind[24];        // "Knob", "Type"
    const char *synonyms; // more search terms; NULL: none
    char what[200];       // an explanation; "": none
    bool is_detail;       // of a long list, such as layers: ranked below matches by name or synonym
    bool is_world;        // a type or a scene: ranked below exact names and entries of this planet
    bool is_elsewhere;    // a setting that only other types have: ranked below all that this planet has
    tr_dialog dialog;     // to open first; TR_DIALOG_NONE: none
    tr_command command;   // carried out when the entry is chosen
} tr_finder_entry;

struct tr_app;

// The type that a word means best, by its name or other words for it; NULL: it means none.
const char *tr_finder_type(const tr_types *types, const char *word);

// Lists all entries for the current document: what can be done now, and knobs that only other types have. The
// caller frees *entries with tr_free(). Returns their number; 0: no memory.
int tr_finder_list(const struct tr_app *app, tr_finder_entry **entries);

// Finds the entries that match the query, best first, at most `most`. Returns their number.
int tr_finder_search(const tr_finder_entry *entries, int count, const char *query, int most, int *shown);

// ---- plain data (finder_commands.c) --------------------------------------------------------------

// A button, list or field of a tab or a dialog.
typedef struct tr_finder_command {
    const char *name, *where; // "Add a moon", "System": its tab or dialog
    tr_dialog dialog;         // its dialog; TR_DIALOG_NONE: none
    tr_command_kind command;  // TR_COMMAND_NOTHING: only opens the dialog
    int by;
    const char *text;     // the command's; NULL: none
    const char *synonyms; // more search terms
    const char *what;     // an explanation
} tr_finder_command;

// Returns all commands that the finder offers, and sets *count to their number.
const tr_finder_command *tr_finder_commands(int *count);

// Knobs of types that people search for on planets that have none of them. Sets *count to their number.
const char *const *tr_finder_knobs(int *count);

// Synonyms of a row by its path, or of a colour, a type or a kind of layer by its name; NULL: none.
const char *tr_synonyms(const char *name);
