// From rows of a picture to the texels of images.
#pragma once
#include "images/private/picture.h"

// Reads one picture into images[0 … 2] with all their texels, before tr_image_complete. region: west, south,
// east, north in degrees. On failure the images are zeroed.
tr_status planes_read(const picture_file *file, const tr_image_request *request,
                      tr_image images[TR_IMAGE_MAX_PLANES], tr_image_facts *facts, tr_error *error);

// Finds facts->least and most of one picture.
tr_status planes_range(const picture_file *file, const tr_image_request *request, tr_image_facts *facts,
                       tr_error *error);

// The lowest and highest value of an image that is given, and the part of the area that has the lowest one.
// Errors: TR_BAD_INPUT (nothing is given).
tr_status planes_measure(const picture_file *file, const tr_image *image, tr_image_facts *facts,
                         tr_error *error);

// Where a picture lies, in degrees: as requested, as its file says, or the whole sphere. Edges that lie up to a
// texel beyond the sphere, as centres of texels on a pole make them, are moved to it. Errors: TR_BAD_INPUT.
tr_status planes_region(const picture_file *file, const tr_image_request *request, const picture_info *info,
                        double region[4], tr_error *error);

// The cosine of the latitude of a row's middle.
double planes_row_area(const double region[4], int row, int height);

// Facts of the file.
void planes_note(const picture_info *info, const tr_image_request *request, tr_image_facts *facts);

// The factor by which a picture is averaged while it is read.
int planes_factor(int width, int height, size_t most_texels);
