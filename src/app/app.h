// The window: a planet that can be turned, lit and changed while one looks at it.
// More: docs/internals/window.md.
#pragma once
#include "app/latency.h"
#include "base/isa.h"
#include "scene/load.h"
#include <stdatomic.h>

typedef struct tr_app_options {
    const tr_world *world; // what the user asked for
    bool asked;            // for anything: else what a crash left comes back, or the gallery comes first
    int threads;           // for the bakes; 0: one for each core
    tr_isa isa;
    const char *output_directory; // for exports, pictures and worlds; NULL: as docs/internals/window.md says
    tr_latency_report *latency;   // is filled in with what edits took; may be NULL
    const atomic_bool *stop;      // the window closes soon once it is true; may be NULL
} tr_app_options;

// Opens the window and returns when it is closed. Main thread only. Everything in options is borrowed for the
// call. Four variables of the environment are for tests and for work on the program itself: with
// TERRELLA_GL_DEBUG=1 an OpenGL error ends the run as TR_BUG; TERRELLA_TRACE=FILE collects when things happened
// (see trace.h); TERRELLA_LOSE_OPENGL=N behaves once as if OpenGL were reset, after edit N;
// TERRELLA_SHADERS=FOLDER compiles shaders anew that change there (see shader_watch.h). Errors: TR_NO_OPENGL
// (no display, or no OpenGL 3.3: what is needed and what was found), those of tr_world_load, TR_BUG,
// TR_STOPPED.
tr_status tr_app_run(const tr_app_options *options, tr_error *error);
