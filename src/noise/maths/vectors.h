// Explicit vectors for kernels that keep values in registers. They are as wide as the vectors of the
// instruction set that is being compiled. All operations are elementwise, so the width does not change results.
#pragma once
#include "noise/maths/stream.h"

enum { lanes = vector_bytes / 4 };

typedef float floats __attribute__((vector_size(4 * lanes)));
typedef int32_t integers __attribute__((vector_size(4 * lanes)));
typedef uint32_t words __attribute__((vector_size(4 * lanes)));

static inline floats load(const float *from) {
    floats v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline integers load_integers(const int32_t *from) {
    integers v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(float *to, floats v) { memcpy(to, &v, sizeof v); }

static inline floats splat(float x) { return x - (floats){0}; } // x + 0 would lose the sign of -0

// a where the mask (from a comparison) is true, otherwise b.
static inline integers choose_integers(integers mask, integers a, integers b) {
    return (mask & a) | (~mask & b);
}

static inline floats choose(integers mask, floats a, floats b) {
    return (floats)choose_integers(mask, (integers)a, (integers)b);
}

static inline floats magnitude(floats a) { return (floats)((integers)a & 0x7fffffff); }

// least: a < b ? a : b, most: a > b ? a : b, root: the correctly rounded square root. Each is one instruction
// for which compilers have no portable name.
#if defined __AVX512F__ && defined __clang__
static inline floats least(floats a, floats b) { return __builtin_ia32_minps512(a, b, 4); }
static inline floats most(floats a, floats b) { return __builtin_ia32_maxps512(a, b, 4); }
static inline floats root(floats a) { return __builtin_ia32_sqrtps512(a, 4); }
#elif defined __AVX512F__
static inline floats least(floats a, floats b) { return __builtin_ia32_minps512_mask(a, b, a, -1, 4); }
static inline floats most(floats a, floats b) { return __builtin_ia32_maxps512_mask(a, b, a, -1, 4); }
static inline floats root(floats a) { return __builtin_ia32_sqrtps512_mask(a, a, -1, 4); }
#elif defined __AVX__
static inline floats least(floats a, floats b) { return __builtin_ia32_minps256(a, b); }
static inline floats most(floats a, floats b) { return __builtin_ia32_maxps256(a, b); }
static inline floats root(floats a) { return __builtin_ia32_sqrtps256(a); }
#elif defined __SSE__
static inline floats least(floats a, floats b) { return __builtin_ia32_minps(a, b); }
static inline floats most(floats a, floats b) { return __builtin_ia32_maxps(a, b); }
static inline floats root(floats a) { return __builtin_ia32_sqrtps(a); }
#else
static inline floats least(floats a, floats b) { return choose(a < b, a, b); }
static inline floats most(floats a, floats b) { return choose(a > b, a, b); }
static inline floats root(floats a) {
    for (int k = 0; k < lanes; k++)
        a[k] = __builtin_sqrtf(a[k]);
    return a;
}
#endif
