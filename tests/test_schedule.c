// When the window draws: what it waits for, and when it idles.
#include "app/private/schedule.h"

#include "support.h"

#include <math.h>

static const double shortest_s = 1.0 / 60;

static tr_schedule after_a_frame(double at) {
    tr_schedule schedule = {.shortest_s = shortest_s};
    tr_schedule_begin_frame(&schedule, at);
    tr_schedule_end_frame(&schedule, at + 0.001, true);
    return schedule;
}

static void nothing_is_due_when_nothing_moves(void **state) {
    (void)state;
    const tr_schedule schedule = after_a_frame(10);
    assert_true(isinf(tr_schedule_due(&schedule, false, false)));
    assert_int_equal(schedule.frames, 1);
}

// Frames are at least one refresh interval apart.
static void frames_keep_apart(void **state) {
    (void)state;
    tr_schedule schedule = after_a_frame(10);
    assert_true(tr_schedule_due(&schedule, true, false) == 10 + shortest_s);
    tr_schedule_ask(&schedule, 10.001, false);
    assert_true(tr_schedule_due(&schedule, false, false) == 10 + shortest_s);
    tr_schedule_ask(&schedule, 12, false); // the earlier one counts
    assert_true(tr_schedule_due(&schedule, false, false) == 10 + shortest_s);
}

static void a_frame_is_drawn_when_it_was_asked_for(void **state) {
    (void)state;
    tr_schedule schedule = after_a_frame(10);
    tr_schedule_ask(&schedule, 12, false);
    assert_true(tr_schedule_due(&schedule, false, false) == 12);
    tr_schedule_begin_frame(&schedule, 12);
    assert_true(isinf(tr_schedule_due(&schedule, false, false)));
}

static void the_panel_settles_in_some_frames(void **state) {
    (void)state;
    tr_schedule schedule = after_a_frame(10);
    tr_schedule_ask(&schedule, 10, true);
    double now = 10;
    int frames = 0;
    while (!isinf(now = tr_schedule_due(&schedule, false, false)) && frames < 100) {
        assert_true(now >= schedule.last_frame + shortest_s);
        tr_schedule_begin_frame(&schedule, now);
        frames++;
    }
    assert_in_range(frames, 2, 8);
}

static void other_work_comes_first(void **state) {
    (void)state;
    tr_schedule schedule = after_a_frame(10);
    assert_true(isinf(tr_schedule_due(&schedule, true, true)));
    tr_schedule_ask(&schedule, 11, true);
    assert_true(tr_schedule_due(&schedule, true, true) == 11); // a requested frame does not wait
}

static void slow_frames_are_told(void **state) {
    (void)state;
    tr_schedule schedule = after_a_frame(0);
    for (int i = 1; i < 20; i++) {
        tr_schedule_begin_frame(&schedule, i);
        tr_schedule_end_frame(&schedule, i + 0.01, true);
    }
    assert_false(tr_schedule_is_slow(&schedule));
    for (int i = 20; i < 40; i++) {
        tr_schedule_begin_frame(&schedule, i);
        tr_schedule_end_frame(&schedule, i + 0.1, true);
    }
    assert_true(tr_schedule_is_slow(&schedule));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_due_when_nothing_moves),
        cmocka_unit_test(frames_keep_apart),
        cmocka_unit_test(a_frame_is_drawn_when_it_was_asked_for),
        cmocka_unit_test(the_panel_settles_in_some_frames),
        cmocka_unit_test(other_work_comes_first),
        cmocka_unit_test(slow_frames_are_told),
    };
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
