// The parser: one pass over the text, with one function for each rule of the grammar (RFC 8259).
#include "base/decimals.h"
#include "base/words.h"
#include "json/private/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    tr_json_document *document;
    const tr_json_source *source;
    const char *at, *end;
    int depth, values_left;
    const char *wrong; // position of the first error, or NULL
    char message[160];
} parser;

// ---- places ------------------------------------------------------------------------------------

static const char mark[] = "\xef\xbb\xbf"; // byte order mark, which some editors write

static size_t mark_length(const char *text, size_t size) {
    return size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

static void place(const tr_json_source *source, const char *at, tr_error *error) {
    if (!error || error->line > 0 || error->file[0])
        return;
    snprintf(error->file, sizeof error->file, "%s", source->name);
    error->line = error->column = 1;
    for (const char *s = source->text + mark_length(source->text, strlen(source->text)); s < at; s++)
        if (*s == '\n')
            error->line++, error->column = 1;
        else
            error->column++;
}

void tr_json_locate(const tr_json *node, tr_error *error) {
    if (node && node->source)
        place(node->source, node->source->text + node->offset, error);
}

// Records the first error; returns NULL.
static tr_json *bad(parser *p, const char *where, const char *message) {
    if (!p->wrong) {
        p->wrong = where;
        snprintf(p->message, sizeof p->message, "%s", message);
    }
    return NULL;
}

// Reports that the text does not match the grammar.
static tr_json *unexpected(parser *p, const char *wanted) {
    char message[160];
    const size_t word = strspn(p->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    const size_t length = p->at >= p->end ? 0 : word ? (word < 20 ? word : 20) : tr_utf8_length(p->at, p->end);
    if (p->at >= p->end)
        snprintf(message, sizeof message, "the text ends where %s should stand", wanted);
    else if (length == 0 || (unsigned char)*p->at < 32)
        snprintf(message, sizeof message, "a byte 0x%02x stands where %s should", (unsigned char)*p->at,
                 wanted);
    else
        snprintf(message, sizeof message, "'%.*s' stands where %s should", (int)length, p->at, wanted);
    return bad(p, p->at, message);
}

// ---- tokens ------------------------------------------------------------------------------------

static void skip_space(parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
}

static bool take(parser *p, char c) {
    if (p->at >= p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

static tr_json *begin_node(parser *p, tr_json_kind kind) {
    tr_json *node = tr_json_new(p->document, kind);
    node->source = p->source, node->offset = (uint32_t)(p->at - p->source->text);
    return node;
}

static tr_json *read_word(parser *p) {
    static const struct {
        const char *word;
        tr_json_kind kind;
    } words[] = {{"null", TR_JSON_NULL}, {"false", TR_JSON_FALSE}, {"true", TR_JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if ((size_t)(p->end - p->at) < length || memcmp(p->at, words[i].word, length) != 0)
            continue;
        tr_json *node = begin_node(p, words[i].kind);
        p->at += length;
        return node;
    }
    return unexpected(p, "a value");
}

static bool skip_digits(parser *p) {
    const char *first = p->at;
    while (p->at < p->end && *p->at >= '0' && *p->at <= '9')
        p->at++;
    return p->at > first;
}

// Reads digits with an optional sign; false if the number does not fit.
static bool read_whole(const char *s, const char *end, int64_t *out) {
    const bool negative = *s == '-';
    int64_t value = 0; // negative, because that range has one number more
    bool fits = true;
    for (s += negative; s < end && fits; s++)
        fits = !__builtin_mul_overflow(value, 10, &value) && !__builtin_sub_overflow(value, *s - '0', &value);
    fits = fits && (negative || value >= -INT64_MAX);
    *out = negative || !fits ? value : -value;
    return fits;
}

static tr_json *read_number(parser *p) {
    const char *start = p->at;
    tr_json *node = begin_node(p, TR_JSON_WHOLE);
    take(p, '-');
    if (!take(p, '0') && !skip_digits(p))
        return unexpected(p, "a digit");
    bool whole = true;
    if (take(p, '.')) {
        whole = false;
        if (!skip_digits(p))
            return unexpected(p, "a digit");
    }
    if (take(p, 'e') || take(p, 'E')) {
        whole = false;
        if (!take(p, '-'))
            take(p, '+');
        if (!skip_digits(p))
            return unexpected(p, "a digit");
    }
    if (whole)
        return read_whole(start, p->at, &node->whole) ? node : bad(p, start, "a whole number beyond ±2^63");
    node->kind = TR_JSON_REAL;
    node->real = strtod(start, NULL);
    return isfinite(node->real) ? node : bad(p, start, "a number beyond ±1.8e308");
}

// ---- texts -------------------------------------------------------------------------------------

static bool read_hex(parser *p, uint32_t *code) {
    char number[5];
    const size_t digits = strspn(p->at, "0123456789abcdefABCDEF"); // up to the zero behind the text at most
    if (digits < 4) {
        p->at += digits;
        unexpected(p, "one of four hexadecimal digits");
        return false;
    }
    snprintf(number, sizeof number, "%.4s", p->at);
    *code = (uint32_t)strtoul(number, NULL, 16);
    p->at += 4;
    return true;
}

static char *put_utf8(char *out, uint32_t code) {
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3; // bytes after the first
    *out++ = (char)(first[more] | code >> 6 * more);
    for (int i = more - 1; i >= 0; i--)
        *out++ = (char)(0x80 | (code >> 6 * i & 0x3f));
    return out;
}

// After a backslash and u: a code of 16 bits, or a surrogate pair.
static char *read_code(parser *p, const char *start, char *out) {
    uint32_t code, low;
    if (!read_hex(p, &code))
        return NULL;
    if (code >= 0xd800 && code <= 0xdbff) {
        if (!take(p, '\\') || !take(p, 'u') || !read_hex(p, &low) || low < 0xdc00 || low > 0xdfff)
            code = 0;
        else
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code <= 0xdfff)
        code = 0;
    if (code == 0) { // texts must not contain zero bytes
        bad(p, start, "no character has this code");
        return NULL;
    }
    return put_utf8(out, code);
}

static char *read_escape(parser *p, char *out) {
    static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *start = p->at++; // the backslash
    const char *known = p->at < p->end && *p->at ? strchr(escaped, *p->at) : NULL;
    if (take(p, 'u'))
        return read_code(p, start, out);
    if (!known) {
        bad(p, start, "a backslash is followed by one of \" \\ / b f n r t u");
        return NULL;
    }
    *out++ = meant[known - escaped];
    p->at++;
    return out;
}

// Reads a text with its quotes; NULL if it is invalid.
static const char *read_text(parser *p) {
    if (!take(p, '"')) {
        unexpected(p, "a \"name\"");
        return NULL;
    }
    const char *close = p->at; // a text is never longer than its escaped form
    while (close < p->end && *close != '"')
        close += *close == '\\' && close + 1 < p->end ? 2 : 1;
    char *text = tr_json_allocate(p->document, (size_t)(close - p->at) + 1), *out = text;
    while (out && p->at < p->end && *p->at != '"') {
        if (*p->at == '\\') {
            out = read_escape(p, out);
            continue;
        }
        const size_t length = tr_utf8_length(p->at, p->end);
        if (length == 0 || (unsigned char)*p->at < 32) {
            bad(p, p->at,
                length ? "a control character inside a text: write it as \\n, \\t or \\u00.."
                       : "the text is not UTF-8");
            return NULL;
        }
        memcpy(out, p->at, length);
        out += length, p->at += length;
    }
    if (out && !take(p, '"'))
        unexpected(p, "a closing \"");
    return p->wrong || !text ? NULL : text;
}

// ---- values ------------------------------------------------------------------------------------

static tr_json *read_value(parser *p);

static int compare_members(const void *a, const void *b) {
    const tr_json *x = *(const tr_json *const *)a, *y = *(const tr_json *const *)b;
    const int order = strcmp(x->key, y->key);
    return order ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

// Rejects the second of two members with the same name. Sorts them, because there may be thousands.
static tr_json *refuse_twins(parser *p, tr_json *object) {
    const size_t count = object->count;
    const tr_json **members = tr_json_allocate(p->document, count * sizeof *members), *twin = NULL;
    if (!members || count == 0)
        return object;
    size_t i = 0;
    for (const tr_json *member = object->first; member; member = member->next)
        members[i++] = member;
    qsort(members, count, sizeof *members, compare_members);
    for (i = 1; i < count; i++)
        if (strcmp(members[i - 1]->key, members[i]->key) == 0 && (!twin || members[i]->offset < twin->offset))
            twin = members[i];
    if (!twin)
        return object;
    char message[160];
    snprintf(message, sizeof message, "there are two members called \"%.100s\"", twin->key);
    return bad(p, p->source->text + twin->offset, message);
}

// Reports that a limit is exceeded; parsing stops at `where`.
static tr_json *beyond(parser *p, const char *where, const char *format, int most) {
    char message[160];
    snprintf(message, sizeof message, format, most); // NOLINT(clang-diagnostic-format-nonliteral)
    p->document->beyond = true;
    return bad(p, where, message);
}

// Reads values, with their names in an object, up to the closing bracket.
static tr_json *read_list(parser *p, tr_json_kind kind, char close) {
    const char *start = p->at;
    tr_json *list = begin_node(p, kind);
    if (++p->depth > TR_JSON_MAX_DEPTH)
        return beyond(p, p->at, "nested deeper than %d levels", TR_JSON_MAX_DEPTH);
    p->at++;
    skip_space(p);
    for (bool more = !take(p, close); more;) {
        const char *key = NULL;
        if (list->count == TR_JSON_MAX_LIST)
            return beyond(p, start, "a list of more than %d values, the limit", TR_JSON_MAX_LIST);
        skip_space(p);
        if (kind == TR_JSON_OBJECT) {
            key = read_text(p);
            skip_space(p);
            if (key && !take(p, ':'))
                unexpected(p, "':'");
        }
        tr_json *value = p->wrong ? NULL : read_value(p);
        if (!value || tr_json_check(p->document, NULL) != TR_OK)
            return NULL;
        value->key = key;
        tr_json_append(p->document, list, value);
        skip_space(p);
        more = take(p, ',');
        if (!more && !take(p, close))
            return unexpected(p, close == '}' ? "',' or '}'" : "',' or ']'");
    }
    p->depth--;
    return kind == TR_JSON_OBJECT ? refuse_twins(p, list) : list;
}

static tr_json *read_value(parser *p) {
    skip_space(p);
    const char c = p->at < p->end ? *p->at : 0;
    if (p->values_left-- == 0)
        return beyond(p, p->at, "the text has more than %d values, the limit", TR_JSON_MAX_VALUES);
    if (c == '{')
        return read_list(p, TR_JSON_OBJECT, '}');
    if (c == '[')
        return read_list(p, TR_JSON_ARRAY, ']');
    if (c == '"') {
        tr_json *node = begin_node(p, TR_JSON_TEXT);
        node->text = read_text(p);
        return node->text ? node : NULL;
    }
    return c == '-' || (c >= '0' && c <= '9') ? read_number(p) : read_word(p);
}

static tr_json *read_all(parser *p) {
    p->at += mark_length(p->at, (size_t)(p->end - p->at));
    tr_json *root = read_value(p);
    skip_space(p);
    return root && p->at < p->end ? unexpected(p, "the end of the text") : root;
}

tr_json_source *tr_json_new_source(tr_json_document *document, tr_json_origin origin, const char *name,
                                   const char *text, size_t size) {
    tr_json_source *source = tr_json_allocate(document, sizeof *source);
    const char *kept_name = tr_json_copy_text(document, name, strlen(name));
    const char *kept_text = tr_json_copy_text(document, text, size);
    if (source)
        *source = (tr_json_source){origin, kept_name, kept_text};
    return tr_json_check(document, NULL) == TR_OK ? source : NULL;
}

tr_status tr_json_parse(tr_json_document *document, tr_json_origin origin, const char *name, const char *text,
                        size_t size, tr_json **root, tr_error *error) {
    const tr_json_source *source = tr_json_new_source(document, origin, name, text, size);
    *root = NULL;
    if (!source)
        return tr_json_check(document, error);
    parser p = {.document = document,
                .source = source,
                .at = source->text,
                .end = source->text + size,
                .values_left = TR_JSON_MAX_VALUES + (origin == TR_JSON_CARRIER ? TR_JSON_MAX_AROUND : 0)};
    const tr_decimals decimals = tr_decimals_begin();
    document->beyond = false;
    *root = read_all(&p);
    tr_decimals_end(decimals);
    if (tr_json_check(document, error) != TR_OK)
        return TR_NO_MEMORY;
    if (!p.wrong)
        return TR_OK;
    *root = NULL;
    if (!error || error->status == TR_OK)
        place(source, p.wrong, error);
    return tr_fail(error, TR_BAD_INPUT, "%s", p.message);
}
