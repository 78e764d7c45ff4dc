// A preloaded library that counts the calls of one kind of file function and makes one of them fail, or all
// from one on, as the orders in the file say (failing_malloc.h). Only calls from the executable itself count.
#include "failing_malloc.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static sweep_orders *orders;
static uintptr_t first, end; // of the executable

static int note_first(struct dl_phdr_info *module, size_t bytes, void *context) {
    (void)bytes, (void)context;
    first = UINTPTR_MAX;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const uintptr_t at = module->dlpi_addr + module->dlpi_phdr[i].p_vaddr;
        if (module->dlpi_phdr[i].p_type != PT_LOAD)
            continue;
        first = at < first ? at : first;
        end = at + module->dlpi_phdr[i].p_memsz > end ? at + module->dlpi_phdr[i].p_memsz : end;
    }
    return 1; // the executable is the first module
}

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv(SWEEP_VARIABLE);
    const int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC, 0) : -1;
    if (file < 0)
        return;
    dl_iterate_phdr(note_first, NULL);
    void *shared = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    orders = shared == MAP_FAILED ? NULL : shared;
}

// Counts a call of that kind. Returns whether it must fail.
static bool must_fail(sweep_call kind, const void *caller) {
    if (!orders || orders->call != (uint64_t)kind || (uintptr_t)caller < first || (uintptr_t)caller >= end)
        return false;
    const uint64_t number = __atomic_add_fetch(&orders->count, 1, __ATOMIC_RELAXED);
    const bool fails =
        number == orders->fails || (orders->fails && orders->and_after && number > orders->fails);
    if (fails)
        errno = (int)orders->reason;
    return fails;
}

#define FAILS(kind) must_fail(kind, __builtin_return_address(0))

// The C library's function, where a system call is not enough.
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }
#define REAL(name, result, ...)                                                                                \
    static result (*own)(__VA_ARGS__);                                                                         \
    if (!own) {                                                                                                \
        void *found = real(name);                                                                              \
        memcpy(&own, &found, sizeof own);                                                                      \
    }

// ---- opening -------------------------------------------------------------------------------------

static unsigned mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, unsigned) : 0;
}

#define OPENS(name)                                                                                            \
    EXPORT int name(const char *path, int flags, ...) {                                                        \
        va_list list;                                                                                          \
        va_start(list, flags);                                                                                 \
        const unsigned mode = mode_of(flags, list);                                                            \
        va_end(list);                                                                                          \
        return FAILS(SWEEP_OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);                 \
    }
#define OPENS_AT(name)                                                                                         \
    EXPORT int name(int at, const char *path, int flags, ...) {                                                \
        va_list list;                                                                                          \
        va_start(list, flags);                                                                                 \
        const unsigned mode = mode_of(flags, list);                                                            \
        va_end(list);                                                                                          \
        return FAILS(SWEEP_OPEN) ? -1 : (int)syscall(SYS_openat, at, path, flags, mode);                       \
    }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

EXPORT FILE *fopen(const char *path, const char *how) {
    REAL("fopen", FILE *, const char *, const char *)
    return FAILS(SWEEP_OPEN) ? NULL : own(path, how);
}

EXPORT FILE *fdopen(int file, const char *how) {
    REAL("fdopen", FILE *, int, const char *)
    return FAILS(SWEEP_OPEN) ? NULL : own(file, how);
}

// ---- reading and writing -------------------------------------------------------------------------

EXPORT ssize_t read(int file, void *bytes, size_t count) {
    return FAILS(SWEEP_READ) ? -1 : syscall(SYS_read, file, bytes, count);
}

EXPORT ssize_t pread(int file, void *bytes, size_t count, off_t place) {
    return FAILS(SWEEP_READ) ? -1 : syscall(SYS_pread64, file, bytes, count, place);
}

EXPORT ssize_t write(int file, const void *bytes, size_t count) {
    return FAILS(SWEEP_WRITE) ? -1 : syscall(SYS_write, file, bytes, count);
}

// Does not sync unless it fails, because the test does not depend on the disk.
EXPORT int fsync(int file) {
    (void)file;
    return FAILS(SWEEP_SYNC) ? -1 : 0;
}

// A failing close also closes the file.
EXPORT int close(int file) {
    const bool fails = FAILS(SWEEP_CLOSE);
    const int reason = errno, result = (int)syscall(SYS_close, file);
    if (!fails)
        return result;
    errno = reason;
    return -1;
}

// ---- names ---------------------------------------------------------------------------------------

EXPORT int rename(const char *from, const char *to) {
    return FAILS(SWEEP_RENAME) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

EXPORT int renameat(int at, const char *from, int there, const char *to) {
    return FAILS(SWEEP_RENAME) ? -1 : (int)syscall(SYS_renameat2, at, from, there, to, 0);
}

EXPORT int linkat(int at, const char *from, int there, const char *to, int flags) {
    return FAILS(SWEEP_LINK) ? -1 : (int)syscall(SYS_linkat, at, from, there, to, flags);
}

EXPORT int unlink(const char *path) {
    return FAILS(SWEEP_UNLINK) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

EXPORT int unlinkat(int at, const char *name, int flags) {
    return FAILS(SWEEP_UNLINK) ? -1 : (int)syscall(SYS_unlinkat, at, name, flags);
}

EXPORT int rmdir(const char *path) {
    return FAILS(SWEEP_UNLINK) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

EXPORT int mkdir(const char *path, mode_t mode) {
    return FAILS(SWEEP_MKDIR) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

EXPORT int mkdirat(int at, const char *name, mode_t mode) {
    return FAILS(SWEEP_MKDIR) ? -1 : (int)syscall(SYS_mkdirat, at, name, mode);
}

// ---- queries of files and folders ----------------------------------------------------------------

EXPORT int fstat(int file, struct stat *there) {
    REAL("fstat", int, int, struct stat *)
    return FAILS(SWEEP_STAT) ? -1 : own(file, there);
}

EXPORT int stat(const char *path, struct stat *there) {
    REAL("stat", int, const char *, struct stat *)
    return FAILS(SWEEP_STAT) ? -1 : own(path, there);
}

EXPORT int lstat(const char *path, struct stat *there) {
    REAL("lstat", int, const char *, struct stat *)
    return FAILS(SWEEP_STAT) ? -1 : own(path, there);
}

EXPORT int fstatat(int at, const char *name, struct stat *there, int flags) {
    REAL("fstatat", int, int, const char *, struct stat *, int)
    return FAILS(SWEEP_STAT) ? -1 : own(at, name, there, flags);
}

EXPORT int access(const char *path, int mode) {
    return FAILS(SWEEP_STAT) ? -1 : (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

EXPORT int faccessat(int at, const char *name, int mode, int flags) {
    (void)flags;
    return FAILS(SWEEP_STAT) ? -1 : (int)syscall(SYS_faccessat, at, name, mode);
}

EXPORT DIR *opendir(const char *path) {
    REAL("opendir", DIR *, const char *)
    return FAILS(SWEEP_LIST) ? NULL : own(path);
}

EXPORT DIR *fdopendir(int file) {
    REAL("fdopendir", DIR *, int)
    return FAILS(SWEEP_LIST) ? NULL : own(file);
}

EXPORT struct dirent *readdir(DIR *folder) {
    REAL("readdir", struct dirent *, DIR *)
    return FAILS(SWEEP_LIST) ? NULL : own(folder);
}

// ---- locks ---------------------------------------------------------------------------------------

EXPORT int flock(int file, int how) { return FAILS(SWEEP_LOCK) ? -1 : (int)syscall(SYS_flock, file, how); }

EXPORT int fcntl(int file, int what, ...) {
    va_list list;
    va_start(list, what);
    const long argument = va_arg(list, long);
    va_end(list);
    return what == F_DUPFD_CLOEXEC && FAILS(SWEEP_AGAIN) ? -1 : (int)syscall(SYS_fcntl, file, what, argument);
}
