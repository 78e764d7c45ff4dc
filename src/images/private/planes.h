// From rows of a picture to the texels of images.
#pragma once
#include "images/private/picture.h"

// Reads one picture into images[0 … 2] with all their texels, before tr_image_complete. region: west, south,
// east, north in degrees. On failure the images are zeroed.
tr_status planes_read(const picture_file *file, const tr_image_request *request,
                      tr_image images[TR_IMAGE_MAX_PLANES], tr_image_facts *facts, tr_error *error);

// The factor by which a picture is averaged while it is read.
int planes_factor(int width, int height, size_t most_texels);
