// The inner loops of the planet room: what happens to a block of samples between a field and a texel. Compiled
// for every instruction set like the kernels of the noise room (noise/kernels.h), with the same bits in each.
#pragma once
#include "noise/kernels.h"

enum { TR_SRGB_BINS = 4096 };

// A piecewise-linear function as a sum of ramps: base + Σ slope * clamp(t - start, 0, length). No search, no
// branch, and exact at the given points. values is 1 for a curve and 3 (linear red, green, blue) for a
// gradient.
typedef struct tr_ramps {
    int count;
    float base[3];
    struct tr_ramp {
        float start, length, slope[3];
    } * ramps; // owned
} tr_ramps;

// The sRGB curve (IEC 61966-2-1) for exact rounding: code k begins at threshold[k]; bin i of [0, 1] begins with
// code[i], and holds at most one threshold.
typedef struct tr_srgb_table {
    float threshold[257];
    int32_t code[TR_SRGB_BINS + 1];
} tr_srgb_table;

typedef struct tr_texel_kernels {
    // v = |v| when fold; v = curve(v) unless ramps is NULL; v = amount * v + offset.
    void (*shape)(int fold, const tr_ramps *ramps, float amount, float offset, int count, float *v);
    // mask = strength * smoothstep from `from` to `to` of a channel; from may be larger than to.
    void (*mask)(float from, float to, float strength, int count, const float *channel, float *mask);
    // channel = join(channel, v) as far as mask says. join is a tr_join.
    void (*join)(int join, int count, const float *v, const float *mask, float *channel);
    // Lays a gradient over a channel as one more coat on rgb (three arrays of TR_BLOCK_SAMPLES, linear light).
    void (*paint)(const tr_ramps *gradient, int blend, int count, const float *channel, const float *mask,
                  float (*rgb)[TR_BLOCK_SAMPLES]);
    // out[3 i …] = sRGB codes of rgb[.][i].
    void (*encode_srgb)(const tr_srgb_table *table, int count, const float (*rgb)[TR_BLOCK_SAMPLES],
                        uint8_t *out);
    // out[i] = 0 … 65535 for height low … high.
    void (*encode_height)(float low, float high, int count, const float *height, uint16_t *out);
    // out[3 i …] = the unit normal of slopes (rise over run towards east and north), -1 … 1 as 0 … 255.
    void (*encode_normal)(int count, const float *slope_east, const float *slope_north, uint8_t *out);
} tr_texel_kernels;

// The kernels for an instruction set that tr_isa_available.
tr_texel_kernels tr_texel_kernels_for(tr_isa isa);

// Fills the table. Exact: the curve's power is taken by Newton's method in double.
void tr_srgb_table_fill(tr_srgb_table *table);

// The linear light of an 8-bit sRGB code.
double tr_srgb_decode(uint8_t code);
