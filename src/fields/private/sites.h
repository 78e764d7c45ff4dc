// Sites with a radius, which craters, their rays, spots and fronts use. Layers of these kinds may share the
// sites of another layer.
#pragma once
#include "fields/field.h"
#include "noise/sites/sites.h"

// First member of the struct of each of these kinds.
typedef struct tr_sited {
    double density;                // sites on the whole sphere
    double radius_min, radius_max; // in planet radii
    double slope;                  // N(>R) ~ R^-slope
    double group;                  // sites per group; only spots have it
} tr_sited;

// Checks a layer that may share sites. The layer that it names must be an earlier layer of the same kind, or
// both kinds must have radii. Kinds that can show a twist may name a twist warp instead. Errors: TR_BAD_INPUT.
tr_status tr_sites_check_owner(const tr_recipe *recipe, int index, tr_error *error);
// Also checks that the radii are a range.
tr_status tr_sites_check(const tr_recipe *recipe, int index, tr_error *error);

// How the sites of a layer are spread, and the cost of spreading them.
tr_spread tr_sites_spread_of(const tr_recipe *recipe, const tr_layer *layer);
void tr_sites_cost(const tr_spread *spread, tr_cost *cost);

// Estimates assume samples 2π / 512 apart, on maps and for fractions of area. These functions return the
// fraction of the sphere, 0 … 1, that lies within `reach` of a block of columns x rows such samples; and of the
// batches and blocks for which kernels cull (noise/sites/private/batch.h).
double tr_near_balls(double reach, double columns, double rows);
double tr_near_batch(double reach);
double tr_near_block(double reach);

// Estimated visits per sample if sites reach `reach` of their radii, in the way that kernels visit them
// (noise/sites/private/reaching.h).
typedef struct tr_sites_near {
    double listed; // operations to find the sites that reach its batch
    double near;   // number of these sites
    double shown;  // number of these with a radius of at least `least`
} tr_sites_near;

tr_sites_near tr_sites_count_near(const tr_spread *spread, double reach, double least);

// As tr_sites_count_near, for the sites of a layer. *cost becomes the cost of making the sites, to which
// estimates add.
tr_sites_near tr_sited_cost(const tr_recipe *recipe, int index, double reach, double least, tr_cost *cost);

// The distribution of the centres of a twist warp (twist_warp.c). Spots and fronts can use the same centres.
// More: docs/internals/winds.md.
tr_spread tr_twist_spread(const tr_recipe *recipe, const tr_warp *warp);

// Spreads the sites of a layer. They are the first member of its state. Lists get capacity for all sites.
// Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_sites_spread(const tr_prepare_context *m, int index, tr_field_plan *plan);
static inline void tr_sited_clear(void *state) { tr_sites_clear(state); }

// clang-format off
#define SITED_ROWS(at) \
    {"density", WHOLE, at(sites.density), .low = 1, .high = 100000, .fallback = 300, .label = "Number", .what = "how many craters or spots the planet has", .slide_low = 4, .slide_high = 20000, .logarithmic = true, .effect = BAKES}, \
    {"radius_min", NUMBER, at(sites.radius_min), .low = 1e-4, .high = 1, .fallback = 0.01, .unit = "radii", .label = "Smallest", .what = "radius of the smallest crater or spot, in planet radii", .slide_low = 1e-3, .slide_high = 0.5, .logarithmic = true, .effect = BAKES}, \
    {"radius_max", NUMBER, at(sites.radius_max), .low = 1e-4, .high = 1, .fallback = 0.2, .unit = "radii", .label = "Largest", .what = "radius of the largest crater or spot, in planet radii", .slide_low = 1e-3, .slide_high = 0.5, .logarithmic = true, .effect = BAKES}, \
    {"slope", NUMBER, at(sites.slope), .low = 1, .high = 4, .fallback = 2, .label = "Size slope", .what = "higher: more small ones for each large one (N(>R) ~ R^-slope, in steps of 0.5)", .effect = BAKES}
// clang-format on
