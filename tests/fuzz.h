// Included by all fuzzers. Their entry point is called with each input.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Ends the run if a law is broken.
static inline void expect(bool kept, const char *law) {
    if (kept)
        return;
    fprintf(stderr, "broken: %s\n", law);
    abort();
}
