// Instruction sets. Every kernel has one source, which is compiled for each of them; all give the same bits.
#pragma once
#include <stdbool.h>

typedef enum tr_isa { TR_ISA_BASELINE, TR_ISA_AVX2, TR_ISA_AVX512, TR_ISA_COUNT } tr_isa;

const char *tr_isa_name(tr_isa isa);

// Whether this build has kernels for isa and this machine can run them.
bool tr_isa_available(tr_isa isa);

// The widest available instruction set.
tr_isa tr_isa_best(void);

// ---- kernels -----------------------------------------------------------------------------------

#define TR_PASTE_TOKENS(a, b) a##_##b
#define TR_PASTE(a, b) TR_PASTE_TOKENS(a, b)
// The name of a kernel in the instruction set that is being compiled: TR_KERNEL(f) is, for example, f_avx2.
#define TR_KERNEL(name) TR_PASTE(name, TR_KERNEL_ISA)

// To define a kernel f, put TR_DECLARE_KERNEL(f, (arguments)) in its header and define TR_KERNEL(f) in a
// *_kernel.c. TR_KERNEL_OF(isa, f)(arguments) calls it for an instruction set for which tr_isa_available is
// true. TR_KERNELS(f) is a
// table of it by instruction set.
#if defined __x86_64__ && !defined TR_BASELINE_ONLY
#define TR_DECLARE_KERNEL(name, arguments)                                                                     \
    void name##_baseline arguments;                                                                            \
    void name##_avx2 arguments;                                                                                \
    void name##_avx512 arguments;
#define TR_KERNEL_OF(isa, name)                                                                                \
    ((isa) == TR_ISA_AVX512 ? name##_avx512 : (isa) == TR_ISA_AVX2 ? name##_avx2 : name##_baseline)
#define TR_KERNELS(name)                                                                                       \
    { name##_baseline, name##_avx2, name##_avx512 }
#else
#define TR_DECLARE_KERNEL(name, arguments) void name##_baseline arguments;
#define TR_KERNEL_OF(isa, name) ((void)(isa), name##_baseline)
#define TR_KERNELS(name)                                                                                       \
    { name##_baseline }
#endif
