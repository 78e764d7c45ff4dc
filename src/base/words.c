#include "base/words.h"
#include "base/maths.h"

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

// The number of edits (insert, delete, replace, swap neighbours) from a to b, as Damerau 1964, restricted.
static int distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b);
    int rows[3][longest + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= m; j++)
        last[j] = j;
    for (int i = 1; i <= n; i++) {
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            row[j] = tr_min(tr_min(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = tr_min(row[j], before[j - 2] + 1);
        }
        int *t = before;
        before = last, last = row, row = t;
    }
    return last[m];
}

// Common synonyms for names.
static const struct {
    const char *word, *name;
} synonyms[] = {{"latitude", "abs_sin_latitude"},
                {"hemisphere", "sin_latitude"},
                {"share", "quantile"},
                {"share", "coverage"},
                {"share", "link"},
                {"fill", "coverage"},
                {"fill", "subdivision"},
                {"forwardness", "anisotropy"},
                {"relief", "slope_exaggeration"},
                {"fold", "absolute"},
                {"sites_of", "sites_from"},
                {"of", "sites_from"},
                {"of", "terrain_from"},
                {"of", "flow_from"},
                {"one-level", "no-mips"},
                {"deep-normals", "normal-bits"},
                {"fit-height", "height-range"},
                {"times", "scale"}};

static const char *find_synonym(const char *word, const char *const *candidates, int count) {
    for (size_t s = 0; s < sizeof synonyms / sizeof synonyms[0]; s++)
        for (int i = 0; i < count && strcmp(synonyms[s].word, word) == 0; i++)
            if (strcmp(synonyms[s].name, candidates[i]) == 0)
                return candidates[i];
    return NULL;
}

const char *tr_nearest_name(const char *word, const char *const *candidates, int count) {
    const char *best = find_synonym(word, candidates, count);
    int best_distance = 0;
    if (best)
        return best;
    if (strlen(word) > longest)
        return NULL;
    for (int i = 0; i < count; i++) {
        if (strlen(candidates[i]) > longest)
            continue;
        int d = distance(word, candidates[i]);
        // a word that begins a name is close to it, however much is missing
        if (strlen(word) >= 3 && strncmp(word, candidates[i], strlen(word)) == 0)
            d = 1;
        if (d <= 2 + (int)strlen(word) / 5 && d < (int)strlen(candidates[i]) && (!best || d < best_distance))
            best = candidates[i], best_distance = d;
    }
    return best;
}

const char *tr_nearest_hint(const char *word, const char *const *candidates, int count, const char *otherwise,
                            char hint[TR_HINT_BYTES]) {
    const char *nearest = tr_nearest_name(word, candidates, count);
    if (nearest)
        snprintf(hint, TR_HINT_BYTES, "; did you mean '%s'?", nearest);
    return nearest ? hint : otherwise;
}

// Decodes a valid sequence.
static uint32_t decode(const char *s, size_t length) {
    uint32_t code = length == 1 ? (unsigned char)*s : (unsigned char)*s & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)s[i] & 0x3f);
    return code;
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
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
    const uint32_t code = decode(s, length);
    return code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? length : 0;
}

// Joiners of letters and of pictures, which words of some languages need.
static bool joins(uint32_t c) { return c == 0x200c || c == 0x200d; }

// Control characters, and characters that are invisible or change the display of others: marks, overrides and
// isolates of direction, line separators, zero-width spaces, the byte order mark, tags (Unicode's categories
// Cc, Zl, Zp and Cf except visible signs).
static bool is_hidden(uint32_t c) {
    static const uint32_t ranges[][2] = {
        {0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},    {0x180e, 0x180e},
        {0x200b, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x2064},   {0x2066, 0x206f},  {0xfeff, 0xfeff},
        {0xfff9, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}};
    bool hidden = false;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        hidden = hidden || (c >= ranges[i][0] && c <= ranges[i][1]);
    return hidden;
}

bool tr_text_is_plain(const char *text) {
    const char *end = text + strlen(text);
    for (size_t length; text < end; text += length) {
        length = tr_utf8_length(text, end);
        const uint32_t c = length ? decode(text, length) : 0;
        if (length == 0 || (is_hidden(c) && !joins(c)))
            return false;
    }
    return true;
}

bool tr_path_is_below(const char *path) {
    if (!tr_text_is_plain(path) || strpbrk(path, "\\\":*?<>|"))
        return false;
    for (const char *name = path;; name++) {
        const size_t length = strcspn(name, "/");
        if (length == 0 || (length <= 2 && strspn(name, ".") >= length))
            return *path == 0;
        name += length;
        if (!*name)
            return true;
    }
}

const char *tr_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

size_t tr_path_stem(const char *path, const char **stem) {
    const char *name = tr_path_name(path), *end = strrchr(name, '.');
    *stem = name;
    return end && end > name ? (size_t)(end - name) : strlen(name);
}

char *tr_text_show(const char *text, char *shown, size_t size) {
    const char *end = text + strlen(text);
    size_t used = 0;
    shown[0] = 0;
    for (size_t length; text < end; text += length) {
        length = tr_utf8_length(text, end);
        const uint32_t c = length ? decode(text, length) : (unsigned char)*text;
        char escape[12] = "";
        if (c == '\n')
            snprintf(escape, sizeof escape, "\\n");
        else if (length == 0 || (c < 0x80 && is_hidden(c)))
            snprintf(escape, sizeof escape, "\\x%02x", (unsigned)c);
        else if (is_hidden(c))
            snprintf(escape, sizeof escape, c > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)c);
        length += length == 0;
        const size_t bytes = *escape ? strlen(escape) : length;
        if (used + bytes >= size)
            break;
        memcpy(shown + used, *escape ? escape : text, bytes);
        used += bytes;
        shown[used] = 0;
    }
    return shown;
}

size_t tr_json_letter(const char *s, const char *end, char letter[TR_JSON_LETTER_BYTES]) {
    const size_t length = tr_utf8_length(s, end);
    const uint32_t c = length ? decode(s, length) : 0xfffd;
    if (c == '"' || c == '\\')
        snprintf(letter, TR_JSON_LETTER_BYTES, "\\%c", (int)c);
    else if (c > 0xffff && is_hidden(c)) // a surrogate pair of UTF-16
        snprintf(letter, TR_JSON_LETTER_BYTES, "\\u%04x\\u%04x", 0xd7c0 + (unsigned)(c >> 10),
                 0xdc00 + (unsigned)(c & 0x3ff));
    else if (length == 0 || is_hidden(c))
        snprintf(letter, TR_JSON_LETTER_BYTES, "\\u%04x", (unsigned)c);
    else
        snprintf(letter, TR_JSON_LETTER_BYTES, "%.*s", (int)length, s);
    return length ? length : 1;
}
