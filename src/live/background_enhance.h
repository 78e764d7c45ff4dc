// Enhances a height map (export/enhance_file.h) in the background.
#pragma once
#include "export/enhance_file.h"

typedef struct tr_background_enhance tr_background_enhance;

typedef struct tr_background_enhance_options {
    tr_enhance_job job; // copied, with its texts
    int threads;        // 0: one per core
    tr_isa isa;
    void (*wake)(void); // called on its thread when the progress changes and when it is over
} tr_background_enhance_options;

// Starts a thread. Errors: TR_NO_MEMORY.
tr_status tr_background_enhance_start(const tr_background_enhance_options *options, tr_background_enhance **out,
                                      tr_error *error);

// The progress, 0 … 1, and whether it is over.
double tr_background_enhance_progress(const tr_background_enhance *enhance);
bool tr_background_enhance_over(const tr_background_enhance *enhance);

// Asks it to stop soon; it then leaves no file.
void tr_background_enhance_stop(tr_background_enhance *enhance);

// Waits for the end, frees everything, and returns the result. Errors: those of tr_enhance_file.
tr_status tr_background_enhance_finish(tr_background_enhance *enhance, tr_enhance_result *result,
                                       tr_error *error);
