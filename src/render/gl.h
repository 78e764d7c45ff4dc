// Helpers for OpenGL. Its context must be current.
#pragma once
#include <stdbool.h>

// Whether this is OpenGL ES 3.0, or WebGL 2, which lacks some of OpenGL 3.3.
bool tr_gl_is_es(void);

// Clears the errors that earlier calls left, so that they are not reported as ours.
void tr_gl_clear_errors(void);

// Binds a texture, or 0, to a texture unit.
void tr_gl_bind(int unit, unsigned target, unsigned texture);

// Sets the sampling of the bound texture: its filter, and `wrap` for coordinates beyond its edges in x. In y
// they are clamped to the edge. levels: the number of its levels; 0: all down to one texel.
void tr_gl_set_sampling(unsigned target, int levels, int filter, int wrap);

// The current framebuffer and viewport, to restore them later.
typedef struct tr_gl_kept {
    int framebuffer, viewport[4];
} tr_gl_kept;
// Returns the current ones.
tr_gl_kept tr_gl_keep(void);
// Makes these current again.
void tr_gl_restore(const tr_gl_kept *kept);

// An RGBA8 framebuffer for pictures. Zero-initialised: none.
typedef struct tr_gl_canvas {
    unsigned framebuffer, colour; // names of OpenGL's
    int width, height;
} tr_gl_canvas;

// Creates the framebuffer with that size, and binds it. False: OpenGL has no memory; there is then no
// framebuffer.
bool tr_gl_canvas_make(tr_gl_canvas *canvas, int width, int height);
// Binds the framebuffer for drawing, and creates it unless it has that size.
bool tr_gl_canvas_fit(tr_gl_canvas *canvas, int width, int height);
// Deletes the framebuffer. A zero-initialised canvas is allowed.
void tr_gl_canvas_destroy(tr_gl_canvas *canvas);
