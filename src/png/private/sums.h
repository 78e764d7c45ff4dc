// CRC-32 as PNG has it.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct tr_sums {
    uint32_t of[8][256]; // of a byte with so many zeros behind it
} tr_sums;

void tr_sums_make(tr_sums *sums);
// Begin with 0xffffffff; the sum is what is left, turned round (~).
uint32_t tr_sums_add(const tr_sums *sums, uint32_t sum, const unsigned char *bytes, size_t count);
