// All shortcuts, in one table: the window's keys, the menu, Ctrl+K, F1, `terrella list keys` and the tables in
// the documents come from it.
#pragma once
#include "app/command.h"
#include <stdbool.h>

typedef enum tr_shortcut_group {
    TR_GROUP_MOUSE,
    TR_GROUP_VIEW,
    TR_GROUP_PLANET,
    TR_GROUP_MAPS,
    TR_GROUP_GALLERY,
    TR_GROUP_FILE,
    TR_GROUP_WINDOW,
    TR_GROUPS
} tr_shortcut_group;

// One row.
typedef struct tr_shortcut {
    tr_shortcut_group group;
    const char *keys, *name; // as they are shown: "Ctrl+Z", "Undo"
    tr_command_kind command; // TR_COMMAND_NOTHING: the mouse does it
    int by;
    // What is pressed: a character that is typed, wherever the keyboard has it (of a letter the small one), or
    // a GLFW_KEY_… of what types nothing; 0: none.
    unsigned character;
    int key, other;
    bool shift;           // held down; a sign may take it to be typed
    bool control;         // held down: then `character` is what is printed on the key
    bool repeats;         // acts again while the key is held
    const char *second;   // another way, which needs none of these keys
    const char *synonyms; // more words that Ctrl+K finds it by; NULL: none
} tr_shortcut;

// All rows, group by group; *count is how many.
const tr_shortcut *tr_shortcuts(int *count);

const char *tr_shortcut_group_name(tr_shortcut_group group);

// The row of a key that types nothing, or with Control of any key, or NULL. printed: the character on it, of a
// letter the small one; 0: none.
const tr_shortcut *tr_shortcut_of_key(int key, unsigned printed, bool shift, bool control);

// The row of a character that was typed, or NULL. With Shift a sign is another one; a letter is the same where
// no row asks for it.
const tr_shortcut *tr_shortcut_of_character(unsigned character, bool shift);
