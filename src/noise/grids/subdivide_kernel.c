// The two steps of midpoint displacement and diamond-square, row by row: centres of cells from their corners,
// then midpoints of edges from both. Sums are formed of opposite pairs, so that a mirrored or rotated lattice
// gives the same bits.
#include "noise/grids/displacement.h"
#include "noise/maths/vectors.h"

void TR_KERNEL(tr_subdivide_centres)(int count, const float *restrict above, const float *restrict below,
                                     const uint32_t *restrict keys, uint32_t row, float amplitude,
                                     float *restrict out) {
    for (int i = 0; i < count; i++) {
        float sum = (above[i] + above[i + 1]) + (below[i] + below[i + 1]);
        out[i] = sum * 0.25f + amplitude * tr_point_random(keys[i] ^ row);
    }
}

void TR_KERNEL(tr_subdivide_centres_six)(int count, bool first_diagonal, const float *restrict above,
                                         const float *restrict below, const uint32_t *restrict keys,
                                         uint32_t row, float amplitude, float *restrict out) {
    const int turned = !first_diagonal;
    for (int i = 0; i < count; i++) {
        float diagonal = above[i] + below[i + 1], other = above[i + 1] + below[i];
        float older = (i ^ turned) & 1 ? other : diagonal;
        out[i] = ((diagonal + other) + older) * (1 / 6.0f) + amplitude * tr_point_random(keys[i] ^ row);
    }
}

// ---- edges -------------------------------------------------------------------------------------

// The widest rows are written straight to memory, vector by vector; so the code uses explicit vectors.
#if defined __AVX512F__
#define SPREAD_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define SPREAD_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif defined __AVX__
#define SPREAD_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define SPREAD_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#else
#define SPREAD_LOW 0, 4, 1, 5
#define SPREAD_HIGH 2, 6, 3, 7
#endif

static inline floats randoms(const uint32_t *keys, uint32_t row) {
    words h;
    memcpy(&h, keys, sizeof h);
    h = (h ^ row) * TR_HASH_FIRST;
    h = (h ^ (h >> 15)) * TR_HASH_SECOND;
    return __builtin_convertvector((integers)h, floats);
}

// Two interleaved vectors: a[0], b[0], a[1], b[1], …
typedef struct pairs {
    floats low, high;
} pairs;

static inline pairs take_turns(floats a, floats b) {
    return (pairs){__builtin_shufflevector(a, b, SPREAD_LOW), __builtin_shufflevector(a, b, SPREAD_HIGH)};
}

typedef struct weights {
    float point, centre, amplitude;
} weights;

typedef struct row_pair {
    pairs upper, lower;
} row_pair;

// Both rows over the cells i … i + lanes - 1.
__attribute__((always_inline)) static inline row_pair make_edges(const tr_cell_row *cells, tr_keys keys,
                                                                 const uint32_t row[2], weights w, int i) {
    floats point = load(cells->above + i), centre = load(cells->centres + i);
    floats across =
        (point + load(cells->above + i + 1)) * w.point + (load(cells->centres_above + i) + centre) * w.centre;
    floats down =
        (point + load(cells->below + i)) * w.point + (load(cells->centres + i - 1) + centre) * w.centre;
    return (row_pair){take_turns(point, across + w.amplitude * randoms(keys.odd + i, row[0])),
                      take_turns(down + w.amplitude * randoms(keys.even + i, row[1]), centre)};
}

static weights weights_of(float amplitude, float centre_weight) {
    return (weights){0.5f - 0.5f * centre_weight, 0.5f * centre_weight, amplitude};
}

static inline void store_pairs(float *to, pairs p) {
    store(to, p.low);
    store(to + lanes, p.high);
}

static inline void stream_pairs(float *to, pairs p) {
    store_past_caches((vector *)(void *)to, (vector)p.low);
    store_past_caches((vector *)(void *)(to + lanes), (vector)p.high);
}

void TR_KERNEL(tr_subdivide_edges)(int count, tr_cell_row cells, tr_keys keys, const uint32_t row[2],
                                   float amplitude, float centre_weight, float *upper, float *lower) {
    const weights w = weights_of(amplitude, centre_weight);
    const uint32_t rows[2] = {row[0], row[1]};
    for (int i = 0; i < count; i += lanes) {
        const row_pair r = make_edges(&cells, keys, rows, w, i);
        store_pairs(upper + 2 * i, r.upper);
        store_pairs(lower + 2 * i, r.lower);
    }
}

// Stores elements from … to - 1 of both rows, which are in the vectors of cell i.
static void store_part(const tr_cell_row *cells, tr_keys keys, const uint32_t rows[2], weights w, int i,
                       int from, int to, float *upper, float *lower) {
    float both[2][2 * lanes];
    const row_pair r = make_edges(cells, keys, rows, w, i);
    store_pairs(both[0], r.upper);
    store_pairs(both[1], r.lower);
    const size_t bytes = (size_t)(to - from) * sizeof(float);
    memcpy(upper + from, both[0] + (from - 2 * i), bytes);
    memcpy(lower + from, both[1] + (from - 2 * i), bytes);
}

void TR_KERNEL(tr_subdivide_edges_stream)(tr_cell_row cells, tr_keys keys, const uint32_t row[2],
                                          float amplitude, float centre_weight, int first, int columns,
                                          float *upper, float *lower) {
    const weights w = weights_of(amplitude, centre_weight);
    const uint32_t rows[2] = {row[0], row[1]};
    const int end = first + columns;
    upper -= first, lower -= first; // now element e of the rows is stored at upper[e]
    int i = (first + 1) / 2;
    while ((uintptr_t)(upper + 2 * i) % sizeof(floats))
        i++;
    if (first < 2 * i)
        store_part(&cells, keys, rows, w, 0, first, 2 * i, upper, lower);
    for (; 2 * (i + lanes) <= end; i += lanes) {
        const row_pair r = make_edges(&cells, keys, rows, w, i);
        stream_pairs(upper + 2 * i, r.upper);
        stream_pairs(lower + 2 * i, r.lower);
    }
    if (2 * i < end)
        store_part(&cells, keys, rows, w, i, 2 * i, end, upper, lower);
}
