// A file that several owners share by references: its content in memory, or its place on the disk, with its
// SHA-256. A file on the disk is read later; tr_shared_file_unchanged then says whether it is still the file
// whose SHA-256 was computed. Any thread.
//
// The six faces of a cube are one file of six parts: its name has TR_FILE_FACE where those of its parts have
// px, nx, py, ny, pz and nz. Its SHA-256 is that of their contents one after another.
#pragma once
#include "base/digest.h"
#include "base/status.h"

#define TR_FILE_FACE "{face}" // between the last "/" of a name and its end
enum { TR_FILE_MOST_PARTS = 6 };
int tr_file_part_count(const char *name); // 6, or 1
// Writes the name of a part, which is no longer than that of the file. out: strlen(name) + 1 bytes.
void tr_file_part_name(const char *name, int part, char *out);

typedef struct tr_file_part {
    char *path;        // owned; of one in memory its name
    const void *bytes; // its content, within that of the file; NULL: on the disk
    tr_info info;      // of the file on the disk when its digest was computed; in memory only info.bytes
} tr_file_part;

// Two numbers that a reader found in a file.
typedef struct tr_file_note {
    uint64_t key;
    double numbers[2];
    struct tr_file_note *next;
} tr_file_note;

typedef struct tr_shared_file {
    int users;                    // changed atomically
    char *name;                   // for its owners; owned, like the following
    char *path;                   // on the disk, or NULL
    void *bytes;                  // or its content, all parts one after another
    char sha256[TR_DIGEST_BYTES]; // of the content
    int part_count;
    tr_file_part parts[TR_FILE_MOST_PARTS];
    tr_file_note *notes; // changed atomically; owned
} tr_shared_file;

// A file in a folder, by a name relative to it. Links are not followed. Errors: TR_BAD_INPUT with the reason
// why it cannot be read, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_shared_file_in(const char *folder, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error);
// Any regular file that a user named; links are followed. Its owners call it `name`. Errors: as above.
tr_status tr_shared_file_at(const char *path, const char *name, const tr_watch *watch, tr_shared_file **file,
                            tr_error *error);
// A copy of bytes in memory. lengths: of the parts, which lie one after another. Errors: TR_NO_MEMORY.
tr_status tr_shared_file_of(const char *name, const void *bytes, const size_t lengths[], tr_shared_file **file,
                            tr_error *error);
// Whether the file on the disk is still the same, as far as its size and its times tell.
bool tr_shared_file_unchanged(const tr_shared_file *file);

// What was found in the file under a key, so that it is not read again. False: nothing was.
bool tr_shared_file_recall(const tr_shared_file *file, uint64_t key, double numbers[2]);
// Keeps it as long as the file, if there is memory for it.
void tr_shared_file_note(tr_shared_file *file, uint64_t key, const double numbers[2]);

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
