// SHA-256 (FIPS 180-4), as 64 hexadecimal digits.
#pragma once
#include "base/platform.h"
#include "base/status.h"
#include "base/watch.h"
#include <stddef.h>

enum { TR_DIGEST_BYTES = 65 };

// The digest of a file, with its size.
typedef struct tr_digest {
    char sha256[TR_DIGEST_BYTES];
    size_t bytes;
} tr_digest;

// The digest of bytes in memory; data may be NULL if bytes is 0.
void tr_digest_of(const void *data, size_t bytes, char digest[TR_DIGEST_BYTES]);
// The digest of an open file (platform.h) from its current position to the end, and the number of bytes. watch
// may be NULL. Errors: TR_BAD_INPUT (it cannot be read), TR_STOPPED.
tr_status tr_digest_open(int file, const tr_watch *watch, char digest[TR_DIGEST_BYTES], uint64_t *bytes,
                         tr_error *error);
