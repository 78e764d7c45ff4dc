// Measures work as processor time of this thread. Machines differ and other processes use them, so compare it
// with other work measured in the same test, never with a number of seconds. tests/check_style.sh checks
// this.
#pragma once
#include <time.h>

static inline double work_so_far(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
