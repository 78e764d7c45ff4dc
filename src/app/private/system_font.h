// Fonts of the system, for letters that the embedded typeface lacks. Each kind of system has its own
// implementation: system_font.c uses fontconfig. One thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_system_fonts tr_system_fonts;

// Lists the fonts, which takes tens of milliseconds. NULL: no memory, or the system has no list.
tr_system_fonts *tr_system_fonts_create(void);
void tr_system_fonts_destroy(tr_system_fonts *fonts); // NULL is allowed

// A face in a TrueType or OpenType file with outlines.
typedef struct tr_system_font {
    char path[1024];
    int face;             // index of the face in its file
    unsigned char *bytes; // NULL: not read, or not valid
    size_t size;
} tr_system_font;

// Finds the font with that code point that suits a sans serif best; the file is not read yet. False: no font
// has it.
bool tr_system_fonts_find(const tr_system_fonts *fonts, uint32_t letter, tr_system_font *font);

// Reads the font that was found. False: it cannot be read, is not of a supported kind, is too large, or there
// is no memory.
bool tr_system_font_read(tr_system_font *font);
void tr_system_font_free(tr_system_font *font);
