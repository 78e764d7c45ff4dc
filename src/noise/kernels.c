#include "noise/kernels.h"

TR_DECLARE_KERNELS(tr_lattice_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_simplex_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_plane_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_walk_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_voronoi_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_crater_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_arc_kernels, tr_noise_kernels)
TR_DECLARE_KERNELS(tr_street_kernels, tr_noise_kernels)

tr_noise_kernels tr_noise_kernels_for(tr_isa isa) {
    tr_noise_kernels kernels;
    TR_FILL_KERNELS(isa, tr_lattice_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_simplex_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_plane_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_walk_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_voronoi_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_crater_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_arc_kernels, &kernels);
    TR_FILL_KERNELS(isa, tr_street_kernels, &kernels);
    return kernels;
}
