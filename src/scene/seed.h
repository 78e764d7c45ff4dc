// Seeds as users write them.
#pragma once
#include "base/status.h"
#include <stdint.h>

// Digits are the number itself, 0 … 2^63 - 1. Any other text is hashed (tr_hash_text with seed 0) modulo 10^9,
// so that the resulting number is short enough to read and type. Case matters; spaces around the text do not.
// Texts that look like numbers but are not valid seeds ("-1", "1.5", "1e3") are rejected, so that a typing
// error does not give a planet. *seed is unchanged after a failure. Any thread. Errors: TR_BAD_USAGE, also for
// an empty text and one that cannot be displayed; TR_NO_MEMORY.
tr_status tr_seed_read(const char *text, uint64_t *seed, tr_error *error);
