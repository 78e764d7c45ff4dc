// All shortcuts, in one table for the window's keys, the menu, Ctrl+K, F1, `terrella list keys` and the tables
// in the documents.
#pragma once
#include "app/command.h"
#include <stdbool.h>

typedef enum tr_shortcut_group {
    TR_GROUP_MOUSE,
    TR_GROUP_VIEW,
    TR_GROUP_PLANET,
    TR_GROUP_MAPS,
    TR_GROUP_PAINT,
    TR_GROUP_GALLERY,
    TR_GROUP_FILE,
    TR_GROUP_WINDOW,
    TR_GROUPS
} tr_shortcut_group;

// One row.
typedef struct tr_shortcut {
    tr_shortcut_group group;
    const char *keys, *name; // as displayed: "Ctrl+Z", "Undo"
    tr_command_kind command; // TR_COMMAND_NOTHING: done by the mouse
    int by;
    // What is pressed: a typed character, wherever the keyboard has it (lower case for letters), or a
    // GLFW_KEY_… that types nothing; 0: none.
    unsigned character;
    int key, other;
    bool shift;           // must be held; a sign may need it on some keyboards
    bool control;         // must be held: `character` is then the one printed on the key
    bool repeats;         // repeats while the key is held
    bool paints;          // only on the tab Paint, before the other rows
    const char *second;   // another way without these keys
    const char *synonyms; // more terms for Ctrl+K; NULL: none
} tr_shortcut;

// All rows, by group; *count is their number.
const tr_shortcut *tr_shortcuts(int *count);

const char *tr_shortcut_group_name(tr_shortcut_group group);

// The row of a key that types nothing, or with Control of any key, or NULL. printed: the character on it, lower
// case for letters; 0: none. paints: the tab Paint is visible.
const tr_shortcut *tr_shortcut_of_key(int key, unsigned printed, bool shift, bool control, bool paints);

// The row of a typed character, or NULL. With Shift a key types another sign; a letter with Shift matches its
// own row if there is one, else the row without Shift.
const tr_shortcut *tr_shortcut_of_character(unsigned character, bool shift, bool paints);
