// Meshes as binary glTF 2.0.
#pragma once
#include "base/atomic_file.h"
#include "export/private/row_file.h"
#include "export/set.h"

// Writes the planet's mesh with normals, tangents and the maps' coordinates, in planet radii: one grid, or six
// for the faces of a cube (TR_LAYOUT_CUBE), with a material each. Materials use the maps of the job, but for
// lamps (tr_export_glb_glows): as files beside it, which are of the two kinds that glTF knows (PNG and JPG),
// or, where there are images, as these, with a shell of clouds and a disc of rings. asset.extras holds the
// recipe and how many metres a unit is. Writes that fail show when the file is finished. The same job and
// surface give the same bytes. Errors: TR_NO_MEMORY, TR_BAD_INPUT (more than 4 GiB), TR_CANNOT_WRITE (an image
// cannot be read).
tr_status tr_glb_write(tr_atomic_file *file, const tr_export_job *job, const tr_surface *surface,
                       const tr_export_images *images, tr_error *error);
