// Seeds as people write them.
#pragma once
#include "base/status.h"
#include <stdint.h>

// Digits are the number itself, 0 … 2^63 - 1. Any other text is a name for one: its hash (tr_hash_text under 0)
// modulo 10^9, so that the number, too, can be read and typed; small and capital letters differ, spaces around
// it do not count. What looks like a number but is none of these ("-1", "1.5", "1e3") is refused, so that a
// slip does not become a planet. *seed stays after a failure. Any thread. Errors: TR_BAD_USAGE, also for an
// empty text and one that cannot be shown; TR_NO_MEMORY.
tr_status tr_seed_read(const char *text, uint64_t *seed, tr_error *error);
