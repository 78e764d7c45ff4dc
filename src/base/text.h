// A growing text. After a failed allocation nothing more is appended, so it is enough to check `failed` once at
// the end. Zero-initialised: empty. bytes ends with a zero byte, or is NULL if nothing was appended; free it
// with tr_free().
#pragma once
#include "base/format.h"
#include <stdbool.h>

typedef struct tr_text {
    char *bytes;
    size_t used, capacity;
    bool failed;
} tr_text;

void tr_text_append(tr_text *text, const char *bytes, size_t count);
// As printf, but always with decimal points, independent of the locale.
TR_PRINTF(2, 3) void tr_text_add(tr_text *text, const char *format, ...);
// Appends a string in quotes, escaped as in JSON: \" and \\, and \u with four digits for invisible characters
// (tr_json_letter). Python, Godot, Celestia and SpaceEngine parse it in the same way.
void tr_text_quote(tr_text *text, const char *string);
