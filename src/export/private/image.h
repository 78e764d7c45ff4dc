// Pictures in memory, in the formats of other programs.
#pragma once
#include "base/atomic_file.h"
#include "base/pool.h"
#include "export/set.h"
#include "texture/texture.h"
#include <stdbool.h>

// texels: width * height * channels * bytes, rows from the top; 16-bit in the machine's byte order.
typedef enum tr_picture_kind {
    TR_PICTURE_NUMBERS, // or colours
    TR_PICTURE_NORMALS, // in tangent space
    TR_PICTURE_VECTORS  // in one frame for all texels
} tr_picture_kind;

typedef struct tr_picture {
    int width, height, channels, bytes;
    bool srgb;                  // colour, not data
    int quality;                // for JPG, 1 … 100; 0: 92
    tr_compression compression; // for PNG
    double low, high;           // meaning of 0 and 65535 in metres, for heights
    tr_picture_kind kind;
    bool south;    // for normals: green points south
    int roughness; // index of the roughness channel, from 1; 0: none
    bool smooth;   // that channel is smoothness instead
    bool cube;     // six faces below each other
    const void *texels;
} tr_picture;

// The height of a picture, or of one of its faces.
static inline int tr_picture_height(const tr_picture *picture) {
    return picture->height / (picture->cube ? 6 : 1);
}

// Whether a format supports a picture (texels are not read). PNG supports all. JPG and TGA have 8 bits a
// channel, and JPG no alpha. HDR has neither data nor alpha, because its texels are light: three channels with
// a shared exponent. KTX2 and DDS support 8 bits, or one channel of 16. The raw formats support one channel of
// 16 bits; R32F stores metres. The width and height of JPG and TGA are limited to 65535. Formats that do not
// stream are limited to 2^31 samples.
bool tr_picture_fits(tr_file_format format, const tr_picture *picture);

// Encodes a picture as JPG, TGA or HDR (linear light). The picture must fit the format (tr_picture_fits). For
// PNG use tr_png_begin. A failed write is reported when the file is finished. Errors: TR_NO_MEMORY.
tr_status tr_picture_encode(tr_atomic_file *file, tr_file_format format, const tr_picture *picture,
                            tr_error *error);
// The encoders behind tr_picture_encode for OpenEXR and HDR. OpenEXR: light and data as half floats, heights as
// floats in metres. The channels have the usual names: Y, or R, G, B and A. Compression is ZIP with 16 rows per
// chunk; sRGB is converted to linear light.
tr_status tr_exr_encode(tr_atomic_file *file, const tr_picture *picture, tr_error *error);
// Radiance HDR: linear light as three channels with a shared exponent, from an 8-bit colour picture without
// alpha.
tr_status tr_hdr_encode(tr_atomic_file *file, const tr_picture *picture, tr_error *error);

// ---- textures for GPUs (gpu.c) -------------------------------------------------------------------

// KTX2 and DDS, with levels of detail, in blocks.
// More: docs/internals/blocks.md.

// How they are made.
typedef struct tr_gpu_coding {
    tr_pool *pool; // NULL: only this thread
    tr_blocks blocks;
    bool no_mips, zstd;
    bool kerbal;      // for Kerbal Space Program: rotated, normals in green and alpha, the older DDS header
    const char *text; // stored in a KTX2; may be NULL
} tr_gpu_coding;

static inline bool tr_format_is_gpu(tr_file_format format) {
    return format == TR_FORMAT_KTX2 || format == TR_FORMAT_DDS;
}

// The texel format of a picture, and its name: "BC7".
tr_texture_format tr_gpu_format(const tr_picture *picture, const tr_gpu_coding *coding);
const char *tr_gpu_format_name(tr_texture_format format);
int tr_gpu_levels(const tr_picture *picture, const tr_gpu_coding *coding);

// Encodes a picture; the faces of a cube are below each other in it. Its texels may be changed. normals: for a
// picture with roughness, which increases on levels where they differ: same size, 8 bits, or NULL. The file
// keeps errors of the disk. Errors: TR_NO_MEMORY.
tr_status tr_gpu_encode(tr_atomic_file *file, tr_file_format format, const tr_picture *picture, void *texels,
                        void *normals, const tr_gpu_coding *coding, tr_error *error);
