// The parameters of a twist, whose centres spots can show.
// More: docs/winds.md.
#pragma once
#include "fields/list.h"

typedef struct tr_twist {
    tr_number amount;                  // radians at a centre
    double density;                    // centres on the whole sphere
    double radius_min, radius_max;     // in radii
    double latitude_min, latitude_max; // degrees, of both hemispheres
} tr_twist;
