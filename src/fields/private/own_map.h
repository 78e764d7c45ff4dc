// Own maps of a recipe: the images that their files hold, read once for all layers and terrains.
#pragma once
#include "fields/field.h"
#include "images/read.h"

// Images beside the numbers: the roughness of heights and land; what a sketch says, which may be missing; of a
// map of biomes, whose numbers are a mask of land, the number of each biome plus 1 or 0, and its climate.
// No two share an index, so that an image that is empty was not given.
enum { OWN_ROUGHNESS = 1, OWN_UPLIFT, OWN_RAIN, OWN_BIOMES, OWN_WARMTH, OWN_MOISTURE, OWN_PLANES };

typedef struct own_images {
    tr_image images[OWN_PLANES]; // numbers and their roughness, or red, green and blue in linear light
    tr_image_facts facts;
    double roughness; // the mean where the map is not flat
    double
        grey; // of a map of land or heights: the part that is neither dark nor light, if that is not only edges
    bool mask;    // of those: nearly all of it is dark or light
    double reach; // of land: how far noise may move its coast (standard deviation), radians
    double limit; // of land: the most that noise moves the coast, radians; of biomes: on the equator, less near
                  // the poles
    double soft;  // of land: radians over which it is averaged then
    char told[256]; // of a sketch: what its colours mean; ""
    int colours;    // of a sketch; 0: no sketch
} own_images;

// Reads the file of a map, or takes its images from an earlier surface. Release *solution with
// tr_solution_release. Errors: TR_BAD_INPUT with the path of the map (a file that is missing, changed or
// damaged, a shape that needs a region), TR_NO_MEMORY, TR_STOPPED.
tr_status own_map_obtain(const tr_prepare_context *m, int map, tr_solution **solution);

static inline const own_images *own_images_of(const tr_solution *solution) { return tr_solution_of(solution); }

// The shorter side in radians of an image of a part of the globe; 0: it shows the whole globe.
double own_image_side(const tr_image *image);

// What the numbers of an image mean: value = black + (white - black) * number.
typedef struct own_scale {
    double black, white;
    bool flat_sea;      // of heights: the lowest number is the sea, whose floor the map does not have
    double least, most; // the file's numbers that are black and white of range_m, if that is not 0 and 1
} own_scale;

// Whether an image's numbers are metres, and not greys: those of a file, unless all of them lie between 0
// and 1.
bool own_has_metres(const tr_image_facts *facts);

own_scale own_map_scale(const tr_recipe *recipe, const tr_own_map *map, const own_images *images);

// Where the sea is flat: metres from it to the coast, and the metres of the coast.
float own_flat_step(const own_scale *scale, const own_images *images);
float own_flat_coast(const own_scale *scale, const own_images *images);

// How far the layer of a map, and the solver of a terrain, follow it. Where there is a terrain both follow
// heights: the solver in its crust and in its mountains, both of which count. So each takes a part. Together
// they leave about 1 - strength of ours, and all of the map at 1.
double own_map_layer_strength(const tr_recipe *recipe, const tr_own_map *map);
double own_map_solver_strength(const tr_own_map *map);

// Whether the terrain decides where the coast of a map is: that of a map of land whose strength is below 1,
// without a map of heights.
bool own_map_is_loose(const tr_recipe *recipe, const tr_own_map *map);
// The index of the channel that a layer writes.
int own_map_channel(const tr_recipe *recipe, const tr_layer *layer);
// The index of the map with that name, or -1.
int own_map_find(const tr_recipe *recipe, const char *name);
