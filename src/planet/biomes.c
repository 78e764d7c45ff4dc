#include "planet/biomes.h"

#include "recipe/recipe.h"

// Temperature belts, each with an upper limit in degrees, and their biomes, each with an upper limit of
// moisture.
static const struct belt {
    double below;
    struct {
        double below;
        tr_biome biome;
    } steps[5];
} belts[] = {
    {-1, {{9, TR_BIOME_TUNDRA}}},
    {5, {{0.1, TR_BIOME_COLD_DESERT}, {0.34, TR_BIOME_STEPPE}, {9, TR_BIOME_TAIGA}}},
    {18,
     {{0.12, TR_BIOME_COLD_DESERT},
      {0.28, TR_BIOME_SHRUBLAND},
      {0.44, TR_BIOME_STEPPE},
      {0.85, TR_BIOME_FOREST},
      {9, TR_BIOME_RAIN_FOREST}}},
    {999,
     {{0.17, TR_BIOME_HOT_DESERT},
      {0.28, TR_BIOME_SHRUBLAND},
      {0.5, TR_BIOME_SAVANNA},
      {0.8, TR_BIOME_SEASONAL_FOREST},
      {9, TR_BIOME_TROPICAL_FOREST}}},
};

static tr_biome find_by_climate(double warmth, double moisture) {
    int belt = 0, step = 0;
    while (belt < 3 && warmth >= belts[belt].below)
        belt++;
    while (step < 4 && belts[belt].steps[step].below < 9 && moisture >= belts[belt].steps[step].below)
        step++;
    return belts[belt].steps[step].biome;
}

tr_biome tr_biome_find(const tr_climate *c) {
    const double lapse = 0.0064; // degrees per metre
    if (c->sea)
        return c->ice > 0.5 ? TR_BIOME_SEA_ICE : TR_BIOME_SEA;
    if (c->ice > 0.5)
        return TR_BIOME_ICE;
    if (c->water)
        return TR_BIOME_WATER;
    if (c->bog > 0.5)
        return TR_BIOME_WETLAND;
    if (c->warmth < belts[0].below && c->warmth + lapse * c->height_m > belts[1].below)
        return TR_BIOME_ALPINE;
    return find_by_climate(c->warmth, c->moisture);
}

tr_biome tr_biome_of(bool sea, float height_m, const uint8_t *water, const float climate[5]) {
    const int given = (int)(climate[4] + 0.5f);
    if (given > 0 && given <= TR_BIOME_COUNT)
        return (tr_biome)(given - 1);
    const tr_climate here = {.sea = sea && height_m < 0,
                             .water = water && *water >= 128,
                             .height_m = (double)height_m,
                             .warmth = (double)climate[0],
                             .moisture = (double)climate[1],
                             .ice = (double)climate[2],
                             .bog = (double)climate[3]};
    return tr_biome_find(&here);
}

const char *tr_biome_name(tr_biome biome) { return tr_biome_names[biome]; }

const uint8_t *tr_biome_colour(tr_biome biome) { return tr_biome_colours[biome]; }
