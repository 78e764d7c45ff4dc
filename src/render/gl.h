// What many do alike with OpenGL, whose context is current.
#pragma once
#include <stdbool.h>

// What others left behind is not ours to report.
void tr_gl_clear_errors(void);

// A texture, or 0, is read by the samplers of that unit.
void tr_gl_bind(int unit, unsigned target, unsigned texture);

// How the texture that is bound is read: by that filter, which larger ones have as far as they can; beyond its
// edges in x as `wrap` says, in y as at the edge. levels: that it has; 0: all down to one texel.
void tr_gl_set_sampling(unsigned target, int levels, int filter, int wrap);

// What is drawn into, and where of it: to be restored.
typedef struct tr_gl_kept {
    int framebuffer, viewport[4];
} tr_gl_kept;
tr_gl_kept tr_gl_keep(void);
void tr_gl_restore(const tr_gl_kept *kept);

// Something to draw pictures into, RGBA8. Zero-initialised: there is none.
typedef struct tr_gl_canvas {
    unsigned framebuffer, colour; // names of OpenGL's
    int width, height;
} tr_gl_canvas;

// Makes it so large, and binds it. False, and there is none: OpenGL has no room.
bool tr_gl_canvas_make(tr_gl_canvas *canvas, int width, int height);
void tr_gl_canvas_destroy(tr_gl_canvas *canvas);
