#include "editor/finder.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Scores of the kinds of matches.
enum {
    for_whole_name = 5 * TR_FIND_WORDS,
    for_whole_synonym = 4 * TR_FIND_WORDS,
    for_name = 3 * TR_FIND_WORDS,
    for_synonym = 2 * TR_FIND_WORDS,
    for_what = TR_FIND_WORDS,
    for_letters = 2, // an empty query has 1
    for_beginning = TR_FIND_WORDS / 2
};

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80);
}

// The number of letters that a text shares with the beginning of a word.
static size_t common(const char *text, const char *word, size_t length) {
    size_t same = 0;
    while (same < length && text[same] && small(text[same]) == small(word[same]))
        same++;
    return same;
}

// ---- words -----------------------------------------------------------------------------------------

// Whether a word of the text begins with that word, or with `whole` is that word.
static bool has_word(const char *text, const char *word, size_t length, bool whole) {
    for (size_t i = 0; text && text[i]; i++)
        if (common(text + i, word, length) == length && (i == 0 || !is_letter(text[i - 1])) &&
            !(whole && is_letter(text[i + length])))
            return true;
    return false;
}

static bool is_little(const char *word, size_t length) {
    static const char *const little[] = {"a",  "an", "and",  "change", "do", "for", "how", "i",   "in",
                                         "is", "it", "make", "my",     "of", "on",  "set", "the", "to"};
    for (size_t i = 0; i < sizeof little / sizeof *little; i++)
        if (strlen(little[i]) == length && common(word, little[i], length) == length)
            return true;
    return false;
}

// Whether every word of the query begins, or is, a word of one of the texts. Stop words only count if there are
// no others.
static bool has_words(const char *query, int count, const char *const *texts, bool whole) {
    bool only_little = true;
    for (int pass = 0; pass < 2 && only_little; pass++)
        for (const char *word = query; *(word += strspn(word, " "));) {
            const size_t length = strcspn(word, " ");
            const bool plural = length > 3 && small(word[length - 1]) == 's',
                       counts = pass || !is_little(word, length);
            bool found = false;
            for (int i = 0; i < count && !found && counts; i++)
                found = has_word(texts[i], word, length, whole) ||
                        (plural && has_word(texts[i], word, length - 1, whole));
            if (counts && !found)
                return false;
            only_little = only_little && !counts;
            word += length;
        }
    return true;
}

// ---- letters ---------------------------------------------------------------------------------------

// Whether the query, without spaces, consists of beginnings of words of the text, in order.
static bool has_beginnings(const char *query, const char *text) {
    for (size_t i = 0; text[i] && *query; i++) {
        query += strspn(query, " ");
        if (i == 0 || !is_letter(text[i - 1]))
            query += common(text + i, query, strcspn(query, " "));
    }
    return !query[strspn(query, " ")];
}

static bool has_together(const char *query, const char *text) {
    const size_t length = strlen(query);
    for (size_t i = 0; text[i] && length > 2; i++)
        if (common(text + i, query, length) == length)
            return true;
    return false;
}

int tr_find_rank(const char *query, const char *name, const char *synonyms, const char *what) {
    const char *const texts[] = {name, synonyms, what};
    query += strspn(query, " ");
    const size_t length = strlen(query), word = strcspn(query, " ");
    int score =
        (int)((for_beginning - 1) * (length < strlen(name) ? length : strlen(name)) / (strlen(name) + 1));
    if (!length)
        return 1;
    if (common(name, query, word) == word)
        score += for_beginning;
    if (has_words(query, 1, texts, true))
        return for_whole_name + score;
    if (has_words(query, 2, texts, true))
        return for_whole_synonym;
    if (has_words(query, 1, texts, false))
        return for_name + score;
    if (has_words(query, 2, texts, false))
        return for_synonym;
    if (has_words(query, 3, texts, false))
        return for_what;
    return has_together(query, name) || has_beginnings(query, name) ? for_letters + score / 2 : 0;
}
