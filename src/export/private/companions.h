// Files beside the textures of a set, which a program takes its settings from: texts that are put together
// before anything is baked.
#pragma once
#include "export/private/parts.h"

enum { TR_COMPANIONS_MOST = 128 };

// A text that grows. A failed allocation sticks: the text is NULL then.
typedef struct tr_text {
    char *bytes;
    size_t used, room;
    bool failed;
} tr_text;

__attribute__((format(printf, 2, 3))) void tr_text_add(tr_text *text, const char *format, ...);

// A string in quotes, as JSON has it, which Python, Godot, Celestia and SpaceEngine read the same: \" and \\,
// and \u with four digits for what nobody sees (of which names have none but joiners). What has no quotes, as
// Kopernicus, takes letters of names that it knows; HTML has its own in targets/web.c.
void tr_text_quote(tr_text *text, const char *string);

typedef struct tr_companion {
    char name[TR_EXPORT_NAME_BYTES];
    tr_text text;
} tr_companion;

typedef struct tr_companions {
    int count;
    bool name_too_long;
    tr_companion items[TR_COMPANIONS_MOST];
} tr_companions;

// What the job's target has beside its textures. Freed by tr_companions_free, also after a failure. Errors:
// TR_NO_MEMORY, TR_CANNOT_WRITE (a name that is too long).
tr_status tr_companions_describe(const tr_export_job *job, tr_companions *all, tr_error *error);
// Begins one that is called NAME and the ending, after another file of the set or its stem.
tr_text *tr_companion_begin(tr_companions *all, const char *name, const char *ending);
// Calls `describe` for each texture of the job, with the name of its file.
typedef void tr_companion_describe(const tr_export_job *job, int part, const char *name, tr_companions *all);
void tr_companions_of_pictures(const tr_export_job *job, tr_companions *all, tr_companion_describe *describe);
void tr_companions_free(tr_companions *all);

// What targets have for it; each adds to an empty list.
void tr_describe_blender(const tr_export_job *job, tr_companions *all);
void tr_describe_godot(const tr_export_job *job, tr_companions *all);
void tr_describe_celestia(const tr_export_job *job, tr_companions *all);
void tr_describe_gaiasky(const tr_export_job *job, tr_companions *all);
void tr_describe_kopernicus(const tr_export_job *job, tr_companions *all);
void tr_describe_spaceengine(const tr_export_job *job, tr_companions *all);
void tr_describe_unity(const tr_export_job *job, tr_companions *all);
void tr_describe_gis(const tr_export_job *job, tr_companions *all);
