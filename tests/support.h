// Included by all unit tests.
// More: docs/internals/golden.md.
#pragma once
#include "base/hash.h"
#include "system_calls.h"
// cmocka requires these headers before its own.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
// clang-format off
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether this build uses sanitizers. They find memory errors, undefined behaviour and data races, and any
// planet can show these. Such a build is five times as slow, so it runs fewer planets, samples or threads.
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { under_sanitizer = 1 };
#elif defined __has_feature
enum { under_sanitizer = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) };
#else
enum { under_sanitizer = 0 };
#endif

// Whether to run the tests at full length: ./test.sh --full sets TR_FULL=1.
static inline bool is_full(void) {
    const char *full = getenv("TR_FULL");
    return full && *full;
}

// Whether to skip, under sanitizers, what the release build runs anyway.
static inline bool is_quick(void) { return under_sanitizer && !is_full(); }

// Whether tests/golden.txt has this hash under this name ("NAME HEX" on a line). If not, prints the line that
// would match.
static inline bool is_golden(const char *name, uint64_t hash) {
    char have[64], want[64] = "", line[128];
    snprintf(have, sizeof have, "%016llx", (unsigned long long)hash);
    FILE *file = fopen(TERRELLA_SOURCE_DIR "/tests/golden.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char key[64], value[64];
        if (sscanf(line, "%63s %63s", key, value) == 2 && strcmp(key, name) == 0)
            snprintf(want, sizeof want, "%s", value);
    }
    fclose(file);
    if (strcmp(have, want) != 0)
        print_message("golden: %s %s\n", name, have);
    return strcmp(have, want) == 0;
}

// Hashes the bits of floats, continuing from h.
static inline uint64_t hash_floats(uint64_t h, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        h = tr_hash_words(h, &bits, 1);
    }
    return h;
}

static inline void assert_golden(const char *name, uint64_t hash) { assert_true(is_golden(name, hash)); }
