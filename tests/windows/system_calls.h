// What tests ask of the operating system, beside base/platform.h: the calls of POSIX that mingw lacks, and
// those of tests/posix/system_calls.h.
#pragma once
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utime.h>
#include <time.h>
#include <unistd.h>

// Files have the bytes that are written.
__attribute__((constructor)) static void use_binary_files(void) { _fmode = _O_BINARY; }

#define mkdir(path, mode) _mkdir(path) // mingw's has one argument
#define truncate truncate64            // mingw's has 32 bits
enum { EDQUOT = ENOSPC };

static inline int setenv(const char *name, const char *value, int replace) {
    return replace || !getenv(name) ? _putenv_s(name, value) : 0;
}
static inline int unsetenv(const char *name) { return _putenv_s(name, ""); }

static inline void *memmem(const void *all, size_t bytes, const void *part, size_t part_bytes) {
    for (const char *at = all; bytes >= part_bytes; at++, bytes--)
        if (memcmp(at, part, part_bytes) == 0)
            return (char *)(uintptr_t)at;
    return NULL;
}

static inline size_t malloc_usable_size(void *block) { return block ? _msize(block) : 0; }

static inline FILE *fmemopen(void *bytes, size_t count, const char *mode) {
    FILE *file = tmpfile();
    (void)mode;
    if (file && (fwrite(bytes, 1, count, file) != count || fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0))
        abort();
    return file;
}

static inline ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    return _lseeki64(file, at, SEEK_SET) < 0 ? -1 : _write(file, bytes, (unsigned)count);
}

// The user has the permissions of everybody.
static inline bool become_another_user(const char *folder) { return folder != NULL; }
static inline void become_oneself(void) {}

// Sets when a file was changed.
static inline int set_time(const char *path, time_t seconds) {
    struct _utimbuf times = {seconds, seconds};
    return _utime(path, &times);
}

// ---- what Windows cannot do ------------------------------------------------------------------------

enum { is_posix = 0 };

static inline int no_such_call(void) {
    errno = ENOSYS;
    return -1;
}
static inline int symlink(const char *to, const char *path) { return (void)to, (void)path, no_such_call(); }
static inline int mkfifo(const char *path, int mode) { return (void)path, (void)mode, no_such_call(); }
static inline pid_t fork(void) { return no_such_call(); }
static inline pid_t waitpid(pid_t child, int *status, int how) {
    if (status)
        *status = 0;
    return (void)child, (void)how, no_such_call();
}
enum { WNOHANG = 1, SIGKILL = 9 };
static inline bool WIFEXITED(int status) { return status >= 0; }
static inline int WEXITSTATUS(int status) { return status; }
static inline bool WIFSIGNALED(int status) { return (void)status, false; }
static inline void limit_files(uint64_t bytes) { (void)bytes, abort(); }
