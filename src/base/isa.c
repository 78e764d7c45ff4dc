#include "base/isa.h"

const char *tr_isa_name(tr_isa isa) {
    static const char *const names[] = {"baseline", "avx2", "avx512"};
    return names[isa];
}

bool tr_isa_available(tr_isa isa) {
#if defined __x86_64__ && !defined TR_BASELINE_ONLY
    __builtin_cpu_init();
    switch (isa) {
    case TR_ISA_AVX2:
        return __builtin_cpu_supports("avx2");
    case TR_ISA_AVX512: // the instruction set of Skylake-X and later, Zen 4 and later
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    default:
        break;
    }
#endif
    return isa == TR_ISA_BASELINE;
}

tr_isa tr_isa_best(void) {
    tr_isa best = TR_ISA_BASELINE;
    for (int isa = 0; isa < TR_ISA_COUNT; isa++)
        if (tr_isa_available((tr_isa)isa))
            best = (tr_isa)isa;
    return best;
}
