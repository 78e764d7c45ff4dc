// An OpenGL context without a window: EGL, surfaceless or on a device, drawing into a framebuffer object.
//
// All functions must be called on the thread that created the context, where it stays current until it is
// destroyed.
#pragma once
#include "base/status.h"
#include "render/render.h"

typedef struct tr_offscreen tr_offscreen;

// Makes a context current on the calling thread, with a framebuffer of that size bound. Errors: TR_NO_OPENGL,
// which tells what is needed, what was tried and what was found; TR_BAD_USAGE if this OpenGL does not support
// that size; TR_NO_MEMORY.
tr_status tr_offscreen_create(int width, int height, tr_offscreen **offscreen, tr_error *error);
void tr_offscreen_destroy(tr_offscreen *offscreen); // NULL is allowed; destroy the renderer first
// The loader of OpenGL functions for tr_renderer_create.
tr_gl_loader tr_offscreen_loader(void);
// Waits until drawing has finished.
void tr_offscreen_finish(void);
// Reads the picture: width * height * 3 bytes into rgb, top row first. watch may be NULL. Errors: those of
// tr_renderer_read.
tr_status tr_offscreen_read(tr_offscreen *offscreen, const tr_watch *watch, uint8_t *rgb, tr_error *error);
