// SHA-256 of data that comes in pieces: SHA256_Init, SHA256_Update, then tr_sha256_end.
#pragma once
#include "base/digest.h"
// The functions of OpenSSL 1.1: they need no memory. Those that replace them in OpenSSL 3 allocate.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/sha.h>

void tr_sha256_end(SHA256_CTX *hash, char digest[TR_DIGEST_BYTES]);
