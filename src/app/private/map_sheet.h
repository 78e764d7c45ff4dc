// The sheet "What is this map?": what a dropped picture, or a map that the planet has, is to the planet. While
// it is in front, the planet shows the map as a step that closing the sheet takes back.
#pragma once
#include "editor/document.h"

typedef enum tr_map_heights { TR_HEIGHTS_BY_MAP, TR_HEIGHTS_IN_METRES, TR_HEIGHTS_BY_SEA } tr_map_heights;

// Zero-initialised: no map.
typedef struct tr_map_sheet {
    char path[1024]; // of the picture; "": no map
    char name[TR_FILE_BYTES], sha256[TR_DIGEST_BYTES];
    char edited[TR_NAME_BYTES]; // the map of the planet that the sheet changes; "": a new one
    tr_own_kind kind;
    char channel[TR_NAME_BYTES]; // of TR_OWN_CHANNEL
    bool is_part;                // of the globe
    double west_deg, region_deg[4];
    tr_map_heights heights;
    double range_m[2], sea_percent, strength;
    tr_own_raw raw; // of a file without a header; TR_OWN_RAW_GUESSED: it has one
    double raw_size[2];
    uint64_t drag_id; // of the step that shows it
} tr_map_sheet;

// Takes a picture for a new map; the document keeps the file. Errors: TR_NO_MEMORY.
tr_status tr_map_sheet_take(tr_map_sheet *sheet, tr_document *document, tr_shared_file *file, tr_error *error);
// Takes a map of the target, to change it. False: there is none of that name, or its file is missing.
bool tr_map_sheet_edit(tr_map_sheet *sheet, const tr_document *document, const char *name);
// The name of the map in the recipe.
const char *tr_map_sheet_map(const tr_map_sheet *sheet);
// Shows the map as the sheet describes it, in place of what was shown before. Errors: those of
// tr_document_change; the planet is then shown without it.
tr_status tr_map_sheet_show(tr_map_sheet *sheet, tr_document *document, tr_error *error);
// The number of that name ("strength", "west", "low_m", …), or NULL.
double *tr_map_sheet_number(tr_map_sheet *sheet, const char *name);
