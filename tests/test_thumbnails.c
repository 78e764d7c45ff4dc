// Thumbnails of worlds, baked in the background.
#include "live/thumbnails.h"

#include "base/memory.h"
#include "heavy_planet.h"
#include "image_files.h"
#include "scene/load.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void nothing(void) {}

static tr_thumbnails *create(int threads) {
    tr_thumbnails *all = NULL;
    assert_int_equal(
        tr_thumbnails_create(&(tr_thumbnails_options){.threads = threads, .wake = nothing}, &all, NULL), TR_OK);
    return all;
}

static void ask(tr_thumbnails *all, uint64_t key, const char *type, int seed) {
    char text[128];
    snprintf(text, sizeof text, "{\"type\": \"%s\", \"seed\": %d}", type, seed);
    tr_thumbnails_ask(all, &(tr_thumbnail_wish){.key = key, .text = text});
}

static tr_thumbnail wait_for(tr_thumbnails *all) {
    tr_thumbnail picture;
    for (int i = 0; i < 12000; i++) {
        if (tr_thumbnails_take(all, &picture))
            return picture;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("no picture after half a minute");
    return picture;
}

static const uint8_t *pixel(const tr_thumbnail *picture, double x, double y) {
    return picture->rgba +
           4 * ((size_t)(y * TR_THUMBNAIL_PX) * TR_THUMBNAIL_PX + (size_t)(x * TR_THUMBNAIL_PX));
}

static int light(const uint8_t *rgba) { return rgba[0] + rgba[1] + rgba[2]; }

// A disc in the middle, lit from the upper left, and empty corners.
static void a_picture_is_a_lit_globe(void **state) {
    (void)state;
    tr_thumbnails *all = create(1);
    ask(all, 5, "barren", 3);
    const tr_thumbnail picture = wait_for(all);
    assert_int_equal(picture.key, 5);
    assert_non_null(picture.rgba);
    assert_int_equal(pixel(&picture, 0.01, 0.01)[3], 0);
    assert_int_equal(pixel(&picture, 0.99, 0.99)[3], 0);
    assert_int_equal(pixel(&picture, 0.5, 0.5)[3], 255);
    assert_true(light(pixel(&picture, 0.35, 0.4)) > light(pixel(&picture, 0.8, 0.65)) + 60);
    tr_free(picture.rgba);
    tr_thumbnails_destroy(all);
}

// With rings the globe is smaller, and the picture covers more pixels. A non-spherical planet does not fill its
// disc.
static void pictures_have_rings_and_shapes(void **state) {
    (void)state;
    static const char ringed[] = "{\"type\": \"barren\", \"seed\": 3, \"rings\": {\"opacity\": 1, \"inner\": "
                                 "1.4, \"outer\": 2.4}}";
    tr_thumbnails *all = create(1);
    int seen[3] = {0};
    tr_thumbnails_ask(all, &(tr_thumbnail_wish){.text = ringed});
    ask(all, 1, "barren", 3);
    ask(all, 2, "asteroid", 3);
    for (int i = 0; i < 3; i++) {
        const tr_thumbnail picture = wait_for(all);
        assert_non_null(picture.rgba);
        for (int k = 0; k < TR_THUMBNAIL_PX * TR_THUMBNAIL_PX; k++)
            seen[picture.key] += picture.rgba[4 * k + 3] > 0;
        tr_free(picture.rgba);
    }
    print_message("of %d pixels: with rings %d, alone %d, an asteroid %d\n", TR_THUMBNAIL_PX * TR_THUMBNAIL_PX,
                  seen[0], seen[1], seen[2]);
    const double globe = seen[1] / (2.4 * 2.4); // its size leaves space for rings
    assert_true(seen[0] > 2 * globe && seen[0] < 4 * globe);
    assert_true(seen[2] < 0.8 * seen[1]);
    tr_thumbnails_destroy(all);
}

// A result without a picture arrives soon, instead of after minutes of work.
static void what_takes_too_much_has_no_picture(void **state) {
    (void)state;
    char text[heavy_bytes];
    tr_thumbnails *all = create(1);
    tr_thumbnails_ask(all, &(tr_thumbnail_wish){.key = 3, .text = heavy_planet(text)});
    const tr_thumbnail picture = wait_for(all);
    assert_int_equal(picture.key, 3);
    assert_null(picture.rgba);
    tr_thumbnails_destroy(all);
}

static tr_thumbnail picture_of(tr_thumbnails *all, uint64_t key, const char *text, const char *path) {
    tr_thumbnails_ask(all, &(tr_thumbnail_wish){.key = key, .text = text, .path = path});
    return wait_for(all);
}

// A saved planet is shown with the map beside its file. Its text alone then has the map, too.
static void saved_planets_have_their_maps(void **state) {
    struct folder *folder = *state;
    static const uint8_t red[] = {255, 0, 0};
    tr_shared_file *file;
    char text[300];
    write_png_file(at(folder, "red.png"), &(struct sample_picture){1, 1, 3, 8, .samples = red});
    assert_int_equal(tr_shared_file_in(folder->path, "red.png", NULL, &file, NULL), TR_OK);
    snprintf(text, sizeof text,
             "{\"type\": \"barren\", \"set\": {\"maps.colour\": {\"file\": \"red.png\", \"sha256\": \"%s\", "
             "\"region_deg\": [-180, -90, 180, 90]}}}",
             file->sha256);
    tr_shared_file_release(file);
    write_bytes(at(folder, "a.json"), text, strlen(text));
    tr_thumbnails *all = create(1);
    const tr_thumbnail pictures[] = {picture_of(all, 1, text, NULL),
                                     picture_of(all, 2, text, at(folder, "a.json")),
                                     picture_of(all, 3, text, NULL)};
    for (int i = 0; i < 3; i++) {
        assert_non_null(pictures[i].rgba);
        const uint8_t *lit = pixel(&pictures[i], 0.35, 0.4);
        assert_true((lit[0] > 2 * lit[1]) == (i > 0));
        tr_free(pictures[i].rgba);
    }
    tr_thumbnails_destroy(all);
}

// The newest request is served first. Forgotten requests never arrive. An invalid world gives no picture.
static void wishes_have_an_order(void **state) {
    (void)state;
    tr_thumbnails *all = create(1);
    ask(all, 1, "earthlike", 1);
    for (uint64_t i = 2; i <= 4; i++)
        ask(all, i, "star", (int)i);
    ask(all, 2, "star", 2); // moves to the front
    tr_thumbnails_forget(all);
    assert_int_equal(tr_thumbnails_left(all), 0);
    ask(all, 7, "barren", 1);
    ask(all, 8, "no such type", 1);
    ask(all, 9, "star", 3);
    bool seen[10] = {false};
    for (int i = 0; i < 3; i++) {
        const tr_thumbnail picture = wait_for(all);
        assert_in_range(picture.key, 7, 9);
        assert_true((picture.rgba != NULL) == (picture.key != 8));
        assert_true(picture.key != 7 || seen[8]); // unless it had already begun
        seen[picture.key] = true;
        tr_free(picture.rgba);
    }
    assert_int_equal(tr_thumbnails_left(all), 0);
    for (uint64_t i = 0; i < 20; i++)
        ask(all, i, "earthlike", (int)i);
    tr_thumbnails_destroy(all); // does not wait for all of them
}

// For manual use: TR_SHEET=FOLDER writes pictures of all types there.
static void write_sheet(void **state) {
    (void)state;
    static char types[64][TR_NAME_BYTES];
    const char *folder = getenv("TR_SHEET"), *one = getenv("TR_DIALOG_TYPE");
    if (!folder)
        skip();
    const int count = one ? 20 : tr_type_list(types, 64);
    tr_thumbnails *all = create(0);
    for (int i = 0; i < count; i++)
        ask(all, (uint64_t)i, one ? one : types[i], one ? i + 1 : 1);
    struct timespec began, now;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (int i = 0; i < count; i++) {
        char path[512];
        const tr_thumbnail picture = wait_for(all);
        clock_gettime(CLOCK_MONOTONIC, &now);
        printf("%s %.3f\n", one ? one : types[picture.key],
               (double)(now.tv_sec - began.tv_sec) + 1e-9 * (double)(now.tv_nsec - began.tv_nsec));
        snprintf(path, sizeof path, "%s/%02d.rgba", folder, (int)picture.key);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(picture.rgba, 4, (size_t)TR_THUMBNAIL_PX * TR_THUMBNAIL_PX, file);
        fclose(file);
        tr_free(picture.rgba);
    }
    tr_thumbnails_destroy(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_a_lit_globe),
        cmocka_unit_test(pictures_have_rings_and_shapes),
        cmocka_unit_test(what_takes_too_much_has_no_picture),
        cmocka_unit_test_setup_teardown(saved_planets_have_their_maps, make_folder, remove_folder),
        cmocka_unit_test(wishes_have_an_order),
        cmocka_unit_test(write_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
