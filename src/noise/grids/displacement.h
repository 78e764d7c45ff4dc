// The common part of the displacement fields: midpoint displacement, diamond-square and Olsen noise.
//
// All of them refine a lattice. Level 0 has random values. Level l + 1 has twice as many points along each
// axis, which are means of nearby points of level l plus a random offset. Two ideas make them fields instead of
// pictures:
//
// - A random number is a hash of (x, y, level, seed), not the next number of a sequence. A point has the same
//   value independent of what else is computed, in any order and on any thread.
// - A window of level l + 1 needs only a window of level l that is about half as wide, and so on down to a few
//   points of level 0 (Tatarize 2013). Every tile of a picture is computed independently, and nothing outside
//   the picture is computed.
#pragma once
#include "base/hash.h"
#include "base/isa.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TR_MAX_LEVELS = 48,
    TR_TILE_COLUMNS = 4096, // a tile is computed independently by one thread; its rows fit the L2 cache
    TR_TILE_ROWS = 128,
    TR_LEVEL_PAD = 32, // extra elements of a row beyond its span, because kernels process whole vectors
};

// Rounds up to a whole number of cache lines, for elements of four bytes.
static inline size_t tr_round_up(size_t n) { return (n + 15) / 16 * 16; }

// A zeroed array that starts on a cache line, or NULL if the size overflows or memory runs out. Free with
// tr_free_lines().
void *tr_allocate_lines(size_t count, size_t element_bytes);
// As the function above, with uninitialised contents.
void *tr_allocate_raw_lines(size_t count, size_t element_bytes);

// ---- axes --------------------------------------------------------------------------------------

typedef enum tr_edges {
    TR_EDGES_NONE,   // the lattice is unbounded
    TR_EDGES_WRAP,   // it repeats after `cells` cells of level 0
    TR_EDGES_MIRROR, // it ends at 0 and at `cells`, and is mirrored there
} tr_edges;

typedef struct tr_axis {
    tr_edges edges;
    int64_t cells; // at least 1 unless edges is TR_EDGES_NONE
} tr_axis;

// The lattice points first … first + count - 1.
typedef struct tr_span {
    int64_t first;
    int count;
} tr_span;

static inline int64_t tr_floor_mod(int64_t a, int64_t m) {
    int64_t rest = a % m;
    return rest < 0 ? rest + m : rest;
}

// Maps a point of a level beyond an edge to the point that has its value; other points to themselves.
static inline int64_t tr_axis_fold(tr_axis axis, int level, int64_t x) {
    if (axis.edges == TR_EDGES_NONE)
        return x;
    int64_t cells = axis.cells << level;
    if (x >= 0 && x < cells)
        return x;
    if (axis.edges == TR_EDGES_WRAP)
        return tr_floor_mod(x, cells);
    int64_t turned = tr_floor_mod(x, 2 * cells);
    return turned > cells ? 2 * cells - turned : turned;
}

// The span of level l that is needed to compute `span` of level l + 1. Point x of the finer level reads ⌊x/2⌋
// and ⌊x/2⌋ + 1; with reach 1 an even x also reads x/2 - 1.
static inline tr_span tr_span_parent(tr_span span, int reach) {
    int64_t first = (span.first - reach) >> 1, last = ((span.first + span.count - 1) >> 1) + 1;
    return (tr_span){first, (int)(last - first + 1)};
}

// The span of the finer level that is computed from `coarse`: both points of each cell.
static inline tr_span tr_span_refined(tr_span coarse) {
    return (tr_span){2 * coarse.first, 2 * (coarse.count - 1)};
}

// ---- random numbers ----------------------------------------------------------------------------

// A lattice point has a key for each of its coordinates, 32 well mixed bits. The xor of its keys is hashed once
// more. Keys of columns are computed once for a picture and keys of rows once for a row. So 64-bit coordinates,
// periods, levels and seeds cost nothing per sample.
static inline uint64_t tr_axis_seed(uint64_t seed, int level, int axis) {
    return tr_hash_pair(tr_hash_pair(seed, (uint64_t)level), (uint64_t)axis);
}

static inline uint32_t tr_axis_key(uint64_t axis_seed, int64_t coordinate) {
    return (uint32_t)(tr_hash_u64(axis_seed ^ (uint64_t)coordinate) >> 32);
}

static inline uint32_t tr_point_hash(uint32_t keys) {
    uint32_t h = keys * TR_HASH_FIRST;
    return (h ^ (h >> 15)) * TR_HASH_SECOND;
}

// Uniform in [-2^31, 2^31].
static inline float tr_point_random(uint32_t keys) { return (float)(int32_t)tr_point_hash(keys); }

// Keys for a span of cells: of their even points 2 (first + i) and odd points 2 (first + i) + 1.
typedef struct tr_keys {
    uint32_t *even, *odd;
} tr_keys;

// Fills keys of level `level` for the points of `span`, which starts at an even point and has an even count.
void tr_keys_fill(tr_axis axis, uint64_t axis_seed, int level, tr_span span, tr_keys keys);

// ---- kernels -----------------------------------------------------------------------------------

// A row of cells: the points above and below them, their centres, and the centres of the cells above.
typedef struct tr_cell_row {
    const float *above, *below, *centres, *centres_above;
} tr_cell_row;

// The inner loops, one source each (*_kernel.c), compiled for every instruction set with the same bits as
// results. Arrays of one call do not overlap.
//
// A row of centres of cells: out[i] is the mean of above[i], above[i + 1], below[i] and below[i + 1] plus
// amplitude * tr_point_random(keys[i] ^ row), i = 0 … count - 1.
TR_DECLARE_KERNEL(tr_subdivide_centres, (int count, const float *above, const float *below,
                                         const uint32_t *keys, uint32_t row, float amplitude, float *out))
// The same with double weight for the two corners that are older than the others (that are not midpoints of
// edges). first_diagonal: these are above[0] and below[1].
TR_DECLARE_KERNEL(tr_subdivide_centres_six,
                  (int count, bool first_diagonal, const float *above, const float *below, const uint32_t *keys,
                   uint32_t row, float amplitude, float *out))
// The two rows of the finer level that start at a row of points, for the cells i = 0 … count - 1:
//
//     upper[2 i] = above[i]        upper[2 i + 1] = middle of above[i] and above[i + 1]
//     lower[2 i] = middle of above[i] and below[i]        lower[2 i + 1] = centres[i]
//
// A middle is a mean of those two with weight (1 - centre_weight)/2 and of the two centres on either side
// with weight centre_weight/2, plus amplitude * tr_point_random(its key ^ row[0 or 1]). Reads centres[-1]
// and up to 17 elements beyond the ends of its inputs; writes up to 30 beyond the ends of its outputs.
TR_DECLARE_KERNEL(tr_subdivide_edges, (int count, tr_cell_row cells, tr_keys keys, const uint32_t row[2],
                                       float amplitude, float centre_weight, float *upper, float *lower))
// The same for elements first … first + columns - 1 of the two rows, written with non-temporal stores to
// upper[columns] and lower[columns]. first is at most 2 and columns at least 64. Both targets have the same
// alignment relative to cache lines of 64 bytes, with element 0 aligned to 8 bytes.
TR_DECLARE_KERNEL(tr_subdivide_edges_stream,
                  (tr_cell_row cells, tr_keys keys, const uint32_t row[2], float amplitude, float centre_weight,
                   int first, int columns, float *upper, float *lower))

// Olsen noise: out = nearer * a + further * b, or this sum added to out.
TR_DECLARE_KERNEL(tr_olsen_blend,
                  (int count, const uint16_t *a, const uint16_t *b, float nearer, float further, float *out))
TR_DECLARE_KERNEL(tr_olsen_blend_add,
                  (int count, const uint16_t *a, const uint16_t *b, float nearer, float further, float *out))
// out[2 i] = ⌊(near v[i] + far v[i + 1]) share⌋ + a random bit; out[2 i + 1] is the same with near and far
// exchanged; i = 0 … count - 1. v are whole numbers. The bit is 1 << (31 - shift), and row is the xor of all
// keys except that of the column.
TR_DECLARE_KERNEL(tr_olsen_row, (int count, const float *v, tr_keys keys, uint32_t row, float near, float far,
                                 float fraction, int shift, uint16_t *out))

// Copies with non-temporal stores, for results that are larger than the caches. After tr_stream_end other
// threads can read the data.
TR_DECLARE_KERNEL(tr_stream, (size_t bytes, const void *from, void *to))
TR_DECLARE_KERNEL(tr_stream_end, (void))
