// Number fields: typed text is parsed or refused with a message, and numbers are formatted for display.
#include "editor/number.h"
#include "support.h"

static const tr_number_form share = {.high = 1, .decimals = 3, .unit = ""},
                            pixels = {.low = 16, .high = 16384, .whole = true, .unit = "px"},
                            angle = {.low = -90, .high = 90, .unit = "°"},
                            day = {.high = 1000, .decimals = 2, .unit = "h"},
                            orbit = {.low = 10, .high = 1e7, .unit = "km"},
                            reach = {.low = 1e-7, .high = 2.5e6, .decimals = 3, .unit = "", .name = "radii"};

static void reads(const tr_number_form *form, const char *text, double expected) {
    char why[TR_FORM_WHY_BYTES];
    double value = -777;
    if (!tr_form_read(form, text, &value, why))
        fail_msg("'%s' is refused: %s", text, why);
    assert_true(value == expected);
    assert_string_equal(why, "");
}

static void refuses(const tr_number_form *form, const char *text, const char *expected) {
    char why[TR_FORM_WHY_BYTES];
    double value = -777;
    if (tr_form_read(form, text, &value, why))
        fail_msg("'%s' is read as %g", text, value);
    assert_true(value == -777);
    assert_string_equal(why, expected);
}

static void numbers_are_read_as_people_type_them(void **state) {
    (void)state;
    reads(&share, "0.25", 0.25);
    reads(&share, " 0,25 ", 0.25);
    reads(&share, "1", 1);
    reads(&pixels, "16384", 16384);
    reads(&pixels, "512 PX", 512);
    reads(&pixels, "512px", 512);
    reads(&angle, "-12.5°", -12.5);
    reads(&angle, "12 deg", 12);
    reads(&day, "24 hours", 24);
    reads(&orbit, "384.4", 384.4);
    reads(&orbit, "384.4 Mm", 384400);
    reads(&orbit, "1 gm", 1e6);
    reads(&orbit, "93,280", 93280); // as it is shown
    reads(&orbit, "93,280 km", 93280);
    reads(&orbit, "1,234,567", 1234567);
    reads(&orbit, "93,28", 93.28);
    reads(&reach, "2 radii", 2);
    reads(&share, "25%", 0.25);
    reads(&share, "12,5 %", 0.125);
    reads(&pixels, "4,096", 4096);
    reads(&pixels, "4,096 px", 4096);
    reads(&day, "5,125", 5.125); // where a decimal comma is possible, it is not a thousands separator
}

static void what_is_no_number_is_told(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    " ",    "abc", "x12",  "0.5x",  "0..5", "0.5 0.5", "nan",
                                        "inf", "0x0p", "0x1", "1e99", "0.5 h", ".",    "-",       "1e999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char why[TR_FORM_WHY_BYTES];
        double value;
        assert_false(tr_form_read(&share, wrong[i], &value, why));
        assert_true(strstr(why, "0 to 1") != NULL);
    }
    refuses(&share, "f", "Not a number: 0 to 1"); // a suffix of a C literal is not a unit
    refuses(&pixels, "12x", "Not a number: 16 to 16384 px");
    refuses(&pixels, "p", "Not a number: 16 to 16384 px");
    refuses(&pixels, "512.5", "Not a whole number: 16 to 16384 px");
    refuses(&pixels, "12", "Must be 16 to 16384 px");
    refuses(&pixels, "40,960", "Not a whole number: 16 to 16384 px");
    refuses(&pixels, "4,09", "Not a whole number: 16 to 16384 px");
    refuses(&reach, "50%", "Not a number: 0.0000001 to 2500000 radii");
    refuses(&angle, "100", "Must be -90 to 90°");
    refuses(&day, "24 km", "Not a number: 0 to 1000 h");
    refuses(&orbit, "1 km", "Must be 10 km to 10,000,000 km");
    refuses(&orbit, "1 AU", "Must be 10 km to 10,000,000 km");
    refuses(&reach, "0", "Must be 0.0000001 to 2500000 radii");
}

static void shows(const tr_number_form *form, double value, int letters, const char *expected) {
    char text[TR_FORM_TEXT_BYTES];
    tr_form_show(form, value, letters, text);
    assert_string_equal(text, expected);
}

static void what_was_typed_is_shown(void **state) {
    (void)state;
    shows(&share, 0.8125, 9, "0.8125");
    shows(&share, 0.5, 9, "0.500");
    shows(&share, 0.1 + 0.2, 9, "0.300");
    shows(&share, 0.48126371243, 9, "0.481"); // drawn from a seed
    shows(&share, 0.12345678, 9, "0.1234568");
    shows(&share, 0.12345678, 4, "0.123");
    shows(&angle, 12.5, 9, "12.5°");
    shows(&angle, -50, 9, "-50°");
    shows(&day, 23.9345, 9, "23.9345 h");
    shows(&day, 23.9345, 8, "23.934 h");
    shows(&orbit, 384400, 13, "384,400 km");
    shows(&orbit, 384400.5, 13, "384,400.5 km");
    shows(&orbit, 9377, 13, "9377 km");
    shows(&pixels, 3840, 9, "3840 px");
}

static void formats_are_for_printf(void **state) {
    (void)state;
    char format[TR_FORM_TEXT_BYTES], text[TR_FORM_TEXT_BYTES];
    tr_form_format(&day, format);
    assert_string_equal(format, "%.2f h");
    tr_form_format(&(tr_number_form){.decimals = 1, .unit = "%"}, format);
    assert_string_equal(format, "%.1f %%");
    tr_form_show(&(tr_number_form){.decimals = 1, .unit = "%"}, 5, 9, text);
    assert_string_equal(text, "5.0 %");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_people_type_them),
        cmocka_unit_test(what_is_no_number_is_told),
        cmocka_unit_test(what_was_typed_is_shown),
        cmocka_unit_test(formats_are_for_printf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
