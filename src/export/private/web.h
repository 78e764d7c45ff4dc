// A page that shows a planet: one HTML file with textures, shaders, tables and the program that paints with
// them. More: docs/internals/page.md.
#pragma once
#include "base/atomic_file.h"
#include "export/private/row_file.h"
#include "export/set.h"

// Writes it. What is no texture is computed here: heights, air, stars, galaxy, the mesh of a displaced planet.
// Writes that fail show when the file is finished. The same job and surface give the same bytes. Errors:
// TR_NO_MEMORY, TR_CANNOT_WRITE (an image cannot be read).
tr_status tr_web_write(tr_atomic_file *file, const tr_export_job *job, const tr_surface *surface,
                       const tr_export_images *images, tr_error *error);
