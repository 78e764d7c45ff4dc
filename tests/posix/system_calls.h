// What tests ask of the operating system, beside base/platform.h. tests/windows/system_calls.h has the same
// names.
#pragma once
#include <assert.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Whether there are links, pipes with names, fork() and limits of a process. Tests of these are skipped
// elsewhere.
enum { is_posix = 1 };

// Limits the size of files from here on, which makes writes fail as on a full disk. 0: no limit.
static inline void limit_files(uint64_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN); // without the signal, write() fails with EFBIG
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes ? bytes : limit.rlim_max;
    const int result = setrlimit(RLIMIT_FSIZE, &limit);
    assert(result == 0);
    (void)result;
}

// Sets when a file or a folder was changed.
static inline int set_time(const char *path, time_t seconds) {
    const struct timeval times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    return utimes(path, times);
}

// Root ignores permissions: becomes a user who does not, and owns this folder. False: it cannot.
static inline bool become_another_user(const char *folder) {
    enum { nobody = 65534 };
    return getuid() != 0 || (chown(folder, nobody, nobody) == 0 && setresuid(nobody, nobody, 0) == 0);
}
static inline void become_oneself(void) {
    const int result = setresuid(0, 0, 0); // of others, who have not changed, it fails
    (void)result;
}
