// Which letters the window has been asked to show. A letter that its typefaces were not asked for yet is drawn
// as a mark: a rectangle without a width whose texture coordinate is the letter. So whatever shows a text, a
// name, a path or what is being typed, the letters of a frame are found in what was drawn, and no list of texts
// is kept.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TR_LETTER_COUNT = 0x10000 }; // Dear ImGui of the distributions knows no others

typedef struct tr_letters {
    uint32_t asked[TR_LETTER_COUNT / 32];
} tr_letters;

// Whether a letter, below TR_LETTER_COUNT, was asked for.
bool tr_letters_has(const tr_letters *letters, unsigned letter);

// The texture coordinate of the mark of a letter: outside of all textures.
float tr_letters_mark(unsigned letter);

// Adds the letters whose marks are among count texture coordinates; stride: bytes from one to the next. Returns
// how many of them are new.
int tr_letters_collect(tr_letters *letters, const float *coordinates, size_t stride, size_t count);
