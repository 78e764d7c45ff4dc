// The parameters of a twist, whose centres spots and fronts can show.
// More: docs/internals/winds.md.
#pragma once
#include "fields/private/list.h"
#include "noise/sites/sites.h"

enum { TR_MAX_TWIST = 12 }; // radians: as far as the kernel's series for sine and cosine hold

typedef struct tr_twist {
    tr_number amount;                  // radians at a centre
    double density;                    // centres on the whole sphere
    double radius_min, radius_max;     // in radii
    double latitude_min, latitude_max; // degrees, of both hemispheres
} tr_twist;

// How the centres of a twist are spread.
tr_spread tr_twist_spread(const tr_recipe *recipe, const tr_warp *warp);
