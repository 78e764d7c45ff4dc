// Files that hold textures with their levels of detail, ready for GPUs.
// More: docs/internals/blocks.md.
#pragma once
#include "base/atomic_file.h"
#include "texture/texture.h"

// Writes a KTX 2.0 file: levels from the smallest to the largest, with a description of the format. zstd: 0
// leaves the texels as they are, 1 … 19 compresses each level with Zstandard, on this thread, twice: the file
// says first how large they are, and so that takes no memory. text is kept under the key "terrella", unless it
// is NULL. What the disk says is kept by the file. Errors: TR_NO_MEMORY.
//
// From: KTX File Format Specification, version 2.0; Khronos Data Format Specification 1.3 (Khronos).
tr_status tr_ktx2_write(tr_atomic_file *file, const tr_texture *texture, int zstd, const char *text,
                        tr_error *error);

// Writes a DDS file. dx10: with the header that newer programs read, which says whether colours are sRGB;
// without it BC1 and BC3 are DXT1 and DXT5 and R8, R16 and RGBA8 are told by masks, as old programs want it,
// and only the others have the new one. What the disk says is kept by the file.
//
// From: "DDS" and "DDS_HEADER_DXT10", Programming guide for DDS, Microsoft.
void tr_dds_write(tr_atomic_file *file, const tr_texture *texture, bool dx10);
