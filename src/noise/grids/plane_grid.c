#include "noise/grids/plane_grid.h"
#include "base/size.h"

#include <math.h>

enum { columns_most = 256 };

tr_status tr_plane_grid_create(int columns, int rows, bool wrap, tr_plane_grid *grid, tr_error *error) {
    *grid = (tr_plane_grid){.columns = columns, .rows = rows, .wrap = wrap};
    grid->values = tr_allocate((size_t)columns * (size_t)rows, sizeof *grid->values);
    return grid->values ? TR_OK
                        : tr_fail(error, TR_NO_MEMORY, "no memory for a lattice of %d x %d", columns, rows);
}

void tr_plane_grid_clear(tr_plane_grid *grid) {
    tr_free(grid->values);
    *grid = (tr_plane_grid){0};
}

// The index in 0 … count - 1 for i, which may lie slightly outside.
static int fold(int i, int count, bool wrap) {
    if (wrap)
        return ((i % count) + count) % count;
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

// The four values round a place along one axis, and their weights.
typedef struct knot {
    int at[4];
    float weight[4];
} knot;

// The knot of texel i of `texels` along an axis of `count` values. Uses double, so that the place is exact when
// the map has as many texels as the grid has values.
static knot find_knot(int i, int texels, int count, bool wrap) {
    double place = (i + 0.5) * count / texels - 0.5;
    if (wrap)
        place -= floor((place + 0.5) / count) * count; // to the range from -½ on
    else
        place = place < 0 ? 0 : place > count - 1 ? count - 1 : place;
    const double whole = floor(place);
    const float t = (float)(place - whole), s = 1 - t;
    knot k = {.weight = {-0.5f * t * s * s, 1 + t * t * (1.5f * t - 2.5f), 1 + s * s * (1.5f * s - 2.5f),
                         -0.5f * s * t * t}};
    for (int n = 0; n < 4; n++)
        k.at[n] = fold((int)whole - 1 + n, count, wrap);
    return k;
}

static void sample_row(const tr_plane_grid *grid, const knot *across, const knot *down, int columns,
                       float *restrict out) {
    const float *row[4];
    for (int k = 0; k < 4; k++)
        row[k] = grid->values + (size_t)down->at[k] * (size_t)grid->columns;
    for (int i = 0; i < columns; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            const float *from = row[k], *w = across[i].weight;
            const int *at = across[i].at;
            sum += down->weight[k] *
                   (w[0] * from[at[0]] + w[1] * from[at[1]] + w[2] * from[at[2]] + w[3] * from[at[3]]);
        }
        out[i] = sum;
    }
}

void tr_plane_grid_sample(const tr_plane_grid *grid, const tr_rectangle *where, float *out) {
    knot across[columns_most];
    for (int first = 0; first < where->columns; first += columns_most) {
        const int columns = where->columns - first < columns_most ? where->columns - first : (int)columns_most;
        for (int i = 0; i < columns; i++)
            across[i] = find_knot(where->column + first + i, where->width, grid->columns, grid->wrap);
        for (int j = 0; j < where->rows; j++) {
            const knot down = find_knot(where->row + j, where->width / 2, grid->rows, grid->wrap);
            sample_row(grid, across, &down, columns, out + (size_t)j * (size_t)where->columns + first);
        }
    }
}
