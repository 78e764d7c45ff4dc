// Atomic files: a name always refers to the old file or to the complete new one.
#include "folders.h"
#include "refusals.h"

#include <errno.h>

static void test_large_and_small_writes_keep_their_order(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    enum { bytes = 300000 };
    uint8_t *data = malloc(bytes);
    fill(data, bytes);
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    for (size_t done = 0, part = 1; done < bytes; done += part, part = part * 3 + 1)
        assert_true(tr_atomic_write(file, data + done, part = part < bytes - done ? part : bytes - done));
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    size_t found_bytes;
    unsigned char *found = read_file(at(folder, "file"), &found_bytes);
    assert_int_equal(found_bytes, bytes);
    assert_memory_equal(found, data, bytes);
    free(found);
    free(data);
}

static void test_abort_leaves_the_old_file(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    write_text(at(folder, "file"), "old");
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    tr_atomic_abort(file);
    tr_atomic_abort(NULL);
    assert_content(at(folder, "file"), "old");
    assert_int_equal(count_entries(folder->path), 1);
}

static void test_failed_write_leaves_the_old_file(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    static const char block[100000];
    if (!is_posix)
        skip();
    write_text(at(folder, "file"), "old");
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    limit_files(150000);
    assert_true(tr_atomic_write(file, block, sizeof block));
    assert_false(tr_atomic_write(file, block, sizeof block)); // half of it fits
    limit_files(0);
    assert_false(tr_atomic_write(file, "x", 1)); // it would fit now, but the first error is kept
    assert_int_equal(tr_atomic_commit(file, &error), TR_CANNOT_WRITE);
    assert_string_equal(error.file, at(folder, "file"));
    assert_non_null(strstr(error.message, strerror(EFBIG)));
    assert_content(at(folder, "file"), "old");
    assert_int_equal(count_entries(folder->path), 1);
}

// A folder takes the name of an open file, so that the rename fails.
static void test_failed_rename_is_reported(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    assert_int_equal(mkdir(at(folder, "file"), 0777), 0);
    assert_int_equal(tr_atomic_commit(file, &error), TR_CANNOT_WRITE);
    assert_string_equal(error.file, at(folder, "file"));
    assert_non_null(strstr(error.message, strerror(EISDIR)));
    assert_int_equal(count_entries(folder->path), 1); // the folder; the temporary file is removed
    assert_int_equal(rmdir(at(folder, "file")), 0);
}

static void test_what_cannot_be_opened(void **state) {
    struct folder *folder = *state;
    assert_cannot_open(at(folder, "no/such/folder"), ENOENT);
    assert_cannot_open(folder->path, EISDIR);
    assert_cannot_open(at(folder, "new/"), EISDIR);
    assert_cannot_open("", EISDIR);
    assert_int_equal(count_entries(folder->path), 0);
    write_text(at(folder, "file"), "old");
    assert_cannot_open(at(folder, "file/below"), ENOTDIR);
}

static void test_what_is_protected_stays(void **state) {
    struct folder *folder = *state;
    write_text(at(folder, "file"), "old");
    chmod(at(folder, "file"), 0444);
    if (!become_another_user(folder->path)) // root ignores permissions
        skip();
    assert_cannot_open(at(folder, "file"), EACCES);
    if (is_posix) { // files in folders that are marked so on Windows can be written
        chmod(folder->path, 0555);
        assert_cannot_open(at(folder, "new"), EACCES);
    }
    become_oneself();
    chmod(folder->path, 0755);
    assert_content(at(folder, "file"), "old");
    assert_int_equal(count_entries(folder->path), 1);
}

static void test_long_name(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    char name[256];
    memset(name, 'n', 255);
    name[255] = 0; // the longest possible name: the name of the temporary file must not be longer
    assert_int_equal(tr_atomic_open(at(folder, name), &file, &error), TR_OK);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_content(at(folder, name), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_large_and_small_writes_keep_their_order),
        FOLDER_TEST(test_abort_leaves_the_old_file),
        FOLDER_TEST(test_failed_write_leaves_the_old_file),
        FOLDER_TEST(test_failed_rename_is_reported),
        FOLDER_TEST(test_what_cannot_be_opened),
        FOLDER_TEST(test_what_is_protected_stays),
        FOLDER_TEST(test_long_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
