#include "app/private/tiled_render.h"

#include "base/size.h"

#include <glad/gl.h>

#include <string.h>

// ---- create and destroy --------------------------------------------------------------------------

// The maximum side of a tile: its HDR framebuffer is twice as large, with a border.
static int find_most(int part_px) {
    enum { border_px = 64, least_px = 256 };
    GLint texture = 0, buffer = 0, view[2] = {0};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, view);
    const GLint limits[] = {texture / 2 - border_px, buffer, view[0] / 2 - border_px, view[1] / 2 - border_px};
    for (int i = 0; i < 4; i++)
        part_px = limits[i] < part_px ? limits[i] : part_px;
    return part_px > least_px ? part_px : least_px;
}

// Cuts a side into equal parts, of even size so that pairs of pixels are the same as in the whole picture.
static void cut(int size, int most, int *count, int *part) {
    *count = (size + most - 1) / most;
    *part = *count > 1 ? ((size + *count - 1) / *count + 1) & ~1 : size;
}

static tr_status make_canvas(tr_tiled_render *p, tr_error *error) {
    const tr_gl_kept kept = tr_gl_keep();
    const bool made = tr_gl_canvas_make(&p->canvas, p->part_width, p->part_height);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)kept.framebuffer);
    return made ? TR_OK
                : tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for a picture of %d x %d", p->part_width,
                          p->part_height);
}

tr_status tr_tiled_render_begin(tr_tiled_render *p, int width, int height, bool clear, int part_px,
                                tr_error *error) {
    *p = (tr_tiled_render){.width = width, .height = height, .clear = clear};
    const int most = find_most(part_px);
    cut(width, most, &p->columns, &p->part_width);
    cut(height, most, &p->rows, &p->part_height);
    const size_t pixels = (size_t)p->part_width * (size_t)p->part_height;
    p->part_texels = tr_allocate(pixels, clear ? 10 : 3); // over black, over white, with alpha
    if (!p->part_texels)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a picture of %d x %d", width, height);
    return make_canvas(p, error);
}

void tr_tiled_render_end(tr_tiled_render *p) {
    tr_gl_canvas_destroy(&p->canvas);
    tr_free(p->part_texels);
    *p = (tr_tiled_render){0};
}

int tr_tiled_render_tiles(const tr_tiled_render *p) { return p->columns * p->rows; }

static tr_view_part find_part(const tr_tiled_render *p, int number) {
    return (tr_view_part){number % p->columns * p->part_width, number / p->columns * p->part_height,
                          p->part_width, p->part_height};
}

tr_view_part tr_tiled_render_tile(const tr_tiled_render *p, int number) {
    return tr_tiled_render_tiles(p) > 1 ? find_part(p, number) : (tr_view_part){0, 0, 0, 0};
}

// ---- parts ---------------------------------------------------------------------------------------

static tr_status paint(const tr_tiled_render *p, tr_renderer *renderer, const tr_scene *scene,
                       const tr_view *view, uint8_t *rgb, tr_error *error) {
    const tr_status status = tr_renderer_draw(renderer, scene, view, error);
    return status == TR_OK ? tr_renderer_read(p->part_width, p->part_height, NULL, rgb, error) : status;
}

// Copies the part of a tile that is within the picture.
static void paste(const tr_tiled_render *p, const tr_view_part *part, uint8_t *texels) {
    const size_t channels = p->clear ? 4 : 3;
    const int right = p->width - part->x_px, below = p->height - part->y_px;
    const int width = right < p->part_width ? right : p->part_width;
    const int height = below < p->part_height ? below : p->part_height;
    for (int y = 0; y < height; y++)
        memcpy(texels + ((size_t)(part->y_px + y) * (size_t)p->width + (size_t)part->x_px) * channels,
               p->part_texels + (size_t)y * (size_t)p->part_width * channels, (size_t)width * channels);
}

tr_status tr_tiled_render_draw(const tr_tiled_render *p, tr_renderer *renderer, const tr_scene *scene,
                               const tr_view *view, int number, uint8_t *texels, tr_error *error) {
    const bool parts = tr_tiled_render_tiles(p) > 1;
    const size_t pixels = (size_t)p->part_width * (size_t)p->part_height;
    const tr_view_part part = find_part(p, number);
    tr_view own = *view;
    GLint before = 0;
    tr_status status = TR_OK;
    own.part = tr_tiled_render_tile(p, number);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    glBindFramebuffer(GL_FRAMEBUFFER, p->canvas.framebuffer);
    if (parts && number == 0)
        status = tr_renderer_begin_parts(renderer, scene, &own, error);
    if (status == TR_OK)
        status = p->clear ? tr_renderer_draw_clear(renderer, scene, &own, p->part_width, p->part_height, NULL,
                                                   p->part_texels, p->part_texels + 4 * pixels, error)
                          : paint(p, renderer, scene, &own, p->part_texels, error);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
    if (status == TR_OK)
        paste(p, &part, texels);
    return status;
}
