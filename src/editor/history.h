// The history: every planet that was looked at for a while, with stars and a pin. Without a window; one
// thread.
#pragma once
#include "editor/document.h"
#include <stdbool.h>
#include <stdint.h>

enum { TR_MOST_FRAMES = 60 }; // without those that have a star or the pin
#define TR_LOOK_S 1.0         // so long one looks

typedef struct tr_history_item {
    uint64_t key; // of its picture: texts that are the same have the same
    char *text;   // of the world; owned
    int target;   // the planet that was looked at
    char name[TR_TITLE_BYTES];
    char step[TR_STEP_BYTES]; // that made it: variants of one planet have the same name; "": none
    bool starred;
} tr_history_item;

// Zero-initialised: empty.
typedef struct tr_history {
    int count, capacity;
    tr_history_item *frames; // the oldest first; owned
    uint64_t pinned;         // the key of a frame; 0: none
    uint64_t changes;        // grows with frames and marks
    // What is looked at:
    uint64_t present;
    double since_s;
    bool has_frame; // that world, whichever of its planets is looked at
} tr_history;

void tr_history_clear(tr_history *history);

// What frames and pictures of a world are told apart by; never 0.
uint64_t tr_history_key(const char *text, int target);

// The document is looked at, at a time in seconds. Once it has been for TR_LOOK_S it has a frame, at the end,
// or where it had one before; another planet of the same world needs none. Returns whether there is a new
// frame. Without memory there is none.
bool tr_history_update(tr_history *history, const tr_document *document, double now_s);
// When that look is long enough; INFINITY: it is already.
double tr_history_due(const tr_history *history);

// A world gets a frame at once: one that was not looked at, but got a star. The index, or -1 without memory.
// step: what made it, "" where it is none of a document's.
int tr_history_add(tr_history *history, const char *text, int target, const char *name, const char *step);
// The index of a frame, or -1.
int tr_history_find(const tr_history *history, uint64_t key);
void tr_history_star(tr_history *history, int frame, bool starred);
// One frame at most has the pin; -1 takes it away.
void tr_history_pin(tr_history *history, int frame);
// The frame with the pin, or NULL.
const tr_history_item *tr_history_pinned(const tr_history *history);
