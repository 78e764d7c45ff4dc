// Words and numbers in messages.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A number in the fewest digits that tell it from all others: 0.01, 1000001, 1e+15. Returns text.
const char *tr_number_text(double x, char text[32]);

// The candidate that a word stands for: one that means the same ("share": "coverage"), else the nearest to a
// misspelt word (Damerau-Levenshtein); NULL: there is none.
const char *tr_nearest_name(const char *word, const char *const *candidates, int count);

// What a message says behind a word that is none of the candidates: "; did you mean 'octaves'?", or `otherwise`
// where none is near. Returns hint or otherwise.
enum { TR_HINT_BYTES = 128 };
const char *tr_nearest_hint(const char *word, const char *const *candidates, int count, const char *otherwise,
                            char hint[TR_HINT_BYTES]);

// The length of the UTF-8 sequence that begins at s, which ends before `end`; 0: there is none (RFC 3629).
size_t tr_utf8_length(const char *s, const char *end);
// Whether a text is UTF-8 and has no control characters, nor those of Unicode that turn the direction of what
// follows or that nobody sees, so that it can be shown and be part of a name without looking like another one.
// (Joiners are allowed: words of some languages need them.)
bool tr_text_is_plain(const char *text);

// A text that may come from anywhere, for people: control characters, those of Unicode that turn the direction
// of what follows or that nobody sees, and bytes that are no UTF-8 stand as C writes them: "\n", "\x1b",
// "\u202e",
// "\xff". All else stays, backslashes too: what was shown once does not change. Writes into shown, which has
// `size` bytes, 1 or more; what does not fit is cut off between letters. Returns shown.
char *tr_text_show(const char *text, char *shown, size_t size);

enum { TR_JSON_LETTER_BYTES = 16 };
// The letter at s, before `end`, as it stands in a string of JSON: what is no UTF-8 as U+FFFD, and what
// tr_text_show escapes as \u and four digits, so that JSON is safe on a terminal and inside of scripts, too.
// Returns how many bytes of s it took.
size_t tr_json_letter(const char *s, const char *end, char letter[TR_JSON_LETTER_BYTES]);
