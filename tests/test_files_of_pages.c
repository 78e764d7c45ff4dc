// The files of pages (base/platform_web.c), which are in memory: names, paths, locks, streams, and many
// threads. Linked first, they take the place of the machine's.
#include "failing.h"
#include "folders.h"

#include <errno.h>
#include <pthread.h>

static void fill_with(uint8_t *bytes, size_t count, unsigned seed) {
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)((i * 2654435761u + seed) >> 13);
}

static void test_bytes_come_back_from_any_place(void **state) {
    (void)state;
    enum { most = 300000 };
    static uint8_t bytes[most], back[most];
    tr_folder root;
    fill_with(bytes, most, 1);
    assert_int_equal(tr_folder_open("/", &root), 0);
    const size_t parts[] = {1, 200, 255, 300, 65000, 65536, 1, 131072, 100};
    size_t done = 0, count;
    int file, again;
    assert_int_equal(tr_file_create(root, "bytes", &file), 0);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; done += parts[i++])
        assert_int_equal(tr_file_write(file, bytes + done, parts[i], &count), 0);
    assert_int_equal(tr_file_close(file), 0);
    assert_int_equal(tr_file_open(root, "bytes", &file), 0);
    assert_int_equal(tr_file_read(file, back, most, &count), 0);
    assert_int_equal(count, done);
    assert_memory_equal(back, bytes, done);
    assert_int_equal(tr_file_read_at(file, 65535, back, 3, &count), 0);
    assert_memory_equal(back, bytes + 65535, 3);
    assert_int_equal(tr_file_again(file, &again), 0);
    assert_int_equal(tr_file_close(file), 0);
    assert_int_equal(tr_file_close(file), EBADF);
    assert_int_equal(tr_file_read(again, back, 1, &count), 0); // the place is shared: the end
    assert_int_equal(count, 0);
    assert_int_equal(tr_name_remove(root, "bytes"), 0);
    assert_int_equal(tr_file_read_at(again, 1, back, 1, &count), 0); // stays while it is open
    assert_int_equal(back[0], bytes[1]);
    tr_file_close(again);
    tr_folder_close(&root);
}

static void test_names_stay_in_their_folder(void **state) {
    struct folder *folder = *state;
    tr_folder in, inner;
    tr_info info;
    int file;
    assert_int_equal(tr_folder_open(folder->path, &in), 0);
    static const char *const bad[] = {"", ".", "..", "../x", "a/../../x", "/x", "a//b", "a/"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(tr_file_create(in, bad[i], &file), TR_REASON_NAME);
    assert_int_equal(tr_file_create(in, "a/b", &file), ENOENT);
    assert_int_equal(tr_folder_enter(in, "a/b", true, &inner), 0);
    assert_int_equal(tr_file_create(inner, "c", &file), 0);
    tr_file_close(file);
    assert_int_equal(tr_file_create(in, "a/b/c", &file), EEXIST);
    assert_int_equal(tr_file_open(in, "a/b", &file), TR_REASON_OTHER);
    assert_int_equal(tr_file_open(in, "a/b/c/d", &file), ENOTDIR);
    assert_int_equal(tr_name_remove_folder(in, "a/b"), ENOTEMPTY);
    assert_int_equal(tr_name_remove(in, "a/b"), EISDIR);
    assert_int_equal(tr_name_add(in, "a/b/c", "second"), 0);
    assert_int_equal(tr_name_add(in, "a/b/c", "second"), EEXIST);
    assert_int_equal(tr_name_change(in, "a/b/c", "second"), 0); // the same file: both names stay
    assert_int_equal(tr_name_change(in, "a/b/c", "third"), 0);
    assert_int_equal(tr_name_info(in, "a/b/c", &info), 0);
    assert_int_equal(info.kind, TR_KIND_NONE);
    assert_int_equal(tr_name_remove(in, "a/b/second"), 0);
    assert_int_equal(tr_name_info(in, "a/b/third", &info), 0);
    assert_int_equal(info.kind, TR_KIND_FILE);
    assert_int_equal(tr_name_remove(in, "a/b/third"), 0);
    assert_int_equal(tr_name_remove_folder(in, "a/b"), 0);
    assert_int_equal(tr_file_create(inner, "c", &file), ENOENT); // its folder is gone
    tr_folder_close(&inner);
    tr_folder_close(&in);
}

static void test_paths_are_followed(void **state) {
    struct folder *folder = *state;
    char whole[TR_FULL_PATH_BYTES], expected[TR_FULL_PATH_BYTES], path[TR_FULL_PATH_BYTES];
    bool made;
    snprintf(path, sizeof path, "%s/x", folder->path);
    assert_int_equal(tr_path_make_folder(path, true, &made), 0);
    assert_true(made);
    assert_int_equal(tr_path_make_folder(path, true, &made), 0);
    assert_false(made);
    write_text(at(folder, "x/file"), "text");
    snprintf(path, sizeof path, "%s/x/.././/x/file", folder->path + 1); // relative: the root
    assert_true(tr_path_whole(path, whole));
    snprintf(expected, sizeof expected, "%s/x/file", folder->path);
    assert_string_equal(whole, expected);
    assert_true(tr_path_whole("/..", whole));
    assert_string_equal(whole, "/");
    assert_false(tr_path_exists(at(folder, "x/none")));
    assert_false(tr_path_exists(at(folder, "none/file")));
    snprintf(path, sizeof path, "%s/x/inside", folder->path);
    assert_int_equal(tr_path_change(at(folder, "x"), path), EINVAL); // into itself
    snprintf(path, sizeof path, "%s/y", folder->path);
    assert_int_equal(tr_path_change(at(folder, "x"), path), 0);
    assert_content(at(folder, "y/file"), "text");
    assert_int_equal(tr_path_remove(at(folder, "y/file")), 0);
    assert_int_equal(tr_path_remove_folder(path), 0);
}

static void test_locks_keep_others_away(void **state) {
    struct folder *folder = *state;
    tr_folder in;
    int first, second, shared;
    assert_int_equal(tr_path_lock(at(folder, "lock"), &first), 0);
    assert_int_equal(tr_path_lock(at(folder, "lock"), &second), EWOULDBLOCK);
    tr_file_close(first);
    assert_int_equal(tr_path_lock(at(folder, "lock"), &second), 0);
    assert_int_equal(tr_file_lock(second), 0);
    tr_file_close(second);
    assert_int_equal(tr_folder_open(folder->path, &in), 0);
    assert_int_equal(tr_folder_lock(in, false, &first), 0);
    assert_int_equal(tr_folder_lock(in, false, &shared), 0);
    assert_int_equal(tr_folder_lock(in, true, &second), EWOULDBLOCK);
    tr_folder_unlock(first);
    tr_folder_unlock(shared);
    assert_int_equal(tr_folder_lock(in, true, &second), 0);
    assert_int_equal(tr_folder_lock(in, false, &first), EWOULDBLOCK);
    tr_folder_unlock(second);
    tr_folder_close(&in);
}

static void test_streams_are_files(void **state) {
    struct folder *folder = *state;
    char text[64] = "";
    tr_info info;
    errno = 0;
    assert_null(tr_path_stream(at(folder, "none"), "rb"));
    assert_int_equal(errno, ENOENT);
    write_text(at(folder, "file"), "one\n");
    FILE *stream = tr_path_stream(at(folder, "file"), "a");
    fputs("two\n", stream);
    fclose(stream);
    stream = tr_path_stream(at(folder, "file"), "rb");
    assert_int_equal(tr_stream_info(stream, &info), 0);
    assert_int_equal(info.bytes, 8);
    assert_int_equal(fseek(stream, 4, SEEK_SET), 0);
    assert_non_null(fgets(text, sizeof text, stream));
    assert_string_equal(text, "two\n");
    assert_int_equal(ftell(stream), 8);
    fclose(stream);
    stream = tr_stream_temporary();
    fputs("kept nowhere", stream);
    rewind(stream);
    assert_non_null(fgets(text, sizeof text, stream));
    assert_string_equal(text, "kept nowhere");
    fclose(stream);
    assert_int_equal(count_entries(folder->path), 1);
}

enum { threads = 8, rounds = 200 };

struct writer {
    const char *folder;
    int number;
    bool good;
};

// Writes whole files of its own, and takes turns with the others at one.
static void *write_many(void *context) {
    struct writer *w = context;
    uint8_t bytes[3000];
    char path[400];
    fill_with(bytes, sizeof bytes, (unsigned)w->number);
    w->good = true;
    for (int i = 0; i < rounds && w->good; i++) {
        tr_atomic_file *file;
        snprintf(path, sizeof path, i % 2 ? "%s/all" : "%s/%d", w->folder, w->number);
        w->good = tr_atomic_open(path, &file, NULL) == TR_OK && tr_atomic_write(file, bytes, sizeof bytes) &&
                  tr_atomic_commit(file, NULL) == TR_OK;
    }
    return NULL;
}

static void test_threads_write_at_the_same_time(void **state) {
    struct folder *folder = *state;
    struct writer writers[threads];
    pthread_t all[threads];
    for (int i = 0; i < threads; i++) {
        writers[i] = (struct writer){folder->path, i, false};
        assert_int_equal(pthread_create(&all[i], NULL, write_many, &writers[i]), 0);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(all[i], NULL);
        assert_true(writers[i].good);
    }
    assert_int_equal(count_entries(folder->path), threads + 1); // no temporary files
    size_t size;
    unsigned char *found = read_file(at(folder, "all"), &size);
    uint8_t bytes[3000];
    bool same = false;
    for (unsigned i = 0; i < threads && !same; i++) {
        fill_with(bytes, sizeof bytes, i);
        same = size == sizeof bytes && memcmp(found, bytes, size) == 0;
    }
    assert_true(same);
    free(found);
}

// Whichever allocation fails, the file is the old one, and nothing is left.
static void test_missing_memory_leaves_the_old_file(void **state) {
    static uint8_t bytes[200000];
    struct folder *folder;
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    make_folder(state);
    folder = *state;
    write_text(at(folder, "file"), "old");
    tr_status status = TR_NO_MEMORY;
    for (int i = 1; status != TR_OK; i++) {
        tr_error error = {0};
        tr_atomic_file *file = NULL;
        memory.left = i;
        status = tr_atomic_open(at(folder, "file"), &file, &error);
        if (status == TR_OK) {
            tr_atomic_write(file, bytes, sizeof bytes);
            status = tr_atomic_commit(file, &error);
        }
        memory.left = 0;
        assert_true(status == TR_OK || status == TR_NO_MEMORY || status == TR_CANNOT_WRITE);
        if (status != TR_OK)
            assert_content(at(folder, "file"), "old");
        assert_int_equal(count_entries(folder->path), 1);
    }
    assert_int_equal(file_size(at(folder, "file")), sizeof bytes);
    remove_folder(state);
    tr_path_remove_folder("/tmp");
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_memory_leaves_the_old_file),
        cmocka_unit_test(test_bytes_come_back_from_any_place),
        FOLDER_TEST(test_names_stay_in_their_folder),
        FOLDER_TEST(test_paths_are_followed),
        FOLDER_TEST(test_locks_keep_others_away),
        FOLDER_TEST(test_streams_are_files),
        FOLDER_TEST(test_threads_write_at_the_same_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
