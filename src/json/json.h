// JSON (RFC 8259): from text to trees, changes of trees, and back to text.
//
// All nodes of a document lie in its own memory and go with it at once. A failure sticks: where memory runs
// out, the document is lost, what makes or changes nodes does nothing from then on, and whoever reads or writes
// it at the end is told. So trees are built without a look at each step, and none of them ever lacks a part
// silently. (jansson 2.14 differs: its buffers drop bytes where they cannot grow, while it parses, too,
// and numbers lose digits; only an allocator for the whole process could tell.)
//
// A node knows the text that it was read from and its place in it, through copies, too. One thread at a time.
// More: docs/internals/decisions.md.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_json_document tr_json_document;

// What a text is, for errors.
typedef enum tr_json_origin {
    TR_JSON_MADE,    // no text
    TR_JSON_FILE,    // a user's file
    TR_JSON_BUILTIN, // a file that travels inside the executable
    TR_JSON_OPTION,  // from a command line
    TR_JSON_SET,     // the "set" of a file
    TR_JSON_CARRIER, // a file that holds a user's world and more: a GLB, a manifest
} tr_json_origin;

// A text that nodes were read from.
typedef struct tr_json_source {
    tr_json_origin origin;
    const char *name; // of the file, or the whole option
    const char *text;
} tr_json_source;

typedef enum tr_json_kind {
    TR_JSON_NULL,
    TR_JSON_FALSE,
    TR_JSON_TRUE,
    TR_JSON_WHOLE, // a number without point and exponent, -2^63 … 2^63-1
    TR_JSON_REAL,
    TR_JSON_TEXT,
    TR_JSON_ARRAY,
    TR_JSON_OBJECT
} tr_json_kind;

// Read freely; change by the functions below.
typedef struct tr_json {
    tr_json_kind kind;
    uint32_t offset;              // bytes into the text
    const tr_json_source *source; // NULL: made
    const char *key;              // of a member of an object, else NULL
    struct tr_json *next;         // in its array or object
    union {
        int64_t whole;
        double real;
        const char *text; // UTF-8 without zero bytes
        struct {
            struct tr_json *first, *last;
            size_t count;
        };
    };
} tr_json;

// What a text may have: much more than any world has. It keeps what takes the square of a list short, and trees
// small. Lists are arrays and objects.
enum {
    TR_JSON_MAX_DEPTH = 32,
    TR_JSON_MAX_LIST = 4096,      // elements or members of one list
    TR_JSON_MAX_VALUES = 1 << 18, // in all
    TR_JSON_MAX_AROUND = 1 << 16, // more values of TR_JSON_CARRIER, around the world that it holds
};

// ---- documents ---------------------------------------------------------------------------------

// Errors: TR_NO_MEMORY.
tr_status tr_json_create(tr_json_document **document, tr_error *error);
void tr_json_destroy(tr_json_document *document); // NULL is allowed

// TR_OK, or TR_NO_MEMORY, recorded in *error, when something of the document is lost.
tr_status tr_json_check(const tr_json_document *document, tr_error *error);

// For those who fill it and run out of memory themselves: it is lost.
void tr_json_lose(tr_json_document *document);

// ---- text to tree (parse.c) --------------------------------------------------------------------

// Reads a text of less than 2^31 bytes, which is copied. A byte order mark before it is skipped. What is above
// a limit is refused at the first value too many, and what follows is not read. Errors: TR_BAD_INPUT with file,
// line and column (in bytes) of what is no JSON, is above a limit (of a list: where the list begins), has two
// members of one name, or numbers too large for a double; TR_NO_MEMORY.
tr_status tr_json_parse(tr_json_document *document, tr_json_origin origin, const char *name, const char *text,
                        size_t size, tr_json **root, tr_error *error);

// Whether the text that was parsed last is above a limit: it may be JSON, and is no bare word.
bool tr_json_is_beyond(const tr_json_document *document);

// Records where a node stands: file, line and column of *error, unless it has a place already. Nothing of nodes
// that were made.
void tr_json_locate(const tr_json *node, tr_error *error);

// ---- looking -----------------------------------------------------------------------------------

// NULL is allowed for all of them, as a node that is nothing.

// The member of an object, or NULL.
tr_json *tr_json_get(const tr_json *object, const char *key);
// The element of an array, or NULL.
tr_json *tr_json_at(const tr_json *array, size_t index);
// Of an array or an object: how many, and the first; then go along `next`.
size_t tr_json_count(const tr_json *node);
tr_json *tr_json_first(const tr_json *node);
// The first of an object alone: elements of arrays have no keys.
tr_json *tr_json_members(const tr_json *object);

static inline bool tr_json_is(const tr_json *node, tr_json_kind kind) { return node && node->kind == kind; }
static inline bool tr_json_is_number(const tr_json *node) {
    return tr_json_is(node, TR_JSON_WHOLE) || tr_json_is(node, TR_JSON_REAL);
}
static inline bool tr_json_is_flag(const tr_json *node) {
    return tr_json_is(node, TR_JSON_TRUE) || tr_json_is(node, TR_JSON_FALSE);
}
// A number, or 0; a text, or NULL.
double tr_json_number(const tr_json *node);
static inline const char *tr_json_text(const tr_json *node) {
    return tr_json_is(node, TR_JSON_TEXT) ? node->text : NULL;
}

// A text that nodes can be said to come from; NULL where the document is lost. Both strings are copied.
tr_json_source *tr_json_new_source(tr_json_document *document, tr_json_origin origin, const char *name,
                                   const char *text, size_t size);

// ---- making (tree.c) ---------------------------------------------------------------------------

// A new node; never NULL, but nobody's where the document is lost. Texts are copied; of bytes that are no UTF-8
// the document is not lost: they become U+FFFD.
tr_json *tr_json_new(tr_json_document *document, tr_json_kind kind);
tr_json *tr_json_new_flag(tr_json_document *document, bool flag);
tr_json *tr_json_new_whole(tr_json_document *document, int64_t whole);
tr_json *tr_json_new_real(tr_json_document *document, double finite);
tr_json *tr_json_new_text(tr_json_document *document, const char *text);
// A finite number, without a point where it is whole and below 10^15.
tr_json *tr_json_new_number(tr_json_document *document, double finite);
// An object of keys and nodes, (tr_json *)0 for those that are to be left out; ended by a key NULL.
tr_json *tr_json_new_object(tr_json_document *document, ...) __attribute__((sentinel));
// An array of `count` nodes.
tr_json *tr_json_new_array(tr_json_document *document, int count, ...);

// A copy with all that is below it, as if read from the same place.
tr_json *tr_json_copy(tr_json_document *document, const tr_json *node);

// Puts a new node, which is in no array or object yet, into an object (in the place of a member of that name)
// or at the end of an array.
void tr_json_set(tr_json_document *document, tr_json *object, const char *key, tr_json *value);
void tr_json_append(tr_json_document *document, tr_json *array, tr_json *value);
// The same of a name that the object is known not to have, without a look at all the others.
void tr_json_add(tr_json_document *document, tr_json *object, const char *key, tr_json *value);
// Puts it in the place of an element, or before it.
void tr_json_replace(tr_json_document *document, tr_json *array, size_t index, tr_json *value);
void tr_json_insert(tr_json_document *document, tr_json *array, size_t index, tr_json *value);
// Takes a member of an object or an element of an array out of it; it may be put elsewhere.
void tr_json_remove(tr_json_document *document, tr_json *list, tr_json *node);
// The same of the member of that name, where there is one. object may be NULL.
void tr_json_drop(tr_json_document *document, tr_json *object, const char *key);
// Puts copies of all members of one object into another.
void tr_json_update(tr_json_document *document, tr_json *object, const tr_json *members);

// ---- tree to text (write.c) --------------------------------------------------------------------

// Compact for programs, or indented for people: then what holds no objects stands on one line where there is
// room. Numbers have as few digits as give the same double again. *text ends with a zero byte and belongs to
// the caller, who frees it with tr_free(). Errors: TR_NO_MEMORY, also when the document is lost.
tr_status tr_json_write(const tr_json_document *document, const tr_json *node, bool indented, char **text,
                        tr_error *error);
