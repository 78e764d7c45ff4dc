// All that can be found by its name: knobs and parameters, layers, types, scenes, commands. Plain, for C and
// C++.
#pragma once
#include "app/command.h"

#ifdef __cplusplus
extern "C" {
#endif

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

// The numbers of those that answer what was typed, the best first, at most `most`; returns how many.
int tr_finder_search(const tr_finder_entry *entries, int count, const char *query, int most, int *shown);

#ifdef __cplusplus
}
#endif
