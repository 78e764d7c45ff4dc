// The memory of a document. Private to the module.
#pragma once
#include "json/json.h"

// Zeroed bytes that live as long as the document, aligned for nodes. NULL: the document is lost.
void *tr_json_allocate(tr_json_document *document, size_t bytes);
// A copy of a text with that length.
const char *tr_json_copy_text(tr_json_document *document, const char *text, size_t length);
