// Fonts that the system has, for letters that the embedded typeface lacks. One implementation for each kind of
// system: system_font.c has fontconfig. One thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_system_fonts tr_system_fonts;

// Reads which fonts there are, which takes tens of milliseconds. NULL: no memory, or the system does not tell.
tr_system_fonts *tr_system_fonts_create(void);
void tr_system_fonts_destroy(tr_system_fonts *fonts); // NULL is allowed

// A face of a file with outlines, TrueType or OpenType.
typedef struct tr_system_font {
    char path[1024];
    int face;             // of several in one file
    unsigned char *bytes; // NULL: it is not read, or no good
    size_t size;
} tr_system_font;

// Where the font is that suits a sans serif best among those with that letter, a code point; nothing is read
// yet. False: none has it.
bool tr_system_fonts_find(const tr_system_fonts *fonts, uint32_t letter, tr_system_font *font);

// Reads what was found. False: it cannot be read, is no such font, or is too large, or there is no memory.
bool tr_system_font_read(tr_system_font *font);
void tr_system_font_free(tr_system_font *font);
