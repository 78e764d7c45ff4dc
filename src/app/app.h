// The window: a planet that the user can turn, light and edit interactively.
// More: docs/internals/window.md.
#pragma once
#include "app/latency.h"
#include "base/isa.h"
#include "scene/load.h"
#include <stdatomic.h>

typedef struct tr_app_options {
    const tr_world *world; // the world to open
    bool asked;            // whether the user named one; if not, the window restores a crashed session or opens
                           // the gallery
    const char *picture;   // a file to make a map of the world of; NULL: none
    int threads;           // for bakes; 0: one per core
    tr_isa isa;
    const char *output_directory; // for exports, pictures and worlds; NULL: the default of
                                  // docs/internals/window.md
    tr_latency_report *latency;   // receives the latencies of edits; may be NULL
    const atomic_bool *stop;      // set to true to close the window; may be NULL
} tr_app_options;

// Opens the window and returns when it is closed. Main thread only. All of options is borrowed for the call.
// Five environment variables are for tests and development: with TERRELLA_GL_DEBUG=1 an OpenGL error ends the
// run as TR_BUG; TERRELLA_TRACE=FILE records the times of events (see trace.h); TERRELLA_LOSE_OPENGL=N
// simulates one reset of OpenGL after edit N; TERRELLA_SHADERS=FOLDER recompiles shaders when they change in
// that folder (see shader_watch.h); with TERRELLA_COARSE_MAPS=1 no maps are wider than 1024 texels. Errors:
// TR_NO_OPENGL (no display, or no OpenGL 3.3; the message says what is needed and what was found), those of
// tr_world_load, TR_BUG, TR_STOPPED.
tr_status tr_app_run(const tr_app_options *options, tr_error *error);
