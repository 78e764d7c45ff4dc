// The own maps of a document's planets: files that are missing or have changed, and files in their place. One
// thread, as the document.
#pragma once
#include "editor/document.h"

// The first map whose file is missing or was another one when the planet was opened, so that the planet is
// shown without it; NULL: there is none. *planet: whose map it is.
const tr_own_map *tr_document_missing(const tr_document *document, int *planet);
// The first map whose file has changed or vanished on the disk since it was read; NULL: there is none. The
// planet keeps what was read, as long as that is in memory. It looks at the disk.
const tr_own_map *tr_document_changed(const tr_document *document, int *planet);

// Gives a map of a planet a file. The document keeps it. If the map names a file of that name and that SHA-256
// already, the present step only finds it; it then counts as unsaved, because the file is not beside the
// recipe. Otherwise a step names it, in all maps of the planet that have the same file. *other (or NULL): the
// file is another one than the map names. Errors: those of tr_document_change.
tr_status tr_document_give_file(tr_document *document, int planet, const char *map, tr_shared_file *file,
                                bool *other, tr_error *error);

// Removes a map of the target. Errors: those of tr_document_change.
tr_status tr_document_remove_map(tr_document *document, const char *map, tr_error *error);
