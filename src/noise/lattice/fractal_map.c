// Fractals over rectangles of the map, by the fastest way there is for each.
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/walk.h"

#include <assert.h>

// Sample by sample, for what has no faster way.
static void evaluate_samples(const tr_fractal_plan *plan, const tr_noise_kernels *kernels,
                             const tr_rectangle *where, float *out) {
    enum { columns_most = 256 };
    float x[columns_most], y[columns_most], z[columns_most], u[columns_most], v[columns_most];
    float noise[columns_most], weight[columns_most];
    for (int j = 0; j < where->rows; j++)
        for (int i = 0; i < where->columns; i += columns_most) {
            tr_rectangle part = {where->width, where->row + j, 1, where->column + i, where->columns - i};
            part.columns = part.columns < columns_most ? part.columns : columns_most;
            tr_sphere_samples(&part, x, y, z, u, v);
            tr_samples samples = {part.columns, x, y, z, u, v};
            tr_fractal_evaluate(plan, kernels, where->width, &samples,
                                out + (size_t)j * (size_t)where->columns + i, noise, weight);
        }
}

// Fractals on the sphere whose rows can be walked.
static bool is_walked(const tr_fractal_plan *plan, int width) {
    return plan->basis != TR_BASIS_SIMPLEX && !plan->plane && width % 4 == 0;
}

void tr_fractal_evaluate_map(const tr_fractal_plan *plan, const tr_noise_kernels *kernels,
                             const tr_rectangle *where, float *out) {
    if (plan->plane && plan->basis != TR_BASIS_SIMPLEX)
        kernels->plane_rows(kernels, plan, where, out);
    else if (is_walked(plan, where->width))
        tr_walk_map(plan, kernels, where, out, NULL);
    else
        evaluate_samples(plan, kernels, where, out);
}

void tr_fractal_evaluate_pair(const tr_fractal_plan *plan, const tr_noise_kernels *kernels,
                              const tr_rectangle *north, float *out, float *south) {
    const int height = north->width / 2;
    assert(north->row >= 0 && north->row + north->rows <= height / 2);
    if (is_walked(plan, north->width)) {
        tr_walk_map(plan, kernels, north, out, south);
        return;
    }
    const tr_rectangle mirrored = {north->width, height - north->row - north->rows, north->rows, north->column,
                                   north->columns};
    tr_fractal_evaluate_map(plan, kernels, north, out);
    tr_fractal_evaluate_map(plan, kernels, &mirrored, south);
}
