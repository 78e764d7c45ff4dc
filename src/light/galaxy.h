// The band of the galaxy that contains the scene's stars, as a cube map of the sky.
#pragma once
#include "base/vec.h"

#include <stdint.h>

// Rows: the directions towards its centre, along its disc, and its north. Stars are denser near its plane too.
extern const tr_mat tr_galaxy_frame;

// Side of a face for the renderer.
enum { TR_GALAXY_SIDE = 256 };

// Computes one face of a cube map (0 … 5, in OpenGL's order) of side x side texels: rgba, with colours as
// square roots of light over tr_galaxy_light. Deterministic for a seed. Takes some milliseconds; any thread.
void tr_galaxy_bake(uint64_t seed, int face, int side, uint8_t *rgba);
extern const double tr_galaxy_light;
