#include "app/private/letters.h"

#include <assert.h>
#include <string.h>

bool tr_letters_has(const tr_letters *letters, unsigned letter) {
    assert(letter < TR_LETTER_COUNT);
    return letters->asked[letter / 32] >> letter % 32 & 1;
}

// Whole numbers of this size are exact in float.
float tr_letters_mark(unsigned letter) { return -1 - (float)letter; }

int tr_letters_collect(tr_letters *letters, const float *coordinates, size_t stride, size_t count) {
    const char *at = (const char *)coordinates;
    int fresh = 0;
    for (size_t i = 0; i < count; i++, at += stride) {
        float u;
        memcpy(&u, at, sizeof u);
        if (!(u <= -1 && u > -1 - (float)TR_LETTER_COUNT))
            continue;
        const unsigned letter = (unsigned)(-1 - u);
        fresh += !tr_letters_has(letters, letter);
        letters->asked[letter / 32] |= UINT32_C(1) << letter % 32;
    }
    return fresh;
}
