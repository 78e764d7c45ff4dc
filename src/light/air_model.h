// The air of a planet as physical numbers, and the tables that follow from it alone. Pure arithmetic, no
// OpenGL.
//
// Air is a gas, whose molecules scatter sunlight (Rayleigh), haze, whose droplets or dust scatter it ahead and
// may absorb it (Mie), and a layer of ozone, which only absorbs. Lengths are in planet radii, the ground is at
// 1; coefficients are per radius, for red, green and blue light; the sun's irradiance is 1.
//
// The method is that of Bruneton and Neyret, "Precomputed Atmospheric Scattering" (2008; Bruneton's revision of
// 2017), as simplified by Hillaire, "A Scalable and Production Ready Sky and Atmosphere Rendering Technique"
// (2020): a table of how much light is left on its way to the top, a small one of light that was scattered more
// than once, and a march along each line of sight (shaders/air_view.frag).
// More: docs/internals/air.md.
#pragma once
#include "recipe/recipe.h"

typedef struct tr_air_model {
    double top;                      // radius at which the air ends
    double gas_height, haze_height;  // over which they become e times thinner
    double gas[3];                   // what gas at the ground scatters
    double haze[3], haze_extinction; // what haze scatters, and what it scatters and absorbs
    double ozone[3], ozone_place[2]; // what the middle of the layer absorbs; its height and half its breadth
    double anisotropy;               // g of Cornette and Shanks' phase function
    double glow;                     // fraction of its light that it makes itself
    double veil; // fraction of the air that is shown in lines of sight that go straight down to the ground
} tr_air_model;

// Whether a recipe has air that can be seen.
bool tr_air_exists(const tr_air *air);

// The air must exist.
tr_air_model tr_air_model_of(const tr_air *air);

// Gas, haze and ozone at a height, over what they are at the ground (ozone: at the middle of its layer).
void tr_air_densities(const tr_air_model *model, double height, double densities[3]);

// Where texels lie. Of transmittance: rows by the height of a place, columns by the cosine of the angle between
// the vertical and a line that ends at the air's top, in Bruneton's mapping. Of `many` and `ground`: columns by
// the cosine of the sun's angle with the vertical, rows by height; the rows of `ground` are sun and sky.
enum {
    TR_AIR_SUN_COLUMNS = 128,
    TR_AIR_SUN_ROWS = 32,
    TR_AIR_MANY_COLUMNS = 32,
    TR_AIR_MANY_ROWS = 8,
    TR_AIR_GROUND_COLUMNS = 96,
    TR_AIR_PHASES = 19 // evenly from full to new
};

// What comes from a whole ball with air to a camera far away: means over its disc of radius 1, where white
// paper that faces the sun is 1. By phase: the angle between the sun and the camera, 0 … pi.
typedef struct tr_air_ball {
    float ground[TR_AIR_PHASES][3];   // from white ground, through the air
    float lit[TR_AIR_PHASES][3];      // from the air under the sun
    float mirrored[TR_AIR_PHASES][3]; // fraction of the light that mirrors send, through the air twice
    float own[3];                     // from the air by itself
    float through[3];                 // fraction of the light of ground that glows
} tr_air_ball;

typedef struct tr_air_tables {
    float transmittance[TR_AIR_SUN_ROWS][TR_AIR_SUN_COLUMNS][3]; // fraction of light that is left
    float many[TR_AIR_MANY_ROWS][TR_AIR_MANY_COLUMNS][3]; // radiance of light scattered before, from all sides
    // Roots of irradiance of level ground over that of the sun overhead: sunlight that comes straight at one,
    // as if the ground faced it, and the sky.
    float ground[2][TR_AIR_GROUND_COLUMNS][3];
    tr_air_ball ball;
} tr_air_tables;

// Fills all tables; some 10 ms.
void tr_air_bake(const tr_air_model *model, tr_air_tables *tables);

// The fraction of light that is left from radius r to the top, on a line with that cosine that misses the
// ground.
void tr_air_transmittance(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                          double rgb[3]);

// The same for any line through the air: how near to the centre it passes, and from where to where it goes,
// measured from there. Many steps, for a few lines.
void tr_air_left(const tr_air_model *model, double nearest, double from, double to, double rgb[3]);

// The radiance of light scattered before, at radius r under a sun of that cosine.
void tr_air_many(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                 double rgb[3]);
