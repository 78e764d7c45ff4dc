// The band of the galaxy that the scene's stars belong to, as a picture round the sky.
#pragma once
#include "base/vec.h"

#include <stdint.h>

// Rows: towards its middle, along its disc, and its north. Stars crowd near its plane, too.
extern const tr_mat tr_galaxy_frame;

// Side of a cube's face as the renderer wants it.
enum { TR_GALAXY_SIDE = 256 };

// One face of a cube map (0 … 5, in OpenGL's order) of side x side texels: rgba, where colours are square roots
// of light over tr_galaxy_light. The same seed gives the same band. Takes some milliseconds; any thread.
void tr_galaxy_bake(uint64_t seed, int face, int side, uint8_t *rgba);
extern const double tr_galaxy_light;
