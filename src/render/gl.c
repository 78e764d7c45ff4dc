#include "render/gl.h"

#include <glad/gl.h>

bool tr_gl_is_es(void) { return GLAD_GL_ES_VERSION_3_0 != 0; }

void tr_gl_clear_errors(void) {
    while (glGetError() != GL_NO_ERROR) {
    }
}

void tr_gl_bind(int unit, GLenum target, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(target, texture);
}

void tr_gl_set_sampling(GLenum target, int levels, GLint filter, GLint wrap) {
    if (levels > 0)
        glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, levels - 1);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

tr_gl_kept tr_gl_keep(void) {
    tr_gl_kept kept;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &kept.framebuffer);
    glGetIntegerv(GL_VIEWPORT, kept.viewport);
    return kept;
}

void tr_gl_restore(const tr_gl_kept *kept) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)kept->framebuffer);
    glViewport(kept->viewport[0], kept->viewport[1], kept->viewport[2], kept->viewport[3]);
}

bool tr_gl_canvas_make(tr_gl_canvas *canvas, int width, int height) {
    tr_gl_clear_errors();
    tr_gl_canvas_destroy(canvas);
    *canvas = (tr_gl_canvas){.width = width, .height = height};
    glGenRenderbuffers(1, &canvas->colour);
    glBindRenderbuffer(GL_RENDERBUFFER, canvas->colour);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    glGenFramebuffers(1, &canvas->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, canvas->colour);
    const bool made =
        glGetError() == GL_NO_ERROR && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (!made)
        tr_gl_canvas_destroy(canvas);
    return made;
}

bool tr_gl_canvas_fit(tr_gl_canvas *canvas, int width, int height) {
    if (!canvas->framebuffer || canvas->width != width || canvas->height != height)
        return tr_gl_canvas_make(canvas, width, height);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, canvas->framebuffer);
    return true;
}

void tr_gl_canvas_destroy(tr_gl_canvas *canvas) {
    if (canvas->framebuffer) // else there may be no OpenGL
        glDeleteFramebuffers(1, &canvas->framebuffer);
    if (canvas->colour)
        glDeleteRenderbuffers(1, &canvas->colour);
    *canvas = (tr_gl_canvas){0};
}
