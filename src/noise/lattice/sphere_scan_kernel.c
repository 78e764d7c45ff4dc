// The scan along a circle of latitude, one octave at a time.
//
// Seen from above, a quarter of the circle is a monotone staircase of lattice cells: each is one step back in x
// or one step forward in z from the previous one. Because y is constant, an edge of the lattice along y is
// reduced to one number (or for gradients, one linear function), and a cell to the four edges at its corners:
//
//     z     c d      a step in z: the new cell's a and b were c and d
//     |     a b      a step in x: the new cell's b and d were a and c
//     o-- x
//
// So each cell has two new corners: c, which lies ahead, and either d (step in z) or a (step in x), which lies
// beside. A sample interpolates between the four with the fades of its place, as in the direct kernels. Written
// as a polynomial in these fades, a cell has 4 coefficients (value noise) or 12 (gradient noise).
#include "noise/lattice/private/lattice.h"
#include "noise/lattice/private/scan.h"
#include "noise/maths/vectors.h"

enum {
    group = 2,  // mirror images evaluated together
    before = 2, // steps in x before the first cell, for the corners that it shares with them
    // Maximum number of crossed cells, including those that loops and vectors may touch beyond the end.
    path_most = TR_WALK_COLUMNS * 3 / 4 + 64,
};

_Static_assert(TR_WALK_TEXELS >= 2,
               "a path has at most 0.71 cells for each sample, a vector of 16 sees at most 13");

// ---- vectors -----------------------------------------------------------------------------------

// Samples are evaluated with explicit vectors, because their coefficients come from a window of the path: one
// load and one permutation replace a load per sample.
#if defined __AVX512F__
#define WIDEN(half) __builtin_shufflevector(half, half, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1)
#elif defined __AVX2__
#define WIDEN(half) __builtin_shufflevector(half, half, 0, 1, 2, 3, -1, -1, -1, -1)
#endif

#ifdef __AVX2__
typedef float halves __attribute__((vector_size(2 * lanes), may_alias));

static inline floats permute(floats from, integers index) {
#if __has_builtin(__builtin_shuffle)
    return __builtin_shuffle(from, index);
#elif defined __AVX512F__
    return __builtin_ia32_permvarsf512(from, index);
#else
    return __builtin_ia32_permvarsf256(from, index);
#endif
}

// from[index[k]] for each k. An index is below 7 in vectors of 8 and below 13 in those of 16.
static inline floats window(const float *from, integers index) { return permute(load(from), index); }

// The same for indices below half a window: a shorter load rarely crosses a cache line.
static inline floats half_window(const float *from, integers index) {
    halves v;
    memcpy(&v, from, sizeof v);
    return permute(WIDEN(v), index);
}
#else
_Static_assert(lanes == 4, "wider vectors come with AVX2");

static inline floats window(const float *from, integers index) {
    return (floats){from[index[0]], from[index[1]], from[index[2]], from[index[3]]};
}
#define half_window window
#endif

// ---- places and path ---------------------------------------------------------------------------

// Loops process whole vectors, so that compilers generate no remainder loops.
static inline int whole_vectors(int count) { return (count + 15) & ~15; }

// The positions of the samples in their cells.
typedef struct places {
    _Alignas(64) float x[TR_WALK_COLUMNS]; // 0 … 1
    _Alignas(64) float z[TR_WALK_COLUMNS];
    _Alignas(64) float fade_x[TR_WALK_COLUMNS];
    _Alignas(64) float fade_z[TR_WALK_COLUMNS];
    _Alignas(64) int32_t cell[TR_WALK_COLUMNS];   // z - x, which grows by 1 with each step
    _Alignas(64) int32_t cell_x[TR_WALK_COLUMNS]; // the x of that cell
    int count;
} places;

// The staircase: products (see lattice.h) of the x and z of the corners that each step adds. Step k + before
// leads to cell k. Elements after the last cell are not used.
typedef struct path {
    _Alignas(64) uint32_t ahead_x[path_most];
    _Alignas(64) uint32_t ahead_z[path_most];
    _Alignas(64) uint32_t beside_x[path_most];
    _Alignas(64) uint32_t beside_z[path_most];
    _Alignas(64) int32_t in_x[path_most]; // -1 where the step was in x, 0 where it was in z
    int steps, cells;                     // whole vectors
} path;

// Finds the positions of the samples and their cells. Value noise needs only the fades.
__attribute__((always_inline)) static inline void find_each(int interpolation, bool fades_only,
                                                            const tr_octave *o, const tr_scan *restrict scan,
                                                            places *restrict p) {
    const float frequency_x = o->frequency[0], frequency_z = o->frequency[2];
    const float offset_x = o->offset[0], offset_z = o->offset[2];
    const int count = p->count = whole_vectors(scan->count);
    p->cell[0] = p->cell_x[0] = 0; // gcc does not know that there are samples
    for (int i = 0; i < count; i++) {
        const float at_x = scan->x[i] * frequency_x + offset_x, at_z = scan->z[i] * frequency_z + offset_z;
        const int32_t lower_x = (int32_t)at_x, lower_z = (int32_t)at_z;
        const float place_x = at_x - (float)lower_x, place_z = at_z - (float)lower_z;
        if (!fades_only)
            p->x[i] = place_x, p->z[i] = place_z;
        p->fade_x[i] = fade(interpolation, place_x), p->fade_z[i] = fade(interpolation, place_z);
        p->cell[i] = lower_z - lower_x;
        p->cell_x[i] = lower_x;
    }
}

__attribute__((always_inline)) static inline void
find_places(int interpolation, bool fades_only, const tr_octave *o, const tr_scan *scan, places *restrict p) {
    WITH_FADE(interpolation, find_each, fades_only, o, scan, p)
}

// Finds the x of the cells. Samples write those of their cells. Where two neighbours differ in both x and z,
// the cell between them has no sample; it is one step back in x. along[0] precedes the first step.
static void find_along(const places *restrict p, int steps, int32_t *restrict along) {
    enum { none = -1 };
    int32_t written[path_most];
    memset(written, none, (size_t)(steps + 1) * sizeof *written);
    const int first = 1 + before - p->cell[0];
    for (int i = 0; i < p->count; i += 16)
        if (p->cell[i] == p->cell[i + 15]) // NOLINT(clang-analyzer-core.*): whole vectors were filled
            written[first + p->cell[i]] = p->cell_x[i];
        else
            for (int k = i; k < i + 16; k++)
                written[first + p->cell[k]] = p->cell_x[k];
    for (int k = 0; k <= before; k++)
        written[k] = p->cell_x[0] + 1 + before - k;
    along[0] = written[0];
    for (int k = 1; k <= steps; k++)
        along[k] = written[k] == none ? written[k - 1] - 1 : written[k];
}

static void find_path(const places *restrict p, path *restrict out) {
    const int32_t first_x = p->cell_x[0], first_z = p->cell[0] + first_x;
    const int count = p->cell[p->count - 1] - p->cell[0] + 1;
    out->cells = whole_vectors(count);
    const int steps = out->steps = whole_vectors(count + before);
    int32_t along[path_most];
    find_along(p, steps, along);
    for (int k = 0; k < steps; k++) {
        const int32_t at_x = along[k + 1], at_z = first_z + (k - before) - (first_x - at_x);
        const int32_t in_z = at_x == along[k]; // 1 or 0
        out->in_x[k] = in_z - 1;
        out->ahead_x[k] = (uint32_t)at_x * PRIME_X, out->ahead_z[k] = (uint32_t)(at_z + 1) * PRIME_Z;
        out->beside_x[k] = (uint32_t)(at_x + in_z) * PRIME_X;
        out->beside_z[k] = (uint32_t)(at_z + in_z) * PRIME_Z;
    }
}

// ---- mirror images -----------------------------------------------------------------------------

// Lattice indices in a mirror image: n becomes 2 * offset - n if the coordinate is negated, where 2 * offset is
// 0 or 1. For products that is (p ^ flip) + base, because ~p is -p - 1; base includes the seed.
typedef struct image {
    uint32_t flip_x, base_x, flip_z, base_z;
    uint32_t y0, y1; // products of both ends of an edge
    float y, fade_y; // position between them
    bool negative[3];
} image;

static inline uint32_t mirror_base(bool negative, float offset, uint32_t prime, uint32_t seed) {
    return seed + (negative ? (offset > 0 ? prime : 0) + 1 : 0);
}

// `lower` is the cell of y, `place` the position in it.
static image make_image(int interpolation, const tr_octave *o, const bool negative[3], int32_t lower,
                        float place, float faded) {
    const uint32_t flip_y = negative[1] ? ~0u : 0;
    const uint32_t base_y = mirror_base(negative[1], o->offset[1], PRIME_Y, o->seed[1]);
    return (image){
        .flip_x = negative[0] ? ~0u : 0,
        .flip_z = negative[2] ? ~0u : 0,
        .base_x = mirror_base(negative[0], o->offset[0], PRIME_X, o->seed[0]),
        .base_z = mirror_base(negative[2], o->offset[2], PRIME_Z, 0),
        .y0 = ((uint32_t)lower * PRIME_Y ^ flip_y) + base_y,
        .y1 = ((uint32_t)(lower + 1) * PRIME_Y ^ flip_y) + base_y,
        .y = place,
        // Without interpolation only the lower corner counts, which is the upper one in this image.
        .fade_y = interpolation == TR_INTERPOLATION_NONE && negative[1] ? 1 : faded,
        .negative = {negative[0], negative[1], negative[2]},
    };
}

static void make_images(int interpolation, const tr_octave *o, const tr_scan *scan, image *out) {
    const float at = scan->y * o->frequency[1] + o->offset[1];
    const int32_t lower = (int32_t)at;
    const float place = at - (float)lower, faded = fade(interpolation, place);
    for (int m = 0; m < scan->mirrors; m++)
        out[m] = make_image(interpolation, o, scan->negative[m], lower, place, faded);
}

static inline uint32_t mirrored(const image *m, uint32_t product_x, uint32_t product_z) {
    return ((product_x ^ m->flip_x) + m->base_x) ^ ((product_z ^ m->flip_z) + m->base_z);
}

// Four numbers at the corners of some cells, and the bilinear function of the fades between them: a + fade_x *
// across + fade_z * (up + fade_x * twist).
typedef struct corners {
    floats a, b, c, d;
} corners;

typedef struct bilinear {
    _Alignas(64) float a[path_most];
    _Alignas(64) float across[path_most];
    _Alignas(64) float up[path_most];
    _Alignas(64) float twist[path_most];
} bilinear;

// The corners of the cells from k on, from the numbers at new corners. A cell keeps one side of the previous
// cell: the corner ahead, and the one beside unless the scan turned.
static inline corners pick_corners(const path *p, const float *ahead, const float *beside, int k) {
    const int step = k + before;
    const integers in_x = load_integers(p->in_x + step), before_in_x = load_integers(p->in_x + step - 1);
    const floats newest = load(beside + step), last = load(ahead + step - 1);
    return (corners){.a = choose(in_x, newest, last),
                     .b = choose(in_x ^ before_in_x, load(ahead + step - 2), load(beside + step - 1)),
                     .c = load(ahead + step),
                     .d = choose(in_x, last, newest)};
}

static inline void set_bilinear(bilinear *out, int k, corners v) {
    const floats across = v.b - v.a;
    store(out->a + k, v.a);
    store(out->across + k, across);
    store(out->up + k, v.c - v.a);
    store(out->twist + k, (v.d - v.c) - across);
}

// Without interpolation all fades are 0 and only the lower corner counts. It is corner a, or another one in a
// mirror image.
static void take_lower_corner(const image *m, int count, bilinear *restrict cells) {
    for (int k = 0; k < count; k++) {
        const float in_x = m->negative[0] ? cells->across[k] : 0;
        const float in_z = m->negative[2] ? cells->up[k] + (m->negative[0] ? cells->twist[k] : 0) : 0;
        cells->a[k] += in_x + in_z;
    }
}

#define BILINEAR(of, function, u, w)                                                                           \
    ((of(function.a) + u * of(function.across)) + w * (of(function.up) + u * of(function.twist)))

// ---- value noise -------------------------------------------------------------------------------

// The number of an edge: value noise at y between its ends.
static void value_edges(const image *m, float factor, int count, const uint32_t *restrict x,
                        const uint32_t *restrict z, float *restrict out) {
    const image local = *m; // cannot alias out
    const float high = factor * m->fade_y, low = factor - high;
    count = whole_vectors(count);
    for (int k = 0; k < count; k++) {
        const uint32_t xz = mirrored(&local, x[k], z[k]);
        out[k] = low * hash_value(hash(xz ^ local.y0)) + high * hash_value(hash(xz ^ local.y1));
    }
}

static void value_cells(const path *restrict p, const float *restrict ahead, const float *restrict beside,
                        bilinear *restrict out) {
    for (int k = 0; k < p->cells; k += lanes)
        set_bilinear(out, k, pick_corners(p, ahead, beside, k));
}

// ---- gradient noise ----------------------------------------------------------------------------

// The linear function of an edge: here + x * slope_x + z * slope_z, relative to the edge.
typedef struct linear {
    _Alignas(64) float here[path_most];
    _Alignas(64) float slope_x[path_most];
    _Alignas(64) float slope_z[path_most];
} linear;

static void perlin_edges(const image *m, float factor, int count, const uint32_t *restrict x,
                         const uint32_t *restrict z, linear *restrict out) {
    const uint32_t sign = 0x80000000u;
    const image local = *m;
    // The amount that a positive component adds at either end. Negated coordinates have negated gradients.
    const float scale = factor * PERLIN_SCALE, high = scale * m->fade_y, low = scale - high;
    const uint32_t x0 = as_bits(m->negative[0] ? -low : low), x1 = as_bits(m->negative[0] ? -high : high);
    const uint32_t z0 = as_bits(m->negative[2] ? -low : low), z1 = as_bits(m->negative[2] ? -high : high);
    const float below = low * m->y, above = high * (m->y - 1);
    const uint32_t y0 = as_bits(m->negative[1] ? -below : below), y1 = as_bits(m->negative[1] ? -above : above);
    count = whole_vectors(count);
    for (int k = 0; k < count; k++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): whole vectors were filled
        const uint32_t xz = mirrored(&local, x[k], z[k]);
        const uint32_t h0 = hash(xz ^ local.y0), h1 = hash(xz ^ local.y1);
        out->slope_x[k] = as_float(x0 ^ (h0 & sign)) + as_float(x1 ^ (h1 & sign));
        out->here[k] = as_float(y0 ^ (h0 << 1 & sign)) + as_float(y1 ^ (h1 << 1 & sign));
        out->slope_z[k] = as_float(z0 ^ (h0 << 2 & sign)) + as_float(z1 ^ (h1 << 2 & sign));
    }
}

// The same for a cell, relative to corner a.
typedef struct bilinears {
    bilinear here, slope_x, slope_z;
} bilinears;

static void perlin_cells(const path *restrict p, const linear *restrict ahead, const linear *restrict beside,
                         bilinears *restrict out) {
    for (int k = 0; k < p->cells; k += lanes) {
        const corners x = pick_corners(p, ahead->slope_x, beside->slope_x, k);
        const corners z = pick_corners(p, ahead->slope_z, beside->slope_z, k);
        const corners here = pick_corners(p, ahead->here, beside->here, k);
        set_bilinear(&out->slope_x, k, x);
        set_bilinear(&out->slope_z, k, z);
        set_bilinear(&out->here, k, (corners){here.a, here.b - x.b, here.c - z.c, here.d - (x.d + z.d)});
    }
}

// ---- samples -----------------------------------------------------------------------------------

#define GRADIENTS(of, function)                                                                                \
    (BILINEAR(of, function.here, u, w) + x * BILINEAR(of, function.slope_x, u, w) +                            \
     z * BILINEAR(of, function.slope_z, u, w))
#define NOISE(of, function) (gradient ? GRADIENTS(of, function) : BILINEAR(of, function.here, u, w))
#define ONE(numbers) numbers[first]
#define FEW(numbers) half_window(numbers + first, index)
#define MANY(numbers) window(numbers + first, index)

// Evaluates samples of some images, which share their positions, and stores or adds them.
__attribute__((always_inline)) static inline void find_samples(bool gradient, int images, bool add,
                                                               const places *restrict p,
                                                               const bilinears *restrict cells,
                                                               float *restrict rows) {
    for (int i = 0; i < p->count; i += lanes) {
        const floats u = load(p->fade_x + i), w = load(p->fade_z + i);
        const floats x = gradient ? load(p->x + i) : u, z = gradient ? load(p->z + i) : w;
        const int first = p->cell[i] - p->cell[0], more = p->cell[i + lanes - 1] - p->cell[i];
        const integers index = load_integers(p->cell + i) - p->cell[i];
        floats n[group];
        if (more == 0)
            for (int m = 0; m < images; m++)
                n[m] = NOISE(ONE, cells[m]);
        else if (more < lanes / 2)
            for (int m = 0; m < images; m++)
                n[m] = NOISE(FEW, cells[m]);
        else
            for (int m = 0; m < images; m++)
                n[m] = NOISE(MANY, cells[m]);
        for (int m = 0; m < images; m++) {
            float *row = rows + m * TR_WALK_COLUMNS + i;
            if (add)
                n[m] += load(row);
            store(row, n[m]);
        }
    }
}

__attribute__((always_inline)) static inline void find_rows(bool gradient, int images, bool add,
                                                            const places *restrict p,
                                                            const bilinears *restrict cells,
                                                            float *restrict rows) {
    if (images == group)
        find_samples(gradient, group, add, p, cells, rows);
    else
        for (int m = 0; m < images; m++)
            find_samples(gradient, 1, add, p, &cells[m], rows + m * TR_WALK_COLUMNS);
}

// Whether noise on the row may exceed ±1, where it is clamped. x and z together add at most 1, in the middle of
// a cell; y adds an amount that depends on its position between its gradients.
static bool may_pass_one(int interpolation, const image *m) {
    // NOLINTNEXTLINE(clang-analyzer-core.*): there is at least one image
    const float most = 1 + (1 - m->fade_y) * m->y + m->fade_y * (1 - m->y);
    return interpolation == TR_INTERPOLATION_NONE || !(PERLIN_SCALE * most < 0.9999f);
}

// The cells of an image. `ahead` and `beside` are memory to work in.
static void find_cells(bool gradient, int interpolation, const image *m, float factor, const path *way,
                       linear *ahead, linear *beside, bilinears *out) {
    if (gradient) {
        perlin_edges(m, factor, way->steps, way->ahead_x, way->ahead_z, ahead);
        perlin_edges(m, factor, way->steps, way->beside_x, way->beside_z, beside);
        perlin_cells(way, ahead, beside, out);
    } else {
        value_edges(m, factor, way->steps, way->ahead_x, way->ahead_z, ahead->here);
        value_edges(m, factor, way->steps, way->beside_x, way->beside_z, beside->here);
        value_cells(way, ahead->here, beside->here, &out->here);
    }
    if (interpolation != TR_INTERPOLATION_NONE)
        return;
    take_lower_corner(m, way->cells, &out->here);
    if (gradient)
        take_lower_corner(m, way->cells, &out->slope_x), take_lower_corner(m, way->cells, &out->slope_z);
}

void TR_KERNEL(tr_sphere_walk)(const tr_octave *octave, int basis, int interpolation, float factor,
                               const tr_scan *scan, float *sums) {
    const bool gradient = basis == TR_BASIS_PERLIN;
    places p;
    path way;
    find_places(interpolation, !gradient, octave, scan, &p);
    find_path(&p, &way);
    linear ahead, beside;
    bilinears cells[group];
    _Alignas(64) float noise[group * TR_WALK_COLUMNS];
    image images[TR_WALK_MIRRORS];
    make_images(interpolation, octave, scan, images);
    // Noise that must be clamped goes through a buffer before it is added.
    const bool detour = gradient && may_pass_one(interpolation, images);
    for (int first = 0; first < scan->mirrors; first += group) {
        const int many = scan->mirrors - first < group ? scan->mirrors - first : group;
        for (int m = 0; m < many; m++)
            find_cells(gradient, interpolation, &images[first + m], detour ? 1 : factor, &way, &ahead, &beside,
                       &cells[m]);
        float *sum = sums + (size_t)first * TR_WALK_COLUMNS;
        if (!gradient)
            find_rows(false, many, true, &p, cells, sum);
        else
            find_rows(true, many, !detour, &p, cells, detour ? noise : sum);
        for (int m = 0; detour && m < many; m++) {
            const float *restrict from = noise + m * TR_WALK_COLUMNS;
            float *restrict row = sum + m * TR_WALK_COLUMNS;
            for (int i = 0; i < p.count; i++)
                row[i] += factor * cut(from[i]);
        }
    }
}
