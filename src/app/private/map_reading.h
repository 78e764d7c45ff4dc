// Reading files of own maps in the background: computing the SHA-256 of a large picture takes seconds, and
// so does looking whether it is a sketch. The pictures themselves are decoded by the bake (live/live.h).
#pragma once
#include "editor/own_maps.h"
#include "live/background.h"

// What a picture is for.
typedef enum tr_map_purpose {
    TR_MAP_FOR_NOTHING,
    TR_MAP_FOR_SHEET, // a new map
    TR_MAP_FOR_FILE,  // the file of a map, in place of another one or of one that is missing
    TR_MAP_FOR_WORLD, // a file that waits to be opened: a world, with the files of its maps, or a new map
} tr_map_purpose;

typedef struct tr_map_wish {
    tr_map_purpose purpose;
    int planet;               // of TR_MAP_FOR_FILE, in the scene
    char map[TR_NAME_BYTES];  // its map
    char name[TR_FILE_BYTES]; // as its map calls the file; "": it is to be another one
} tr_map_wish;

// Zero-initialised: nothing is read.
typedef struct tr_map_reading {
    tr_background *work; // NULL: none is running
    tr_map_wish wish;
    char path[1024];      // of the picture or the world
    bool is_picture;      // of TR_MAP_FOR_WORLD: it holds no world
    tr_shared_files read; // the result; owned
    bool is_sketch;       // a picture for a new map: it is of few flat colours
} tr_map_reading;

// Starts to read, and stops what was being read before. wake: called on a thread when it is over. Errors:
// TR_NO_MEMORY, TR_BAD_INPUT (the path is too long).
tr_status tr_map_reading_start(tr_map_reading *reading, const tr_map_wish *wish, const char *path,
                               void (*wake)(void), tr_error *error);
// Whether it is over, once. Then *status and *error say how it ended (TR_STOPPED, and those of
// tr_shared_file_at), and reading->read has the files.
bool tr_map_reading_over(tr_map_reading *reading, tr_status *status, tr_error *error);
void tr_map_reading_stop(tr_map_reading *reading); // it is over soon
void tr_map_reading_end(tr_map_reading *reading);  // waits, and frees the files
