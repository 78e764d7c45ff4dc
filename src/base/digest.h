// SHA-256 (FIPS 180-4), as 64 hexadecimal digits.
#pragma once
#include "base/platform.h"
#include "base/status.h"
#include "base/watch.h"
#include <stddef.h>

enum { TR_DIGEST_BYTES = 65 };

// Of a file, with its size.
typedef struct tr_digest {
    char sha256[TR_DIGEST_BYTES];
    size_t bytes;
} tr_digest;

// Of bytes in memory; NULL is allowed for none of them.
void tr_digest_of(const void *data, size_t bytes, char digest[TR_DIGEST_BYTES]);
// Of a file that is open (platform.h), from where it stands to its end, and its size. watch may be NULL.
// Errors: TR_BAD_INPUT (it cannot be read), TR_STOPPED.
tr_status tr_digest_open(int file, const tr_watch *watch, char digest[TR_DIGEST_BYTES], uint64_t *bytes,
                         tr_error *error);
