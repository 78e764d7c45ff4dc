// What each layer of a planet does, as small maps to look at.
#pragma once
#include "planet/surface.h"

enum { TR_LAYER_MAP_WIDTH = 32, TR_LAYER_MAP_HEIGHT = 16, TR_LAYER_MAP_TEXELS = 32 * 16 };

// Of each layer of a recipe that the surface was made of, in its order, a map of TR_LAYER_MAP_TEXELS: how much
// it changes its channel, from black where that is least to white where it is most; grey where it is the same
// everywhere, and for layers on the plane. Directions lie as in an equirectangular map, from the north-west.
// grey has room for `most` maps. Some milliseconds for each layer. Any thread. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_layer_maps(const tr_surface *surface, int most, const tr_watch *watch, uint8_t *grey,
                        tr_error *error);
