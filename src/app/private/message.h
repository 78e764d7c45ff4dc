// The status line at the foot of the panel.
#pragma once
#include "base/status.h"
#include <stdbool.h>

typedef struct tr_message {
    char text[1024];
    bool is_error;
} tr_message;

// Both replace what stood there; what does not fit is cut off.
void tr_message_say(tr_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tr_message_complain(tr_message *message, const tr_error *error);
