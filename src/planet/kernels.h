// The inner loops of the planet module, from the values of fields to texels, for blocks of samples. Compiled
// for every instruction set like the kernels of the noise module (noise/kernels.h), with the same bits as
// results.
//
// They work in batches of TR_BATCH_SAMPLES, which stay in the L1 cache from the first step to the last. Batches
// are always whole: arrays of samples have another TR_BATCH_SAMPLES elements after the last, with arbitrary
// values.
#pragma once
#include "base/colour.h"
#include "noise/kernels.h"
#include "recipe/maps.h"
#include <stdbool.h>
#include <string.h>

// A piecewise-linear function as a sum of segments: base + Σ slope * clamp(t - start, 0, length). It needs no
// search and no branch, and is exact at the given points. The function has 1 value for a curve and 3 (linear
// red, green, blue) for a gradient.
typedef struct tr_segments {
    int count;
    struct tr_segment {
        float start, length, slope[3];
        float before[3]; // base plus the previous segments at their ends
    } * segments;        // owned; in order of start. One more follows the last, of which only `before` is used.
} tr_segments;

enum {
    TR_SRGB_FIRST_CELL = 0x3900, // the upper half of the bits of 2^-13, which has code 0
    TR_SRGB_CELLS = 0x3f80 - TR_SRGB_FIRST_CELL + 1,
};

// The sRGB curve (IEC 61966-2-1) for exact rounding: code k begins at threshold[k].
//
// Floats of one cell share the upper half of their bits: the exponent and seven bits. No cell contains more
// than one threshold. The value of a cell plus the lower half of the bits carries into the upper half from the
// threshold on; that half is the code.
typedef struct tr_srgb_table {
    float threshold[257];
    uint32_t cell[TR_SRGB_CELLS];
} tr_srgb_table;

// A mask: smoothstep from `from` to `to` of a channel. from may be larger than to.
typedef struct tr_mask {
    const float *channel; // NULL: everywhere
    float from, to;
} tr_mask;

// How the values of a field are joined to a channel.
typedef struct tr_shape {
    bool absolute;            // v = |v|
    const tr_segments *curve; // v = curve(v), unless NULL
    float amount, offset;     // v = amount * v + offset
    int join;                 // a tr_join
    tr_mask where;
} tr_shape;

// One paint layer of colour: a gradient over a channel, or rows of gradients over two channels. Rows are
// interpolated linearly in linear light; beyond the first and the last row the colour is constant.
typedef struct tr_texel_paint {
    const tr_segments *gradient; // with `rows`: consecutive gradients, one for each row
    int blend;                   // a tr_blend
    float strength;
    const float *channel;
    tr_mask where;
    const tr_segments *rows; // row k is where segment k begins in `across`, the last row where the last segment
                             // ends (its values are not used); NULL: no rows
    const float *across;
} tr_texel_paint;

// A palette: all colours of a gradient with the values of its channel at which they begin. It gives the result
// of `paint` for a single opaque paint layer.
//
// The range of values is divided into many cells of equal width, and a cell into parts. In nearly all cells
// each of red, green and blue changes at most once, by one. The lower half of such a cell is the colour at its
// start; the bytes of the upper half are the parts where the three change. A part does not tell on which side
// of a change within it a value lies, and a few cells have other changes. In these cases the thresholds are
// searched.
enum {
    TR_PALETTE_CELLS = 4096,
    TR_PALETTE_PARTS = 128,                  // per cell; the last two count as one
    TR_PALETTE_NEVER = TR_PALETTE_PARTS - 1, // a part that contains no value
    TR_PALETTE_FALLS = 0x80,                 // flag of a part: the code decreases by one there
    TR_PALETTE_OTHER = 0,
    TR_PALETTE_PLAIN = 1 // the last byte: whether the cell has no other changes
};
typedef struct tr_palette {
    int count;                // number of colours; 0: there is no palette
    float start, scale, last; // for places
    uint64_t cell[TR_PALETTE_CELLS];
    uint16_t first[TR_PALETTE_CELLS]; // the last colour that begins before a cell
    uint32_t *threshold; // owned: colour k+1 begins at the float with that order; ends with UINT32_MAX
    uint32_t *colour;    // owned: red + green * 2^8 + blue * 2^16
} tr_palette;

// Maps floats to consecutive integers in ascending order; both zeros are equal.
static inline uint32_t tr_float_order(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? 0u - bits : bits | 0x80000000u;
}

// The inverse of tr_float_order.
static inline float tr_float_of_order(uint32_t order) {
    const uint32_t bits = order >> 31 ? order & 0x7fffffff : 0u - order;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The place of a value, which is at least `start`: cell * TR_PALETTE_PARTS + part. It does not decrease as the
// value increases.
static inline uint32_t tr_palette_place(float start, float scale, float last, float t) {
    const float place = (t - start) * scale;
    return (uint32_t)(int32_t)(place < last ? place : last);
}

// The part of a place within its cell.
static inline uint32_t tr_palette_part(uint32_t place) {
    const uint32_t part = place % TR_PALETTE_PARTS;
    return part < TR_PALETTE_PARTS - 2 ? part : TR_PALETTE_PARTS - 2;
}

// Paint layers on top of each other, lowest first. Paint layers of numbers use the red value.
typedef struct tr_stack {
    int count;
    const tr_texel_paint *paints;
} tr_stack;

// The reference for normals of a displaced planet: its mesh at the texels of a row.
typedef struct tr_mesh_ground {
    float radius_m, per_step; // per_step converts differences of height over two steps to metres per radian
    float slope_exaggeration; // factor for slopes that the mesh does not have
    const float *slope_east, *slope_north;
} tr_mesh_ground;

// Heights on a face, whose grid continues beyond its edges.
typedef struct tr_face_heights {
    const tr_face *face;
    int resolution;       // number of texels along it
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
// Joins a shaped field to a channel. If `empty` is true the channel counts as zero. The mask may use the same
// channel.
TR_DECLARE_KERNEL(tr_texel_join,
                  (const tr_shape *shape, int count, const float *values, bool empty, float *channel))
// Paints layers over black, from the first to the last, in linear light, and encodes the result as sRGB: three
// bytes for each of the samples first … first+count-1.
TR_DECLARE_KERNEL(tr_texel_paint, (const tr_srgb_table *table, int paint_count, const tr_texel_paint *paints,
                                   int first, int count, uint8_t *out))
// The same for one paint layer with a palette. The channel starts at the first sample.
TR_DECLARE_KERNEL(tr_texel_paint_palette,
                  (const tr_palette *palette, int count, const float *channel, uint8_t *out))
// Paints layers of numbers over TR_PLAIN_ROUGHNESS and over 0. Writes three bytes: the open fraction of the sky
// (for the samples from the first on; NULL: 1), roughness, metal.
TR_DECLARE_KERNEL(tr_texel_paint_material, (const float *open, const tr_stack *roughness, const tr_stack *metal,
                                            int first, int count, uint8_t *out))
// Paints layers of numbers over 0 and encodes 0 … 1 as 0 … 255.
TR_DECLARE_KERNEL(tr_texel_paint_numbers, (const tr_stack *numbers, int first, int count, uint8_t *out))
// Paints layers of colour over white, encoded as sRGB, and layers of numbers over 0 for alpha: four bytes.
TR_DECLARE_KERNEL(tr_texel_paint_clouds, (const tr_srgb_table *table, const tr_stack *colour,
                                          const tr_stack *cover, int first, int count, uint8_t *out))
// out[i] = 0 … 65535 for height low … high.
TR_DECLARE_KERNEL(tr_texel_encode_height,
                  (float low, float high, int count, const float *height, uint16_t *out))
// out[i] = bilinear interpolation of near[i], near[i + 1], far[i] and far[i + 1]: `part` of the way from the
// first to the second, `fraction` of the way from near to far. Reads no slack.
TR_DECLARE_KERNEL(tr_texel_shift,
                  (int count, const float *near, const float *far, float part, float fraction, float *out))
// Heights one step away from the texels of a row of a face, along great circles to the east, west, north and
// south: bilinear interpolation in a window.
TR_DECLARE_KERNEL(tr_texel_face_steps, (const tr_face_heights *of, int count, const double *across, double down,
                                        float *east, float *west, float *north, float *south))
// out[3 i …] = the unit normal, -1 … 1 as 0 … 255, from the heights around a texel; scale converts their
// differences to slopes (rise over run). Reads no slack.
TR_DECLARE_KERNEL(tr_texel_encode_normal, (int count, const float *east, const float *west, const float *north,
                                           const float *south, float scale, uint8_t *out))
// The same for a displaced planet: the ground's normal in the frame of the mesh's normal and its eastward
// tangent. `here` are the heights of the texels. Reads no slack.
TR_DECLARE_KERNEL(tr_texel_encode_mesh_normal,
                  (int count, const tr_mesh_ground *ground, const float *here, const float *east,
                   const float *west, const float *north, const float *south, uint8_t *out))

// Fills the table. Exact: the power of the curve is computed by Newton's method in double.
void tr_srgb_table_fill(tr_srgb_table *table);

// The code of linear light, clamped to 0 … 1.
static inline uint32_t tr_srgb_encode(const tr_srgb_table *table, float light) {
    light = light > 0x1p-13f ? light < 1 ? light : 1 : 0x1p-13f;
    uint32_t bits;
    memcpy(&bits, &light, sizeof bits);
    return (table->cell[(bits >> 16) - TR_SRGB_FIRST_CELL] + (bits & 0xffff)) >> 16;
}

// Fills the palette of a gradient. It stays empty if the gradient has one colour or too many, or if memory is
// short; then `paint` handles the layer. Clear it when done.
void tr_palette_fill(const tr_segments *gradient, const tr_srgb_table *table, tr_palette *palette);
void tr_palette_clear(tr_palette *palette);
