// Which tiles of cube faces a picture of near ground needs, and their texels. No OpenGL.
// More: docs/near.md.
#pragma once
#include "planet/surface.h"
#include "render/placement.h"

enum {
    TR_NEAR_TILE = 256,
    TR_NEAR_BORDER = 1, // texels of its neighbours, for filters
    TR_NEAR_SIDE = TR_NEAR_TILE + 2 * TR_NEAR_BORDER,
    TR_NEAR_TEXELS = TR_NEAR_SIDE * TR_NEAR_SIDE,
    TR_NEAR_LEVELS = 13, // of a face of 2^20 texels
    TR_NEAR_MOST_KINDS = 4
};

// Ground and clouds drift apart, so each has tiles of its own.
typedef enum tr_near_set { TR_NEAR_GROUND, TR_NEAR_CLOUDS, TR_NEAR_SETS } tr_near_set;

// What a tile is like: as that of `export --projection tiles --tile 256 --border 1` with these numbers.
typedef struct tr_near_tile {
    tr_near_set set;
    int face, level, x, y;
} tr_near_tile;

tr_patch tr_near_patch(const tr_near_tile *tile);

// A planet as a camera sees it, lengths in its radii.
typedef struct tr_near_sight {
    tr_vec camera; // in the planet's frame
    tr_mat view_from_map;
    double distance;   // of the camera from the centre
    double tangent[2]; // of half the field of view
    double pixel_rad;
    double highest; // ground above the ball
    tr_vec sun;     // in the planet's frame
    bool clouds;
    double cloud_height, cloud_turn_rad;
    int map_level;  // at which a face is as fine as the planet's maps: tiles are finer
    int finest;     // level that there may be
    double coarser; // levels by which texels are coarser than pixels
} tr_near_sight;

// Maps with so many rows are as fine as faces of that level.
int tr_near_map_level(int rows);

// At which level a texel is a pixel, at an angle from the point under the camera: a falling function. The
// shader has the same (near_level in planet.frag); between two levels it mixes them.
double tr_near_level(const tr_near_sight *sight, double angle_rad);

// Writes the first `room` tiles that the picture shows, from coarse to fine, and returns how many there are.
int tr_near_choose(const tr_near_sight *sight, tr_near_tile *tiles, int room);

// What the ground's tiles are made of, in this order: albedo, normals, and these.
typedef struct tr_near_kinds {
    bool gloss, emission;
} tr_near_kinds;
int tr_near_kind_count(tr_near_set set, tr_near_kinds kinds);

// Bakes tiles on all threads of the pool: texels[i] gets tr_near_kind_count pictures of TR_NEAR_TEXELS texels
// of RGBA8 of tile i. Equal to the exported pyramid's, but gloss, which is made of its roughness and metal
// (tr_textures_upload). Errors: TR_BAD_INPUT (a planet on the plane), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_near_bake(const tr_surface *surface, const tr_near_tile *tiles, int count, tr_near_kinds kinds,
                       tr_pool *pool, const tr_watch *watch, uint8_t *const *texels, tr_error *error);
