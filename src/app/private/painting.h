// Pictures that are larger than the window, or have nothing behind the planet: painted beside the screen.
#pragma once
#include "app/private/picture.h"

enum { TR_WIDEST_PAINTING = 16384 };

// Paints a view (its size says how large) and writes it as a PNG with that text in it. `clear`: nothing behind
// the planet; where its air covers half, the picture has half an alpha. The window's framebuffer stays as it
// is. Errors: TR_BAD_USAGE, when this OpenGL does not paint so large; TR_NO_MEMORY, TR_CANNOT_WRITE, and those
// of tr_renderer_draw.
tr_status tr_painting_write(const char *path, tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                            bool clear, const char *text, tr_error *error);

// What lies between a picture over black and the same over white (3 bytes a pixel): colours and alpha, 4 bytes.
void tr_painting_cut_out(size_t pixels, const uint8_t *black, const uint8_t *white, uint8_t *rgba);
