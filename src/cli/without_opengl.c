// Replaces the window and the pictures in builds without OpenGL (-DTERRELLA_APP=OFF).
#include "app/shortcuts.h"
#include "bench/bench.h"
#include "cli/private/commands.h"

static tr_status refuse(const tr_cli_context *context, const char *what) {
    return tr_fail(context->error, TR_NO_OPENGL,
                   "this terrella is built without OpenGL: it %s; `terrella export` works", what);
}

tr_status tr_cli_window(const tr_cli_context *context) { return refuse(context, "has no window"); }
tr_status tr_cli_render(const tr_cli_context *context) { return refuse(context, "takes no pictures"); }
tr_status tr_cli_gallery(const tr_cli_context *context) { return refuse(context, "takes no pictures"); }

const tr_shortcut *tr_shortcuts(int *count) {
    *count = 0;
    return NULL;
}

const tr_bench_table tr_bench_frames;
