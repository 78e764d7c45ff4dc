// From a surface to texels: bands of rows, in blocks that stay in the cache of a core.
#include "base/size.h"
#include "noise/sphere.h"
#include "noise/trig.h"
#include "planet/plan.h"

#include <assert.h>
#include <string.h>

enum { band_texels = 1 << 17, band_rows_most = 64, halo = 1 };

// One array of a block, and what kernels that work in whole batches touch behind it.
typedef float lane[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];

struct tr_scratch {
    int width;
    float *east_x, *east_z; // of all columns: cos λ and -sin λ
    struct scratch_row {
        float around, up;              // cos φ and sin φ
    } rows[band_rows_most + 2 * halo]; // of a band and one row above and below
    float *height;                     // of the same rows, in metres
    bool heights_wanted;
    unsigned maps; // whose layers are evaluated: bits 1 << TR_MAP_…
    int32_t *list; // for the kernels over sites
    // Of a block, each computed when it is first asked for.
    bool has_directions, has_warp[TR_MAX_WARPS], has_channel[TR_MAX_CHANNELS];
    lane x, y, z;
    lane warped[TR_MAX_WARPS][3];
    lane channels[TR_MAX_CHANNELS];
    lane ones; // the values of every constant field
    lane value, noise, weight, mask;
    float *east, *west;              // heights a step away from the texels of a row
    float *slope_east, *slope_north; // of the mesh, at the texels of a row
    float **whole; // values of layers that take whole rows, over the rows of `height`, or NULL
    int layers;
};

int tr_band_rows(int width) {
    int rows = band_texels / width;
    return rows < 1 ? 1 : rows > band_rows_most ? band_rows_most : rows;
}

// Fields that no warp moves and that need no directions are evaluated for whole rows of a band, which share
// much more than blocks do.
static bool takes_whole_rows(const plan_layer *layer) {
    return layer->warp < 0 && (layer->field == TR_FIELD_FRACTAL || layer->field == TR_FIELD_VORONOI ||
                               (layer->solution && layer->solution->plane));
}

static bool allocate_whole_rows(const tr_surface *surface, tr_scratch *scratch, size_t cells) {
    scratch->whole = calloc((size_t)surface->layer_count + 1, sizeof *scratch->whole);
    bool ok = scratch->whole != NULL;
    for (; ok && scratch->layers < surface->layer_count; scratch->layers++)
        if (takes_whole_rows(&surface->layers[scratch->layers]))
            ok = (scratch->whole[scratch->layers] = tr_allocate(cells + TR_BATCH_SAMPLES, sizeof(float)));
    return ok;
}

static void fill_ones(tr_scratch *scratch) {
    for (size_t i = 0; i < sizeof scratch->ones / sizeof *scratch->ones; i++)
        scratch->ones[i] = 1;
}

tr_status tr_scratch_create(const tr_surface *surface, int width, tr_scratch **out, tr_error *error) {
    tr_scratch *scratch = calloc(1, sizeof *scratch);
    const size_t cells = (size_t)(tr_band_rows(width) + 2 * halo) * (size_t)width;
    bool whole = false;
    if (scratch) {
        scratch->width = width;
        scratch->height = tr_allocate(cells, sizeof(float));
        whole = allocate_whole_rows(surface, scratch, cells);
        scratch->list = tr_allocate(surface->list_room, sizeof(int32_t));
        scratch->east_x = tr_allocate((size_t)width, sizeof(float));
        scratch->east_z = tr_allocate((size_t)width, sizeof(float));
        scratch->east = tr_allocate((size_t)width, sizeof(float));
        scratch->west = tr_allocate((size_t)width, sizeof(float));
        scratch->slope_east = tr_allocate((size_t)width, sizeof(float));
        scratch->slope_north = tr_allocate((size_t)width, sizeof(float));
    }
    if (!scratch || !scratch->height || !scratch->list || !scratch->east_x || !scratch->east_z ||
        !scratch->east || !scratch->west || !scratch->slope_east || !scratch->slope_north || !whole) {
        tr_scratch_destroy(scratch);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a band of a map %d wide", width);
    }
    fill_ones(scratch);
    tr_sphere_columns(width, 0, width, scratch->east_x, scratch->east_z);
    *out = scratch;
    return TR_OK;
}

void tr_scratch_destroy(tr_scratch *scratch) {
    if (!scratch)
        return;
    free(scratch->height);
    free(scratch->list);
    free(scratch->east_x);
    free(scratch->east_z);
    free(scratch->east);
    free(scratch->west);
    free(scratch->slope_east);
    free(scratch->slope_north);
    for (int i = 0; i < scratch->layers; i++)
        free(scratch->whole[i]);
    free(scratch->whole);
    free(scratch);
}

// ---- where samples lie -------------------------------------------------------------------------

// The same directions as tr_sphere_samples, from sines and cosines that are taken once for each column of a map
// and each row of a band.
static void find_rows(tr_scratch *s, const tr_band *band) {
    for (int j = 0; j < band->rows + 2 * halo; j++)
        tr_sphere_rows(band->width, band->row - halo + j, 1, &s->rows[j].around, &s->rows[j].up);
}

static void find_directions(const tr_surface *surface, tr_scratch *s, const tr_band *band,
                            const tr_rectangle *b) {
    for (int j = 0; j < b->rows && !s->has_directions; j++) {
        const struct scratch_row *row = &s->rows[b->row - (band->row - halo) + j];
        const int first = j * b->columns;
        surface->texel.directions(b->columns, s->east_x + b->column, s->east_z + b->column, row->around,
                                  row->up, s->x + first, s->y + first, s->z + first);
    }
    s->has_directions = true;
}

// ---- fields ------------------------------------------------------------------------------------

static int count_of(const tr_rectangle *b) { return b->rows * b->columns; }

static tr_samples samples_at(tr_scratch *s, int warp, int count) {
    tr_samples samples = {.count = count, .x = s->x, .y = s->y, .z = s->z};
    if (warp >= 0)
        samples.x = s->warped[warp][0], samples.y = s->warped[warp][1], samples.z = s->warped[warp][2];
    return samples;
}

// Computes where the samples of a block are moved to by a warp, once for each block.
static void apply_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int index) {
    const plan_warp *warp = &surface->warps[index];
    if (s->has_warp[index])
        return;
    s->has_warp[index] = true;
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
    if (warp->kind == TR_WARP_FLOW) {
        tr_flow_depart(&warp->solution->flow, &surface->noise, &surface->displacement, count_of(b), to[0],
                       to[1], to[2], dx, dy, dz);
        return;
    }
    for (int step = 0; step < warp->steps; step++) {
        memset(dx, 0, bytes), memset(dy, 0, bytes), memset(dz, 0, bytes);
        tr_fractal_evaluate_vector(&warp->fractal, &surface->noise, b->width, warp->amount / warp->steps, &from,
                                   dx, dy, dz);
        surface->noise.displace(count_of(b), dx, dy, dz, to[0], to[1], to[2]);
        from.x = to[0], from.y = to[1], from.z = to[2];
    }
}

static void evaluate_terrain(const tr_surface *surface, const plan_layer *layer, int width,
                             const tr_samples *at, float *restrict out) {
    const river_net *net = rivers_for(&layer->solution->terrain.rivers, width);
    const float texel = (float)(2 * TR_PI / width);
    if (layer->value == TR_TERRAIN_RIVER)
        surface->rivers.cover(net, texel, at->count, at->x, at->y, at->z, out);
    else if (layer->value == TR_TERRAIN_BED)
        surface->rivers.bed(net, texel, at->count, at->x, at->y, at->z, out);
    else
        tr_cube_sample(layer->cube, &surface->displacement, at->count, at->x, at->y, at->z, out);
}

static void evaluate_gullies(const tr_surface *surface, const plan_layer *layer, int width, tr_scratch *s,
                             const tr_samples *at, float *restrict out) {
    float *dx = s->noise, *dy = s->weight, *dz = s->mask; // free at this point
    tr_cube_vectors_sample(&layer->solution->terrain.slopes, &surface->displacement, at->count, at->x, at->y,
                           at->z, dx, dy, dz);
    surface->noise.gullies(&layer->gullies, (float)(2 * TR_PI / width), at->count, at->x, at->y, at->z, dx, dy,
                           dz, out);
}

static void evaluate_field(const tr_surface *surface, const plan_layer *layer, tr_scratch *s,
                           const tr_band *band, const tr_rectangle *b, float *restrict out) {
    find_directions(surface, s, band, b);
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
    case TR_FIELD_AXIS:
        for (int i = 0; i < at.count; i++)
            out[i] =
                layer->direction[0] * at.x[i] + layer->direction[1] * at.y[i] + layer->direction[2] * at.z[i];
        break;
    case TR_FIELD_FRACTAL:
        tr_fractal_evaluate(&layer->fractal, &surface->noise, b->width, &at, out, s->noise, s->weight);
        break;
    case TR_FIELD_VORONOI:
        tr_voronoi_evaluate(&layer->voronoi, &surface->noise, at.count, b->columns, at.x, at.y, at.z, out);
        break;
    case TR_FIELD_CRATERS:
        surface->noise.craters(&layer->sites, (float)(2 * TR_PI / b->width), at.count, b->columns, at.x, at.y,
                               at.z, out, s->list);
        break;
    case TR_FIELD_RAYS:
        surface->noise.rays(&layer->sites, (uint32_t)layer->seed, at.count, b->columns, at.x, at.y, at.z, out,
                            s->list);
        break;
    case TR_FIELD_SHARE:
        for (int i = 0; i < at.count; i++)
            out[i] = layer->level;
        break;
    case TR_FIELD_SPOTS:
        surface->noise.spots(&layer->sites, (uint32_t)layer->seed, layer->value, layer->reach, layer->lobes,
                             at.count, b->columns, at.x, at.y, at.z, out, s->list);
        break;
    case TR_FIELD_ARCS:
        surface->noise.arcs(&layer->arcs, layer->value, (float)(2 * TR_PI / b->width), at.count, b->columns,
                            at.x, at.y, at.z, out, s->list);
        break;
    case TR_FIELD_STREETS:
        surface->noise.streets(&layer->streets, layer->value, (float)(2 * TR_PI / b->width), at.count,
                               b->columns, at.x, at.y, at.z, out, s->list);
        break;
    case TR_FIELD_TERRAIN:
        evaluate_terrain(surface, layer, b->width, &at, out);
        break;
    case TR_FIELD_GULLIES:
        evaluate_gullies(surface, layer, b->width, s, &at, out);
        break;
    default: // a field that is solved on a cube
        tr_cube_sample(layer->cube, &surface->displacement, at.count, at.x, at.y, at.z, out);
    }
}

// ---- cached values of fields -------------------------------------------------------------------

static float *cached_row(float *values, const tr_rectangle *b, int j) {
    return values + (size_t)(b->row + j + halo) * (size_t)b->width + (size_t)b->column;
}

// A block of an array that is as wide as the map.
static void copy_block(const float *restrict from, const tr_rectangle *b, float *restrict out) {
    for (int j = 0; j < b->rows; j++)
        memcpy(out + (size_t)j * (size_t)b->columns, from + (size_t)j * (size_t)b->width,
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

// A channel that nothing was written to yet is zero.
static const float *channel_of(tr_scratch *s, int channel) {
    if (!s->has_channel[channel])
        memset(s->channels[channel], 0, sizeof s->channels[channel]);
    s->has_channel[channel] = true;
    return s->channels[channel];
}

static tr_mask mask_of(tr_scratch *s, const plan_where *where) {
    return (tr_mask){where->channel < 0 ? NULL : channel_of(s, where->channel), where->from, where->to};
}

// The values of a layer's field: where they are already, or computed.
static const float *values_of(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                              const tr_rectangle *b, int index) {
    const plan_layer *layer = &surface->layers[index];
    if (layer->field == TR_FIELD_CONSTANT)
        return s->ones;
    if (layer->field == TR_FIELD_CHANNEL) { // a copy: the layer may change that channel
        memcpy(s->value, channel_of(s, layer->channel), sizeof s->value);
        return s->value;
    }
    bool ready = false;
    float *kept = cache ? tr_cache_values(cache, index, &ready) : NULL;
    const float *rows = NULL; // as wide as the map
    if (kept && ready)
        rows = cached_row(kept, b, 0);
    else if (s->whole && s->whole[index])
        rows = s->whole[index] + (size_t)(b->row - (band->row - halo)) * (size_t)b->width + (size_t)b->column;
    if (rows && b->rows == 1 && (ready || !kept))
        return rows;
    if (rows)
        copy_block(rows, b, s->value);
    else
        evaluate_field(surface, layer, s, band, b, s->value);
    if (kept && !ready)
        store_values(kept, b, band, s->value);
    return s->value;
}

static void evaluate_layer(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                           const tr_rectangle *b, int index) {
    const plan_layer *layer = &surface->layers[index];
    const float *values = values_of(surface, s, cache, band, b, index);
    const tr_shape shape = {.fold = layer->fold,
                            .curve = layer->curve.count ? &layer->curve : NULL,
                            .amount = layer->amount,
                            .offset = layer->offset,
                            .join = (int)layer->join,
                            .where = mask_of(s, &layer->where)};
    const bool empty = !s->has_channel[layer->into];
    s->has_channel[layer->into] = true;
    surface->texel.join(&shape, count_of(b), values, empty, s->channels[layer->into]);
}

// Forgets what was computed for the block before.
static void begin_block(tr_scratch *s) {
    s->has_directions = false;
    memset(s->has_warp, 0, sizeof s->has_warp);
    memset(s->has_channel, 0, sizeof s->has_channel);
}

static tr_stack make_stack(tr_scratch *s, const plan_coats *plan, tr_coat coats[TR_MAX_PAINTS]) {
    for (int i = 0; i < plan->count; i++) {
        const plan_paint *paint = &plan->paints[i];
        coats[i] = (tr_coat){.gradient = paint->gradients,
                             .blend = (int)paint->blend,
                             .strength = paint->strength,
                             .channel = channel_of(s, paint->channel),
                             .where = mask_of(s, &paint->where),
                             .rows = paint->across < 0 ? NULL : &paint->rows,
                             .across = paint->across < 0 ? NULL : channel_of(s, paint->across)};
    }
    return (tr_stack){plan->count, coats};
}

static void paint_samples(const tr_surface *surface, tr_map map, const plan_coats *plan,
                          const tr_stack stacks[2], int first, int count, uint8_t *out) {
    if (map == TR_MAP_ORM)
        surface->texel.paint_material(&stacks[0], &stacks[1], first, count, out);
    else if (map == TR_MAP_CLOUDS)
        surface->texel.paint_clouds(&surface->srgb, &stacks[0], &stacks[1], first, count, out);
    else if (map == TR_MAP_WATER)
        surface->texel.paint_numbers(&stacks[0], first, count, out);
    else if (plan->palette.count > 0)
        surface->texel.paint_palette(&plan->palette, count, stacks[0].coats[0].channel + first, out);
    else
        surface->texel.paint(&surface->srgb, stacks[0].count, stacks[0].coats, first, count, out);
}

// The texels of a block in a map that coats make.
static void paint_rows(const tr_surface *surface, tr_scratch *s, tr_map map, const tr_rectangle *b,
                       const tr_band *band) {
    tr_coat coats[2][TR_MAX_PAINTS] = {{{0}}};
    const plan_coats *plans[2];
    const int count = plan_coats_of_map(surface, map, plans);
    const tr_stack stacks[2] = {make_stack(s, plans[0], coats[0]),
                                count > 1 ? make_stack(s, plans[1], coats[1]) : (tr_stack){0}};
    const size_t bytes = tr_map_texel_bytes(map);
    const int skipped = b->row < band->row ? band->row - b->row : 0; // rows above the band
    for (int j = skipped; j < b->rows && b->row + j < band->row + band->rows; j++) {
        const size_t row = (size_t)(b->row + j - band->row);
        uint8_t *out = (uint8_t *)band->texels[map] + bytes * (row * (size_t)b->width + (size_t)b->column);
        paint_samples(surface, map, plans[0], stacks, j * b->columns, b->columns, out);
    }
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
static void shift_row(const tr_surface *surface, const float *height, int width, stride shift, int direction,
                      float *out) {
    const float *near = height, *far = shift.rows < 0 ? height - width : height + width;
    const float fraction = (float)(shift.rows < 0 ? -shift.rows : shift.rows);
    double place = direction * shift.columns;
    int whole = (int)floor(place);
    const float part = (float)(place - whole);
    const int first = ((whole % width) + width) % width;
    const int last = width - 1 - first; // the texel that sees the seam
    const float near_seam[] = {near[width - 1], near[0]}, far_seam[] = {far[width - 1], far[0]};
    surface->texel.shift(last, near + first, far + first, part, fraction, out);
    surface->texel.shift(1, near_seam, far_seam, part, fraction, out + last);
    surface->texel.shift(first, near, far, part, fraction, out + last + 1);
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
        stride step = step_east(width, band->row + j);
        shift_row(surface, height, width, step, 1, s->east);
        shift_row(surface, height, width, step, -1, s->west);
        uint8_t *texels = out + 3 * (size_t)j * (size_t)width;
        if (surface->shape) {
            const struct scratch_row *r = &s->rows[j + halo];
            const tr_rectangle where = {.width = width, .row = band->row + j, .rows = 1, .columns = width};
            plan_shape_slopes(surface->shape, &where, s->east_x, s->east_z, r->around, r->up, s->slope_east,
                              s->slope_north);
            const tr_mesh_ground ground = {.radius_m = (float)surface->shape->radius_m,
                                           .per_step = (float)(width / (4 * TR_PI)),
                                           .relief = (float)surface->shape->relief,
                                           .slope_east = s->slope_east,
                                           .slope_north = s->slope_north};
            surface->texel.encode_mesh_normal(width, &ground, height, s->east, s->west, height - width,
                                              height + width, texels);
        } else
            surface->texel.encode_normal(width, s->east, s->west, height - width, height + width, scale,
                                         texels);
    }
}

// ---- samples anywhere --------------------------------------------------------------------------

tr_status plan_samples_create(const tr_surface *surface, tr_scratch **out, tr_error *error) {
    tr_scratch *scratch = calloc(1, sizeof *scratch);
    int32_t *list = tr_allocate(surface->list_room, sizeof *list);
    if (!scratch || !list) {
        free(scratch);
        free(list);
        return tr_fail(error, TR_NO_MEMORY, "no memory for samples of the planet");
    }
    scratch->list = list;
    fill_ones(scratch);
    *out = scratch;
    return TR_OK;
}

void plan_samples_evaluate(const tr_surface *surface, tr_scratch *s, int end, const bool *layers, int channel,
                           const tr_rectangle *where, const float *x, const float *y, const float *z,
                           float *out) {
    const size_t bytes = (size_t)count_of(where) * sizeof *out;
    begin_block(s);
    memcpy(s->x, x, bytes), memcpy(s->y, y, bytes), memcpy(s->z, z, bytes);
    s->has_directions = true;
    for (int i = 0; i < end; i++)
        if (layers[i])
            evaluate_layer(surface, s, NULL, NULL, where, i);
    memcpy(out, channel_of(s, channel), bytes);
}

// ---- bands -------------------------------------------------------------------------------------

static void bake_block(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                       const tr_rectangle *b) {
    begin_block(s);
    for (int i = 0; i < surface->layer_count; i++)
        if (surface->layers[i].maps & s->maps)
            evaluate_layer(surface, s, cache, band, b, i);
    const float *height = channel_of(s, 0);
    for (int j = 0; j < b->rows && s->heights_wanted; j++)
        memcpy(s->height + (size_t)(b->row - (band->row - halo) + j) * (size_t)b->width + (size_t)b->column,
               height + (size_t)j * (size_t)b->columns, (size_t)b->columns * sizeof(float));
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (band->texels[map] && map != TR_MAP_HEIGHT && map != TR_MAP_NORMAL)
            paint_rows(surface, s, (tr_map)map, b, band);
}

// What looks for sites near a block wants it square; everything else wants rows, which lie one after the other
// in memory.
static bool wants_squares(const tr_surface *surface) {
    for (int i = 0; i < surface->warp_count; i++)
        if (surface->warps[i].kind == TR_WARP_TWIST)
            return true;
    for (int i = 0; i < surface->layer_count; i++)
        if (plan_has_sites(&surface->layers[i]) && !takes_whole_rows(&surface->layers[i]))
            return true;
    return false;
}

// Bakes rows first … end-1 of the map in blocks: rows in equal parts, and whole batches of columns.
static void bake_blocks(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                        int first, int end) {
    const int width = band->width, rows = end - first;
    const int most = wants_squares(surface) ? TR_BLOCK_SAMPLES / TR_BATCH_SAMPLES : 1;
    int part = rows;
    for (int parts = 2; part > most; parts++)
        part = (rows + parts - 1) / parts;
    int columns = TR_BATCH_SAMPLES;
    while ((columns + TR_BATCH_SAMPLES) * part <= TR_BLOCK_SAMPLES && columns < width)
        columns += TR_BATCH_SAMPLES;
    for (int row = first; row < end; row += part)
        for (int column = 0; column < width; column += columns) {
            tr_rectangle b = {width, row, end - row < part ? end - row : part, column,
                              width - column < columns ? width - column : columns};
            bake_block(surface, s, cache, band, &b);
        }
}

static void evaluate_map(const tr_surface *surface, const plan_layer *layer, const tr_rectangle *where,
                         float *out) {
    if (layer->field == TR_FIELD_FRACTAL)
        tr_fractal_evaluate_map(&layer->fractal, &surface->noise, where, out);
    else if (layer->field == TR_FIELD_VORONOI)
        tr_voronoi_evaluate_map(&layer->voronoi, &surface->noise, where, out);
    else
        tr_sheet_sample(&layer->solution->sheet, where, out);
}

static void evaluate_whole_rows(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                                int beyond) {
    const tr_rectangle where = {band->width, band->row - beyond, band->rows + 2 * beyond, 0, band->width};
    const size_t skipped = (size_t)(halo - beyond) * (size_t)band->width;
    for (int i = 0; i < surface->layer_count; i++) {
        bool ready = false;
        const bool kept = cache && tr_cache_values(cache, i, &ready) && ready;
        if (s->whole[i] && !kept && surface->layers[i].maps & s->maps)
            evaluate_map(surface, &surface->layers[i], &where, s->whole[i] + skipped);
    }
}

void tr_surface_bake(const tr_surface *surface, tr_scratch *scratch, tr_cache *cache, const tr_band *band) {
    assert(band->width == scratch->width && band->rows <= tr_band_rows(band->width));
    const bool normals = band->texels[TR_MAP_NORMAL];
    const int beyond = normals || cache ? halo : 0; // the next bake with this cache may want normals
    scratch->heights_wanted = normals || band->texels[TR_MAP_HEIGHT];
    scratch->maps = cache ? ~0u : 0; // the next bake with this cache may want other maps
    for (int map = 0; map < TR_MAP_COUNT; map++)
        scratch->maps |= band->texels[map] ? 1u << map : 0;
    find_rows(scratch, band);
    evaluate_whole_rows(surface, scratch, cache, band, beyond);
    bake_blocks(surface, scratch, cache, band, band->row - beyond, band->row + band->rows + beyond);
    const float *height = scratch->height + (size_t)halo * (size_t)band->width;
    if (band->texels[TR_MAP_HEIGHT])
        surface->texel.encode_height(surface->height_min_m, surface->height_max_m, band->width * band->rows,
                                     height, band->texels[TR_MAP_HEIGHT]);
    if (normals)
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
