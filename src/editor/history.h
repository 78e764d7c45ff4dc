// The history: every planet that was shown for some time, with stars and a pin. Independent of the window; one
// thread.
#pragma once
#include "editor/document.h"
#include <stdbool.h>
#include <stdint.h>

enum { TR_MOST_FRAMES = 60 }; // not counting those with a star or the pin
#define TR_LOOK_S 1.0         // minimum time

typedef struct tr_history_item {
    uint64_t key; // of its picture: equal texts have equal keys
    char *text;   // of the world; owned
    int target;   // the target
    char name[TR_TITLE_BYTES];
    char step[TR_STEP_BYTES]; // the step that led to it, because variants of a planet share a name; "": none
    bool starred;
} tr_history_item;

// Zero-initialised: empty.
typedef struct tr_history {
    int count;
    tr_history_item *frames; // oldest first; owned
    uint64_t pinned;         // the key of the pinned frame; 0: none
    uint64_t changes;        // increases with changes of frames and marks
    // The current planet:
    uint64_t present;
    double since_s;
    bool has_frame; // its world has a frame, whichever planet is the target
} tr_history;

void tr_history_clear(tr_history *history);

// The key of a world's frames and pictures; never 0.
uint64_t tr_history_key(const char *text, int target);

// Call with the current document, at a time in seconds. After TR_LOOK_S the document gets a frame at the end,
// or keeps the one that it has; another planet of the same world gets none. Returns whether there is a new
// frame. Without memory none is added.
bool tr_history_update(tr_history *history, const tr_document *document, double now_s);
// When the document gets its frame; INFINITY: it has one.
double tr_history_due(const tr_history *history);

// Adds a frame at once, for a world that gets a star without having been shown. Returns its index, or -1
// without memory. step: the step that led to it; "": none.
int tr_history_add(tr_history *history, const char *text, int target, const char *name, const char *step);
// The index of a frame, or -1.
int tr_history_find(const tr_history *history, uint64_t key);
void tr_history_star(tr_history *history, int frame, bool starred);
// Pins a frame; only one has the pin. -1 removes it.
void tr_history_pin(tr_history *history, int frame);
// The pinned frame, or NULL.
const tr_history_item *tr_history_pinned(const tr_history *history);
