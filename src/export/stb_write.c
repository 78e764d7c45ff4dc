// The code of stb_image_write.h, for JPG and TGA files. It is compiled here, with the project's options:
// libraries of other processors fuse multiplications and additions, which changes the bytes of JPG files.
#include "base/memory.h"

#define STBIW_MALLOC(bytes) tr_malloc(bytes)
#define STBIW_REALLOC(memory, bytes) tr_realloc(memory, bytes)
#define STBIW_FREE(memory) tr_free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
