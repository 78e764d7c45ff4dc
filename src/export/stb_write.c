// The code of stb_image_write.h, which JPG and TGA files come from. It is compiled here, as everything else is:
// the libraries of other processors fuse its multiplications and additions, so that their JPG files have other
// bytes.
#include "base/memory.h"
#include <assert.h>

#define STBIW_MALLOC(bytes) tr_malloc(bytes)
#define STBIW_REALLOC(memory, bytes) tr_realloc(memory, bytes)
#define STBIW_FREE(memory) tr_free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
