// Fractal noise on cube faces, interpolated between nodes: close to the exact noise down to the finest level,
// and the same bits for any window, block and instruction set.
#include "support.h"

#include "noise/lattice/face_noise.h"
#include "noise/lattice/private/lattice.h"
#include <math.h>
#include <string.h>

enum { side = 96, block_rows = 24, block_columns = 48 };

// the +Z face
static const tr_face_axes axes = {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}};

static tr_fractal_numbers numbers_for(int resolution) {
    int octaves = 0;
    while (4 << octaves < resolution) // the cells of the finest octave span 2 texels
        octaves++;
    return (tr_fractal_numbers){.basis = TR_BASIS_PERLIN,
                                .interpolation = TR_INTERPOLATION_QUINTIC,
                                .octaves = octaves,
                                .persistence = 0.5,
                                .lacunarity = 2,
                                .scale = resolution / 4.0 / (1 << (octaves - 1)),
                                .stretch = {1, 1, 1},
                                .seed = 5};
}

static tr_face_noise *make_noise(const tr_face_numbers *numbers, tr_isa isa) {
    tr_face_noise *noise;
    assert_int_equal(tr_face_noise_create(numbers, isa, &noise, NULL), TR_OK);
    return noise;
}

// Evaluates a block of the current window, displaced by `moves` moves, into rows of `columns`.
static void evaluate_block(tr_face_noise *noise, int moves, const tr_rectangle *b, float *out, int columns) {
    static float x[TR_BLOCK_SAMPLES], y[TR_BLOCK_SAMPLES], z[TR_BLOCK_SAMPLES], values[TR_BLOCK_SAMPLES];
    double origin[3];
    tr_face_noise_places(noise, b, origin, x, y, z);
    for (int i = 0; i < moves; i++)
        tr_face_noise_move(noise, i, b, origin, x, y, z);
    tr_face_noise_sum(noise, 0, b, origin, x, y, z, values);
    for (int j = 0; j < b->rows; j++)
        memcpy(out + (size_t)j * (size_t)columns, values + j * b->columns, (size_t)b->columns * sizeof *out);
}

// Evaluates a window in blocks of at most rows x columns.
static void evaluate(tr_face_noise *noise, int moves, const tr_rectangle *w, int rows, int columns,
                     float *out) {
    tr_face_noise_begin(noise, &axes, w);
    for (int j = w->row, m; j < w->row + w->rows; j += m) {
        m = tr_face_next_square(j) - j < rows ? tr_face_next_square(j) - j : rows;
        m = w->row + w->rows - j < m ? w->row + w->rows - j : m;
        for (int i = w->column, n; i < w->column + w->columns; i += n) {
            n = tr_face_next_square(i) - i < columns ? tr_face_next_square(i) - i : columns;
            n = w->column + w->columns - i < n ? w->column + w->columns - i : n;
            const tr_rectangle b = {w->width, j, m, i, n};
            evaluate_block(noise, moves, &b, out + (j - w->row) * w->columns + i - w->column, w->columns);
        }
    }
}

static void direction_of(int resolution, int column, int row, double d[3]) {
    const double a = (2.0 * column + 1) / resolution - 1, b = (2.0 * row + 1) / resolution - 1;
    const double length = sqrt(1 + a * a + b * b);
    for (int i = 0; i < 3; i++)
        d[i] = (axes.major[i] + a * axes.right[i] + b * axes.down[i]) / length;
}

// Perlin noise with quintic interpolation, all in double.
static double exact(const tr_octave *o, const double d[3]) {
    double at[3], noise = 0;
    int64_t lower[3];
    for (int axis = 0; axis < 3; axis++) {
        const double p = d[axis] * (double)o->frequency[axis] + (double)o->offset[axis];
        lower[axis] = (int64_t)floor(p), at[axis] = p - floor(p);
    }
    for (int k = 0; k < 8; k++) {
        const uint32_t h = hash(((uint32_t)(lower[0] + (k & 1)) * PRIME_X + o->seed[0]) ^
                                ((uint32_t)(lower[1] + (k >> 1 & 1)) * PRIME_Y + o->seed[1]) ^
                                ((uint32_t)(lower[2] + (k >> 2)) * PRIME_Z));
        double weight = 1, gradient = 0;
        for (int axis = 0; axis < 3; axis++) {
            const int upper = k >> axis & 1;
            const double t = at[axis], f = t * t * t * (t * (t * 6 - 15) + 10);
            weight *= upper ? f : 1 - f;
            gradient += (h << axis & 0x80000000u ? -1 : 1) * (t - upper);
        }
        noise += weight * gradient;
    }
    noise *= (double)PERLIN_SCALE;
    return noise < -1 ? -1 : noise > 1 ? 1 : noise;
}

static double exact_sum(const tr_fractal_plan *plan, int width, const double d[3]) {
    double sum = 0;
    for (int k = 0; k < plan->count; k++)
        sum += (double)plan->octaves[k].amplitude * (double)tr_fractal_entry(plan, k, width).fraction *
               exact(&plan->octaves[k], d);
    return sum;
}

static const double spots[][2] = {{0.5, 0.5}, {0.31, 0.78}, {0.97, 0.99}, {0.12, 0.45}};
enum { spot_count = sizeof spots / sizeof spots[0] };

static tr_rectangle window_at(int resolution, int spot) {
    return (tr_rectangle){4 * resolution, (int)(spots[spot][1] * (resolution - side)), side,
                          (int)(spots[spot][0] * (resolution - side)), side};
}

// The root mean square error, in amplitudes of the finest octave.
static double error_of_face(int resolution) {
    const tr_fractal_numbers numbers = numbers_for(resolution);
    tr_fractal_plan plan;
    tr_fractal_prepare(&numbers, &plan);
    const tr_face_sum sum = {&plan, -1};
    tr_face_noise *noise = make_noise(
        &(tr_face_numbers){.resolution = resolution, .rows = side, .columns = side, .sums = 1, .sum = &sum},
        tr_isa_best());
    static float out[side * side];
    double squares = 0;
    int count = 0;
    for (int spot = 0; spot < spot_count; spot++) {
        const tr_rectangle w = window_at(resolution, spot);
        evaluate(noise, 0, &w, block_rows, block_columns, out);
        for (int i = 0; i < side * side; i += 5, count++) {
            double d[3];
            direction_of(resolution, w.column + i % side, w.row + i / side, d);
            const double e = (double)out[i] - exact_sum(&plan, w.width, d);
            squares += e * e;
        }
    }
    tr_face_noise_destroy(noise);
    return sqrt(squares / count) / (double)plan.octaves[plan.count - 1].amplitude;
}

static void test_within_a_hundredth_of_the_finest_octave(void **state) {
    (void)state;
    for (int level = 9; level <= 20; level += under_sanitizer ? 5 : 1) {
        const double error = error_of_face(1 << level);
        if (!(error < 0.01))
            fail_msg("2^%d texels: the error is %.4f of the finest octave", level, error);
    }
}

// ---- against the kernels for any direction -----------------------------------------------------

typedef struct fractal_case {
    tr_basis basis;
    tr_interpolation interpolation;
    tr_fractal_shape shape;
    int moves;
    bool strong; // the first move stretches the following noise more than threefold
} fractal_case;

static const fractal_case cases[] = {
    {TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, 0, false},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_CUBIC, TR_FRACTAL_PLAIN, 0, false},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_LINEAR, TR_FRACTAL_PLAIN, 0, false},
    {TR_BASIS_VALUE, TR_INTERPOLATION_COSINE, TR_FRACTAL_PLAIN, 0, false},
    {TR_BASIS_VALUE, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_BILLOW, 0, false},
    {TR_BASIS_VALUE, TR_INTERPOLATION_NONE, TR_FRACTAL_PLAIN, 0, false},
    {TR_BASIS_SIMPLEX, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, 0, false},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_RIDGED, 0, false},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, 1, false},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, 2, false},
    {TR_BASIS_SIMPLEX, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_RIDGED, 2, false},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, 1, true},
    {TR_BASIS_PERLIN, TR_INTERPOLATION_QUINTIC, TR_FRACTAL_PLAIN, 2, true},
};
enum { case_count = sizeof cases / sizeof cases[0] };

// A fractal whose finest octave is as fine as a texel, after two moves, the second one by much finer noise.
typedef struct moved {
    tr_fractal_plan fractal, ways[2];
    tr_face_move moves[2];
    tr_face_sum sum;
    tr_face_numbers numbers;
} moved;

static void make_moved(const fractal_case *c, int resolution, int rows, int columns, moved *m) {
    tr_fractal_numbers numbers = numbers_for(resolution);
    numbers.basis = c->basis, numbers.interpolation = c->interpolation, numbers.shape = c->shape;
    tr_fractal_prepare(&numbers, &m->fractal);
    for (int i = 0; i < 2; i++) {
        const tr_fractal_numbers way = {.octaves = 3,
                                        .persistence = 0.5,
                                        .lacunarity = 2,
                                        .scale = i > 0       ? 19
                                                 : c->strong ? 6
                                                             : 2.3,
                                        .stretch = {1, 1, 1},
                                        .seed = 8 + (uint64_t)i};
        tr_fractal_prepare(&way, &m->ways[i]);
        m->moves[i] = (tr_face_move){&m->ways[i], i > 0 ? -0.013 : c->strong ? 0.45 : 0.2, i - 1};
    }
    m->sum = (tr_face_sum){&m->fractal, c->moves - 1};
    m->numbers = (tr_face_numbers){.resolution = resolution,
                                   .rows = rows,
                                   .columns = columns,
                                   .moves = c->moves,
                                   .sums = 1,
                                   .move = m->moves,
                                   .sum = &m->sum};
}

static void evaluate_directly(const moved *m, tr_isa isa, const tr_rectangle *w, float *out) {
    static float x[side], y[side], z[side], dx[side], dy[side], dz[side], noise[side], weight[side];
    for (int j = 0; j < w->rows; j++) {
        for (int i = 0; i < w->columns; i++) {
            double d[3];
            direction_of(m->numbers.resolution, w->column + i, w->row + j, d);
            x[i] = (float)d[0], y[i] = (float)d[1], z[i] = (float)d[2];
        }
        const tr_samples at = {.count = w->columns, .x = x, .y = y, .z = z};
        for (int k = 0; k < m->numbers.moves; k++) {
            memset(dx, 0, sizeof dx), memset(dy, 0, sizeof dy), memset(dz, 0, sizeof dz);
            tr_fractal_add_vector(&m->ways[k], isa, w->width, 0, m->ways[k].count, m->moves[k].amount, &at, dx,
                                  dy, dz);
            TR_KERNEL_OF(isa, tr_displace)(w->columns, dx, dy, dz, x, y, z);
        }
        tr_fractal_evaluate(&m->fractal, isa, w->width, &at, out + j * w->columns, noise, weight);
    }
}

// At a resolution where directions fit in floats.
static void test_the_same_fractals_as_in_any_direction(void **state) {
    (void)state;
    enum { resolution = 1 << 12 };
    static float by_nodes[side * side], directly[side * side];
    for (int k = 0; k < case_count; k++) {
        static moved m;
        make_moved(&cases[k], resolution, side, side, &m);
        tr_face_noise *noise = make_noise(&m.numbers, tr_isa_best());
        double squares = 0;
        for (int spot = 0; spot < spot_count; spot++) {
            const tr_rectangle w = window_at(resolution, spot);
            evaluate(noise, m.numbers.moves, &w, block_rows, block_columns, by_nodes);
            evaluate_directly(&m, tr_isa_best(), &w, directly);
            for (int i = 0; i < side * side; i++) {
                const double e = (double)by_nodes[i] - (double)directly[i];
                squares += e * e;
            }
        }
        const double error = sqrt(squares / (spot_count * side * side)) /
                             (double)m.fractal.octaves[m.fractal.count - 1].amplitude;
        // noise with jumps: float rounding of a direction can put a texel on the other side
        const double most = cases[k].interpolation == TR_INTERPOLATION_NONE ? 0.05 : 0.01;
        if (!(error < most))
            fail_msg("case %d: the error is %.4f of the finest octave", k, error);
        tr_face_noise_destroy(noise);
    }
}

// ---- the same bits -----------------------------------------------------------------------------

// Windows inside another window, evaluated in blocks of other shapes.
static void compare_windows(tr_face_noise *noise, int moves, const tr_rectangle *all, const float *whole) {
    static float part[side * side];
    const int parts[][6] = {{0, side, 0, side, 7, 64}, {3, 40, 11, 37, 1, 300}, {50, 1, 20, 1, 9, 9},
                            {20, 60, 95, 1, 36, 64},   {95, 1, 0, side, 5, 17}, {0, 17, 60, 36, 36, 33}};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        const int *p = parts[k];
        const tr_rectangle w = {all->width, all->row + p[0], p[1], all->column + p[2], p[3]};
        evaluate(noise, moves, &w, p[4], p[5], part);
        for (int j = 0; j < w.rows; j++)
            assert_memory_equal(part + j * w.columns, whole + (p[0] + j) * side + p[2],
                                (size_t)w.columns * sizeof *part);
    }
}

static void test_the_same_bits_whatever_the_cut(void **state) {
    (void)state;
    static float whole[side * side], baseline[side * side];
    for (int level = 9; level <= 20; level += under_sanitizer ? 11 : 3)
        for (int k = 0; k < case_count; k++) {
            const int resolution = 1 << level;
            static moved m;
            make_moved(&cases[k], resolution, side, side, &m);
            // at a corner of the face and beyond its edges; and across a point where four squares meet
            const tr_rectangle windows[] = {{4 * resolution, -4, side, resolution - side + 4, side},
                                            {4 * resolution, 256 - 41, side, 256 - 57, side}};
            for (int n = 0; n < 2; n++) {
                for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
                    if (!tr_isa_available(isa))
                        continue;
                    tr_face_noise *noise = make_noise(&m.numbers, isa);
                    evaluate(noise, m.numbers.moves, &windows[n], block_rows, block_columns, whole);
                    if (isa == 0) {
                        compare_windows(noise, m.numbers.moves, &windows[n], whole);
                        memcpy(baseline, whole, sizeof whole);
                    }
                    assert_memory_equal(whole, baseline, sizeof whole);
                    tr_face_noise_destroy(noise);
                }
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_within_a_hundredth_of_the_finest_octave),
        cmocka_unit_test(test_the_same_fractals_as_in_any_direction),
        cmocka_unit_test(test_the_same_bits_whatever_the_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
