// Helpers for tests of files: an empty folder for each test, files in it, a full disk.
#pragma once
#include "base/atomic_file.h"
#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[256];
    char text[600]; // the result of at()
};

static inline const char *at(struct folder *folder, const char *name) {
    snprintf(folder->text, sizeof folder->text, "%s/%s", folder->path, name);
    return folder->text;
}

static inline int make_folder(void **state) {
    struct folder *folder = calloc(1, sizeof *folder);
    const char *parent = getenv("TMPDIR");
    snprintf(folder->path, sizeof folder->path, "%s/terrella-test-XXXXXX", parent ? parent : "/tmp");
    *state = folder;
    return mkdtemp(folder->path) ? 0 : -1;
}

static inline int remove_one(const char *path, const struct stat *there, int kind, struct FTW *where) {
    (void)there, (void)kind, (void)where;
    remove(path);
    return 0;
}

static inline int remove_folder(void **state) {
    struct folder *folder = *state;
    nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
    return 0;
}

// Number of entries in a folder, hidden ones included; -1 if there is no such folder.
static inline int count_entries(const char *path) {
    DIR *directory = opendir(path);
    if (!directory)
        return -1;
    int count = -2; // "." and ".."
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static inline size_t file_size(const char *path) {
    struct stat entry;
    assert_int_equal(stat(path, &entry), 0);
    return (size_t)entry.st_size;
}

static inline unsigned char *read_file(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = calloc(1, *bytes + 1);
    assert_int_equal(fread(data, 1, *bytes, file), *bytes);
    fclose(file);
    return data;
}

static inline void assert_content(const char *path, const char *text) {
    size_t bytes;
    unsigned char *data = read_file(path, &bytes);
    assert_string_equal((char *)data, text);
    free(data);
}

static inline void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline unsigned mode_of(const char *path) {
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
    return (unsigned)there.st_mode & 0777;
}

// Limits the size of files from here on, which makes writes fail as on a full disk. 0: no limit.
static inline void limit_files(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN); // without the signal, write() fails with EFBIG
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// Data that neither filters nor run-length coding can reproduce by accident.
static inline void fill(uint8_t *texels, size_t bytes) {
    uint32_t h = 1;
    for (size_t i = 0; i < bytes; i++) {
        h = h * 1664525u + 1013904223u;
        texels[i] = i % 7 < 3 ? (uint8_t)(h >> 24) : (uint8_t)(i / 5);
    }
}

// Asserts that a pipe is written to, not replaced. Tests that write to devices call this first: with a bug
// here, and as root, they would replace the devices of the machine.
static inline void assert_pipes_are_kept(struct folder *folder) {
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

// A test whose state is such a folder.
#define FOLDER_TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
