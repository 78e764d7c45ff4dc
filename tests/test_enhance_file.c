// Height map files: what their headers say, the size of the result, and no files left after a failure.
#include "export/enhance_file.h"

#include "png/png.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { width = 24, height = 12 };

static const char *const source = "enhance_file_source.png", *const result_path = "enhance_file_result.png";

static void write_map(void) {
    static uint16_t heights[width * height];
    const tr_png_layout layout = {.width = width, .height = height, .channels = 1, .bytes = 2};
    tr_png *png;
    tr_error error = {0};
    tr_atomic_file *file;
    for (int i = 0; i < width * height; i++)
        heights[i] = (uint16_t)(30000 + 9000 * sin(i % width * 0.7) * cos(i / width * 0.5));
    assert_int_equal(tr_atomic_open(source, &file, &error), TR_OK);
    assert_int_equal(tr_png_begin(file, &layout, &png, &error), TR_OK);
    assert_true(tr_png_rows(png, heights, height));
    assert_int_equal(tr_png_end(png, &error), TR_OK);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void a_map_tells_its_size(void **state) {
    (void)state;
    int w = 0, h = 0;
    write_map();
    assert_true(tr_enhance_inspect(source, &w, &h));
    assert_true(w == width && h == height);
    assert_false(tr_enhance_inspect("there is no such file.png", &w, &h));
    FILE *file = fopen(result_path, "wb");
    assert_non_null(file);
    fputs("{\"type\": \"inferno\", \"seed\": 7, \"set\": {}}", file);
    fclose(file);
    assert_false(tr_enhance_inspect(result_path, &w, &h));
    unlink(result_path);
}

static void a_result_is_as_large_as_was_told(void **state) {
    (void)state;
    tr_pool *pool;
    tr_error error = {0};
    tr_enhance_result result;
    int w = 0, h = 0;
    write_map();
    assert_int_equal(tr_pool_create(2, &pool, &error), TR_OK);
    for (int times = 1; times <= 3; times++) {
        const tr_enhance_job job = {.source = source,
                                    .path = result_path,
                                    .times = times,
                                    .wrap_x = times > 1,
                                    .estimate = true,
                                    .seed = 1};
        assert_int_equal(tr_enhance_file(&job, tr_isa_best(), pool, NULL, &result, &error), TR_OK);
        assert_true(tr_enhance_inspect(result_path, &w, &h));
        assert_true(w == tr_enhance_length(width, times) && w == result.width);
        assert_true(h == tr_enhance_length(height, times) && h == result.height);
    }
    assert_true(tr_enhance_length(100000, 8) == INT64_C(25600000));
    tr_pool_destroy(pool);
    unlink(result_path);
    unlink(source);
}

static void a_failure_leaves_nothing(void **state) {
    (void)state;
    tr_pool *pool;
    tr_error error = {0};
    tr_enhance_result result;
    const tr_watch stopped = {.stopped = always};
    write_map();
    assert_int_equal(tr_pool_create(1, &pool, &error), TR_OK);
    const tr_enhance_job job = {.source = source, .path = result_path, .times = 2, .estimate = true, .seed = 1};
    assert_int_equal(tr_enhance_file(&job, tr_isa_best(), pool, &stopped, &result, &error), TR_STOPPED);
    assert_int_not_equal(access(result_path, F_OK), 0);
    unlink(source);
    assert_int_equal(tr_enhance_file(&job, tr_isa_best(), pool, NULL, &result, &error), TR_BAD_INPUT);
    assert_int_not_equal(access(result_path, F_OK), 0);
    tr_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_map_tells_its_size),
                                       cmocka_unit_test(a_result_is_as_large_as_was_told),
                                       cmocka_unit_test(a_failure_leaves_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
