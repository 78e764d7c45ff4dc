// Files that contain textures with their mip levels, ready for GPUs.
// More: docs/internals/blocks.md.
#pragma once
#include "base/atomic_file.h"
#include "texture/texture.h"

// Writes a KTX 2.0 file: levels from the smallest to the largest, with a description of the format. zstd: 0
// stores the texels uncompressed; 1 … 19 compresses each level with Zstandard on this thread, twice, because
// the file starts with the sizes and storing compressed levels would take memory. text is stored under the key
// "terrella" unless it is NULL. The file records write errors. Errors: TR_NO_MEMORY.
//
// From: KTX File Format Specification, version 2.0; Khronos Data Format Specification 1.3 (Khronos).
tr_status tr_ktx2_write(tr_atomic_file *file, const tr_texture *texture, int zstd, const char *text,
                        tr_error *error);

// Writes a DDS file. dx10: with the header that newer programs read, which tells whether colours are sRGB.
// Without it, BC1 and BC3 are DXT1 and DXT5, and masks describe R8, R16 and RGBA8, for old programs; only the
// other formats use the new header. The file records write errors.
//
// From: "DDS" and "DDS_HEADER_DXT10", Programming guide for DDS, Microsoft.
void tr_dds_write(tr_atomic_file *file, const tr_texture *texture, bool dx10);
