// Fields and warps that a surface adds to a recipe whose own maps it follows (planet/own_maps.c), or whose land
// is turned (planet/moved_land.c). Users cannot name them.
#pragma once
#include "fields/field.h"

// Names of such layers begin with this, which no name of a user does; the name of the map follows.
#define TR_OWN_PREFIX "map: "
// The layer in front of the others that gives planets without a terrain the heights of their map.
#define TR_OWN_GROUND "ground"
// The channel of heights that layers of such planets look at, and the layer that begins it.
#define TR_OWN_RELIEF "relief"

// Puts the numbers of its map into the channel that it writes.
extern const tr_field_type tr_field_own_value;
// The map "height" below the other layers of a planet without a terrain, with its surroundings; in another
// channel than the height how far there is such a ground.
extern const tr_field_type tr_field_own_ground;
// The last layer of the height where the map "height" is given: the map, and the detail that it lacks.
extern const tr_field_type tr_field_own_height;
// What a map of biomes says: the channels of the climate, and TR_CHANNEL_BIOME.
extern const tr_field_type tr_field_own_biome;
// The last layer of the height where the map "land" is given: land is above the sea, and sea below it.
extern const tr_field_type tr_field_own_land;

// The lights of named cities.
extern const tr_field_type tr_field_own_cities;
// Moves samples from a planet with a turned land to where the land was.
extern const tr_warp_type tr_warp_turn;

// Groups of the tools of strokes: those of a group paint the same quantity.
typedef enum tr_stroke_group {
    TR_STROKES_OF_LAND, // land and sea
    TR_STROKES_OF_MOUNTAINS,
    TR_STROKES_OF_HEIGHT, // raise, lower, crater, volcano
    TR_STROKES_OF_FLATTEN,
    TR_STROKES_OF_WARMTH,   // warm and cool
    TR_STROKES_OF_MOISTURE, // wet and dry
    TR_STROKES_OF_BIOME,
    TR_STROKES_OF_COLOUR,
    TR_STROKES_OF_RELIEF, // of height and flatten those that act by themselves, in their order
    TR_STROKE_GROUPS
} tr_stroke_group;
// TR_STROKE_GROUPS for the tool that erases.
tr_stroke_group tr_stroke_group_of(tr_stroke_tool tool);
// How much a stroke covers of a place, 0 … 1. Errors: TR_NO_MEMORY.
tr_status tr_stroke_weigh(const tr_recipe *recipe, int index, double latitude_deg, double longitude_deg,
                          double *weight, tr_error *error);
// Whether a layer of the user's shows strokes of a group.
bool tr_strokes_are_shown(const tr_recipe *recipe, tr_stroke_group group);
// Whether strokes of a group change the planet by themselves: there are some, and no layer of the user's shows
// them.
bool tr_strokes_act(const tr_recipe *recipe, tr_stroke_group group);
// Whether strokes of craters act on a planet with a sea.
bool tr_strokes_hollow_land(const tr_recipe *recipe);
// The layer of the height that strokes of land and sea change: their coasts.
extern const tr_field_type tr_field_own_coast;
// The layer of the height behind painted heights that keeps the floors of their craters above the sea.
extern const tr_field_type tr_field_own_craters;

// What a map says at a direction, in the unit of the channel that it gives. False if the field is of no map, or
// the map is not given there.
bool tr_own_map_value(const tr_field_plan *plan, tr_isa isa, double texel, const float direction[3],
                      double *value);
// The ranks of a map of heights by its metres: 1 at the highest place, -1 at the lowest one, and as much area
// between any two equal steps. Errors: those of reading the map.
tr_status tr_own_map_ranks(const tr_prepare_context *m, int map, tr_curve *ranks);
// Whether a map shows a part of the globe. Errors: those of reading the map.
tr_status tr_own_map_is_part(const tr_prepare_context *m, int map, bool *part);
// Adds what a field took its map of heights or land for.
void tr_own_map_note(const tr_field_plan *plan, tr_maps_read *read);
