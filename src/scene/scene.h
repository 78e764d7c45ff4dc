// The scene: a star and its planets, as plain data.
#pragma once
#include "planet/recipe.h"

enum { TR_MAX_PLANETS = 64, TR_PLANET_NAME_BYTES = 64 };

typedef struct tr_star {
    double position_km[3]; // in the scene's frame: +Y is the north of the orbits
    double radius_km;
    uint8_t srgb[3]; // colour of its light
} tr_star;

// A circle round the star.
typedef struct tr_orbit {
    double radius_km;
    double phase_deg; // 0: on the +X side of the star, growing eastward (counter-clockwise from the north)
    double inclination_deg; // of the orbit against the X-Z plane
} tr_orbit;

typedef struct tr_planet {
    char name[TR_PLANET_NAME_BYTES]; // "" for a planet that stands alone: files are then named by type and seed
    tr_orbit orbit;
    double position_km[3]; // follows from the star and the orbit
    tr_recipe recipe;
} tr_planet;

typedef struct tr_scene {
    char name[TR_PLANET_NAME_BYTES]; // "" for a planet that stands alone
    tr_star star;
    int planet_count;   // at least 1
    tr_planet *planets; // owned
} tr_scene;

// Frees what the scene owns; a zero-initialised scene is allowed.
void tr_scene_clear(tr_scene *scene);

// Puts every planet where its orbit says.
void tr_scene_place(tr_scene *scene);

enum { TR_STEM_BYTES = 128 };

// What files of a planet are called: its name, or "inferno-7".
void tr_planet_stem(const tr_planet *planet, char stem[TR_STEM_BYTES]);
