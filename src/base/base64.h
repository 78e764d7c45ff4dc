// Base64 (RFC 4648): bytes as letters, three as four.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The two alphabets. TR_BASE64_URL has no padding; TR_BASE64 fills the last four letters with '='.
typedef enum tr_base64 { TR_BASE64, TR_BASE64_URL } tr_base64;

// The most letters of some bytes.
static inline size_t tr_base64_letters(size_t bytes) { return (bytes + 2) / 3 * 4; }

// Writes the letters of bytes, without a zero at the end, and returns their number.
size_t tr_base64_encode(tr_base64 alphabet, const uint8_t *bytes, size_t count, char *letters);

// Decodes letters of TR_BASE64_URL, with or without padding, among which white space does not count. bytes has
// room for 3 of 4 letters, rounded up. False if the text is not base64.
bool tr_base64_decode_url(const char *letters, size_t length, uint8_t *bytes, size_t *count);
