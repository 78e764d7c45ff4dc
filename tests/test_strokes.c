// Strokes of brushes: their points as data, and the field that shows them. (test_field_types.c checks what
// holds for all fields.)
#include "base/memory.h"
#include "scene/link.h"
#include "scene/load.h"
#include "support.h"
#include "json/json.h"

// ---- data --------------------------------------------------------------------------------------

static tr_status load_text(const char *text, int set_count, const char *const *sets, tr_scene *scene,
                           tr_error *error) {
    const tr_world world = {.name = "strokes", .text = text, .set_count = set_count, .sets = sets};
    *error = (tr_error){0};
    return tr_world_load(&world, scene, error);
}

#define WORLD(strokes) "{\"type\": \"barren\", \"seed\": 3, \"strokes\": [" strokes "]}"
#define TWO                                                                                                    \
    "{\"name\": \"a\", \"tool\": \"sea\", \"points\": \"450000 1799000  -5 2000 1 -7\", \"radius\": 3}, "      \
    "{\"name\": \"b\", \"tool\": \"biome\", \"points\": \"-900000 -3600000\", \"biome\": \"hot desert\"}"

static void test_points_are_differences(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    assert_int_equal(load_text(WORLD(TWO), 0, NULL, &scene, &error), TR_OK);
    const tr_recipe *r = scene.planets[0].recipe;
    static const tr_path_point points[] = {
        {450000, 1799000}, {449995, 1801000}, {449996, 1800993}, {-900000, -3600000}};
    assert_int_equal(r->stroke_count, 2);
    assert_int_equal(r->point_count, 4);
    assert_memory_equal(r->points, points, sizeof points);
    assert_int_equal(r->strokes[0].points.count, 3);
    assert_int_equal(r->strokes[1].points.first, 3);
    assert_int_equal(r->strokes[0].tool, TR_STROKE_SEA);
    assert_string_equal(tr_biome_names[r->strokes[1].biome], "hot desert");

    char *text, *again;
    tr_scene other;
    assert_int_equal(tr_scene_to_json(&scene, false, &text, NULL), TR_OK);
    assert_non_null(strstr(text, "\"points\":\"450000 1799000 -5 2000 1 -7\""));
    assert_int_equal(load_text(text, 0, NULL, &other, &error), TR_OK);
    assert_true(tr_recipe_equal(r, other.planets[0].recipe));
    assert_int_equal(tr_scene_to_json(&other, false, &again, NULL), TR_OK);
    assert_string_equal(text, again);
    tr_free(text);
    tr_free(again);
    tr_scene_clear(&other);
    tr_scene_clear(&scene);
}

static bool note_path(void *context, const char *path) {
    char *all = context;
    snprintf(all + strlen(all), 256 - strlen(all), "%s ", path);
    return true;
}

static void test_copies_and_differences(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    tr_recipe *copy;
    char all[256] = "";
    assert_int_equal(load_text(WORLD(TWO), 0, NULL, &scene, &error), TR_OK);
    assert_int_equal(tr_recipe_copy(scene.planets[0].recipe, &copy, NULL), TR_OK);
    assert_true(tr_recipe_equal(scene.planets[0].recipe, copy));
    copy->points[1].latitude++;
    copy->strokes[1].radius = 7;
    tr_recipe_differences(scene.planets[0].recipe, copy, note_path, all);
    assert_string_equal(all, "strokes.a.points strokes.b.radius ");
    assert_false(tr_recipe_equal_at(scene.planets[0].recipe, copy, "strokes.a.points"));
    assert_true(tr_recipe_equal_at(scene.planets[0].recipe, copy, "strokes.b.points"));
    tr_recipe_destroy(copy);
    tr_scene_clear(&scene);
}

static void test_options_change_strokes(void **state) {
    (void)state;
    static const char *const sets[] = {"strokes.a.radius=5", "strokes.b=null",
                                       "strokes.c={\"tool\": \"dry\", \"points\": \"1 2\"}",
                                       "strokes.c.before=a", "strokes.a.points=10 20 -1 -2"};
    tr_scene scene;
    tr_error error;
    assert_int_equal(load_text(WORLD(TWO), 5, sets, &scene, &error), TR_OK);
    const tr_recipe *r = scene.planets[0].recipe;
    assert_int_equal(r->stroke_count, 2);
    assert_string_equal(r->strokes[0].name, "c");
    assert_int_equal(r->strokes[0].tool, TR_STROKE_DRY);
    assert_true(r->strokes[1].radius == 5);
    assert_int_equal(r->points[r->strokes[1].points.first + 1].longitude, 18);
    tr_scene_clear(&scene);
    assert_int_equal(load_text("{\"type\": \"barren\"}", 1, &sets[2], &scene, &error), TR_OK); // the first one
    assert_int_equal(scene.planets[0].recipe->stroke_count, 1);
    tr_scene_clear(&scene);
}

static void test_wrong_strokes_are_refused(void **state) {
    (void)state;
#define POINTS(points) WORLD("{\"name\": \"a\", \"points\": " points "}")
    static const struct {
        const char *text, *path, *message;
    } cases[] = {
        {WORLD("{\"name\": \"a\"}"), "strokes.a.points", "at least one point"},
        {POINTS("\"\""), "strokes.a.points", "at least one point"},
        {POINTS("[1, 2]"), "strokes.a.points", "a text"},
        {POINTS("\"1\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 2 3\""), "strokes.a.points", "point 1"},
        {POINTS("\"1 2.5\""), "strokes.a.points", "point 0"},
        {POINTS("\"1,2\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 +2\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 - 2\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 99999999999999999999\""), "strokes.a.points", "point 0"},
        {POINTS("\"2147483647 0 2147483647 0\""), "strokes.a.points", "point 1"},
        {POINTS("\"900001 0\""), "strokes.a.points", "latitude 90.0001"},
        {POINTS("\"0 0 0 -3600001\""), "strokes.a.points", "longitude -360"},
        {POINTS("\"0 0\", \"closed\": true"), "strokes.a.closed", "three points"},
        {POINTS("\"0 0\", \"radius\": 61"), "strokes.a.radius", "0.0001"},
        {POINTS("\"0 0\", \"tool\": \"lnad\""), "strokes.a.tool", "did you mean 'land'"},
        {POINTS("\"0 0\", \"biome\": \"desert\""), "strokes.a.biome", "hot desert"},
        {WORLD("{\"name\": \"a\", \"points\": \"0 0\"}, {\"name\": \"a\", \"points\": \"0 0\"}"), "strokes.a",
         "two called"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        tr_error error;
        const tr_status status = load_text(cases[i].text, 0, NULL, &scene, &error);
        if (status != TR_BAD_INPUT || strcmp(error.path, cases[i].path) != 0 ||
            !strstr(error.message, cases[i].message))
            print_message("%s\n  gave %d, %s: %s\n", cases[i].text, (int)status, error.path, error.message);
        assert_int_equal(status, TR_BAD_INPUT);
        assert_string_equal(error.path, cases[i].path);
        assert_non_null(strstr(error.message, cases[i].message));
    }
}

// A world with strokes of 100 points each, in random steps.
static char *write_many(int strokes) {
    char *text = malloc((size_t)strokes * 2500 + 200), *at = text;
    uint64_t h = 7;
    assert_non_null(text);
    at += sprintf(at, "{\"type\": \"barren\", \"seed\": 3, \"strokes\": [");
    for (int i = 0; i < strokes; i++) {
        at += sprintf(at, "%s{\"name\": \"s%d\", \"points\": \"%d %d", i ? ", " : "", i, i * 1000, i * 30000);
        for (int k = 1; k < 100; k++) {
            h = tr_hash_u64(h);
            at += sprintf(at, " %d %d", (int)(h % 10000) - 5000, (int)(h / 10000 % 10000) - 5000);
        }
        at += sprintf(at, "\"}");
    }
    sprintf(at, "]}");
    return text;
}

static void test_strokes_travel_in_links(void **state) {
    (void)state;
    static const int counts[] = {10, 100};
    for (int i = 0; i < 2; i++) {
        char *text = write_many(counts[i]), *line, *back;
        tr_scene scene, other;
        tr_error error;
        assert_int_equal(load_text(text, 0, NULL, &scene, &error), TR_OK);
        assert_int_equal(scene.planets[0].recipe->point_count, 100 * counts[i]);
        assert_int_equal(tr_link_write(text, &line, &error), TR_OK);
        print_message("%d points: %zu bytes of JSON, %zu letters of a link\n", 100 * counts[i], strlen(text),
                      strlen(line));
        assert_true(strlen(line) < 700 * (size_t)counts[i]); // 7 letters for a point
        assert_int_equal(tr_link_read(line, &back, &error), TR_OK);
        assert_int_equal(load_text(back, 0, NULL, &other, &error), TR_OK);
        assert_true(tr_recipe_equal(scene.planets[0].recipe, other.planets[0].recipe));
        tr_scene_clear(&scene);
        tr_scene_clear(&other);
        free(text);
        tr_free(line);
        tr_free(back);
    }
}

static void test_the_limit_is_told(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    char *text = write_many(101);
    assert_int_equal(load_text(text, 0, NULL, &scene, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "strokes.s100.points");
    assert_non_null(strstr(error.message, "at most 10000 points"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_differences),  cmocka_unit_test(test_copies_and_differences),
        cmocka_unit_test(test_options_change_strokes),  cmocka_unit_test(test_wrong_strokes_are_refused),
        cmocka_unit_test(test_strokes_travel_in_links), cmocka_unit_test(test_the_limit_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
