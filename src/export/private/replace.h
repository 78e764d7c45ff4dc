// Replacing an earlier set with the same name, and the manifests of both. The earlier manifest is untrusted. A
// file is ours only if this program could give it that name (names.c) and the manifest has its hash. All other
// files, also those that were changed since, are neither replaced nor removed. More: docs/internals/replace.md.
#pragma once
#include "export/private/plan.h"

// ---- files that get their names together (placing.c) ---------------------------------------------

// Until the end each file that is replaced or removed keeps a second name (temporary.h). After a failure all of
// them are restored. Zero-initialise it, except for the plan. One thread.
typedef struct tr_placing {
    const tr_plan *plan;
    struct tr_placed *all;
    int count;
} tr_placing;

// Renames a finished file to that name, and sets *file to NULL. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_placing_put(tr_placing *placing, const char *name, tr_atomic_file **file, tr_error *error);
// Removes a file; it can be restored until the end.
tr_status tr_placing_remove(tr_placing *placing, const char *name, tr_error *error);

// Makes the changes permanent: removes the second names. Frees.
void tr_placing_end(tr_placing *placing);
// Restores all files, the last name first; the first name (a manifest) only if all others were restored. False:
// not all could be restored. Frees.
bool tr_placing_undo(tr_placing *placing);

// ---- manifests (manifest.c) ----------------------------------------------------------------------

typedef struct tr_earlier_file {
    char name[TR_EXPORT_NAME_BYTES]; // in the set's folder
    tr_digest digest;                // "": the manifest has no hash
} tr_earlier_file;

// The files in the manifest of an earlier set, finished or not. A name may occur twice.
typedef struct tr_earlier {
    bool there, ours; // a file with the manifest's name exists; it is a manifest of Terrella's
    bool unfinished;  // the export was killed while it renamed files
    bool tiles;       // it has tiles, or was about to remove some
    tr_digest list;   // of the list with their hashes; "": not in the manifest
    int count;
    int pending; // index of the first file that the earlier set was about to remove
    tr_earlier_file *files;
} tr_earlier;

enum { TR_MANIFEST_FORMAT = 4 };

// How far a set is.
typedef struct tr_set_state {
    bool unfinished;           // not all files have their final names
    const tr_earlier *earlier; // if unfinished: files of the earlier set that will be removed; or NULL
    const tr_digest *list;     // of the list of the tiles' hashes; NULL: not written yet
} tr_set_state;

// The manifest of a plan as indented JSON, see docs/manifest.schema.json. All files of the plan must be
// finished. The same plan gives the same bytes. Free the text with tr_free(text->bytes), also after a failure.
// Errors: TR_NO_MEMORY.
tr_status tr_manifest_create(const tr_plan *plan, tr_set_state state, tr_text *text, tr_error *error);

// Reads an open manifest; *root is NULL if it is not one of Terrella's. Errors: TR_NO_MEMORY, TR_CANNOT_WRITE
// (it cannot be read; path is for the message).
tr_status tr_manifest_read(tr_json_document *document, int file, const char *path, tr_json **root,
                           tr_error *error);

// Calls take(context, file) for each object in a manifest that names a file in "file", and may have "sha256"
// and "bytes". A file may occur several times.
void tr_manifest_visit(const tr_json *manifest, void (*take)(void *context, const tr_json *file),
                       void *context);

// ---- names that this program can give to files of a set (names.c) --------------------------------

// Whether a set with that stem can have such a file: a texture, a mesh, a page, a sidecar or the list of tiles;
// but not a tile, nor the manifest.
bool tr_set_can_have(const char *stem, const char *name);
// Whether it is what an engine rewrites when it imports a texture: it adds ids, by which scenes find that
// texture.
bool tr_set_is_settings(const char *name);
// Whether the name can be that of a tile, "STEM/albedo/pos_x/3/5_2.png"; folder: of a folder that can contain
// tiles, directly or below, "STEM/albedo/pos_x".
bool tr_set_can_have_tile(const char *stem, const char *name, bool folder);

// ---- the earlier set (replace.c) -----------------------------------------------------------------

// Reads the manifest with the plan's name in its folder, if there is one. Free *earlier with tr_earlier_free,
// also after a failure. Errors: TR_CANNOT_WRITE (it is not a regular file, or cannot be read), TR_NO_MEMORY.
tr_status tr_earlier_find(const tr_plan *plan, tr_earlier *earlier, tr_error *error);
void tr_earlier_free(tr_earlier *earlier);

// Checks that the plan replaces only files that Terrella wrote, or files that the job allows to replace. Marks
// the files to keep: import settings that are not, or no longer, as Terrella wrote them, and the files that the
// job keeps. Errors: TR_CANNOT_WRITE with the first file that may not be replaced, TR_STOPPED.
tr_status tr_earlier_check(tr_plan *plan, const tr_earlier *earlier, tr_error *error);

// Removes the files of the earlier set that the new one does not have, except tiles and their list. Files that
// are kept because they do not belong to the set are added to result->kept. Removed files can be restored
// through placing. Errors: as above.
tr_status tr_earlier_remove_rest(const tr_plan *plan, const tr_earlier *earlier, tr_placing *placing,
                                 tr_export_result *result, tr_error *error);
// Removes the tiles of the earlier set, and then their list. This cannot be undone. With job->force it removes
// all files with names of tiles, otherwise those in the list. Errors: as above.
tr_status tr_earlier_remove_tiles(const tr_plan *plan, const tr_earlier *earlier, tr_export_result *result,
                                  tr_error *error);
