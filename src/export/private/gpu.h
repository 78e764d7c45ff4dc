// Textures for GPUs: KTX2 and DDS, with levels of detail, in blocks.
// More: docs/internals/blocks.md.
#pragma once
#include "base/pool.h"
#include "export/private/image.h"
#include "texture/texture.h"

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
