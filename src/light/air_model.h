// The air of a planet as physical quantities, and tables that depend only on them. No OpenGL.
//
// Air consists of a gas, whose molecules scatter sunlight (Rayleigh); haze, whose droplets or dust scatter it
// forwards and may absorb it (Mie); and a layer of ozone, which only absorbs. Lengths are in planet radii, with
// the ground at 1. Coefficients are per radius, for red, green and blue light. The sun's irradiance is 1.
//
// The method is that of Bruneton and Neyret, "Precomputed Atmospheric Scattering" (2008; Bruneton's revision of
// 2017), as simplified by Hillaire, "A Scalable and Production Ready Sky and Atmosphere Rendering Technique"
// (2020): a table of the transmittance to the top, a small table of multiply scattered light, and a march along
// each line of sight (shaders/air_view.frag).
// More: docs/internals/air.md.
#pragma once
#include "recipe/recipe.h"

// The air of a planet.
typedef struct tr_air_model {
    double top;                      // radius at which the air ends
    double gas_height, haze_height;  // scale heights
    double gas[3];                   // scattering by gas at the ground
    double haze[3], haze_extinction; // scattering by haze; its scattering plus absorption
    double ozone[3], ozone_place[2]; // absorption in the middle of the layer; its height and half-width
    double anisotropy;               // g of Cornette and Shanks' phase function
    double glow;                     // fraction of its light that it emits itself
    double veil;                     // fraction of the air that is shown in lines of sight straight down
} tr_air_model;

// Whether a recipe has visible air.
bool tr_air_exists(const tr_air *air);

// The physical quantities of a recipe's air, which must exist.
tr_air_model tr_air_model_of(const tr_air *air);

// The densities of gas, haze and ozone at a height, relative to the ground (ozone: to the middle of its layer).
void tr_air_densities(const tr_air_model *model, double height, double densities[3]);

// Coordinates of the tables. transmittance: rows by the height of a place, columns by the cosine of the angle
// between the vertical and a line that ends at the top of the air, in Bruneton's mapping. many and ground:
// columns by the cosine of the sun's angle to the vertical, rows by height; the rows of `ground` are sun and
// sky.
enum {
    TR_AIR_SUN_COLUMNS = 128,
    TR_AIR_SUN_ROWS = 32,
    TR_AIR_MANY_COLUMNS = 32,
    TR_AIR_MANY_ROWS = 8,
    TR_AIR_GROUND_COLUMNS = 96,
    TR_AIR_PHASES = 19 // in equal steps from full to new
};

// Light from a whole planet with air to a distant camera: means over its disc of radius 1, relative to white
// paper that faces the sun. Indexed by phase: the angle between the sun and the camera, 0 … pi.
typedef struct tr_air_ball {
    float ground[TR_AIR_PHASES][3];   // from white ground, through the air
    float lit[TR_AIR_PHASES][3];      // from the sunlit air
    float mirrored[TR_AIR_PHASES][3]; // transmittance for specular reflection, twice through the air
    float own[3];                     // from the air's own emission
    float through[3];                 // transmittance for emission of the ground
} tr_air_ball;

// The tables of one air.
typedef struct tr_air_tables {
    float transmittance[TR_AIR_SUN_ROWS][TR_AIR_SUN_COLUMNS][3]; // transmittance
    float many[TR_AIR_MANY_ROWS][TR_AIR_MANY_COLUMNS][3]; // radiance of multiply scattered, isotropic light
    // Square roots of the irradiance of level ground relative to that of an overhead sun: direct sunlight, as
    // if the ground faced the sun, and the sky.
    float ground[2][TR_AIR_GROUND_COLUMNS][3];
    tr_air_ball ball;
} tr_air_tables;

// Fills all tables; takes about 10 ms. Any thread.
void tr_air_bake(const tr_air_model *model, tr_air_tables *tables);

// The transmittance from radius r to the top, along a line with that cosine that misses the ground.
void tr_air_transmittance(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                          double rgb[3]);

// The transmittance of any line through the air. nearest: the least distance of the line from the centre. from,
// to: its ends, measured along the line from its point nearest to the centre. Takes 100 steps; intended for a
// few lines.
void tr_air_left(const tr_air_model *model, double nearest, double from, double to, double rgb[3]);

// The radiance of multiply scattered light at radius r, with the sun at that cosine.
void tr_air_many(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                 double rgb[3]);
