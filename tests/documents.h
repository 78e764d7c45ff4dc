// Documents for the tests of the editor. An operation that fails ends the test with its error message.
#pragma once
#include "editor/document.h"
#include "support.h"

static inline void must(tr_status status, const tr_error *error) {
    if (status != TR_OK)
        fail_msg("%s: %s", error->path, error->message);
}

static inline tr_document *open_world(const tr_world *world) {
    tr_document *document = calloc(1, sizeof *document);
    tr_error error = {0};
    assert_non_null(document);
    must(tr_document_open(document, world, &error), &error);
    return document;
}

static inline tr_document *open_type(const char *type, uint64_t seed) {
    return open_world(&(tr_world){.name = type, .has_seed = true, .seed = seed});
}

static inline void close_document(tr_document *document) {
    tr_document_close(document);
    free(document);
}
