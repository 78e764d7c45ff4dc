#include "scene/private/trees.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/words.h"

#include <stdbool.h>
#include <string.h>

static const char digits[] = "0123456789";

// Whether a text is a number in any of the usual spellings.
static bool is_number(const char *s) {
    s += strspn(s, "+-") > 0;
    const size_t before = strspn(s, digits);
    s += before;
    const size_t after = *s == '.' || *s == ',' ? strspn(s + 1, digits) : 0;
    s += after > 0 || (before > 0 && (*s == '.' || *s == ',')) ? after + 1 : 0;
    if (before + after == 0)
        return false;
    if (*s == 'e' || *s == 'E') {
        const char *exponent = s + 1;
        exponent += strspn(exponent, "+-") > 0;
        s = *exponent ? exponent + strspn(exponent, digits) : s;
    }
    return *s == 0;
}

// Reads a number of digits only; false if it is not one, or too large.
static bool read_whole(const char *text, uint64_t *seed) {
    uint64_t number = 0;
    for (const char *s = text; *s; s++) {
        const uint64_t digit = (uint64_t)(*s - '0');
        if (digit > 9 || number > (INT64_MAX - digit) / 10)
            return false;
        number = 10 * number + digit;
    }
    *seed = number;
    return true;
}

static tr_status read_trimmed(const char *text, uint64_t *seed, tr_error *error) {
    if (!*text)
        return tr_fail(error, TR_BAD_USAGE, "a seed is a whole number 0 … 9223372036854775807, or words");
    if (!tr_text_is_plain(text))
        return tr_fail(error, TR_BAD_USAGE, "a seed of words must be UTF-8 without control characters");
    if (read_whole(text, seed))
        return TR_OK;
    if (is_number(text))
        return tr_fail(error, TR_BAD_USAGE,
                       "a seed is a whole number 0 … 9223372036854775807, or words, not '%.200s'", text);
    *seed = tr_hash_text(0, text) % 1000000000;
    return TR_OK;
}

tr_status tr_seed_read(const char *text, uint64_t *seed, tr_error *error) {
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    char *trimmed = tr_malloc(length + 1);
    if (!trimmed)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a seed");
    memcpy(trimmed, text, length);
    trimmed[length] = '\0';
    const tr_status status = read_trimmed(trimmed, seed, error);
    tr_free(trimmed);
    return status;
}

bool tr_tree_seed(const tr_json *value, uint64_t *seed) {
    if (tr_json_text(value))
        return tr_seed_read(value->text, seed, NULL) == TR_OK;
    if (!tr_json_is(value, TR_JSON_WHOLE) || value->whole < 0)
        return false;
    *seed = (uint64_t)value->whole;
    return true;
}
