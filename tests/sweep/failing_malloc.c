// A preloaded library that counts the allocations of a program and makes one of them fail, or all from one on,
// as the orders in the file say (failing_malloc.h). Counted are allocations of the executable, direct or
// through the C library and the libraries that read and write files for it. Allocations within OpenGL, EGL and
// LLVM are not counted.
//
// A thread that the executable starts also counts as an allocation.
#include "failing_malloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

// The allocator of glibc, under its additional names.
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

#define EXPORT __attribute__((visibility("default")))

typedef struct range {
    uintptr_t first, end;
} range;

enum { most_through = 32 };

static range executable, through[most_through]; // libraries that allocate on behalf of their callers
static int through_count;
static sweep_orders *orders;
static __thread bool asking __attribute__((tls_model("initial-exec")));

// ---- the caller of an allocation -----------------------------------------------------------------

static bool works_for_others(const char *name) {
    static const char *const names[] = {"/libc.so",        "/ld-linux",   "/libspng", "/libz.so",   "/libzstd",
                                        "/failing_malloc", "/libdeflate", "/libm.so", "/libOpenEXR"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(name, names[i]))
            return true;
    return false;
}

static int note_module(struct dl_phdr_info *module, size_t bytes, void *context) {
    (void)bytes, (void)context;
    range all = {UINTPTR_MAX, 0};
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const uintptr_t first = module->dlpi_addr + module->dlpi_phdr[i].p_vaddr;
        if (module->dlpi_phdr[i].p_type != PT_LOAD)
            continue;
        all.first = first < all.first ? first : all.first;
        all.end =
            first + module->dlpi_phdr[i].p_memsz > all.end ? first + module->dlpi_phdr[i].p_memsz : all.end;
    }
    if (!executable.end) // the first module
        executable = all;
    else if (works_for_others(module->dlpi_name) && through_count < most_through)
        through[through_count++] = all;
    return 0;
}

static bool is_within(const range *r, uintptr_t at) { return at >= r->first && at < r->end; }

static bool is_through(uintptr_t at) {
    for (int i = 0; i < through_count; i++)
        if (is_within(&through[i], at))
            return true;
    return false;
}

// Walks up to the first caller outside of those libraries.
static _Unwind_Reason_Code look_at_caller(struct _Unwind_Context *frame, void *ours) {
    const uintptr_t at = _Unwind_GetIP(frame);
    if (is_through(at))
        return _URC_NO_REASON;
    *(bool *)ours = is_within(&executable, at);
    return _URC_END_OF_STACK;
}

static bool is_ours(uintptr_t caller) {
    bool ours = false;
    if (is_within(&executable, caller) || !is_through(caller))
        return is_within(&executable, caller);
    asking = true;
    _Unwind_Backtrace(look_at_caller, &ours);
    asking = false;
    return ours;
}

#ifdef TR_COVERAGE // at exit gcov needs memory
static void spare_the_end(void) { orders = NULL; }
#endif

// Counts an allocation. Returns whether it must fail.
static bool must_fail(const void *caller) {
    if (!orders || asking || !is_ours((uintptr_t)caller))
        return false;
    const uint64_t number = __atomic_add_fetch(&orders->count, 1, __ATOMIC_RELAXED);
    const bool fails =
        number == orders->fails || (orders->fails && orders->and_after && number > orders->fails);
#ifdef TR_COVERAGE
    static bool spared;
    if (!__atomic_exchange_n(&spared, true, __ATOMIC_RELAXED)) {
        asking = true;
        atexit(spare_the_end);
        asking = false;
    }
#endif
    if (fails)
        errno = ENOMEM;
    return fails;
}

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv(SWEEP_VARIABLE);
    const int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    dl_iterate_phdr(note_module, NULL);
    void *shared = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    orders = shared == MAP_FAILED ? NULL : shared;
}

// ---- replacements of the C library's functions -----------------------------------------------------

#define FAILS must_fail(__builtin_return_address(0))

EXPORT void *malloc(size_t bytes) { return FAILS ? NULL : __libc_malloc(bytes); }

EXPORT void *calloc(size_t count, size_t bytes) { return FAILS ? NULL : __libc_calloc(count, bytes); }

EXPORT void *realloc(void *memory, size_t bytes) { return FAILS ? NULL : __libc_realloc(memory, bytes); }

EXPORT void *reallocarray(void *memory, size_t count, size_t bytes) {
    size_t all;
    if (FAILS || __builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(memory, all);
}

EXPORT void *memalign(size_t alignment, size_t bytes) {
    return FAILS ? NULL : __libc_memalign(alignment, bytes);
}

EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
    return FAILS ? NULL : __libc_memalign(alignment, bytes);
}

EXPORT int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    void *made = FAILS ? NULL : __libc_memalign(alignment, bytes);
    if (!made)
        return ENOMEM;
    *memory = made;
    return 0;
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                          void *with) {
    typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static create real;
    if (FAILS)
        return EAGAIN;
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "pthread_create");
        memcpy(&real, &found, sizeof real);
    }
    return real(thread, attributes, work, with);
}
