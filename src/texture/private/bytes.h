// Writes numbers of a file header in little-endian order.
#pragma once
#include "texture/texture.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { TR_HEADER_MOST_BYTES = 1024 };

// A buffer of numbers to write, in order.
typedef struct tr_header {
    uint8_t bytes[TR_HEADER_MOST_BYTES];
    size_t count;
} tr_header;

static inline void tr_put(tr_header *header, uint64_t number, size_t bytes) {
    assert(header->count + bytes <= TR_HEADER_MOST_BYTES);
    for (size_t i = 0; i < bytes; i++)
        header->bytes[header->count++] = (uint8_t)(number >> 8 * i);
}

static inline void tr_put_words(tr_header *header, size_t count, const uint32_t *words) {
    for (size_t i = 0; i < count; i++)
        tr_put(header, words[i], 4);
}
// Writes values of four bytes each.
#define TR_PUT(header, ...)                                                                                    \
    tr_put_words(header, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})

static inline void tr_put_bytes(tr_header *header, const void *from, size_t bytes) {
    assert(header->count + bytes <= TR_HEADER_MOST_BYTES);
    memcpy(header->bytes + header->count, from, bytes);
    header->count += bytes;
}

// Asserts that the texture is valid.
static inline void tr_texture_assert(const tr_texture *t) {
    assert(t->width > 0 && t->width <= TR_TEXTURE_MOST_SIZE && t->height > 0 &&
           t->height <= TR_TEXTURE_MOST_SIZE);
    assert(t->faces == 1 || (t->faces == 6 && t->width == t->height));
    assert(t->levels > 0 && t->levels <= tr_level_count(t->width, t->height));
    assert(!t->srgb || tr_texture_can_be_srgb(t->format));
    (void)t;
}
