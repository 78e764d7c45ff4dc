// Colours that a person types: digits and names.
#include "editor/colour_name.h"
#include "support.h"

#include <string.h>

static void digits_and_names_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint8_t srgb[3];
    } good[] = {
        {"#ff8800", {255, 136, 0}},      {"ff8800", {255, 136, 0}}, {"#402", {0x44, 0, 0x22}},
        {" FFF ", {255, 255, 255}},      {"teal", {0, 128, 128}},   {"Orange", {255, 165, 0}},
        {"PURPLE", {128, 0, 128}},       {"brown", {165, 42, 42}},  {"dark green", {0, 100, 0}},
        {"darkgreen", {0, 100, 0}},      {"grey", {128, 128, 128}}, {"gray", {128, 128, 128}},
        {"light blue", {173, 216, 230}}, {"black", {0, 0, 0}},      {"fuchsia", {255, 0, 255}},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint8_t srgb[3] = {1, 2, 3};
        assert_true(tr_colour_read(good[i].text, srgb));
        assert_memory_equal(srgb, good[i].srgb, 3);
    }
}

static void anything_else_is_none(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",   "#",          "ff88",  "#ff88001", "teal2",
        "te", "rgb(1,2,3)", "#teal", "ff880g",   "a name that is far too long to be one of a colour"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint8_t srgb[3] = {1, 2, 3};
        assert_false(tr_colour_read(bad[i], srgb));
        assert_memory_equal(srgb, ((uint8_t[]){1, 2, 3}), 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_and_names_are_read),
        cmocka_unit_test(anything_else_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
