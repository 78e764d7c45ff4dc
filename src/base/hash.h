// Integer hashes: the only source of randomness in Terrella.
#pragma once
#include <stdint.h>
#include <string.h>

// A 64-bit mixer that is a bijection: the finaliser of SplitMix64 (Steele, Lea, Flood 2014, "Fast
// splittable pseudorandom number generators", with Stafford's variant 13 constants).
static inline uint64_t tr_hash_u64(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// Combines two values; order matters.
static inline uint64_t tr_hash_pair(uint64_t a, uint64_t b) { return tr_hash_u64(tr_hash_u64(a) ^ b); }

// A string under a seed: FNV-1a of the string (Fowler, Noll, Vo), mixed with the seed.
static inline uint64_t tr_hash_text(uint64_t seed, const char *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return tr_hash_pair(seed, h);
}

// Hashes words of memory, to compare contents.
static inline uint64_t tr_hash_words(uint64_t h, const uint32_t *words, int count) {
    for (int i = 0; i < count; i++)
        h = tr_hash_u64(h ^ words[i]);
    return h;
}

// Hashes the bits of numbers, to compare contents.
static inline uint64_t tr_hash_numbers(uint64_t h, const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        h = tr_hash_pair(h, bits);
    }
    return h;
}

// Multipliers of 32-bit hashes, for kernels that hash many numbers at once: 2^32 over the golden ratio (Knuth
// 1973, "Sorting and Searching", 6.4), and one that mixes the upper bits of the first product.
#define TR_HASH_FIRST 0x9e3779b1u
#define TR_HASH_SECOND 0x85ebca77u

// Uniform in [0, 1): the upper 53 bits, exact in a double.
static inline double tr_hash_unit(uint64_t h) { return (double)(h >> 11) * 0x1p-53; }
