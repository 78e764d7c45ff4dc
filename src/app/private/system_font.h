// Fonts of the system, for letters that the embedded typeface lacks. Each kind of system has its own
// implementation: fontconfig, or the fonts that Windows has. One thread at a time.
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
    int face;    // index of the face in its file
    void *bytes; // of the file, by Dear ImGui; NULL: not read, or not valid
    size_t size;
} tr_system_font;

// Finds the font with that code point that suits a sans serif best; the file is not read yet. False: no font
// has it.
bool tr_system_fonts_find(const tr_system_fonts *fonts, uint32_t letter, tr_system_font *font);
