// The files of own maps when a document is saved.
#pragma once
#include "scene/differences.h"

// saved: gets the files as they are beside the recipe then.
// Copies the files of a scene's maps into the folder of `path`, unless they are there. Where another file has
// that name, the copy gets a free one. *out: the text with these names, which the caller frees with tr_free();
// NULL: the text stays as it is. A map whose file is missing or has changed is left as it is. Errors:
// TR_CANNOT_WRITE, TR_BAD_INPUT (a file has changed), TR_NO_MEMORY; the text is then not saved.
tr_status tr_text_save_maps(const char *text, const tr_scene *scene, const char *path, tr_shared_files *saved,
                            char **out, tr_error *error);
