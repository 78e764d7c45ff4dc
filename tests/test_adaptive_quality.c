// The picture quality follows the frame time.
#include "app/private/adaptive_quality.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void add(tr_adaptive_quality *quality, int frames, double cost_s) {
    for (int i = 0; i < frames; i++)
        tr_adaptive_quality_add(quality, cost_s);
}

static void test_beginning(void **state) {
    (void)state;
    tr_adaptive_quality quality;
    tr_adaptive_quality_begin(&quality, false);
    assert_int_equal(quality.quality, TR_QUALITY_FINE);
    tr_adaptive_quality_begin(&quality, true);
    assert_int_equal(quality.quality, TR_QUALITY_FULL);
}

static void test_slow_frames(void **state) {
    (void)state;
    tr_adaptive_quality quality;
    tr_adaptive_quality_begin(&quality, false);
    add(&quality, TR_ADAPTIVE_QUALITY_FRAMES - 1, 0.04);
    assert_int_equal(quality.quality, TR_QUALITY_FINE); // one frame is too few
    add(&quality, 1, 0.04);
    assert_int_equal(quality.quality, TR_QUALITY_FULL);
    add(&quality, TR_ADAPTIVE_QUALITY_FRAMES, 0.04);
    assert_int_equal(quality.quality, TR_QUALITY_FAST);
    add(&quality, TR_ADAPTIVE_QUALITY_FRAMES, 0.04);
    assert_int_equal(quality.quality, TR_QUALITY_FAST); // the lowest quality stays
}

// Single slow frames do not change the quality, and neither do frames just within the limit.
static void test_steady(void **state) {
    (void)state;
    tr_adaptive_quality quality;
    tr_adaptive_quality_begin(&quality, true);
    for (int i = 0; i < 10 * TR_ADAPTIVE_QUALITY_FRAMES; i++)
        tr_adaptive_quality_add(&quality, i % 3 == 0 ? 0.5 : 0.02);
    assert_int_equal(quality.quality, TR_QUALITY_FULL);
}

// The quality rises only if frames are fast enough that the better quality stays within the limit. Otherwise
// it would alternate.
static void test_quick_frames(void **state) {
    (void)state;
    tr_adaptive_quality quality;
    tr_adaptive_quality_begin(&quality, true);
    add(&quality, TR_ADAPTIVE_QUALITY_FRAMES, 0.05);
    assert_int_equal(quality.quality, TR_QUALITY_FAST);
    add(&quality, 5 * TR_ADAPTIVE_QUALITY_FRAMES, 0.009);
    assert_int_equal(quality.quality, TR_QUALITY_FAST);
    add(&quality, TR_ADAPTIVE_QUALITY_FRAMES, 0.006);
    assert_int_equal(quality.quality, TR_QUALITY_FULL);
    add(&quality, TR_ADAPTIVE_QUALITY_FRAMES, 0.002);
    assert_int_equal(quality.quality, TR_QUALITY_FINE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_beginning), cmocka_unit_test(test_slow_frames),
                                       cmocka_unit_test(test_steady), cmocka_unit_test(test_quick_frames)};
    return cmocka_run_group_tests_name("pace", tests, NULL, NULL);
}
