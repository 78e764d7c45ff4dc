// Shaders that are reloaded while the program runs: valid ones replace the old ones, invalid ones change
// nothing. Also hasty pictures, which do not wait for shaders.
#include "base/embed.h"
#include "scene/load.h"
#include "studio.h"

#include <stdlib.h>

enum { SIZE = 64, BYTES = SIZE * SIZE * 3 };

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_scene scene;
} fixture;

static int start_group(void **state) {
    fixture *f = calloc(1, sizeof *f);
    tr_error error = {0};
    assert_non_null(f);
    *state = f;
    const tr_world world = {.name = "gas-giant",
                            .set_count = 2,
                            .sets = (const char *const[]){"rings.opacity=0.9", "radius_km=6000"}};
    if (tr_world_load(&world, &f->scene, &error) == TR_OK)
        return open_studio(&f->studio, SIZE, SIZE);
    print_error("%s\n", error.message);
    return -1;
}

static int end_group(void **state) {
    fixture *f = *state;
    close_studio(&f->studio);
    tr_scene_clear(&f->scene);
    free(f);
    return 0;
}

// A grey sphere, because there are no maps. Returns the status.
static tr_status draw(const fixture *f, bool rings, uint8_t picture[BYTES]) {
    f->scene.planets[0].recipe->rings.opacity = rings ? 0.9 : 0;
    const tr_view view = {.width_px = SIZE,
                          .height_px = SIZE,
                          .latitude_deg = rings ? 20 : 0,
                          .distance_km = 20000,
                          .sun = {0, 0, 1}};
    tr_error error = {0};
    hand_rings(f->studio.renderer, &f->scene);
    const tr_status status = tr_renderer_draw(f->studio.renderer, &f->scene, &view, &error);
    assert_int_equal(tr_offscreen_read(f->studio.offscreen, NULL, picture, NULL), TR_OK);
    return status;
}

// The text of a shader with `more` after its last line. free() it.
static char *extend(const char *file, const char *more) {
    char name[64];
    snprintf(name, sizeof name, "shaders/%s", file);
    const tr_embedded_file *embedded = tr_embedded_find(name);
    assert_non_null(embedded);
    char *text = malloc(embedded->size + strlen(more) + 1);
    assert_non_null(text);
    memcpy(text, embedded->text, embedded->size);
    memcpy(text + embedded->size, more, strlen(more) + 1);
    return text;
}

static tr_status reload(const fixture *f, const char *file, const char *more, tr_error *error) {
    char *text = extend(file, more);
    *error = (tr_error){0};
    const tr_status status = tr_renderer_reload(f->studio.renderer, file, text, error);
    free(text);
    return status;
}

static void test_good_and_bad(void **state) {
    const fixture *f = *state;
    static uint8_t first[BYTES], picture[BYTES];
    tr_error error;
    assert_int_equal(draw(f, false, first), TR_OK);
    const size_t middle = ((size_t)SIZE / 2 * SIZE + SIZE / 2) * 3;
    assert_true(first[middle] > 50); // the sphere
    static const char *const files[] = {"picture.frag", "planet.frag", "body.vert", "shadow.frag"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(reload(f, files[i], "\nno GLSL\n", &error), TR_BUG);
        assert_non_null(strstr(error.message, files[i]));
        assert_non_null(strstr(error.message, "syntax error"));
        assert_int_equal(draw(f, false, picture), TR_OK);
        assert_memory_equal(picture, first, BYTES);
    }
    // A file that compiles but does not link with the others.
    error = (tr_error){0};
    assert_int_equal(tr_renderer_reload(f->studio.renderer, "planet.frag",
                                        "#version 330 core\nin vec3 place;\n"
                                        "out vec4 colour;\n"
                                        "void main() { colour = place.xyzz; }\n",
                                        &error),
                     TR_BUG);
    assert_non_null(strstr(error.message, "link"));
    assert_int_equal(draw(f, false, picture), TR_OK);
    assert_memory_equal(picture, first, BYTES);

    assert_int_equal(tr_renderer_reload(f->studio.renderer, "planet.frag",
                                        "#version 330 core\nout vec4 colour;\n"
                                        "void main() { colour = vec4(0.0, 1.0, 0.0, 1.0); }\n",
                                        &error),
                     TR_OK);
    assert_int_equal(draw(f, false, picture), TR_OK);
    assert_true(picture[middle + 1] > 150 && picture[middle] < 100);
    assert_int_equal(reload(f, "planet.frag", "\n", &error), TR_OK);
    assert_int_equal(draw(f, false, picture), TR_OK);
    assert_memory_equal(picture, first, BYTES);
}

// A shader that is not in use yet is compiled at its first use, and its error is reported then.
static void test_not_used_yet(void **state) {
    const fixture *f = *state;
    static uint8_t first[BYTES], picture[BYTES];
    tr_error error;
    assert_int_equal(draw(f, false, first), TR_OK);
    assert_int_equal(reload(f, "ring.frag", "\nno GLSL\n", &error), TR_OK);
    assert_int_equal(draw(f, true, picture), TR_BUG);
    assert_int_equal(reload(f, "ring.frag", "", &error), TR_OK);
    assert_int_equal(draw(f, true, picture), TR_OK);
    assert_int_equal(draw(f, false, picture), TR_OK);
    assert_memory_equal(picture, first, BYTES);
}

static void test_unknown(void **state) {
    const fixture *f = *state;
    tr_error error = {0};
    assert_int_equal(tr_renderer_reload(f->studio.renderer, "moon.frag", "", &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "moon.frag"));
}

// A hasty picture has the planet. The next ones add the rest, and the last one equals a complete picture to the
// bit.
static void test_hasty(void **state) {
    const fixture *f = *state;
    studio s = f->studio; // with its own renderer
    static uint8_t first[BYTES], whole[BYTES], picture[BYTES];
    tr_error error = {0};
    assert_int_equal(tr_renderer_create(tr_offscreen_loader(), true, &s.renderer, &error), TR_OK);
    f->scene.planets[0].recipe->rings.opacity = 0.9;
    hand_rings(s.renderer, &f->scene);
    tr_view view = {.width_px = SIZE,
                    .height_px = SIZE,
                    .latitude_deg = 40,
                    .distance_km = 30000,
                    .sun = {0, 0, 1},
                    .stars = true};
    const size_t middle = ((size_t)SIZE / 2 * SIZE + SIZE / 2) * 3;
    int count = 0;
    view.hasty = true;
    do {
        assert_int_equal(tr_renderer_draw(s.renderer, &f->scene, &view, &error), TR_OK);
        assert_int_equal(tr_offscreen_read(s.offscreen, NULL, picture, NULL), TR_OK);
        assert_true(picture[middle] > 50); // the sphere
        if (count++ == 0)
            memcpy(first, picture, BYTES);
        assert_true(count < 20);
    } while (!tr_renderer_is_complete(s.renderer));
    assert_true(count >= 5);
    view.hasty = false;
    assert_int_equal(tr_renderer_draw(s.renderer, &f->scene, &view, &error), TR_OK);
    assert_int_equal(tr_offscreen_read(s.offscreen, NULL, whole, NULL), TR_OK);
    assert_memory_not_equal(first, whole, BYTES); // it lacks the rings
    assert_memory_equal(picture, whole, BYTES);
    assert_int_equal(tr_renderer_debug_errors(s.renderer), 0);
    tr_renderer_destroy(s.renderer);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_good_and_bad, check_debug),
                                       cmocka_unit_test_teardown(test_not_used_yet, check_debug),
                                       cmocka_unit_test_teardown(test_unknown, check_debug),
                                       cmocka_unit_test_teardown(test_hasty, check_debug)};
    return cmocka_run_group_tests_name("reload", tests, start_group, end_group);
}
