// From fields to texels: shapes, masks, joins, paint layers of colour, and the codes of the maps.
#include "base/maths.h"
#include "noise/maths/vectors.h"
#include "planet/kernels.h"
#include "recipe/recipe.h"

#include <string.h>

enum { batch = TR_BATCH_SAMPLES };
_Static_assert(TR_BATCH_SAMPLES == 64, "fold_range is called for that many");

void TR_KERNEL(tr_texel_directions)(int count, const float *restrict east_x, const float *restrict east_z,
                                    float around, float up, float *restrict x, float *restrict y,
                                    float *restrict z) {
    for (int i = 0; i < count; i++)
        x[i] = east_x[i] * around, y[i] = up, z[i] = east_z[i] * around;
}

void TR_KERNEL(tr_texel_face_directions)(const tr_face *face, int count, const double *restrict across,
                                         double down, float *restrict x, float *restrict y, float *restrict z) {
    const double to_row[3] = {face->major[0] + down * face->down[0], face->major[1] + down * face->down[1],
                              face->major[2] + down * face->down[2]};
    const double right[3] = {face->right[0], face->right[1], face->right[2]};
    for (int i = 0; i < count; i++) {
        const double a = across[i], length = __builtin_sqrt(1 + a * a + down * down);
        x[i] = (float)((to_row[0] + a * right[0]) / length);
        y[i] = (float)((to_row[1] + a * right[1]) / length);
        z[i] = (float)((to_row[2] + a * right[2]) / length);
    }
}

// ---- segments -------------------------------------------------------------------------------------

// The segments that contain some sample of a batch: every sample is past the segments before `first`, and none
// has reached those from `end` on. Neighbours are usually on one of many segments.
typedef struct value_range {
    int first, end;
} value_range;

// Reduces the upper half of `2 * half` minima and maxima into the lower half.
static inline void fold_range(int half, float *restrict low, float *restrict high) {
    for (int k = 0; k < half; k++) {
        low[k] = low[k + half] < low[k] ? low[k + half] : low[k];
        high[k] = high[k + half] > high[k] ? high[k + half] : high[k];
    }
}

static inline value_range find_range(const tr_segments *segments, const float *restrict t) {
    float low[batch / 2], high[batch / 2];
    for (int k = 0; k < batch / 2; k++) {
        low[k] = t[k] < t[k + batch / 2] ? t[k] : t[k + batch / 2];
        high[k] = t[k] < t[k + batch / 2] ? t[k + batch / 2] : t[k];
    }
    fold_range(16, low, high); // separate calls, so that each becomes a vector operation
    fold_range(8, low, high);
    fold_range(4, low, high);
    fold_range(2, low, high);
    fold_range(1, low, high);
    value_range r = {0, 0};
    while (r.first < segments->count &&
           low[0] - segments->segments[r.first].start >= segments->segments[r.first].length)
        r.first++;
    r.end = r.first;
    while (r.end < segments->count && high[0] > segments->segments[r.end].start)
        r.end++;
    return r;
}

// Evaluates the function for a batch of t, which must not contain NaN.
static inline void climb(const tr_segments *segments, int values, const float *restrict t,
                         float (*restrict out)[batch]) {
    enum { few = 2 }; // segments that are evaluated without a search
    value_range r = {0, segments->count};
    if (segments->count > few)
        r = find_range(segments, t);
    for (int c = 0; c < values; c++)
        for (int i = 0; i < batch; i++)
            out[c][i] = segments->segments[r.first].before[c];
    for (int k = r.first; k < r.end; k++) {
        const struct tr_segment segment = segments->segments[k];
        for (int i = 0; i < batch; i++) {
            float along = tr_clampf(t[i] - segment.start, 0, segment.length);
            for (int c = 0; c < values; c++)
                out[c][i] += segment.slope[c] * along;
        }
    }
}

// Clamps values to the start of segments; this also replaces NaN.
static inline void stand_on(const tr_segments *segments, const float *restrict channel, float *restrict t) {
    const float start = segments->segments[0].start;
    for (int i = 0; i < batch; i++)
        t[i] = channel[i] > start ? channel[i] : start;
}

// ---- layers ------------------------------------------------------------------------------------

// m = strength * mask for the samples from `first` on. Returns false if all are 0.
static inline bool make_mask(const tr_mask *mask, float strength, int first, float *restrict m) {
    if (!mask->channel) {
        for (int i = 0; i < batch; i++)
            m[i] = strength;
        return true;
    }
    const float *restrict channel = mask->channel + first;
    const float from = mask->from, scale = 1 / (mask->to - mask->from);
    for (int i = 0; i < batch; i++) {
        float t = tr_clampf((channel[i] - from) * scale, 0, 1);
        m[i] = strength * (t * t * (3 - 2 * t));
    }
    uint32_t any = 0, bits[batch];
    memcpy(bits, m, sizeof bits);
    for (int i = 0; i < batch; i++)
        any |= bits[i];
    return any;
}

static inline void shape_batch(const tr_shape *shape, const float *restrict values, float *restrict v) {
    const float amount = shape->amount, offset = shape->offset;
    for (int i = 0; i < batch; i++)
        v[i] = shape->absolute && values[i] < 0 ? -values[i] : values[i];
    if (shape->curve) {
        float t[batch], curved[1][batch];
        stand_on(shape->curve, v, t);
        climb(shape->curve, 1, t, curved);
        memcpy(v, curved[0], sizeof curved[0]);
    }
    for (int i = 0; i < batch; i++)
        v[i] = amount * v[i] + offset;
}

// channel = old + m * (joined - old), where m is not zero; if m is NULL it counts as 1.
#define JOIN(joined)                                                                                           \
    if (m)                                                                                                     \
        for (int i = 0; i < batch; i++) {                                                                      \
            float old = channel[i], change = m[i] * ((joined)-old);                                            \
            channel[i] = m[i] > 0 ? old + change : old;                                                        \
        }                                                                                                      \
    else                                                                                                       \
        for (int i = 0; i < batch; i++) {                                                                      \
            float old = channel[i];                                                                            \
            channel[i] = old + ((joined)-old);                                                                 \
        }                                                                                                      \
    break

static inline void join_batch(int how, const float *restrict v, const float *restrict m,
                              float *restrict channel) {
    switch (how) {
    case TR_JOIN_MULTIPLY:
        JOIN(old * v[i]);
    case TR_JOIN_MAX:
        JOIN(old > v[i] ? old : v[i]);
    case TR_JOIN_MIN:
        JOIN(old < v[i] ? old : v[i]);
    case TR_JOIN_MIX:
        JOIN(v[i]);
    default:
        if (m)
            for (int i = 0; i < batch; i++)
                channel[i] = m[i] > 0 ? channel[i] + m[i] * v[i] : channel[i];
        else
            for (int i = 0; i < batch; i++)
                channel[i] += v[i];
    }
}

// The most common join: addition without curve and mask.
static inline void add(const tr_shape *shape, int count, const float *restrict values, bool empty,
                       float *restrict channel) {
    const float amount = shape->amount, offset = shape->offset;
    for (int first = 0; first < count; first += batch)
        for (int i = first; i < first + batch; i++) {
            const float v = amount * values[i] + offset;
            channel[i] = (empty ? 0 : channel[i]) + v;
        }
}

void TR_KERNEL(tr_texel_join)(const tr_shape *shape, int count, const float *values, bool empty,
                              float *channel) {
    if (shape->join == TR_JOIN_ADD && !shape->absolute && !shape->curve && !shape->where.channel) {
        if (empty)
            add(shape, count, values, true, channel);
        else
            add(shape, count, values, false, channel);
        return;
    }
    for (int first = 0; first < count; first += batch) {
        float v[batch], m[batch];
        if (empty)
            memset(channel + first, 0, sizeof v);
        if (shape->where.channel && !make_mask(&shape->where, 1, first, m))
            continue;
        shape_batch(shape, values + first, v);
        join_batch(shape->join, v, shape->where.channel ? m : NULL, channel + first);
    }
}

// ---- colour ------------------------------------------------------------------------------------

static inline void blend_batch(int blend, const float *restrict paint, const float *restrict m,
                               float *restrict below) {
    switch (blend) {
    case TR_BLEND_MULTIPLY:
        for (int i = 0; i < batch; i++)
            below[i] += m[i] * (below[i] * paint[i] - below[i]);
        break;
    case TR_BLEND_ADD:
        for (int i = 0; i < batch; i++)
            below[i] += m[i] * paint[i];
        break;
    default:
        for (int i = 0; i < batch; i++)
            below[i] += m[i] * (paint[i] - below[i]);
    }
}

// Mixes the rows of a gradient over two channels, from the first to the last that some sample needs. Where a
// sample is past a row, that row has weight 0 and the next one weight 1. So the result does not depend on which
// rows the neighbours need.
static void mix_rows(const tr_texel_paint *paint, int values, int first, float (*restrict out)[batch]) {
    float t[batch], u[batch], next[3][batch];
    const float *channel = paint->channel + first;
    stand_on(paint->rows, paint->across + first, u);
    const value_range r = find_range(paint->rows, u);
    stand_on(&paint->gradient[r.first], channel, t);
    climb(&paint->gradient[r.first], values, t, out);
    for (int k = r.first; k < r.end; k++) {
        const float start = paint->rows->segments[k].start, length = paint->rows->segments[k].length;
        stand_on(&paint->gradient[k + 1], channel, t);
        climb(&paint->gradient[k + 1], values, t, next);
        for (int i = 0; i < batch; i++) {
            const float f = tr_clampf((u[i] - start) / length, 0, 1); // exactly 1 past a segment of find_range
            for (int c = 0; c < values; c++)
                out[c][i] = (1 - f) * out[c][i] + f * next[c][i];
        }
    }
}

// The colours of a paint layer (3 values), or its numbers (1).
static inline void colour_paint(const tr_texel_paint *paint, int values, int first,
                                float (*restrict out)[batch]) {
    if (paint->rows) {
        mix_rows(paint, values, first, out);
        return;
    }
    float t[batch];
    stand_on(paint->gradient, paint->channel + first, t);
    climb(paint->gradient, values, t, out);
}

// Paints a layer over the result below it, or over black at the bottom of the stack.
static inline void lay_paint(const tr_texel_paint *paint, int values, int first, bool bottom,
                             float (*restrict below)[batch]) {
    float m[batch], colour[3][batch];
    if (bottom && !paint->where.channel && paint->strength == 1 && paint->blend != TR_BLEND_MULTIPLY) {
        colour_paint(paint, values, first, below);
        return;
    }
    if (bottom)
        memset(below, 0, (size_t)values * sizeof *below);
    if (!make_mask(&paint->where, paint->strength, first, m))
        return; // invisible here
    colour_paint(paint, values, first, colour);
    for (int c = 0; c < values; c++)
        blend_batch(paint->blend, colour[c], m, below[c]);
}

// Paints all layers of a stack over a uniform base.
static inline void lay_stack(const tr_stack *stack, int values, float base, int first,
                             float (*restrict out)[batch]) {
    for (int c = 0; c < values; c++)
        for (int i = 0; i < batch; i++)
            out[c][i] = base;
    for (int k = 0; k < stack->count; k++)
        lay_paint(&stack->paints[k], values, first, false, out);
}

// The following code reads and writes several numbers at once.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "memory is laid out for little endian");

#if defined __AVX2__

// Compacts three of four bytes, and three of four words: from 4 * lanes bytes to 3 * lanes.
#define BYTES(k)                                                                                               \
    k, k + 1, k + 2, k + 4, k + 5, k + 6, k + 8, k + 9, k + 10, k + 12, k + 13, k + 14, -1, -1, -1, -1
#if defined __AVX512F__
#define SOME_BYTES BYTES(0), BYTES(16), BYTES(32), BYTES(48)
#define SOME_WORDS 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1
#else
#define SOME_BYTES BYTES(0), BYTES(16)
#define SOME_WORDS 0, 1, 2, 4, 5, 6, -1, -1
#endif

// Writes the bytes of a batch of texels.
static inline void pack_batch(const uint32_t *restrict texels, uint8_t *restrict out) {
    typedef uint8_t bytes __attribute__((vector_size(4 * lanes)));
    for (int i = 0; i < batch; i += lanes) {
        bytes b;
        memcpy(&b, texels + i, sizeof b);
        b = __builtin_shufflevector(b, b, SOME_BYTES);
        const integers packed = __builtin_shufflevector((integers)b, (integers)b, SOME_WORDS);
        if (i + lanes < batch) // the next vector overwrites the excess
            memcpy(out + 3 * i, &packed, sizeof packed);
        else
            memcpy(out + 3 * i, &packed, 3 * lanes);
    }
}

#else

// Writes the bytes of a batch of texels, eight at a time; the next six overwrite the last two.
static inline void pack_batch(const uint32_t *restrict texels, uint8_t *restrict out) {
    uint64_t pairs[batch / 2]; // two texels in six bytes
    memcpy(pairs, texels, sizeof pairs);
    for (int i = 0; i < batch / 2; i++)
        pairs[i] = (pairs[i] & 0xffffff) | (pairs[i] >> 8 & 0xffffff000000);
    for (int i = 0; i < batch / 2 - 1; i++)
        memcpy(out + 6 * i, &pairs[i], sizeof pairs[i]);
    memcpy(out + 3 * batch - 6, &pairs[batch / 2 - 1], 6);
}

#endif

// Writes the bytes of texels, given as red + green * 2^8 + blue * 2^16.
static inline void pack(int count, const uint32_t *restrict texels, uint8_t *restrict out) {
    if (count == batch) {
        pack_batch(texels, out);
        return;
    }
    uint8_t all[3 * batch];
    pack_batch(texels, all);
    memcpy(out, all, 3 * (size_t)count);
}

static inline uint64_t look_up_pair(const uint32_t *restrict table, const uint32_t *restrict index) {
    return table[index[0]] | (uint64_t)table[index[1]] << 32;
}

// out[i] = table[index[i]]. Two at a time, because cores write only one word per cycle. Without vectors,
// because extracting indices from vectors, or gathering, is slower; the barriers prevent the compiler from
// vectorising it.
static inline void look_up(const uint32_t *restrict table, const uint32_t *restrict index,
                           uint32_t *restrict out) {
    for (int i = 0; i < batch; i += 4) {
        uint64_t pair = look_up_pair(table, index + i);
        memcpy(out + i, &pair, sizeof pair);
        __asm__("" ::: "memory");
        pair = look_up_pair(table, index + i + 2);
        memcpy(out + i + 2, &pair, sizeof pair);
        __asm__("" ::: "memory");
    }
}

// texels[i] = red + green * 2^8 + blue * 2^16, encoded.
static inline void encode_srgb(const tr_srgb_table *table, const float (*restrict rgb)[batch],
                               uint32_t *restrict texels) {
    uint32_t low[3][batch], cell[3][batch], said[3][batch];
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < batch; i++) {
            float light = tr_clampf(rgb[c][i], 0x1p-13f, 1);
            uint32_t bits;
            memcpy(&bits, &light, sizeof bits);
            cell[c][i] = (bits >> 16) - TR_SRGB_FIRST_CELL, low[c][i] = bits & 0xffff;
        }
    }
    for (int c = 0; c < 3; c++)
        look_up(table->cell, cell[c], said[c]);
    for (int i = 0; i < batch; i++)
        texels[i] = (said[0][i] + low[0][i]) >> 16 | ((said[1][i] + low[1][i]) >> 8 & 0xff00) |
                    ((said[2][i] + low[2][i]) & 0xff0000);
}

void TR_KERNEL(tr_texel_paint)(const tr_srgb_table *table, int paint_count, const tr_texel_paint *paints,
                               int first, int count, uint8_t *out) {
    if (paint_count == 0)
        memset(out, 0, 3 * (size_t)count);
    for (int i = 0; i < count && paint_count > 0; i += batch) {
        float rgb[3][batch];
        uint32_t texels[batch];
        lay_paint(&paints[0], 3, first + i, true, rgb);
        for (int k = 1; k < paint_count; k++)
            lay_paint(&paints[k], 3, first + i, false, rgb);
        encode_srgb(table, (const float(*)[batch])rgb, texels);
        pack(count - i < batch ? count - i : batch, texels, out + 3 * i);
    }
}

// Encodes 0 … 1 as 0 … 255.
static inline uint32_t encode_number(float x) { return (uint32_t)(int32_t)(tr_clampf(x, 0, 1) * 255 + 0.5f); }

void TR_KERNEL(tr_texel_paint_material)(const float *open, const tr_stack *roughness, const tr_stack *metal,
                                        int first, int count, uint8_t *out) {
    for (int i = 0; i < count; i += batch) {
        float rough[1][batch], metallic[1][batch];
        uint32_t texels[batch];
        lay_stack(roughness, 1, (float)TR_PLAIN_ROUGHNESS, first + i, rough);
        lay_stack(metal, 1, 0, first + i, metallic);
        for (int k = 0; k < batch; k++)
            texels[k] = (open ? encode_number(open[first + i + k]) : 0xff) | encode_number(rough[0][k]) << 8 |
                        encode_number(metallic[0][k]) << 16;
        pack(count - i < batch ? count - i : batch, texels, out + 3 * i);
    }
}

void TR_KERNEL(tr_texel_paint_numbers)(const tr_stack *stack, int first, int count, uint8_t *out) {
    for (int i = 0; i < count; i += batch) {
        const int end = count - i < batch ? count - i : batch;
        float number[1][batch];
        lay_stack(stack, 1, 0, first + i, number);
        for (int k = 0; k < end; k++)
            out[i + k] = (uint8_t)encode_number(number[0][k]);
    }
}

void TR_KERNEL(tr_texel_paint_clouds)(const tr_srgb_table *table, const tr_stack *colour, const tr_stack *cover,
                                      int first, int count, uint8_t *out) {
    for (int i = 0; i < count; i += batch) {
        float rgb[3][batch], covered[1][batch];
        uint32_t texels[batch];
        lay_stack(colour, 3, 1, first + i, rgb);
        lay_stack(cover, 1, 0, first + i, covered);
        encode_srgb(table, (const float(*)[batch])rgb, texels);
        for (int k = 0; k < batch; k++)
            texels[k] |= encode_number(covered[0][k]) << 24;
        memcpy(out + 4 * i, texels, 4 * (size_t)(count - i < batch ? count - i : batch));
    }
}

// ---- palettes ----------------------------------------------------------------------------------

// Samples in the steps of the palette lookup. Several batches perform each step together, so that none stalls
// on recently written data.
typedef struct palette_batch {
    uint16_t cell[batch];
    uint32_t part[batch]; // repeated for each code, with 0 in the upper byte
    uint64_t said[batch]; // values of the cells
} palette_batch;

static inline void find_places(const tr_palette *palette, const float *restrict channel,
                               palette_batch *restrict b) {
    const float start = palette->start, scale = palette->scale, last = palette->last;
    for (int i = 0; i < batch; i++) {
        const uint32_t place = tr_palette_place(start, scale, last, channel[i] > start ? channel[i] : start);
        const uint32_t part = tr_palette_part(place);
        b->cell[i] = (uint16_t)(place / TR_PALETTE_PARTS);
        b->part[i] = part | part << 8 | part << 16;
    }
}

// One by one, because gathering is slower; the barrier prevents the compiler from vectorising it.
static inline void look_up_cells(const uint64_t *restrict table, palette_batch *restrict b) {
    for (int i = 0; i < batch; i += 4) {
        b->said[i] = table[b->cell[i]];
        b->said[i + 1] = table[b->cell[i + 1]];
        b->said[i + 2] = table[b->cell[i + 2]];
        b->said[i + 3] = table[b->cell[i + 3]];
        __asm__("" ::: "memory");
    }
}

// Searches the colours of samples that their cells do not determine.
static void search_palette(const tr_palette *palette, const float *restrict channel,
                           const palette_batch *restrict b, const uint32_t *restrict unclear,
                           uint32_t *restrict texels) {
    for (int i = 0; i < batch; i++) {
        if (!unclear[i])
            continue;
        const float t = channel[i] > palette->start ? channel[i] : palette->start;
        int k = palette->first[b->cell[i]];
        while (tr_float_order(t) >= palette->threshold[k])
            k++;
        texels[i] = palette->colour[k];
    }
}

static inline void make_changes(const tr_palette *palette, const float *restrict channel,
                                const palette_batch *restrict b, uint32_t *restrict texels) {
    uint8_t part[4 * batch], change[4 * batch], code[4 * batch], unclear[4 * batch];
    uint32_t changes[batch], any_of[batch], any = 0;
    for (int i = 0; i < batch; i++)
        texels[i] = (uint32_t)b->said[i], changes[i] = (uint32_t)(b->said[i] >> 32);
    memcpy(code, texels, sizeof code);
    memcpy(change, changes, sizeof change);
    memcpy(part, b->part, sizeof part);
    for (int k = 0; k < 4 * batch; k++) {
        const uint8_t at = change[k] & (TR_PALETTE_FALLS - 1), step = change[k] & TR_PALETTE_FALLS ? 0xff : 1;
        code[k] = (uint8_t)(code[k] + (part[k] >= at ? step : 0));
        unclear[k] = part[k] == at;
    }
    memcpy(texels, code, sizeof code);
    memcpy(any_of, unclear, sizeof any_of);
    for (int i = 0; i < batch; i++)
        any |= any_of[i];
    if (any)
        search_palette(palette, channel, b, any_of, texels);
}

void TR_KERNEL(tr_texel_paint_palette)(const tr_palette *palette, int count, const float *restrict channel,
                                       uint8_t *restrict out) {
    enum { together = 4 };
    for (int start = 0; start < count; start += together * batch) {
        palette_batch batches[together];
        const int samples = count - start < together * batch ? count - start : together * batch;
        for (int i = 0; i < samples; i += batch)
            find_places(palette, channel + start + i, &batches[i / batch]);
        for (int i = 0; i < samples; i += batch)
            look_up_cells(palette->cell, &batches[i / batch]);
        for (int i = 0; i < samples; i += batch) {
            uint32_t texels[batch];
            make_changes(palette, channel + start + i, &batches[i / batch], texels);
            pack(samples - i < batch ? samples - i : batch, texels, out + 3 * (start + i));
        }
    }
}

// ---- heights and normals -----------------------------------------------------------------------

void TR_KERNEL(tr_texel_encode_height)(float low, float high, int count, const float *restrict height,
                                       uint16_t *restrict out) {
    const float scale = 65535 / (high - low);
    for (int i = 0; i < count; i++)
        out[i] = (uint16_t)(int32_t)(tr_clampf((height[i] - low) * scale, 0, 65535) + 0.5f);
}

void TR_KERNEL(tr_texel_shift)(int count, const float *restrict near, const float *restrict far, float part,
                               float fraction, float *restrict out) {
    for (int i = 0; i < count; i++) {
        float a = near[i] + part * (near[i + 1] - near[i]);
        float b = far[i] + part * (far[i + 1] - far[i]);
        out[i] = a + fraction * (b - a);
    }
}

// The end of a step on the grid of a window, and the height there.
typedef struct landing {
    int32_t place[batch];
    float part_x[batch], part_y[batch];
} landing;

// Vectorised with a truncation instead of floor(), because the baseline instruction set lacks it.
__attribute__((always_inline)) static inline void land(const tr_face_heights *of, double a, double b, int i,
                                                       landing *out) {
    const double n = of->resolution, x = ((a + 1) * n - 1) * 0.5, y = ((b + 1) * n - 1) * 0.5;
    int32_t column = (int32_t)x, row = (int32_t)y;
    column -= x < (double)column, row -= y < (double)row;
    out->place[i] = (row - of->row) * of->columns + column - of->column;
    out->part_x[i] = (float)(x - (double)column), out->part_y[i] = (float)(y - (double)row);
}

static void pick_up(const tr_face_heights *of, int count, const landing *where, float *restrict out) {
    for (int i = 0; i < count; i++) {
        const float *near = of->heights + where->place[i], *far = near + of->columns;
        const float x = where->part_x[i];
        const float upper = near[0] + x * (near[1] - near[0]), lower = far[0] + x * (far[1] - far[0]);
        out[i] = upper + where->part_y[i] * (lower - upper);
    }
}

// A texel lies at q = major + a right + b down, whose length is l; its direction is q / l. With h the distance
// of q from the axis, east is (q_z, 0, -q_x) / h and north (-q_y q_x / h, h, -q_y q_z / h) / l. A step ends
// where the ray through q + tan l east meets the face.
static void face_steps_batch(const tr_face_heights *of, int count, const double *restrict across, double down,
                             float *east, float *west, float *north, float *south) {
    const tr_face f = *of->face;
    const double tan = of->tan_step;
    landing e, w, n, s;
    for (int i = 0; i < count; i++) {
        const double a = across[i], b = down;
        const double x = f.major[0] + a * f.right[0] + b * f.down[0];
        const double y = f.major[1] + a * f.right[1] + b * f.down[1];
        const double z = f.major[2] + a * f.right[2] + b * f.down[2];
        const double h = __builtin_sqrt(x * x + z * z), l = __builtin_sqrt(1 + a * a + b * b);
        const double over = 1 / (h > 0 ? h : 1), axis_x = h > 0 ? x * over : 1, axis_z = z * over; // a pole: 0°
        const double along = tan * l, up = -(tan * y);
        const double ex = along * axis_z, ez = -(along * axis_x);
        const double nx = up * axis_x, ny = tan * h, nz = up * axis_z;
        const double em = ex * f.major[0] + ez * f.major[2], er = ex * f.right[0] + ez * f.right[2],
                     ed = ex * f.down[0] + ez * f.down[2];
        const double nm = nx * f.major[0] + ny * f.major[1] + nz * f.major[2],
                     nr = nx * f.right[0] + ny * f.right[1] + nz * f.right[2],
                     nd = nx * f.down[0] + ny * f.down[1] + nz * f.down[2];
        const double to_e = 1 / (1 + em), to_w = 1 / (1 - em), to_n = 1 / (1 + nm), to_s = 1 / (1 - nm);
        land(of, (a + er) * to_e, (b + ed) * to_e, i, &e);
        land(of, (a - er) * to_w, (b - ed) * to_w, i, &w);
        land(of, (a + nr) * to_n, (b + nd) * to_n, i, &n);
        land(of, (a - nr) * to_s, (b - nd) * to_s, i, &s);
    }
    pick_up(of, count, &e, east);
    pick_up(of, count, &w, west);
    pick_up(of, count, &n, north);
    pick_up(of, count, &s, south);
}

void TR_KERNEL(tr_texel_face_steps)(const tr_face_heights *of, int count, const double *across, double down,
                                    float *east, float *west, float *north, float *south) {
    for (int i = 0; i < count; i += batch)
        face_steps_batch(of, count - i < batch ? count - i : batch, across + i, down, east + i, west + i,
                         north + i, south + i);
}

static inline void encode_normal_batch(int count, const float *restrict east, const float *restrict west,
                                       const float *restrict north, const float *restrict south, float scale,
                                       uint8_t *restrict out) {
    uint32_t texels[batch] = {0};
    for (int i = 0; i < count; i++) {
        float e = tr_clampf((east[i] - west[i]) * scale, -1e4f, 1e4f);
        float s = tr_clampf((north[i] - south[i]) * scale, -1e4f, 1e4f);
        float length = 127.5f / __builtin_sqrtf(e * e + s * s + 1);
        texels[i] = (uint32_t)(int32_t)(127.5f - e * length + 0.5f) |
                    (uint32_t)(int32_t)(127.5f - s * length + 0.5f) << 8 |
                    (uint32_t)(int32_t)(127.5f + length + 0.5f) << 16;
    }
    pack(count, texels, out);
}

void TR_KERNEL(tr_texel_encode_normal)(int count, const float *restrict east, const float *restrict west,
                                       const float *restrict north, const float *restrict south, float scale,
                                       uint8_t *restrict out) {
    int i = 0;
    for (; i + batch <= count; i += batch)
        encode_normal_batch(batch, east + i, west + i, north + i, south + i, scale, out + 3 * i);
    if (i < count)
        encode_normal_batch(count - i, east + i, west + i, north + i, south + i, scale, out + 3 * i);
}

// In the frame of east, north and up, the mesh's normal is N = (-e, -n, 1) / L and its eastward tangent is T =
// (1, 0, e) / M, with L^2 = 1 + e^2 + n^2 and M^2 = 1 + e^2. Their cross product is B = (-n e, 1 + e^2, n) / (L
// M). The ground's normal is (-E, -S, 1), not normalised; the result is its components along T, B and N.
static inline void encode_mesh_normal_batch(int count, const tr_mesh_ground *ground, const float *restrict here,
                                            const float *restrict east, const float *restrict west,
                                            const float *restrict north, const float *restrict south,
                                            const float *restrict slope_east, const float *restrict slope_north,
                                            uint8_t *restrict out) {
    const float radius = ground->radius_m, per_step = ground->per_step, relief = ground->slope_exaggeration;
    uint32_t texels[batch] = {0};
    for (int i = 0; i < count; i++) {
        float e = slope_east[i], n = slope_north[i], scale = per_step / (radius + here[i]);
        float rise_east = tr_clampf(e + relief * ((east[i] - west[i]) * scale - e), -1e4f, 1e4f);
        float rise_north = tr_clampf(n + relief * ((north[i] - south[i]) * scale - n), -1e4f, 1e4f);
        float m2 = 1 + e * e, l2 = m2 + n * n;
        float m = __builtin_sqrtf(m2), l = __builtin_sqrtf(l2);
        float x = (e - rise_east) / m;
        float y = (n * e * rise_east - rise_north * m2 + n) / (l * m);
        float z = (e * rise_east + n * rise_north + 1) / l;
        float length = 127.5f / __builtin_sqrtf(x * x + y * y + z * z);
        texels[i] = (uint32_t)(int32_t)(127.5f + x * length + 0.5f) |
                    (uint32_t)(int32_t)(127.5f + y * length + 0.5f) << 8 |
                    (uint32_t)(int32_t)(127.5f + z * length + 0.5f) << 16;
    }
    pack(count, texels, out);
}

void TR_KERNEL(tr_texel_encode_mesh_normal)(int count, const tr_mesh_ground *ground, const float *here,
                                            const float *east, const float *west, const float *north,
                                            const float *south, uint8_t *out) {
    for (int i = 0; i < count; i += batch)
        encode_mesh_normal_batch(count - i < batch ? count - i : batch, ground, here + i, east + i, west + i,
                                 north + i, south + i, ground->slope_east + i, ground->slope_north + i,
                                 out + 3 * i);
}
