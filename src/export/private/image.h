// Pictures that are whole in memory, in the formats that other programs read.
#pragma once
#include "base/atomic_file.h"
#include "base/pool.h"
#include "export/set.h"
#include "texture/texture.h"
#include <stdbool.h>

// texels: width * height * channels * bytes, rows from the top; 16-bit in the machine's byte order.
typedef enum tr_image_kind {
    TR_IMAGE_NUMBERS, // or colours
    TR_IMAGE_NORMALS, // along tangents
    TR_IMAGE_VECTORS  // in one frame everywhere
} tr_image_kind;

typedef struct tr_image {
    int width, height, channels, bytes;
    bool srgb;                  // colour, else data
    int quality;                // of JPG, 1 … 100; 0: 92
    tr_compression compression; // of PNG
    double low, high;           // what 0 and 65535 mean, where that is metres
    tr_image_kind kind;
    bool south;    // of normals: green to the south
    int roughness; // the channel that is roughness, counted from 1; 0: none
    bool smooth;   // it is smoothness
    bool cube;     // six faces below each other
    const void *texels;
} tr_image;

// Of one face.
static inline int tr_image_height(const tr_image *picture) { return picture->height / (picture->cube ? 6 : 1); }

// Whether a format can hold a picture (texels are not looked at). PNG holds all. JPG and TGA have 8 bits a
// channel, JPG no alpha; HDR has neither data nor alpha, since its texels are light: three channels that share
// an exponent. KTX2 and DDS hold 8 bits, or one channel of 16. The raw formats hold one channel of 16 bits,
// R32F as metres. Sides of JPG and TGA end at 65535, and of those that do not stream none takes 2^31 samples.
bool tr_image_fits(tr_file_format format, const tr_image *picture);

// Encodes a picture that fits as JPG, TGA or HDR (linear light); PNG has tr_png_begin. Writes that
// fail show when the file is finished. Errors: TR_NO_MEMORY.
tr_status tr_image_encode(tr_atomic_file *file, tr_file_format format, const tr_image *picture,
                          tr_error *error);
// What tr_image_encode has for two of them. OpenEXR: light and data as half floats, heights as floats in
// metres, in the channels that programs look for: Y, or R, G, B and A; ZIP, 16 rows a chunk; sRGB becomes
// linear light.
tr_status tr_exr_encode(tr_atomic_file *file, const tr_image *picture, tr_error *error);
// Radiance HDR: light, three channels that share an exponent, of a colour picture of 8 bits without alpha.
tr_status tr_hdr_encode(tr_atomic_file *file, const tr_image *picture, tr_error *error);

// ---- textures for GPUs (gpu.c) -------------------------------------------------------------------

// KTX2 and DDS, with levels of detail, in blocks.
// More: docs/internals/blocks.md.

// How they are made.
typedef struct tr_gpu_coding {
    tr_pool *pool; // NULL: on this thread alone
    tr_blocks blocks;
    bool no_mips, zstd;
    bool kerbal; // as Kerbal Space Program reads it: turned, normals in green and alpha, the older DDS header
    const char *text; // goes into a KTX2; may be NULL
} tr_gpu_coding;

static inline bool tr_format_is_gpu(tr_file_format format) {
    return format == TR_FORMAT_KTX2 || format == TR_FORMAT_DDS;
}

// The texels that a picture gets, and what they are called: "BC7".
tr_texture_format tr_gpu_format(const tr_image *picture, const tr_gpu_coding *coding);
const char *tr_gpu_format_name(tr_texture_format format);
int tr_gpu_levels(const tr_image *picture, const tr_gpu_coding *coding);

// Encodes a picture; faces of a cube stand below each other in it. Its texels may be changed. normals: of a
// picture with roughness, which they make greater on levels where they differ: as large, 8 bits, or NULL. What
// the disk says is kept by the file. Errors: TR_NO_MEMORY.
tr_status tr_gpu_encode(tr_atomic_file *file, tr_file_format format, const tr_image *picture, void *texels,
                        void *normals, const tr_gpu_coding *coding, tr_error *error);
