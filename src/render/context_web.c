// A page has the OpenGL of its canvas alone.
#include "render/private/context.h"

#include "render/offscreen.h"

tr_gl_loader tr_offscreen_loader(void) { return NULL; }

tr_status tr_context_open(tr_context *context, tr_error *error) {
    (void)context;
    return tr_fail(error, TR_NO_OPENGL, "a page has no OpenGL without its window");
}

void tr_context_close(tr_context *context) { (void)context; }
