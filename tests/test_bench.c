// Rows of `terrella bench`, one for each kind of work: every allocation may fail, and every row can be
// stopped. The test does not check how fast they are.
#include "bench/bench.h"
#include "failing.h"
#include "support.h"

static void fail_allocations(const tr_bench_row *row, const tr_bench_setup *setup) {
    const long blocks = memory.blocks;
    int tried = 0;
    for (long n = 1; tried == 0 || memory.failed; n += 1 + n / (is_quick() ? 1 : 4), tried++) {
        tr_error error = {0};
        tr_bench_time time;
        memory.left = n, memory.failed = false;
        const tr_status status = tr_bench_measure(row, setup, &time, &error);
        memory.left = 0;
        if (memory.failed ? status != TR_OK && (status != TR_NO_MEMORY || !error.message[0]) : status != TR_OK)
            fail_msg("%s, allocation %ld: %d, %s", row->name, n, (int)status, error.message);
        if (memory.blocks != blocks)
            fail_msg("%s, allocation %ld: %ld blocks are left", row->name, n, memory.blocks - blocks);
    }
    assert_true(tried > 1);
}

// Each allocation of each kind of work, except rendered pictures.
static void every_allocation_may_fail(void **state) {
    (void)state;
    static const tr_bench_table *const tables[] = {&tr_bench_limits, &tr_bench_fields,  &tr_bench_kernels,
                                                   &tr_bench_images, &tr_bench_planets, &tr_bench_edits,
                                                   &tr_bench_sets};
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    tr_bench_setup setup = {.isa = tr_isa_best(), .quick = true};
    assert_int_equal(tr_pool_create(1, &setup.pool, NULL), TR_OK);
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (int i = 0; i < tables[t]->count; i++) {
            bool is_first = true;
            for (int k = 0; k < i; k++)
                is_first = is_first && tables[t]->rows[k].work != tables[t]->rows[i].work;
            if (is_first)
                fail_allocations(&tables[t]->rows[i], &setup);
        }
    tr_pool_destroy(setup.pool);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

// ---- rounds ----------------------------------------------------------------------------------------

static tr_status prepare(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_error *error) {
    (void)setup, (void)error;
    *(int **)state = (int *)(uintptr_t)row->numbers;
    return TR_OK;
}
static tr_status count_round(void *state, tr_error *error) {
    int *left = *(int **)state;
    return --*left > 0 ? TR_OK : tr_fail(error, TR_CANNOT_WRITE, "the disk is full");
}

static const tr_bench_work counted = {sizeof(int *), prepare, count_round, NULL, NULL};

static void rounds_are_enough_and_end_early_when_they_fail(void **state) {
    (void)state;
    int left = 1000;
    const tr_bench_row row = {.name = "counted", .work = &counted, .numbers = &left, .width = 1, .height = 1};
    tr_bench_setup setup = {.isa = tr_isa_best()};
    tr_bench_time time = {0};
    tr_error error = {0};
    assert_int_equal(tr_pool_create(1, &setup.pool, NULL), TR_OK);
    assert_int_equal(tr_bench_measure(&row, &setup, &time, &error), TR_OK);
    assert_int_equal(1000 - left, time.rounds + 1); // one for warm-up
    assert_in_range(time.rounds, 5, 64);
    assert_true(time.least_s <= time.seconds && time.seconds == time.cpu_s);
    left = 3;
    while (left > 0)
        assert_int_equal(tr_bench_measure(&row, &setup, &time, &error), TR_CANNOT_WRITE);
    assert_string_equal(error.message, "the disk is full");
    const atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    setup.stop = &watch, left = 1000;
    assert_int_equal(tr_bench_measure(&row, &setup, &time, NULL), TR_STOPPED);
    assert_int_equal(tr_bench_measure(&tr_bench_fields.rows[0], &setup, &time, NULL), TR_STOPPED);
    tr_pool_destroy(setup.pool);
}

// Preparing the planet of a row can also be stopped: for some it takes seconds.
static void planets_that_are_made_ready_are_stopped(void **state) {
    (void)state;
    const atomic_bool stop = true;
    const tr_watch watch = tr_watch_flag(&stop);
    tr_bench_setup setup = {.isa = tr_isa_best(), .quick = true, .stop = &watch};
    int ready = 0;
    assert_int_equal(tr_pool_create(1, &setup.pool, NULL), TR_OK);
    for (int i = 0; i < tr_bench_planets.count; i++) {
        const tr_bench_row *row = &tr_bench_planets.rows[i];
        void *of_row = NULL;
        if (strncmp(row->name, "ready_", 6) == 0) {
            assert_int_equal(tr_bench_prepare(row, &setup, &of_row, NULL), TR_STOPPED);
            tr_bench_clear(row, of_row);
            ready++;
        }
    }
    assert_true(ready > 0);
    tr_pool_destroy(setup.pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail),
                                       cmocka_unit_test(planets_that_are_made_ready_are_stopped),
                                       cmocka_unit_test(rounds_are_enough_and_end_early_when_they_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
