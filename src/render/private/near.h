// Selects the tiles of cube faces that a picture of near ground needs. No OpenGL.
// More: docs/internals/near.md.
#pragma once
#include "planet/near_tiles.h"
#include "render/placement.h"

enum { TR_NEAR_LEVELS = 13 }; // up to a face of 2^20 texels

// A planet as seen from a camera, lengths in its radii.
typedef struct tr_near_sight {
    tr_vec camera; // in the planet's frame
    tr_mat view_from_map;
    double distance;   // of the camera from the centre
    double tangent[2]; // of half the field of view
    double pixel_rad;
    double highest;  // ground above the sphere
    double farthest; // visible ground, as an angle from the point below the camera (tr_near_farthest)
    tr_vec sun;      // in the planet's frame
    bool clouds;
    double cloud_height, cloud_turn_rad;
    int map_level;  // the level at which a face is as fine as the planet's maps; tiles are finer
    int finest;     // highest level allowed
    double coarser; // number of levels by which texels are coarser than pixels
} tr_near_sight;

double tr_near_farthest(const tr_near_sight *sight); // computed from the other members

// The level at which a face is as fine as maps with that many rows.
int tr_near_map_level(int rows);

// The level at which a texel is a pixel, at an angle from the point below the camera; it decreases with the
// angle. The shader has the same function (near_level in planet.frag). In the middle half between two levels it
// mixes both.
double tr_near_level(const tr_near_sight *sight, double angle_rad);

// Pixels that span less ground than this show only tiles, and no maps.
double tr_near_map_footprint(const tr_near_sight *sight);

// Writes the first `capacity` tiles that the picture shows, from coarse to fine, and returns the total number.
int tr_near_choose(const tr_near_sight *sight, tr_near_tile *tiles, int capacity);

// Sorts tiles by their distance to a direction in the planet's frame, each after the tiles that contain it.
// Errors: TR_NO_MEMORY.
tr_status tr_near_sort(tr_near_tile *tiles, int count, tr_vec focus, tr_error *error);
