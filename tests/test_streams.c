// Permissions, links, pipes, devices, descriptors and limits of POSIX, to which atomic files are written.
#include "export/export.h"
#include "folders.h"
#include "refusals.h"

#include <errno.h>

static unsigned mode_of(const char *path) {
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
    return (unsigned)there.st_mode & 0777;
}

static void test_new_file_has_the_umasks_permissions(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    mode_t old = umask(027);
    assert_int_equal(tr_atomic_open(at(folder, "new"), &file, &error), TR_OK);
    umask(old);
    assert_int_equal(access(at(folder, "new"), F_OK), -1);
    assert_true(tr_atomic_write(file, "abc", 3));
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_content(at(folder, "new"), "abc");
    assert_int_equal(mode_of(at(folder, "new")), 0640);
    assert_int_equal(count_entries(folder->path), 1);
}

static void test_replaced_file_keeps_its_permissions(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    write_text(at(folder, "file"), "old");
    chmod(at(folder, "file"), 0604);
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    assert_int_equal(tr_atomic_finish(file, &error), TR_OK);
    assert_content(at(folder, "file"), "old"); // only the rename is missing
    assert_int_equal(count_entries(folder->path), 2);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_content(at(folder, "file"), "new");
    assert_int_equal(mode_of(at(folder, "file")), 0604);
    assert_int_equal(count_entries(folder->path), 1);
}

static void test_symbolic_link_stays(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    write_text(at(folder, "file"), "old");
    assert_int_equal(symlink("file", at(folder, "link")), 0);
    assert_int_equal(tr_atomic_open(at(folder, "link"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_content(at(folder, "file"), "new");
    struct stat link;
    assert_int_equal(lstat(at(folder, "link"), &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    assert_int_equal(count_entries(folder->path), 2);
}

static void test_link_to_nothing_stays_and_what_it_names_is_made(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    struct stat link;
    char far[600];
    snprintf(far, sizeof far, "%s", at(folder, "below/link"));
    assert_int_equal(mkdir(at(folder, "below"), 0777), 0);
    assert_int_equal(symlink("../file", far), 0);           // relative to the folder of the link
    assert_int_equal(symlink(far, at(folder, "first")), 0); // absolute
    assert_int_equal(symlink("round", at(folder, "round")), 0);
    assert_int_equal(symlink("no/such/folder", at(folder, "lost")), 0);
    assert_int_equal(tr_atomic_open(at(folder, "first"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_content(at(folder, "file"), "new");
    assert_int_equal(lstat(far, &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    assert_int_equal(lstat(at(folder, "first"), &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    assert_cannot_open(at(folder, "round"), ELOOP);
    assert_cannot_open(at(folder, "lost"), ENOENT);
    assert_int_equal(count_entries(folder->path), 5);
}

static void assert_bytes(const char *path, const uint8_t *data, size_t bytes) {
    size_t found_bytes;
    unsigned char *found = read_file(path, &found_bytes);
    assert_int_equal(found_bytes, bytes);
    assert_memory_equal(found, data, bytes);
    free(found);
}

// Copies a pipe into a file with pauses, so that the pipe fills up. Ends the process.
static _Noreturn void copy_slowly(const char *from, const char *to) {
    static char data[30000];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT, 0666);
    for (ssize_t bytes; (bytes = read(in, data, sizeof data)) > 0; usleep(2000))
        if (write(out, data, (size_t)bytes) != bytes)
            break;
    _exit(0);
}

static void wake(int number) { (void)number; }

static void test_interrupted_writes_go_on(void **state) {
    struct folder *folder = *state;
    enum { bytes = 1000000 };
    tr_error error = {0};
    tr_atomic_file *file;
    uint8_t *data = malloc(bytes);
    fill(data, bytes);
    char pipe[600], copy[600];
    snprintf(pipe, sizeof pipe, "%s", at(folder, "pipe"));
    snprintf(copy, sizeof copy, "%s", at(folder, "copy"));
    assert_int_equal(mkfifo(pipe, 0666), 0);
    pid_t reader = fork();
    if (reader == 0)
        copy_slowly(pipe, copy);
    assert_int_equal(tr_atomic_open(pipe, &file, &error), TR_OK);
    // A signal each millisecond interrupts waiting writes: they return early or fail with EINTR.
    const struct sigaction action = {.sa_handler = wake}; // without SA_RESTART
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    bool written = tr_atomic_write(file, data, bytes);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_true(written);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_int_equal(waitpid(reader, NULL, 0), reader);
    assert_bytes(copy, data, bytes);
    free(data);
}

// Asserts that a pipe is written to, not replaced. Tests that write to devices call this first: with a bug
// here, and as root, they would replace the devices of the machine.
static void assert_pipes_are_kept(struct folder *folder) {
    tr_error error = {0};
    tr_atomic_file *file;
    struct stat pipe;
    char found[8] = "";
    assert_int_equal(mkfifo(at(folder, "pipe"), 0666), 0);
    int reader = open(at(folder, "pipe"), O_RDONLY | O_NONBLOCK);
    assert_int_equal(tr_atomic_open(at(folder, "pipe"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "abc", 3));
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_int_equal(read(reader, found, sizeof found), 3);
    assert_string_equal(found, "abc");
    close(reader);
    assert_int_equal(lstat(at(folder, "pipe"), &pipe), 0);
    assert_true(S_ISFIFO(pipe.st_mode));
    assert_int_equal(count_entries(folder->path), 1);
    assert_int_equal(unlink(at(folder, "pipe")), 0);
}

static void test_devices_are_written_to_directly(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    assert_pipes_are_kept(folder);
    assert_int_equal(symlink("/dev/full", at(folder, "full")), 0);
    assert_int_equal(tr_atomic_open(at(folder, "full"), &file, &error), TR_OK);
    tr_atomic_write(file, "abc", 3);
    assert_int_equal(tr_atomic_commit(file, &error), TR_CANNOT_WRITE);
    assert_non_null(strstr(error.message, strerror(ENOSPC)));
    struct stat device;
    assert_int_equal(stat("/dev/full", &device), 0);
    assert_true(S_ISCHR(device.st_mode));
    assert_int_equal(count_entries(folder->path), 1);
}

// Writing to a file that the shell has redirected starts at its current position. Later output is appended.
static void test_open_files_are_written_from_where_they_are(void **state) {
    struct folder *folder = *state;
    char own_pid[64];
    snprintf(own_pid, sizeof own_pid, "/proc/%ld/fd/", (long)getpid());
    const char *const names[] = {"/dev/fd/", "/proc/self/fd/", own_pid};
    for (int k = 0; k < 3; k++) {
        tr_error error = {0};
        tr_atomic_file *file;
        char path[64];
        int open_file = open(at(folder, "log"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
        assert_int_equal(write(open_file, "head,", 5), 5);
        snprintf(path, sizeof path, "%s%d", names[k], open_file);
        assert_true(tr_path_is_stream(path));
        assert_int_equal(tr_atomic_open(path, &file, &error), TR_OK);
        assert_true(tr_atomic_write(file, "abc", 3));
        assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
        assert_int_equal(write(open_file, ",tail", 5), 5);
        close(open_file);
        assert_content(at(folder, "log"), "head,abc,tail");
        assert_cannot_open(path, EBADF);
    }
    int to_read = open(at(folder, "log"), O_RDONLY);
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", to_read);
    assert_cannot_open(path, EBADF);
    close(to_read);
    assert_true(tr_path_is_stream("/proc/1/fd/2"));
    assert_true(tr_path_is_stream("/dev/stdout"));
    assert_true(tr_path_is_stream("/dev/stderr"));
    assert_false(tr_path_is_stream("/proc/version"));
    assert_false(tr_path_is_stream("/dev/fd/3/file"));
}

// A shared pipe may be non-blocking. The writer then waits.
static void test_full_pipes_are_waited_for(void **state) {
    struct folder *folder = *state;
    enum { bytes = 300000 };
    tr_error error = {0};
    tr_atomic_file *file;
    int ends[2];
    char path[64], copy[600];
    uint8_t *data = malloc(bytes);
    fill(data, bytes);
    snprintf(copy, sizeof copy, "%s", at(folder, "copy"));
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    const pid_t reader = fork();
    if (reader == 0) {
        close(ends[1]);
        usleep(20000);
        fcntl(ends[0], F_SETFL, 0);
        snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
        copy_slowly(path, copy);
    }
    close(ends[0]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_int_equal(tr_atomic_open(path, &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, data, bytes));
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    close(ends[1]);
    assert_int_equal(waitpid(reader, NULL, 0), reader);
    assert_bytes(copy, data, bytes);
    free(data);
}

// A file that another process has open is appended to, not replaced: that process would keep the old file.
static void test_files_of_others_are_appended_to(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    int ends[2];
    char path[64], byte;
    assert_int_equal(pipe(ends), 0);
    const int log = open(at(folder, "log"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    assert_int_equal(write(log, "head,", 5), 5);
    const pid_t other = fork();
    if (other == 0) {
        close(ends[1]);
        while (read(ends[0], &byte, 1) > 0) // until the parent has written
            ;
        const bool written = write(log, ",tail", 5) == 5;
        _exit(written ? 0 : 1);
    }
    close(ends[0]);
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)other, log);
    close(log);
    const tr_status opened = tr_atomic_open(path, &file, &error);
    if (opened == TR_OK) {
        assert_true(tr_atomic_write(file, "abc", 3));
        assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    }
    close(ends[1]);
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_int_equal(opened, TR_OK);
    assert_content(at(folder, "log"), "head,abc,tail");
    assert_int_equal(count_entries(folder->path), 1);
}

static void test_pictures_on_a_full_disk(void **state) {
    struct folder *folder = *state;
    static const uint8_t rgb[3 * 48 * 20];
    static const char *const full[] = {"a.png", "a.jpg", "a.tga", "a.hdr"};
    for (int i = 0; i < 4; i++) {
        tr_error error = {0};
        assert_int_equal(symlink("/dev/full", at(folder, full[i])), 0);
        assert_int_equal(tr_image_write(at(folder, full[i]), 48, 20, 3, rgb, NULL, NULL, &error),
                         TR_CANNOT_WRITE);
        assert_string_equal(error.file, at(folder, full[i]));
    }
    assert_int_equal(tr_image_write("/dev/full", 48, 20, 3, rgb, NULL, NULL, NULL), TR_CANNOT_WRITE);
    assert_int_equal(count_entries(folder->path), 4);
}

// If the process has too many open files, an error is reported and the old file stays.
static void test_too_many_open_files(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    struct rlimit usual;
    write_text(at(folder, "file"), "old");
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    assert_true(tr_atomic_write(file, "new", 3));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    const struct rlimit none = {.rlim_cur = 3, .rlim_max = usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const tr_status status = tr_atomic_finish(file, &error);
    tr_atomic_file *second = NULL;
    tr_error other = {0};
    const tr_status opened = tr_atomic_open(at(folder, "second"), &second, &other);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
    assert_int_equal(status, TR_CANNOT_WRITE);
    assert_non_null(strstr(error.message, "cannot write"));
    assert_int_equal(opened, TR_CANNOT_WRITE);
    assert_non_null(strstr(other.message, strerror(EMFILE)));
    tr_atomic_abort(file);
    assert_content(at(folder, "file"), "old");
    assert_int_equal(count_entries(folder->path), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_new_file_has_the_umasks_permissions),
        FOLDER_TEST(test_replaced_file_keeps_its_permissions),
        FOLDER_TEST(test_symbolic_link_stays),
        FOLDER_TEST(test_link_to_nothing_stays_and_what_it_names_is_made),
        FOLDER_TEST(test_interrupted_writes_go_on),
        FOLDER_TEST(test_devices_are_written_to_directly),
        FOLDER_TEST(test_open_files_are_written_from_where_they_are),
        FOLDER_TEST(test_full_pipes_are_waited_for),
        FOLDER_TEST(test_files_of_others_are_appended_to),
        FOLDER_TEST(test_pictures_on_a_full_disk),
        FOLDER_TEST(test_too_many_open_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
