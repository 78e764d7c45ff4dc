// A set that takes the place of an earlier one under the same name.
#pragma once
#include "base/digest.h"
#include "export/private/parts.h"
#include "json/json.h"

// What the manifest of an earlier set names, whether that set is whole or not.
typedef struct tr_earlier {
    bool there, ours; // there is a file under the manifest's name; it is a manifest of ours
    bool unfinished;  // it was killed while its files got their names
    bool tiles;       // of a set of tiles, whose files it does not list
    tr_digest list;   // of the list that has their hashes; "": it tells of none
    int count;
    int pending;                         // names from there on are those that this set was about to replace
    char (*names)[TR_EXPORT_NAME_BYTES]; // files in the folder whose names begin with the stem
} tr_earlier;

// What stands for tiles among the files that an unfinished manifest says will be removed.
#define TR_EARLIER_TILES "tiles/"

// Reads the text of a manifest; *root is NULL where it is none of ours, or cannot be read. Errors:
// TR_NO_MEMORY.
tr_status tr_manifest_read(tr_json_document *document, const char *path, tr_json **root, tr_error *error);

// Calls take(context, file) with each object of a manifest that names a file in "file", and may have "sha256"
// and "bytes". A file may come several times.
void tr_manifest_visit(const tr_json *manifest, void (*take)(void *context, const tr_json *file),
                       void *context);

// Reads the manifest at that path, if there is one. Ended by tr_earlier_free, also after a failure. Errors:
// TR_NO_MEMORY.
tr_status tr_earlier_find(const tr_export_job *job, const char *manifest, tr_earlier *earlier, tr_error *error);
void tr_earlier_free(tr_earlier *earlier);

// Whether the files that are about to be written, the manifest last, replace none but what Terrella wrote under
// that name: what the earlier manifest names, and PNG files with a recipe of ours. Errors: TR_CANNOT_WRITE with
// the first that is another's, TR_NO_MEMORY.
tr_status tr_earlier_check(const tr_earlier *earlier, const tr_export_result *result, tr_error *error);

// Once the files of the new set stand: removes what it lacks of the earlier one. What cannot be removed stays.
void tr_earlier_remove_rest(const tr_export_job *job, const tr_earlier *earlier,
                            const tr_export_result *result);
