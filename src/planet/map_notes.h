// What maps of a planet were taken for, in words.
#pragma once
#include "recipe/recipe.h"

enum { TR_MOST_MAP_NOTES = TR_OWN_KIND_COUNT + 8, TR_MAP_NOTE_BYTES = 512 };
typedef struct tr_map_note {
    tr_own_kind kind;
    char text[TR_MAP_NOTE_BYTES]; // "hills.png is a coloured picture: its grey is taken as height"
    char hint[TR_MAP_NOTE_BYTES]; // what to do about it on a command line; "": nothing
} tr_map_note;

// The colours of a sketch, what looks like another kind of map, and what the planet does not follow. The maps
// are those of the recipe that the surface was made from which read them (tr_surface_maps_read). Returns how
// many notes there are.
int tr_map_notes(const tr_recipe *recipe, const tr_maps_read *read, tr_map_note notes[TR_MOST_MAP_NOTES]);
// The metres of a map of heights, and whether its sea is flat: "black is -8000 m and white 9000 m".
void tr_map_note_heights(const tr_maps_read *read, char text[TR_MAP_NOTE_BYTES]);
