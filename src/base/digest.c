#include "base/digest.h"

#include <errno.h>
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

int tr_digest_parts(int file_count, const int files[], const tr_watch *watch, tr_digest *digest) {
    unsigned char some[1 << 15];
    struct sha256_ctx hash;
    int reason = 0;
    sha256_init(&hash);
    digest->bytes = 0;
    for (int i = 0; i < file_count; i++) {
        size_t count = sizeof some;
        while (!reason && count == sizeof some && !tr_watch_stopped(watch)) {
            reason = tr_file_read(files[i], some, sizeof some, &count);
            if (count > 0)
                sha256_update(&hash, count, some);
            digest->bytes += count;
        }
    }
    print_digest(&hash, digest->sha256);
    return reason ? reason : tr_watch_stopped(watch) ? ECANCELED : 0;
}

int tr_digest_open(int file, const tr_watch *watch, tr_digest *digest) {
    return tr_digest_parts(1, &file, watch, digest);
}

int tr_digest_file(tr_folder folder, const char *name, const tr_watch *watch, tr_digest *digest) {
    int file, reason = tr_file_open(folder, name, &file);
    if (reason)
        return reason;
    reason = tr_digest_open(file, watch, digest);
    tr_file_close(file);
    return reason;
}
