// The scene: a star, its planets and their moons, as plain data.
// More: docs/internals/time.md.
#pragma once
#include "recipe/recipe.h"

enum { TR_MAX_PLANETS = 64, TR_PLANET_NAME_BYTES = 64, TR_AROUND_STAR = -1 };

typedef struct tr_star {
    double position_km[3]; // in the scene's frame: +Y is the north of the orbits
    double radius_km;
    double mass_suns; // with it go the years of its planets
    double kelvin;    // temperature of a black body of its colour; 0: srgb says the colour
    uint8_t srgb[3];  // colour of its light
} tr_star;

// An ellipse with the star in a focus, measured from the scene's X-Z plane and +X; or one round a planet,
// measured from that planet's equator and the +X of its axis frame, so that a moon without inclination lies in
// the plane of the rings. Angles grow eastward (counter-clockwise from the north).
typedef struct tr_orbit {
    char around[TR_PLANET_NAME_BYTES]; // an earlier planet; "": the star
    double radius_km;                  // half of the long axis; 0: it stands still where it is
    double eccentricity;               // 0: a circle
    double phase_deg;                  // from the node at time 0: of the mean motion, as on a circle
    double inclination_deg;            // it climbs north at the node
    double node_deg;                   // where that is
    double periapsis_deg;              // from the node: where it is nearest
    double period_h;                   // 0: by Kepler's third law
} tr_orbit;

typedef struct tr_scene_planet {
    char
        name[TR_PLANET_NAME_BYTES]; // "": one that stands alone may have none; files are named by type and seed
    tr_orbit orbit;
    double mass_earths; // with it go the months of its moons; 0: by its radius
    double day_h;       // one turn against the stars; 0: it does not turn
    bool locked; // turns once in an orbit: longitude 0 faces what it goes round, as far as the orbit is round
    tr_recipe *recipe; // owned
    // what follows at a time: tr_scene_place
    double position_km[3];
    double rotation_rad;   // how far the ground has turned eastward, 0 … 2π
    double cloud_turn_rad; // how far the clouds have drifted eastward over the ground, 0 … 2π
} tr_scene_planet;

typedef struct tr_scene {
    char name[TR_PLANET_NAME_BYTES]; // "" for a planet that stands alone
    bool lone;                       // it does: its file is a recipe, and no list of planets
    int pixels; // what its file says of TR_PIXELS (base/version.h), the first number that is another; else that
                // one
    tr_star star;
    double time_h;            // when all of it is shown, -1e9 … 1e9: tr_scene_place
    int planet_count;         // at least 1
    tr_scene_planet *planets; // owned; moons come after what they go round
} tr_scene;

// Frees what the scene owns; a zero-initialised scene is allowed.
void tr_scene_clear(tr_scene *scene);

// Puts every planet where its orbit and its day say at a time in hours (finite; at 0 the phases are those of
// the file), and notes that time. Ellipses that do not disturb each other: Kepler's equation (Danby 1988,
// "Fundamentals of Celestial Mechanics", 6.6).
void tr_scene_place(tr_scene *scene, double time_h);

// What a planet goes round: the index of an earlier planet, or TR_AROUND_STAR.
int tr_scene_centre(const tr_scene *scene, int planet);

// One orbit of a planet, and one turn round its axis (0: it does not turn), in hours.
double tr_scene_period_h(const tr_scene *scene, int planet);
double tr_scene_day_h(const tr_scene *scene, int planet);

// The frame of a planet's axis: rows that turn a vector from there to the scene. The axis leans by the recipe's
// tilt from the north of what its orbit is measured from, towards that frame's -Z; that of a locked planet from
// the north of the orbit itself, whatever its inclination.
void tr_scene_axes(const tr_scene *scene, int planet, double scene_from_axis[3][3]);

enum { TR_WARNING_BYTES = 512 };

// Whether the scene was made for other pixels than this program's; then a sentence about what that means.
bool tr_scene_warning(const tr_scene *scene, char text[TR_WARNING_BYTES]);

enum { TR_STEM_BYTES = 128 }; // what files of a planet are called: tr_planet_stem
