// The statistics of the fields: mean, range and variance, spectra against persistence, isotropy, no seam, no
// pinch at the poles, no pattern.
//
// Seeds are fixed, so every figure is the same in each run. Where theory gives a value it is derived here, and
// the tolerance is a few times the error for the number of independent cells. Otherwise the comment gives the
// measured value. Tests of statistics, not of memory: skipped under the sanitizers.
// ctest: LABELS looks
#include "base/hash.h"
#include "blocks.h"
#include "noise/grids/cube.h"
#include "noise/lattice/fractal.h"
#include "noise/maths/trig.h"
#include "noise/sites/sites.h"
#include "noise/sites/voronoi.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { count = 2048, columns = 64, widest = 262144 }; // no octave fades on a map this wide

typedef struct points {
    float x[count], y[count], z[count], u[count], v[count];
} points;

static const char *const basis_names[TR_BASIS_COUNT] = {"perlin", "value", "simplex"};

// What the next checks are about, for their messages.
static char subject[128];

__attribute__((format(printf, 1, 2))) static void describe(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(subject, sizeof subject, format, arguments);
    va_end(arguments);
}

static void assert_between(const char *what, double value, double low, double high) {
    if (!(value >= low && value <= high))
        fail_msg("%s: %s is %.5f, not in %.5f … %.5f", subject, what, value, low, high);
}

static void assert_near(const char *what, double value, double want, double tolerance) {
    assert_between(what, value, want - tolerance, want + tolerance);
}

// Statistics of many values.
typedef struct summary {
    double number, sum, square, low, high;
} summary;

static void summarise(const float *values, int n, summary *s) {
    if (s->number == 0)
        s->low = s->high = (double)values[0];
    for (int i = 0; i < n; i++) {
        double value = (double)values[i];
        s->sum += value, s->square += value * value;
        s->low = fmin(s->low, value), s->high = fmax(s->high, value);
    }
    s->number += n;
}

static double mean_of(const summary *s) { return s->sum / s->number; }

static double deviation_of(const summary *s) { return sqrt(s->square / s->number - mean_of(s) * mean_of(s)); }

static double random_unit(uint64_t seed, uint64_t a, uint64_t b) {
    return tr_hash_unit(tr_hash_pair(tr_hash_pair(seed, a), b));
}

static tr_pool *one_thread(void) {
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    return pool;
}

// ---- vectors -----------------------------------------------------------------------------------

typedef struct vector {
    double x, y, z;
} vector;

static vector combine(double a, vector p, double b, vector q) {
    return (vector){a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z};
}

static vector cross(vector p, vector q) {
    return (vector){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static vector unit(vector p) {
    double length = sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    return combine(1 / length, p, 0, p);
}

// Two unit vectors at right angles to n and to each other.
static void frame(vector n, vector *a, vector *b) {
    *a = unit(cross(n, fabs(n.x) < 0.6 ? (vector){1, 0, 0} : (vector){0, 1, 0}));
    *b = cross(n, *a);
}

// Uniform by area: the height above a plane through the centre is uniform (Archimedes).
static vector random_direction(uint64_t seed, uint64_t index) {
    double y = 2 * random_unit(seed, index, 0) - 1, a = 2 * TR_PI * random_unit(seed, index, 1), s, c;
    tr_sincos(a, &s, &c);
    return (vector){c * sqrt(1 - y * y), y, s * sqrt(1 - y * y)};
}

static void put(points *p, int i, vector d) {
    p->x[i] = (float)d.x, p->y[i] = (float)d.y, p->z[i] = (float)d.z;
}

static void fill_at_random(uint64_t seed, points *p) {
    for (int i = 0; i < count; i++) {
        put(p, i, random_direction(seed, (uint64_t)i));
        p->u[i] = (float)random_unit(seed, (uint64_t)i, 2), p->v[i] = (float)random_unit(seed, (uint64_t)i, 3);
    }
}

// ---- fractal sums ------------------------------------------------------------------------------

static tr_fractal_numbers fractal(tr_basis basis, bool plane, int start, int octaves, double persistence,
                                  uint64_t seed) {
    return (tr_fractal_numbers){.basis = basis,
                                .interpolation = TR_INTERPOLATION_QUINTIC,
                                .plane = plane,
                                .start = start,
                                .octaves = octaves,
                                .persistence = persistence,
                                .lacunarity = 2,
                                .scale = 1,
                                .stretch = {1, 1, 1},
                                .seed = seed};
}

static void evaluate(const tr_fractal_numbers *n, const points *p, float *out) {
    static float noise[count], weight[count];
    static tr_fractal_plan plan;
    const tr_isa isa = tr_isa_best();
    tr_samples samples = {count, p->x, p->y, p->z, p->u, p->v};
    tr_fractal_prepare(n, &plan);
    tr_fractal_evaluate(&plan, isa, widest, &samples, out, noise, weight);
}

// ---- one octave: mean, range, strength ---------------------------------------------------------

// ∫ w² over a cell along one axis, of the two corners; and ∫ w² d², with d the distance from each corner.
static void integrate_fade(double *weights, double *moments) {
    enum { steps = 4000 };
    *weights = *moments = 0;
    for (int i = 0; i < steps; i++) {
        double t = (i + 0.5) / steps, f = t * t * t * (t * (t * 6 - 15) + 10), g = 1 - f;
        *weights += (f * f + g * g) / steps;
        *moments += (g * g * t * t + f * f * (1 - t) * (1 - t)) / steps;
    }
}

// ∫ (R² - r²)⁸ r^power dr up to R.
static double integrate_weight(double radius_2, int power) {
    enum { steps = 4000 };
    double sum = 0, radius = sqrt(radius_2);
    for (int i = 0; i < steps; i++) {
        double r = radius * (i + 0.5) / steps;
        sum += pow(radius_2 - r * r, 8) * pow(r, power) * radius / steps;
    }
    return sum;
}

// The variance of one octave. Corners have independent random numbers of mean 0, so their squares add up. A
// uniform number in ±1 has the mean square ⅓. The product of (±1, ±1, ±1) or (±1, ±1) with d has |d|², that of
// a unit vector of any direction on the plane |d|²/2. Simplex noise has 2 corners per unit of space and √(4/3)
// per unit of the plane.
static double variance_of(tr_basis basis, bool plane) {
    double weights, moments;
    integrate_fade(&weights, &moments);
    const int axes = plane ? 2 : 3;
    switch (basis) {
    case TR_BASIS_VALUE:
        return pow(weights, axes) / 3;
    case TR_BASIS_PERLIN:
        return 0.788 * 0.788 * axes * moments * pow(weights, axes - 1);
    default:
        return plane ? 7.13 * 7.13 * sqrt(4 / 3.0) * TR_PI * integrate_weight(0.75, 3)
                     : 41.7 * 41.7 * 2 * 4 * TR_PI * integrate_weight(0.5, 4);
    }
}

// The maximum of |noise|. Value noise is a mean of numbers up to 1. Perlin noise on the plane reaches 0.788
// where all gradients point to the middle of a cell; in space it is clamped at 1. For simplex noise, the
// largest sum of weights times distance along the best gradient, 0.016089 and 0.061978, was found by a search
// in a cell.
static double most_of(tr_basis basis, bool plane) {
    switch (basis) {
    case TR_BASIS_VALUE:
        return 1;
    case TR_BASIS_PERLIN:
        return plane ? 0.788 : 1;
    default:
        return plane ? 7.13 * 0.061979 : 41.7 * 0.01609;
    }
}

// 2^6 cells per radius or width: the 24 seeds together have 1 200 000 cells on the sphere, 100 000 on the
// plane.
static void test_one_octave_has_the_mean_range_and_strength_of_theory(void **state) {
    (void)state;
    enum { seeds = 24, blocks = 12 };
    static points p;
    static float out[count];
    summary s[TR_BASIS_COUNT][2] = {0};
    for (uint64_t k = 0; k < seeds * blocks; k++) {
        fill_at_random(k, &p);
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
            for (int plane = 0; plane < 2; plane++) {
                tr_fractal_numbers n = fractal((tr_basis)basis, plane, 6, 1, 0.5, k / blocks);
                evaluate(&n, &p, out);
                summarise(out, count, &s[basis][plane]);
            }
    }
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (int plane = 0; plane < 2; plane++) {
            const double most = most_of((tr_basis)basis, plane),
                         strength = sqrt(variance_of((tr_basis)basis, plane));
            const summary *t = &s[basis][plane];
            describe("%s noise %s", basis_names[basis], plane ? "on the plane" : "on the sphere");
            assert_near("mean", mean_of(t), 0, 0.001);
            assert_near("standard deviation", deviation_of(t), strength, 0.004 * strength);
            assert_between("lowest", t->low, -most, -0.95 * most);
            assert_between("highest", t->high, 0.95 * most, most);
        }
}

// ---- spectra -----------------------------------------------------------------------------------

// The Fourier transform in place, of 2^levels complex numbers with alternating real and imaginary parts: Cooley
// and Tukey 1965.
static void transform(double *data, int levels) {
    const int n = 1 << levels;
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j)
            for (int k = 0; k < 2; k++) {
                double swap = data[2 * i + k];
                data[2 * i + k] = data[2 * j + k], data[2 * j + k] = swap;
            }
    }
    for (int half = 1; half < n; half *= 2)
        for (int k = 0; k < half; k++) {
            double s, c;
            tr_sincos(-TR_PI * k / half, &s, &c);
            for (int i = k; i < n; i += 2 * half) {
                double *a = data + 2 * (ptrdiff_t)i, *b = a + 2 * (ptrdiff_t)half;
                double re = b[0] * c - b[1] * s, im = b[0] * s + b[1] * c;
                b[0] = a[0] - re, b[1] = a[1] - im, a[0] += re, a[1] += im;
            }
        }
}

enum { bands = 12 };

// Adds the power of a closed line of values to octaves of frequency: band b is 2^b … 2^(b+1) - 1 waves per
// line.
static void add_powers(const float *line, int levels, double power[bands]) {
    static double data[2 << bands];
    const int n = 1 << levels;
    for (int i = 0; i < n; i++)
        data[2 * i] = (double)line[i], data[2 * i + 1] = 0;
    transform(data, levels);
    for (int b = 0; b + 1 < levels; b++)
        for (int f = 1 << b; f < 2 << b; f++)
            power[b] += data[2 * f] * data[2 * f] + data[2 * f + 1] * data[2 * f + 1];
}

// The slope of log2(power) over the bands, by least squares.
static double slope_of(const double power[bands], int first, int last) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0, n = last - first + 1;
    for (int b = first; b <= last; b++) {
        double y = log2(power[b]);
        sx += b, sy += y, sxx += (double)b * b, sxy += b * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

enum { line_levels = 12, line_points = 1 << line_levels };

// A closed line: a great circle in any position; on the plane a row, a column or a diagonal.
static void fill_line(uint64_t index, int first, points *p) {
    vector n = random_direction(7, index), a, b;
    frame(n, &a, &b);
    const double at = random_unit(8, index, 0);
    for (int i = 0; i < count; i++) {
        double s, c, t = (double)(first + i) / line_points;
        tr_sincos(2 * TR_PI * t, &s, &c);
        put(p, i, combine(c, a, s, b));
        double across = index % 3 == 2 ? at + t : at;
        across -= floor(across);
        p->u[i] = (float)(index % 3 == 1 ? across : t), p->v[i] = (float)(index % 3 == 1 ? t : across);
    }
}

// Octave k has the amplitude persistence^k, so the power falls by persistence² from one octave of frequency to
// the next, except near either end of the sum: finer octaves add to each band, and the first ones show that
// frequencies of the plane are 2^k + 1. Measured: at most 0.09 too steep.
static void test_power_of_octaves_follows_persistence(void **state) {
    (void)state;
    enum { lines = 48 };
    static points p[line_points / count];
    static float line[line_points];
    const double persistences[4] = {0.35, 0.5, 0.65, 0.8};
    double power[TR_BASIS_COUNT][2][4][bands] = {0};
    for (uint64_t l = 0; l < lines; l++) {
        for (int i = 0; i < line_points / count; i++)
            fill_line(l, i * count, &p[i]);
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
            for (int k = 0; k < 8; k++) {
                tr_fractal_numbers n =
                    fractal((tr_basis)basis, k & 1, 0, k & 1 ? 12 : 10, persistences[k / 2], l);
                for (int i = 0; i < line_points / count; i++)
                    evaluate(&n, &p[i], line + (ptrdiff_t)i * count);
                add_powers(line, line_levels, power[basis][k & 1][k / 2]);
            }
    }
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++)
        for (int k = 0; k < 8; k++) {
            const double persistence = persistences[k / 2];
            describe("%s noise %s, persistence %g", basis_names[basis],
                     k & 1 ? "on the plane" : "on the sphere", persistence);
            assert_near("slope of power", slope_of(power[basis][k & 1][k / 2], k & 1 ? 5 : 4, k & 1 ? 8 : 7),
                        2 * log2(persistence), 0.1);
        }
}

// ---- isotropy ----------------------------------------------------------------------------------

enum { lags = 3, directions = 8 };
static const double lag[lags] = {0.4, 1, 4}; // in cells

// The first four are in the plane.
static const vector direction[directions] = {{1, 0, 0}, {0, 1, 0},  {1, 1, 0}, {1, -1, 0},
                                             {0, 0, 1}, {0, 1, -1}, {1, 1, 1}, {-1, 1, 1}};

// The structure function: half the mean square difference between points a lag apart in a direction, over the
// variance. 0 means equal, 1 independent. Points are the same for all directions.
static void structure(tr_basis basis, bool plane, double out[directions][lags]) {
    enum { blocks = 60 };
    static points at, to;
    static float a[count], b[count];
    const int start = plane ? 9 : 6; // 260 000 cells, and 700 000 within the sphere
    const double cells = plane ? (1 << start) + 1 : 1 << start;
    const tr_fractal_numbers n = fractal(basis, plane, start, 1, 0.5, 1);
    double difference[directions][lags] = {0}, square = 0;
    for (uint64_t block = 0; block < blocks; block++) {
        fill_at_random(block, &at);
        for (int i = 0; i < count; i++) { // anywhere within the sphere or the map
            const float depth = 0.5f + 0.5f * (float)random_unit(5, block, (uint64_t)i);
            at.x[i] *= depth, at.y[i] *= depth, at.z[i] *= depth;
            at.u[i] = 0.02f + 0.96f * at.u[i];
        }
        evaluate(&n, &at, a);
        for (int i = 0; i < count; i++)
            square += 2 * (double)(a[i] * a[i]);
        for (int d = 0; d < (plane ? 4 : directions); d++)
            for (int k = 0; k < lags; k++) {
                const vector step = combine(lag[k] / cells, unit(direction[d]), 0, direction[d]);
                for (int i = 0; i < count; i++) {
                    put(&to, i,
                        combine(1, (vector){(double)at.x[i], (double)at.y[i], (double)at.z[i]}, 1, step));
                    to.u[i] = (float)((double)at.u[i] + step.x), to.v[i] = (float)((double)at.v[i] + step.y);
                }
                evaluate(&n, &to, b);
                for (int i = 0; i < count; i++)
                    difference[d][k] += (double)((a[i] - b[i]) * (a[i] - b[i]));
            }
    }
    for (int d = 0; d < directions; d++)
        for (int k = 0; k < lags; k++)
            out[d][k] = difference[d][k] / square;
}

// Noise on the cubic lattice is known to prefer its axes: measured up to 2 % off the mean at a lag of one cell,
// where simplex noise is within the error of the measurement, 0.8 %. The mean is written to out.
static void check_directions(tr_basis basis, bool plane, double out[lags]) {
    const double tolerance = basis == TR_BASIS_SIMPLEX ? 0.01 : 0.025;
    const int used = plane ? 4 : directions;
    double s[directions][lags];
    structure(basis, plane, s);
    for (int k = 0; k < lags; k++) {
        out[k] = 0;
        for (int d = 0; d < used; d++)
            out[k] += s[d][k] / used;
        for (int d = 0; d < used; d++) {
            describe("%s noise %s, lag %g towards %g, %g, %g", basis_names[basis],
                     plane ? "on the plane" : "in space", lag[k], direction[d].x, direction[d].y,
                     direction[d].z);
            assert_near("structure over its mean", s[d][k] / out[k], 1, tolerance);
        }
    }
}

static void test_directions_are_alike(void **state) {
    (void)state;
    for (int plane = 0; plane < 2; plane++) {
        double mean[TR_BASIS_COUNT][lags];
        for (int basis = 0; basis < TR_BASIS_COUNT; basis++) {
            check_directions((tr_basis)basis, plane, mean[basis]);
            describe("%s noise %s", basis_names[basis], plane ? "on the plane" : "in space");
            assert_near("structure of what is too far apart to share a corner", mean[basis][lags - 1], 1, 0.01);
        }
        // Their mean square slopes are equal, so they are equally fine.
        assert_near("structure over that of Perlin noise at the least lag",
                    mean[TR_BASIS_SIMPLEX][0] / mean[TR_BASIS_PERLIN][0], 1, 0.03);
    }
}

// ---- fields over the sphere, with one interface ------------------------------------------------

typedef enum field_kind {
    PERLIN,
    VALUE,
    SIMPLEX,
    F1,
    F2_MINUS_F1,
    CRATERS,
    DIAMOND_SQUARE,
    OLSEN,
    KINDS
} field_kind;

static const char *const kind_names[KINDS] = {"perlin",        "value",   "simplex",        "voronoi f1",
                                              "voronoi f2-f1", "craters", "diamond-square", "olsen"};

// One field with one seed.
typedef struct field {
    field_kind kind;
    tr_fractal_numbers fractal;
    tr_sites sites;
    int32_t *list;
    tr_voronoi_plan voronoi;
    tr_cube cube;
} field;

static void spread_sites(field *f, uint64_t seed) {
    tr_spread spread = {.seed = seed, .count = 400, .latitude_max = 90};
    if (f->kind == CRATERS) {
        spread.randomness = 1, spread.largest_first = true;
        spread.radius_min = 0.03, spread.radius_max = 0.2, spread.slope = 2;
    }
    assert_int_equal(tr_sites_create(&spread, &f->sites, NULL), TR_OK);
    f->list = malloc(TR_LIST_CAPACITY(&f->sites) * sizeof *f->list);
    assert_non_null(f->list);
    if (f->kind != CRATERS)
        assert_int_equal(tr_voronoi_prepare(f->kind == F1 ? TR_VORONOI_F1 : TR_VORONOI_F2_MINUS_F1,
                                            TR_METRIC_EUCLID, false, seed, &f->sites, NULL, &f->voronoi, NULL),
                         TR_OK);
}

// All have features of about a sixteenth of the radius and finer ones, so that a small region has many of them.
static field open_field(field_kind kind, uint64_t seed, tr_pool *pool) {
    static const tr_basis bases[] = {TR_BASIS_PERLIN, TR_BASIS_VALUE, TR_BASIS_SIMPLEX};
    const tr_isa isa = tr_isa_best();
    const tr_cube_numbers square = {.seed = seed, .base_cells = 16, .levels = 3, .persistence = 0.5};
    const tr_olsen_numbers olsen = {.seed = seed, .levels = 4};
    field f = {.kind = kind};
    if (kind <= SIMPLEX)
        f.fractal = fractal(bases[kind], false, 4, 3, 0.5, seed);
    else if (kind <= CRATERS)
        spread_sites(&f, seed);
    else if (kind == DIAMOND_SQUARE)
        assert_int_equal(tr_cube_diamond_square(&square, isa, pool, &f.cube, NULL), TR_OK);
    else
        assert_int_equal(tr_cube_olsen(&olsen, 128, isa, pool, &f.cube, NULL), TR_OK);
    return f;
}

static void close_field(field *f) {
    if (f->list)
        tr_sites_clear(&f->sites);
    free(f->list);
    if (f->kind == F1 || f->kind == F2_MINUS_F1)
        tr_voronoi_clear(&f->voronoi);
    tr_cube_clear(&f->cube);
}

static void sample(const field *f, const points *p, float *out) {
    const tr_isa isa = tr_isa_best();
    if (f->kind <= SIMPLEX)
        evaluate(&f->fractal, p, out);
    else if (f->kind >= DIAMOND_SQUARE)
        TR_KERNEL_OF(isa, tr_cube_sample)(&f->cube, count, p->x, p->y, p->z, out);
    else if (f->kind == CRATERS)
        evaluate_kernel(TR_KERNEL_OF(isa, tr_craters), &f->sites, 0, count, columns, p->x, p->y, p->z, f->list,
                        out);
    else
        evaluate_kernel(TR_KERNEL_OF(isa, tr_voronoi_evaluate), &f->voronoi, 0, count, columns, p->x, p->y,
                        p->z, NULL, out);
}

// ---- no pinch ----------------------------------------------------------------------------------

// Points in a cap of 0.4 radians around a centre, and for each a point 0.01 radians away in a random direction.
typedef struct cap {
    points at, to;
} cap;

static cap make_cap(vector centre, uint64_t seed) {
    static cap c;
    vector e, n, p, q;
    frame(centre, &e, &n);
    for (int i = 0; i < count; i++) {
        // uniform by area: the cosine of the distance from the centre is uniform
        double up = 1 - random_unit(seed, (uint64_t)i, 0) * 0.0789, across = sqrt(1 - up * up), s, t;
        tr_sincos(2 * TR_PI * random_unit(seed, (uint64_t)i, 1), &s, &t);
        const vector d = combine(up, centre, across, combine(s, e, t, n));
        put(&c.at, i, d);
        frame(d, &p, &q);
        tr_sincos(2 * TR_PI * random_unit(seed, (uint64_t)i, 2), &s, &t);
        put(&c.to, i, unit(combine(1, d, 0.01, combine(s, p, t, q))));
    }
    return c;
}

static void add_cap(const field *f, const cap *c, summary *values, summary *steps) {
    static float a[count], b[count];
    sample(f, &c->at, a);
    sample(f, &c->to, b);
    for (int i = 0; i < count; i++)
        b[i] = fabsf(a[i] - b[i]);
    summarise(a, count, values);
    summarise(b, count, steps);
}

// With 40 seeds, caps cover 40 times 130 cells of the first octave (16 of sites, 60 of level 0 of the cubes).
// Two poles are compared with two places of the equator. F1 represents all fields over sites.
static void test_poles_have_the_statistics_of_the_equator(void **state) {
    (void)state;
    enum { seeds = 40, places = 6 };
    static const vector centres[places] = {{0, 1, 0},  {0, -1, 0},    {1, 0, 0},
                                           {0, 0, -1}, {0.8, 0, 0.6}, {-0.28, 0, 0.96}};
    static cap caps[places];
    tr_pool *pool = one_thread();
    for (int place = 0; place < places; place++)
        caps[place] = make_cap(centres[place], (uint64_t)place);
    for (int k = 0; k < KINDS; k++) {
        if (k == F2_MINUS_F1 || k == CRATERS)
            continue;
        summary values[2] = {0}, steps[2] = {0}; // of the poles, of the equator
        for (uint64_t seed = 0; seed < seeds; seed++) {
            field f = open_field((field_kind)k, seed, pool);
            for (int place = 0; place < places; place++)
                add_cap(&f, &caps[place], &values[place >= 2], &steps[place >= 2]);
            close_field(&f);
        }
        const double strength = deviation_of(&values[1]);
        describe("%s, poles against the equator", kind_names[k]);
        assert_near("difference of means", (mean_of(&values[0]) - mean_of(&values[1])) / strength, 0, 0.04);
        assert_near("standard deviation", deviation_of(&values[0]) / strength, 1, 0.025);
        assert_near("mean step", mean_of(&steps[0]) / mean_of(&steps[1]), 1, 0.015);
    }
    tr_pool_destroy(pool);
}

// ---- no hidden symmetry ------------------------------------------------------------------------

// One of the 48 images of a direction under the symmetries of the cube.
static vector image(int symmetry, vector d) {
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const double at[3] = {d.x, d.y, d.z};
    const int *order = orders[symmetry / 8];
    return (vector){symmetry & 1 ? -at[order[0]] : at[order[0]], symmetry & 2 ? -at[order[1]] : at[order[1]],
                    symmetry & 4 ? -at[order[2]] : at[order[2]]};
}

// From the axes of a field's cube to the planet's. A field without a cube has the planet's axes.
static vector turned_back(const field *f, vector d) {
    const float(*t)[3] = f->cube.turn;
    if (!f->cube.memory)
        return d;
    return (vector){(double)t[0][0] * d.x + (double)t[1][0] * d.y + (double)t[2][0] * d.z,
                    (double)t[0][1] * d.x + (double)t[1][1] * d.y + (double)t[2][1] * d.z,
                    (double)t[0][2] * d.x + (double)t[1][2] * d.y + (double)t[2][2] * d.z};
}

// Lattices have the symmetries of the cube. A hash that treats two axes or both signs alike would mirror the
// planet. A field and its image are independent except where they are close to each other.
static void test_fields_have_no_hidden_symmetry(void **state) {
    (void)state;
    enum { seeds = 12, symmetries = 48 };
    static points at, to;
    static float a[count], b[count];
    tr_pool *pool = one_thread();
    for (int k = 0; k < KINDS; k++) {
        double product[symmetries] = {0}, square[symmetries] = {0};
        for (uint64_t seed = 0; seed < seeds && (k <= SIMPLEX || k >= DIAMOND_SQUARE); seed++) {
            field f = open_field((field_kind)k, seed, pool);
            for (int i = 0; i < count; i++)
                put(&at, i, turned_back(&f, random_direction(seed, (uint64_t)i)));
            sample(&f, &at, a);
            for (int symmetry = 1; symmetry < symmetries; symmetry++) {
                for (int i = 0; i < count; i++)
                    put(&to, i, turned_back(&f, image(symmetry, random_direction(seed, (uint64_t)i))));
                sample(&f, &to, b);
                for (int i = 0; i < count; i++) {
                    const float x = at.x[i] - to.x[i], y = at.y[i] - to.y[i], z = at.z[i] - to.z[i];
                    const double mean = k == OLSEN ? -0.2 : 0, p = (double)a[i] - mean, q = (double)b[i] - mean;
                    if (x * x + y * y + z * z > 0.0625f)
                        product[symmetry] += p * q, square[symmetry] += (p * p + q * q) / 2;
                }
            }
            close_field(&f);
        }
        for (int symmetry = 1; symmetry < symmetries && square[symmetry] > 0; symmetry++) {
            describe("%s, symmetry %d", kind_names[k], symmetry);
            assert_near("correlation", product[symmetry] / square[symmetry], 0, 0.06);
        }
    }
    tr_pool_destroy(pool);
}

// ---- no seam -----------------------------------------------------------------------------------

enum { map_width = 256, map_height = 128 };

// Differences along rows: between the last column and the first, and between other neighbours `spacing` columns
// apart. Fields on a lattice that fits the map vary from lattice line to lattice line, and the seam is a
// lattice line.
static void add_seam(int width, int height, int spacing, const float *map, summary *over, summary *inside) {
    for (int y = 0; y < height; y++, map += width)
        for (int x = spacing - 1; x < width; x += spacing) {
            const float step = fabsf(map[(x + 1) % width] - map[x]);
            summarise(&step, 1, x + 1 < width ? inside : over);
        }
}

static void assert_no_seam(const summary *over, const summary *inside, double tolerance) {
    assert_near("mean step over the seam", mean_of(over) / mean_of(inside), 1, tolerance);
    assert_between("largest step over the seam", over->high / inside->high, 0, 1.1);
}

static void transpose(int width, int height, const float *from, float *to) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            to[x * height + y] = from[y * width + x];
}

// In half of the octaves the meridians of the seam, of 0° and of 90° east and west lie in a plane of the
// lattice, in the others midway between two planes. Value noise has no slope across such a plane and its
// largest slope midway, 11 % above the mean.
static void test_sphere_maps_have_no_seam(void **state) {
    (void)state;
    enum { seeds = 20, rows = count / map_width };
    static float map[map_height * map_width];
    static points p[map_height / rows];
    tr_pool *pool = one_thread();
    for (int i = 0; i < map_height / rows; i++)
        tr_sphere_samples(&(tr_rectangle){map_width, i * rows, rows, 0, map_width}, p[i].x, p[i].y, p[i].z,
                          p[i].u, p[i].v);
    for (int k = 0; k < KINDS; k++) {
        summary over = {0}, inside = {0};
        for (uint64_t seed = 0; seed < seeds; seed++) {
            field f = open_field((field_kind)k, seed, pool);
            for (int i = 0; i < map_height / rows; i++)
                sample(&f, &p[i], map + (ptrdiff_t)i * count);
            add_seam(map_width, map_height, 1, map, &over, &inside);
            close_field(&f);
        }
        describe("%s round the sphere", kind_names[k]);
        assert_no_seam(&over, &inside, k == CRATERS || k == VALUE ? 0.12 : 0.05);
    }
    tr_pool_destroy(pool);
}

// One octave: 17 cells in each direction of Perlin and value noise, 13 columns and 16 rows of simplex noise.
static void test_plane_maps_have_no_seam(void **state) {
    (void)state;
    enum { seeds = 32, most = 272 * 272 };
    static const int sizes[TR_BASIS_COUNT][2] = {{272, 272}, {272, 272}, {260, 256}},
                     spacings[TR_BASIS_COUNT][2] = {{16, 16}, {16, 16}, {20, 16}};
    static float map[most + count], turned[most];
    static points p;
    for (int basis = 0; basis < TR_BASIS_COUNT; basis++) {
        const int width = sizes[basis][0], height = sizes[basis][1];
        summary over[2] = {0}, inside[2] = {0};
        for (uint64_t seed = 0; seed < seeds; seed++) {
            const tr_fractal_numbers n = fractal((tr_basis)basis, true, 4, 1, 0.5, seed);
            for (int first = 0; first < width * height; first += count) {
                for (int i = 0; i < count; i++) {
                    p.u[i] = ((float)((first + i) % width) + 0.5f) / (float)width;
                    p.v[i] = ((float)((first + i) / width % height) + 0.5f) / (float)height;
                }
                evaluate(&n, &p, map + first);
            }
            transpose(width, height, map, turned);
            add_seam(width, height, spacings[basis][0], map, &over[0], &inside[0]);
            add_seam(height, width, spacings[basis][1], turned, &over[1], &inside[1]);
        }
        for (int side = 0; side < 2; side++) {
            describe("%s noise over the %s edge of the plane", basis_names[basis], side ? "upper" : "left");
            assert_no_seam(&over[side], &inside[side], 0.08);
        }
    }
}

// ---- flat displacement fields ------------------------------------------------------------------

enum { flat_levels = 9, flat_size = 1 << flat_levels, flat_samples = flat_size * flat_size };

typedef enum flat_kind { FLAT_MIDPOINT, FLAT_DIAMOND, FLAT_SIX, FLAT_OLSEN, FLAT_TENT, FLATS } flat_kind;

static const char *const flat_names[FLATS] = {"midpoint displacement", "diamond-square",
                                              "diamond-square of six points", "olsen", "olsen with a tent"};

// A map of flat_size² in [-1, 1] that wraps in both directions, with 2^base_levels cells of level 0 in each.
// Olsen noise has a fixed persistence of ½.
static void draw_flat(flat_kind kind, int base_levels, double persistence, uint64_t seed, tr_pool *pool,
                      float *map) {
    static uint16_t whole[flat_samples];
    const int levels = flat_levels - base_levels, cells = 1 << base_levels;
    const tr_isa isa = tr_isa_best();
    const tr_midpoint_numbers m = {.width = flat_size,
                                   .height = flat_size,
                                   .wrap = true,
                                   .persistence = persistence,
                                   .seed = seed,
                                   .base_width = cells,
                                   .base_height = cells};
    const tr_diamond_square_numbers d = {.seed = seed,
                                         .iterations = levels,
                                         .persistence = persistence,
                                         .six_point = kind == FLAT_SIX,
                                         .period_x = cells,
                                         .period_y = cells};
    const tr_olsen_numbers o = {
        .seed = seed, .levels = levels + 1, .tent = kind == FLAT_TENT, .period = {cells, cells, 0}};
    if (kind == FLAT_MIDPOINT)
        assert_int_equal(tr_midpoint(&m, isa, pool, map, NULL), TR_OK);
    else if (kind < FLAT_OLSEN)
        assert_int_equal(tr_diamond_square(&d, isa, pool, 0, 0, flat_size, flat_size, map, NULL), TR_OK);
    else
        assert_int_equal(tr_olsen_2d(&o, isa, pool, 0, 0, flat_size, flat_size, whole, NULL), TR_OK);
    const float unit = 2 / (float)((2 << levels) - 1);
    for (int i = 0; i < flat_samples && kind != FLAT_DIAMOND && kind != FLAT_SIX; i++)
        map[i] = kind == FLAT_MIDPOINT ? 2 * map[i] - 1 : (float)whole[i] * unit - 1;
}

// The finest level includes the power of all levels beyond it, and the coarsest has few points. The slope is
// taken in between.
static void test_power_of_levels_follows_persistence(void **state) {
    (void)state;
    enum { seeds = 8 };
    static float map[flat_samples], turned[flat_samples];
    const double persistences[] = {0.5, 0.65, 0.8};
    tr_pool *pool = one_thread();
    for (int f = 0; f < FLATS; f++)
        for (int k = 0; k < (f >= FLAT_OLSEN ? 1 : 3); k++) {
            double power[bands] = {0};
            for (uint64_t seed = 0; seed < seeds; seed++) {
                draw_flat((flat_kind)f, 1, persistences[k], seed, pool, map);
                transpose(flat_size, flat_size, map, turned);
                for (int y = 0; y < flat_size; y += 9) { // odd, so that lines of every level are among them
                    add_powers(map + (ptrdiff_t)y * flat_size, flat_levels, power);
                    add_powers(turned + (ptrdiff_t)y * flat_size, flat_levels, power);
                }
            }
            describe("%s, persistence %g", flat_names[f], persistences[k]);
            assert_near("slope of power", slope_of(power, 2, 5), 2 * log2(persistences[k]), 0.08);
        }
    tr_pool_destroy(pool);
}

static double mean_square_difference(const float *map, int dx, int dy) {
    double sum = 0;
    for (int y = 0; y < flat_size; y++)
        for (int x = 0; x < flat_size; x++) {
            const int to = (y + dy) % flat_size * flat_size + (x + dx + flat_size) % flat_size;
            const double d = (double)(map[y * flat_size + x] - map[to]);
            sum += d * d;
        }
    return sum / flat_samples;
}

// Mean squares of second differences along rows: those of columns on the lattice of level 0 over those of all
// columns. This measures creases.
static double creases(const float *map, int spacing) {
    double on = 0, all = 0;
    for (int y = 0; y < flat_size; y++)
        for (int x = 0; x < flat_size; x++) {
            const float *row = map + (ptrdiff_t)y * flat_size;
            const double bend =
                (double)(row[(x + 1) % flat_size] - 2 * row[x] + row[(x + flat_size - 1) % flat_size]);
            on += x % spacing == 0 ? bend * bend * spacing : 0, all += bend * bend;
        }
    return on / all;
}

// Mean square differences over (dx, dy) and its images under the symmetries of the square.
static double mean_square_around(const float *map, int dx, int dy) {
    return (mean_square_difference(map, dx, dy) + mean_square_difference(map, -dx, dy) +
            mean_square_difference(map, dy, dx) + mean_square_difference(map, -dy, dx)) /
           4;
}

// Known values of a method with 16 cells of level 0 in each direction, five levels and persistence ½.
typedef struct known {
    double mean; // Olsen noise: at each level rounding down takes off 4/9 (of nine parts; 15/32 of sixteen) of
                 // a step, of which the range has 63
    double deviation; // measured
    double reached;   // the least fraction of its range that it fills
    double creases;   // measured; 1 for a method without bias
} known;

static void test_flat_fields_have_known_statistics(void **state) {
    (void)state;
    enum { seeds = 8, cell = 32 };
    static const known all[FLATS] = {{0, 0.184, 0.6, 1.97},
                                     {0, 0.184, 0.6, 1.97},
                                     {0, 0.205, 0.65, 1.75},
                                     {-5 * 4 / 9.0 / 31.5, 0.2825, 0.9, 1},
                                     {-5 * 15 / 32.0 / 31.5, 0.319, 0.9, 1}};
    static float map[flat_samples], turned[flat_samples];
    tr_pool *pool = one_thread();
    for (int f = 0; f < FLATS; f++) {
        double near[4] = {0}, bend = 0;
        summary s = {0}, over = {0}, inside = {0};
        for (uint64_t seed = 0; seed < seeds; seed++) {
            draw_flat((flat_kind)f, 4, 0.5, seed, pool, map);
            transpose(flat_size, flat_size, map, turned);
            summarise(map, flat_samples, &s);
            add_seam(flat_size, flat_size, cell, map, &over, &inside);
            add_seam(flat_size, flat_size, cell, turned, &over, &inside);
            // 5² + 0 = 3² + 4², 7² + 1 = 5² + 5²: equal distances in different directions
            near[0] += mean_square_around(map, 5, 0), near[1] += mean_square_around(map, 3, 4);
            near[2] += mean_square_around(map, 7, 1), near[3] += mean_square_around(map, 5, 5);
            bend += (creases(map, cell) + creases(turned, cell)) / 2 / seeds;
        }
        const known *k = &all[f];
        describe("%s", flat_names[f]);
        assert_near("mean", mean_of(&s), k->mean, 0.025);
        assert_near("standard deviation", deviation_of(&s), k->deviation, 0.02 * k->deviation);
        assert_between("lowest", s.low, -1, -k->reached);
        assert_between("highest", s.high, k->reached, 1);
        assert_near("structure slantwise over that along the axes", near[1] / near[0], 1, 0.01);
        assert_near("structure on diagonals over that near the axes", near[3] / near[2], 1, 0.01);
        assert_near("creases on the coarsest lattice", bend, k->creases, 0.05);
        assert_no_seam(&over, &inside, 0.1);
    }
    tr_pool_destroy(pool);
}

// ---- the largest random number everywhere ------------------------------------------------------

// The author of diamond-square as a field tested for bias this way. The linker replaces the baseline kernels by
// these functions (CMakeLists.txt, --wrap), which differ from the real ones in the random offsets.
static enum { REAL_OFFSETS, HIGHEST_OFFSETS, NO_OFFSETS } offsets;

#define DECLARE_WRAPPED(name, arguments)                                                                       \
    void __real_##name##_baseline arguments;                                                                   \
    void __wrap_##name##_baseline arguments;

DECLARE_WRAPPED(tr_subdivide_centres, (int n, const float *above, const float *below, const uint32_t *keys,
                                       uint32_t row, float amplitude, float *out))
DECLARE_WRAPPED(tr_subdivide_edges, (int n, tr_cell_row cells, tr_keys keys, const uint32_t row[2],
                                     float amplitude, float centre_weight, float *upper, float *lower))
DECLARE_WRAPPED(tr_olsen_row, (int n, const float *v, tr_keys keys, uint32_t row, float near, float far,
                               float fraction, int shift, uint16_t *out))

void __wrap_tr_subdivide_centres_baseline(int n, const float *above, const float *below, const uint32_t *keys,
                                          uint32_t row, float amplitude, float *out) {
    const float real = offsets == REAL_OFFSETS ? amplitude : 0;
    __real_tr_subdivide_centres_baseline(n, above, below, keys, row, real, out);
    for (int i = 0; i < n && offsets == HIGHEST_OFFSETS; i++)
        out[i] += amplitude * 0x1p31f;
}

void __wrap_tr_subdivide_edges_baseline(int n, tr_cell_row cells, tr_keys keys, const uint32_t row[2],
                                        float amplitude, float centre_weight, float *upper, float *lower) {
    const float real = offsets == REAL_OFFSETS ? amplitude : 0;
    __real_tr_subdivide_edges_baseline(n, cells, keys, row, real, centre_weight, upper, lower);
    for (int i = 0; i < n && offsets == HIGHEST_OFFSETS; i++)
        upper[2 * i + 1] += amplitude * 0x1p31f, lower[2 * i] += amplitude * 0x1p31f;
}

void __wrap_tr_olsen_row_baseline(int n, const float *v, tr_keys keys, uint32_t row, float near, float far,
                                  float fraction, int shift, uint16_t *out) {
    if (offsets == REAL_OFFSETS) {
        __real_tr_olsen_row_baseline(n, v, keys, row, near, far, fraction, shift, out);
        return;
    }
    for (int i = 0; i < n; i++) {
        out[2 * i] = (uint16_t)(floor((double)((near * v[i] + far * v[i + 1] + 0.5f) * fraction)) +
                                (1u << (31 - shift)));
        out[2 * i + 1] = (uint16_t)(floor((double)((far * v[i] + near * v[i + 1] + 0.5f) * fraction)) +
                                    (1u << (31 - shift)));
    }
}

// On the cube, diamond-square has the pattern of its definition in the plane in every cell of every face. Edges
// and corners of the cube, where the lattice rotates or three cells meet, add nothing.
static void test_highest_values_on_the_cube_have_the_pattern_of_the_plane(void **state) {
    (void)state;
    enum { levels = 5, cell = 1 << levels };
    static double pattern[cell * cell];
    tr_pool *pool = one_thread();
    const tr_cube_numbers n = {.seed = 1, .base_cells = 3, .levels = levels, .persistence = 0.6};
    tr_cube with, without;
    offsets = HIGHEST_OFFSETS;
    assert_int_equal(tr_cube_diamond_square(&n, TR_ISA_BASELINE, pool, &with, NULL), TR_OK);
    offsets = NO_OFFSETS;
    assert_int_equal(tr_cube_diamond_square(&n, TR_ISA_BASELINE, pool, &without, NULL), TR_OK);
    offsets = REAL_OFFSETS;
    tr_subdivision_highest(levels, n.persistence, false, pattern);
    const double scale =
        n.persistence / (1 + n.persistence * tr_subdivision_range(levels, n.persistence, false));
    describe("diamond-square on the cube");
    for (int face = 0; face < 6; face++)
        for (int row = 0; row <= with.cells; row++)
            for (int column = 0; column <= with.cells; column++) {
                const double lift = (double)*tr_cube_at(&with, face, column, row) -
                                    (double)*tr_cube_at(&without, face, column, row);
                assert_near("lift", lift, scale * pattern[row % cell * cell + column % cell], 1e-4);
            }
    tr_cube_clear(&with);
    tr_cube_clear(&without);
    tr_pool_destroy(pool);
}

// Olsen noise shows no pattern. With a period of one cell, level 0 is the same number everywhere.
static void test_highest_values_of_olsen_noise_are_flat(void **state) {
    (void)state;
    enum { size = 100 };
    static uint16_t out[size * size];
    tr_pool *pool = one_thread();
    const tr_isa isa = TR_ISA_BASELINE;
    offsets = HIGHEST_OFFSETS;
    for (int tent = 0; tent < 2; tent++) {
        tr_olsen_numbers n = {.levels = 7, .tent = tent, .period = {1, 1, 1}};
        assert_int_equal(tr_olsen_2d(&n, isa, pool, -30, 7, size, size, out, NULL), TR_OK);
        assert_int_equal(out[0] % 64, 63); // all bits except perhaps that of level 0
        for (int i = 0; i < size * size; i++)
            assert_int_equal(out[i], out[0]);
        tr_cube cube;
        assert_int_equal(tr_cube_olsen(&n, size, isa, pool, &cube, NULL), TR_OK);
        for (int face = 0; face < 6; face++)
            for (int row = 0; row <= size; row++)
                for (int column = 0; column <= size; column++)
                    assert_true(*tr_cube_at(&cube, face, column, row) == *tr_cube_at(&cube, 0, 0, 0));
        tr_cube_clear(&cube);
    }
    offsets = REAL_OFFSETS;
    tr_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_octave_has_the_mean_range_and_strength_of_theory),
        cmocka_unit_test(test_power_of_octaves_follows_persistence),
        cmocka_unit_test(test_directions_are_alike),
        cmocka_unit_test(test_poles_have_the_statistics_of_the_equator),
        cmocka_unit_test(test_fields_have_no_hidden_symmetry),
        cmocka_unit_test(test_sphere_maps_have_no_seam),
        cmocka_unit_test(test_plane_maps_have_no_seam),
        cmocka_unit_test(test_power_of_levels_follows_persistence),
        cmocka_unit_test(test_flat_fields_have_known_statistics),
        cmocka_unit_test(test_highest_values_on_the_cube_have_the_pattern_of_the_plane),
        cmocka_unit_test(test_highest_values_of_olsen_noise_are_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
