// Which tiles of cube faces a picture of near ground needs. No OpenGL.
// More: docs/internals/near.md.
#pragma once
#include "planet/near_tiles.h"
#include "render/placement.h"

enum { TR_NEAR_LEVELS = 13 }; // of a face of 2^20 texels

// A planet as a camera sees it, lengths in its radii.
typedef struct tr_near_sight {
    tr_vec camera; // in the planet's frame
    tr_mat view_from_map;
    double distance;   // of the camera from the centre
    double tangent[2]; // of half the field of view
    double pixel_rad;
    double highest; // ground above the ball
    double
        farthest; // ground that the picture shows, from the point under the camera: an angle (tr_near_farthest)
    tr_vec sun;   // in the planet's frame
    bool clouds;
    double cloud_height, cloud_turn_rad;
    int map_level;  // at which a face is as fine as the planet's maps: tiles are finer
    int finest;     // level that there may be
    double coarser; // levels by which texels are coarser than pixels
} tr_near_sight;

double tr_near_farthest(const tr_near_sight *sight); // of the sight without it

// Maps with so many rows are as fine as faces of that level.
int tr_near_map_level(int rows);

// At which level a texel is a pixel, at an angle from the point under the camera: a falling function. The
// shader has the same (near_level in planet.frag); between two levels it mixes them, in the
// middle half of the way.
double tr_near_level(const tr_near_sight *sight, double angle_rad);

// Where pixels span less of the ground they show tiles alone, and nothing of the maps.
double tr_near_map_footprint(const tr_near_sight *sight);

// Writes the first `capacity` tiles that the picture shows, from coarse to fine, and returns how many there
// are.
int tr_near_choose(const tr_near_sight *sight, tr_near_tile *tiles, int capacity);

// The tiles that lie nearest to a direction in the planet's frame come first, after those that they lie in.
// Errors: TR_NO_MEMORY.
tr_status tr_near_sort(tr_near_tile *tiles, int count, tr_vec focus, tr_error *error);
