// The parts of a set, for those who write them: what they are made of, names of files, pictures, the mesh's
// size.
#pragma once
#include "export/private/picture.h"
#include "export/set.h"

enum { TR_EXPORT_NAME_BYTES = 256 };

// Texels of a row of maps, which another picture is made of.
typedef struct tr_part_rows {
    double low, high;               // metres that 0 and 65535 of heights mean
    int width, row;                 // of equirectangular maps
    const void *maps[TR_MAP_COUNT]; // those that the part names: a row of each
} tr_part_rows;

// One part of a set.
typedef struct tr_part {
    tr_map_format format; // channels 0: no picture, a mesh
    unsigned maps;        // bits 1 << TR_MAP_… of what its texels are made of; 0: rings and meshes
    void (*make)(const tr_part_rows *rows, void *texels); // one row; NULL: the one map as it is
} tr_part;

// Of a tr_map or a tr_export_part.
tr_part tr_export_get_part(int part);

// The name of a file in a set, of a tr_map or a tr_export_part: "inferno-7_albedo.png". False when it does not
// fit.
bool tr_export_file_name(const tr_export_job *job, int part, char *name, size_t bytes);

// Whether a part lies in the mesh file instead of a file of its own.
bool tr_export_embeds(const tr_export_job *job, int part);

// Whether what the textures lie in is no mesh, but a page.
bool tr_export_is_page(const tr_export_job *job);

// Metres that 0 and 65535 of the job's height map mean.
void tr_export_heights(const tr_export_job *job, double *low, double *high);

// A texture of the job, or the strip of its rings, as a picture; texels may be NULL.
tr_picture tr_export_picture(const tr_export_job *job, int part, const void *texels);

// Maps that the material of a mesh refers to.
enum {
    TR_EXPORT_MESH_MAPS = 1 << TR_MAP_ALBEDO | 1 << TR_MAP_NORMAL | 1 << TR_MAP_EMISSION | 1 << TR_MAP_ORM,
};

// The columns of the mesh that a job writes: those of the recipe, or of a ball.
int tr_export_mesh_columns(const tr_export_job *job);
