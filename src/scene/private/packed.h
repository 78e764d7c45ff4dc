// Text in few letters: a zlib stream (RFC 1950, with a check sum) in base64url (RFC 4648, unpadded). Private to
// the module.
#pragma once
#include "base/status.h"
#include <stddef.h>

// The letters of a text; the caller frees them with tr_free(). Another zlib may choose other ones, which are
// read the same. Errors: TR_NO_MEMORY.
tr_status tr_packed_write(const char *text, char **letters, tr_error *error);

// The text again, which the caller frees with tr_free(). Letters are not trusted: memory is at most twice
// TR_WORLD_BYTES beside theirs. Errors: TR_BAD_INPUT (no base64, damaged, not whole, more than TR_WORLD_BYTES
// or with zero bytes in it); TR_NO_MEMORY.
tr_status tr_packed_read(const char *letters, size_t length, char **text, tr_error *error);
