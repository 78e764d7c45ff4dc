// From a surface to texels: bands of rows, in blocks that stay in the cache of a core.
#include "base/size.h"
#include "noise/sphere.h"
#include "noise/trig.h"
#include "planet/plan.h"

#include <assert.h>
#include <string.h>

enum { band_texels = 1 << 17, band_rows_most = 64, halo = 1 };

// One array of a block.
typedef float lane[TR_BLOCK_SAMPLES];

struct tr_scratch {
    int width;
    float *height; // of a band and one row above and below, in metres
    int32_t *list; // for the kernels over sites
    lane x, y, z, u, v;
    lane warped[TR_MAX_WARPS][3];
    bool warp_done[TR_MAX_WARPS];
    lane channels[TR_MAX_CHANNELS];
    lane value, noise, weight, mask;
    lane rgb[3];
    float *slope_east, *slope_north; // of one row
    float **rows;                    // values of unwarped fractal layers over the rows of `height`, or NULL
    int layers;
};

int tr_band_rows(int width) {
    int rows = band_texels / width;
    return rows < 1 ? 1 : rows > band_rows_most ? band_rows_most : rows;
}

// Fractals that no warp moves are evaluated for whole rows of a band, which share much more than blocks do.
static bool takes_whole_rows(const plan_layer *layer) {
    return layer->field == TR_FIELD_FRACTAL && layer->warp < 0;
}

static bool allocate_rows(const tr_surface *surface, tr_scratch *scratch, size_t cells) {
    scratch->rows = tr_allocate((size_t)surface->layer_count, sizeof(float *));
    if (!scratch->rows)
        return false;
    memset(scratch->rows, 0, (size_t)surface->layer_count * sizeof(float *));
    scratch->layers = surface->layer_count;
    bool ok = true;
    for (int i = 0; i < surface->layer_count; i++)
        if (takes_whole_rows(&surface->layers[i]))
            ok = (scratch->rows[i] = tr_allocate(cells, sizeof(float))) && ok;
    return ok;
}

tr_status tr_scratch_create(const tr_surface *surface, int width, tr_scratch **out, tr_error *error) {
    tr_scratch *scratch = calloc(1, sizeof *scratch);
    const size_t cells = (size_t)(tr_band_rows(width) + 2 * halo) * (size_t)width;
    bool rows = false;
    if (scratch) {
        scratch->width = width;
        scratch->height = tr_allocate(cells, sizeof(float));
        rows = allocate_rows(surface, scratch, cells);
        scratch->list = tr_allocate(surface->list_room, sizeof(int32_t));
        scratch->slope_east = tr_allocate((size_t)width, sizeof(float));
        scratch->slope_north = tr_allocate((size_t)width, sizeof(float));
    }
    if (!scratch || !scratch->height || !scratch->list || !scratch->slope_east || !scratch->slope_north ||
        !rows) {
        tr_scratch_destroy(scratch);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a band of a map %d wide", width);
    }
    *out = scratch;
    return TR_OK;
}

void tr_scratch_destroy(tr_scratch *scratch) {
    if (!scratch)
        return;
    for (int i = 0; i < scratch->layers; i++)
        free(scratch->rows[i]);
    free(scratch->rows);
    free(scratch->height);
    free(scratch->list);
    free(scratch->slope_east);
    free(scratch->slope_north);
    free(scratch);
}

// ---- fields ------------------------------------------------------------------------------------

static int count_of(const tr_rectangle *b) { return b->rows * b->columns; }

static tr_samples samples_at(tr_scratch *s, int warp, int count) {
    tr_samples samples = {.count = count, .x = s->x, .y = s->y, .z = s->z, .u = s->u, .v = s->v};
    if (warp >= 0)
        samples.x = s->warped[warp][0], samples.y = s->warped[warp][1], samples.z = s->warped[warp][2];
    return samples;
}

// Computes where the samples of a block are moved to by a warp, once for each block.
static void apply_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int index) {
    const plan_warp *warp = &surface->warps[index];
    if (s->warp_done[index])
        return;
    s->warp_done[index] = true;
    if (warp->after >= 0)
        apply_warp(surface, s, b, warp->after);
    tr_samples from = samples_at(s, warp->after, count_of(b));
    lane *to = s->warped[index];
    const size_t bytes = (size_t)count_of(b) * sizeof(float);
    memcpy(to[0], from.x, bytes), memcpy(to[1], from.y, bytes), memcpy(to[2], from.z, bytes);
    if (warp->kind == TR_WARP_TWIST) {
        surface->noise.twist(&warp->sites, (float)warp->amount, count_of(b), b->columns, to[0], to[1], to[2],
                             s->list);
        return;
    }
    float *dx = s->noise, *dy = s->weight, *dz = s->mask; // free at this point
    for (int step = 0; step < warp->steps; step++) {
        memset(dx, 0, bytes), memset(dy, 0, bytes), memset(dz, 0, bytes);
        tr_fractal_evaluate_vector(&warp->fractal, &surface->noise, b->width, warp->amount / warp->steps, &from,
                                   dx, dy, dz);
        surface->noise.displace(count_of(b), dx, dy, dz, to[0], to[1], to[2]);
        from.x = to[0], from.y = to[1], from.z = to[2];
    }
}

// A block of whole rows, whose columns are its place in them.
static void copy_rows(const float *rows, const tr_rectangle *b, float *restrict out) {
    for (int j = 0; j < b->rows; j++)
        memcpy(out + (size_t)j * (size_t)b->columns, rows + (size_t)j * (size_t)b->width + (size_t)b->column,
               (size_t)b->columns * sizeof *out);
}

static void evaluate_field(const tr_surface *surface, int index, tr_scratch *s, const tr_rectangle *b,
                           float *restrict out) {
    const plan_layer *layer = &surface->layers[index];
    if (layer->warp >= 0)
        apply_warp(surface, s, b, layer->warp);
    const tr_samples at = samples_at(s, layer->warp, count_of(b));
    switch (layer->field) {
    case TR_FIELD_LATITUDE:
        for (int i = 0; i < at.count; i++)
            out[i] = at.y[i] < 0 ? -at.y[i] : at.y[i];
        break;
    case TR_FIELD_HEMISPHERE:
        memcpy(out, at.y, (size_t)at.count * sizeof *out);
        break;
    case TR_FIELD_FRACTAL:
        if (takes_whole_rows(layer))
            copy_rows(s->rows[index], b, out);
        else
            tr_fractal_evaluate(&layer->fractal, &surface->noise, b->width, &at, out, s->noise, s->weight);
        break;
    case TR_FIELD_VORONOI:
        if (layer->warp < 0)
            tr_voronoi_evaluate_map(&layer->voronoi, &surface->noise, b, out);
        else
            tr_voronoi_evaluate(&layer->voronoi, &surface->noise, at.count, b->columns, at.x, at.y, at.z, out);
        break;
    case TR_FIELD_CRATERS:
        surface->noise.craters(&layer->sites, at.count, b->columns, at.x, at.y, at.z, out, s->list);
        break;
    case TR_FIELD_MIDPOINT:
    case TR_FIELD_DIAMOND_SQUARE:
    case TR_FIELD_OLSEN:
        if (layer->solution->plane)
            tr_sheet_sample(&layer->solution->sheet, b, out);
        else
            tr_cube_sample(&layer->solution->cube, &surface->displacement, true, at.count, at.x, at.y, at.z,
                           out);
        break;
    case TR_FIELD_RAYS:
        surface->noise.rays(&layer->sites, (uint32_t)layer->seed, at.count, b->columns, at.x, at.y, at.z, out,
                            s->list);
        break;
    default:
        for (int i = 0; i < at.count; i++)
            out[i] = 1;
    }
}

// ---- cached values of fields -------------------------------------------------------------------

static float *cached_row(float *values, const tr_rectangle *b, int j) {
    return values + (size_t)(b->row + j + halo) * (size_t)b->width + (size_t)b->column;
}

static void load_values(float *values, const tr_rectangle *b, float *out) {
    for (int j = 0; j < b->rows; j++)
        memcpy(out + (size_t)j * (size_t)b->columns, cached_row(values, b, j),
               (size_t)b->columns * sizeof *out);
}

// Each row is stored by the band that it belongs to (the rows beyond the poles by their neighbours), so that no
// two threads write one place.
static void store_values(float *values, const tr_rectangle *b, const tr_band *band, const float *in) {
    for (int j = 0; j < b->rows; j++) {
        int row = b->row + j;
        bool own = (row >= band->row && row < band->row + band->rows) || row < 0 || row >= b->width / 2;
        if (own)
            memcpy(cached_row(values, b, j), in + (size_t)j * (size_t)b->columns,
                   (size_t)b->columns * sizeof *in);
    }
}

// ---- layers and coats --------------------------------------------------------------------------

static const float *make_mask(const tr_surface *surface, tr_scratch *s, const plan_where *where, float strength,
                              int count) {
    if (where->channel >= 0)
        surface->texel.mask(where->from, where->to, strength, count, s->channels[where->channel], s->mask);
    else
        for (int i = 0; i < count; i++)
            s->mask[i] = strength;
    return s->mask;
}

static void evaluate_layers(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                            const tr_rectangle *b) {
    memset(s->warp_done, 0, sizeof s->warp_done);
    for (int c = 0; c < surface->channel_count; c++)
        memset(s->channels[c], 0, (size_t)count_of(b) * sizeof(float));
    for (int i = 0; i < surface->layer_count; i++) {
        const plan_layer *layer = &surface->layers[i];
        bool ready = false;
        float *kept = cache ? tr_cache_values(cache, i, &ready) : NULL;
        if (kept && ready)
            load_values(kept, b, s->value);
        else
            evaluate_field(surface, i, s, b, s->value);
        if (kept && !ready)
            store_values(kept, b, band, s->value);
        surface->texel.shape(layer->fold, layer->curve.count ? &layer->curve : NULL, layer->amount,
                             layer->offset, count_of(b), s->value);
        const float *mask = make_mask(surface, s, &layer->where, 1, count_of(b));
        surface->texel.join((int)layer->join, count_of(b), s->value, mask, s->channels[layer->into]);
    }
}

static void paint_rows(const tr_surface *surface, tr_scratch *s, const plan_coats *coats, const tr_rectangle *b,
                       const tr_band *band, uint8_t *out) {
    for (int c = 0; c < 3; c++)
        memset(s->rgb[c], 0, (size_t)count_of(b) * sizeof(float));
    for (int i = 0; i < coats->count; i++) {
        const plan_paint *paint = &coats->paints[i];
        const float *mask = make_mask(surface, s, &paint->where, paint->strength, count_of(b));
        surface->texel.paint(&paint->gradient, (int)paint->blend, count_of(b), s->channels[paint->channel],
                             mask, s->rgb);
    }
    uint8_t codes[3 * TR_BLOCK_SAMPLES];
    surface->texel.encode_srgb(&surface->srgb, count_of(b), (const float(*)[TR_BLOCK_SAMPLES])s->rgb, codes);
    for (int j = band->row - b->row; j < band->row - b->row + band->rows; j++)
        memcpy(out + 3 * ((size_t)(b->row + j - band->row) * (size_t)b->width + (size_t)b->column),
               codes + 3 * (size_t)j * (size_t)b->columns, 3 * (size_t)b->columns);
}

// ---- normals -----------------------------------------------------------------------------------

// Where the sample one step to the east lies, seen from a texel of a row: so many columns on and so many rows
// towards the south (negative: north). A step is π/H along a great circle, which leaves the circle of latitude.
typedef struct stride {
    double columns, rows;
} stride;

static stride step_east(int width, int row) {
    double step = 2 * TR_PI / width, polar = (row + 0.5) * step;
    double s, c, sine, cosine;
    tr_sincos(step, &s, &c);
    tr_sincos(polar, &sine, &cosine);
    double new_cosine = cosine * c, across = sine * c;
    double new_polar = tr_atan2(sqrt(s * s + across * across), new_cosine);
    return (stride){.columns = tr_atan2(s, across) / step, .rows = (new_polar - polar) / step};
}

// Heights a stride to the east (direction 1) or west (-1) of every texel of a row, bilinear.
static void shifted_row(const float *height, int width, stride shift, int direction, float *restrict out) {
    int down = shift.rows < 0 ? -1 : 1;
    const float *near = height, *far = height + (long)down * width;
    const float fraction = (float)(shift.rows < 0 ? -shift.rows : shift.rows);
    double place = direction * shift.columns;
    int whole = (int)floor(place);
    const float part = (float)(place - whole);
    int i0 = ((whole % width) + width) % width, i1 = i0 + 1 == width ? 0 : i0 + 1;
    for (int i = 0; i < width; i++) {
        float a = near[i0] + part * (near[i1] - near[i0]);
        float b = far[i0] + part * (far[i1] - far[i0]);
        out[i] = a + fraction * (b - a);
        i0 = i1;
        i1 = i1 + 1 == width ? 0 : i1 + 1;
    }
}

// Normals of a band from the heights of its rows and of one more on either side.
static void make_normals(const tr_surface *surface, tr_scratch *s, const tr_band *band, uint8_t *out) {
    const int width = band->width;
    const size_t cells = (size_t)width * (size_t)(band->rows + 2 * halo);
    if (surface->sea)
        for (size_t i = 0; i < cells; i++)
            s->height[i] = s->height[i] < 0 ? 0 : s->height[i];
    const float scale = (float)(surface->slope_scale * width / (4 * TR_PI)); // over two steps of 2π/width
    for (int j = 0; j < band->rows; j++) {
        const float *height = s->height + (size_t)(j + halo) * (size_t)width;
        const float *north = height - width, *south = height + width;
        stride shift = step_east(width, band->row + j);
        shifted_row(height, width, shift, 1, s->slope_east);
        shifted_row(height, width, shift, -1, s->slope_north);
        for (int i = 0; i < width; i++) {
            s->slope_east[i] = (s->slope_east[i] - s->slope_north[i]) * scale;
            s->slope_north[i] = (north[i] - south[i]) * scale;
        }
        surface->texel.encode_normal(width, s->slope_east, s->slope_north, out + 3 * (size_t)j * (size_t)width);
    }
}

// ---- bands -------------------------------------------------------------------------------------

static void bake_block(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                       const tr_rectangle *b) {
    tr_sphere_samples(b, s->x, s->y, s->z, s->u, s->v);
    evaluate_layers(surface, s, cache, band, b);
    for (int j = 0; j < b->rows; j++)
        memcpy(s->height + (size_t)j * (size_t)b->width + (size_t)b->column,
               s->channels[0] + (size_t)j * (size_t)b->columns, (size_t)b->columns * sizeof(float));
    if (band->texels[TR_MAP_ALBEDO])
        paint_rows(surface, s, &surface->albedo, b, band, band->texels[TR_MAP_ALBEDO]);
    if (band->texels[TR_MAP_EMISSION])
        paint_rows(surface, s, &surface->emission, b, band, band->texels[TR_MAP_EMISSION]);
}

static void evaluate_whole_rows(const tr_surface *surface, tr_scratch *s, tr_cache *cache,
                                const tr_rectangle *where) {
    for (int i = 0; i < surface->layer_count; i++) {
        const plan_layer *layer = &surface->layers[i];
        bool ready = false;
        bool kept = cache && tr_cache_values(cache, i, &ready) && ready;
        if (takes_whole_rows(layer) && !kept)
            tr_fractal_evaluate_map(&layer->fractal, &surface->noise, where, s->rows[i]);
    }
}

void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band) {
    assert(band->width == scratch->width && band->rows <= tr_band_rows(band->width));
    const int width = band->width, rows = band->rows + 2 * halo;
    int columns = TR_BLOCK_SAMPLES / rows / 16 * 16;
    columns = columns < 16 ? 16 : columns;
    evaluate_whole_rows(surface, scratch, cache, &(tr_rectangle){width, band->row - halo, rows, 0, width});
    for (int column = 0; column < width; column += columns) {
        tr_rectangle b = {width, band->row - halo, rows, column,
                          width - column < columns ? width - column : columns};
        bake_block(surface, scratch, cache, band, &b);
    }
    const float *height = scratch->height + (size_t)halo * (size_t)width;
    if (band->texels[TR_MAP_HEIGHT])
        surface->texel.encode_height(surface->height_min_m, surface->height_max_m, width * band->rows, height,
                                     band->texels[TR_MAP_HEIGHT]);
    if (band->texels[TR_MAP_NORMAL])
        make_normals(surface, scratch, band, band->texels[TR_MAP_NORMAL]);
}

// ---- whole maps --------------------------------------------------------------------------------

typedef struct whole {
    const tr_surface *surface;
    tr_cache *cache;
    tr_scratch **scratch; // one for each worker
    int width, band_rows;
    void *const *texels;
    const tr_watch *watch;
} whole;

static void bake_one_band(void *context, int index, int worker) {
    const whole *job = context;
    if (tr_watch_stopped(job->watch))
        return;
    int row = index * job->band_rows, height = job->width / 2;
    tr_band band = {
        .width = job->width, .row = row, .rows = height - row < job->band_rows ? height - row : job->band_rows};
    for (int m = 0; m < TR_MAP_COUNT; m++)
        if (job->texels[m])
            band.texels[m] =
                (char *)job->texels[m] + (size_t)row * (size_t)job->width * tr_map_texel_bytes((tr_map)m);
    tr_surface_bake(job->surface, job->scratch[worker], job->cache, &band);
}

tr_status tr_surface_bake_whole(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error) {
    const int threads = tr_pool_threads(pool);
    tr_scratch **scratch = calloc((size_t)threads, sizeof(tr_scratch *));
    if (!scratch)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    tr_status status = TR_OK;
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_scratch_create(surface, width, &scratch[i], error);
    if (status == TR_OK) {
        // Bands are a quarter of their largest size where maps are small, so that all threads have work.
        int rows = tr_band_rows(width);
        while (rows > 8 && width / 2 / rows < 4 * threads)
            rows /= 2;
        whole job = {surface, cache, scratch, width, rows, texels, watch};
        tr_pool_run(pool, (width / 2 + rows - 1) / rows, bake_one_band, &job);
        if (tr_watch_stopped(watch))
            status = tr_fail(error, TR_STOPPED, "stopped");
    }
    for (int i = 0; i < threads; i++)
        tr_scratch_destroy(scratch[i]);
    free(scratch);
    return status;
}
