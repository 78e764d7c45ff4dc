// Air as shells that any program can draw: spheres that let some light through.
#pragma once
#include "recipe/recipe.h"

enum { TR_SHELLS = 8 };

// Seen from inside alone, that is behind the planet's limb, they add up to the glow there: a line of sight that
// passes at some height meets all shells above it, as many as that air is dense. (No alpha of a sphere depends
// on the angle that it is seen at, so that over the disc shells would be a veil instead.)
typedef struct tr_shells {
    double radii[TR_SHELLS];    // of the planet's, the outermost first
    double light[TR_SHELLS][3]; // the colour of each, as light: haze lies lower than gas
    double alpha;               // of each
} tr_shells;

// Of air that there is (thickness above 0) and that scatters (density or haze above 0).
tr_shells tr_shells_make(const tr_air *air);
