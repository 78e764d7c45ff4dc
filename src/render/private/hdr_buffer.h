// The HDR framebuffer: everything is painted on it as light, and then it is tone-mapped into a picture: bright
// parts glow into their surroundings, and exposure, tone, the sRGB curve and dither make bytes of light.
//
// Light is linear, in the colours of sRGB; 1 is what a white surface sends back that faces a sun of full
// strength.
// More: docs/internals/hdr.md.
#pragma once
#include "render/private/program.h"
#include <stdbool.h>

enum { TR_GLOW_LEVELS = 8 };

// Part of the HDR framebuffer at a lower resolution: what of its light is so bright that it glows.
typedef struct tr_glow_level {
    int width, height;
    GLuint texture, framebuffer;
} tr_glow_level;

// Zero-initialise it; tr_hdr_buffer_destroy is then allowed at any time.
typedef struct tr_hdr_buffer {
    int width, height; // of the light, in texels
    GLuint light, framebuffer;
    GLuint small, small_framebuffer; // the picture before it is enlarged; 0 until one is
    int glow_count;
    tr_glow_level
        glow[TR_GLOW_LEVELS]; // the first a quarter as wide as the light, each other half the one before
} tr_hdr_buffer;

void tr_hdr_buffer_destroy(tr_hdr_buffer *hdr);

// Binds the HDR framebuffer, of that size, and clears it to no light. Errors: TR_NO_MEMORY, with what was bound
// before.
tr_status tr_hdr_buffer_begin(tr_hdr_buffer *hdr, int width, int height, tr_error *error);

// How many levels the glow of an HDR framebuffer of that size has.
int tr_hdr_buffer_glow_levels(int width, int height);

// Makes the glow of what is on the HDR framebuffer. False: none is made, the HDR framebuffer is too small or
// there is no program for it yet.
bool tr_hdr_buffer_glow(const tr_hdr_buffer *hdr, tr_programs *programs, double exposure);

// How an HDR framebuffer is tone-mapped. All but exposure may be zero.
typedef struct tr_tone_mapping {
    double exposure;       // multiplies light
    uint8_t background[3]; // sRGB: premultiplied light that covers less than 1 lets it through
    double spread;         // how much of the glow is added; 0: there is none
    // Of a part of a picture:
    GLuint glow;                   // of the whole; 0: that of the HDR framebuffer
    int border_px;                 // of the picture, round the part: what lies there is not shown
    int whole_px[2], corner_px[2]; // the picture's size, and where the part begins, from its lower left corner
} tr_tone_mapping;

// Paints what is on the HDR framebuffer into a framebuffer, width x height pixels from its lower left corner,
// and leaves that framebuffer bound.
void tr_hdr_buffer_tone_map(tr_hdr_buffer *hdr, tr_programs *programs, GLuint framebuffer, int width,
                            int height, const tr_tone_mapping *how);
