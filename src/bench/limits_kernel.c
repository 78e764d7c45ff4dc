// The limits of the machine: writing and reading memory, multiplying and adding floats.
#include "bench/bench.h"
#include "noise/maths/vectors.h"

// The number of independent sums. A multiplication and an addition take three or four cycles each, and two of
// them start in each cycle. More sums would not fit into the sixteen registers of the smaller instruction sets.
enum { chains = 12 };

void TR_KERNEL(tr_limit_write)(size_t bytes, void *to) {
    enum { piece = 4096 };
    static const char zeros[piece] = {0};
    for (size_t done = 0; done < bytes; done += piece)
        stream(bytes - done < piece ? bytes - done : piece, zeros, (char *)to + done);
    stream_end();
}

void TR_KERNEL(tr_limit_read)(size_t bytes, const void *from, float *kept) {
    words sum[8] = {{0}};
    const char *source = from;
    for (size_t done = 0; done + sizeof sum <= bytes; done += sizeof sum)
        for (int k = 0; k < 8; k++) {
            words w;
            memcpy(&w, source + done + (size_t)k * sizeof w, sizeof w);
            sum[k] ^= w;
        }
    unsigned all = 0;
    for (int k = 0; k < 8; k++)
        for (int lane = 0; lane < lanes; lane++)
            all ^= sum[k][lane];
    *kept = (float)all;
}

void TR_KERNEL(tr_limit_arithmetic)(double operations, float *kept) {
    const long rounds = (long)(operations / (2 * chains * lanes)) + 1;
    floats x[chains];
    for (int k = 0; k < chains; k++)
        x[k] = (floats){0} + (float)k;
    for (long i = 0; i < rounds; i++)
        for (int k = 0; k < chains; k++)
            x[k] = x[k] * 0.999f + 0.001f; // stays a normal number
    float all = 0;
    for (int k = 0; k < chains; k++)
        for (int lane = 0; lane < lanes; lane++)
            all += x[k][lane];
    *kept = all;
}
