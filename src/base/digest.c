#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

tr_status tr_digest_file(const char *path, const tr_watch *watch, char digest[TR_DIGEST_BYTES], uint64_t *bytes,
                         tr_error *error) {
    unsigned char some[1 << 15];
    struct sha256_ctx hash;
    ssize_t count = 1;
    int reason = 0;
    sha256_init(&hash);
    *bytes = 0;
    const int descriptor =
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); // a pipe must not hold it up
    reason = descriptor < 0 ? errno : 0;
    while (!reason && count > 0 && !tr_watch_stopped(watch)) {
        count = read(descriptor, some, sizeof some);
        reason = count < 0 && errno != EINTR ? errno : 0;
        if (count > 0)
            sha256_update(&hash, (size_t)count, some), *bytes += (uint64_t)count;
        else if (count < 0)
            count = 1; // once more
    }
    if (descriptor >= 0)
        close(descriptor);
    print_digest(&hash, digest);
    if (reason)
        return tr_fail(error, TR_BAD_INPUT, "cannot be read: %s", strerror(reason));
    return tr_watch_check(watch, error);
}
