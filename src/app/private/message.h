// The message at the bottom of the window, which is shown for some seconds.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_message {
    char text[1024]; // "": none
    bool is_error;
    bool offers_reset;      // shows a button that resets the planet's changes
    int offers_map;         // shows a button that carries out this command for the file of a map; 0: none
    int shows_body;         // shows a button that flies to a body: its number + 1; 0: none
    uint64_t number, timed; // the number of messages so far; the number of the one with a running timer
    double until_s;         // when it disappears
} tr_message;

// Both replace the message; text that does not fit is cut off.
void tr_message_say(tr_message *message, const char *format, ...) TR_PRINTF(2, 3);
void tr_message_complain(tr_message *message, const tr_error *error);
// The text of an error, with its file and its path.
void tr_message_of_error(const tr_error *error, char *text, size_t size);

// A message disappears after 5 seconds, an error after 10, one with a button after 20, by a monotonic clock in
// seconds. The time begins with the first call for that message. Returns whether one has disappeared.
bool tr_message_poll(tr_message *message, double now_s);
// When to call next; INFINITY: there is no message.
double tr_message_due(const tr_message *message);
void tr_message_clear(tr_message *message);
