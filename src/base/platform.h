// Files and folders of the operating system. One header for all systems: platform_posix.c implements it for
// POSIX. Nothing else in src/ opens, names or changes files; tests/check_modules.sh checks that.
//
// "/" separates the pieces of paths and names on every system. Texts are UTF-8.
//
// Names in folders are never followed through links: a name is relative to an open folder, "/" separates its
// pieces, and no piece may be a link, "", "." or "..". Only regular files are opened, without blocking: no
// links, pipes or devices. Paths are given by users: the functions that take a path say so, and follow links.
//
// All return 0 or a reason: an errno, or one of those below. Calls interrupted by a signal are repeated. Any
// thread; several threads may use the same folder.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TR_REASON_LINK = -1,  // a link, where links are not followed
    TR_REASON_OTHER = -2, // a folder, a pipe or a device instead of a file
    TR_REASON_NAME = -3,  // a name that leads out of its folder, or that the system does not allow
    TR_REASON_BUSY = -4,  // another program has the file open, and the system keeps others from it
};
// The text of a reason: "No space left on device". Static, or from strerror().
const char *tr_reason_text(int reason);
// The same of a path, with the name that the system does not allow: "a name cannot contain ':'". Static, from
// strerror(), or in text.
enum { TR_REASON_BYTES = 128 };
const char *tr_reason_of_path(int reason, const char *path, char text[TR_REASON_BYTES]);
// Whether the disk, or the part of it that this user may fill, is full.
bool tr_reason_is_full(int reason);

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
    int64_t changed_ns; // of the content: nanoseconds since 1970
    int64_t status_ns;  // of the content, the name or the permissions; nobody can set it
    uint64_t id[2];     // equal for the same file
    bool named;         // the file still has a name
} tr_info;

// ---- folders -------------------------------------------------------------------------------------

// An open folder; zeroed: none. Close it once, with tr_folder_close.
typedef struct tr_folder {
    intptr_t handle;
} tr_folder;

// Links in path are followed.
int tr_folder_open(const char *path, tr_folder *folder);
// Opens a folder below another one. make: creates missing folders.
int tr_folder_enter(tr_folder folder, const char *name, bool make, tr_folder *inner);
void tr_folder_close(tr_folder *folder);
// Calls take for each name in the folder until it returns false, except for "." and "..".
int tr_folder_list(tr_folder folder, bool (*take)(void *context, const char *name), void *context);
// Locks a folder, exclusively or shared, against others who also lock it, until tr_folder_unlock or the end of
// the process. EWOULDBLOCK: someone else has the lock. *lock is -1 after a failure.
int tr_folder_lock(tr_folder folder, bool alone, int *lock);
void tr_folder_unlock(int lock);

// ---- paths ---------------------------------------------------------------------------------------

// Links in paths are followed.

enum { TR_FULL_PATH_BYTES = 4096 }; // of the longest path, with its zero

// Gives a path that a user or the system told the form of this program: "/" between the pieces.
void tr_path_normalise(char *path);
// The length of what an absolute path begins with: "/", "C:/", "//server/share/". 0: the path is relative.
size_t tr_path_root(const char *path);
// The absolute path of an existing file or folder, without links. False, with errno: it does not exist, or its
// path is too long.
bool tr_path_whole(const char *path, char whole[TR_FULL_PATH_BYTES]);
// Kind is TR_KIND_NONE if nothing can be found.
tr_info tr_path_info(const char *path);
bool tr_path_exists(const char *path);
bool tr_path_is_folder(const char *path);
// Whether the permissions allow reading, or writing.
bool tr_path_may_read(const char *path);
bool tr_path_may_write(const char *path);
// Creates a folder; an existing one is not an error. is_private: only for its owner. Removes an empty one.
int tr_path_make_folder(const char *path, bool is_private, bool *made);
int tr_path_remove_folder(const char *path);
// Creates an empty folder with a free name where this user's temporary files belong.
int tr_path_make_temporary(char path[TR_FULL_PATH_BYTES]);
// Renames a file or a folder. Removes a file.
int tr_path_change(const char *path, const char *to);
int tr_path_remove(const char *path);
// Creates a file, only for its owner, unless it exists, and locks it as tr_file_lock does. *lock is -1 after a
// failure; otherwise tr_file_close releases it, as does the end of the process.
int tr_path_lock(const char *path, int *lock);
// As fopen: NULL, with errno, after a failure.
FILE *tr_path_stream(const char *path, const char *mode);

// ---- names ---------------------------------------------------------------------------------------

// Gets information about a name; kind is TR_KIND_NONE if nothing exists.
int tr_name_info(tr_folder folder, const char *name, tr_info *info);
// Removes a file, a link (not its target), or an empty folder.
int tr_name_remove(tr_folder folder, const char *name);
int tr_name_remove_folder(tr_folder folder, const char *name);
// Renames a file and replaces an existing one.
int tr_name_change(tr_folder folder, const char *name, const char *to);
// Gives a file a second name that must be free. EEXIST: it is not free; other reasons: the file system may not
// support links.
int tr_name_add(tr_folder folder, const char *name, const char *second);
// Makes the creation or removal of a name durable, where the system can.
void tr_name_sync(tr_folder folder, const char *name);
// Whether the permissions of the file allow writing.
int tr_name_may_write(tr_folder folder, const char *name);

// ---- files ---------------------------------------------------------------------------------------

// Opens a file for reading, or creates one for writing: EEXIST if the name is taken. *file is -1 after a
// failure.
int tr_file_open(tr_folder folder, const char *name, int *file);
int tr_file_create(tr_folder folder, const char *name, int *file);
// Opens for reading. Links in path are followed and must lead to a regular file.
int tr_file_open_path(const char *path, int *file);
// Finds the target of a path that is to be written. *stream: a device, a pipe or a file that a process has
// open, opened for direct writing. Otherwise it is -1 and *target is the path of the file, which need not
// exist: its folder and its name. Free it with tr_free.
int tr_file_find_target(const char *path, int *stream, char **target);
// Whether a path leads to such a stream (its name does not imply a format), or to the standard output of this
// process.
bool tr_path_is_stream(const char *path);
bool tr_path_is_output(const char *path);
int tr_file_info(int file, tr_info *info);
// Reads from the current position: *count is less than `most` only at the end. The second function reads from a
// given position.
int tr_file_read(int file, void *bytes, size_t most, size_t *count);
int tr_file_read_at(int file, uint64_t place, void *bytes, size_t most, size_t *count);
// Writes all bytes, blocking if necessary. *count is the number of written bytes, also after a failure.
int tr_file_write(int file, const void *bytes, size_t most, size_t *count);
// Waits until the data are on the disk.
int tr_file_sync(int file);
// Makes a C stream of a file that is open for reading, from its beginning. Closing the stream closes the file;
// on failure the file is closed at once.
int tr_file_stream(int file, FILE **stream);
// Gets information about the file of a C stream. Makes a stream of a new file that has no name, to write and
// read, or NULL, with errno.
int tr_stream_info(FILE *stream, tr_info *info);
FILE *tr_stream_temporary(void);
// Copies the permissions of another file, if possible.
void tr_file_take_permissions(int file, tr_folder folder, const char *name);
// Duplicates a descriptor. Locks last until both are closed.
int tr_file_again(int file, int *second);
// Locks the file. EWOULDBLOCK: someone else has the lock. Other reasons: the file system has no locks.
int tr_file_lock(int file);
// Closes the file and reports delayed write errors.
int tr_file_close(int file);
