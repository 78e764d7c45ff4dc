// Own maps and strokes of a recipe, as layers that follow them. Private to the module.
#pragma once
#include "fields/field.h"

// Adds to a copy of the context's recipe the layers that follow its maps and strokes, and those that move its
// sea and its land. *followed is NULL if there is nothing to follow; free it with tr_recipe_destroy. Reads the
// maps, as solutions of the context. Errors: TR_BAD_INPUT (a file that is missing or damaged; a kind of map
// that the planet cannot follow; too many layers), TR_NO_MEMORY, TR_STOPPED.
tr_status plan_follow_maps(const tr_prepare_context *m, tr_recipe **followed);

// Changes the layers of a recipe with a terrain that follows a map of heights or land (own_terrain.c): noise
// does not move the terrain any more and is not broader than the climate allows, the temperature gets seasons,
// snow leaves steep faces, and pack ice lies on the sea alone. part: the map shows a part of the globe, and the
// climate stays as it is. Errors: TR_BAD_INPUT (too many layers), TR_NO_MEMORY.
tr_status plan_follow_terrain(tr_recipe *recipe, bool part, tr_error *error);

// Adds to a copy of a recipe the strokes of its named places: volcanoes, craters and islands (named_places.c).
// *shaped is NULL if there are none; free it with tr_recipe_destroy, also after a failure. Errors: TR_BAD_INPUT
// (too many strokes), TR_NO_MEMORY.
tr_status plan_shape_places(const tr_recipe *recipe, tr_recipe **shaped, tr_error *error);

// Whether a recipe names cities that shine at night, and the layers for their lights. Errors: TR_BAD_INPUT (too
// many layers), TR_NO_MEMORY.
bool plan_has_cities(const tr_recipe *recipe);
tr_status plan_light_cities(tr_recipe *recipe, tr_error *error);

// Whether a recipe raises its sea or turns its land, and the layers and warps which do so (moved_land.c).
// Errors: TR_BAD_INPUT (too many layers or warps), TR_NO_MEMORY.
bool plan_moves_land(const tr_recipe *recipe);
tr_status plan_move_land(tr_recipe *recipe, tr_error *error);

// Changes a recipe without a terrain that follows a map of heights, which has the index `map` (own_lowlands.c):
// layers see the height of the map, and channels of low or high ground lie where the map is low or high. mask:
// the channel of the map's weight. Errors: as above.
tr_status plan_follow_lowlands(const tr_prepare_context *m, tr_recipe *recipe, int map, const char *mask);

// Whether the field of a layer is of a kind.
bool plan_layer_is(const tr_layer *layer, const char *kind);
// Whether a layer shows a channel or has it as its mask.
bool plan_layer_reads(const tr_layer *layer, const char *channel);
// The place behind the last layer that writes a channel; 0: none does.
int plan_channel_end(const tr_recipe *recipe, const char *channel);
// The index of the first layer with a terrain, or -1.
int plan_find_terrain(const tr_recipe *recipe);

// Adds a layer at an index. Errors: as above.
tr_status plan_add_layer(tr_recipe *recipe, int at, const tr_kind *kind, const char *name, const char *into,
                         tr_layer **layer, tr_error *error);
// Makes a layer of the kind `channel` show that channel.
void plan_show_channel(tr_layer *layer, const char *channel);
// Adds a paint layer with a gradient of two stops over a channel, 0 … 1, from black or 0 to a colour or a
// number. Errors: TR_BAD_INPUT (too many paint layers), TR_NO_MEMORY.
tr_status plan_add_paint(tr_recipe *recipe, const char *list, const char *channel, const char *mask,
                         tr_blend blend, const uint8_t srgb[3], double number, double strength,
                         tr_error *error);

// Adds the layers that follow strokes (own_strokes.c). Errors: as above.
tr_status plan_follow_strokes(tr_recipe *recipe, tr_error *error);
// Whether strokes change the planet by themselves.
bool plan_has_strokes(const tr_recipe *recipe);
// Whether the levels of a recipe are those of the planet without strokes.
bool plan_needs_plain(const tr_recipe *recipe);
// A copy of a recipe without the strokes that act, for its levels: a painted continent
// does not move the sea elsewhere. NULL if the recipe has no such strokes or no levels. Errors: TR_NO_MEMORY.
tr_status plan_without_strokes(const tr_recipe *recipe, tr_recipe **plain, tr_error *error);
