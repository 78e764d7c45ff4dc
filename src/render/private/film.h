// The film: everything is painted on it as light, and then it is developed into a picture: bright parts glow
// into their surroundings, and exposure, tone, the sRGB curve and dither make bytes of light.
//
// Light is linear, in the colours of sRGB; 1 is what a white surface sends back that faces a sun of full
// strength.
// More: docs/film.md.
#pragma once
#include "render/private/program.h"

enum { TR_GLOW_LEVELS = 8 };

// Part of the film at a lower resolution: what of its light is so bright that it glows.
typedef struct tr_glow_level {
    int width, height;
    GLuint texture, framebuffer;
} tr_glow_level;

// Zero-initialise it; tr_film_destroy is then allowed at any time.
typedef struct tr_film {
    int width, height; // of the light, in texels
    GLuint light, framebuffer;
    int glow_count;
    tr_glow_level
        glow[TR_GLOW_LEVELS]; // the first a quarter as wide as the light, each other half the one before
} tr_film;

void tr_film_destroy(tr_film *film);

// Binds the film, of that size, and clears it to no light. Errors: TR_NO_MEMORY, with what was bound before.
tr_status tr_film_begin(tr_film *film, int width, int height, tr_error *error);

// Paints what is on the film into a framebuffer, width x height pixels from its lower left corner, and leaves
// that framebuffer bound. Premultiplied light that covers less than 1 lets the background (sRGB) through;
// exposure multiplies light.
void tr_film_develop(tr_film *film, tr_programs *programs, GLuint framebuffer, int width, int height,
                     double exposure, const uint8_t background[3]);
