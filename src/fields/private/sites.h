// Sites with a radius: what craters, their rays, spots and fronts share, and layers of these kinds may share
// with each other.
#pragma once
#include "fields/field.h"
#include "noise/sites/sites.h"

// Stands first in the struct of each of these kinds.
typedef struct tr_sited {
    double density;                // sites on the whole sphere
    double radius_min, radius_max; // in planet radii
    double slope;                  // N(>R) ~ R^-slope
    double group;                  // of so many sites; only spots have it
} tr_sited;

// Checks of a layer that may share sites: that the layer it names is one before it of the same kind, or of a
// kind with radii where it is one, or a twist where it may show one. Errors: TR_BAD_INPUT.
tr_status tr_sites_check_owner(const tr_recipe *recipe, int index, tr_error *error);
// The same, and that the radii are a range.
tr_status tr_sites_check(const tr_recipe *recipe, int index, tr_error *error);

// What that takes.
void tr_sites_cost(const tr_recipe *recipe, int index, tr_cost *cost);

// Spreads the sites of a layer; lists get room for them. Errors: TR_NO_MEMORY. Free with tr_sites_clear.
tr_status tr_sites_spread(const tr_making *m, int index, const tr_field_plan *plan, tr_sites *sites);

// The twist whose centres are the spots or cyclones of a layer that owns its sites; NULL where they are spread
// for themselves.
const tr_warp *tr_twist_of(const tr_recipe *recipe, const tr_layer *owner);

#define SITED_ROWS(at)                                                                                         \
    {"density",           WHOLE,                                                                               \
     at(sites.density),   .low = 1,                                                                            \
     .high = 100000,      .fallback = 300,                                                                     \
     .label = "Number",   .what = "craters or spots on the whole sphere",                                      \
     .slide_low = 4,      .slide_high = 20000,                                                                 \
     .logarithmic = true, .effect = BAKES},                                                                    \
        {"radius_min",                                                                                         \
         NUMBER,                                                                                               \
         at(sites.radius_min),                                                                                 \
         .low = 1e-4,                                                                                          \
         .high = 1,                                                                                            \
         .fallback = 0.01,                                                                                     \
         .unit = "radii",                                                                                      \
         .label = "Smallest",                                                                                  \
         .what = "smallest crater or spot in planet radii",                                                    \
         .slide_low = 1e-3,                                                                                    \
         .slide_high = 0.5,                                                                                    \
         .logarithmic = true,                                                                                  \
         .effect = BAKES},                                                                                     \
        {"radius_max",                                                                                         \
         NUMBER,                                                                                               \
         at(sites.radius_max),                                                                                 \
         .low = 1e-4,                                                                                          \
         .high = 1,                                                                                            \
         .fallback = 0.2,                                                                                      \
         .unit = "radii",                                                                                      \
         .label = "Largest",                                                                                   \
         .what = "largest crater or spot in planet radii",                                                     \
         .slide_low = 1e-3,                                                                                    \
         .slide_high = 0.5,                                                                                    \
         .logarithmic = true,                                                                                  \
         .effect = BAKES},                                                                                     \
    {                                                                                                          \
        "slope", NUMBER, at(sites.slope), .low = 1, .high = 4, .fallback = 2, .label = "Slope",                \
                                          .what = "power law of the radii: N(>R) ~ R^-slope, in halves",       \
                                          .effect = BAKES                                                      \
    }
