// A fast encoder of zlib streams (RFC 1950, RFC 1951): runs of equal bytes, and Huffman codes made for each
// block.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct tr_deflate tr_deflate;

// Receives the next bytes of the stream. False: it failed and accepts no more.
typedef bool tr_deflate_sink(void *context, const unsigned char *bytes, size_t count);

// Uses about 500 KB. NULL if there is no memory. Free it with tr_free.
tr_deflate *tr_deflate_create(tr_deflate_sink *sink, void *context);
// The same bytes give the same stream, independent of how they are split. False once the sink has failed.
bool tr_deflate_put(tr_deflate *deflate, const unsigned char *bytes, size_t count);
// Ends the stream.
bool tr_deflate_end(tr_deflate *deflate);
