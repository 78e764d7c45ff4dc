#include "base/decimals.h"
#include "base/text.h"
#include "json/private/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { line_columns = 100, step = 2 };

typedef struct writer {
    tr_text text;
    bool indented;
} writer;

static void put(writer *w, const char *text) { tr_text_append(&w->text, text, strlen(text)); }

static void put_break(writer *w, int depth) { tr_text_add(&w->text, "\n%*s", depth * step, ""); }

// ---- numbers -----------------------------------------------------------------------------------

static void put_real(writer *w, double x) {
    char text[40];
    for (int digits = 15; digits <= 17; digits++) { // 15 for typed numbers, 17 for values of sliders
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
    for (const tr_json *inner = node->first; inner && !w->text.failed; inner = inner->next) {
        if (broken)
            put_break(w, depth + 1);
        if (object) {
            tr_text_quote(&w->text, inner->key);
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

// Lists without objects are written on one line if it does not become too long.
static bool put_list_on_line(writer *w, const tr_json *node, int depth) {
    bool simple = w->indented && node->count <= line_columns;
    for (const tr_json *inner = node->first; inner && simple; inner = inner->next)
        simple = !holds_objects(inner);
    if (!simple)
        return false;
    const size_t before = w->text.used;
    size_t line = before;
    while (line > 0 && w->text.bytes[line - 1] != '\n')
        line--;
    put_list(w, node, depth, true);
    if (w->text.failed || w->text.used - line <= line_columns)
        return true;
    w->text.used = before;
    return false;
}

static void put_node(writer *w, const tr_json *node, int depth, bool on_one_line) {
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
        tr_text_add(&w->text, "%lld", (long long)node->whole);
        break;
    case TR_JSON_REAL:
        put_real(w, node->real);
        break;
    case TR_JSON_TEXT:
        tr_text_quote(&w->text, node->text);
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
    if (w.text.failed) {
        tr_free(w.text.bytes);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a world's text");
    }
    *text = w.text.bytes;
    return TR_OK;
}
