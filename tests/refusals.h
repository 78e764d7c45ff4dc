// For tests of files that cannot be written.
#pragma once
#include "base/atomic_file.h"
#include "support.h"

static inline void assert_cannot_open(const char *path, int reason) {
    tr_error error = {0};
    tr_atomic_file *file = NULL;
    assert_int_equal(tr_atomic_open(path, &file, &error), TR_CANNOT_WRITE);
    assert_null(file);
    assert_int_equal(error.status, TR_CANNOT_WRITE);
    assert_string_equal(error.file, path);
    if (!strstr(error.message, strerror(reason)))
        fail_msg("%s: %s", path, error.message);
}
