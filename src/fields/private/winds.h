// The winds of a giant: what a warp of the kind flow has solved.
#pragma once
#include "fields/field.h"
#include "noise/grids/flow.h"

// The winds of a warp of that name that is ready, or NULL; *solved is its cache key.
const tr_flow *tr_winds_find(const tr_prepare_context *m, const char *warp, uint64_t *cache_key);

// Points of the lattice of a warp of that kind; 0: another one (flow_warp.c).
double tr_flow_points(const tr_warp *warp);

enum { TR_FLOW_OPERATIONS = 24 }; // to move a sample by a part of its way
