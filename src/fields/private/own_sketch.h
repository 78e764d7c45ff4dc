// Sketches: maps of land in few flat colours, and coasts that noise answers.
#pragma once
#include "fields/private/own_map.h"
#include "noise/lattice/fractal.h"

// Replaces the grey of a coloured map of land by a mask, and adds what else its colours say:
// images[OWN_UPLIFT] and images[OWN_RAIN], if some mean mountains, dry or wet land. The colours mean what the
// recipe's legend says; else blue is sea, or, where nothing is, what is transparent. Errors: TR_BAD_INPUT (land
// and sea cannot be told apart; those of tr_legend_list) without a path, TR_NO_MEMORY, TR_STOPPED.
tr_status own_sketch_read(const tr_image_request *request, const tr_recipe *recipe, own_images *images,
                          tr_error *error);

// Values of the two images, and how much the terrain follows them: mountains are where they are drawn, and
// lower elsewhere; rain is ours where the sketch says nothing.
void own_sketch_uplift(int count, float *value, float *weight);
void own_sketch_rain(int count, float *value, float *weight);

// Fills reach, limit and soft of a map of land: noise moves its coast so far that less than 0.5 % of its texels
// change, and less than half a texel of masks that are 2048 texels wide. Of a map of biomes no texel changes.
void own_coast_measure(own_images *images);

// The noise that moves a coast.
typedef struct own_coast {
    double amount;         // 0: none
    double limit;          // radians: it moves less
    bool narrows;          // the limit is that of the equator, and less near the poles
    double soft;           // radians over which the mask is averaged
    tr_fractal_plan moves; // three of it
    tr_fractal_plan where; // wild and smooth coasts
} own_coast;
own_coast own_coast_prepare(const tr_recipe *recipe, const tr_own_map *map, const own_images *images);
enum { OWN_COAST_OPERATIONS = 22 * TR_OCTAVE_OPERATIONS }; // per sample
// Moves samples, as a map of that width shows it. Only if there is an amount.
void own_coast_move(const own_coast *coast, tr_isa isa, int width, const tr_samples *at, float *const moved[3]);

// The noise that moves what maps draw on the land, such as mountains, by about a hundred kilometres on an
// Earth. It has no fine octaves: they would fold the map, and a fold of mountains is a wall.
void own_inland_prepare(const tr_recipe *recipe, tr_fractal_plan *inland);
void own_inland_move(const tr_fractal_plan *inland, tr_isa isa, int width, const tr_samples *at,
                     float *const moved[3]);
