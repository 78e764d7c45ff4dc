// The parts of a set, for those who write them: what they are made of, names of files, pictures, the mesh's
// size.
#pragma once
#include "base/platform.h"
#include "base/watch.h"
#include "export/private/gpu.h"
#include "export/set.h"
#include "export/target.h"

enum { TR_EXPORT_NAME_BYTES = 256 };

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

// Texels of a row of maps, which another picture is made of.
typedef struct tr_output_rows {
    double low, high;                    // metres that 0 and 65535 of heights mean
    uint16_t lowest;                     // that heights are raised to: of a flat sea its surface
    double deepest;                      // metres that 65535 of depths means
    tr_patch patch;                      // that row
    const void *maps[TR_OUTPUT_SOURCES]; // those that the part names: a row of each
    int bytes;                           // of a channel of what is made
    bool sea;                            // what lies below 0 m is under one
    double fastest;                      // radii per unit of time that the whole range of a wind is
} tr_output_rows;

// One part of a set.
typedef struct tr_output_kind {
    tr_map_format format; // channels 0: no picture, a mesh
    unsigned maps; // bits 1 << TR_MAP_…, 1 << TR_PART_… of what its texels are made of; 0: rings, meshes
    void (*make)(const tr_output_rows *rows, void *texels); // one row; NULL: the one map as it is
} tr_output_kind;

// Of a tr_map or a tr_export_output, as a job asks for it: normals of 16 bits, or along the sides of faces.
tr_output_kind tr_export_get_output(const tr_export_job *job, int output);
// What rows of it are made with, but for the texels of each.
tr_output_rows tr_output_begin(const tr_export_job *job, const tr_output_kind *output);
// What it is called and is, and which of the planet's maps it comes from, whatever the job.
const tr_map_format *tr_export_output_format(int output);
unsigned tr_export_output_maps(int output);

// Whether a part is no picture but a shape, or what lies in the file of one.
static inline bool tr_export_is_shape(int output) { return tr_export_output_format(output)->channels == 0; }

// How many files the set has of a tr_map or a tr_export_output: one, or one for each image (image_layout.h); 0:
// it has none.
int tr_export_file_count(const tr_export_job *job, int output);
// The name of one: "inferno-7_albedo.png", "inferno-7_albedo_px.png". False when it does not fit.
bool tr_export_file_name(const tr_export_job *job, int output, int image, char *name, size_t bytes);

// What an image of it is called in a GLB: "albedo", "albedo_px".
enum { TR_IMAGE_NAME_BYTES = 32 };
void tr_export_image_name(const tr_export_job *job, int output, int image, char name[TR_IMAGE_NAME_BYTES]);

// DIRECTORY/NAME. Errors: TR_CANNOT_WRITE (too long).
tr_status tr_export_path(const tr_export_job *job, const char *name, char path[1024], tr_error *error);

// The name in the job's folder of such a path.
const char *tr_export_name_in(const tr_export_job *job, const char *path);
// "inferno-7.manifest.json". Errors: TR_CANNOT_WRITE (too long).
tr_status tr_export_manifest_name(const tr_export_job *job, char name[TR_EXPORT_NAME_BYTES], tr_error *error);
// Opens the job's folder, if it is there (directory.h). Errors: TR_CANNOT_WRITE.
tr_status tr_export_find_folder(const tr_export_job *job, tr_folder *folder, tr_error *error);
// Adds a file to those that stay.
void tr_export_keep(tr_export_result *result, const char *path);

// Keeps other exports into the job's folder from looking at what is there, and from giving files their names:
// what stands there is one set or another. Waits for them; to be ended by tr_folder_unlock, soon, also after
// a failure. Errors: TR_STOPPED.
tr_status tr_export_lock(tr_folder folder, const tr_watch *watch, int *lock, tr_error *error);

// Whether a part lies in the mesh file instead of a file of its own.
bool tr_export_embeds(const tr_export_job *job, int output);

// Metres that 0 and 65535 of the job's height map mean.
void tr_export_heights(const tr_export_job *job, double *low, double *high);

// Radii per unit of time that the whole range of the job's wind map is; 0: its planet has none.
double tr_export_fastest(const tr_export_job *job);

// A texture of the job, or the strip of its rings, as a picture without texels.
tr_image tr_export_image(const tr_export_job *job, int output);
// How the job's KTX2 and DDS files are made.
tr_gpu_coding tr_export_coding(const tr_export_job *job, tr_pool *pool, const char *text);

// Maps that the material of a mesh refers to.
enum {
    TR_EXPORT_MESH_MAPS = 1 << TR_MAP_ALBEDO | 1 << TR_MAP_NORMAL | 1 << TR_MAP_EMISSION | 1 << TR_MAP_ORM,
};

// The columns of the mesh that a job writes: those of the recipe, or of a ball.
int tr_export_mesh_columns(const tr_export_job *job);
// Of one that is six grids, for faces of a cube: segments along an edge, as fine as those columns at the least;
// 0: it is not.
int tr_export_mesh_side(const tr_export_job *job);
// Whether its materials have the faces: files that glTF knows, or images in it. KTX2 and DDS hold all in one.
static inline bool tr_export_mesh_has_faces(const tr_export_job *job) {
    const bool gpu = job->target ? job->target->cubes : tr_format_is_gpu(job->format);
    return job->maps & 1u << TR_EXPORT_MESH && job->layout == TR_LAYOUT_CUBE && !gpu;
}
// Whether faces lie on the shape of the planet, and not on a ball, as a cube map's do: on that of a mesh in the
// set, or on one that a program makes.
static inline bool tr_export_faces_have_shape(const tr_export_job *job) {
    return tr_export_mesh_has_faces(job) || tr_target_border(job->target, job->layout);
}
