// Writes texture sets in the background.
#pragma once
#include "base/isa.h"
#include "export/choice.h"
#include "live/background.h"
#include "scene/scene.h"

// Existing files with the names of a set that are not, or no longer, as Terrella wrote them.
typedef struct tr_edited_files {
    int count;
    char names[512]; // of the first ones, a line for each
} tr_edited_files;

typedef struct tr_background_export_options {
    const tr_scene *scene;
    int planet; // of the scene
    const char *directory;
    const char *stem;  // NULL: all planets of the scene, one by one, each under its own name
    const char *world; // tr_export_job.world of that planet
    tr_export_choice choice;
    tr_edited edited;
    tr_edited_files *found; // after a refusal: the files that TR_EDITED_KEEP would keep; may be NULL
    int threads;            // 0: one per core
    tr_isa isa;
    void (*wake)(void); // called on the export's thread when the progress changes and when it is over
} tr_background_export_options;

// What was written.
typedef struct tr_exported {
    char first[1024];         // path of the first file
    char stem[TR_STEM_BYTES]; // of the first set
    int sets, files;
    int replaced;            // sets that took the place of one of that name
    int kept, settings_kept; // files of earlier sets that stay (tr_export_result)
} tr_exported;

// Starts to write a set for one planet, or for each. Everything in options is copied. *exported is written
// until tr_background_finish, whose errors are those of tr_export. Errors: TR_NO_MEMORY, and those of
// tr_export_check if the export is not possible.
tr_status tr_background_export_start(const tr_background_export_options *options, tr_exported *exported,
                                     tr_background **out, tr_error *error);
