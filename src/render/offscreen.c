#include "render/offscreen.h"

#include "base/memory.h"
#include "render/gl.h"
#include "render/private/context.h"
#include <assert.h>
#include <glad/gl.h>

struct tr_offscreen {
    tr_context context;
    tr_gl_canvas canvas;
};

// Creates the framebuffer to draw into.
static tr_status make_framebuffer(tr_offscreen *offscreen, int wide, int high, tr_error *error) {
    GLint largest = 0, viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    const int width = largest < viewport[0] ? largest : viewport[0];
    const int height = largest < viewport[1] ? largest : viewport[1];
    if (wide > width || high > height)
        return tr_fail(error, TR_BAD_USAGE, "the picture is %d x %d, and this OpenGL renders at most %d x %d",
                       wide, high, width, height);
    return tr_gl_canvas_make(&offscreen->canvas, wide, high)
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for a picture of %d x %d", wide, high);
}

tr_status tr_offscreen_create(int width, int height, tr_offscreen **offscreen, tr_error *error) {
    assert(width > 0 && height > 0);
    *offscreen = NULL;
    tr_offscreen *made = tr_calloc(1, sizeof *made);
    if (!made)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the picture");
    tr_status status = tr_context_open(&made->context, error);
    if (status == TR_OK)
        status = tr_gl_load(tr_offscreen_loader(), error);
    if (status == TR_OK)
        status = make_framebuffer(made, width, height, error);
    if (status != TR_OK) {
        tr_offscreen_destroy(made);
        return status;
    }
    *offscreen = made;
    return TR_OK;
}

void tr_offscreen_destroy(tr_offscreen *offscreen) {
    if (!offscreen)
        return;
    tr_gl_canvas_destroy(&offscreen->canvas);
    tr_context_close(&offscreen->context);
    tr_free(offscreen);
}

void tr_offscreen_finish(void) { glFinish(); }

tr_status tr_offscreen_read(tr_offscreen *offscreen, const tr_watch *watch, uint8_t *rgb, tr_error *error) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, offscreen->canvas.framebuffer);
    return tr_renderer_read(offscreen->canvas.width, offscreen->canvas.height, watch, rgb, error);
}
