// Enhances a height map from another program: the values of the dialog, and the work in the background.
#pragma once
#include "app/private/message.h"
#include "export/directory.h"
#include "export/enhance_file.h"
#include "live/background.h"

// Which edges of the map are joined.
typedef enum tr_enhance_wrap {
    TR_WRAP_NONE,
    TR_WRAP_ACROSS, // right and left: a map of a whole planet
    TR_WRAP_BOTH
} tr_enhance_wrap;

// Zero-initialised: no height map.
typedef struct tr_enhancing {
    char source[1024];
    int width, height, times; // of the map; times: how often it is doubled
    tr_enhance_wrap wrap;
    char path[2048];     // of the result
    tr_directory folder; // the folder of the result, while it is written
    int percent;
    tr_isa isa;
    tr_enhance_result result;
    tr_background *work; // NULL: none is running
} tr_enhancing;

// Takes a PNG file as a height map, unless work is running. False: not a PNG file.
bool tr_enhancing_take(tr_enhancing *enhancing, const char *source, const char *folder);
// The size of the result.
void tr_enhancing_size(const tr_enhancing *enhancing, int64_t *width, int64_t *height);
// Starts the work; the message reports it, or the error.
void tr_enhancing_start(tr_enhancing *enhancing, int threads, tr_isa isa, tr_message *message);
void tr_enhancing_stop(tr_enhancing *enhancing);
// Checks the progress. Returns whether there is something new to show; the message reports the result.
bool tr_enhancing_watch(tr_enhancing *enhancing, tr_message *message);
// Stops the work and waits for its end. No file is left.
void tr_enhancing_end(tr_enhancing *enhancing);
