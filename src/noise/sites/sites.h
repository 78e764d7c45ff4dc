// Sites on the sphere: for Voronoi cells, craters and storms.
#pragma once
#include "base/meter.h"
#include "noise/kernels.h"

enum {
    TR_DART_OPERATIONS = 60,      // (base/meter.h) of each dart: to draw its place
    TR_NEIGHBOUR_OPERATIONS = 250 // of each dart with a minimum distance: to search for sites nearby
};

// How sites are distributed. Radii are in planet radii, 0 for sites without one.
typedef struct tr_spread {
    uint64_t seed;
    int count;
    double randomness;             // 0: as even as dart throwing allows; 1: uniformly random
    double radius_min, radius_max; // N(>R) ~ R^-slope between the two
    double slope;
    double latitude_min, latitude_max; // degrees from the equator, in both hemispheres; 0 and 90: everywhere
    bool apart;                        // circles of sites do not touch; sites without space are left out
    bool largest_first; // in order of descending radius (old, large basins first), otherwise as drawn
    int group;          // sites per group on the sphere, with a leader to the east; 0 and 1: no groups
    bool plane;         // places (u, v, 0) on the unit square, which repeats, instead of directions
    tr_meter *meter;    // or NULL: counts work, and stops it
} tr_spread;

// Spreads sites by dart throwing: a dart is kept if no site is nearer than a distance, which shrinks a little
// after too many failures (McCool and Fiume 1992, "Hierarchical Poisson disk sampling distributions"), until
// there are count sites. strength is uniform in [0, 1). Errors: TR_NO_MEMORY, TR_STOPPED. Free with
// tr_sites_clear.
tr_status tr_sites_create(const tr_spread *spread, tr_sites *sites, tr_error *error);
// Frees what tr_sites_create made. Zeroed sites are allowed.
void tr_sites_clear(tr_sites *sites);
