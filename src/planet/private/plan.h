// What a recipe becomes when it is made ready (surface.c), as the bake reads it. Private to the module.
#pragma once
#include "fields/field.h"
#include "planet/kernels.h"
#include "planet/surface.h"

// A place on a face: a or b of texel i.
static inline double plan_face_place(int resolution, double i) { return (2 * i + 1) / resolution - 1; }

// How many columns an equirectangular map has that is as fine (of a cube: that is as fine at the faces'
// middles).
static inline int plan_map_width(tr_patch patch) {
    return patch.projection == TR_CUBE ? 4 * patch.resolution : patch.resolution;
}

// How far from its texels normals need heights: rows above and below, columns on either side. Of an
// equirectangular map that is two columns but near a pole, where a step to the east goes far round it.
enum { PLAN_REACH_MOST = 4 };
int plan_reach_rows(tr_patch patch);

// Where the sample one step to the east lies, seen from a texel of a row of an equirectangular map: so many
// columns on and so many rows towards the south (negative: north). A step is π/H along a great circle, which
// leaves the circle of latitude.
typedef struct plan_stride {
    double columns, rows;
} plan_stride;
plan_stride plan_step_east(int width, int row);

// The part of a map where the fields of a band are evaluated: the band's own texels and those that normals
// reach. Columns of an equirectangular map may begin before 0 and end behind the last: they go round.
typedef struct plan_window {
    int row, rows, column, columns;
} plan_window;

// A height as it may be used: of what a recipe makes of it something is infinite, or no number.
static inline float plan_true_height(float height) {
    const float most = 1e9f;
    return height > -most ? height < most ? height : most : -most;
}

// For a band of a patch, with what normals reach or without. All bands of a patch have the same columns but
// where it comes near a pole.
plan_window plan_window_of(tr_patch patch, tr_patch band, bool reach);
bool plan_has_equal_windows(tr_patch patch);

// Where a texel of a window lies in arrays that cover it.
static inline size_t plan_place(plan_window window, int row, int column) {
    return (size_t)(row - window.row) * (size_t)window.columns + (size_t)(column - window.column);
}

// Where something applies: strength * smoothstep(from, to, channel), or strength everywhere for channel -1.
typedef struct plan_where {
    int channel;
    float from, to;
} plan_where;

// What lifts a fraction of a channel above 0: found once, and by its cache key taken over from an earlier
// surface.
typedef struct plan_level {
    float level;
    uint64_t cache_key; // 0: the layer has none
} plan_level;

// What a layer does with the values of its field.
typedef struct plan_layer {
    char name[TR_NAME_BYTES];
    bool absolute;
    tr_segments curve; // count 0: none
    float amount, offset;
    plan_where where;
    tr_join join;
    int into;
    plan_level level;
    bool plane;    // its field lies on the plane of the map
    unsigned maps; // that need it: bits 1 << TR_MAP_…, 1 << PLAN_CLIMATE
} plan_layer;

typedef struct plan_paint {
    char name[TR_NAME_BYTES];
    int channel, across; // the second one: -1 for none
    int row_count;
    tr_segments *gradients; // one for each row, at least one; owned, as is
    tr_segments rows;       // where they lie in `across`
    tr_blend blend;
    float strength;
    plan_where where;
} plan_paint;

typedef struct plan_paints {
    int count;
    plan_paint *paints;
    tr_palette palette; // of a paint that is alone and covers everything
} plan_paints;

// The shape of a displaced planet: what its mesh is, on a grid of (columns + 1) * (columns / 2 + 1) points from
// the north-west, the last of a row again the first.
typedef struct plan_shape {
    int columns;
    double radius_m, slope_exaggeration;
    float *radii;        // in planet radii
    float (*normals)[3]; // unit
} plan_shape;

// The bit of layers that a planet's climate needs, and those of maps.
enum { PLAN_CLIMATE = TR_MAP_COUNT, PLAN_MAPS = (1 << TR_MAP_COUNT) - 1 };
// What of it is asked for: its channels (-1: it has no such), and its snow and ice as numbers.
typedef struct plan_climate {
    int warmth, moisture, bog;
    plan_paints ice;
} plan_climate;

typedef struct plan_occlusion plan_occlusion;

struct tr_surface {
    tr_isa isa;
    tr_srgb_table srgb;
    int channel_count, warp_count, layer_count;
    char channel_names[TR_MAX_CHANNELS][TR_NAME_BYTES];
    tr_warp_plan *warps;
    tr_field_plan *fields; // of the layers
    plan_layer *layers;
    tr_solutions solutions;              // of fields and warps
    plan_paints paints[TR_MAP_COUNT][2]; // as tr_map_paints lists them
    plan_climate climate;
    float height_min_m, height_max_m;
    double slope_exaggeration; // how many times steeper than nature the normal map is
    double slope_scale; // relief / radius in metres: turns metres per radian into the slope of the normal map
    bool sea, gas;
    bool exact;           // every solution is the one that the recipe asks for
    size_t list_capacity; // of the largest set of sites
    plan_shape *shape;    // of a displaced planet, or NULL
    plan_occlusion *occlusion;
    uint8_t *rings; // their profile, TR_RINGS_WIDTH texels, or NULL
    uint64_t rings_cache_key;
    uint64_t operations; // that its fields and warps took to make
};

// Whether a field costs so much that its values are worth keeping: a warp is noise, too.
static inline bool plan_is_costly(const tr_field_plan *field) {
    return field->type->costly || field->solution || field->warp >= 0;
}

// Segments through points of rising position, each with so many values (at most 3); a jump (two points at one
// place) becomes a segment too steep to see (paints.c). Errors: TR_NO_MEMORY.
tr_status plan_segments_prepare(int points, const double *positions, int values, const double (*value)[3],
                                tr_segments *segments, tr_error *error);

int plan_find_channel(const char *const *channels, int count, const char *name); // or -1
plan_where plan_where_prepare(const tr_where *where, const char *const *channels, int count);

// Makes the paint layers of all maps ready (paints.c). Errors: TR_NO_MEMORY.
tr_status plan_paints_prepare(const tr_recipe *recipe, tr_surface *surface, tr_error *error);
void plan_paints_clear(tr_surface *surface);

// What a map is made of: returns how many stacks of paint layers, 0 for height and normals, and puts them there
// (paints.c).
int plan_paints_of_map(const tr_surface *surface, tr_map map, const plan_paints *stacks[2]);

// Marks the layers before `end` that the marked channels depend on, and the channels on the way there: those
// that limit where such layers count. channels has room for TR_MAX_CHANNELS, layers for `end`.
static inline void plan_mark_dependencies(const tr_surface *surface, int end, bool *channels, bool *layers) {
    for (int i = end - 1; i >= 0; i--) { // a layer reads what layers before it have written
        const plan_layer *layer = &surface->layers[i];
        layers[i] = channels[layer->into];
        if (layers[i] && layer->where.channel >= 0)
            channels[layer->where.channel] = true;
        if (layers[i] && surface->fields[i].channel >= 0)
            channels[surface->fields[i].channel] = true;
    }
}

// Equal where everything is that a channel depends on: the marked layers before `end`, with all that they do,
// and a number more (quantile.c).
uint64_t plan_channel_cache_key(const tr_surface *surface, const bool *layers, int end, int channel,
                                double number);

// What is added to the channel of layer `index` so that a fraction of the planet's area comes to lie above 0,
// from the layers before it, which are ready (quantile.c), or as an earlier surface (NULL is allowed) has it
// where nothing that it depends on has changed. *cache key is equal for equal levels, which do not depend on
// the threads of the pool. meter has the watch, and counts. Errors: TR_BAD_INPUT, TR_NO_MEMORY, TR_STOPPED.
tr_status plan_find_level(const tr_surface *surface, int index, double coverage, const tr_surface *previous,
                          tr_pool *pool, tr_meter *meter, float *level, uint64_t *cache_key, tr_error *error);

// Memory for a thread that evaluates samples instead of bands (scratch.c). Free it with tr_scratch_destroy.
tr_status plan_samples_create(const tr_surface *surface, const tr_watch *watch, tr_scratch **scratch,
                              tr_error *error);
// A channel as those of the layers before `end` make it that are marked.
typedef struct plan_wanted {
    int channel, end;
    const bool *layers;
} plan_wanted;

// It at samples anywhere on the sphere, in rows of neighbours: `where` says how many, and how wide a map they
// see. At most TR_BLOCK_SAMPLES. No layer may lie on the plane. The same as in a bake, but within 2^-17 of the
// range of fractals where that goes along latitudes (noise/lattice/private/scan.h).
void plan_samples_evaluate(const tr_surface *surface, tr_scratch *scratch, const plan_wanted *wanted,
                           const tr_rectangle *where, const tr_samples *at, float *out);

// The shape of a surface that is ready but for it (mesh.c). watch may be NULL. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status plan_shape_create(const tr_surface *surface, const tr_recipe *recipe, tr_pool *pool,
                            const tr_watch *watch, plan_shape **shape, tr_error *error);
void plan_shape_destroy(plan_shape *shape); // NULL is allowed

// Slopes of the mesh, how much it rises with a step to the east and to the north, at (u, v) of an
// equirectangular map: of normals that are linear between the corners of each triangle, as the GPU has them.
// The direction there is (east_x around, up, east_z around).
void plan_shape_slope(const plan_shape *shape, double u, double v, float east_x, float east_z, float around,
                      float up, float *east, float *north);

// Gives surface->occlusion to a surface that is ready but for it (occlusion.c): nothing yet, or what an earlier
// surface (NULL is allowed) has of the same ground. Errors: TR_NO_MEMORY.
tr_status plan_occlusion_create(tr_surface *surface, const tr_surface *previous, tr_error *error);
void plan_occlusion_destroy(plan_occlusion *occlusion); // of one of its surfaces; NULL is allowed

// tr_surface_bake_patch with that occlusion, or with none (bake.c); and with `heights` of tr_band, or NULL.
tr_status plan_bake_patch(const tr_surface *surface, const tr_cube *occlusion, tr_pool *pool, tr_cache *cache,
                          tr_patch patch, void *const texels[TR_MAP_COUNT], float *heights,
                          const tr_watch *watch, tr_error *error);

// Cache (cache.c): the values of layer `index` in a window that covers its patch with what normals reach, or
// NULL. ready tells whether they can be read; otherwise this bake fills them.
float *tr_cache_values(tr_cache *cache, int index, bool *ready);
plan_window tr_cache_window(const tr_cache *cache);
