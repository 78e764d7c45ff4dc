// Words and numbers in messages.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A number in the fewest digits that tell it from all others: 0.01, 1000001, 1e+15. Returns text.
const char *tr_number_text(double x, char text[32]);

// The candidate nearest to a misspelt word (Damerau-Levenshtein), or NULL where none is near.
const char *tr_nearest_name(const char *word, const char *const *candidates, int count);

// The length of the UTF-8 sequence that begins at s, which ends before `end`; 0: there is none (RFC 3629).
size_t tr_utf8_length(const char *s, const char *end);
// Whether a text is UTF-8 and has no control characters, nor those of Unicode that turn the direction of what
// follows or that nobody sees, so that it can be shown and be part of a name without looking like another one.
bool tr_text_is_plain(const char *text);
