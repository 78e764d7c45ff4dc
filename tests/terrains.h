// Terrains for tests.
#pragma once
#include "terrain/terrain.h"

static inline terrain_numbers earthlike_terrain(uint64_t seed, int cells) {
    return (terrain_numbers){.seed = seed,
                             .cells = cells,
                             .plates = 16,
                             .erosion = 12,
                             .continental = 0.45,
                             .land = 0.3,
                             .scale = 1.15,
                             .noisiness = 1,
                             .persistence = 0.6,
                             .mountains = 1,
                             .hot_spots = 1,
                             .rivers = 1,
                             .lakes = 1};
}
