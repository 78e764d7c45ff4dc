// How much work something is, as processor time of this thread. Machines differ, and others use them: so
// compare it with a yardstick that the same test measures, and never with a number of seconds
// (tests/check_style.sh looks).
#pragma once
#include <time.h>

static inline double work_so_far(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
