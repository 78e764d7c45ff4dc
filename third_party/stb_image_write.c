// The one place where stb_image_write is compiled, with libdeflate in place of its slow deflate.
#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>

// stb's contract: a zlib stream from malloc(), or NULL.
static unsigned char *compress_zlib(const unsigned char *data, int bytes, int *out_bytes, int level) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    if (!compressor)
        return NULL;
    size_t bound = libdeflate_zlib_compress_bound(compressor, (size_t)bytes);
    unsigned char *out = malloc(bound);
    size_t written = out ? libdeflate_zlib_compress(compressor, data, (size_t)bytes, out, bound) : 0;
    libdeflate_free_compressor(compressor);
    if (written == 0 || written > INT_MAX) {
        free(out);
        return NULL;
    }
    *out_bytes = (int)written;
    return out;
}

#define STBIW_ZLIB_COMPRESS compress_zlib
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
