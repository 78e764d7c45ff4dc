// Radiance HDR: light, three channels that share an exponent.
#pragma once
#include "export/private/image.h"

// Encodes a colour picture of 8 bits without alpha. What the disk says is kept by the file. Errors:
// TR_NO_MEMORY.
tr_status tr_hdr_encode(tr_atomic_file *file, const tr_image *picture, tr_error *error);
