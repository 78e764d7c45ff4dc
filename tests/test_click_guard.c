// Clicks aimed at a button that has just changed are ignored, and messages disappear after a time. The test
// sets the clock.
#include "app/private/click_guard.h"
#include "app/private/message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <math.h>
#include <string.h>

#include <cmocka.h>

static const double here[2] = {100, 50}, beside[2] = {102, 51}, away[2] = {300, 50};
enum { export_button = 7, cancel_button, other_button };

static void look(tr_click_guard *s, uint64_t item, const double at[2], double now) {
    tr_click_guard_update(s, item, at, false, now);
}

// A click on Export replaces the button by Cancel. A second click right after it was meant for Export.
static void the_second_click_is_for_the_first_button(void **state) {
    (void)state;
    tr_click_guard s = {0};
    look(&s, export_button, here, 10);
    look(&s, export_button, here, 10.1);
    assert_true(tr_click_guard_press(&s, here, 10.1));
    look(&s, cancel_button, here, 10.2);
    assert_false(tr_click_guard_press(&s, here, 10.25));
    assert_false(tr_click_guard_press(&s, here, 10.69));
    assert_true(tr_click_guard_press(&s, here, 10.71)); // half a second later the click is for Cancel
}

// The mouse moves a little between the two clicks, onto the new button.
static void a_trembling_hand_clicks_twice_too(void **state) {
    (void)state;
    tr_click_guard s = {0};
    look(&s, export_button, here, 10);
    assert_true(tr_click_guard_press(&s, here, 10));
    look(&s, cancel_button, beside, 10.1);
    assert_false(tr_click_guard_press(&s, beside, 10.2));
    look(&s, other_button, away, 10.3); // a click on another button counts at once
    assert_true(tr_click_guard_press(&s, away, 10.31));
}

// An export that ends replaces Cancel by Export just before a click on Cancel.
static void what_changes_by_itself_counts_too(void **state) {
    (void)state;
    tr_click_guard s = {0};
    look(&s, cancel_button, here, 20);
    look(&s, export_button, here, 60);
    assert_true(tr_click_guard_is_new(&s, here, 60.4));
    assert_false(tr_click_guard_press(&s, here, 60.4));
    assert_true(tr_click_guard_press(&s, here, 60.5));
    look(&s, 0, here, 70); // a panel that closes uncovers the planet
    assert_true(tr_click_guard_is_new(&s, here, 70.3));
    assert_false(tr_click_guard_is_new(&s, away, 70.3));
}

// Enter starts rendering while the mouse moves to Render. A frame takes long: the click meant for Render
// comes before Cancel is on the screen, or just after.
static void what_gives_way_elsewhere_counts_too(void **state) {
    (void)state;
    static const double low[2] = {80, 40}, high[2] = {180, 60}, far_low[2] = {80, 140},
                        far_high[2] = {180, 160};
    tr_click_guard s = {0};
    tr_click_guard_button(&s, export_button, low, high, 10);
    look(&s, 0, away, 10);
    tr_click_guard_show(&s, 10.5);
    tr_click_guard_button(&s, cancel_button, low, high, 11);
    look(&s, cancel_button, here, 11);
    assert_false(tr_click_guard_press(&s, here, 10.8));
    tr_click_guard_show(&s, 12); // after a second of drawing
    tr_click_guard_button(&s, cancel_button, low, high, 12.1);
    look(&s, cancel_button, here, 12.1);
    tr_click_guard_show(&s, 12.2);
    assert_false(tr_click_guard_press(&s, here, 12.4));
    assert_true(tr_click_guard_press(&s, here, 12.51));
    tr_click_guard_button(&s, other_button, far_low, far_high, 13); // a button that appears elsewhere
    look(&s, other_button, away, 13);
    assert_true(tr_click_guard_press(&s, away, 13.01));
    look(&s, 0, beside, 14); // a layout without buttons
    tr_click_guard_button(&s, export_button, far_low, far_high, 14.1);
    look(&s, export_button, away, 14.1);
    assert_true(tr_click_guard_press(&s, away, 14.11));
}

// Two clicks on one button count, and so do clicks on a button that the mouse wheel scrolled under the mouse.
static void usual_clicks_count(void **state) {
    (void)state;
    tr_click_guard s = {0};
    look(&s, export_button, here, 10);
    assert_true(tr_click_guard_press(&s, here, 10));
    look(&s, export_button, here, 10.1);
    assert_true(tr_click_guard_press(&s, here, 10.15));
    tr_click_guard_update(&s, other_button, here, true, 11);
    assert_true(tr_click_guard_press(&s, here, 11.1));
    look(&s, export_button, away, 12); // the mouse moved there
    assert_true(tr_click_guard_press(&s, away, 12));
}

static void messages_go_by_themselves(void **state) {
    (void)state;
    tr_message m = {0};
    assert_true(isinf(tr_message_due(&m)));
    assert_false(tr_message_poll(&m, 1));
    tr_message_say(&m, "Saved: %s", "a.json");
    assert_false(tr_message_poll(&m, 100));
    assert_true(tr_message_due(&m) == 105);
    assert_false(tr_message_poll(&m, 104.9));
    tr_message_say(&m, "Saved: %s", "a.json"); // a new message restarts the time
    assert_false(tr_message_poll(&m, 104.9));
    assert_false(tr_message_poll(&m, 109.8));
    assert_string_equal(m.text, "Saved: a.json");
    assert_true(tr_message_poll(&m, 109.9));
    assert_string_equal(m.text, "");
    assert_false(tr_message_poll(&m, 110));
    assert_true(isinf(tr_message_due(&m)));
}

static void errors_stay_longer(void **state) {
    (void)state;
    tr_message m = {0};
    tr_error error = {0};
    tr_fail(&error, TR_BAD_INPUT, "no such file");
    tr_message_complain(&m, &error);
    assert_false(tr_message_poll(&m, 50));
    assert_false(tr_message_poll(&m, 59.9));
    assert_true(m.is_error);
    assert_true(tr_message_poll(&m, 60));
    assert_false(m.is_error);
}

// A message with a button leaves time to read it and to press the button.
static void offers_stay_longest(void **state) {
    (void)state;
    tr_message m = {0};
    for (int i = 0; i < 2; i++) {
        const double began = 50 + 100 * i;
        tr_message_say(&m, "Moon: barren");
        m.shows_body = i == 0 ? 2 : 0;
        m.offers_reset = i == 1;
        assert_false(tr_message_poll(&m, began));
        assert_false(tr_message_poll(&m, began + 19.9));
        assert_true(tr_message_poll(&m, began + 20));
        assert_false(m.shows_body || m.offers_reset);
    }
}

// In a window, messages do not name command-line options.
static void errors_say_what_to_do_in_a_window(void **state) {
    (void)state;
    tr_error changed = {0}, name = {0}, map = {0};
    char text[1024];
    tr_fail(&changed, TR_CANNOT_WRITE,
            "it was changed; --force replaces it, --name and -o choose another place");
    tr_message_of_error(&changed, text, sizeof text);
    assert_string_equal(text, "it was changed; move it away, or choose another name or folder");
    tr_fail(&name, TR_BAD_USAGE, "no name of a file: --name chooses another");
    tr_message_of_error(&name, text, sizeof text);
    assert_string_equal(text, "no name of a file; choose another name or folder");
    tr_fail(&map, TR_BAD_INPUT, "'a.png': say which part it shows, in degrees: maps.land.region_deg=[0,0,9,9]");
    snprintf(map.path, sizeof map.path, "maps.land.file");
    tr_message_of_error(&map, text, sizeof text);
    assert_string_equal(text, "'a.png': say which part it shows, in degrees");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_click_is_for_the_first_button),
        cmocka_unit_test(a_trembling_hand_clicks_twice_too),
        cmocka_unit_test(what_changes_by_itself_counts_too),
        cmocka_unit_test(what_gives_way_elsewhere_counts_too),
        cmocka_unit_test(usual_clicks_count),
        cmocka_unit_test(messages_go_by_themselves),
        cmocka_unit_test(errors_stay_longer),
        cmocka_unit_test(offers_stay_longest),
        cmocka_unit_test(errors_say_what_to_do_in_a_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
