// The parameters of a twist warp, whose centres spots and fronts can show.
// More: docs/internals/winds.md.
#pragma once
#include "fields/private/list.h"
#include "noise/sites/sites.h"

enum { TR_MAX_TWIST = 12 }; // radians: the range in which the kernel's series for sine and cosine are accurate

typedef struct tr_twist {
    tr_number amount;                  // rotation at a centre, in radians
    double density;                    // centres on the whole sphere
    double radius_min, radius_max;     // in radii
    double latitude_min, latitude_max; // degrees, in both hemispheres
} tr_twist;

// The spread of a twist's centres.
tr_spread tr_twist_spread(const tr_recipe *recipe, const tr_warp *warp);
