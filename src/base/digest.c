#include "base/digest.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

static void print_digest(struct sha256_ctx *hash, char text[TR_DIGEST_BYTES]) {
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof digest, digest);
    for (int i = 0; i < SHA256_DIGEST_SIZE; i++)
        snprintf(text + 2 * (size_t)i, 3, "%02x", digest[i]);
}

void tr_digest_of(const void *data, size_t bytes, char digest[TR_DIGEST_BYTES]) {
    struct sha256_ctx hash;
    sha256_init(&hash);
    if (bytes > 0)
        sha256_update(&hash, bytes, data);
    print_digest(&hash, digest);
}

tr_status tr_digest_open(int file, const tr_watch *watch, char digest[TR_DIGEST_BYTES], uint64_t *bytes,
                         tr_error *error) {
    unsigned char some[1 << 15];
    struct sha256_ctx hash;
    size_t count = sizeof some;
    int reason = 0;
    sha256_init(&hash);
    *bytes = 0;
    while (!reason && count == sizeof some && !tr_watch_stopped(watch)) {
        reason = tr_file_read(file, some, sizeof some, &count);
        if (count > 0)
            sha256_update(&hash, count, some);
        *bytes += count;
    }
    print_digest(&hash, digest);
    if (reason)
        return tr_fail(error, TR_BAD_INPUT, "cannot be read: %s", tr_reason_text(reason));
    return tr_watch_check(watch, error);
}
