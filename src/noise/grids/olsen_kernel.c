// Olsen noise, row by row. Values are whole numbers below 2^16 and their sums are below 2^23, so float
// arithmetic on them is exact. Floats are used because every instruction set has them.
#include "noise/grids/displacement.h"

void TR_KERNEL(tr_olsen_blend)(int count, const uint16_t *restrict a, const uint16_t *restrict b, float nearer,
                               float further, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = nearer * (float)a[i] + further * (float)b[i];
}

void TR_KERNEL(tr_olsen_blend_add)(int count, const uint16_t *restrict a, const uint16_t *restrict b,
                                   float nearer, float further, float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] += nearer * (float)a[i] + further * (float)b[i];
}

void TR_KERNEL(tr_olsen_row)(int count, const float *restrict v, tr_keys keys, uint32_t row, float near,
                             float far, float fraction, int shift, uint16_t *restrict out) {
    const uint32_t *restrict even = keys.even, *restrict odd = keys.odd;
    const uint32_t bit = 1u << (31 - shift);
    for (int i = 0; i < count; i++) {
        // The sum plus ½, times the rounded share, is within 0.01 of the exact quotient of sum + ½. That
        // quotient is at least ½/64 away from a whole number, so its integer part is the exact floor.
        int32_t left = (int32_t)((near * v[i] + far * v[i + 1] + 0.5f) * fraction);
        int32_t right = (int32_t)((far * v[i] + near * v[i + 1] + 0.5f) * fraction);
        // The hash's top bit is its best mixed bit.
        uint32_t left_bit = (tr_point_hash(even[i] ^ row) >> shift) & bit;
        uint32_t right_bit = (tr_point_hash(odd[i] ^ row) >> shift) & bit;
        out[2 * i] = (uint16_t)((uint32_t)left + left_bit);
        out[2 * i + 1] = (uint16_t)((uint32_t)right + right_bit);
    }
}
