// Maps of biomes.
#pragma once
#include "fields/private/own_map.h"

// Replaces the grey of a map of biomes by a mask of land, and adds the images OWN_BIOMES, OWN_WARMTH and
// OWN_MOISTURE. Errors: TR_BAD_INPUT (a colour that the legend does not have; those of tr_legend_read) without
// a path, TR_NO_MEMORY, TR_STOPPED.
tr_status own_biome_read(const tr_image_request *request, const tr_recipe *recipe, own_images *images,
                         tr_error *error);
