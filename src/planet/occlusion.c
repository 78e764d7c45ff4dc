// The fraction of the sky that the terrain round each place hides: the red channel of the orm map.
// More: docs/internals/occlusion.md.
#include "base/hash.h"
#include "base/maths.h"
#include "base/memory.h"
#include "base/size.h"
#include "noise/grids/horizon.h"
#include "planet/private/plan.h"

#include <stdatomic.h>
#include <string.h>

enum { cells_least = 16, cells_most = 512, sizes = 6, levels_most = 6 };

struct plan_occlusion {
    atomic_int users;                  // number of surfaces
    uint64_t cache_key;                // of the heights
    _Atomic(tr_cube *) of_size[sizes]; // NULL until it is made
};

// The lattice for maps with that number of columns: a point for every four texels, two by two; at most 20 km
// apart on Earth.
static int size_for(int columns) {
    int size = 0;
    while (size < sizes - 1 && 8 * (cells_least << size) < columns)
        size++;
    return size;
}

typedef struct work {
    const tr_surface *surface;
    int cells;
    bool layers[TR_MAX_LAYERS];
    double scale;           // from metres of height to planet radii, with the exaggeration of normals
    tr_scratch **scratch;   // one for each worker
    int side, across, down; // side: points along an edge of a face; across, down: tiles
    float *x, *y, *z;       // directions of all points
    int levels;
    tr_cube height[levels_most]; // in radii; each has half the cells of the one before
    tr_horizon horizon;
    tr_cube *open; // visible fraction of the sky
} work;

// ---- heights -----------------------------------------------------------------------------------

// The lattice's rows are divided into squares, which are faster for fields of sites.
enum { tile_rows = 32, tile_columns = TR_BLOCK_SAMPLES / tile_rows };

static void find_directions(void *context, int index, int worker) {
    (void)worker;
    const work *w = context;
    const size_t first = (size_t)index * (size_t)w->side;
    tr_cube_row(0, w->cells, index / w->side, index % w->side, w->x + first, w->y + first, w->z + first);
}

static void find_heights(void *context, int index, int worker) {
    const work *w = context;
    const tr_surface *surface = w->surface;
    const int face = index / (w->down * w->across), down = index / w->across % w->down,
              across = index % w->across;
    const int row = down * tile_rows, column = across * tile_columns;
    const int rows = tr_min(tile_rows, w->side - row), columns = tr_min(tile_columns, w->side - column);
    const tr_rectangle where = {.width = 4 * w->cells, .rows = rows, .columns = columns};
    float x[TR_BLOCK_SAMPLES] = {0}, y[TR_BLOCK_SAMPLES] = {0}, z[TR_BLOCK_SAMPLES] = {0},
          height[TR_BLOCK_SAMPLES];
    for (int j = 0; j < rows; j++) {
        const size_t from =
            ((size_t)face * (size_t)w->side + (size_t)(row + j)) * (size_t)w->side + (size_t)column;
        const size_t bytes = (size_t)columns * sizeof(float);
        memcpy(x + j * columns, w->x + from, bytes);
        memcpy(y + j * columns, w->y + from, bytes);
        memcpy(z + j * columns, w->z + from, bytes);
    }
    plan_samples_evaluate(surface, w->scratch[worker], &(plan_wanted){0, surface->layer_count, w->layers},
                          &where, &(tr_samples){.x = x, .y = y, .z = z}, height);
    for (int j = 0; j < rows; j++) {
        float *out = tr_cube_at(&w->height[0], face, column, row + j);
        for (int i = 0; i < columns; i++) {
            const float h = plan_true_height(height[j * columns + i]);
            out[i] = (float)(w->scale * (double)(surface->sea && h < 0 ? 0 : h));
        }
    }
}

// Averages with the weights 1 2 1 along both axes.
static void halve(const tr_cube *fine, const tr_cube *coarse) {
    for (int face = 0; face < TR_CUBE_FACES; face++)
        for (int j = 0; j <= coarse->cells; j++)
            for (int i = 0; i <= coarse->cells; i++) {
                float sum = 0;
                for (int v = -1; v <= 1; v++)
                    for (int u = -1; u <= 1; u++)
                        sum +=
                            (float)((2 - u * u) * (2 - v * v)) * *tr_cube_at(fine, face, 2 * i + u, 2 * j + v);
                *tr_cube_at(coarse, face, i, j) = sum / 16;
            }
}

static tr_status make_levels(work *w, tr_error *error) {
    tr_status status = TR_OK;
    tr_cube_complete(&w->height[0]);
    for (w->levels = 1; w->levels < levels_most && w->cells >> w->levels >= 8 && status == TR_OK; w->levels++) {
        tr_cube *coarse = &w->height[w->levels];
        status = tr_cube_create(0, w->cells >> w->levels, 1, coarse, error);
        if (status != TR_OK)
            break;
        halve(&w->height[w->levels - 1], coarse);
        tr_cube_complete(coarse);
    }
    return status;
}

static int strips_of(const work *w) { return (w->side + TR_HORIZON_ROWS - 1) / TR_HORIZON_ROWS; }

static void find_open_sky(void *context, int index, int worker) {
    (void)worker;
    const work *w = context;
    const int face = index / strips_of(w), row = index % strips_of(w) * TR_HORIZON_ROWS;
    const size_t first = (size_t)face * (size_t)w->side * (size_t)w->side;
    TR_KERNEL_OF(w->surface->isa, tr_horizon_walk)
    (&w->horizon, face, row, w->x + first, w->y + first, w->z + first, w->open);
}

// ---- the whole ---------------------------------------------------------------------------------

// The shape of a mesh is not exaggerated.
static double scale_of(const tr_surface *surface) {
    return surface->shape ? 1 / surface->shape->radius_m : surface->slope_scale;
}

// Whether the planet has ground that can hide the sky and is sampled by directions.
static bool has_ground(work *w) {
    const tr_surface *surface = w->surface;
    bool channels[TR_MAX_CHANNELS] = {true}, any = false;
    plan_mark_dependencies(surface, surface->layer_count, channels, w->layers);
    for (int i = 0; i < surface->layer_count; i++) {
        any = any || w->layers[i];
        if (w->layers[i] && surface->layers[i].plane)
            return false;
    }
    return any && !surface->gas;
}

static tr_status make(work *w, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    const int threads = tr_pool_threads(pool), rows = TR_CUBE_FACES * w->side;
    const size_t points = (size_t)rows * (size_t)w->side;
    tr_status status = tr_cube_create(0, w->cells, 1, &w->height[0], error);
    if (status == TR_OK)
        status = tr_cube_create(0, w->cells, 1, w->open, error);
    w->scratch = tr_calloc((size_t)threads, sizeof(tr_scratch *));
    w->x = tr_allocate(3 * points, sizeof *w->x);
    if (status == TR_OK && (!w->scratch || !w->x))
        status = tr_fail(error, TR_NO_MEMORY, "no memory for the occlusion of the ground");
    if (w->x)
        w->y = w->x + points, w->z = w->y + points;
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_samples_create(w->surface, watch, &w->scratch[i], error);
    if (status == TR_OK)
        status = tr_pool_run_watched(pool, rows, find_directions, w, watch, error);
    if (status == TR_OK)
        status = tr_pool_run_watched(pool, TR_CUBE_FACES * w->down * w->across, find_heights, w, watch, error);
    if (status == TR_OK)
        status = make_levels(w, error);
    if (status == TR_OK)
        status = tr_horizon_create(w->height, w->levels, &w->horizon, error);
    if (status == TR_OK)
        status = tr_pool_run_watched(pool, TR_CUBE_FACES * strips_of(w), find_open_sky, w, watch, error);
    if (status == TR_OK)
        tr_cube_complete(w->open);
    for (int i = 0; i < threads && w->scratch; i++)
        tr_scratch_destroy(w->scratch[i]);
    tr_free(w->scratch);
    tr_free(w->x);
    tr_horizon_clear(&w->horizon);
    for (int i = 0; i < levels_most; i++)
        tr_cube_clear(&w->height[i]);
    return status;
}

static void destroy(tr_cube *cube) {
    if (cube)
        tr_cube_clear(cube);
    tr_free(cube);
}

tr_status tr_surface_occlusion(const tr_surface *surface, tr_pool *pool, tr_patch patch, const tr_watch *watch,
                               const tr_cube **occlusion, tr_error *error) {
    const int size = size_for(plan_map_width(patch));
    work w = {.surface = surface, .cells = cells_least << size, .scale = scale_of(surface)};
    w.side = w.cells + 1;
    w.down = (w.side + tile_rows - 1) / tile_rows, w.across = (w.side + tile_columns - 1) / tile_columns;
    *occlusion = NULL;
    if (!has_ground(&w))
        return TR_OK;
    *occlusion = atomic_load(&surface->occlusion->of_size[size]);
    if (*occlusion)
        return TR_OK;
    w.open = tr_calloc(1, sizeof *w.open);
    if (!w.open)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the occlusion of the ground");
    const tr_status status = make(&w, pool, watch, error);
    tr_cube *none = NULL;
    if (status != TR_OK)
        destroy(w.open);
    else if (atomic_compare_exchange_strong(&surface->occlusion->of_size[size], &none, w.open))
        *occlusion = w.open;
    else { // another thread was faster; its values are the same
        destroy(w.open);
        *occlusion = none;
    }
    return status;
}

// Equal for equal ground.
static uint64_t ground_cache_key(const work *w) {
    const tr_surface *surface = w->surface;
    const double numbers[] = {surface->sea, surface->shape != NULL};
    return tr_hash_numbers(plan_channel_cache_key(surface, w->layers, surface->layer_count, 0, w->scale),
                           numbers, sizeof numbers / sizeof numbers[0]);
}

tr_status plan_occlusion_create(tr_surface *surface, const tr_surface *previous, tr_error *error) {
    work w = {.surface = surface, .scale = scale_of(surface)};
    const uint64_t cache_key = has_ground(&w) && surface->exact ? ground_cache_key(&w) : 0; // 0: not shared
    if (previous && cache_key && previous->occlusion->cache_key == cache_key) {
        surface->occlusion = previous->occlusion;
        atomic_fetch_add(&surface->occlusion->users, 1);
        return TR_OK;
    }
    surface->occlusion = tr_calloc(1, sizeof *surface->occlusion);
    if (!surface->occlusion)
        return tr_fail(error, TR_NO_MEMORY, "no memory to prepare the planet's surface");
    atomic_init(&surface->occlusion->users, 1);
    surface->occlusion->cache_key = cache_key;
    return TR_OK;
}

void plan_occlusion_destroy(plan_occlusion *occlusion) {
    if (!occlusion || atomic_fetch_sub(&occlusion->users, 1) > 1)
        return;
    for (int i = 0; i < sizes; i++)
        destroy(atomic_load(&occlusion->of_size[i]));
    tr_free(occlusion);
}
