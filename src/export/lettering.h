// Words in pictures: antialiased letters of the typeface that travels inside the executable.
#pragma once
#include "base/status.h"
#include <stdint.h>

// The typeface at one size, and what it draws in: one thread at a time.
typedef struct tr_lettering tr_lettering;

// size_px: from the top of the tallest letters to the bottom of the deepest ones, 6 … 400. Errors:
// TR_NO_MEMORY, TR_BUG when the executable has no typeface.
tr_status tr_lettering_create(double size_px, tr_lettering **lettering, tr_error *error);
void tr_lettering_destroy(tr_lettering *lettering); // NULL is allowed

// How far a line of text reaches, pixels. text is UTF-8; what the typeface lacks shows as a box.
double tr_lettering_width(const tr_lettering *lettering, const char *text);

// An 8-bit RGB picture in memory, rows from the top.
typedef struct tr_canvas {
    int width, height;
    uint8_t *rgb;
} tr_canvas;

// Draws a line of text that begins at x on the base line y (pixels from the upper left corner). What does not
// fit on the canvas is cut off.
void tr_lettering_draw(tr_lettering *lettering, const tr_canvas *canvas, double x, double y, const char *text,
                       const uint8_t srgb[3]);
