// A file that several owners share by references: its content in memory, or its place on the disk, with its
// SHA-256. A file on the disk is read later; tr_shared_file_unchanged then says whether it is still the file
// whose SHA-256 was computed. Any thread.
#pragma once
#include "base/digest.h"
#include "base/status.h"

typedef struct tr_shared_file {
    int users;                    // changed atomically
    char *name;                   // for its owners; owned, like the following
    char *path;                   // on the disk, or NULL
    void *bytes;                  // or its content
    size_t length;                // of the content
    tr_info info;                 // of the file on the disk when its digest was computed
    char sha256[TR_DIGEST_BYTES]; // of the content
} tr_shared_file;

// A file in a folder, by a name relative to it. Links are not followed. Errors: TR_BAD_INPUT with the reason
// why it cannot be read, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_shared_file_in(const char *folder, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error);
// Any regular file that a user named; links are followed. Its owners call it `name`. Errors: as above.
tr_status tr_shared_file_at(const char *path, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error);
// A copy of bytes in memory. Errors: TR_NO_MEMORY.
tr_status tr_shared_file_of(const char *name, const void *bytes, size_t length, tr_shared_file **file,
                            tr_error *error);
// Whether the file on the disk is still the same, as far as its size and its times tell.
bool tr_shared_file_unchanged(const tr_shared_file *file);

// Files that one owner keeps together. Zero-initialised: none.
typedef struct tr_shared_files {
    int count;
    tr_shared_file **list; // owned, with a reference each
} tr_shared_files;

// Adds a reference, unless there is one of that name, content and place. Errors: TR_NO_MEMORY.
tr_status tr_shared_files_add(tr_shared_files *files, tr_shared_file *file, tr_error *error);
tr_status tr_shared_files_add_all(tr_shared_files *files, const tr_shared_files *others, tr_error *error);
void tr_shared_files_clear(tr_shared_files *files);

tr_shared_file *tr_shared_file_keep(tr_shared_file *file); // one reference more
void tr_shared_file_release(tr_shared_file *file);         // NULL is allowed
