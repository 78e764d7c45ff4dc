// A texture set that is written while the window goes on.
#pragma once
#include "base/isa.h"
#include "export/choice.h"
#include "scene/scene.h"

typedef struct tr_background_export tr_background_export;

typedef struct tr_background_export_options {
    const tr_scene *scene;
    int planet; // of it
    const char *directory;
    const char *stem;  // NULL: all planets of the scene, one after the other, each under its own name
    const char *world; // tr_export_job.world of that planet
    tr_export_choice choice;
    int threads; // 0: one for each core
    tr_isa isa;
    void (*wake)(void); // called on the export's thread when there is progress to show, and when it is over
} tr_background_export_options;

// Starts a thread that writes a set of a planet, or of each. Everything in options is copied. Errors:
// TR_NO_MEMORY, and of what cannot be done those of tr_export_check.
tr_status tr_background_export_start(const tr_background_export_options *options, tr_background_export **out,
                                     tr_error *error);

// 0 … 1, and whether it is over.
double tr_background_export_progress(const tr_background_export *running);
bool tr_background_export_over(const tr_background_export *running);

// How many sets are written.
int tr_background_export_done(const tr_background_export *running);

// Asks it to end soon; of the set that it is at it then leaves nothing behind.
void tr_background_export_stop(tr_background_export *running);

// Waits for the end, frees, and says how it went: `first` is the path of the first of *count files, *kept how
// many of an earlier set stay (tr_export_result). Errors: those of tr_export.
tr_status tr_background_export_finish(tr_background_export *running, char first[1024], int *count, int *kept,
                                      tr_error *error);
