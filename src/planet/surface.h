// The surface: a prepared recipe, and its texels.
// More: docs/internals/bake.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/cube.h"
#include "recipe/maps.h"
#include "recipe/recipe.h"

// A recipe with its sites distributed, knobs applied and names bound. Immutable: any number of threads may bake
// from it at once, each with a scratch of its own.
typedef struct tr_surface tr_surface;

// Memory of one thread for baking.
typedef struct tr_scratch tr_scratch;

// Values of fields that an edit did not change, kept for the next surface of the same planet in one patch. Use
// the same cache for successive surfaces; see tr_cache_create.
typedef struct tr_cache tr_cache;

// Options of the preparation of a recipe. All except isa may be zero.
typedef struct tr_surface_options {
    tr_isa isa;
    tr_pool *pool;              // threads for fields that are solved for the whole planet
    const tr_surface *previous; // or NULL: earlier surface, whose equal solutions are reused
    // For a preview during an edit: avoids new full solutions. It uses the solution of the same layer or warp
    // in `previous`, if that has the same type and seed, even if its numbers differ; or it solves on a coarse
    // lattice, in some hundredths of a second.
    bool preview;
    const tr_watch *watch; // polled for a stop every TR_METER_LOOK operations; nothing is reported
} tr_surface_options;

// Prepares a recipe. The recipe is read only during the call. Errors: TR_BAD_INPUT for mistakes that show only
// when names are bound (an unknown channel or warp), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_surface_make(const tr_recipe *recipe, const tr_surface_options *how, tr_surface **surface,
                          tr_error *error);
// The same without preview and without a watch.
tr_status tr_surface_create(const tr_recipe *recipe, tr_isa isa, tr_pool *pool, const tr_surface *previous,
                            tr_surface **surface, tr_error *error);
void tr_surface_destroy(tr_surface *surface); // NULL is allowed

// The radii in planet radii of the craters of its layers that are at least `least`, also of those that others
// hide. Layers that share craters count once. Writes the first `capacity` of them, and their total number to
// *count. watch may be NULL; it is polled for a stop every TR_METER_LOOK operations. Any thread. Errors:
// TR_STOPPED.
tr_status tr_surface_craters(const tr_surface *surface, double least, int capacity, float *radii, int *count,
                             const tr_watch *watch, tr_error *error);

// What it took its maps of heights and land for.
tr_maps_read tr_surface_maps_read(const tr_surface *surface);

// Finds the fraction of the planet's area that is above 0 m, within about 0.01. watch may be NULL. Errors:
// TR_BAD_INPUT (a layer on the plane), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_surface_land(const tr_surface *surface, const tr_watch *watch, double *fraction, tr_error *error);

// Whether its texels are exactly the recipe's. False if a preview used another solution.
bool tr_surface_is_exact(const tr_surface *surface);

// The open fraction of the sky, for maps with the resolution of a patch. It is computed on the threads of the
// pool on first use; the surface owns it. NULL if nothing hides the sky: a gas giant, a recipe without heights
// or with a layer on the plane. Any thread. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_surface_occlusion(const tr_surface *surface, tr_pool *pool, tr_patch patch, const tr_watch *watch,
                               const tr_cube **occlusion, tr_error *error);

// Solves the wind of a planet that has one (tr_recipe_wind) on the threads of the pool: vectors along the
// sphere in the planet's frame, in radii per unit of the time for which it blows. The caller frees it with
// tr_wind_clear. For a planet without wind the result is zeroed. watch may be NULL. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_surface_wind(const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                          tr_cube_vectors *wind, tr_error *error);
void tr_wind_clear(tr_cube_vectors *wind);

// Operations spent on making its fields and warps (base/meter.h).
uint64_t tr_surface_operations(const tr_surface *surface);

// Makes a scratch for bands of a patch. occlusion is used for orm: from tr_surface_occlusion, or NULL for none
// (white). Errors: as for tr_surface_bake_patch.
tr_status tr_scratch_create(const tr_surface *surface, tr_patch patch, const tr_cube *occlusion,
                            tr_scratch **scratch, tr_error *error);
// Sets the heights in metres of 0 and 65535 in its height maps, instead of those of the recipe; low is below
// high. Heights beyond are clamped.
void tr_scratch_set_heights(tr_scratch *scratch, double low, double high);
// Sets the wind for TR_BAND_WIND, which tr_surface_wind made. It must outlive the scratch.
void tr_scratch_set_wind(tr_scratch *scratch, const tr_cube_vectors *wind);
// Sets the watch that can stop tr_surface_bake. It is polled every TR_METER_LOOK operations and must outlive
// the scratch; NULL: none. A stop is final, and the texels are then meaningless: check the watch after baking.
void tr_scratch_set_watch(tr_scratch *scratch, const tr_watch *watch);
// Operations spent on its bands so far (base/meter.h).
uint64_t tr_scratch_operations(const tr_scratch *scratch);
// Moves the scratch to another patch of a cube, with the same resolution and size. For an equirectangular map
// it must be the same patch.
void tr_scratch_move(tr_scratch *scratch, tr_patch patch);
void tr_scratch_destroy(tr_scratch *scratch); // NULL is allowed

// Computes the texels of one band: rows of the scratch's patch (and of the cache's), at most as many as
// tr_band_rows returns. A pure function of the surface and the positions of the texels: neither the patch, the
// size of the band, the instruction set nor a cache changes a byte. cache may be NULL.
void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band);

// Bakes the scratch's whole patch, band by band, until the scratch's watch stops it.
void tr_surface_bake_bands(const tr_surface *surface, tr_scratch *scratch, const tr_band *all);

// The maximum number of rows of a patch's band that begins `first` rows from the patch's first row. With it,
// memory does not grow with the resolution. For a whole map it is the same for all bands except the last.
int tr_band_rows(tr_patch patch, int first);

// Bakes a patch into memory on all threads of the pool: texels[m] is width * height texels of map m, or NULL.
// Errors: TR_BAD_INPUT (an invalid patch, see tr_patch_check; a layer on the plane of the map, which a cube
// does not have), TR_STOPPED, TR_NO_MEMORY. cache is for this patch, or NULL.
tr_status tr_surface_bake_patch(const tr_surface *surface, tr_pool *pool, tr_cache *cache, tr_patch patch,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error);
// As tr_surface_bake_patch, for all sources of a band: maps and TR_BAND_….
tr_status tr_surface_bake_all(const tr_surface *surface, tr_pool *pool, tr_cache *cache, const tr_band *all,
                              const tr_watch *watch, tr_error *error);

// Heights in metres at directions (three numbers each) of any length except 0, as in a map whose texels span
// `texel` radians at the equator, 1e-6 … 0.1. They agree with the map up to rounding (plan_samples_evaluate),
// independent of its range. A pure function of the surface, the direction and texel. The scratch is from
// tr_samples_create, for one thread that evaluates samples instead of bands (watch: as of
// tr_scratch_set_watch); free it with tr_scratch_destroy. Errors: TR_BAD_USAGE (texel, a direction that is 0 or
// NaN), TR_BAD_INPUT (a planet on the plane), TR_NO_MEMORY.
tr_status tr_samples_create(const tr_surface *surface, const tr_watch *watch, tr_scratch **scratch,
                            tr_error *error);
tr_status tr_surface_heights(const tr_surface *surface, tr_scratch *scratch, int count, const float *directions,
                             double texel, float *heights, tr_error *error);

// Small pictures of the files of a recipe's own maps, in their order, from left to right and from top to bottom
// in a picture of `side` texels squared, RGB and alpha. A file that cannot be read leaves its place as it is.
// Errors: TR_STOPPED.
enum { TR_MAP_PICTURE_WIDTH = 64, TR_MAP_PICTURE_HEIGHT = 32 };
tr_status tr_map_pictures(const tr_recipe *recipe, int side, const tr_watch *watch, uint8_t *rgba,
                          tr_error *error);

enum { TR_LAYER_MAP_WIDTH = 32, TR_LAYER_MAP_HEIGHT = 16, TR_LAYER_MAP_TEXELS = 32 * 16 };

// Makes a map of TR_LAYER_MAP_TEXELS for each layer of the surface's recipe, in order: its change of its
// channel, from black for the smallest to white for the largest. The map is grey if the change is the same
// everywhere, and for layers on the plane. Texels are those of an equirectangular map, from the north-west.
// grey has space for `most` maps. Takes some milliseconds per layer. Any thread. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_layer_maps(const tr_surface *surface, int most, const tr_watch *watch, uint8_t *grey,
                        tr_error *error);

// A cache for one patch, with at most `bytes` of memory for field values. Errors: TR_NO_MEMORY.
tr_status tr_cache_create(tr_patch patch, size_t bytes, tr_cache **cache, tr_error *error);
void tr_cache_destroy(tr_cache *cache); // NULL is allowed
// The number of fields that fit; 0 for a patch near a pole that is not a whole map.
int tr_cache_capacity(tr_patch patch, size_t bytes);
// Prepares the cache for a surface: drops the values of fields that the surface no longer has, and of an
// unfinished bake. Call it before the bake, on one thread.
void tr_cache_begin(tr_cache *cache, const tr_surface *surface);
// Call it after a complete bake: the next bake may use its values.
void tr_cache_commit(tr_cache *cache);
