// OpenEXR: light and data as half floats, heights as floats in metres.
#pragma once
#include "export/private/image.h"

// Encodes a whole picture in the channels that programs look for: Y, or R, G, B and A; ZIP, 16 rows a chunk.
// sRGB becomes linear light. What the disk says is kept by the file. Errors: TR_NO_MEMORY.
tr_status tr_exr_encode(tr_atomic_file *file, const tr_image *picture, tr_error *error);
