#include "planet/private/block.h"

#include "noise/sphere.h"
#include <string.h>

// ---- where samples lie -------------------------------------------------------------------------

void plan_block_window(tr_scratch *s, plan_window window) {
    const tr_patch patch = s->patch;
    const bool cube = patch.projection == TR_CUBE;
    for (int j = 0; j < window.rows; j++) {
        struct scratch_row *row = &s->rows[j];
        if (cube)
            row->down = plan_face_place(patch.resolution, window.row + j);
        else
            tr_sphere_rows(patch.resolution, window.row + j, 1, &row->around, &row->up);
    }
    s->window = window;
    if (s->faces)
        plan_faces_window(s);
    if (s->columns_of.column == window.column && s->columns_of.columns == window.columns)
        return;
    s->columns_of = window;
    for (int i = 0; cube && i < window.columns; i++)
        s->across[i] = plan_face_place(patch.resolution, window.column + i);
    if (!cube)
        tr_sphere_columns(patch.resolution, window.column, window.columns, s->east_x, s->east_z);
}

// Computes the same directions as tr_sphere_samples, from the sines and cosines of each column and row of a
// window; on a face, from their places.
static void find_directions(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b) {
    const int column = b->column - s->window.column;
    for (int j = 0; j < b->rows && !s->has_directions; j++) {
        const struct scratch_row *row = &s->rows[b->row - s->window.row + j];
        const int first = j * b->columns;
        float *x = s->x + first, *y = s->y + first, *z = s->z + first;
        if (s->patch.projection == TR_CUBE)
            TR_KERNEL_OF(surface->isa, tr_texel_face_directions)
        (&tr_faces[s->patch.face], b->columns, s->across + column, row->down, x, y, z);
        else TR_KERNEL_OF(surface->isa, tr_texel_directions)(b->columns, s->east_x + column, s->east_z + column,
                                                             row->around, row->up, x, y, z);
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

// The samples of a block as input of a field or a warp: at their places, or where a warp moved them.
static tr_block samples_at(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int warp) {
    tr_block at = {.isa = surface->isa,
                   .width = b->width,
                   .texel = (float)(2 * TR_PI / b->width),
                   .count = plan_block_count(b),
                   .columns = b->columns,
                   .x = s->x,
                   .y = s->y,
                   .z = s->z,
                   .spare = {s->noise, s->weight, s->mask},
                   .list = s->list,
                   .meter = &s->meter};
    if (warp >= 0)
        at.x = s->warped[warp][0], at.y = s->warped[warp][1], at.z = s->warped[warp][2];
    return at;
}

// Moves the samples of a block by a warp, once per block.
static void apply_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int index) {
    const tr_warp_plan *warp = &surface->warps[index];
    if (s->has_warp[index])
        return;
    s->has_warp[index] = true;
    if (warp->after >= 0)
        apply_warp(surface, s, b, warp->after);
    if (s->faces && plan_faces_warp(surface, s, b, index))
        return;
    const tr_block from = samples_at(surface, s, b, warp->after);
    lane *to = s->warped[index];
    const size_t bytes = (size_t)plan_block_count(b) * sizeof(float);
    memcpy(to[0], from.x, bytes), memcpy(to[1], from.y, bytes), memcpy(to[2], from.z, bytes);
    const tr_block at = samples_at(surface, s, b, index);
    warp->type->apply(warp, &at, to[0], to[1], to[2]);
}

// The channel that a field reads, as the layers before it make it on a coarser map.
static const float *coarse_channel(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int index) {
    const tr_field_plan *field = &surface->fields[index];
    bool channels[TR_MAX_CHANNELS] = {false}, layers[TR_MAX_LAYERS] = {false};
    channels[field->channel] = true;
    plan_mark_dependencies(surface, index, channels, layers);
    const tr_rectangle where = {field->coarse_width, b->row, b->rows, b->column, b->columns};
    s->coarse->meter = s->meter;
    plan_samples_evaluate(surface, s->coarse, &(plan_wanted){field->channel, index, layers}, &where,
                          &(tr_samples){.x = s->x, .y = s->y, .z = s->z}, s->coarse_channel);
    s->meter = s->coarse->meter;
    return s->coarse_channel;
}

static void evaluate_field(const tr_surface *surface, int index, tr_scratch *s, const tr_rectangle *b,
                           float *restrict out) {
    const tr_field_plan *field = &surface->fields[index];
    tr_meter_add(&s->meter, TR_SAMPLE_OPERATIONS * (unsigned)plan_block_count(b));
    if (s->faces && plan_faces_field(surface, s, b, index, out))
        return;
    if (!field->type->placeless)
        find_directions(surface, s, b);
    if (field->warp >= 0)
        apply_warp(surface, s, b, field->warp);
    tr_block at = samples_at(surface, s, b, field->warp);
    if (field->channel >= 0)
        at.channel = plan_block_channel(s, field->channel);
    if (field->coarse_width > 0 && b->width > field->coarse_width)
        at.coarse = coarse_channel(surface, s, b, index);
    tr_field_evaluate(field, &at, out);
}

// ---- cached values of fields -------------------------------------------------------------------

// Copies a block out of an array that covers a window.
static void copy_block(const float *restrict from, plan_window window, const tr_rectangle *b,
                       float *restrict out) {
    for (int j = 0; j < b->rows; j++)
        memcpy(out + (size_t)j * (size_t)b->columns, from + plan_place(window, b->row + j, b->column),
               (size_t)b->columns * sizeof *out);
}

// Each row is stored by the band that contains it (rows beyond the patch by its first or last band), so that no
// two threads write to the same place.
static void store_values(float *values, plan_window window, tr_patch patch, const tr_rectangle *b,
                         const tr_band *band, const float *in) {
    const int first = band->patch.y, end = first + band->patch.height;
    for (int j = 0; j < b->rows; j++) {
        const int row = b->row + j;
        const bool before = row < first && first > patch.y, behind = row >= end && end < patch.y + patch.height;
        if (!before && !behind)
            memcpy(values + plan_place(window, row, b->column), in + (size_t)j * (size_t)b->columns,
                   (size_t)b->columns * sizeof *in);
    }
}

// ---- layers ------------------------------------------------------------------------------------

tr_mask plan_block_mask(tr_scratch *s, const plan_where *where) {
    return (tr_mask){where->channel < 0 ? NULL : plan_block_channel(s, where->channel), where->from, where->to};
}

// The values of a layer's field, computed unless they exist already.
static const float *values_of(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                              const tr_rectangle *b, int index) {
    bool ready = false;
    float *kept = cache ? tr_cache_values(cache, index, &ready) : NULL;
    const plan_window all = cache ? tr_cache_window(cache) : s->window;
    const float *there = NULL; // points into the window below
    plan_window window = s->window;
    if (kept && ready)
        there = kept, window = all;
    else if (s->whole && s->whole[index])
        there = s->whole[index];
    if (there && b->rows == 1 && (ready || !kept))
        return there + plan_place(window, b->row, b->column);
    if (there)
        copy_block(there, window, b, s->value);
    else
        evaluate_field(surface, index, s, b, s->value);
    if (kept && !ready)
        store_values(kept, all, s->patch, b, band, s->value);
    return s->value;
}

// Whether a layer changes nothing in a block, because its mask is 0 everywhere. Then its field need not be
// computed, unless a cache is to keep the values.
static bool is_idle(const plan_layer *layer, tr_scratch *s, tr_cache *cache, const tr_rectangle *b, int index) {
    bool ready = false;
    if (layer->where.channel < 0 || (cache && tr_cache_values(cache, index, &ready)))
        return false;
    const float *channel = plan_block_channel(s, layer->where.channel);
    const float from = layer->where.from, scale = 1 / (layer->where.to - from);
    const int count = plan_block_count(b);
    int idle = 0;
    for (int i = 0; i < count; i++)
        idle += (channel[i] - from) * scale <= 0;
    return idle == count;
}

static void join_layer(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int index,
                       const float *values) {
    const plan_layer *layer = &surface->layers[index];
    const tr_shape shape = {.absolute = layer->absolute,
                            .curve = layer->curve.count ? &layer->curve : NULL,
                            .amount = layer->amount,
                            .offset = layer->offset,
                            .join = (int)layer->join,
                            .where = plan_block_mask(s, &layer->where)};
    const bool empty = !s->has_channel[layer->into];
    s->has_channel[layer->into] = true;
    TR_KERNEL_OF(surface->isa, tr_texel_join)
    (&shape, plan_block_count(b), values, empty, s->channels[layer->into]);
}

void plan_block_layer(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                      const tr_rectangle *b, int index) {
    if (!is_idle(&surface->layers[index], s, cache, b, index))
        join_layer(surface, s, b, index, values_of(surface, s, cache, band, b, index));
}

// ---- samples at the same texel -------------------------------------------------------------------

void plan_block_stand(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at) {
    tr_rectangle texel = *at;
    texel.columns = 1;
    plan_block_begin(s);
    find_directions(surface, s, &texel);
    for (int i = 1; i < at->columns; i++)
        s->x[i] = s->x[0], s->y[i] = s->y[0], s->z[i] = s->z[0];
}

void plan_block_layer_at(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at, int index) {
    if (is_idle(&surface->layers[index], s, NULL, at, index))
        return;
    const float *whole = s->whole ? s->whole[index] : NULL;
    if (whole)
        for (int i = 0; i < at->columns; i++)
            s->value[i] = whole[plan_place(s->window, at->row, at->column)];
    else
        evaluate_field(surface, index, s, at, s->value);
    join_layer(surface, s, at, index, s->value);
}

// ---- paint layers -------------------------------------------------------------------------------------

tr_stack plan_block_stack(tr_scratch *s, const plan_paints *plan, tr_texel_paint paints[TR_MAX_PAINTS]) {
    for (int i = 0; i < plan->count; i++) {
        const plan_paint *paint = &plan->paints[i];
        paints[i] = (tr_texel_paint){.gradient = paint->gradients,
                                     .blend = (int)paint->blend,
                                     .strength = paint->strength,
                                     .channel = plan_block_channel(s, paint->channel),
                                     .where = plan_block_mask(s, &paint->where),
                                     .rows = paint->across < 0 ? NULL : &paint->rows,
                                     .across = paint->across < 0 ? NULL : plan_block_channel(s, paint->across)};
    }
    return (tr_stack){plan->count, paints};
}

void plan_block_paint(const tr_surface *surface, tr_map map, const plan_paints *plan, const tr_stack stacks[2],
                      const float *open, int first, int count, uint8_t *out) {
    if (map == TR_MAP_ORM)
        TR_KERNEL_OF(surface->isa, tr_texel_paint_material)(open, &stacks[0], &stacks[1], first, count, out);
    else if (map == TR_MAP_CLOUDS)
        TR_KERNEL_OF(surface->isa, tr_texel_paint_clouds)
    (&surface->srgb, &stacks[0], &stacks[1], first, count, out);
    else if (map == TR_MAP_WATER)
        TR_KERNEL_OF(surface->isa, tr_texel_paint_numbers)(&stacks[0], first, count, out);
    else if (plan && plan->palette.count > 0) TR_KERNEL_OF(surface->isa, tr_texel_paint_palette)(
        &plan->palette, count, stacks[0].paints[0].channel + first, out);
    else TR_KERNEL_OF(surface->isa, tr_texel_paint)(&surface->srgb, stacks[0].count, stacks[0].paints, first,
                                                    count, out);
}

// ---- values that are not from layers -----------------------------------------------------------

const float *plan_block_open_sky(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b) {
    if (!s->occlusion)
        return NULL;
    find_directions(surface, s, b);
    TR_KERNEL_OF(surface->isa, tr_cube_sample_straight)
    (s->occlusion, plan_block_count(b), s->x, s->y, s->z, s->value);
    return s->value;
}

void plan_block_wind(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, const float *wind[3]) {
    find_directions(surface, s, b);
    TR_KERNEL_OF(surface->isa, tr_cube_vectors_sample)
    (s->wind, plan_block_count(b), s->x, s->y, s->z, s->noise, s->weight, s->mask);
    wind[0] = s->noise, wind[1] = s->weight, wind[2] = s->mask;
}

void plan_block_begin(tr_scratch *s) {
    if (s->faces)
        plan_faces_begin(s);
    s->has_directions = false;
    memset(s->has_warp, 0, sizeof s->has_warp);
    memset(s->has_channel, 0, sizeof s->has_channel);
}

// ---- samples anywhere --------------------------------------------------------------------------

void plan_samples_evaluate(const tr_surface *surface, tr_scratch *s, const plan_wanted *wanted,
                           const tr_rectangle *where, const tr_samples *at, float *out) {
    const size_t bytes = (size_t)plan_block_count(where) * sizeof *out;
    plan_block_begin(s);
    memcpy(s->x, at->x, bytes), memcpy(s->y, at->y, bytes), memcpy(s->z, at->z, bytes);
    s->has_directions = true;
    for (int i = 0; i < wanted->end; i++)
        if (wanted->layers[i])
            plan_block_layer(surface, s, NULL, NULL, where, i);
    memcpy(out, plan_block_channel(s, wanted->channel), bytes);
}
