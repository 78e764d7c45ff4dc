// Pictures of the six faces of a cube.
#pragma once
#include "images/private/planes.h"

// Reads faces and resamples them to an equirectangular map four times as wide as a face, before
// tr_image_complete. The request's spread is not TR_IMAGE_EQUIRECT. On failure images are zeroed.
tr_status cube_read(const tr_image_request *request, tr_image images[TR_IMAGE_MAX_PLANES],
                    tr_image_facts *facts, tr_error *error);
