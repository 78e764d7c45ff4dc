// The set of letters that the fonts were requested for. Any other letter is drawn as a mark: a rectangle of
// width 0 whose texture coordinate encodes the letter. So missing letters are found in what was drawn, for
// every kind of text, and no list of texts is needed.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TR_LETTER_COUNT = 0x10000 }; // Dear ImGui as packaged by distributions has 16-bit letters

typedef struct tr_letters {
    uint32_t asked[TR_LETTER_COUNT / 32];
} tr_letters;

// Whether a letter below TR_LETTER_COUNT was requested.
bool tr_letters_has(const tr_letters *letters, unsigned letter);

// The texture coordinate of a letter's mark, which is outside of all textures.
float tr_letters_mark(unsigned letter);

// Adds the letters whose marks are among `count` texture coordinates; stride: bytes from one to the next.
// Returns the number of new letters.
int tr_letters_collect(tr_letters *letters, const float *coordinates, size_t stride, size_t count);
