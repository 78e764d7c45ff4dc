// Bytes as letters (RFC 4648), for files that are texts.
#pragma once
#include "base/atomic_file.h"
#include <stdint.h>

// Zero-initialise it with the file.
typedef struct tr_base64 {
    tr_atomic_file *file;
    uint8_t rest[3]; // bytes that make no whole group yet
    int rest_count;
} tr_base64;

// The next bytes. Writes that fail show when the file is finished.
void tr_base64_put(tr_base64 *out, const void *data, size_t bytes);
// Writes what is left, padded.
void tr_base64_end(tr_base64 *out);
