#include "noise/kernels.h"

#define DECLARE(isa)                                                                                           \
    void tr_lattice_kernels_##isa(tr_noise_kernels *kernels);                                                  \
    void tr_simplex_kernels_##isa(tr_noise_kernels *kernels);                                                  \
    void tr_plane_kernels_##isa(tr_noise_kernels *kernels);                                                    \
    void tr_walk_kernels_##isa(tr_noise_kernels *kernels);                                                     \
    void tr_voronoi_kernels_##isa(tr_noise_kernels *kernels);                                                  \
    void tr_crater_kernels_##isa(tr_noise_kernels *kernels);
#define FILL(isa)                                                                                              \
    do {                                                                                                       \
        tr_lattice_kernels_##isa(&kernels);                                                                    \
        tr_simplex_kernels_##isa(&kernels);                                                                    \
        tr_plane_kernels_##isa(&kernels);                                                                      \
        tr_walk_kernels_##isa(&kernels);                                                                       \
        tr_voronoi_kernels_##isa(&kernels);                                                                    \
        tr_crater_kernels_##isa(&kernels);                                                                     \
    } while (0)

DECLARE(baseline)
#ifdef __x86_64__
DECLARE(avx2)
DECLARE(avx512)
#endif

tr_noise_kernels tr_noise_kernels_for(tr_isa isa) {
    tr_noise_kernels kernels;
    switch (isa) {
#ifdef __x86_64__
    case TR_ISA_AVX512:
        FILL(avx512);
        break;
    case TR_ISA_AVX2:
        FILL(avx2);
        break;
#endif
    default:
        FILL(baseline);
    }
    return kernels;
}
