// JSON (RFC 8259): parsing into trees, changes of trees, and writing.
//
// All nodes of a document are in its own memory and are freed together. Failures are sticky: when memory runs
// out, the document is lost. Functions that make or change nodes then do nothing, and reading or writing it at
// the end reports the failure. So trees are built without a check at each step, and no part is ever missing
// silently. (jansson 2.14 differs: its buffers drop bytes if they cannot grow, also during parsing, and numbers
// lose digits; only a process-wide allocator could detect it.)
//
// A node knows the text from which it was read and its position there; copies keep both. One thread at a time.
// More: docs/internals/decisions.md.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The origin of a text, for errors.
typedef enum tr_json_origin {
    TR_JSON_MADE,    // no text
    TR_JSON_FILE,    // a user's file
    TR_JSON_BUILTIN, // a file embedded in the executable
    TR_JSON_OPTION,  // the command line
    TR_JSON_SET,     // the "set" of a file
    TR_JSON_CARRIER, // a file that contains a user's world among other data: a GLB, a manifest
} tr_json_origin;

// A text from which nodes were read.
typedef struct tr_json_source {
    tr_json_origin origin;
    const char *name; // of the file, or the whole option
    const char *text;
} tr_json_source;

typedef enum tr_json_kind {
    TR_JSON_NULL,
    TR_JSON_FALSE,
    TR_JSON_TRUE,
    TR_JSON_WHOLE, // a number without fraction and exponent, -2^63 … 2^63-1
    TR_JSON_REAL,
    TR_JSON_TEXT,
    TR_JSON_ARRAY,
    TR_JSON_OBJECT
} tr_json_kind;

// May be read freely; change it only with the functions below.
typedef struct tr_json {
    tr_json_kind kind;
    uint32_t offset;              // position in the text, in bytes
    const tr_json_source *source; // NULL: not from a text
    const char *key;              // for a member of an object, else NULL
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

// Limits of a text, far above the needs of any world. They bound quadratic searches in lists and the size of
// trees. Lists are arrays and objects.
enum {
    TR_JSON_MAX_DEPTH = 32,
    TR_JSON_MAX_LIST = 4096,      // elements or members per list
    TR_JSON_MAX_VALUES = 1 << 18, // in total
    TR_JSON_MAX_AROUND = 1 << 16, // additional values for TR_JSON_CARRIER, around the world in it
};

// ---- documents ---------------------------------------------------------------------------------

// Zero-initialised: empty. It must not move in memory, because nodes may refer to it.
typedef struct tr_json_document {
    struct tr_json_chunk *chunks; // the memory of its nodes
    bool lost;                    // memory ran out; a caller that runs out itself sets it
    bool beyond;    // the last parsed text exceeds a limit: it may be JSON, and is not a bare word
    tr_json nobody; // the node that is returned once the document is lost
} tr_json_document;

// Frees all nodes.
void tr_json_clear(tr_json_document *document);

// TR_OK, or TR_NO_MEMORY, recorded in *error, if a part of the document is lost.
tr_status tr_json_check(const tr_json_document *document, tr_error *error);

// ---- text to tree (parse.c) --------------------------------------------------------------------

// Parses a text of less than 2^31 bytes, which is copied. A leading byte order mark is skipped. Parsing stops
// at the first value beyond a limit. Errors: TR_BAD_INPUT with file, line and column (in bytes) of text that is
// not JSON, exceeds a limit (for a list: where the list begins), has two members with the same name, or numbers
// too large for a double; TR_NO_MEMORY.
tr_status tr_json_parse(tr_json_document *document, tr_json_origin origin, const char *name, const char *text,
                        size_t size, tr_json **root, tr_error *error);

// Sets file, line and column of *error to the position of a node, unless they are already set. Does nothing for
// nodes that are not from a text.
void tr_json_locate(const tr_json *node, tr_error *error);

// ---- looking -----------------------------------------------------------------------------------

// NULL is allowed for all of them and means a missing node.

// The member of an object, or NULL.
tr_json *tr_json_get(const tr_json *object, const char *key);
// The element of an array, or NULL.
tr_json *tr_json_at(const tr_json *array, size_t index);
// For an array or an object: the number of elements, and the first one; follow `next` for the others.
size_t tr_json_count(const tr_json *node);
tr_json *tr_json_first(const tr_json *node);
// The first member of an object, NULL for arrays, whose elements have no keys.
tr_json *tr_json_members(const tr_json *object);

static inline bool tr_json_is(const tr_json *node, tr_json_kind kind) { return node && node->kind == kind; }
static inline bool tr_json_is_number(const tr_json *node) {
    return tr_json_is(node, TR_JSON_WHOLE) || tr_json_is(node, TR_JSON_REAL);
}
// Whether a node comes from a text of that origin.
static inline bool tr_json_is_of(const tr_json *node, tr_json_origin origin) {
    return node && node->source && node->source->origin == origin;
}
// A number, or 0; a text, or NULL.
double tr_json_number(const tr_json *node);
static inline const char *tr_json_text(const tr_json *node) {
    return tr_json_is(node, TR_JSON_TEXT) ? node->text : NULL;
}

// A source for nodes; NULL if the document is lost. Both strings are copied.
tr_json_source *tr_json_new_source(tr_json_document *document, tr_json_origin origin, const char *name,
                                   const char *text, size_t size);

// ---- making (tree.c) ---------------------------------------------------------------------------

// A new node, never NULL; if the document is lost, it is a dummy. Texts are copied. Invalid UTF-8 does not lose
// the document: it becomes U+FFFD.
tr_json *tr_json_new(tr_json_document *document, tr_json_kind kind);
tr_json *tr_json_new_flag(tr_json_document *document, bool flag);
tr_json *tr_json_new_whole(tr_json_document *document, int64_t whole);
tr_json *tr_json_new_real(tr_json_document *document, double finite);
tr_json *tr_json_new_text(tr_json_document *document, const char *text);
// A finite number, without a fraction if it is whole and below 10^15.
tr_json *tr_json_new_number(tr_json_document *document, double finite);
// An object of keys and nodes, ended by a NULL key. (tr_json *)0 omits a member.
tr_json *tr_json_new_object(tr_json_document *document, ...) __attribute__((sentinel));
// An array of `count` nodes.
tr_json *tr_json_new_array(tr_json_document *document, int count, ...);

// A copy of a node and everything below it, with the same positions.
tr_json *tr_json_copy(tr_json_document *document, const tr_json *node);

// Puts a new node, which is not in an array or object yet, into an object (replacing a member of that name) or
// at the end of an array.
void tr_json_set(tr_json_document *document, tr_json *object, const char *key, tr_json *value);
void tr_json_append(tr_json_document *document, tr_json *array, tr_json *value);
// As tr_json_set, for a name that the object does not have yet. It does not search the members.
void tr_json_add(tr_json_document *document, tr_json *object, const char *key, tr_json *value);
// Replaces an element, or inserts before it.
void tr_json_replace(tr_json_document *document, tr_json *array, size_t index, tr_json *value);
void tr_json_insert(tr_json_document *document, tr_json *array, size_t index, tr_json *value);
// Removes a member of an object or an element of an array, which may then be put elsewhere.
void tr_json_remove(tr_json_document *document, tr_json *list, tr_json *node);
// Removes the member of that name, if there is one. object may be NULL.
void tr_json_drop(tr_json_document *document, tr_json *object, const char *key);
// Copies all members of one object into another.
void tr_json_update(tr_json_document *document, tr_json *object, const tr_json *members);

// ---- tree to text (write.c) --------------------------------------------------------------------

// Writes compact JSON for programs, or indented JSON for people: then lists without objects are on one line if
// they fit. Numbers have the fewest digits that give the same double. *text ends with a zero byte; the caller
// frees it with tr_free(). Errors: TR_NO_MEMORY, also if the document is lost.
tr_status tr_json_write(const tr_json_document *document, const tr_json *node, bool indented, char **text,
                        tr_error *error);
