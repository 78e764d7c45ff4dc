// Helpers for tests of files: an empty folder for each test, files in it, a full disk.
#pragma once
#include "base/atomic_file.h"
#include "base/platform.h"
#include "support.h"

#include <stdlib.h>

struct folder {
    char path[256];
    char text[600]; // the result of at()
};

static inline const char *at(struct folder *folder, const char *name) {
    snprintf(folder->text, sizeof folder->text, "%s/%s", folder->path, name);
    return folder->text;
}

static inline int make_folder(void **state) {
    char path[TR_FULL_PATH_BYTES];
    struct folder *folder = calloc(1, sizeof *folder);
    *state = folder;
    if (tr_path_make_temporary(path) != 0 || strlen(path) >= sizeof folder->path)
        return -1;
    memcpy(folder->path, path, strlen(path));
    return 0;
}

// Removes a folder with all that is in it. Links are removed, not followed.
static inline void remove_below(const char *path);
static inline bool remove_entry(void *context, const char *name) {
    char path[1024];
    tr_info info = {.kind = TR_KIND_NONE};
    tr_folder in;
    snprintf(path, sizeof path, "%s/%s", (const char *)context, name);
    if (tr_folder_open(context, &in) == 0) {
        tr_name_info(in, name, &info);
        if (info.kind != TR_KIND_FOLDER)
            tr_name_remove(in, name);
        tr_folder_close(&in);
    }
    if (info.kind == TR_KIND_FOLDER)
        remove_below(path);
    return true;
}
static inline void remove_below(const char *path) {
    tr_folder folder;
    if (tr_folder_open(path, &folder) == 0) {
        tr_folder_list(folder, remove_entry, (void *)(uintptr_t)path);
        tr_folder_close(&folder);
    }
    tr_path_remove_folder(path);
}

static inline int remove_folder(void **state) {
    struct folder *folder = *state;
    remove_below(folder->path);
    free(folder);
    return 0;
}

static inline bool count_one(void *context, const char *name) {
    (void)name;
    ++*(int *)context;
    return true;
}

// Number of entries in a folder, hidden ones included; -1 if there is no such folder.
static inline int count_entries(const char *path) {
    tr_folder folder;
    int count = 0;
    if (tr_folder_open(path, &folder) != 0)
        return -1;
    tr_folder_list(folder, count_one, &count);
    tr_folder_close(&folder);
    return count;
}

static inline size_t file_size(const char *path) {
    const tr_info info = tr_path_info(path);
    assert_int_equal(info.kind, TR_KIND_FILE);
    return (size_t)info.bytes;
}

static inline unsigned char *read_file(const char *path, size_t *bytes) {
    FILE *file = tr_path_stream(path, "rb");
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
    FILE *file = tr_path_stream(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// Data that neither filters nor run-length coding can reproduce by accident.
static inline void fill(uint8_t *texels, size_t bytes) {
    uint32_t h = 1;
    for (size_t i = 0; i < bytes; i++) {
        h = h * 1664525u + 1013904223u;
        texels[i] = i % 7 < 3 ? (uint8_t)(h >> 24) : (uint8_t)(i / 5);
    }
}

// A test whose state is such a folder.
#define FOLDER_TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
