// Computes the digest of the file at a path.
#pragma once
#include "base/digest.h"

static inline int digest_file(const char *path, const tr_watch *watch, tr_digest *digest) {
    int file, reason = tr_file_open_path(path, &file);
    if (reason)
        return reason;
    reason = tr_digest_open(file, watch, digest);
    tr_file_close(file);
    return reason;
}
