// The inner loops of the planet module: what happens to a block of samples between a field and a texel.
// Compiled for every instruction set like the kernels of the noise module (noise/kernels.h), with the same bits
// in each.
//
// They work in batches of TR_BATCH_SAMPLES, which stay in the nearest cache from the first step to the last.
// Batches are always whole: arrays of samples have room for another TR_BATCH_SAMPLES behind the last, whose
// values do not matter.
#pragma once
#include "base/colour.h"
#include "noise/kernels.h"
#include "recipe/maps.h"
#include <stdbool.h>
#include <string.h>

// A piecewise-linear function as a sum of segments: base + Σ slope * clamp(t - start, 0, length). No search, no
// branch, and exact at the given points. The function has 1 value for a curve and 3 (linear red, green, blue)
// for a gradient.
typedef struct tr_segments {
    int count;
    struct tr_segment {
        float start, length, slope[3];
        float before[3]; // base and the segments before this one, climbed to their ends
    } * segments;        // owned; starts ascend. Behind the last is one more, of which only `before` counts.
} tr_segments;

enum {
    TR_SRGB_FIRST_CELL = 0x3900, // the upper half of the bits of 2^-13, which has code 0
    TR_SRGB_CELLS = 0x3f80 - TR_SRGB_FIRST_CELL + 1,
};

// The sRGB curve (IEC 61966-2-1) for exact rounding: code k begins at threshold[k].
//
// Floats of one cell have the upper half of their bits in common: the exponent and seven bits. No cell holds
// more than one threshold. What a cell says, plus the lower half of the bits, carries into the upper half from
// the threshold on: that half is the code.
typedef struct tr_srgb_table {
    float threshold[257];
    uint32_t cell[TR_SRGB_CELLS];
} tr_srgb_table;

// Where something applies: smoothstep from `from` to `to` of a channel; from may be larger than to.
typedef struct tr_mask {
    const float *channel; // NULL: everywhere
    float from, to;
} tr_mask;

// How the values of a field become part of a channel.
typedef struct tr_shape {
    bool absolute;            // v = |v|
    const tr_segments *curve; // v = curve(v), unless NULL
    float amount, offset;     // v = amount * v + offset
    int join;                 // a tr_join
    tr_mask where;
} tr_shape;

// One paint layer of colour: a gradient over a channel, or rows of gradients over two: bilinear between them,
// in linear light, and the same beyond the first and the last row.
typedef struct tr_texel_paint {
    const tr_segments *gradient; // with `rows` one for each, one after another
    int blend;                   // a tr_blend
    float strength;
    const float *channel;
    tr_mask where;
    const tr_segments *rows; // row k lies where segment k begins in `across`, the last where the last segment
                             // ends (values do not matter); NULL: no rows
    const float *across;
} tr_texel_paint;

// A palette: all colours of a gradient with the values of its channel at which they begin, what `paint` makes
// of one opaque paint layer alone.
//
// A value has a place in one of many equally wide cells: its cell, and a part of the cell. In nearly all cells
// red, green and blue change once each, by one, if at all. Such a cell holds the colour before, in its lower
// half, and in the bytes of the upper half the parts where the three change. A part is too coarse to say on
// which side of a change within it a value lies, and few cells have other changes: for such values the
// thresholds are searched.
enum {
    TR_PALETTE_CELLS = 4096,
    TR_PALETTE_PARTS = 128,                  // of a cell; the last two count as one
    TR_PALETTE_NEVER = TR_PALETTE_PARTS - 1, // a part that no value is in
    TR_PALETTE_FALLS = 0x80,                 // beside the part of a change: a code is one less from there on
    TR_PALETTE_OTHER = 0,
    TR_PALETTE_PLAIN = 1 // the last byte: whether there are other changes
};
typedef struct tr_palette {
    int count;                // of colours; 0: there is no palette
    float start, scale, last; // of the places
    uint64_t cell[TR_PALETTE_CELLS];
    uint16_t first[TR_PALETTE_CELLS]; // the last colour that begins before a cell does
    uint32_t *threshold; // owned: colour k+1 begins at the float of that order; behind the last: UINT32_MAX
    uint32_t *colour;    // owned: red + green * 2^8 + blue * 2^16
} tr_palette;

// Numbers the floats from the lowest to the highest without a gap, both zeros alike.
static inline uint32_t tr_float_order(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? 0u - bits : bits | 0x80000000u;
}

// The float of a number in that order.
static inline float tr_float_of_order(uint32_t order) {
    const uint32_t bits = order >> 31 ? order & 0x7fffffff : 0u - order;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The place of a value, which may be anything from the start on: cell * TR_PALETTE_PARTS + part. It never falls
// as the value rises.
static inline uint32_t tr_palette_place(float start, float scale, float last, float t) {
    const float place = (t - start) * scale;
    return (uint32_t)(int32_t)(place < last ? place : last);
}

// The part of a cell where a place is.
static inline uint32_t tr_palette_part(uint32_t place) {
    const uint32_t part = place % TR_PALETTE_PARTS;
    return part < TR_PALETTE_PARTS - 2 ? part : TR_PALETTE_PARTS - 2;
}

// Paint layers that lie on one another, the lowest first. Paint layers of numbers have their values where
// colours have red.
typedef struct tr_stack {
    int count;
    const tr_texel_paint *paints;
} tr_stack;

// What the normals of a displaced planet are measured on: its mesh, at the texels of a row.
typedef struct tr_mesh_ground {
    float radius_m, per_step; // per_step turns differences of height over two steps into metres per radian
    float slope_exaggeration; // how many times steeper than nature is what the mesh does not have
    const float *slope_east, *slope_north;
} tr_mesh_ground;

// Heights on a face, whose own grid goes on beyond its edges.
typedef struct tr_face_heights {
    const tr_face *face;
    int resolution;       // texels along it
    double tan_step;      // the tangent of a step
    const float *heights; // of a window: row by row from the texel (column, row)
    int column, row, columns;
} tr_face_heights;

// Directions of texels of one row: (east_x * around, up, east_z * around).
TR_DECLARE_KERNEL(tr_texel_directions, (int count, const float *east_x, const float *east_z, float around,
                                        float up, float *x, float *y, float *z))
// Directions of texels of one row of a face of the cube: their places across it and down.
TR_DECLARE_KERNEL(tr_texel_face_directions, (const tr_face *face, int count, const double *across, double down,
                                             float *x, float *y, float *z))
// Joins a shaped field to a channel, which counts as zero when it is `empty`. The channel of the mask may
// be that channel.
TR_DECLARE_KERNEL(tr_texel_join,
                  (const tr_shape *shape, int count, const float *values, bool empty, float *channel))
// Lays paint layers over black, from the first to the last, in linear light, and encodes what comes out as
// sRGB, three bytes for each of the samples first … first+count-1.
TR_DECLARE_KERNEL(tr_texel_paint, (const tr_srgb_table *table, int paint_count, const tr_texel_paint *paints,
                                   int first, int count, uint8_t *out))
// The same for one paint layer with a palette, over the channel from the first sample on.
TR_DECLARE_KERNEL(tr_texel_paint_palette,
                  (const tr_palette *palette, int count, const float *channel, uint8_t *out))
// Lays paint layers of numbers over TR_PLAIN_ROUGHNESS and over 0: three bytes, what of the sky is open (of the
// samples from the first on; NULL: all of it), roughness, metal.
TR_DECLARE_KERNEL(tr_texel_paint_material, (const float *open, const tr_stack *roughness, const tr_stack *metal,
                                            int first, int count, uint8_t *out))
// Lays paint layers of numbers over 0: 0 … 1 as 0 … 255.
TR_DECLARE_KERNEL(tr_texel_paint_numbers, (const tr_stack *numbers, int first, int count, uint8_t *out))
// Lays paint layers of colour over white, encoded as sRGB, and paint layers of numbers over 0 for alpha: four
// bytes.
TR_DECLARE_KERNEL(tr_texel_paint_clouds, (const tr_srgb_table *table, const tr_stack *colour,
                                          const tr_stack *cover, int first, int count, uint8_t *out))
// out[i] = 0 … 65535 for height low … high.
TR_DECLARE_KERNEL(tr_texel_encode_height,
                  (float low, float high, int count, const float *height, uint16_t *out))
// out[i] = the bilinear mean of near[i], near[i + 1], far[i] and far[i + 1]: `part` of the way from the
// first to the second, `fraction` of the way from near to far. Reads no slack.
TR_DECLARE_KERNEL(tr_texel_shift,
                  (int count, const float *near, const float *far, float part, float fraction, float *out))
// Heights where great circles that leave the texels of a row of a face towards the east, the west, the
// north and the south are after a step: bilinear between those of a window.
TR_DECLARE_KERNEL(tr_texel_face_steps, (const tr_face_heights *of, int count, const double *across, double down,
                                        float *east, float *west, float *north, float *south))
// out[3 i …] = the unit normal, -1 … 1 as 0 … 255, from heights around a texel; scale makes slopes (rise
// over run) of their differences. Reads no slack.
TR_DECLARE_KERNEL(tr_texel_encode_normal, (int count, const float *east, const float *west, const float *north,
                                           const float *south, float scale, uint8_t *out))
// The same for a displaced planet: the ground's normal as seen from the frame of the mesh's own normal and
// its tangent to the east. `here` are the heights of the texels. Reads no slack.
TR_DECLARE_KERNEL(tr_texel_encode_mesh_normal,
                  (int count, const tr_mesh_ground *ground, const float *here, const float *east,
                   const float *west, const float *north, const float *south, uint8_t *out))

// Fills the table. Exact: the curve's power is taken by Newton's method in double.
void tr_srgb_table_fill(tr_srgb_table *table);

// The code of linear light; below 0 that of 0, above 1 that of 1.
static inline uint32_t tr_srgb_encode(const tr_srgb_table *table, float light) {
    light = light > 0x1p-13f ? light < 1 ? light : 1 : 0x1p-13f;
    uint32_t bits;
    memcpy(&bits, &light, sizeof bits);
    return (table->cell[(bits >> 16) - TR_SRGB_FIRST_CELL] + (bits & 0xffff)) >> 16;
}

// Fills the palette of a gradient. It stays empty where the gradient has one colour or too many, or where
// memory is short: paint does all. Clear it when done.
void tr_palette_fill(const tr_segments *gradient, const tr_srgb_table *table, tr_palette *palette);
void tr_palette_clear(tr_palette *palette);
