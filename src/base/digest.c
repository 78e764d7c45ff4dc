#include "base/digest.h"

#include "base/private/sha256.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

void tr_sha256_end(SHA256_CTX *hash, char digest[TR_DIGEST_BYTES]) {
    unsigned char bytes[SHA256_DIGEST_LENGTH];
    SHA256_Final(bytes, hash);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(digest + 2 * i, 3, "%02x", bytes[i]);
}

void tr_digest_of(const void *data, size_t bytes, char digest[TR_DIGEST_BYTES]) {
    SHA256_CTX hash;
    SHA256_Init(&hash);
    if (bytes > 0)
        SHA256_Update(&hash, data, bytes);
    tr_sha256_end(&hash, digest);
}

int tr_digest_parts(int file_count, const int files[], const tr_watch *watch, tr_digest *digest) {
    unsigned char some[1 << 15];
    SHA256_CTX hash;
    int reason = 0;
    SHA256_Init(&hash);
    digest->bytes = 0;
    for (int i = 0; i < file_count; i++) {
        size_t count = sizeof some;
        while (!reason && count == sizeof some && !tr_watch_stopped(watch)) {
            reason = tr_file_read(files[i], some, sizeof some, &count);
            if (count > 0)
                SHA256_Update(&hash, some, count);
            digest->bytes += count;
        }
    }
    tr_sha256_end(&hash, digest->sha256);
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
