#include "base/words.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tr_number_text(double x, char text[32]) {
    if (x == floor(x) && fabs(x) < 1e9) {
        snprintf(text, 32, "%.0f", x);
        return text;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

enum { longest = 63 };

static int least(int a, int b) { return a < b ? a : b; }

// Edits (insert, delete, replace, swap neighbours) that turn a into b: Damerau 1964 in its restricted form.
static int distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b);
    int rows[3][longest + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= m; j++)
        last[j] = j;
    for (int i = 1; i <= n; i++) {
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        int *t = before;
        before = last, last = row, row = t;
    }
    return last[m];
}

const char *tr_nearest_name(const char *word, const char *const *candidates, int count) {
    const char *best = NULL;
    int best_distance = 0;
    if (strlen(word) > longest)
        return NULL;
    for (int i = 0; i < count; i++) {
        if (strlen(candidates[i]) > longest)
            continue;
        int d = distance(word, candidates[i]);
        // a word that starts a name is near to it however much is missing
        if (strlen(word) >= 3 && strncmp(word, candidates[i], strlen(word)) == 0)
            d = 1;
        if (d <= 2 + (int)strlen(word) / 5 && d < (int)strlen(candidates[i]) && (!best || d < best_distance))
            best = candidates[i], best_distance = d;
    }
    return best;
}

size_t tr_utf8_length(const char *s, const char *end) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)*s;
    const size_t length = first < 0x80       ? 1
                          : first >> 5 == 6  ? 2
                          : first >> 4 == 14 ? 3
                          : first >> 3 == 30 ? 4
                                             : 0;
    if (length == 0 || (size_t)(end - s) < length)
        return 0;
    uint32_t code = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)s[i] & 0x3f);
    }
    return code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? length : 0;
}

// Of a sequence that is one.
static uint32_t decode(const char *s, size_t length) {
    uint32_t code = length == 1 ? (unsigned char)*s : (unsigned char)*s & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)s[i] & 0x3f);
    return code;
}

// Controls, and what changes how other characters look: marks and overrides of direction, separators of lines,
// the byte order mark.
static bool is_hidden(uint32_t c) {
    return c < 32 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

bool tr_text_is_plain(const char *text) {
    const char *end = text + strlen(text);
    for (size_t length; text < end; text += length) {
        length = tr_utf8_length(text, end);
        if (length == 0 || is_hidden(decode(text, length)))
            return false;
    }
    return true;
}
