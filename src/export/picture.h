// Pictures that are whole in memory, in the formats that other programs read.
#pragma once
#include "export/atomic_file.h"
#include "export/export.h"
#include <stdbool.h>

// texels: width * height * channels * bytes, rows from the top; 16-bit in the machine's byte order.
typedef struct tr_picture {
    int width, height, channels, bytes;
    bool srgb; // colour, else data
    const void *texels;
} tr_picture;

// Whether a format can hold a picture (texels are not looked at): 16 bits do not fit into JPG and TGA, alpha
// not into JPG and HDR, nor more than 65535 columns or rows, and none but PNG takes 2^31 samples. Errors:
// TR_BAD_USAGE with a format that can.
tr_status tr_picture_check(tr_file_format format, const tr_picture *picture, tr_error *error);

// Encodes a picture that tr_picture_check lets pass as JPG (quality 92), TGA or HDR; PNG has tr_png_open. HDR
// holds linear light: colour is decoded from sRGB, data is value / 255 or value / 65535. Writes that fail show
// when the file is finished. Errors: TR_NO_MEMORY.
tr_status tr_picture_encode(tr_atomic_file *file, tr_file_format format, const tr_picture *picture,
                            tr_error *error);
