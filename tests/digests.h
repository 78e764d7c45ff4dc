// Computes the digest of the file at a path.
#pragma once
#include "base/digest.h"

static inline tr_status digest_file(const char *path, const tr_watch *watch, char digest[TR_DIGEST_BYTES],
                                    uint64_t *bytes, tr_error *error) {
    int file;
    const int reason = tr_file_open_path(path, &file);
    if (reason)
        return tr_fail(error, TR_BAD_INPUT, "cannot be read: %s", tr_reason_text(reason));
    const tr_status status = tr_digest_open(file, watch, digest, bytes, error);
    tr_file_close(file);
    return status;
}
