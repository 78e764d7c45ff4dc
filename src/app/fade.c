#include "app/private/fade.h"

#include "render/gl.h"

#include <glad/gl.h>
#include <math.h>
#include <stddef.h>

static const double fade_s = 0.25, head_start_s = 0.03; // the first frame already shows a part of the new
                                                        // picture
static const double longest_s = 0.08;                   // longest step of a frame, so that slow frames show the
                                                        // fade, too

void tr_fade_lose(tr_fade *fade) { *fade = (tr_fade){0}; }

void tr_fade_end(tr_fade *fade) {
    if (fade->texture)
        glDeleteTextures(1, &fade->texture);
    tr_fade_lose(fade);
}

void tr_fade_want(tr_fade *fade, uint64_t edit, bool covers) {
    fade->wanted = fade->kept ? edit : 0;
    fade->covers = covers && fade->kept;
    fade->has_still = fade->has_still && fade->runs;
}

void tr_fade_want_from(tr_fade *fade, uint64_t edit, unsigned still) {
    fade->wanted = edit;
    fade->covers = fade->has_still = true;
    fade->runs = false;
    fade->still = still;
}

static void drop(tr_fade *fade) {
    fade->wanted = 0;
    fade->covers = fade->runs = fade->has_still = false;
}

bool tr_fade_follow(tr_fade *fade, uint64_t fresh_edit, bool baking, double now) {
    const bool begins = fade->wanted && fresh_edit >= fade->wanted;
    if (begins) {
        if (!fade->runs) // a fade that is running continues
            fade->left_s = fade_s - head_start_s;
        fade->frame_at = now;
        fade->runs = true;
        fade->covers = false;
        fade->wanted = 0;
    } else if (fade->covers && !baking) { // the maps never arrive
        drop(fade);
    }
    if (!fade->runs)
        return false;
    fade->left_s -= fmin(now - fade->frame_at, longest_s);
    fade->frame_at = now;
    fade->runs = fade->left_s > 0;
    fade->has_still = fade->has_still && (fade->runs || fade->covers);
    return begins;
}

double tr_fade_left(const tr_fade *fade) { return fade->covers ? 1 : fade->runs ? fade->left_s / fade_s : 0; }

// Allocates a texture as large as the window. False: OpenGL has no memory for it.
static bool reserve(tr_fade *fade, int width, int height) {
    if (fade->texture && fade->width == width && fade->height == height)
        return true;
    fade->kept = false;
    tr_gl_clear_errors();
    if (!fade->texture)
        glGenTextures(1, &fade->texture);
    glBindTexture(GL_TEXTURE_2D, fade->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
    tr_gl_set_sampling(GL_TEXTURE_2D, 1, GL_LINEAR, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    fade->width = width;
    fade->height = height;
    return glGetError() == GL_NO_ERROR;
}

bool tr_fade_keep(tr_fade *fade, int width, int height) {
    if (fade->refused || tr_fade_left(fade) > 0)
        return false;
    if (!reserve(fade, width, height)) {
        tr_fade_end(fade);
        fade->refused = true;
        return false;
    }
    glBindTexture(GL_TEXTURE_2D, fade->texture);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, width, height);
    glBindTexture(GL_TEXTURE_2D, 0);
    fade->kept = true;
    return true;
}

bool tr_fade_has(const tr_fade *fade, int width, int height) {
    return fade->kept && fade->width == width && fade->height == height && !(tr_fade_left(fade) > 0);
}

void tr_fade_paint(const tr_fade *fade) {
    GLuint framebuffer;
    if (tr_gl_is_es()) // a browser clears the canvas with the first drawing of a frame; blits do not count
        glClear(GL_COLOR_BUFFER_BIT);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, fade->texture, 0);
    glBlitFramebuffer(0, 0, fade->width, fade->height, 0, 0, fade->width, fade->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
}
