// Temporary files of other processes, digests of files, and error messages where no file can be written.
#include "base/temporary.h"
#include "digests.h"
#include "export/verify.h"
#include "failing.h"
#include "folders.h"

#include <dirent.h>
#include <errno.h>

// ---- temporary files -----------------------------------------------------------------------------

// Makes a temporary file of a process that has ended, and its path.
static void leave_one(struct folder *folder, const char *for_name, char path[600]) {
    char *name;
    int descriptor;
    tr_folder in;
    assert_int_equal(tr_folder_open(folder->path, &in), 0);
    assert_int_equal(tr_temporary_create(in, for_name, &name, &descriptor), 0);
    assert_true(tr_temporary_is_held(in, name));
    snprintf(path, 600, "%s", at(folder, name));
    close(descriptor);
    assert_false(tr_temporary_is_held(in, name));
    tr_free(name);
    tr_folder_close(&in);
}

static void test_only_their_names_are_theirs(void **state) {
    (void)state;
    static const char *const others[] = {
        "",
        "a.png",
        ".a.0123abcd-012345.par",   // too short
        "a.b.0123abcd-012345.part", // not hidden
        ".a_0123abcd-012345.part",  // no dot
        ".a.0123abcd_012345.part",  // no dash
        ".a.0123abcX-012345.part",  // not a digit
        ".a.0123abcd-01234X.part",  // and here
        ".a.0123abcd-012345.pars",  // another ending
        ".0123abcd-012345.part",    // no name
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (tr_temporary_is(others[i]))
            fail_msg("%s is not a temporary file", others[i]);
    assert_true(tr_temporary_is(".a.0123abcd-012345.part"));
}

static void make_old(const char *path) { assert_int_equal(set_time(path, 1000), 0); }

// Temporary files of another machine may be in use, unless they are old. Entries that are not regular files, or
// are locked, stay.
static void test_what_is_left_is_cleared(void **state) {
    struct folder *folder = *state;
    char own[600], young[600], old[600];
    char *held;
    int descriptor;
    tr_folder in;
    assert_int_equal(tr_folder_open(folder->path, &in), 0);
    leave_one(folder, "own", own);
    snprintf(young, sizeof young, "%s", at(folder, ".young.ffffffff-000000.part"));
    snprintf(old, sizeof old, "%s", at(folder, ".old.ffffffff-000000.part"));
    write_text(young, "");
    write_text(old, "");
    make_old(old);
    write_text(at(folder, "file.part"), "");
    make_old(at(folder, "file.part"));
    assert_int_equal(mkdir(at(folder, ".folder.ffffffff-000000.part"), 0777), 0);
    if (is_posix) {
        make_old(at(folder, ".folder.ffffffff-000000.part"));
        assert_int_equal(symlink("file.part", at(folder, ".link.ffffffff-000000.part")), 0);
        assert_int_equal(mkfifo(at(folder, ".pipe.ffffffff-000000.part"), 0666), 0);
        make_old(at(folder, ".pipe.ffffffff-000000.part"));
    }
    assert_int_equal(tr_temporary_create(in, "held", &held, &descriptor), 0);
    make_old(at(folder, held));
    tr_temporary_clear(in);
    assert_int_equal(access(own, F_OK), -1);
    assert_int_equal(access(old, F_OK), -1);
    assert_int_equal(access(young, F_OK), 0);
    assert_int_equal(access(at(folder, held), F_OK), 0);
    assert_int_equal(count_entries(folder->path),
                     is_posix ? 6 : 4); // including those that Terrella did not write
    close(descriptor);
    tr_free(held);
    assert_false(tr_temporary_is_held(in, "none"));
    tr_folder_close(&in);
}

// ---- digests -------------------------------------------------------------------------------------

#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of "abc"

static void test_digests_of_files(void **state) {
    struct folder *folder = *state;
    tr_digest digest;
    write_text(at(folder, "abc"), "abc");
    assert_int_equal(digest_file(at(folder, "abc"), NULL, &digest), 0);
    assert_string_equal(digest.sha256, ABC);
    assert_int_equal(digest.bytes, 3);
    tr_digest_of("abc", 3, digest.sha256);
    assert_string_equal(digest.sha256, ABC);
    if (is_posix) {
        assert_int_equal(mkfifo(at(folder, "pipe"), 0666), 0);
        assert_int_equal(digest_file(at(folder, "pipe"), NULL, &digest), TR_REASON_OTHER); // without blocking
    }
    const atomic_bool stop = true;
    const tr_watch stopped = tr_watch_flag(&stop);
    assert_int_equal(digest_file(at(folder, "abc"), &stopped, &digest), ECANCELED);
    assert_int_equal(digest_file(at(folder, "none"), NULL, &digest), ENOENT);
    assert_int_equal(digest_file(folder->path, NULL, &digest), TR_REASON_OTHER);
}

// ---- messages ------------------------------------------------------------------------------------

static void test_each_reason_has_a_way_out(void **state) {
    (void)state;
    static const struct {
        int reason;
        const char *way;
    } all[] = {{ENOSPC, "free some space"}, {EDQUOT, "free some space"},      {EACCES, "permissions"},
               {EPERM, "permissions"},      {EROFS, "not read-only"},         {EISDIR, "a file in it"},
               {ENOENT, "create it"},       {ENOTDIR, "in the way"},          {EEXIST, "in the way"},
               {EFBIG, "a smaller size"},   {ENAMETOOLONG, "a shorter name"}, {EIO, "another place"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tr_error error = {0};
        assert_int_equal(tr_write_fail(&error, "a file", all[i].reason), TR_CANNOT_WRITE);
        assert_string_equal(error.file, "a file");
        assert_non_null(strstr(error.message, strerror(all[i].reason)));
        assert_non_null(strstr(error.message, all[i].way));
        assert_int_equal(tr_write_fail(&error, "another", EIO), TR_CANNOT_WRITE); // the first error stays
        assert_string_equal(error.file, "a file");
    }
    tr_error error = {0};
    assert_int_equal(tr_write_fail(&error, "a file", ENOMEM), TR_NO_MEMORY);
    assert_int_equal(tr_write_fail(NULL, "a file", EIO), TR_CANNOT_WRITE);
}

// ---- allocations ---------------------------------------------------------------------------------

// To a new file, over a file, through a link to one, and through a dangling link: each allocation fails once.
static void test_no_memory_leaves_what_is_there(void **state) {
    struct folder *folder = *state;
    static const char *const names[] = {"new", "file", "link", "lost"};
    enum { name_count = is_posix ? 4 : 2 };
    write_text(at(folder, "file"), "old");
    if (is_posix) {
        assert_int_equal(symlink("file", at(folder, "link")), 0);
        assert_int_equal(symlink("nothing", at(folder, "lost")), 0);
    }
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (size_t i = 0; i < name_count; i++) {
        int refused = 0;
        for (long n = 1;; n++) {
            tr_error error = {0};
            tr_atomic_file *file = NULL;
            memory.left = n, memory.failed = false;
            const tr_status status = tr_atomic_open(at(folder, names[i]), &file, &error);
            memory.left = 0;
            assert_int_equal(status, memory.failed ? TR_NO_MEMORY : TR_OK);
            tr_atomic_abort(file);
            if (status == TR_OK)
                break;
            assert_null(file);
            refused++;
        }
        assert_true(refused >= 4);
        assert_int_equal(memory.blocks, 0);
        assert_content(at(folder, "file"), "old");
        assert_int_equal(count_entries(folder->path), name_count - 1);
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

// The name becomes a folder before the rename.
static void test_a_rename_that_fails(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    assert_int_equal(mkdir(at(folder, "file"), 0777), 0);
    assert_int_equal(tr_atomic_commit(file, &error), TR_CANNOT_WRITE);
    assert_non_null(strstr(error.message, strerror(EISDIR)));
    assert_int_equal(count_entries(folder->path), 1);
}

static void take_bytes(void *context, const void *data, size_t bytes) {
    (void)data;
    *(size_t *)context += bytes;
}

// A replay reads the written file again: it may be truncated or gone.
static void test_replays_tell_what_is_lost(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file, *copy;
    size_t taken = 0;
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "abc", 3));
    assert_int_equal(tr_atomic_finish(file, &error), TR_OK);
    assert_int_equal(tr_atomic_open(at(folder, "copy"), &copy, &error), TR_OK);
    assert_int_equal(tr_atomic_copy(file, copy, &error), TR_OK);
    assert_int_equal(tr_atomic_commit(copy, &error), TR_OK);
    assert_content(at(folder, "copy"), "abc");
    assert_int_equal(unlink(at(folder, "copy")), 0);
    DIR *all = opendir(folder->path);
    char path[600] = "";
    for (const struct dirent *entry; (entry = readdir(all));)
        if (tr_temporary_is(entry->d_name))
            snprintf(path, sizeof path, "%s", at(folder, entry->d_name));
    closedir(all);
    assert_int_equal(truncate(path, 1), 0);
    assert_int_equal(tr_atomic_replay(file, take_bytes, &taken, &error), TR_CANNOT_WRITE);
    assert_int_equal(taken, 1);
    assert_non_null(strstr(error.message, strerror(EIO)));
    assert_int_equal(unlink(path), 0);
    error = (tr_error){0};
    assert_int_equal(tr_atomic_replay(file, take_bytes, &taken, &error), TR_CANNOT_WRITE);
    if (is_posix) // on Windows the name stays until the last one closes the file
        assert_non_null(strstr(error.message, strerror(ENOENT)));
    tr_atomic_abort(file);
}

// ---- faulty sets -----------------------------------------------------------------------------------

struct heard {
    int sets, flaws;
    char all[4000];
};

static void hear_flaw(void *context, const char *path, const char *what) {
    struct heard *heard = context;
    const size_t used = strlen(heard->all);
    (void)path;
    snprintf(heard->all + used, sizeof heard->all - used, "%s;", what);
    heard->flaws++;
}

static void hear_set(void *context, const tr_verified *set) {
    struct heard *heard = context;
    assert_non_null(set->manifest);
    heard->sets++;
}

static void test_each_flaw_of_a_set_is_told(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *text, *flaw; // NULL: none
        int flaws;
    } all[] = {
        {"\"maps\": {\"a\": {\"file\": \"abc\", \"bytes\": 3, \"sha256\": \"" ABC "\"}}", NULL, 0},
        {"\"maps\": {\"a\": {\"file\": \"abc\", \"bytes\": 4}}", "3 bytes, not 4", 2},
        {"\"maps\": {\"a\": {\"file\": \"abc\", \"sha256\": \"00\"}}", "differs from what was written", 1},
        {"\"maps\": {\"a\": {\"file\": \"../abc\"}}", "not in its folder", 1},
        {"\"maps\": {\"a\": {\"file\": \"below/..\"}}", "not in its folder", 1},
        {"\"maps\": {\"a\": {\"file\": \"/abc\"}}", "not in its folder", 1},
        {"\"maps\": {\"a\": {\"file\": \"\"}}", "not in its folder", 1},
        {"\"maps\": {\"a\": {\"file\": \"..abc\"}}", "missing", 1},
        {"\"maps\": {\"a\": {\"file\": \"abc\"}, \"b\": {\"file\": \"abc\"}}, \"rings\": {\"file\": \"none\"}",
         "missing", 2},
        {"\"mesh\": {\"file\": \"below\"}", "a folder, a pipe or a device, not a file", 1},
        {"\"maps\": {}", "names no files", 1},
        {"\"maps\": {}, \"unfinished\": true", "unfinished", 2}, // and without files
        {"\"maps\": {}, \"tiles\": {\"levels\": 0}", "the number of levels of its tiles", 2},
        {"\"maps\": {}, \"tiles\": {\"levels\": 99}", "the number of levels of its tiles", 2},
        {"\"maps\": {}, \"tiles\": {\"levels\": \"1\"}", "the number of levels of its tiles", 2},
        {"\"maps\": {\"a\": {\"file\": \"abc\", \"bytes\": 3}}", "its hash is missing", 1},
        {"\"tiles\": {\"levels\": 1}", "its hash is missing", 2},
        {"\"maps\": {\"a\": {\"pattern\": \"{level}-{x}-{y}.png\"}, \"b\": {}}, \"tiles\": {\"levels\": 5}",
         "missing", 0},
    };
    write_text(at(folder, "abc"), "abc");
    assert_int_equal(mkdir(at(folder, "below"), 0777), 0);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[1000];
        int flaws;
        struct heard heard = {0};
        tr_error error = {0};
        const tr_verify_report report = {hear_flaw, hear_set, &heard};
        snprintf(text, sizeof text, "{\"format\": 4, \"generator\": \"terrella\", %s}", all[i].text);
        write_text(at(folder, "a.manifest.json"), text);
        assert_int_equal(tr_sets_verify(at(folder, "a.manifest.json"), NULL, &report, &flaws, &error), TR_OK);
        assert_int_equal(heard.sets, 1);
        if (!all[i].flaw)
            assert_int_equal(flaws, 0);
        else if (!strstr(heard.all, all[i].flaw) || (all[i].flaws && flaws != all[i].flaws))
            fail_msg("%s: %d, %s", all[i].text, flaws, heard.all);
    }
}

static void test_what_is_no_set(void **state) {
    struct folder *folder = *state;
    int flaws;
    struct heard heard = {0};
    tr_error error = {0};
    const tr_verify_report report = {hear_flaw, hear_set, &heard};
    assert_int_equal(tr_sets_verify(at(folder, "none"), NULL, &report, &flaws, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "cannot look into the folder"));
    error = (tr_error){0};
    assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "there is no set in this folder"));
    write_text(at(folder, "a.manifest.json"), "{}");
    assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, NULL), TR_OK);
    assert_int_equal(flaws, 1);
    assert_non_null(strstr(heard.all, "not a manifest of Terrella"));
    char left[600];
    leave_one(folder, "a", left);
    assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, NULL), TR_OK);
    assert_int_equal(flaws, 2);
    write_text(at(folder, "a.manifest.json"), "{\"generator\": \"terrella\", \"maps\": {\"a\": {\"file\": "
                                              "\"a.manifest.json\", \"sha256\": \"00\"}}}");
    const atomic_bool stop = true;
    const tr_watch stopped = tr_watch_flag(&stop);
    error = (tr_error){0};
    assert_int_equal(tr_sets_verify(folder->path, &stopped, &report, &flaws, &error), TR_STOPPED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_their_names_are_theirs),
        FOLDER_TEST(test_what_is_left_is_cleared),
        FOLDER_TEST(test_digests_of_files),
        cmocka_unit_test(test_each_reason_has_a_way_out),
        FOLDER_TEST(test_no_memory_leaves_what_is_there),
        FOLDER_TEST(test_a_rename_that_fails),
        FOLDER_TEST(test_replays_tell_what_is_lost),
        FOLDER_TEST(test_each_flaw_of_a_set_is_told),
        FOLDER_TEST(test_what_is_no_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
