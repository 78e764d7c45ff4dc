// The band of the galaxy that contains the scene's stars, as a cube map of the sky.
#pragma once
#include "base/vec.h"

#include <stdint.h>

// Rows: the directions towards its centre, along its disc, and its north. Stars are denser near its plane too.
extern const tr_mat tr_galaxy_frame;

// Side of a face for the renderer.
enum { TR_GALAXY_SIDE = 256 };

// Computes one face (0 … 5, in OpenGL's order) of a cube map of side x side texels. rgba receives 4 bytes per
// texel: 255 √(light / tr_galaxy_light) for each colour, and an alpha of 255. Deterministic for a seed. Takes
// some milliseconds; any thread.
void tr_galaxy_bake(uint64_t seed, int face, int side, uint8_t *rgba);
// The linear light of a colour of 255, before exposure.
extern const double tr_galaxy_light;
