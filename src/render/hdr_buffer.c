#include "render/private/hdr_buffer.h"

#include <stddef.h>

enum { SMALLEST_GLOW = 10 }; // texels; the glow covers the same fraction of small and large pictures

void tr_hdr_buffer_destroy(tr_hdr_buffer *hdr) {
    glDeleteFramebuffers(1, &hdr->framebuffer); // 0 is ignored
    glDeleteTextures(1, &hdr->light);
    glDeleteFramebuffers(1, &hdr->small_framebuffer);
    glDeleteTextures(1, &hdr->small);
    for (int i = 0; i < hdr->glow_count; i++) {
        glDeleteFramebuffers(1, &hdr->glow[i].framebuffer);
        glDeleteTextures(1, &hdr->glow[i].texture);
    }
    *hdr = (tr_hdr_buffer){0};
}

// Creates a texture with a framebuffer for it. False: no memory.
static bool make_target(int width, int height, GLint format, GLuint *texture, GLuint *framebuffer) {
    tr_gl_clear_errors();
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, GL_RGBA,
                 format == GL_RGBA8 ? GL_UNSIGNED_BYTE : GL_HALF_FLOAT, NULL);
    tr_gl_set_sampling(GL_TEXTURE_2D, 1, GL_LINEAR, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, *framebuffer);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *texture, 0);
    return glGetError() == GL_NO_ERROR &&
           glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

int tr_hdr_buffer_glow_levels(int width, int height) {
    int count = 0;
    for (int w = (width + 3) / 4, h = (height + 3) / 4;
         count < TR_GLOW_LEVELS && w >= SMALLEST_GLOW && h >= SMALLEST_GLOW; w = (w + 1) / 2, h = (h + 1) / 2)
        count++;
    return count;
}

static bool make_light(tr_hdr_buffer *hdr, int width, int height) {
    bool made = make_target(width, height, GL_RGBA16F, &hdr->light, &hdr->framebuffer);
    int w = (width + 3) / 4, h = (height + 3) / 4;
    for (int left = tr_hdr_buffer_glow_levels(width, height); made && left > 0;
         left--, w = (w + 1) / 2, h = (h + 1) / 2) {
        tr_glow_level *level = &hdr->glow[hdr->glow_count++];
        *level = (tr_glow_level){.width = w, .height = h};
        made = make_target(w, h, GL_RGBA16F, &level->texture, &level->framebuffer);
    }
    hdr->width = width;
    hdr->height = height;
    return made;
}

tr_status tr_hdr_buffer_begin(tr_hdr_buffer *hdr, int width, int height, tr_error *error) {
    if (hdr->width != width || hdr->height != height) {
        GLint bound = 0;
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
        tr_hdr_buffer_destroy(hdr);
        if (!make_light(hdr, width, height)) {
            tr_hdr_buffer_destroy(hdr);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
            return tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for a picture of %d x %d", width, height);
        }
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, hdr->framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    return TR_OK;
}

// One pass that writes a glow level, from a texture of width x height.
static void pass_glow(const tr_programs *programs, const tr_program *program, GLuint from, int width,
                      int height, const tr_glow_level *to) {
    if (!program)
        return;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glViewport(0, 0, to->width, to->height);
    glUniform2f(program->at[TR_UNIFORM_picture_size], (float)to->width, (float)to->height);
    glUniform2f(program->at[TR_UNIFORM_texel], 1 / (float)width, 1 / (float)height);
    glBindTexture(GL_TEXTURE_2D, from);
    tr_programs_draw(programs, GL_TRIANGLES, 3);
}

// Spreads light that is brighter than white: first down the levels, then up again, adding each level to the
// finer one (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", SIGGRAPH 2014).
bool tr_hdr_buffer_glow(const tr_hdr_buffer *hdr, tr_programs *programs, double exposure) {
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_BLEND);
    if (hdr->glow_count == 0)
        return false;
    const tr_program *program = tr_programs_use_spare(programs, "layer.vert", "glow.frag", "#define BRIGHT\n");
    if (!program)
        return false;
    glUniform1f(program->at[TR_UNIFORM_exposure], (float)exposure);
    pass_glow(programs, program, hdr->light, hdr->width, hdr->height, &hdr->glow[0]);
    program = tr_programs_use_spare(programs, "layer.vert", "glow.frag", "");
    for (int i = 1; i < hdr->glow_count; i++)
        pass_glow(programs, program, hdr->glow[i - 1].texture, hdr->glow[i - 1].width, hdr->glow[i - 1].height,
                  &hdr->glow[i]);
    program = tr_programs_use_spare(programs, "layer.vert", "glow.frag", "#define WIDEN\n");
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    for (int i = hdr->glow_count - 1; i > 0; i--)
        pass_glow(programs, program, hdr->glow[i].texture, hdr->glow[i].width, hdr->glow[i].height,
                  &hdr->glow[i - 1]);
    return program != NULL;
}

// Sets the uniforms for a part of a picture.
static void set_part(const tr_program *program, const tr_tone_mapping *how, int width, int height) {
    const double border = how->border_px, size[2] = {width + 2 * border, height + 2 * border};
    double grow[2] = {0}, from[2] = {0};
    for (int k = 0; k < 2 && how->whole_px[0] > 0; k++) {
        grow[k] = size[k] / how->whole_px[k] - 1;
        from[k] = (how->corner_px[k] - border) / how->whole_px[k];
    }
    glUniform2f(program->at[TR_UNIFORM_picture_size], (float)size[0], (float)size[1]);
    glUniform2f(program->at[TR_UNIFORM_border], (float)border, (float)border);
    glUniform2f(program->at[TR_UNIFORM_corner], (float)how->corner_px[0], (float)how->corner_px[1]);
    glUniform2f(program->at[TR_UNIFORM_glow_from], (float)from[0], (float)from[1]);
    glUniform2f(program->at[TR_UNIFORM_glow_grow], (float)grow[0], (float)grow[1]);
}

// False if the program is not available.
static bool tone_map(tr_hdr_buffer *hdr, tr_programs *programs, GLuint framebuffer, int width, int height,
                     const tr_tone_mapping *how) {
    // If texels and pixels coincide, no interpolation is needed, which is slow in software.
    const GLint filter = hdr->width == width && hdr->height == height ? GL_NEAREST : GL_LINEAR;
    glActiveTexture(GL_TEXTURE0);
    const tr_program *program = tr_programs_use(programs, "layer.vert", "picture.frag", "");
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glDisable(GL_BLEND);
    if (!program)
        return false;
    const GLuint glow = how->glow ? how->glow : hdr->glow[0].texture;
    glUniform1f(program->at[TR_UNIFORM_exposure], (float)how->exposure);
    glUniform1f(program->at[TR_UNIFORM_spread], (float)how->spread);
    set_part(program, how, width, height);
    glUniform3f(program->at[TR_UNIFORM_background], (float)how->background[0] / 255,
                (float)how->background[1] / 255, (float)how->background[2] / 255);
    tr_gl_bind(TR_UNIT_GLOW, GL_TEXTURE_2D, how->spread > 0 ? glow : hdr->light);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, hdr->light);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    tr_programs_draw(programs, GL_TRIANGLES, 3);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR); // the glow of the next picture needs it
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_BLEND);
    return true;
}

static bool make_small(tr_hdr_buffer *hdr) {
    if (make_target(hdr->width, hdr->height, GL_RGBA8, &hdr->small, &hdr->small_framebuffer))
        return true;
    glDeleteFramebuffers(1, &hdr->small_framebuffer);
    glDeleteTextures(1, &hdr->small);
    hdr->small = hdr->small_framebuffer = 0;
    return false;
}

// A small HDR framebuffer is tone-mapped at its own size and then enlarged, because software OpenGL
// interpolates bytes much faster than half floats. False: no memory, or the target is multisampled, which
// OpenGL cannot stretch to.
static bool tone_map_small(tr_hdr_buffer *hdr, tr_programs *programs, GLuint framebuffer, int width, int height,
                           const tr_tone_mapping *how) {
    GLint reads = 0, samples = 0;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glGetIntegerv(GL_SAMPLE_BUFFERS, &samples); // a driver may give a window more samples than requested
    if (samples > 0 || (!hdr->small && !make_small(hdr)))
        return false;
    if (!tone_map(hdr, programs, hdr->small_framebuffer, hdr->width, hdr->height, how))
        return false;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &reads);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, hdr->small_framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glBlitFramebuffer(0, 0, hdr->width, hdr->height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)reads);
    return true;
}

void tr_hdr_buffer_tone_map(tr_hdr_buffer *hdr, tr_programs *programs, GLuint framebuffer, int width,
                            int height, const tr_tone_mapping *how) {
    if (hdr->width >= width || hdr->height >= height ||
        !tone_map_small(hdr, programs, framebuffer, width, height, how))
        tone_map(hdr, programs, framebuffer, width, height, how);
}
