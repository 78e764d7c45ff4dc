// The textures of a set: baked in waves of bands, and put into their files row by row.
// More: docs/internals/export.md.
#pragma once
#include "base/watch.h"
#include "export/private/image_layout.h"
#include "export/private/row_file.h"

// One on its way into its file.
typedef struct tr_set_texture {
    int output, image;
    const char *path; // that it gets; NULL: none, it goes into another file
    tr_row_file *rows;
    bool active;        // gets what is baked now
    unsigned char *row; // of the picture, where it is put together
    // Of a texture for GPUs with roughness: the normals of the whole picture, and how many rows of them there
    // are.
    unsigned char *normals;
    int normal_rows;
    bool failed;      // a row could not be written; finishing the file tells why
    tr_status status; // how that ended
    tr_error error;
} tr_set_texture;

// Bakes the maps of all textures that are made of maps, and puts them into their files. Those that do not
// stream are finished, too. Reports progress and may be stopped through the watch (NULL is allowed). Errors:
// TR_BAD_INPUT (a cube of a planet that is a flat map), TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_textures_write(const tr_export_job *job, const tr_surface *surface, tr_pool *pool,
                            const tr_watch *watch, tr_set_texture *textures, int count, tr_error *error);

// The range of the planet's heights in whole metres, as maps of that job's size have them. Errors: as above.
tr_status tr_textures_fit_heights(const tr_export_job *job, const tr_surface *surface, tr_pool *pool,
                                  const tr_watch *watch, double *low, double *high, tr_error *error);

tr_status tr_export_stopped(tr_error *error);
