// Pictures beside the screen: of any size, or with nothing behind the planet. They are painted in parts, one at
// a time, so that neither OpenGL's limits nor patience end before they do.
#pragma once
#include "render/gl.h"
#include "render/render.h"

enum { TR_TILED_RENDER_WIDEST = 16384 };

// Zero-initialise it; tr_tiled_render_end is then allowed at any time.
typedef struct tr_tiled_render {
    int width, height; // of the pictures
    bool clear;        // nothing behind the planet; where its air covers half, the picture has half an alpha
    int part_width, part_height, columns, rows;
    tr_gl_canvas canvas; // as large as a part
    uint8_t *part_texels;
} tr_tiled_render;

// Makes ready for pictures of a size. part_px: how large a part may be along a side, as far as OpenGL allows.
// Errors: TR_NO_MEMORY.
tr_status tr_tiled_render_begin(tr_tiled_render *tiles, int width, int height, bool clear, int part_px,
                                tr_error *error);
void tr_tiled_render_end(tr_tiled_render *tiles);

// How many parts a picture has.
int tr_tiled_render_tiles(const tr_tiled_render *tiles);

// Where a part is, as a view has it; width 0: the picture is painted whole.
tr_view_part tr_tiled_render_tile(const tr_tiled_render *tiles, int part);

// Paints part number `part` of a view, of that size, into texels: 3 bytes a pixel, or 4 where it is clear. The
// parts of a picture are painted in order. The window's framebuffer stays as it is. Errors: those of
// tr_renderer_draw.
tr_status tr_tiled_render_draw(const tr_tiled_render *tiles, tr_renderer *renderer, const tr_scene *scene,
                               const tr_view *view, int part, uint8_t *texels, tr_error *error);
