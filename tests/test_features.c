// Spots, arcs and streets: the same bits on all instruction sets, and values that follow their definitions.
#include "blocks.h"
#include "noise/sites/arcs.h"
#include "noise/sites/sites.h"
#include "noise/sites/streets.h"
#include "noise/sphere.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { width = 64, count = width * width / 2 };

typedef struct block {
    float x[count], y[count], z[count], u[count], v[count];
} block;

static const block *directions(void) {
    static block b;
    tr_sphere_samples(&(tr_rectangle){width, 0, width / 2, 0, width}, b.x, b.y, b.z, b.u, b.v);
    return &b;
}

static const tr_arc_numbers some_arcs = {.seed = 3,
                                         .count = 150,
                                         .families = 5,
                                         .off_centre = 0.6,
                                         .length_min = 0.3,
                                         .length_max = 4,
                                         .width_min = 0.01,
                                         .width_max = 0.2,
                                         .slope = 2,
                                         .cycloids = 0.3};

static const tr_street_numbers some_streets = {.seed = 8,
                                               .districts = 120,
                                               .randomness = 0.5,
                                               .levels = 3,
                                               .scale = 12,
                                               .width = 0.006,
                                               .avenue = 0.012,
                                               .radial = 0.4,
                                               .subdivision = 0.7};

typedef struct features {
    tr_sites sites;
    tr_arc_set arcs, faults;
    tr_street_plan streets;
    int32_t *list;
} features;

static void make_features(features *f) {
    const tr_spread spread = {.seed = 4,
                              .count = 90,
                              .randomness = 1,
                              .radius_min = 0.02,
                              .radius_max = 0.2,
                              .slope = 2,
                              .latitude_max = 90};
    assert_int_equal(tr_sites_create(&spread, &f->sites, NULL), TR_OK);
    assert_int_equal(tr_arcs_create(&some_arcs, &f->arcs, NULL), TR_OK);
    tr_arc_numbers slipping = some_arcs;
    slipping.slip = 2;
    assert_int_equal(tr_arcs_create(&slipping, &f->faults, NULL), TR_OK);
    assert_int_equal(tr_streets_create(&some_streets, &f->streets, NULL), TR_OK);
    f->list = malloc(TR_LIST_CAPACITY(&(tr_sites){.count = 200}) * sizeof *f->list);
    assert_non_null(f->list);
}

static void clear_features(features *f) {
    tr_sites_clear(&f->sites);
    tr_arcs_clear(&f->arcs);
    tr_arcs_clear(&f->faults);
    tr_streets_clear(&f->streets);
    free(f->list);
}

static void evaluate_spots(tr_isa isa, const tr_sites *sites, int value, float reach, float lobes, int samples,
                           int columns, const float *x, const float *y, const float *z, int32_t *list,
                           float *out) {
    const tr_spot_plan plan = {*sites, 7, value, reach, lobes};
    evaluate_kernel(TR_KERNEL_OF(isa, tr_spots), &plan, 0, samples, columns, x, y, z, list, out);
}

static void evaluate_arcs(tr_isa isa, const tr_arc_set *set, int value, float texel, int samples, int columns,
                          const float *x, const float *y, const float *z, int32_t *list, float *out) {
    tr_arc_set of = *set;
    of.value = value;
    evaluate_kernel(TR_KERNEL_OF(isa, tr_arcs), &of, texel, samples, columns, x, y, z, list, out);
}

static void evaluate_streets(tr_isa isa, const tr_street_plan *plan, int value, float texel, int samples,
                             int columns, const float *x, const float *y, const float *z, int32_t *list,
                             float *out) {
    tr_street_plan of = *plan;
    of.value = value;
    evaluate_kernel(TR_KERNEL_OF(isa, tr_streets), &of, texel, samples, columns, x, y, z, list, out);
}

enum { kinds = 2 * TR_SPOT_COUNT + 2 * TR_ARC_COUNT + TR_STREET_COUNT };

// Evaluates one value of one field, numbered over all fields.
static void evaluate(const features *f, tr_isa isa, int kind, int samples, int columns, const float *x,
                     const float *y, const float *z, float *out) {
    const float texel = 0.01f;
    if (kind < 2 * TR_SPOT_COUNT) {
        const float lobes = kind < TR_SPOT_COUNT ? 0 : 0.8f;
        evaluate_spots(isa, &f->sites, kind % TR_SPOT_COUNT, 4, lobes, samples, columns, x, y, z, f->list, out);
    } else if (kind < 2 * TR_SPOT_COUNT + 2 * TR_ARC_COUNT) {
        const tr_arc_set *set = kind < 2 * TR_SPOT_COUNT + TR_ARC_COUNT ? &f->arcs : &f->faults;
        const int value = (kind - 2 * TR_SPOT_COUNT) % TR_ARC_COUNT;
        evaluate_arcs(isa, set, value, texel, samples, columns, x, y, z, f->list, out);
    } else {
        const int value = kind - 2 * TR_SPOT_COUNT - 2 * TR_ARC_COUNT;
        evaluate_streets(isa, &f->streets, value, texel, samples, columns, x, y, z, f->list, out);
    }
}

static void test_features_are_golden_on_every_instruction_set(void **state) {
    (void)state;
    static float out[kinds][count];
    const block *b = directions();
    features f;
    make_features(&f);
    uint64_t all = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa))
            continue;
        uint64_t h = 1;
        for (int kind = 0; kind < kinds; kind++) {
            evaluate(&f, isa, kind, count, width, b->x, b->y, b->z, out[kind]);
            h = hash_floats(h, out[kind], count);
        }
        if (isa == 0)
            all = h;
        assert_int_equal(h, all);
    }
    // a sample does not depend on the samples evaluated with it
    for (int kind = 0; kind < kinds; kind++)
        for (int i = 0; i < count; i += 7) {
            float alone;
            evaluate(&f, TR_ISA_BASELINE, kind, 1, 1, b->x + i, b->y + i, b->z + i, &alone);
            assert_memory_equal(&alone, &out[kind][i], sizeof alone);
        }
    clear_features(&f);
    assert_golden("features", all);
}

static double dot(const float a[3], const double p[3]) { return a[0] * p[0] + a[1] * p[1] + a[2] * p[2]; }

// The strength of one arc by its definition, in double.
static double arc_strength(const struct tr_arc *arc, double texel, const double p[3]) {
    const double angle = fabs(atan2(dot(arc->f, p), dot(arc->e, p)));
    const double s = tan(angle / 2) / arc->end;
    if (!(s < 1))
        return 0;
    double across = (dot(arc->n, p) - arc->c) / arc->radius;
    if (arc->bows > 0) {
        const double along = angle / 2 / atan(arc->end) * arc->bows, part = along - floor(along);
        across -= arc->bow_height * 4 * part * (1 - part);
    }
    const double fine = arc->width * (1 - s * s), wide = fmax(fine, 1.5 * texel);
    const double own = (1 - s * s) * fine / wide * (1 - hypot(across, texel / 2) / wide);
    return fmax(own, 0);
}

static void test_arcs_lie_over_each_other_as_they_are_defined(void **state) {
    (void)state;
    static float line[count], number[count];
    const block *b = directions();
    features f;
    make_features(&f);
    const tr_isa isa = tr_isa_best();
    const double texel = 0.002;
    evaluate_arcs(isa, &f.arcs, TR_ARC_LINE, (float)texel, count, width, b->x, b->y, b->z, f.list, line);
    evaluate_arcs(isa, &f.arcs, TR_ARC_CELL, (float)texel, count, width, b->x, b->y, b->z, f.list, number);
    int seen = 0, bowed = 0;
    for (int j = 0; j < f.arcs.count; j++)
        bowed += f.arcs.arcs[j].bows > 0;
    assert_in_range(bowed, 20, 70);
    for (int i = 0; i < count; i++) {
        const double p[3] = {b->x[i], b->y[i], b->z[i]};
        double strength = 0;
        for (int j = 0; j < f.arcs.count; j++) {
            const double own = arc_strength(&f.arcs.arcs[j], texel, p);
            const double cover = fmin(fmax((own - 0.35) * 4, 0), 1);
            strength = own > strength ? own : strength + cover * (own - strength);
        }
        assert_float_equal(line[i], strength, 2e-3);
        assert_int_equal(line[i] > 0, number[i] != 0);
        seen += strength > 0.5;
    }
    assert_in_range(seen, 100, count / 2);
    clear_features(&f);
}

// The distance from meridian 0, at a latitude, of an arc that originally runs along that meridian.
static double find_ridge(const tr_arc_set *set, double latitude) {
    enum { across = 401 };
    float x[across], y[across], z[across], out[across];
    int32_t list[16];
    for (int i = 0; i < across; i++) {
        const double longitude = (i - across / 2) * 5e-4;
        x[i] = (float)(cos(latitude) * cos(longitude)), y[i] = (float)sin(latitude);
        z[i] = (float)(-cos(latitude) * sin(longitude));
    }
    evaluate_arcs(tr_isa_best(), set, TR_ARC_LINE, 1e-3f, across, across, x, y, z, list, out);
    int ridge = 0;
    for (int i = 0; i < across; i++)
        ridge = out[i] > out[ridge] ? i : ridge;
    assert_true(out[ridge] > 0.5f);
    return (ridge - across / 2) * 5e-4;
}

static void test_arcs_shift_older_ones(void **state) {
    (void)state;
    struct tr_arc pair[2] = {{.n = {0, 0, 1}, .e = {1, 0, 0}, .f = {0, 1, 0}}, // the older arc, on a meridian
                             {.n = {0, 1, 0}, .e = {1, 0, 0}, .f = {0, 0, -1}, .slip = 0.05f}};
    for (int j = 0; j < 2; j++)
        pair[j].radius = pair[j].end = pair[j].middle[0] = 1, pair[j].width = 0.1f, pair[j].half = 1.4142f;
    const tr_arc_set set = {.count = 2, .shift = 0.05f, .arcs = pair};
    const double range = TR_ARC_SLIP_RANGE * 0.1, north = find_ridge(&set, 0.12),
                 south = find_ridge(&set, -0.12);
    assert_float_equal(fabs(north), 0.05 * (1 - 0.12 / range), 3e-3);
    assert_float_equal(south, -north, 1e-3); // the two sides move in opposite directions
    assert_float_equal(find_ridge(&set, 0.25), 0.5 / (1 - 0.12 / range) * north, 3e-3);
    assert_float_equal(find_ridge(&set, range + 0.02), 0, 1e-3);
}

// Whether arc j begins on an earlier arc: the place at 0.78 of the way from its middle to its start lies on
// the circle of that arc, between its ends.
static bool springs(const tr_arc_set *set, int j) {
    const struct tr_arc *a = &set->arcs[j];
    const double turn = -0.78 * 2 * atan(a->end);
    double p[3];
    for (int k = 0; k < 3; k++)
        p[k] = a->c * a->n[k] + a->radius * (cos(turn) * a->e[k] + sin(turn) * a->f[k]);
    for (int i = 0; i < j; i++) {
        const struct tr_arc *b = &set->arcs[i];
        const double above = p[0] * b->n[0] + p[1] * b->n[1] + p[2] * b->n[2] - b->c;
        const double dx = p[0] - b->middle[0], dy = p[1] - b->middle[1], dz = p[2] - b->middle[2];
        if (fabs(above) < 1e-5 && sqrt(dx * dx + dy * dy + dz * dz) < b->half)
            return true;
    }
    return false;
}

static void test_branches_begin_on_other_arcs(void **state) {
    (void)state;
    tr_arc_numbers numbers = {.seed = 5,
                              .count = 400,
                              .off_centre = 0.5,
                              .length_min = 0.1,
                              .length_max = 2,
                              .width_min = 0.002,
                              .width_max = 0.02,
                              .slope = 2};
    for (int step = 0; step < 3; step++) {
        tr_arc_set set;
        int begun = 0;
        numbers.branches = 0.5 * step;
        assert_int_equal(tr_arcs_create(&numbers, &set, NULL), TR_OK);
        for (int j = 1; j < set.count; j++)
            begun += springs(&set, j);
        assert_in_range(begun, step == 0 ? 0 : step == 1 ? 150 : 399, step == 0 ? 20 : step == 1 ? 250 : 399);
        tr_arcs_clear(&set);
    }
}

// The centre line of an arc is visible at every map size, and fainter where it is finer than a texel.
static void test_arcs_fade_and_never_break_up(void **state) {
    (void)state;
    tr_arc_numbers numbers = {.seed = 1,
                              .count = 1,
                              .length_min = 1,
                              .length_max = 1,
                              .width_min = 0.002,
                              .width_max = 0.002,
                              .slope = 2};
    tr_arc_set set;
    assert_int_equal(tr_arcs_create(&numbers, &set, NULL), TR_OK);
    const struct tr_arc *arc = &set.arcs[0];
    const tr_isa isa = tr_isa_best();
    int32_t list[16];
    float before = 1;
    for (float texel = 0.0001f; texel < 0.02f; texel *= 2) {
        float least = 1, most = 0;
        for (int i = -8; i <= 8; i++) { // up to half a texel from the centre line, near the arc's middle
            const double t = 0.01 * i, h = 0.5 * texel * (i % 2);
            float p[3], length = 0, out;
            for (int k = 0; k < 3; k++) {
                p[k] = (float)(arc->middle[k] + t * arc->f[k] + h * arc->n[k]);
                length += p[k] * p[k];
            }
            for (int k = 0; k < 3; k++)
                p[k] /= sqrtf(length);
            evaluate_arcs(isa, &set, TR_ARC_LINE, texel, 1, 1, &p[0], &p[1], &p[2], list, &out);
            least = fminf(least, out), most = fmaxf(most, out);
        }
        assert_true(least > 0);
        assert_true(least > 0.5f * most);
        assert_true(most < before);
        before = most;
    }
    tr_arcs_clear(&set);
}

// By the definition: Σ (r^-4 - reach^-4) over the spots within reach, and the mean of their numbers weighted
// by the squares of these terms.
static void join_spots(const tr_sites *s, double reach, const double p[3], double *distance, double *number) {
    double joint = pow(reach, -4), weights = 0, sum = 0;
    for (int j = 0; j < s->count; j++) {
        const double dx = p[0] - s->x[j], dy = p[1] - s->y[j], dz = p[2] - s->z[j];
        const double r = fmax(sqrt(dx * dx + dy * dy + dz * dz) / s->radius[j], 0.01);
        const double fraction = fmax(pow(r, -4) - pow(reach, -4), 0);
        joint += fraction, weights += fraction * fraction,
            sum += fraction * fraction * (2 * s->strength[j] - 1);
    }
    *distance = pow(joint, -0.25), *number = weights > 0 ? sum / weights : 0;
}

static void test_spots_measure_in_their_own_radii_and_join(void **state) {
    (void)state;
    static float out[count], number[count];
    const block *b = directions();
    features f;
    make_features(&f);
    const tr_isa isa = tr_isa_best();
    evaluate_spots(isa, &f.sites, TR_SPOT_DISTANCE, 4, 0, count, width, b->x, b->y, b->z, f.list, out);
    evaluate_spots(isa, &f.sites, TR_SPOT_CELL, 4, 0, count, width, b->x, b->y, b->z, f.list, number);
    for (int i = 0; i < count; i++) {
        double distance, own;
        join_spots(&f.sites, 4, (double[]){b->x[i], b->y[i], b->z[i]}, &distance, &own);
        assert_float_equal(out[i], distance, 1e-4);
        if (distance < 3.99) // near the reach the number drops to 0, and rounding decides where
            assert_float_equal(number[i], own, 1e-3);
    }
    clear_features(&f);
}

// From the centre of one spot to another the distance is continuous and smooth: each step's slope is close to
// the previous one. The distance of a single spot is that of its circle.
static void test_spots_meet_without_an_edge(void **state) {
    (void)state;
    enum { steps = 2000 };
    float x[] = {1, 0.96f}, y[] = {0, 0.28f}, z[2] = {0}, radius[] = {0.08f, 0.08f}, strength[] = {0, 1};
    tr_sites two = {.x = x, .y = y, .z = z, .radius = radius, .strength = strength, .count = 2};
    const tr_isa isa = tr_isa_best();
    double before = 0, slope = 0, number_before = -1;
    for (int i = 0; i <= steps; i++) {
        const double angle = 0.04 + 0.2 * i / steps;
        float p[3] = {(float)cos(angle), (float)sin(angle), 0}, out, number;
        int32_t list[6];
        evaluate_spots(isa, &two, TR_SPOT_DISTANCE, 4, 0, 1, 1, &p[0], &p[1], &p[2], list, &out);
        evaluate_spots(isa, &two, TR_SPOT_CELL, 4, 0, 1, 1, &p[0], &p[1], &p[2], list, &number);
        const double now = out - before;
        if (i > 1)
            assert_true(fabs(now - slope) < 1e-4);
        assert_true(number > number_before - 1e-6 && (i == 0 || number - number_before < 0.01));
        before = out, slope = now, number_before = number;
    }
    two.count = 1;
    float p[3] = {0.6f, 0.8f, 0}, out;
    int32_t list[6];
    radius[0] = 0.5f;
    evaluate_spots(isa, &two, TR_SPOT_DISTANCE, 4, 0, 1, 1, &p[0], &p[1], &p[2], list, &out);
    assert_float_equal(out, sqrt(0.4 * 0.4 + 0.8 * 0.8) / 0.5, 1e-5);
}

// The largest sites lead groups. The next largest follow them to the west and towards the pole, and all of a
// group are near its leader.
static void test_groups_follow_their_leaders(void **state) {
    (void)state;
    enum { many = 60, leaders = 10 };
    const tr_spread spread = {.seed = 3,
                              .count = many,
                              .randomness = 1,
                              .radius_min = 0.002,
                              .radius_max = 0.02,
                              .slope = 2,
                              .latitude_max = 90,
                              .group = many / leaders,
                              .largest_first = true};
    tr_sites s;
    tr_error error;
    assert_int_equal(tr_sites_create(&spread, &s, &error), TR_OK);
    for (int j = leaders; j < many; j++) {
        const int l = j % leaders;
        const float away = hypotf(hypotf(s.x[j] - s.x[l], s.y[j] - s.y[l]), s.z[j] - s.z[l]);
        assert_true(away < 10 * (s.radius[l] + s.radius[leaders + l]));
        const float level = hypotf(s.x[l], s.z[l]), west = s.x[l] * s.z[j] - s.z[l] * s.x[j];
        const float north = level * s.y[j] - s.y[l] * (s.x[l] * s.x[j] + s.z[l] * s.z[j]) / level;
        assert_true(j >= 2 * leaders || (west > 0 && north * s.y[l] > 0));
    }
    tr_sites_clear(&s);
}

// Fibres of a spot run outward from its centre: the value changes often around the spot and little along its
// radius. Beyond the reach it is 0.
static void test_fibres_run_outward(void **state) {
    (void)state;
    enum { steps = 360 };
    float x = 1, y = 0, z = 0, radius = 0.1f, strength = 0.5f;
    const tr_sites one = {.x = &x, .y = &y, .z = &z, .radius = &radius, .strength = &strength, .count = 1};
    const tr_isa isa = tr_isa_best();
    const double from[] = {0.05, 0.06, 0.25}; // distances from the centre
    float ring[3][steps];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < steps; i++) {
            const double turn = 2 * 3.14159265358979 * i / steps;
            float p[] = {(float)cos(from[k]), (float)(sin(from[k]) * cos(turn)),
                         (float)(sin(from[k]) * sin(turn))};
            int32_t list[6];
            evaluate_spots(isa, &one, TR_SPOT_FIBRES, 2, 0, 1, 1, &p[0], &p[1], &p[2], list, &ring[k][i]);
        }
    double round = 0, outward = 0;
    int threads = 0;
    for (int i = 0; i < steps; i++) {
        const double apart =
            (double)ring[0][(i + 10) % steps] - (double)ring[0][i]; // a longer step than outward
        const double along = (double)ring[1][i] - (double)ring[0][i];
        round += apart * apart, outward += along * along;
        threads += ring[0][i] < 0 && ring[0][(i + 1) % steps] >= 0;
        assert_true(fabsf(ring[0][i]) <= 1 && ring[2][i] == 0);
    }
    assert_true(outward < 0.1 * round && threads >= 12);
}

static void test_districts_are_the_cells_of_their_sites(void **state) {
    (void)state;
    static float cell[count], centre[count];
    const block *b = directions();
    features f;
    make_features(&f);
    const tr_sites *s = &f.streets.sites;
    const tr_isa isa = tr_isa_best();
    evaluate_streets(isa, &f.streets, TR_STREET_CELL, 0.01f, count, width, b->x, b->y, b->z, f.list, cell);
    evaluate_streets(isa, &f.streets, TR_STREET_CENTRE, 0.01f, count, width, b->x, b->y, b->z, f.list, centre);
    float of[200];
    for (int j = 0; j < s->count; j++)
        of[j] = 2;
    for (int i = 0; i < count; i++) {
        int owner = 0;
        double least = 16;
        for (int j = 0; j < s->count; j++) {
            const double dx = b->x[i] - s->x[j], dy = b->y[i] - s->y[j], dz = b->z[i] - s->z[j];
            const double d = dx * dx + dy * dy + dz * dz;
            owner = d < least ? j : owner;
            least = fmin(least, d);
        }
        assert_float_equal(centre[i], sqrt(least) / s->spacing, 1e-4);
        of[owner] = of[owner] == 2 ? cell[i] : of[owner];
        assert_float_equal(cell[i], of[owner], 0);
    }
    clear_features(&f);
}

// A city is equally bright at every map size: streets too fine for the map become their mean.
static void test_roads_cover_as_much_at_every_size(void **state) {
    (void)state;
    tr_street_numbers numbers = some_streets;
    numbers.levels = 4, numbers.radial = 0;
    tr_street_plan plan;
    assert_int_equal(tr_streets_create(&numbers, &plan, NULL), TR_OK);
    int32_t *list = malloc(TR_LIST_CAPACITY(&plan.sites) * sizeof *list);
    assert_non_null(list);
    const tr_isa isa = tr_isa_best();
    double mean[5] = {0};
    for (int size = 0; size < 5; size++) {
        const int columns = 256 << size, rows = 16, across = 64;
        double weight = 0;
        for (int row = columns / 8; row < columns / 2 - columns / 8; row += columns / 16)
            for (int column = 0; column < columns; column += columns / 16) {
                static float x[1024], y[1024], z[1024], u[1024], v[1024], out[1024];
                tr_sphere_samples(&(tr_rectangle){columns, row, rows, column, across}, x, y, z, u, v);
                evaluate_streets(isa, &plan, TR_STREET_ROADS, 6.2831853f / (float)columns, rows * across,
                                 across, x, y, z, list, out);
                for (int i = 0; i < rows * across; i++)
                    mean[size] += out[i], weight += 1;
            }
        mean[size] /= weight;
    }
    for (int size = 0; size < 4; size++)
        assert_float_equal(mean[size], mean[4], 0.12 * mean[4]);
    free(list);
    tr_streets_clear(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features_are_golden_on_every_instruction_set),
        cmocka_unit_test(test_arcs_lie_over_each_other_as_they_are_defined),
        cmocka_unit_test(test_arcs_shift_older_ones),
        cmocka_unit_test(test_arcs_fade_and_never_break_up),
        cmocka_unit_test(test_branches_begin_on_other_arcs),
        cmocka_unit_test(test_spots_measure_in_their_own_radii_and_join),
        cmocka_unit_test(test_spots_meet_without_an_edge),
        cmocka_unit_test(test_fibres_run_outward),
        cmocka_unit_test(test_groups_follow_their_leaders),
        cmocka_unit_test(test_districts_are_the_cells_of_their_sites),
        cmocka_unit_test(test_roads_cover_as_much_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
