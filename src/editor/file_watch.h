// The file of a document is the truth: what another program writes into it is loaded in its place.
#pragma once
#include "editor/document.h"

typedef enum tr_file_news {
    TR_FILE_NO_NEWS,
    TR_FILE_LOADED, // as a step, "Reload"
    TR_FILE_BAD,    // what stands there now is no world: the last good one stays
} tr_file_news;

// What a file looked like from outside. All 0: there was none.
typedef struct tr_file_state {
    uint64_t device, file, size;
    int64_t changed_s, changed_ns;
} tr_file_state;

// Zero-initialised: nobody looked yet.
typedef struct tr_file_watch {
    char *path;           // that was looked at last; owned
    tr_file_state seen;   // the state that was read, or told to be bad
    tr_file_state before; // of the look before: a file is read once it holds still
    uint64_t known;       // hash of the text that was read last
    double due;           // when to look next, in seconds of the caller's clock
} tr_file_watch;

// Looks when it is time to, which costs a few microseconds, at the file of the document's present step; what it
// says now is loaded, unless that is what the document has read or written there itself. Files that take the
// place of others by a rename are seen, too; one that is gone is waited for. Errors, of TR_FILE_BAD: those of
// tr_world_load, with the place in the file; told once.
tr_file_news tr_file_watch_poll(tr_file_watch *watch, tr_document *document, double now, tr_error *error);

// When to look next; INFINITY: the document has no file.
double tr_file_watch_due(const tr_file_watch *watch, const tr_document *document);

void tr_file_watch_end(tr_file_watch *watch);
