// Delays between edits and pictures.
#include "app/latency.h"

#include "support.h"

// Four edits. The third is replaced before its picture is shown; the fourth becomes sharp.
static void delays_are_counted(void **state) {
    (void)state;
    tr_latency *latency = tr_latency_create();
    tr_latency_report report;
    assert_non_null(latency);
    tr_latency_edit(latency, 1, 1.0);
    tr_latency_picture(latency, 1, false, 1.010);
    tr_latency_edit(latency, 2, 1.020);
    tr_latency_picture(latency, 1, true, 1.030); // late, but edit 1 was never replaced
    tr_latency_edit(latency, 3, 1.040);
    tr_latency_edit(latency, 4, 1.050);
    tr_latency_picture(latency, 4, false, 1.060);
    tr_latency_picture(latency, 4, true, 1.200);
    tr_latency_print(latency, &report);
    assert_int_equal(report.edits, 4);
    assert_int_equal(report.seen.count, 4);
    assert_int_equal(report.sharp.count, 2);
    // seen after 10, 40, 20, 10 ms; sharp after 30 and 150
    assert_float_equal(report.seen.median_ms, 10, 1e-6);
    assert_float_equal(report.seen.most_ms, 40, 1e-6);
    assert_float_equal(report.sharp.median_ms, 30, 1e-6);
    assert_float_equal(report.sharp.most_ms, 150, 1e-6);
    tr_latency_destroy(latency);
}

static void nothing_is_zero(void **state) {
    (void)state;
    tr_latency_report report;
    tr_latency_print(NULL, &report);
    assert_int_equal(report.edits + report.seen.count + report.sharp.count, 0);
    tr_latency_edit(NULL, 1, 0);
    tr_latency_picture(NULL, 1, true, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(delays_are_counted), cmocka_unit_test(nothing_is_zero)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
