// Copies that bypass the caches, for kernels. An ordinary store to uncached memory reads the cache line first.
// A non-temporal store writes the whole line without reading it, which halves the traffic of a large result.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Results of at least this size, about that of the L2 cache, bypass the caches, because they would only evict
// other data.
#define TR_STREAM_BYTES ((size_t)2 << 20)

#if defined __AVX512F__
enum { vector_bytes = 64 };
#elif defined __AVX__
enum { vector_bytes = 32 };
#else
enum { vector_bytes = 16 };
#endif

typedef long long vector __attribute__((vector_size(vector_bytes), may_alias));

#ifdef __x86_64__

static inline void store_past_caches(vector *to, vector value) {
#if __has_builtin(__builtin_nontemporal_store)
    __builtin_nontemporal_store(value, to);
#elif defined __AVX512F__
    __builtin_ia32_movntdq512(to, value);
#elif defined __AVX__
    __builtin_ia32_movntdq256(to, value);
#else
    __builtin_ia32_movntdq(to, value);
#endif
}

static inline void stream(size_t bytes, const void *from, void *to) {
    const char *source = from;
    char *target = to;
    // These stores need aligned targets; the bytes before and after are copied normally.
    size_t head = (size_t)(-(uintptr_t)target % vector_bytes);
    head = head < bytes ? head : bytes;
    memcpy(target, source, head);
    size_t done = head;
    for (; bytes - done >= vector_bytes; done += vector_bytes) {
        vector value;
        memcpy(&value, source + done, vector_bytes);
        store_past_caches((vector *)(void *)(target + done), value);
    }
    memcpy(target + done, source + done, bytes - done);
}

static inline void stream_end(void) { __builtin_ia32_sfence(); }

#else

static inline void store_past_caches(vector *to, vector value) { *to = value; }

static inline void stream(size_t bytes, const void *from, void *to) { memcpy(to, from, bytes); }

static inline void stream_end(void) {}

#endif
