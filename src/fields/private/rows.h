// For the tables of parameters in the files of fields and warps: short names, so that a row fits a line.
#pragma once
#include "recipe/recipe.h"
#include "recipe/rows.h"

// Where a member of a kind's own struct lies in a layer or a warp.
#define IN_LAYER(type, member) .offset = offsetof(tr_layer, parameters) + offsetof(type, member)
#define IN_WARP(type, member) .offset = offsetof(tr_warp, parameters) + offsetof(type, member)

// The struct of a layer or a warp.
#define PARAMETERS(type, element) ((const type *)(const void *)(element)->parameters)

#define FITS(type) _Static_assert(sizeof(type) <= TR_KIND_BYTES, "a layer has room for it")

// What a layer shares with an earlier one.
// clang-format off
#define OF(key, about) {key, NAME, .offset = offsetof(tr_layer, source), .size = TR_NAME_BYTES, .label = "Shared with", .what = (about), .effect = BAKES}
// clang-format on

// An example that is one layer, with members beside its name and field, of a ball of 1 km: numbers about 1 then
// make slopes.
#define EXAMPLE(kind, members)                                                                                 \
    "{\"type\": \"" kind "\", \"radius_km\": 1, \"slope_exaggeration\": 50, \"layers\": [{\"name\": \"" kind   \
    "\", \"field\": \"" kind "\"" members "}]}"
