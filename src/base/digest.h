// SHA-256 (FIPS 180-4), as 64 hexadecimal digits.
#pragma once
#include "base/platform.h"
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
// tr_digest_open: the digest of an open file (platform.h) from its current position to the end; of parts: of
// several files one after another. tr_digest_file: the digest of a file in a folder. watch may be NULL. All
// return 0, or the errno why it cannot be read;
// ECANCELED: the watch stopped it.
int tr_digest_open(int file, const tr_watch *watch, tr_digest *digest);
int tr_digest_parts(int count, const int files[], const tr_watch *watch, tr_digest *digest);
int tr_digest_file(tr_folder folder, const char *name, const tr_watch *watch, tr_digest *digest);
