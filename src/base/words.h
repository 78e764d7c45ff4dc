// Words and numbers in messages.
#pragma once

// A number in the fewest digits that tell it from all others: 0.01, 1000001, 1e+15. Returns text.
const char *tr_number_text(double x, char text[32]);

// The candidate nearest to a misspelt word (Damerau-Levenshtein), or NULL where none is near.
const char *tr_nearest_name(const char *word, const char *const *candidates, int count);
