// The places that a recipe names.
#pragma once
#include "planet/surface.h"

// Latitude and longitude of a place on the planet in degrees: places turn with the land.
void tr_named_where(const tr_recipe *recipe, const tr_named_place *place, double *lat_deg, double *lon_deg);
// Its radius in km and its height, or depth of a crater, in metres, with what is usual for its kind in place of
// 0. Both are 0 for a name; the height is 0 for a city and an island.
void tr_named_size(const tr_recipe *recipe, const tr_named_place *place, double *radius_km, double *height_m);

// How deep under the sea the tops of places are that should rise above it, volcanoes and islands, in metres,
// for each place of the recipe that the surface was made from. 0: it is above the sea, or another place. texel:
// as for tr_surface_probe. watch may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_named_depths(const tr_surface *surface, const tr_recipe *recipe, double texel,
                          const tr_watch *watch, float depths_m[TR_MAX_NAMED_PLACES], tr_error *error);
// Says it: "its top is 1200 m under water: a height of 4300 m brings it above the sea".
enum { TR_NAMED_NOTE_BYTES = 160 };
void tr_named_note_depth(const tr_recipe *recipe, const tr_named_place *place, double depth_m,
                         char text[TR_NAMED_NOTE_BYTES]);
