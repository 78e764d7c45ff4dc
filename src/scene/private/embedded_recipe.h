// Recipes inside files that Terrella exported: GLB and web pages. None of them is trusted.
#pragma once
#include "scene/private/source.h"
#include <stdio.h>

// What a GLB carries in asset.extras.recipe. Reads the stream up to there, from its beginning. Errors:
// TR_BAD_INPUT: it is no GLB, its JSON is larger than 16 MiB or damaged, or it carries none; TR_NO_MEMORY.
tr_status tr_source_read_glb(FILE *stream, const char *path, tr_source *source, tr_error *error);

// What a page carries in its element "recipe", which has to begin in its first MiB. Errors: as above.
tr_status tr_source_read_page(FILE *stream, const char *path, tr_source *source, tr_error *error);
