// The parts of a set, for those who write them: names of files, pictures, the mesh's size.
#pragma once
#include "export/private/picture.h"
#include "export/set.h"

enum { TR_EXPORT_NAME_BYTES = 256 };

// The name of a file in a set, of a tr_map or a tr_export_part: "inferno-7_albedo.png". False when it does not
// fit.
bool tr_export_file_name(const tr_export_job *job, int part, char *name, size_t bytes);

// A map of the job, or the strip of its rings, as a picture; texels may be NULL.
tr_picture tr_export_picture(const tr_export_job *job, int part, const void *texels);

// Maps that the material of a mesh refers to.
enum {
    TR_EXPORT_MESH_MAPS = 1 << TR_MAP_ALBEDO | 1 << TR_MAP_NORMAL | 1 << TR_MAP_EMISSION | 1 << TR_MAP_ORM,
};

// The columns of the mesh that a job writes: those of the recipe, or of a ball.
int tr_export_mesh_columns(const tr_export_job *job);
