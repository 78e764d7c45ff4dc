// The scene: a star and its planets, as plain data.
#pragma once
#include "planet/recipe.h"

enum { TR_MAX_PLANETS = 64, TR_PLANET_NAME_BYTES = 64 };

typedef struct tr_star {
    double position_km[3]; // in the scene's frame: +Y is the north of the orbits
    double radius_km;
    uint8_t srgb[3]; // colour of its light
} tr_star;

typedef struct tr_planet {
    char name[TR_PLANET_NAME_BYTES]; // "" for a planet that stands alone: files are then named by type and seed
    double position_km[3];
    tr_recipe recipe;
} tr_planet;

typedef struct tr_scene {
    char name[TR_PLANET_NAME_BYTES];
    tr_star star;
    int planet_count;   // at least 1
    tr_planet *planets; // owned
} tr_scene;

// Frees what the scene owns; a zero-initialised scene is allowed.
void tr_scene_clear(tr_scene *scene);
