#include "base/text.h"

#include "base/decimals.h"
#include "base/memory.h"
#include "base/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Makes space for that many more bytes and a terminating zero.
static bool reserve(tr_text *text, size_t count) {
    if (!text->failed && text->capacity - text->used <= count) {
        const size_t capacity = 2 * (text->used + count) + 256;
        char *grown = tr_realloc(text->bytes, capacity);
        text->failed = !grown;
        if (grown)
            text->bytes = grown, text->capacity = capacity;
    }
    return !text->failed;
}

void tr_text_append(tr_text *text, const char *bytes, size_t count) {
    if (!reserve(text, count))
        return;
    memcpy(text->bytes + text->used, bytes, count);
    text->used += count;
    text->bytes[text->used] = 0;
}

void tr_text_add(tr_text *text, const char *format, ...) {
    const tr_decimals decimals = tr_decimals_begin();
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const size_t count = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (reserve(text, count))
        text->used += (size_t)vsnprintf(text->bytes + text->used, count + 1, format, list);
    va_end(list);
    tr_decimals_end(decimals);
}

static bool is_usual(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void tr_text_quote(tr_text *text, const char *string) {
    const char *end = string + strlen(string);
    char letter[TR_JSON_LETTER_BYTES];
    tr_text_append(text, "\"", 1);
    while (string < end) {
        size_t usual = 0;
        while (is_usual(string[usual]))
            usual++;
        tr_text_append(text, string, usual);
        string += usual;
        if (string < end) {
            string += tr_json_letter(string, end, letter);
            tr_text_append(text, letter, strlen(letter));
        }
    }
    tr_text_append(text, "\"", 1);
}
