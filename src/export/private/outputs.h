// What sets are made of: the kinds of parts, and how rows of their texels are made of what is baked.
#pragma once
#include "export/private/image.h"
#include "export/target.h"

// What pictures are made of beside the maps: some numbers for each texel (tr_band), as normals, winds and
// heights are before they take their bits.
enum {
    TR_OUTPUT_NORMALS = TR_MAP_COUNT,
    TR_OUTPUT_GROUND,
    TR_OUTPUT_WIND,
    TR_OUTPUT_CLIMATE,
    TR_OUTPUT_HEIGHTS,
    TR_OUTPUT_SOURCES
};
size_t tr_output_source_bytes(int source); // of a texel: of these, or of a map

// What is baked of a patch: texels of each, or NULL where they are not wanted.
tr_band tr_output_band(tr_patch patch, void *const texels[TR_OUTPUT_SOURCES]);

// What all rows of a set are made with.
typedef struct tr_output_ranges {
    double low, high; // metres that 0 and 65535 of heights mean
    uint16_t lowest;  // that heights are raised to: of a flat sea its surface
    double deepest;   // metres that 65535 of depths means
    double fastest;   // radii per unit of time that the whole range of a wind is; 0: the planet has none
    bool sea;         // what lies below 0 m is under one
} tr_output_ranges;

// Texels of a row of maps, which another picture is made of.
typedef struct tr_output_rows {
    const tr_output_ranges *ranges;
    tr_patch patch;                      // that row
    const void *maps[TR_OUTPUT_SOURCES]; // those that the part names: a row of each
    int bytes;                           // of a channel of what is made
    double green;                        // of normals: 1 to the north, or -1
} tr_output_rows;

// One part of a set.
typedef struct tr_output_kind {
    tr_map_format format; // channels 0: no picture, a mesh
    unsigned maps; // bits 1 << TR_MAP_…, 1 << TR_OUTPUT_… of what its texels are made of; 0: rings, meshes
    void (*make)(const tr_output_rows *rows, void *texels); // one row; NULL: the one map as it is, or
    int channel;                                            // that one of it, counted from 1
} tr_output_kind;

// Of a tr_map or a tr_export_output, as a job asks for it: normals of 16 bits, or along the sides of faces.
tr_output_kind tr_export_get_output(const tr_export_job *job, int output);
// What it is called and is, and which of the planet's maps it comes from, whatever the job.
const tr_map_format *tr_export_output_format(int output);
unsigned tr_export_output_maps(int output);

// One row of a picture: made of the texels of that row, or copied of the map that the part is. output: the
// part. texels: a row of each source that the part names.
void tr_output_row(const tr_output_ranges *ranges, int output, const tr_output_kind *kind, tr_patch row,
                   const unsigned char *const texels[TR_OUTPUT_SOURCES], void *out);

// Whether rows are those of a map as they are.
static inline bool tr_output_is_map(const tr_output_kind *kind) { return !kind->make && kind->channel == 0; }

// Whether a part is no picture but a shape, or what lies in the file of one.
static inline bool tr_export_is_shape(int output) { return tr_export_output_format(output)->channels == 0; }

// Maps that the material of a mesh refers to.
enum {
    TR_EXPORT_MESH_MAPS = 1 << TR_MAP_ALBEDO | 1 << TR_MAP_NORMAL | 1 << TR_MAP_EMISSION | 1 << TR_MAP_ORM,
};
// Whether the materials of a mesh have the faces: files that glTF knows, or images in it. KTX2 and DDS hold all
// in one.
static inline bool tr_export_mesh_has_faces(const tr_export_job *job) {
    const bool gpu = job->target ? job->target->cubes : tr_format_is_gpu(job->format);
    return job->maps & 1u << TR_EXPORT_MESH && job->layout == TR_LAYOUT_CUBE && !gpu;
}
