// Sites spread on the sphere: for Voronoi cells, craters and storms.
#pragma once
#include "base/meter.h"
#include "noise/kernels.h"

enum {
    TR_DART_OPERATIONS = 60, // to throw a dart, and to see whether there is room for it
    TR_NEIGHBOUR_OPERATIONS = 250
};

// How sites are spread. Radii are in planet radii, 0 for sites without one.
typedef struct tr_spread {
    uint64_t seed;
    int count;
    double randomness;             // 0: as evenly as darts can be thrown … 1: as they fall
    double radius_min, radius_max; // N(>R) ~ R^-slope between the two
    double slope;
    double latitude_min, latitude_max; // degrees from the equator, of both hemispheres; 0 and 90: everywhere
    bool apart;         // sites keep their radii apart from each other; those that find no place are left out
    bool largest_first; // in order of falling radius (old, large basins first), else as drawn
    int group;          // sites in a group on the sphere: one leads eastward; 0 and 1: each alone
    bool plane;         // places (u, v, 0) on the unit square, which repeats, instead of directions
    tr_meter *meter;    // or NULL: counts what is done, and stops it
} tr_spread;

// Spreads sites by dart throwing: a dart is kept when no site is nearer than a distance, which shrinks a little
// whenever too many fail (McCool and Fiume 1992, "Hierarchical Poisson disk sampling distributions"), until
// count sites are there. strength is uniform in [0, 1). Errors: TR_NO_MEMORY, TR_STOPPED. Free with
// tr_sites_clear.
tr_status tr_sites_create(const tr_spread *spread, tr_sites *sites, tr_error *error);
void tr_sites_clear(tr_sites *sites);
