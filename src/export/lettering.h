// Text in pictures: antialiased letters of the typeface in the executable.
#pragma once
#include "base/status.h"
#include <stdint.h>

// The typeface at one size, with its work space: one thread at a time.
typedef struct tr_lettering tr_lettering;

// size_px: from the top of the tallest letters to the bottom of the lowest ones, 6 … 400. Errors: TR_NO_MEMORY,
// TR_BUG if the executable lacks the typeface.
tr_status tr_lettering_create(double size_px, tr_lettering **lettering, tr_error *error);
void tr_lettering_destroy(tr_lettering *lettering); // NULL is allowed

// The width of a line of text in pixels. text is UTF-8; letters that the typeface lacks are boxes.
double tr_lettering_width(const tr_lettering *lettering, const char *text);

// An 8-bit RGB picture in memory, rows from the top.
typedef struct tr_canvas {
    int width, height;
    uint8_t *rgb;
} tr_canvas;

// Draws a line of text from x on the base line y (pixels from the upper left corner), clipped to the canvas.
void tr_lettering_draw(tr_lettering *lettering, const tr_canvas *canvas, double x, double y, const char *text,
                       const uint8_t srgb[3]);
