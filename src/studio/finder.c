#include "studio/finder.h"

#include <stdbool.h>
#include <string.h>

enum { for_letter = 4, for_neighbour = 6, for_word = 8, for_start = 6, for_whole = 20 };
// What each way of answering is worth more than the next one; a score stays below.
enum {
    for_whole_name = 6 * TR_FIND_WORDS,
    for_whole_synonym = 5 * TR_FIND_WORDS,
    for_name = 4 * TR_FIND_WORDS,
    for_synonym = 3 * TR_FIND_WORDS,
    for_initials = 2 * TR_FIND_WORDS,
    for_what = TR_FIND_WORDS,
    most_score = TR_FIND_WORDS - 1
};

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

// ---- names, synonyms, explanations -----------------------------------------------------------------

// Whether a word of the text begins with that one, or is that one.
static bool has_word(const char *text, const char *word, size_t length, bool whole) {
    for (size_t i = 0; text && text[i]; i++) {
        size_t same = 0;
        while (same < length && small(text[i + same]) == small(word[same]))
            same++;
        if (same == length && (i == 0 || !is_letter(text[i - 1])) && !(whole && is_letter(text[i + same])))
            return true;
    }
    return false;
}

// Whether every word of the query begins, or is, a word of one of the texts.
static bool has_words(const char *query, int count, const char *const *texts, bool whole) {
    while (*(query += strspn(query, " "))) {
        const size_t length = strcspn(query, " ");
        const bool plural = length > 3 && small(query[length - 1]) == 's';
        bool found = false;
        for (int i = 0; i < count && !found; i++)
            found = has_word(texts[i], query, length, whole) ||
                    (plural && has_word(texts[i], query, length - 1, whole));
        if (!found)
            return false;
        query += length;
    }
    return true;
}

int tr_find_rank(const char *query, const char *name, const char *synonyms, const char *what) {
    const char *const texts[] = {name, synonyms, what};
    const int score = tr_find_score(query, name), capped = score < most_score ? score : most_score;
    const int together = (for_letter + for_neighbour - 1) * (int)strlen(query);
    if (!query[strspn(query, " ")])
        return 1;
    if (has_words(query, 1, texts, true))
        return for_whole_name + capped;
    if (has_words(query, 2, texts, true))
        return for_whole_synonym + capped;
    if (has_words(query, 1, texts, false))
        return for_name + capped;
    if (has_words(query, 2, texts, false))
        return for_synonym + capped;
    if (score > together)
        return for_initials + capped;
    return has_words(query, 3, texts, false) ? for_what + capped : capped;
}
