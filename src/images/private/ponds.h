// Holes in the land of a map whose sea is flat.
#pragma once
#include "images/read.h"

// Fills the holes of fewer than PONDS_LEAST texels that have the lowest code of an image, with the lowest code
// around them. Files of few levels have such holes where land is lower than their first step. Edges of a part
// of the globe, and texels that are not given, count as sea.
enum { PONDS_LEAST = 16 };
void ponds_fill(tr_image *image, const tr_image_facts *facts);
