// The kinds of parts of sets, and how rows of their texels are computed from baked data.
#pragma once
#include "export/private/image.h"
#include "export/target.h"

// Values that apply to all rows of a set.
typedef struct tr_output_ranges {
    double low, high; // meaning of 0 and 65535 of heights, in metres
    uint16_t lowest;  // heights are raised to this: the surface of a flat sea
    double deepest;   // meaning of 65535 of depths, in metres
    double fastest;   // full range of a wind, in radii per unit of time; 0: the planet has none
    bool sea;         // ground below 0 m is under a sea
} tr_output_ranges;

// A row of the sources from which a picture's row is made.
typedef struct tr_output_rows {
    const tr_output_ranges *ranges;
    tr_patch patch;                    // of that row
    const void *maps[TR_BAND_SOURCES]; // a row of each source of the part
    int bytes;                         // per channel of the result
    double green;                      // of normals: 1 to the north, or -1
} tr_output_rows;

// One part of a set.
typedef struct tr_output_kind {
    tr_map_format format; // channels 0: not a picture, but a mesh
    unsigned maps; // bits 1 << TR_MAP_…, 1 << TR_BAND_… of what its texels are made of; 0: rings, meshes
    void (*make)(const tr_output_rows *rows, void *texels); // makes one row; NULL: copies the one map, or
    int channel;                                            // that one of it, counted from 1
} tr_output_kind;

// The kind of a tr_map or a tr_export_output for a job: with 16-bit normals, or in the frame of faces.
tr_output_kind tr_export_get_output(const tr_export_job *job, int output);
// The name and format of a part, and its source maps, independent of the job.
const tr_map_format *tr_export_output_format(int output);
unsigned tr_export_output_maps(int output);

// Makes one row of a picture from the texels of its sources, or copies the row of a map. output: the part. row:
// must contain each source of the part.
void tr_output_row(const tr_output_ranges *ranges, int output, const tr_output_kind *kind, const tr_band *row,
                   void *out);

// Whether rows are those of a map as they are.
static inline bool tr_output_is_map(const tr_output_kind *kind) { return !kind->make && kind->channel == 0; }

// Whether a part is not a picture: a shape, or contained in a shape's file.
static inline bool tr_export_is_shape(int output) { return tr_export_output_format(output)->channels == 0; }

// Maps that a mesh's material refers to.
enum {
    TR_EXPORT_MESH_MAPS = 1 << TR_MAP_ALBEDO | 1 << TR_MAP_NORMAL | 1 << TR_MAP_EMISSION | 1 << TR_MAP_ORM,
};
// Whether the materials of a mesh have the faces: files that glTF knows, or images in it. KTX2 and DDS hold all
// in one.
static inline bool tr_export_mesh_has_faces(const tr_export_job *job) {
    const bool gpu = job->target ? job->target->cubes : tr_format_is_gpu(job->format);
    return job->maps & 1u << TR_EXPORT_MESH && job->layout == TR_LAYOUT_CUBE && !gpu;
}
