// A PNG file that is made quickly: filter Sub, and deflate.h.
#pragma once
#include "png/png.h"

typedef struct tr_quick tr_quick;

// Writes all before the first row. The file stays the caller's, who keeps it until tr_quick_free. NULL where
// there is no memory. What the file refuses it tells itself.
tr_quick *tr_quick_create(const tr_png_layout *layout, tr_atomic_file *file);
// False once the file takes no more.
bool tr_quick_row(tr_quick *quick, const unsigned char *row);
// All after the last row.
void tr_quick_end(tr_quick *quick);
void tr_quick_free(tr_quick *quick); // NULL is allowed
