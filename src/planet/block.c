#include "planet/private/block.h"

#include "noise/sphere.h"
#include <string.h>

// ---- where samples lie -------------------------------------------------------------------------

// The same directions as tr_sphere_samples, from sines and cosines that are taken once for each column of a map
// and each row of a band.
void plan_block_rows(tr_scratch *s, const tr_band *band) {
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

const float *plan_block_channel(tr_scratch *s, int channel) {
    if (!s->has_channel[channel])
        memset(s->channels[channel], 0, sizeof s->channels[channel]);
    s->has_channel[channel] = true;
    return s->channels[channel];
}

// The samples of a block as a field or a warp sees them: where they are, or where a warp has moved them to.
static tr_field_block samples_at(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int warp) {
    tr_field_block at = {.kernels = &surface->kernels,
                         .width = b->width,
                         .count = plan_block_count(b),
                         .columns = b->columns,
                         .x = s->x,
                         .y = s->y,
                         .z = s->z,
                         .spare = {s->noise, s->weight, s->mask},
                         .list = s->list};
    if (warp >= 0)
        at.x = s->warped[warp][0], at.y = s->warped[warp][1], at.z = s->warped[warp][2];
    return at;
}

// Computes where the samples of a block are moved to by a warp, once for each block.
static void apply_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int index) {
    const tr_warp_plan *warp = &surface->warps[index];
    if (s->has_warp[index])
        return;
    s->has_warp[index] = true;
    if (warp->after >= 0)
        apply_warp(surface, s, b, warp->after);
    const tr_field_block from = samples_at(surface, s, b, warp->after);
    lane *to = s->warped[index];
    const size_t bytes = (size_t)plan_block_count(b) * sizeof(float);
    memcpy(to[0], from.x, bytes), memcpy(to[1], from.y, bytes), memcpy(to[2], from.z, bytes);
    const tr_field_block at = samples_at(surface, s, b, index);
    warp->type->apply(warp, &at, to[0], to[1], to[2]);
}

static void evaluate_field(const tr_surface *surface, const tr_field_plan *field, tr_scratch *s,
                           const tr_band *band, const tr_rectangle *b, float *restrict out) {
    if (!field->type->placeless)
        find_directions(surface, s, band, b);
    if (field->warp >= 0)
        apply_warp(surface, s, b, field->warp);
    tr_field_block at = samples_at(surface, s, b, field->warp);
    if (field->channel >= 0)
        at.channel = plan_block_channel(s, field->channel);
    field->type->evaluate(field, &at, out);
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

// ---- layers ------------------------------------------------------------------------------------

tr_mask plan_block_mask(tr_scratch *s, const plan_where *where) {
    return (tr_mask){where->channel < 0 ? NULL : plan_block_channel(s, where->channel), where->from, where->to};
}

// The values of a layer's field: where they are already, or computed.
static const float *values_of(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                              const tr_rectangle *b, int index) {
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
        evaluate_field(surface, &surface->fields[index], s, band, b, s->value);
    if (kept && !ready)
        store_values(kept, b, band, s->value);
    return s->value;
}

void plan_block_layer(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                      const tr_rectangle *b, int index) {
    const plan_layer *layer = &surface->layers[index];
    const float *values = values_of(surface, s, cache, band, b, index);
    const tr_shape shape = {.fold = layer->fold,
                            .curve = layer->curve.count ? &layer->curve : NULL,
                            .amount = layer->amount,
                            .offset = layer->offset,
                            .join = (int)layer->join,
                            .where = plan_block_mask(s, &layer->where)};
    const bool empty = !s->has_channel[layer->into];
    s->has_channel[layer->into] = true;
    surface->texel.join(&shape, plan_block_count(b), values, empty, s->channels[layer->into]);
}

void plan_block_begin(tr_scratch *s) {
    s->has_directions = false;
    memset(s->has_warp, 0, sizeof s->has_warp);
    memset(s->has_channel, 0, sizeof s->has_channel);
}

// ---- samples anywhere --------------------------------------------------------------------------

void plan_samples_evaluate(const tr_surface *surface, tr_scratch *s, int end, const bool *layers, int channel,
                           const tr_rectangle *where, const float *x, const float *y, const float *z,
                           float *out) {
    const size_t bytes = (size_t)plan_block_count(where) * sizeof *out;
    plan_block_begin(s);
    memcpy(s->x, x, bytes), memcpy(s->y, y, bytes), memcpy(s->z, z, bytes);
    s->has_directions = true;
    for (int i = 0; i < end; i++)
        if (layers[i])
            plan_block_layer(surface, s, NULL, NULL, where, i);
    memcpy(out, plan_block_channel(s, channel), bytes);
}
