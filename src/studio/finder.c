#include "studio/finder.h"

#include <stdbool.h>
#include <string.h>

enum { for_letter = 4, for_neighbour = 6, for_word = 8, for_start = 6, for_whole = 20 };

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80);
}

// The best from here on: `last` is the place of the letter before, or -2. Texts are short, so that trying all
// ways is quick; `room` bounds what a hostile text could ask for.
static int best_from(const char *query, const char *text, int at, int last, int *room) {
    while (*query == ' ')
        query++;
    if (!*query)
        return 1;
    int best = 0;
    for (int i = at; text[i] && *room > 0; i++) {
        (*room)--;
        if (small(text[i]) != small(*query))
            continue;
        const int rest = best_from(query + 1, text, i + 1, i, room);
        if (rest == 0)
            continue;
        const bool begins = i == 0 || !is_letter(text[i - 1]);
        const int here = for_letter + (i == last + 1 ? for_neighbour : 0) + (begins ? for_word : 0) +
                         (i == 0 ? for_start : 0);
        best = here + rest > best ? here + rest : best;
    }
    return best;
}

int tr_find_score(const char *query, const char *text) {
    int room = 4096;
    const int score = best_from(query, text, 0, -2, &room);
    const size_t length = strlen(query);
    if (score == 0 || length == 0)
        return score;
    return score + (int)(for_whole * length / (strlen(text) + 1)); // of two that have it, the shorter one
}
