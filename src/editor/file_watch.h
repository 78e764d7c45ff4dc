// Watches the document's file: what another program writes is loaded into the document.
#pragma once
#include "base/platform.h"
#include "editor/document.h"

typedef enum tr_file_news {
    TR_FILE_NO_NEWS,
    TR_FILE_LOADED, // as a step, "Reload"
    TR_FILE_BAD,    // the file is not a valid world; the document stays unchanged
} tr_file_news;

// Zero-initialised: not used yet.
typedef struct tr_file_watch {
    char *path;     // of the last call; owned
    tr_info seen;   // of the last version that was read
    tr_info before; // of the last check: a file is only read when it has stopped changing
    uint64_t known; // hash of the text that was last read
    double due;     // when to check next, in seconds of the caller's clock
} tr_file_watch;

// Checks the file of the document's present step when it is time to, which takes a few microseconds. A new text
// is loaded, unless the document has read or written it itself. Files that are replaced by a rename are
// noticed, too; a missing file is waited for. Errors, with TR_FILE_BAD: those of tr_world_load, with the place
// in the file; reported once.
tr_file_news tr_file_watch_poll(tr_file_watch *watch, tr_document *document, double now, tr_error *error);

// When to check next; INFINITY: the document has no file.
double tr_file_watch_due(const tr_file_watch *watch, const tr_document *document);

void tr_file_watch_end(tr_file_watch *watch);
