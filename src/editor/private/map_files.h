// The files of own maps when a document is saved.
#pragma once
#include "scene/differences.h"

typedef struct tr_saved_maps {
    tr_shared_files files;  // as they are beside the recipe then
    tr_shared_files copies; // those of them that were not there before
} tr_saved_maps;
void tr_saved_maps_clear(tr_saved_maps *saved);
// Removes copies from the disk, for a save that fails afterwards.
void tr_map_copies_remove(const tr_shared_files *copies);

// Copies the files of a scene's maps into the folder of `path`, unless they are there. Where another file has
// that name, the copy gets a free one. *out: the text with these names, which the caller frees with tr_free();
// NULL: the text stays as it is. A map whose file is missing or has changed is left as it is. Errors:
// TR_CANNOT_WRITE, TR_BAD_INPUT (a file has changed), TR_NO_MEMORY; no copies stay then.
tr_status tr_text_save_maps(const char *text, const tr_scene *scene, const char *path, tr_saved_maps *saved,
                            char **out, tr_error *error);
