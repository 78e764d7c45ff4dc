// Offscreen pictures of any size, also with a transparent background. They are rendered in tiles, one at a
// time, because OpenGL limits the size of a framebuffer and a large picture would block the window.
#pragma once
#include "render/gl.h"
#include "render/render.h"

enum { TR_TILED_RENDER_WIDEST = 16384 };

// Zero-initialise it; tr_tiled_render_end is then allowed at any time.
typedef struct tr_tiled_render {
    int width, height; // of the pictures
    bool clear;        // transparent background; where the planet's air covers half, alpha is a half
    int part_width, part_height, columns, rows;
    tr_gl_canvas canvas; // as large as a part
    uint8_t *part_texels;
} tr_tiled_render;

// Prepares for pictures of a size. part_px: maximum side of a tile, reduced if OpenGL allows less. Errors:
// TR_NO_MEMORY.
tr_status tr_tiled_render_begin(tr_tiled_render *tiles, int width, int height, bool clear, int part_px,
                                tr_error *error);
void tr_tiled_render_end(tr_tiled_render *tiles);

// The number of tiles in a picture.
int tr_tiled_render_tiles(const tr_tiled_render *tiles);

// The place of a tile, for a view; width 0: the picture is rendered in one piece.
tr_view_part tr_tiled_render_tile(const tr_tiled_render *tiles, int part);

// Renders tile number `part` of a view of that size into texels: 3 bytes a pixel, or 4 with a transparent
// background. The tiles of a picture are rendered in order. The window's framebuffer is not changed. Errors:
// those of tr_renderer_draw.
tr_status tr_tiled_render_draw(const tr_tiled_render *tiles, tr_renderer *renderer, const tr_scene *scene,
                               const tr_view *view, int part, uint8_t *texels, tr_error *error);
