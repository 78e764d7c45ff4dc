// Memory functions: sizes that overflow are rejected, with and without a custom allocator.
#include "base/size.h"
#include "failing.h"
#include "support.h"

#include <errno.h>

static void assert_no_memory(void *block) {
    assert_null(block);
    assert_int_equal(errno, ENOMEM);
    errno = 0;
}

static void test_sizes_do_not_wrap(void **state) {
    (void)state;
    size_t product = 7;
    const volatile size_t half = SIZE_MAX / 2; // volatile, because the compiler warns of constant overflows
    assert_true(tr_size_multiply(half, 2, &product));
    assert_true(product == SIZE_MAX - 1);
    assert_false(tr_size_multiply(half, 3, &product));
    assert_null(tr_allocate(half, 3));
    assert_null(tr_malloc_lines(half + half));
    for (int own = 0; own < 2; own++) {
        assert_int_equal(tr_set_allocator(own ? &failing : NULL, NULL), TR_OK);
        errno = 0;
        if (own || !under_sanitizer) // a sanitizer ends the process instead
            assert_no_memory(tr_calloc(half, 3));
        uint8_t *zeros = tr_calloc(3, 5), *nothing = tr_calloc(0, 5);
        assert_non_null(nothing);
        for (int i = 0; i < 15; i++)
            assert_int_equal(zeros[i], 0);
        assert_int_equal(errno, 0);
        tr_free(zeros), tr_free(nothing);
        assert_int_equal(memory.blocks, 0);
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

static void test_lines_of_the_cache(void **state) {
    (void)state;
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (size_t bytes = 0; bytes < 200; bytes += 13) {
        uint8_t *lines = tr_malloc_lines(bytes);
        assert_int_equal((uintptr_t)lines % 64, 0);
        memset(lines, 1, bytes);
        tr_free_lines(lines);
    }
    tr_free_lines(NULL);
    memory.left = 1;
    errno = 0;
    assert_no_memory(tr_malloc_lines(100));
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

// A block that cannot grow stays valid.
static void test_growing(void **state) {
    (void)state;
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    char *text = tr_realloc(NULL, 4);
    memcpy(text, "abc", 4);
    memory.left = 1;
    errno = 0;
    assert_no_memory(tr_realloc(text, 1000));
    assert_string_equal(text, "abc");
    text = tr_realloc(text, 1000);
    assert_string_equal(text, "abc");
    memory.left = 1;
    assert_no_memory(tr_strdup(text));
    tr_free(text);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

static void test_an_allocator_is_whole_and_changes_between_blocks(void **state) {
    (void)state;
    tr_allocator lacking[3] = {failing, failing, failing};
    lacking[0].allocate = NULL, lacking[1].reallocate = NULL, lacking[2].release = NULL;
    for (int i = 0; i < 3; i++) {
        tr_error error = {0};
        assert_int_equal(tr_set_allocator(&lacking[i], &error), TR_BAD_USAGE);
        assert_non_null(strstr(error.message, "all three functions"));
    }
    tr_error error = {0};
    void *block = tr_malloc(0);
    assert_non_null(block);
    assert_int_equal(tr_set_allocator(&failing, &error), TR_BAD_USAGE);
    assert_non_null(strstr(error.message, "1 blocks"));
    tr_free(block);
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_do_not_wrap),
        cmocka_unit_test(test_lines_of_the_cache),
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_an_allocator_is_whole_and_changes_between_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
