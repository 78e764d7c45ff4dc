// Files and folders as the system has them. One header for all systems; platform_posix.c is for those of POSIX.
//
// What has a name in a folder is never followed: a name is relative to an open folder, its pieces are parted by
// "/", and no piece may be a link, "", "." or "..". Only regular files are opened, and without waiting: neither
// a link, nor a pipe, nor a device. Paths are what a person gave: the verbs that take one say so, and follow
// links.
//
// All return 0 or a reason: an errno, or one of those below. A call that a signal interrupts is made again. Any
// thread; a folder may be used by several.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TR_REASON_LINK = -1,  // a link, where none is followed
    TR_REASON_OTHER = -2, // a folder, a pipe or a device, where a file is wanted
    TR_REASON_NAME = -3,  // a name that leads out of its folder
};
// What a reason says: "No space left on device". Static, or strerror()'s.
const char *tr_reason_text(int reason);

typedef enum tr_file_kind {
    TR_KIND_NONE,
    TR_KIND_FILE,
    TR_KIND_FOLDER,
    TR_KIND_LINK,
    TR_KIND_OTHER
} tr_file_kind;

typedef struct tr_info {
    tr_file_kind kind;
    uint64_t bytes;
    int64_t changed_s; // seconds since 1970
    uint64_t id[2];    // equal of what is the same file
    bool named;        // it has a name still
} tr_info;

// ---- folders -------------------------------------------------------------------------------------

// An open folder; all zeros: none. Closed once, by tr_folder_close.
typedef struct tr_folder {
    intptr_t handle;
} tr_folder;

// path is followed.
int tr_folder_open(const char *path, tr_folder *folder);
// A folder below another; make: what is missing of it is made.
int tr_folder_enter(tr_folder folder, const char *name, bool make, tr_folder *inner);
void tr_folder_close(tr_folder *folder);
// Calls take for each name in it until that says false; not for "." and "..".
int tr_folder_list(tr_folder folder, bool (*take)(void *context, const char *name), void *context);
// Keeps others out who also ask, alone or with others who share, until tr_folder_unlock or the end of the
// process. EWOULDBLOCK: somebody has it. *lock is -1 after a failure.
int tr_folder_lock(tr_folder folder, bool alone, int *lock);
void tr_folder_unlock(int lock);

// Makes a folder; one that is there is fine. Removes an empty one. path is followed.
int tr_path_make_folder(const char *path, bool *made);
int tr_path_remove_folder(const char *path);

// ---- names ---------------------------------------------------------------------------------------

// What a name stands for; kind TR_KIND_NONE where there is nothing.
int tr_name_info(tr_folder folder, const char *name, tr_info *info);
// Removes a file or a link, not what that leads to; and an empty folder.
int tr_name_remove(tr_folder folder, const char *name);
int tr_name_remove_folder(tr_folder folder, const char *name);
// Gives a file another name, in place of what has it.
int tr_name_change(tr_folder folder, const char *name, const char *to);
// Gives a file a second name that is free. EEXIST: it is not; other reasons: the file system may have no links.
int tr_name_add(tr_folder folder, const char *name, const char *second);
// Lets a name last through a power cut, or that there is none any more, where the system can.
void tr_name_sync(tr_folder folder, const char *name);
// Whether the file may be written, as its permissions say.
int tr_name_may_write(tr_folder folder, const char *name);

// ---- files ---------------------------------------------------------------------------------------

// Opens to read, or makes a new one to write: EEXIST where the name is taken. *file is -1 after a failure.
int tr_file_open(tr_folder folder, const char *name, int *file);
int tr_file_create(tr_folder folder, const char *name, int *file);
// Opens to read; path is followed, and has to lead to a regular file.
int tr_file_open_path(const char *path, int *file);
// Where a path leads to that a file is written to. *stream: a device, a pipe or what a process has open, opened
// to be written as it is; else -1, and *target is the path of the file, which need not be there: its folder and
// its name, to be freed by tr_free.
int tr_file_find_target(const char *path, int *stream, char **target);
// Whether a path leads to such a stream, whose name tells nothing of its format; and to this process's standard
// output.
bool tr_path_is_stream(const char *path);
bool tr_path_is_output(const char *path);
int tr_file_info(int file, tr_info *info);
// Bytes from where it stands: *count is less than `most` at the end alone. The second reads from a place.
int tr_file_read(int file, void *bytes, size_t most, size_t *count);
int tr_file_read_at(int file, uint64_t place, void *bytes, size_t most, size_t *count);
// All of them, waiting where it must; *count is how many were written, also after a failure.
int tr_file_write(int file, const void *bytes, size_t most, size_t *count);
// Waits until the bytes are on the disk.
int tr_file_sync(int file);
// The C library's stream of a file that is open to read, from its beginning; the file is closed with it, or at
// once where that fails.
int tr_file_stream(int file, FILE **stream);
// Gives a file the permissions of another, where that works.
void tr_file_take_permissions(int file, tr_folder folder, const char *name);
// One more number for the same open file, whose locks last until both are closed.
int tr_file_again(int file, int *second);
// Takes the file's lock, or EWOULDBLOCK: somebody has it. Other reasons: the file system has none.
int tr_file_lock(int file);
// Reports what writing could not.
int tr_file_close(int file);
// This machine's name, or "".
void tr_machine_name(char name[256]);
