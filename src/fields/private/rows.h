// Short names for the parameter tables of fields and warps, so that a row fits on a line.
#pragma once
#include "recipe/recipe.h"
#include "recipe/rows.h"

// Offset of a member of a kind's own struct in a layer or a warp.
#define IN_LAYER(type, member) .offset = offsetof(tr_layer, parameters) + offsetof(type, member)
#define IN_WARP(type, member) .offset = offsetof(tr_warp, parameters) + offsetof(type, member)

// The kind's own struct of a layer or a warp.
#define PARAMETERS(type, element) ((const type *)(const void *)(element)->parameters)

#define FITS(type) _Static_assert(sizeof(type) <= TR_KIND_BYTES, "a layer has room for it")

// Row that names the earlier layer with which a layer shares data.
// clang-format off
#define OF(key, about) {key, NAME, .offset = offsetof(tr_layer, source), .size = TR_NAME_BYTES, .label = "Shared with", .what = (about), .effect = BAKES}
// clang-format on

// An example with one layer and more members beside its name and field. The radius is 1 km, so that numbers
// about 1 give visible slopes.
#define EXAMPLE(kind, members)                                                                                 \
    "{\"type\": \"" kind "\", \"radius_km\": 1, \"slope_exaggeration\": 50, \"layers\": [{\"name\": \"" kind   \
    "\", \"field\": \"" kind "\"" members "}]}"
