// A set that takes the place of an earlier one under the same name. What its manifest says is not trusted: a
// file is ours if this program could give it that name (names.h) and its bytes have a hash that the manifest
// has for it. All else is somebody's, also what was changed since; it is neither replaced nor removed.
#pragma once
#include "base/digest.h"
#include "base/watch.h"
#include "export/private/outputs.h"
#include "export/private/placing.h"
#include "json/json.h"

typedef struct tr_earlier_file {
    char name[TR_EXPORT_NAME_BYTES]; // in the set's folder
    tr_digest digest;                // "": the manifest has none
} tr_earlier_file;

// What the manifest of an earlier set names, whether that set is whole or not. A name may come twice.
typedef struct tr_earlier {
    bool there, ours; // there is a file under the manifest's name; it is a manifest of ours
    bool unfinished;  // it was killed while its files got their names
    bool tiles;       // it has tiles, or was about to remove some
    tr_digest list;   // of the list that has their hashes; "": it tells of none
    int count;
    int pending; // files from there on are those that this set was about to remove
    tr_earlier_file *files;
} tr_earlier;

// Reads the text of an open manifest; *root is NULL where it is none of ours. Errors: TR_NO_MEMORY,
// TR_CANNOT_WRITE (it cannot be read; path is for the message).
tr_status tr_manifest_read(tr_json_document *document, int file, const char *path, tr_json **root,
                           tr_error *error);

// Calls take(context, file) with each object of a manifest that names a file in "file", and may have "sha256"
// and "bytes". A file may come several times.
void tr_manifest_visit(const tr_json *manifest, void (*take)(void *context, const tr_json *file),
                       void *context);

// Reads the manifest of the job's stem in a folder, if there is one. Ended by tr_earlier_free, also after a
// failure. Errors: TR_CANNOT_WRITE (it is no regular file, or cannot be read), TR_NO_MEMORY.
tr_status tr_earlier_find(const tr_export_job *job, tr_folder folder, tr_earlier *earlier, tr_error *error);
void tr_earlier_free(tr_earlier *earlier);

// Whether the files that are about to be written, the manifest last, replace none but ours. Errors:
// TR_CANNOT_WRITE with the first that is another's, TR_STOPPED.
tr_status tr_earlier_check(const tr_export_job *job, tr_folder folder, const tr_earlier *earlier,
                           const tr_export_result *result, const tr_watch *watch, tr_error *error);

// Removes what the new set lacks of the earlier one, but for tiles and their list; result->kept gets what stays
// since it is not ours. Files that are removed can be put back through placing. Errors: as above.
tr_status tr_earlier_remove_rest(const tr_export_job *job, const tr_earlier *earlier, tr_placing *placing,
                                 const tr_watch *watch, tr_export_result *result, tr_error *error);
// Removes the tiles of the earlier set, and then their list, which nothing puts back. With job->force all that
// can be tiles by their names; else those that the list has. Errors: as above.
tr_status tr_earlier_remove_tiles(const tr_export_job *job, tr_folder folder, const tr_earlier *earlier,
                                  const tr_watch *watch, tr_export_result *result, tr_error *error);
