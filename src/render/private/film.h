// The film: everything is painted on it as light, and then it is developed into a picture: bright parts glow
// into their surroundings, and exposure, tone, the sRGB curve and dither make bytes of light.
//
// Light is linear, in the colours of sRGB; 1 is what a white surface sends back that faces a sun of full
// strength.
// More: docs/internals/film.md.
#pragma once
#include "render/private/program.h"
#include <stdbool.h>

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
    GLuint small, small_framebuffer; // the picture before it is enlarged; 0 until one is
    int glow_count;
    tr_glow_level
        glow[TR_GLOW_LEVELS]; // the first a quarter as wide as the light, each other half the one before
} tr_film;

void tr_film_destroy(tr_film *film);

// Binds the film, of that size, and clears it to no light. Errors: TR_NO_MEMORY, with what was bound before.
tr_status tr_film_begin(tr_film *film, int width, int height, tr_error *error);

// How many levels the glow of a film of that size has.
int tr_film_glow_levels(int width, int height);

// Makes the glow of what is on the film. False: none is made, the film is too small or there is no program for
// it yet.
bool tr_film_glow(const tr_film *film, tr_programs *programs, double exposure);

// How a film is developed. All but exposure may be zero.
typedef struct tr_developing {
    double exposure;       // multiplies light
    uint8_t background[3]; // sRGB: premultiplied light that covers less than 1 lets it through
    double spread;         // how much of the glow is added; 0: there is none
    // Of a part of a picture:
    GLuint glow;                   // of the whole; 0: that of the film
    int border_px;                 // of the picture, round the part: what lies there is not shown
    int whole_px[2], corner_px[2]; // the picture's size, and where the part begins, from its lower left corner
} tr_developing;

// Paints what is on the film into a framebuffer, width x height pixels from its lower left corner, and leaves
// that framebuffer bound.
void tr_film_develop(tr_film *film, tr_programs *programs, GLuint framebuffer, int width, int height,
                     const tr_developing *how);
