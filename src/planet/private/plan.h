// The prepared form of a recipe (surface.c), which the bake reads. Private to the module.
#pragma once
#include "fields/field.h"
#include "planet/kernels.h"
#include "planet/surface.h"

// The place of texel i on a face, along a or b.
static inline double plan_face_place(int resolution, double i) { return (2 * i + 1) / resolution - 1; }

// The width of the equirectangular map of the same resolution; for a cube, the resolution at the centres of its
// faces.
static inline int plan_map_width(tr_patch patch) {
    return patch.projection == TR_CUBE ? 4 * patch.resolution : patch.resolution;
}

// How far from their texels normals need heights: rows above and below, columns on either side. For an
// equirectangular map that is two columns except near a pole, where a step to the east spans many of them.
enum { PLAN_REACH_MOST = 4 };
int plan_reach_rows(tr_patch patch);

// The position of the sample one step to the east, relative to a texel of a row of an equirectangular map:
// columns to the east and rows to the south (negative: north). A step is π/H along a great circle, which leaves
// the circle of latitude.
typedef struct plan_stride {
    double columns, rows;
} plan_stride;
plan_stride plan_step_east(int width, int row);

// The part of a map where the fields of a band are evaluated: the band's texels and those that normals need.
// Columns of an equirectangular map may begin before 0 and end after the last: they wrap.
typedef struct plan_window {
    int row, rows, column, columns;
} plan_window;

// Clamps a height to a finite range, because a recipe may produce infinities or NaN.
static inline float plan_true_height(float height) {
    const float most = 1e9f;
    return height > -most ? height < most ? height : most : -most;
}

// The window of a band of a patch, with or without the texels that normals need. All bands of a patch have the
// same columns, unless it comes near a pole.
plan_window plan_window_of(tr_patch patch, tr_patch band, bool reach);
bool plan_has_equal_windows(tr_patch patch);

// The index of a texel of a window in arrays that cover it.
static inline size_t plan_place(plan_window window, int row, int column) {
    return (size_t)(row - window.row) * (size_t)window.columns + (size_t)(column - window.column);
}

// A mask: strength * smoothstep(from, to, channel), or strength everywhere if channel is -1.
typedef struct plan_where {
    int channel;
    float from, to;
} plan_where;

// The offset that lifts a fraction of a channel above 0. It is computed once, and taken over from an earlier
// surface if the cache key is equal.
typedef struct plan_level {
    float level;
    uint64_t cache_key; // 0: the layer has no level
} plan_level;

// How a layer uses the values of its field.
typedef struct plan_layer {
    char name[TR_NAME_BYTES];
    bool absolute;
    tr_segments curve; // count 0: none
    float amount, offset;
    plan_where where;
    tr_join join;
    int into;
    plan_level level;
    int own;       // index in the recipe, or -1: it follows the recipe's own maps
    bool plane;    // its field lies on the plane of the map
    unsigned maps; // that need the layer: bits 1 << TR_MAP_…, 1 << PLAN_CLIMATE
} plan_layer;

typedef struct plan_paint {
    char name[TR_NAME_BYTES];
    int channel, across; // across is -1 if there is no second channel
    int row_count;
    tr_segments *gradients; // one for each row, at least one; owned, like rows
    tr_segments rows;       // their places in `across`
    tr_blend blend;
    float strength;
    plan_where where;
} plan_paint;

typedef struct plan_paints {
    int count;
    plan_paint *paints;
    tr_palette palette; // for a single paint layer that covers everything
} plan_paints;

// The shape of a displaced planet, which is that of its mesh: a grid of (columns + 1) * (columns / 2 + 1)
// points from the north-west, where the last point of a row repeats the first.
typedef struct plan_shape {
    int columns;
    double radius_m, slope_exaggeration;
    float *radii;        // in planet radii
    float (*normals)[3]; // unit
} plan_shape;

// The bit of layers that the climate needs, and the bits of maps.
enum { PLAN_CLIMATE = TR_MAP_COUNT, PLAN_MAPS = (1 << TR_MAP_COUNT) - 1 };
// The values of the climate: its channels (-1: none), and its snow and ice as numbers.
typedef struct plan_climate {
    int warmth, moisture, bog, biome;
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
    double slope_exaggeration; // factor for slopes of the normal map over real ones
    double slope_scale; // relief / radius in metres: converts metres per radian to the slope of the normal map
    bool sea, gas;
    bool exact;           // all solutions are those of the recipe
    size_t list_capacity; // for the largest set of sites
    plan_shape *shape;    // for a displaced planet, or NULL
    plan_occlusion *occlusion;
    uint8_t *rings; // profile of the rings, TR_RINGS_WIDTH texels, or NULL
    uint64_t rings_cache_key;
    uint64_t operations; // spent on making its fields and warps
    tr_recipe *painted;  // its recipe, if that has strokes, to name them; or NULL
    int own_strokes;     // of those: the first are the recipe's, the others its named places
};

// Whether the values of a field are worth caching. A warp also counts, because it is noise. What it reads from
// a channel may change without it.
static inline bool plan_is_costly(const tr_field_plan *field) {
    return field->channel < 0 &&
           (field->type->costly || field->type->squares || field->solution || field->warp >= 0);
}

// Prepares linear segments through points with ascending positions. Each point has `values` values (at most 3).
// A jump (two points at one position) becomes a segment that is too steep to see (paints.c). Errors:
// TR_NO_MEMORY.
tr_status plan_segments_prepare(int points, const double *positions, int values, const double (*value)[3],
                                tr_segments *segments, tr_error *error);

int plan_find_channel(const char *const *channels, int count, const char *name); // or -1
plan_where plan_where_prepare(const tr_where *where, const char *const *channels, int count);

// Prepares the paint layers of all maps (paints.c). Errors: TR_NO_MEMORY.
tr_status plan_paints_prepare(const tr_recipe *recipe, tr_surface *surface, tr_error *error);
void plan_paints_clear(tr_surface *surface);

// Gets the stacks of paint layers of a map and returns their number, 0 for height and normals (paints.c).
int plan_paints_of_map(const tr_surface *surface, tr_map map, const plan_paints *stacks[2]);

// Marks the layers before `end` that the marked channels depend on, directly or not. Also marks the channels
// that these layers read, for example as a mask. channels has TR_MAX_CHANNELS elements, layers has `end`.
static inline void plan_mark_dependencies(const tr_surface *surface, int end, bool *channels, bool *layers) {
    for (int i = end - 1; i >= 0; i--) { // a layer reads what earlier layers wrote
        const plan_layer *layer = &surface->layers[i];
        layers[i] = channels[layer->into];
        if (layers[i] && layer->where.channel >= 0)
            channels[layer->where.channel] = true;
        if (layers[i] && surface->fields[i].channel >= 0)
            channels[surface->fields[i].channel] = true;
    }
}

// A cache key of a channel: equal if everything is equal on which it depends, that is the marked layers before
// `end` and one more number (quantile.c).
uint64_t plan_channel_cache_key(const tr_surface *surface, const bool *layers, int end, int channel,
                                double number);

// Finds the offset for the channel of layer `index` that lifts a fraction of the planet's area above 0. It
// evaluates the previous layers, which are ready (quantile.c), or uses the result of an earlier surface (NULL
// is allowed) if nothing changed on which it depends. *cache_key is equal for equal offsets, which do not
// depend on the number of threads. meter has the watch, and counts work. Errors: TR_BAD_INPUT, TR_NO_MEMORY,
// TR_STOPPED.
tr_status plan_find_level(const tr_surface *surface, int index, double coverage, const tr_surface *previous,
                          tr_pool *pool, tr_meter *meter, float *level, uint64_t *cache_key, tr_error *error);

// A channel as those of the layers before `end` make it that are marked.
typedef struct plan_wanted {
    int channel, end;
    const bool *layers;
} plan_wanted;

// Evaluates the wanted channels at samples anywhere on the sphere, in rows of neighbours. `where` has the
// number of samples, at most TR_BLOCK_SAMPLES, and the width of the map whose detail they have. No layer may
// use the plane. The values are those of a bake; fractals that a bake scans along latitudes
// (noise/lattice/private/scan.h) differ by up to 2^-17 of their range.
void plan_samples_evaluate(const tr_surface *surface, tr_scratch *scratch, const plan_wanted *wanted,
                           const tr_rectangle *where, const tr_samples *at, float *out);

// Samples in blocks of rows and columns, of at most TR_BLOCK_SAMPLES, on a map that many texels wide.
typedef struct plan_places {
    int width, rows, columns, count;
    const float *x, *y, *z;
} plan_places;

// The same on all threads for any number of samples. meter has the watch, and counts work. Errors:
// TR_NO_MEMORY, TR_STOPPED (samples.c).
tr_status plan_sample_channel(const tr_surface *surface, const plan_wanted *wanted, const plan_places *places,
                              tr_pool *pool, tr_meter *meter, float *values, tr_error *error);
// Whether one of the marked layers before `end` uses the plane.
bool plan_is_on_plane(const tr_surface *surface, const bool *layers, int end);

// Computes the shape of an otherwise complete surface (mesh.c). watch may be NULL. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status plan_shape_create(const tr_surface *surface, const tr_recipe *recipe, tr_pool *pool,
                            const tr_watch *watch, plan_shape **shape, tr_error *error);
void plan_shape_destroy(plan_shape *shape); // NULL is allowed

// Slopes of the mesh, per step to the east and to the north, at (u, v) of an equirectangular map: from normals
// interpolated linearly over each triangle, as on a GPU. The direction there is (east_x around, up, east_z
// around).
void plan_shape_slope(const plan_shape *shape, double u, double v, float east_x, float east_z, float around,
                      float up, float *east, float *north);

// Sets surface->occlusion, the last part of a surface to be prepared (occlusion.c). It is empty, or shared with
// an earlier surface (NULL is allowed) that has the same ground. Errors: TR_NO_MEMORY.
tr_status plan_occlusion_create(tr_surface *surface, const tr_surface *previous, tr_error *error);
void plan_occlusion_destroy(plan_occlusion *occlusion); // releases it for one of its surfaces; NULL is allowed

// As tr_surface_bake_all, with the given occlusion; NULL: none (bake.c).
tr_status plan_bake_patch(const tr_surface *surface, const tr_cube *occlusion, tr_pool *pool, tr_cache *cache,
                          const tr_band *all, const tr_watch *watch, tr_error *error);

// Cache (cache.c): the values of layer `index` in a window that covers its patch and the texels that normals
// need, or NULL. *ready: they can be read; otherwise this bake fills them.
float *tr_cache_values(tr_cache *cache, int index, bool *ready);
plan_window tr_cache_window(const tr_cache *cache);
