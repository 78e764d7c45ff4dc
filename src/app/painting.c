#include "app/private/painting.h"

#include "base/memory.h"
#include "base/size.h"
#include "export/export.h"

#include <glad/gl.h>

// A framebuffer of its own, bound in the place of the window's.
typedef struct canvas {
    GLuint framebuffer, colour;
    GLint before;
} canvas;

static tr_status begin(canvas *c, int width, int height, tr_error *error) {
    GLint most = 0, most_view[2] = {0};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, most_view);
    if (width > most || height > most || width > most_view[0] || height > most_view[1])
        return tr_fail(error, TR_BAD_USAGE, "this OpenGL paints at most %d x %d", most, most);
    while (glGetError() != GL_NO_ERROR) {
    }
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &c->before);
    glGenRenderbuffers(1, &c->colour);
    glBindRenderbuffer(GL_RENDERBUFFER, c->colour);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glGenFramebuffers(1, &c->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, c->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, c->colour);
    if (glGetError() != GL_NO_ERROR || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return tr_fail(error, TR_NO_MEMORY, "OpenGL has no room for a picture of %d x %d", width, height);
    return TR_OK;
}

static void end(canvas *c) {
    if (!c->framebuffer)
        return;
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)c->before);
    glDeleteFramebuffers(1, &c->framebuffer);
    glDeleteRenderbuffers(1, &c->colour);
}

static tr_status paint(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, uint8_t *rgb,
                       tr_error *error) {
    const tr_status status = tr_renderer_draw(renderer, scene, view, error);
    return status == TR_OK ? tr_renderer_read(view->width_px, view->height_px, NULL, rgb, error) : status;
}

static tr_status paint_clear(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, uint8_t *rgba,
                             tr_error *error) {
    const size_t pixels = (size_t)view->width_px * (size_t)view->height_px;
    uint8_t *both = tr_allocate(pixels, 6);
    if (!both)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a picture of %d x %d", view->width_px,
                       view->height_px);
    tr_view over = *view;
    over.stars = false;
    for (int c = 0; c < 3; c++)
        over.background[c] = 0;
    tr_status status = paint(renderer, scene, &over, both, error);
    for (int c = 0; c < 3; c++)
        over.background[c] = 255;
    if (status == TR_OK)
        status = paint(renderer, scene, &over, both + 3 * pixels, error);
    if (status == TR_OK)
        tr_painting_cut_out(pixels, both, both + 3 * pixels, rgba);
    tr_free(both);
    return status;
}

tr_status tr_painting_write(const char *path, tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                            bool clear, const char *text, tr_error *error) {
    const int width = view->width_px, height = view->height_px, channels = clear ? 4 : 3;
    canvas c = {0};
    size_t pixels;
    uint8_t *texels =
        tr_size_multiply((size_t)width, (size_t)height, &pixels) ? tr_allocate(pixels, (size_t)channels) : NULL;
    tr_status status = texels
                           ? begin(&c, width, height, error)
                           : tr_fail(error, TR_NO_MEMORY, "no memory for a picture of %d x %d", width, height);
    if (status == TR_OK)
        status = clear ? paint_clear(renderer, scene, view, texels, error)
                       : paint(renderer, scene, view, texels, error);
    end(&c);
    if (status == TR_OK)
        status = clear ? tr_picture_write_clear(path, width, height, texels, text, error)
                       : tr_picture_write(path, width, height, texels, text, NULL, error);
    tr_free(texels);
    return status;
}
