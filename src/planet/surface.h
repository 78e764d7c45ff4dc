// The surface: a recipe made ready to be evaluated, and its texels.
// More: docs/internals/bake.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/cube.h"
#include "recipe/maps.h"
#include "recipe/recipe.h"

// A recipe with its sites spread, its numbers resolved and its names bound. Immutable: any number of
// threads may bake from it at once, each with its own scratch.
typedef struct tr_surface tr_surface;

// Memory that one thread needs while it bakes.
typedef struct tr_scratch tr_scratch;

// Values of fields that an edit did not touch, kept for the next surface of the same planet in one patch.
// Give the same cache to successive surfaces; see tr_cache_create.
typedef struct tr_cache tr_cache;

// How a recipe is made ready. All but isa may be zero.
typedef struct tr_surface_options {
    tr_isa isa;
    tr_pool *pool;              // fields that have to be solved for the whole planet are solved on its threads,
    const tr_surface *previous; // or taken from an earlier surface, where they are the same
    // For a look while the hand still moves: what would have to be solved anew is taken from `previous` as the
    // same layer or warp of a planet of that type and seed has it, with whatever numbers, or is solved on a
    // coarse lattice, in some hundredths of a second.
    bool preview;
    const tr_watch *watch; // its stop is looked at every TR_METER_LOOK operations; nothing is reported
} tr_surface_options;

// Makes a recipe ready. The recipe is read during the call only. Errors: TR_BAD_INPUT for what only shows when
// names are bound (an unknown channel or warp), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_surface_make(const tr_recipe *recipe, const tr_surface_options *how, tr_surface **surface,
                          tr_error *error);
// The same, not for a preview and without a watch.
tr_status tr_surface_create(const tr_recipe *recipe, tr_isa isa, tr_pool *pool, const tr_surface *previous,
                            tr_surface **surface, tr_error *error);
void tr_surface_destroy(tr_surface *surface); // NULL is allowed

// Radii of the craters that its layers place, in planet radii: those that are at least so large, whether others
// hide them or not; layers that share craters count once. Writes the first `capacity` of them, and how many
// there are to *count. watch may be NULL; its stop is looked at every TR_METER_LOOK operations. Any thread.
// Errors: TR_STOPPED.
tr_status tr_surface_craters(const tr_surface *surface, double least, int capacity, float *radii, int *count,
                             const tr_watch *watch, tr_error *error);

// Whether its texels are the recipe's: not so where a preview made do with another solution.
bool tr_surface_is_exact(const tr_surface *surface);

// How much of the sky the ground leaves open, for maps with the resolution of a patch: made on the threads of
// the pool when it is first asked for, and kept by the surface, which owns it. NULL where nothing hides the
// sky: a gas giant, a recipe without heights or with a layer on the plane. Any thread. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_surface_occlusion(const tr_surface *surface, tr_pool *pool, tr_patch patch, const tr_watch *watch,
                               const tr_cube **occlusion, tr_error *error);

// The wind of a planet that has one (tr_recipe_wind), solved on the threads of the pool: vectors along the
// sphere in the planet's frame, in radii per unit of the time that it blows. The caller's, who frees it with
// tr_wind_clear; a planet without any has one of zeros. watch may be NULL. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_surface_wind(const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                          tr_cube_vectors *wind, tr_error *error);
void tr_wind_clear(tr_cube_vectors *wind);

// Operations that its fields and warps took to make (base/meter.h).
uint64_t tr_surface_operations(const tr_surface *surface);

// For bands of a patch, whose orm has that occlusion: of tr_surface_occlusion, or NULL for none (white).
// Errors: as tr_surface_bake_patch.
tr_status tr_scratch_create(const tr_surface *surface, tr_patch patch, const tr_cube *occlusion,
                            tr_scratch **scratch, tr_error *error);
// Metres that 0 and 65535 of its height maps mean, low below high, instead of those of the recipe. Heights
// beyond are cut off.
void tr_scratch_set_heights(tr_scratch *scratch, double low, double high);
// What tr_band.wind shows: of tr_surface_wind, and there as long as the scratch.
void tr_scratch_set_wind(tr_scratch *scratch, const tr_cube_vectors *wind);
// Who stops tr_surface_bake: looked at every TR_METER_LOOK operations, as long as the scratch is there; NULL:
// nobody. It stops for good: whoever has baked asks the watch whether texels are worth anything.
void tr_scratch_set_watch(tr_scratch *scratch, const tr_watch *watch);
// Operations that its bands took so far (base/meter.h).
uint64_t tr_scratch_operations(const tr_scratch *scratch);
// To bands of another patch of a cube: of the same resolution and size. Of an equirectangular map it has to be
// the same patch.
void tr_scratch_move(tr_scratch *scratch, tr_patch patch);
void tr_scratch_destroy(tr_scratch *scratch); // NULL is allowed

// Computes the texels of one band: rows of the scratch's patch, of the cache's, too, and at most as many as
// tr_band_rows says. A pure function of the surface and of where the texels lie: neither the patch nor the size
// of the band nor the instruction set nor a cache changes a byte. cache may be NULL.
void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band);

// How many rows the band of a patch may have that begins at so many rows from the patch's first, so that its
// memory does not grow with the resolution. Of a whole map it is the same for all but the last band.
int tr_band_rows(tr_patch patch, int first);

// Bakes a patch into memory on all threads of the pool: texels[m] is width * height texels of map m, or NULL.
// Errors: TR_BAD_INPUT (a patch that cannot be, tr_patch_check; a layer on the plane of the map, which a cube
// does not have), TR_STOPPED, TR_NO_MEMORY. cache is for this patch, or NULL.
tr_status tr_surface_bake_patch(const tr_surface *surface, tr_pool *pool, tr_cache *cache, tr_patch patch,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error);
// The same, with `heights` of tr_band for the whole patch beside the texels, or NULL.
tr_status tr_surface_bake_with_heights(const tr_surface *surface, tr_pool *pool, tr_cache *cache,
                                       tr_patch patch, void *const texels[TR_MAP_COUNT], float *heights,
                                       const tr_watch *watch, tr_error *error);

// Heights in metres at directions (three numbers each) of any length but 0, as a map sees them whose texels
// span `texel` radians at the equator, 1e-6 … 0.1: but for the rounding the same (plan_samples_evaluate), and
// whatever its range is. A pure function of the surface, the direction and texel. The scratch is one of
// tr_heights_create, which tr_scratch_destroy frees. Errors: TR_BAD_USAGE (texel, a direction that is 0 or no
// number), TR_BAD_INPUT (a planet on the plane); TR_NO_MEMORY.
tr_status tr_heights_create(const tr_surface *surface, tr_scratch **scratch, tr_error *error);
tr_status tr_surface_heights(const tr_surface *surface, tr_scratch *scratch, int count, const float *directions,
                             double texel, float *heights, tr_error *error);

// What each layer does, as small maps to look at (heights.c).
enum { TR_LAYER_MAP_WIDTH = 32, TR_LAYER_MAP_HEIGHT = 16, TR_LAYER_MAP_TEXELS = 32 * 16 };

// Of each layer of a recipe that the surface was made of, in its order, a map of TR_LAYER_MAP_TEXELS: how much
// it changes its channel, from black where that is least to white where it is most; grey where it is the same
// everywhere, and for layers on the plane. Directions lie as in an equirectangular map, from the north-west.
// grey has room for `most` maps. Some milliseconds for each layer. Any thread. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_layer_maps(const tr_surface *surface, int most, const tr_watch *watch, uint8_t *grey,
                        tr_error *error);

// A cache for one patch: at most `bytes` of memory for field values. Errors: TR_NO_MEMORY.
tr_status tr_cache_create(tr_patch patch, size_t bytes, tr_cache **cache, tr_error *error);
void tr_cache_destroy(tr_cache *cache); // NULL is allowed
// How many fields it would hold; none of a patch that comes near a pole without being a whole map.
int tr_cache_capacity(tr_patch patch, size_t bytes);
// Prepares the cache for a surface: values of fields that the surface no longer has are dropped, and so is what
// an unfinished bake left. Call it before the bake, on one thread.
void tr_cache_begin(tr_cache *cache, const tr_surface *surface);
// After a bake that ran to its end: what was computed may be used by the next one.
void tr_cache_commit(tr_cache *cache);
