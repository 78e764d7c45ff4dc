// The HDR framebuffer: everything is painted on it as light, and tone-mapped into a picture afterwards. Bright
// parts glow into their surroundings; exposure, tone curve, the sRGB curve and dither turn light into bytes.
//
// Light is linear, with the primaries of sRGB; 1 is the light of a white surface that faces a sun of full
// strength.
// More: docs/internals/hdr.md.
#pragma once
#include "render/private/program.h"
#include <stdbool.h>

enum { TR_GLOW_LEVELS = 8 };

// A glow level: the light that glows, at a lower resolution.
typedef struct tr_glow_level {
    int width, height;
    GLuint texture, framebuffer;
} tr_glow_level;

// Zero-initialise it; tr_hdr_buffer_destroy is then allowed at any time.
typedef struct tr_hdr_buffer {
    int width, height; // of the light, in texels
    GLuint light, framebuffer;
    GLuint small, small_framebuffer; // the picture before it is enlarged; 0: not created yet
    int glow_count;
    tr_glow_level
        glow[TR_GLOW_LEVELS]; // the first is a quarter as wide as the light, each other half the one before
} tr_hdr_buffer;

void tr_hdr_buffer_destroy(tr_hdr_buffer *hdr);

// Binds an HDR framebuffer of that size and clears it. Errors: TR_NO_MEMORY; the previous binding stays.
tr_status tr_hdr_buffer_begin(tr_hdr_buffer *hdr, int width, int height, tr_error *error);

// The number of glow levels for an HDR framebuffer of that size.
int tr_hdr_buffer_glow_levels(int width, int height);

// Computes the glow of the HDR framebuffer. False: there is none, because the framebuffer is too small or the
// program is not compiled yet.
bool tr_hdr_buffer_glow(const tr_hdr_buffer *hdr, tr_programs *programs, double exposure);

// Parameters of tone mapping. All but exposure may be zero.
typedef struct tr_tone_mapping {
    double exposure;       // multiplies light
    uint8_t background[3]; // sRGB, behind premultiplied light with a coverage below 1
    double spread;         // strength of the glow; 0: none
    // For a part of a picture:
    GLuint glow;                   // of the whole picture; 0: that of the HDR framebuffer
    int border_px;                 // round the part, in pixels of the picture; the border is not shown
    int whole_px[2], corner_px[2]; // the picture's size; the part's lower left corner
} tr_tone_mapping;

// Tone-maps the HDR framebuffer into a framebuffer, width x height pixels from its lower left corner, and
// leaves that framebuffer bound.
void tr_hdr_buffer_tone_map(tr_hdr_buffer *hdr, tr_programs *programs, GLuint framebuffer, int width,
                            int height, const tr_tone_mapping *how);
