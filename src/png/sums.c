#include "png/private/sums.h"

#include <string.h>

enum { slices = 8 };

void tr_sums_make(tr_sums *sums) {
    for (unsigned byte = 0; byte < 256; byte++) {
        uint32_t sum = byte;
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
        sums->of[0][byte] = sum;
    }
    for (int k = 1; k < slices; k++)
        for (int byte = 0; byte < 256; byte++)
            sums->of[k][byte] = sums->of[k - 1][byte] >> 8 ^ sums->of[0][sums->of[k - 1][byte] & 255];
}

// Eight bytes at a time (Kounavis and Berry 2005).
uint32_t tr_sums_add(const tr_sums *sums, uint32_t sum, const unsigned char *bytes, size_t count) {
    for (; count >= slices; count -= slices, bytes += slices) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word); // little-endian
        word ^= sum;
        sum = 0;
        for (int k = 0; k < slices; k++)
            sum ^= sums->of[slices - 1 - k][word >> 8 * k & 255];
    }
    for (; count > 0; count--)
        sum = sum >> 8 ^ sums->of[0][(sum ^ *bytes++) & 255];
    return sum;
}
