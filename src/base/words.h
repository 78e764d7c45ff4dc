// Words and numbers in messages.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A number with the fewest digits that identify it: 0.01, 1000001, 1e+15. Returns text.
const char *tr_number_text(double x, char text[32]);

// The candidate that a word means: one with the same meaning ("share": "coverage"), otherwise the nearest to a
// misspelt word (Damerau-Levenshtein); NULL: none.
const char *tr_nearest_name(const char *word, const char *const *candidates, int count);

// The end of a message about an unknown word: "; did you mean 'octaves'?" with the nearest candidate, or
// `otherwise` if none is near. Returns hint or otherwise.
enum { TR_HINT_BYTES = 128 };
const char *tr_nearest_hint(const char *word, const char *const *candidates, int count, const char *otherwise,
                            char hint[TR_HINT_BYTES]);

// The length of the UTF-8 sequence at s, which ends before `end`; 0: invalid (RFC 3629).
size_t tr_utf8_length(const char *s, const char *end);
// Whether a text is UTF-8 without control characters and without Unicode characters that change the direction
// of text or are invisible, so that it can be displayed and used in a name without looking like another one.
// (Joiners are allowed, because words of some languages need them.)
bool tr_text_is_plain(const char *text);

// Whether a text is a path below a folder that every system can have: UTF-8 without control characters and
// \\ " : * ? < > |, names joined by "/", none of them empty, "." or "..".
bool tr_path_is_below(const char *path);
// The name of a file without its folder, as a pointer into the path.
const char *tr_path_name(const char *path);
// The name of a file without its folder and its extension, as a pointer into the path. A name whose only dot is
// its first character has no extension. Returns its length.
size_t tr_path_stem(const char *path, const char **stem);

// Makes an external text safe to display: control characters, Unicode characters that change the direction of
// text or are invisible, and invalid UTF-8 are escaped as in C: "\n", "\x1b", "\u202e", "\xff". Everything
// else, including backslashes, is unchanged, so applying it twice gives the same text. Writes into shown, which
// has `size` bytes, 1 or more; longer text is truncated between characters. Returns shown.
char *tr_text_show(const char *text, char *shown, size_t size);

enum { TR_JSON_LETTER_BYTES = 16 };
// The character at s, before `end`, as in a JSON string: invalid UTF-8 becomes U+FFFD, and characters that
// tr_text_show escapes become \u and four digits, so that JSON is safe on a terminal and inside scripts.
// Returns the number of bytes of s that were read.
size_t tr_json_letter(const char *s, const char *end, char letter[TR_JSON_LETTER_BYTES]);
