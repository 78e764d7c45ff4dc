#include "base/decimals.h"
#include "base/memory.h"
#include "base/words.h"
#include "json/private/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { line_columns = 100, step = 2 };

// A text that grows. Once there is no memory it is lost, and nothing more is added.
typedef struct writer {
    char *text;
    size_t length, capacity;
    bool lost, indented;
} writer;

// ---- the text ----------------------------------------------------------------------------------

static void put_bytes(writer *w, const char *bytes, size_t count) {
    if (!w->lost && w->capacity - w->length <= count) { // one more for the zero
        const size_t capacity = 2 * (w->length + count) + 256;
        char *more = tr_realloc(w->text, capacity);
        w->lost = !more;
        w->text = more ? more : w->text;
        w->capacity = more ? capacity : w->capacity;
    }
    if (w->lost)
        return;
    memcpy(w->text + w->length, bytes, count);
    w->length += count;
    w->text[w->length] = 0;
}

static void put(writer *w, const char *text) { put_bytes(w, text, strlen(text)); }

static void put_break(writer *w, int depth) {
    put_bytes(w, "\n", 1);
    for (int i = 0; i < depth * step; i++)
        put_bytes(w, " ", 1);
}

static bool is_usual(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

static void put_quoted(writer *w, const char *text) {
    const char *end = text + strlen(text);
    char letter[TR_JSON_LETTER_BYTES];
    put(w, "\"");
    for (const char *s = text; s < end;) {
        size_t usual = 0;
        while (is_usual(s[usual]))
            usual++;
        put_bytes(w, s, usual);
        s += usual;
        if (s == end)
            break;
        s += tr_json_letter(s, end, letter);
        put(w, letter);
    }
    put(w, "\"");
}

// ---- numbers -----------------------------------------------------------------------------------

static void put_real(writer *w, double x) {
    char text[40];
    for (int digits = 15; digits <= 17; digits++) { // 15 for what people type, 17 for what sliders leave
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    put(w, text);
    if (!strpbrk(text, ".e"))
        put(w, ".0");
}

// ---- nodes -------------------------------------------------------------------------------------

static void put_node(writer *w, const tr_json *node, int depth, bool on_one_line);

static void put_list(writer *w, const tr_json *node, int depth, bool on_one_line) {
    const bool object = node->kind == TR_JSON_OBJECT, broken = w->indented && !on_one_line && node->count > 0;
    put(w, object ? "{" : "[");
    for (const tr_json *inner = node->first; inner && !w->lost; inner = inner->next) {
        if (broken)
            put_break(w, depth + 1);
        if (object) {
            put_quoted(w, inner->key);
            put(w, w->indented ? ": " : ":");
        }
        put_node(w, inner, depth + 1, on_one_line);
        if (inner->next)
            put(w, w->indented && !broken ? ", " : ",");
    }
    if (broken)
        put_break(w, depth);
    put(w, object ? "}" : "]");
}

static bool holds_objects(const tr_json *node) {
    bool found = tr_json_is(node, TR_JSON_OBJECT);
    for (const tr_json *inner = tr_json_first(node); inner && !found; inner = inner->next)
        found = holds_objects(inner);
    return found;
}

// What holds no objects stands on the line that it begins on, where that does not become too long.
static bool put_list_on_line(writer *w, const tr_json *node, int depth) {
    bool simple = w->indented && node->count <= line_columns;
    for (const tr_json *inner = node->first; inner && simple; inner = inner->next)
        simple = !holds_objects(inner);
    if (!simple)
        return false;
    const size_t before = w->length;
    size_t line = before;
    while (line > 0 && w->text[line - 1] != '\n')
        line--;
    put_list(w, node, depth, true);
    if (w->lost || w->length - line <= line_columns)
        return true;
    w->length = before;
    return false;
}

static void put_node(writer *w, const tr_json *node, int depth, bool on_one_line) {
    char text[32];
    switch (node->kind) {
    case TR_JSON_NULL:
        put(w, "null");
        break;
    case TR_JSON_FALSE:
        put(w, "false");
        break;
    case TR_JSON_TRUE:
        put(w, "true");
        break;
    case TR_JSON_WHOLE:
        snprintf(text, sizeof text, "%lld", (long long)node->whole);
        put(w, text);
        break;
    case TR_JSON_REAL:
        put_real(w, node->real);
        break;
    case TR_JSON_TEXT:
        put_quoted(w, node->text);
        break;
    case TR_JSON_ARRAY:
    case TR_JSON_OBJECT:
        if (on_one_line || !put_list_on_line(w, node, depth))
            put_list(w, node, depth, on_one_line);
        break;
    }
}

tr_status tr_json_write(const tr_json_document *document, const tr_json *node, bool indented, char **text,
                        tr_error *error) {
    writer w = {.indented = indented};
    *text = NULL;
    if (tr_json_check(document, error) != TR_OK)
        return TR_NO_MEMORY;
    const tr_decimals decimals = tr_decimals_begin();
    put_node(&w, node, 0, false);
    tr_decimals_end(decimals);
    if (w.lost) {
        tr_free(w.text);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a world's text");
    }
    *text = w.text;
    return TR_OK;
}
