// Fractals over rectangles of the map, by the fastest method for each.
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/scan.h"

#include <string.h>

// Sample by sample, for fractals without a faster method. Works in blocks of some rows that share the positions
// of their columns.
static void evaluate_samples(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter) {
    const unsigned operations = TR_OCTAVE_OPERATIONS * (unsigned)tr_fractal_shown(plan, where->width);
    enum { rows_most = 16, columns_most = 128, most = rows_most * columns_most };
    float x[most], y[most], z[most], u[most], v[most], noise[most], weight[most], values[most];
    for (int j = 0; j < where->rows; j += rows_most)
        for (int i = 0; i < where->columns; i += columns_most) {
            const int rows = where->rows - j, columns = where->columns - i;
            const tr_rectangle part = {where->width, where->row + j, rows < rows_most ? rows : rows_most,
                                       where->column + i, columns < columns_most ? columns : columns_most};
            if (!tr_meter_add(meter, operations * (unsigned)(part.rows * part.columns)))
                return;
            tr_sphere_samples(&part, x, y, z, u, v);
            const tr_samples samples = {part.rows * part.columns, x, y, z, u, v};
            tr_fractal_evaluate(plan, isa, where->width, &samples, values, noise, weight);
            for (int row = 0; row < part.rows; row++)
                memcpy(out + (size_t)(j + row) * (size_t)where->columns + i, values + row * part.columns,
                       (size_t)part.columns * sizeof *out);
        }
}

// Whether a fractal on the sphere can be scanned by rows.
static bool is_scanned(const tr_fractal_plan *plan, int width) {
    return plan->basis != TR_BASIS_SIMPLEX && !plan->plane && width % 4 == 0;
}

void tr_fractal_evaluate_map(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter) {
    if (plan->plane && plan->basis != TR_BASIS_SIMPLEX)
        TR_KERNEL_OF(isa, tr_plane_rows)(plan, where, out, meter);
    else if (is_scanned(plan, where->width))
        tr_scan_map(plan, isa, where, out, meter);
    else
        evaluate_samples(plan, isa, where, out, meter);
}
