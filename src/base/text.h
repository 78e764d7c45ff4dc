// A text that grows. A failed allocation sticks: nothing is added from then on, and whoever takes the text
// looks at `failed` once at the end. Zeros: an empty one. bytes ends with a zero byte, or is NULL where nothing
// was added; tr_free() it.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct tr_text {
    char *bytes;
    size_t used, capacity;
    bool failed;
} tr_text;

void tr_text_append(tr_text *text, const char *bytes, size_t count);
// As printf, with decimal points whatever the locale.
__attribute__((format(printf, 2, 3))) void tr_text_add(tr_text *text, const char *format, ...);
// Appends a string in quotes, escaped as in JSON: \" and \\, and \u with four digits for invisible characters
// (tr_json_letter). Python, Godot, Celestia and SpaceEngine parse it in the same way.
void tr_text_quote(tr_text *text, const char *string);
