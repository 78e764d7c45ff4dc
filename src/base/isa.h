// Instruction sets. Every kernel is one source compiled for each of them; all give the same bits.
#pragma once
#include <stdbool.h>

typedef enum tr_isa { TR_ISA_BASELINE, TR_ISA_AVX2, TR_ISA_AVX512, TR_ISA_COUNT } tr_isa;

const char *tr_isa_name(tr_isa isa);

// Whether this build has kernels for isa and this machine can run them.
bool tr_isa_available(tr_isa isa);

// The widest one available.
tr_isa tr_isa_best(void);
