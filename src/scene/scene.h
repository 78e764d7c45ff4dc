// The scene: a star, its planets and their moons, as plain data.
// More: docs/internals/time.md.
#pragma once
#include "base/vec.h"
#include "recipe/recipe.h"

enum { TR_MAX_PLANETS = 64, TR_PLANET_NAME_BYTES = 64, TR_AROUND_STAR = -1 };

typedef struct tr_star {
    double position_km[3]; // in the scene's frame: +Y is the north of the orbits
    double radius_km;
    double mass_suns; // determines the years of its planets
    double kelvin;    // temperature of a black body of that colour; 0: srgb is the colour
    uint8_t srgb[3];  // colour of its light
} tr_star;

// An ellipse with the star in a focus, measured from the scene's X-Z plane and +X. Or an ellipse round a
// planet, measured from that planet's equator and the +X of its axis frame, so that a moon without inclination
// lies in the plane of the rings. Angles increase eastward (counter-clockwise from the north).
typedef struct tr_orbit {
    char around[TR_PLANET_NAME_BYTES]; // an earlier planet; "": the star
    double radius_km;                  // semi-major axis; 0: the body does not move
    double eccentricity;               // 0: a circle
    double phase_deg;                  // mean anomaly from the node at time 0
    double inclination_deg;            // positive: it crosses to the north at the node
    double node_deg;                   // longitude of the node
    double periapsis_deg;              // argument of the periapsis, from the node
    double period_h;                   // 0: by Kepler's third law
} tr_orbit;

// Bounds that a type guarantees for all its planets. `terrella measure TYPE --seeds N` checks them.
typedef enum tr_bound {
    TR_BOUND_LAND,
    TR_BOUND_LIGHTNESS,
    TR_BOUND_CONTRAST,
    TR_BOUND_CHROMA,
    TR_BOUND_GLOW,
    TR_BOUND_COUNT
} tr_bound;

typedef struct tr_bounds {
    bool given[TR_BOUND_COUNT];
    double low[TR_BOUND_COUNT], high[TR_BOUND_COUNT];
} tr_bounds;

typedef struct tr_scene_planet {
    char name[TR_PLANET_NAME_BYTES]; // "": allowed for a lone planet; its files are named by type and seed
    tr_orbit orbit;
    double mass_earths; // determines the months of its moons; 0: derived from its radius
    double day_h;       // one rotation relative to the stars; 0: it does not rotate
    bool locked;       // rotates once per orbit: longitude 0 faces the centre, exactly if the orbit is circular
    tr_recipe *recipe; // owned
    tr_bounds bounds;  // of its file, otherwise of the type that it names
    // the state at a time, set by tr_scene_place
    double position_km[3];
    double rotation_rad;   // eastward rotation of the ground, 0 … 2π
    double cloud_turn_rad; // eastward drift of the clouds over the ground, 0 … 2π
} tr_scene_planet;

typedef struct tr_scene {
    char name[TR_PLANET_NAME_BYTES]; // "" for a lone planet
    bool lone;                       // its file is a recipe, not a list of planets
    int pixels; // TR_PIXELS (base/version.h) according to its file: the first number that differs from this
                // program's, otherwise this program's
    tr_star star;
    double time_h;            // time of the state, -1e9 … 1e9: tr_scene_place
    int planet_count;         // at least 1
    tr_scene_planet *planets; // owned; moons come after the body that they orbit
} tr_scene;

// Frees what the scene owns. A zeroed scene is allowed.
void tr_scene_clear(tr_scene *scene);

// Sets the position and rotation of every planet at a time in hours (finite; at 0 the phases are those of the
// file), and stores that time. Orbits are ellipses that do not disturb each other: Kepler's equation (Danby
// 1988, "Fundamentals of Celestial Mechanics", 6.6).
void tr_scene_place(tr_scene *scene, double time_h);

// The centre of a planet's orbit: the index of an earlier planet, or TR_AROUND_STAR.
int tr_scene_centre(const tr_scene *scene, int planet);

// A point of a planet's orbit in the scene's frame, in kilometres, as the centres are placed now. anomaly_rad:
// the eccentric anomaly, from the periapsis. The orbit's radius_km is not 0.
tr_vec tr_scene_orbit(const tr_scene *scene, int planet, double anomaly_rad);

// The periods of a planet's orbit and rotation (0: no rotation), in hours.
double tr_scene_period_h(const tr_scene *scene, int planet);
double tr_scene_day_h(const tr_scene *scene, int planet);

// The frame of a planet's axis: rows that rotate a vector from there to the scene. The axis is tilted by the
// recipe's tilt from the north of the frame in which its orbit is measured, towards that frame's -Z. For a
// locked planet it is tilted from the north of the orbit itself.
tr_mat tr_scene_axes(const tr_scene *scene, int planet);

// Where the star's centre is from a planet's centre, in the frame of its axis and in kilometres.
tr_vec tr_scene_star(const tr_scene *scene, int planet);

enum { TR_WARNING_BYTES = 512 };

// Whether the scene was made for other pixels than this program's; if so, writes a sentence about the
// consequences.
bool tr_scene_warning(const tr_scene *scene, char text[TR_WARNING_BYTES]);

enum { TR_STEM_BYTES = 128 }; // of the stem of a planet's file names: tr_planet_stem
