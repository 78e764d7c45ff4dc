#include "json/private/tree.h"

#include "base/size.h"
#include "base/words.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { chunk_bytes = 1 << 16 };

// Memory is allocated in chunks that are filled from the front; the newest is the first in the list.
typedef struct tr_json_chunk {
    struct tr_json_chunk *next;
    size_t used, capacity;
    max_align_t bytes[];
} chunk;

// ---- memory ------------------------------------------------------------------------------------

void tr_json_clear(tr_json_document *document) {
    for (chunk *c = document->chunks, *next; c; c = next) {
        next = c->next;
        tr_free(c);
    }
    *document = (tr_json_document){0};
}

tr_status tr_json_check(const tr_json_document *document, tr_error *error) {
    return document->lost ? tr_fail(error, TR_NO_MEMORY, "no memory for a world's text") : TR_OK;
}

void *tr_json_allocate(tr_json_document *document, size_t bytes) {
    const size_t unit = sizeof(max_align_t);
    chunk *c = document->chunks;
    if (document->lost)
        return NULL;
    bytes = (bytes + unit - 1) / unit * unit;
    if (!c || c->capacity - c->used < bytes) {
        const size_t capacity = bytes > chunk_bytes ? bytes : chunk_bytes;
        c = tr_calloc(1, sizeof *c + capacity);
        if (!c) {
            document->lost = true;
            return NULL;
        }
        *c = (chunk){.next = document->chunks, .capacity = capacity};
        document->chunks = c;
    }
    void *start = (char *)c->bytes + c->used;
    c->used += bytes;
    return start;
}

const char *tr_json_copy_text(tr_json_document *document, const char *text, size_t length) {
    char *copy = tr_json_allocate(document, length + 1);
    if (copy)
        memcpy(copy, text, length); // a zero byte follows
    return copy ? copy : "";
}

// ---- looking -----------------------------------------------------------------------------------

static bool is_list(const tr_json *node) {
    return tr_json_is(node, TR_JSON_ARRAY) || tr_json_is(node, TR_JSON_OBJECT);
}

size_t tr_json_count(const tr_json *node) { return is_list(node) ? node->count : 0; }

tr_json *tr_json_first(const tr_json *node) { return is_list(node) ? node->first : NULL; }

tr_json *tr_json_members(const tr_json *object) {
    return tr_json_is(object, TR_JSON_OBJECT) ? object->first : NULL;
}

tr_json *tr_json_get(const tr_json *object, const char *key) {
    if (!tr_json_is(object, TR_JSON_OBJECT))
        return NULL;
    tr_json *member = object->first;
    while (member && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}

tr_json *tr_json_at(const tr_json *array, size_t index) {
    tr_json *element = tr_json_is(array, TR_JSON_ARRAY) ? array->first : NULL;
    while (element && index-- > 0)
        element = element->next;
    return element;
}

double tr_json_number(const tr_json *node) {
    return tr_json_is(node, TR_JSON_WHOLE)  ? (double)node->whole
           : tr_json_is(node, TR_JSON_REAL) ? node->real
                                            : 0;
}

// ---- making ------------------------------------------------------------------------------------

tr_json *tr_json_new(tr_json_document *document, tr_json_kind kind) {
    tr_json *node = tr_json_allocate(document, sizeof *node);
    if (!node) {
        document->nobody = (tr_json){.kind = TR_JSON_NULL};
        return &document->nobody;
    }
    node->kind = kind;
    return node;
}

tr_json *tr_json_new_flag(tr_json_document *document, bool flag) {
    return tr_json_new(document, flag ? TR_JSON_TRUE : TR_JSON_FALSE);
}

tr_json *tr_json_new_whole(tr_json_document *document, int64_t whole) {
    tr_json *node = tr_json_new(document, TR_JSON_WHOLE);
    node->whole = whole;
    return node;
}

tr_json *tr_json_new_real(tr_json_document *document, double finite) {
    assert(isfinite(finite));
    tr_json *node = tr_json_new(document, TR_JSON_REAL);
    node->real = finite;
    return node;
}

tr_json *tr_json_new_number(tr_json_document *document, double finite) {
    return finite == floor(finite) && fabs(finite) < 1e15 ? tr_json_new_whole(document, (int64_t)finite)
                                                          : tr_json_new_real(document, finite);
}

tr_json *tr_json_new_text(tr_json_document *document, const char *text) {
    static const char unknown[] = "\xef\xbf\xbd"; // U+FFFD
    const size_t length = strlen(text);
    tr_json *node = tr_json_new(document, TR_JSON_TEXT);
    char *copy = tr_json_allocate(document, 3 * length + 1);
    node->text = copy ? copy : "";
    for (const char *s = text; copy && *s;) {
        const size_t known = tr_utf8_length(s, text + length);
        memcpy(copy, known ? s : unknown, known ? known : sizeof unknown - 1);
        copy += known ? known : sizeof unknown - 1;
        s += known ? known : 1;
    }
    return node;
}

tr_json *tr_json_new_object(tr_json_document *document, ...) {
    tr_json *object = tr_json_new(document, TR_JSON_OBJECT);
    va_list arguments;
    va_start(arguments, document);
    for (const char *key; (key = va_arg(arguments, const char *));) {
        tr_json *value = va_arg(arguments, tr_json *);
        if (value)
            tr_json_set(document, object, key, value);
    }
    va_end(arguments);
    return object;
}

tr_json *tr_json_new_array(tr_json_document *document, int count, ...) {
    tr_json *array = tr_json_new(document, TR_JSON_ARRAY);
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++)
        tr_json_append(document, array, va_arg(arguments, tr_json *));
    va_end(arguments);
    return array;
}

tr_json *tr_json_copy(tr_json_document *document, const tr_json *node) {
    tr_json *copy = tr_json_new(document, node->kind);
    if (document->lost)
        return copy;
    *copy = *node;
    copy->key = NULL, copy->next = NULL;
    if (node->kind == TR_JSON_TEXT)
        copy->text = tr_json_copy_text(document, node->text, strlen(node->text));
    if (!is_list(node))
        return copy;
    copy->first = copy->last = NULL, copy->count = 0;
    for (const tr_json *inner = node->first; inner; inner = inner->next) {
        tr_json *value = tr_json_copy(document, inner);
        if (inner->key)
            tr_json_add(document, copy, inner->key, value);
        else
            tr_json_append(document, copy, value);
    }
    return copy;
}

// ---- changing ----------------------------------------------------------------------------------

// Makes `next` follow `before` (NULL: it becomes the first; NULL as next: before is the last).
static void link_nodes(tr_json *list, tr_json *before, tr_json *next) {
    *(before ? &before->next : &list->first) = next;
    if (!next)
        list->last = before;
}

// Links a node between `before` and `after`.
static void link_between(tr_json *list, tr_json *before, tr_json *value, tr_json *after) {
    link_nodes(list, before, value);
    link_nodes(list, value, after);
}

void tr_json_append(tr_json_document *document, tr_json *array, tr_json *value) {
    if (document->lost)
        return;
    assert(is_list(array));
    link_between(array, array->last, value, NULL);
    array->count++;
}

// Replaces the member of that name among the first `known` ones, or appends a new one.
static void put(tr_json_document *document, tr_json *object, size_t known, const char *key, tr_json *value) {
    const char *kept = tr_json_copy_text(document, key, strlen(key));
    if (document->lost)
        return;
    assert(object->kind == TR_JSON_OBJECT);
    value->key = kept;
    tr_json *before = NULL, *member = object->first;
    for (; member && known > 0; before = member, member = member->next, known--)
        if (strcmp(member->key, key) == 0) {
            link_between(object, before, value, member->next);
            return;
        }
    tr_json_append(document, object, value);
}

void tr_json_set(tr_json_document *document, tr_json *object, const char *key, tr_json *value) {
    put(document, object, SIZE_MAX, key, value);
}

void tr_json_add(tr_json_document *document, tr_json *object, const char *key, tr_json *value) {
    put(document, object, 0, key, value);
}

void tr_json_replace(tr_json_document *document, tr_json *array, size_t index, tr_json *value) {
    if (document->lost)
        return;
    assert(array->kind == TR_JSON_ARRAY && index < array->count);
    link_between(array, index > 0 ? tr_json_at(array, index - 1) : NULL, value, tr_json_at(array, index)->next);
}

void tr_json_insert(tr_json_document *document, tr_json *array, size_t index, tr_json *value) {
    if (document->lost)
        return;
    assert(array->kind == TR_JSON_ARRAY && index <= array->count);
    link_between(array, index > 0 ? tr_json_at(array, index - 1) : NULL, value, tr_json_at(array, index));
    array->count++;
}

void tr_json_remove(tr_json_document *document, tr_json *list, tr_json *node) {
    if (document->lost)
        return;
    assert(is_list(list));
    tr_json *before = NULL;
    for (tr_json *inner = list->first; inner != node; inner = inner->next)
        before = inner;
    link_nodes(list, before, node->next);
    list->count--;
    node->next = NULL, node->key = NULL;
}

void tr_json_drop(tr_json_document *document, tr_json *object, const char *key) {
    tr_json *member = tr_json_get(object, key);
    if (member)
        tr_json_remove(document, object, member);
}

void tr_json_update(tr_json_document *document, tr_json *object, const tr_json *members) {
    const size_t known = tr_json_count(object); // the others come from `members`, where names are unique
    for (const tr_json *member = tr_json_first(members); member; member = member->next)
        put(document, object, known, member->key, tr_json_copy(document, member));
}
