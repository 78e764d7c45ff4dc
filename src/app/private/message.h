// What the window has to say, at its foot, for some seconds.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_message {
    char text[1024]; // "": nothing
    bool is_error;
    bool offers_reset;      // of the planet's changes, by a button beside it
    int shows_body;         // or a flight to a body, its number and 1; 0: to none
    uint64_t number, timed; // of messages so far; of the one whose time runs
    double until_s;         // when it goes
} tr_message;

// Both replace what stood there; what does not fit is cut off.
void tr_message_say(tr_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tr_message_complain(tr_message *message, const tr_error *error);
// The text of an error, with its file and its path.
void tr_message_of_error(const tr_error *error, char *text, size_t size);

// A message goes after 5 seconds, an error after 10, of a clock in seconds that never goes back: the time of a
// new one runs from the first look at it. Returns whether one has gone.
bool tr_message_poll(tr_message *message, double now_s);
// When to look next; INFINITY: there is none.
double tr_message_due(const tr_message *message);
void tr_message_clear(tr_message *message);
