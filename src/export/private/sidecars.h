// Files beside the textures of a set, which a program takes its settings from: texts that are put together
// before anything is baked.
#pragma once
#include "export/private/outputs.h"

enum { TR_SIDECARS_MOST = 128 };

// A text that grows. A failed allocation sticks: the text is NULL then.
typedef struct tr_text {
    char *bytes;
    size_t used, capacity;
    bool failed;
} tr_text;

__attribute__((format(printf, 2, 3))) void tr_text_add(tr_text *text, const char *format, ...);

// A string in quotes, as JSON has it, which Python, Godot, Celestia and SpaceEngine read the same: \" and \\,
// and \u with four digits for what nobody sees (of which names have none but joiners). What has no quotes, as
// Kopernicus, takes letters of names that it knows; HTML has its own in targets/web.c.
void tr_text_quote(tr_text *text, const char *string);

typedef struct tr_sidecar {
    char name[TR_EXPORT_NAME_BYTES];
    tr_text text;
} tr_sidecar;

typedef struct tr_sidecars {
    int count;
    bool name_too_long;
    tr_sidecar items[TR_SIDECARS_MOST];
} tr_sidecars;

// What the job's target has beside its textures. Freed by tr_sidecars_free, also after a failure. Errors:
// TR_NO_MEMORY, TR_CANNOT_WRITE (a name that is too long).
tr_status tr_sidecars_describe(const tr_export_job *job, tr_sidecars *all, tr_error *error);
// Begins one that is called NAME and the ending, after another file of the set or its stem.
tr_text *tr_sidecar_begin(tr_sidecars *all, const char *name, const char *ending);
// Calls `describe` for each texture of the job, with the name of its file.
typedef void tr_sidecar_describe(const tr_export_job *job, int output, const char *name, tr_sidecars *all);
void tr_sidecars_of_images(const tr_export_job *job, tr_sidecars *all, tr_sidecar_describe *describe);
void tr_sidecars_free(tr_sidecars *all);

// What targets have for it; each adds to an empty list.
void tr_describe_blender(const tr_export_job *job, tr_sidecars *all);
void tr_describe_godot(const tr_export_job *job, tr_sidecars *all);
void tr_describe_celestia(const tr_export_job *job, tr_sidecars *all);
void tr_describe_gaiasky(const tr_export_job *job, tr_sidecars *all);
void tr_describe_kopernicus(const tr_export_job *job, tr_sidecars *all);
void tr_describe_spaceengine(const tr_export_job *job, tr_sidecars *all);
void tr_describe_unity(const tr_export_job *job, tr_sidecars *all);
void tr_describe_gis(const tr_export_job *job, tr_sidecars *all);
