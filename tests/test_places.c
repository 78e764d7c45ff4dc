// The description of a place of a planet in words.
#include "editor/places.h"

#include "support.h"

static void a_line_tells_what_is_there(void **state) {
    (void)state;
    char text[192];
    tr_probe probe = {.latitude_deg = -12.34,
                      .longitude_deg = 190,
                      .ground = true,
                      .height_m = 1240.4,
                      .slope_deg = 4.6,
                      .has_climate = true,
                      .warmth_c = 17.6,
                      .biome = "savanna"};
    tr_place_text(&probe, text, sizeof text);
    assert_string_equal(text, "12.3° S  170.0° W  ·  1240 m  ·  5° steep  ·  18 °C  ·  savanna");
    probe.sea = true, probe.height_m = -80, probe.clouds = 0.5, probe.latitude_deg = 1;
    tr_place_text(&probe, text, sizeof text);
    assert_string_equal(text, "1.0° N  170.0° W  ·  sea, 80 m deep  ·  18 °C  ·  clouds 50 %");
    tr_place_text(&(tr_probe){.longitude_deg = 5}, text, sizeof text); // a gas giant
    assert_string_equal(text, "0.0° N  5.0° E");
    tr_place_text(&probe, text, 12);
    assert_int_equal(strlen(text), 11); // truncated, without overrun
}

static void what_made_the_ground_comes_first(void **state) {
    (void)state;
    tr_cause_row rows[TR_MOST_CAUSE_ROWS];
    const tr_probe probe = {
        .cause_count = 5,
        .causes = {
            {.list = "clouds.cover", .name = "storm", .weight = 0.9, .clouds = true, .figure = 70, .unit = "%"},
            {.list = "layers",
             .name = "ridges",
             .layer = true,
             .weight = 0.8,
             .figure = 2310,
             .unit = "m",
             .channel = "height"},
            {.list = "albedo", .name = "rock", .weight = 0.6, .figure = 62, .unit = "%"},
            {.list = "layers",
             .name = "rain",
             .layer = true,
             .weight = 0.25,
             .figure = 0.3,
             .unit = "",
             .channel = "moisture"},
            {.list = "layers", .name = "dust", .layer = true, .weight = 0.001, .figure = 0, .unit = "m"}}};
    assert_int_equal(tr_place_causes(&probe, rows), 4); // negligible causes are left out
    assert_string_equal(rows[0].path, "layers.ridges");
    assert_string_equal(rows[0].what, "+2310 m  ·  80 %");
    assert_string_equal(rows[0].label, "ridges  (Height)");
    assert_string_equal(rows[0].reported,
                        "Height: +2310 m here. Influence 80 %: how much the place would change without it");
    assert_string_equal(rows[1].label, "rock  (Colour)");
    assert_string_equal(rows[1].reported,
                        "Colour: covers 62 % here. Influence 60 %: how much the place would change without it");
    assert_string_equal(rows[2].label, "rain  (Moisture)");
    assert_string_equal(rows[1].what, "60 %"); // the length of its bar, however much of it is visible
    assert_string_equal(rows[2].what, "25 %");
    assert_string_equal(rows[3].path, "clouds.cover.storm");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_tells_what_is_there),
        cmocka_unit_test(what_made_the_ground_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
