// Biomes by climate, after Whittaker, "Communities and Ecosystems" (1975). His diagram of biomes over
// temperature and rain is divided into rectangles here.
#pragma once
#include "recipe/recipe.h"

// A place.
typedef struct tr_climate {
    bool sea, water;
    double height_m;
    double warmth;   // degrees Celsius
    double moisture; // 0: desert … 1: rain forest
    double ice;      // fraction of the ground, or of the sea
    double bog;      // fraction of the ground
} tr_climate;

tr_biome tr_biome_find(const tr_climate *climate);

// The biome of a position from its texels in TR_BAND_HEIGHTS, in the map of water (NULL: the planet has none),
// and in TR_BAND_CLIMATE. sea: whether the planet has a sea.
tr_biome tr_biome_of(bool sea, float height_m, const uint8_t *water, const float climate[5]);

const char *tr_biome_name(tr_biome biome); // "hot desert"
// The colour of a biome in previews.
const uint8_t *tr_biome_colour(tr_biome biome); // sRGB, three
