// The plan of a set: its parts and its files, decided once by the job. What is estimated, written, listed in
// the manifest, compared and removed follows from it. More: docs/internals/export.md.
#pragma once
#include "base/atomic_file.h"
#include "base/text.h"
#include "base/watch.h"
#include "export/private/outputs.h"
#include "export/private/pyramid.h"
#include "json/json.h"

enum { TR_EXPORT_NAME_BYTES = 256, TR_EXPORT_PATH_BYTES = 1024, TR_IMAGE_NAME_BYTES = 32 };

#define TR_MANIFEST_ENDING ".manifest.json" // after the stem

// A map, a picture that is made of maps, the strip of the rings or a shape.
typedef struct tr_part {
    tr_output_kind kind;
    tr_file_format format;
    tr_picture picture; // without texels
    int images;         // one, or one for each face or square (image_layout.h); 0: the set lacks the part
    int first;          // of its files in the plan, unless they are tiles
    char tiles[TR_TILE_PATTERN_BYTES]; // names of its tiles
} tr_part;

// A part of a job, without the values that depend on the range of heights.
tr_part tr_part_of(const tr_export_job *job, int output);

// One file of a set, also while it is being made. Or an image that is embedded in another file: until then it
// is a temporary file, which is never renamed.
typedef struct tr_set_file {
    char name[TR_EXPORT_NAME_BYTES]; // in the set's folder
    int output, image;               // of a part; output -1: a text beside the textures, or the manifest
    bool hidden;                     // it lies in the file of the shape
    bool stays;                      // the existing file was edited and is kept
    tr_text text;                    // of a text beside the textures
    tr_digest digest;                // once it is finished
    tr_atomic_file *file;            // NULL after it was renamed
    struct tr_row_file *rows;        // of a texture, until it is finished
    bool active;                     // part of the current pass
    unsigned char *row;              // a row of the picture, if it has to be assembled
    // For a GPU texture with roughness: the normals of the whole picture, and the number of rows so far.
    unsigned char *normals;
    int normal_rows;
    tr_status status; // how finishing it ended
    tr_error error;
} tr_set_file;

typedef struct tr_plan {
    tr_export_job job;      // completed by the target: layout, mesh, border
    const tr_watch *watch;  // or NULL
    tr_folder folder;       // of the set; zero until it is opened
    char *recipe_json;      // compact, for textures
    tr_output_ranges range; // of numbers in texels
    tr_gpu_coding coding;   // of KTX2 and DDS files
    tr_pyramid pyramid;     // of tiles
    tr_part parts[TR_EXPORT_OUTPUTS];
    int file_count; // the manifest is the last; none of them is a tile
    tr_set_file files[TR_EXPORT_FILES];
    char manifest[TR_EXPORT_NAME_BYTES]; // the names of that and of the list of all tiles' hashes
    char list[TR_EXPORT_NAME_BYTES];
} tr_plan;

// Plans a set. Free *plan with tr_plan_free. Errors: those errors of tr_export that can be found before baking
// and without the disk.
tr_status tr_plan_make(const tr_export_job *job, const tr_watch *watch, tr_plan **plan, tr_error *error);
// Plans a single map, whose file has no name. Errors: TR_BAD_INPUT, TR_NO_MEMORY.
tr_status tr_plan_make_map(const tr_export_job *job, const tr_watch *watch, tr_plan **plan, tr_error *error);
// Sets the range of heights and depths to that of the planet in maps of the job's size. Errors: as for
// tr_plan_make_map.
tr_status tr_plan_fit(tr_plan *plan, double low_m, double high_m, tr_error *error);
// Removes all files that were not renamed yet.
void tr_plan_drop_files(tr_plan *plan);
// As tr_plan_drop_files, and frees the plan. NULL is allowed.
void tr_plan_free(tr_plan *plan);

// The file of an image of a part that the set has; that of the shape, if it lies in that.
static inline const tr_set_file *tr_plan_file(const tr_plan *plan, int output, int image) {
    const tr_set_file *file = &plan->files[plan->parts[output].first + image];
    return file->hidden ? &plan->files[plan->parts[TR_EXPORT_MESH].first] : file;
}
// The image of a part that lies in the file of the shape, finished; NULL: there is none, or it is a file.
static inline const tr_atomic_file *tr_plan_image(const tr_plan *plan, int output, int image) {
    const tr_part *part = &plan->parts[output];
    const tr_set_file *file = image < part->images ? &plan->files[part->first + image] : NULL;
    return file && file->hidden ? file->file : NULL;
}
static inline bool tr_plan_has(const tr_plan *plan, int output) { return plan->job.maps & 1u << output; }
// Whether textures lie in the file of the shape.
static inline bool tr_plan_embeds(const tr_plan *plan) { return plan->job.target && plan->job.target->embed; }

// DIRECTORY/NAME; false: it is too long, and cut off. Those of planned files and of their tiles fit.
bool tr_plan_path(const tr_plan *plan, const char *name, char path[TR_EXPORT_PATH_BYTES]);
// Locks the plan's folder. No other export can then inspect its files or rename new files into place, so the
// folder always contains a whole set. Waits until the lock is free. Unlock it soon with tr_folder_unlock, also
// after a failure. Errors: TR_STOPPED.
tr_status tr_plan_lock(const tr_plan *plan, int *lock, tr_error *error);
// As tr_write_fail and tr_read_fail, of a file in the set's folder.
tr_status tr_plan_write_fail(const tr_plan *plan, const char *name, int reason, tr_error *error);
tr_status tr_plan_read_fail(const tr_plan *plan, const char *name, int reason, tr_error *error);
// Reports a file that may not be replaced. Returns TR_CANNOT_WRITE.
tr_status tr_plan_refuse(const tr_plan *plan, const char *name, const char *why, tr_error *error);
// Adds somebody else's file to the result's list of kept files.
void tr_result_keep(tr_export_result *result, const tr_plan *plan, const char *name);
// As tr_atomic_open_in.
tr_status tr_plan_open(const tr_plan *plan, const char *name, tr_atomic_file **file, tr_error *error);
// Writes a file that is a text. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_plan_put(const tr_plan *plan, const char *name, const tr_text *text, tr_error *error);

// The recipe as it is embedded in the files of a set, as a tree of d. d records failures.
tr_json *tr_plan_recipe(tr_json_document *d, const tr_plan *plan);

// The name of an image of a part in a GLB: "albedo", "albedo_px".
void tr_plan_image_name(const tr_plan *plan, int output, int image, char name[TR_IMAGE_NAME_BYTES]);

// The columns of the mesh that a job writes: those of the recipe, or of a sphere.
int tr_export_mesh_columns(const tr_export_job *job);
// For a mesh of six grids, one for each face of a cube: segments along an edge, at least as fine as these
// columns; 0: not such a mesh.
int tr_export_mesh_side(const tr_export_job *job);

// Begins a text file beside the textures, for targets. Its name is NAME, which is another file of the set or
// its stem, plus the ending. For strings, tr_text_quote fits most languages. Formats without quotes, such as
// Kopernicus, only get names from a limited set of characters. HTML is escaped in targets/web.c.
tr_text *tr_plan_add_text(tr_plan *plan, const char *name, const char *ending);
// Calls `describe` for each texture of the plan.
typedef void tr_describe_texture(tr_plan *plan, int output, const char *name);
void tr_plan_describe_textures(tr_plan *plan, tr_describe_texture *describe);
