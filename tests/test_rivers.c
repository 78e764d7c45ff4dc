// The courses of rivers, and their effect on samples.
#include "blocks.h"
#include "noise_globe.h"
#include "support.h"
#include "terrain/private/river_parts.h"
#include "terrain/rivers.h"
#include <math.h>
#include <stdlib.h>

enum { cells = 32, points = 6 * cells * cells + 2, samples = 4000 };

typedef struct fixture {
    tr_globe globe;
    tr_drainage water;
    river_numbers numbers;
    river_nets rivers;
    river_courses courses; // with all bends
    float height[points], rain[points];
} fixture;

static fixture *make(uint64_t seed) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    assert_int_equal(tr_globe_create(seed, cells, NULL, &f->globe, NULL), TR_OK);
    assert_int_equal(tr_drainage_create(&f->globe, NULL, &f->water, NULL), TR_OK);
    make_noise(seed, &f->globe, f->height);
    for (int p = 0; p < points; p++)
        f->rain[p] = f->globe.x[p] > 0 ? 1 : 0.001f; // half of the planet is desert
    tr_drainage_solve(&f->water, &f->globe, f->height, f->rain);
    f->numbers = river_numbers_usual(seed);
    f->numbers.least_flow = 0.01f;
    assert_int_equal(rivers_create(&f->globe, &f->water, f->height, &f->numbers, &f->rivers, NULL), TR_OK);
    assert_int_equal(river_courses_create(&f->globe, &f->water, f->height, &f->numbers, 3, &f->courses, NULL),
                     TR_OK);
    assert_in_range(f->courses.count, 200, 20000);
    return f;
}

static void drop(fixture *f) {
    tr_free(f->courses.pieces);
    rivers_clear(&f->rivers);
    tr_drainage_clear(&f->water);
    tr_globe_clear(&f->globe);
    free(f);
}

typedef struct places {
    float x[samples], y[samples], z[samples], cover[samples], bed[samples];
} places;

// Samples on and next to rivers.
static void scatter(const fixture *f, places *out) {
    for (int i = 0; i < samples; i++) {
        const uint64_t h = tr_hash_u64((uint64_t)i);
        const river_piece *piece = &f->courses.pieces[h % (uint64_t)f->courses.count];
        const double away = 0.012 * tr_hash_unit(tr_hash_u64(h + 1)), part = tr_hash_unit(tr_hash_u64(h + 2));
        double at[3], length = 0;
        for (int k = 0; k < 3; k++) {
            const double side = 2 * tr_hash_unit(tr_hash_u64(h + 3 + (uint64_t)k)) - 1;
            at[k] = (1 - part) * (double)piece->at[0][k] + part * (double)piece->at[1][k] + away * side;
            length += at[k] * at[k];
        }
        length = sqrt(length);
        out->x[i] = (float)(at[0] / length), out->y[i] = (float)(at[1] / length);
        out->z[i] = (float)(at[2] / length);
    }
}

static void look(const river_net *net, float texel, tr_isa isa, places *p) {
    evaluate_kernel(TR_KERNEL_OF(isa, rivers_cover), net, texel, samples, samples, p->x, p->y, p->z, NULL,
                    p->cover);
    evaluate_kernel(TR_KERNEL_OF(isa, rivers_bed), net, texel, samples, samples, p->x, p->y, p->z, NULL,
                    p->bed);
}

// ---- courses -----------------------------------------------------------------------------------

static bool is_same_place(const float a[3], const float b[3]) { return memcmp(a, b, 3 * sizeof *a) == 0; }

// Whether a course ends in the sea or on another course. Pieces are in the order of courses.
static bool goes_on(const fixture *f, int last) {
    const float *end = f->courses.pieces[last].at[1];
    for (int p = 0; p < points; p++) {
        const float dx = f->globe.x[p] - end[0], dy = f->globe.y[p] - end[1], dz = f->globe.z[p] - end[2];
        if (f->height[p] <= 0 && dx * dx + dy * dy + dz * dz < 1e-10f)
            return true;
    }
    for (int i = 0; i < f->courses.count; i++)
        if (i / 8 != last / 8 && is_same_place(f->courses.pieces[i].at[0], end))
            return true;
    return false;
}

static void test_rivers_run_downhill_to_the_sea(void **state) {
    (void)state;
    fixture *f = make(1);
    f->numbers.lake_depth = 1e9f; // no river ends in a lake
    tr_free(f->courses.pieces);
    assert_int_equal(river_courses_create(&f->globe, &f->water, f->height, &f->numbers, 3, &f->courses, NULL),
                     TR_OK);
    for (int i = 0; i < f->courses.count; i++) {
        const river_piece *p = &f->courses.pieces[i];
        assert_true(p->bed[1] <= p->bed[0]);
        assert_true(p->half[0] >= 0 && p->half[1] > 0);
        if (i % 8 == 7)
            assert_true(goes_on(f, i));
        else
            assert_true(is_same_place(p->at[1], f->courses.pieces[i + 1].at[0]));
    }
    drop(f);
}

static void test_deserts_have_no_rivers_of_their_own(void **state) {
    (void)state;
    fixture *f = make(2);
    int wet = 0, dry = 0;
    for (int p = 0; p < points; p++)
        if (f->water.receiver[p] >= 0 && f->water.flow[p] >= f->numbers.least_flow)
            wet += f->globe.x[p] > 0, dry += f->globe.x[p] < -0.3f;
    print_message("%d rivers in wet country, %d in the desert\n", wet, dry);
    assert_true(wet > 50);
    assert_true(dry < wet / 5);
    drop(f);
}

static void test_fewer_bends_are_the_same_course(void **state) {
    (void)state;
    fixture *f = make(3);
    river_courses coarse;
    assert_int_equal(river_courses_create(&f->globe, &f->water, f->height, &f->numbers, 1, &coarse, NULL),
                     TR_OK);
    assert_int_equal(coarse.count * 4, f->courses.count);
    int same = 0;
    for (int i = 0; i < coarse.count; i++)
        for (int k = 0; k < 3; k++)
            same += fabsf(coarse.pieces[i].at[1][k] - f->courses.pieces[4 * i + 3].at[1][k]) < 1e-6f;
    // tributaries end on another vertex of the main river
    assert_true(same > 2 * coarse.count);
    tr_free(coarse.pieces);
    drop(f);
}

// ---- samples -----------------------------------------------------------------------------------

// A net with one cell on each face, in which a face has all pieces.
static river_net see_all(const river_net *net, int face, int32_t first[7]) {
    river_net all = *net;
    for (int k = 0; k < 7; k++)
        first[k] = k <= face ? 0 : net->first[6 * net->cells * net->cells];
    all.cells = 1;
    all.first = first;
    return all;
}

static void test_cells_cannot_be_seen(void **state) {
    (void)state;
    fixture *f = make(4);
    static places near, all;
    scatter(f, &near);
    for (int n = 0; n < RIVER_NET_COUNT; n++)
        for (int size = 0; size < 3; size++) {
            const river_net *net = &f->rivers.nets[n];
            const float texel = net->texel * (size == 0 ? 1.7f : size == 1 ? 1 : 0.3f);
            int rivers = 0, beds = 0;
            look(net, texel, TR_ISA_BASELINE, &near);
            for (int face = under_sanitizer ? 4 : 0; face < 6; face += 2) {
                int32_t first[7];
                const river_net whole = see_all(net, face, first);
                all = near;
                look(&whole, texel, TR_ISA_BASELINE, &all);
                for (int i = 0; i < samples; i++) {
                    if (river_cell(1, near.x[i], near.y[i], near.z[i]) != face)
                        continue;
                    assert_true(near.cover[i] == all.cover[i]);
                    assert_true(fminf(near.bed[i], RIVER_NO_BED) == fminf(all.bed[i], RIVER_NO_BED));
                    rivers += near.cover[i] > 0, beds += near.bed[i] < RIVER_NO_BED;
                }
            }
            assert_in_range(rivers, 100, samples - 100);
            assert_in_range(beds, 100, samples - 100);
        }
    drop(f);
}

// A cross-section of the widest river: 1 in the middle, 0 beyond its banks, and the same amount of water with
// larger texels.
static void test_cover_keeps_its_width(void **state) {
    (void)state;
    fixture *f = make(5);
    const river_net *net = &f->rivers.nets[RIVER_NET_FINE];
    const river_piece *widest = f->courses.pieces;
    for (int i = 0; i < f->courses.count; i++)
        if (f->courses.pieces[i].half[0] > widest->half[0])
            widest = &f->courses.pieces[i];
    static places p;
    double across[3], middle[3], length = 0;
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        const double along_a = (double)(widest->at[1][a] - widest->at[0][a]);
        const double along_b = (double)(widest->at[1][b] - widest->at[0][b]);
        across[k] = along_a * (double)widest->at[0][b] - along_b * (double)widest->at[0][a];
        middle[k] = 0.5 * ((double)widest->at[0][k] + (double)widest->at[1][k]);
        length += across[k] * across[k];
    }
    const double reach = 0.004, step = 2 * reach / samples;
    for (int i = 0; i < samples; i++) {
        const double s = (-reach + step * (i + 0.5)) / sqrt(length);
        p.x[i] = (float)(middle[0] + s * across[0]), p.y[i] = (float)(middle[1] + s * across[1]);
        p.z[i] = (float)(middle[2] + s * across[2]);
    }
    const double width = (double)(widest->half[0] + widest->half[1]);
    for (int size = 0; size < 3; size++) {
        const float texel = net->texel * (size == 0 ? 0.01f : size == 1 ? 0.3f : 1);
        double water = 0;
        look(net, texel, TR_ISA_BASELINE, &p);
        for (int i = 0; i < samples; i++)
            water += step * (double)p.cover[i];
        assert_float_equal(water, width, 0.25 * width); // other rivers may be close
        if (size == 0) {
            assert_true(p.cover[samples / 2] == 1);
            assert_true(p.cover[0] == 0);
        }
    }
    look(net, 0.5f * net->valley, TR_ISA_BASELINE, &p);
    // the ground: the bed in the middle, no limit far away, rising in between
    assert_true(p.bed[samples / 2] < fmaxf(widest->bed[0], 1) + 1);
    for (int i = samples / 2; i + 1 < samples / 2 + 300; i++)
        assert_true(p.bed[i + 1] >= p.bed[i] - 1);
    drop(f);
}

static void test_lakes_fill_their_pits(void **state) {
    (void)state;
    fixture *f = make(6);
    static float depth[points], surface[points];
    assert_int_equal(rivers_find_lakes(&f->globe, &f->water, f->height, 30, depth, surface, NULL), TR_OK);
    int lakes = 0, shores = 0;
    for (int p = 0; p < points; p++) {
        const bool lake = f->height[p] > 0 && f->water.filled[p] - f->height[p] > 30;
        assert_int_equal(depth[p] > 0 && surface[p] == f->water.filled[p], lake);
        lakes += lake;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && lake; k++) {
            const int q = f->globe.near[p][k];
            if (q >= 0 && f->height[q] > 0 && depth[q] <= 0)
                assert_true(depth[q] > -100 || f->height[q] > surface[q] + 99), shores++;
        }
    }
    print_message("%d points of lakes, %d shores\n", lakes, shores);
    assert_true(lakes > 5 && shores > 5);
    drop(f);
}

static void test_rivers_are_golden(void **state) {
    (void)state;
    fixture *f = make(7);
    static places p;
    scatter(f, &p);
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available(isa))
            continue;
        uint64_t h = 1;
        for (int n = 0; n < RIVER_NET_COUNT; n++) {
            look(&f->rivers.nets[n], 0.6f * f->rivers.nets[n].texel, isa, &p);
            h = hash_floats(h, p.cover, samples);
            h = hash_floats(h, p.bed, samples);
        }
        assert_golden("rivers", h);
    }
    drop(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rivers_run_downhill_to_the_sea),
        cmocka_unit_test(test_deserts_have_no_rivers_of_their_own),
        cmocka_unit_test(test_fewer_bends_are_the_same_course),
        cmocka_unit_test(test_cells_cannot_be_seen),
        cmocka_unit_test(test_cover_keeps_its_width),
        cmocka_unit_test(test_lakes_fill_their_pits),
        cmocka_unit_test(test_rivers_are_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
