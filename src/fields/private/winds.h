// The winds of a giant: what a warp of the kind flow has solved.
#pragma once
#include "fields/field.h"
#include "noise/grids/flow.h"

// The winds of the named warp, which must be ready, or NULL. *cache_key is its cache key.
const tr_flow *tr_winds_find(const tr_prepare_context *m, const char *warp, uint64_t *cache_key);

// Number of points of the lattice of a flow warp; 0 for other warps (flow_warp.c).
double tr_flow_points(const tr_warp *warp);

enum { TR_FLOW_OPERATIONS = 24 }; // to move a sample by one part of the time
