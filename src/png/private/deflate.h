// A zlib stream (RFC 1950, RFC 1951) that is made quickly: runs of one byte, and Huffman codes made for each
// block.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct tr_deflate tr_deflate;

// Takes the next bytes of the stream; false: it could not, and wants no more.
typedef bool tr_deflate_sink(void *context, const unsigned char *bytes, size_t count);

// About 500 KB. NULL where there is no memory. Free it with tr_free.
tr_deflate *tr_deflate_create(tr_deflate_sink *sink, void *context);
// The same bytes give the same stream, however they are handed over. False once the sink has failed.
bool tr_deflate_put(tr_deflate *deflate, const unsigned char *bytes, size_t count);
// Ends the stream: nothing follows.
bool tr_deflate_end(tr_deflate *deflate);
