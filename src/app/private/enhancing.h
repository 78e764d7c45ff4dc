// A height map from elsewhere that the window enhances: what the dialog says of it, and the work in the
// background.
#pragma once
#include "app/private/message.h"
#include "export/directory.h"
#include "live/background_enhance.h"

// Which edges of the map meet.
typedef enum tr_enhance_wrap {
    TR_WRAP_NONE,
    TR_WRAP_ACROSS, // the right one and the left one: a whole planet
    TR_WRAP_BOTH
} tr_enhance_wrap;

// Zero-initialised: there is none.
typedef struct tr_enhancing {
    char source[1024];
    int width, height, times; // of the map, and how many times it is doubled
    tr_enhance_wrap wrap;
    char path[2048];     // of the result
    tr_directory folder; // which that lies in, while it is written
    int percent;
    tr_background_enhance *work; // NULL: none is running
} tr_enhancing;

// Takes a file that may be a height map, unless one is being worked on. False: it is no PNG.
bool tr_enhancing_take(tr_enhancing *enhancing, const char *source, const char *folder);
// How large the result will be.
void tr_enhancing_size(const tr_enhancing *enhancing, int64_t *width, int64_t *height);
// Begins; the message says so, or why not.
void tr_enhancing_start(tr_enhancing *enhancing, int threads, tr_isa isa, tr_message *message);
void tr_enhancing_stop(tr_enhancing *enhancing);
// Looks how far it is. Returns whether there is something new to show; the message says how it ended.
bool tr_enhancing_watch(tr_enhancing *enhancing, tr_message *message);
// Stops it and waits for its end. It leaves nothing behind.
void tr_enhancing_end(tr_enhancing *enhancing);
