#include "noise/grids/plane_grid.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

enum { margin = TR_PLANE_GRID_MARGIN, columns_most = 256 };

tr_status tr_plane_grid_create(int columns, int rows, bool wrap, tr_plane_grid *grid, tr_error *error) {
    const size_t stride = (size_t)columns + 2 * margin;
    *grid = (tr_plane_grid){.columns = columns, .rows = rows, .wrap = wrap, .stride = stride};
    grid->memory = tr_allocate(stride * ((size_t)rows + 2 * margin), sizeof *grid->memory);
    if (!grid->memory)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a lattice of %d x %d", columns, rows);
    grid->values = grid->memory + margin * stride + margin;
    return TR_OK;
}

void tr_plane_grid_clear(tr_plane_grid *grid) {
    tr_free(grid->memory);
    *grid = (tr_plane_grid){0};
}

// The index in 0 … count - 1 for i, which may lie slightly outside.
static int fold(int i, int count, bool wrap) {
    if (wrap)
        return ((i % count) + count) % count;
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

void tr_plane_grid_fill_margin(tr_plane_grid *grid) {
    for (int j = 0; j < grid->rows; j++) {
        float *row = tr_plane_grid_row(grid, j);
        for (int k = 1; k <= margin; k++) {
            row[-k] = row[fold(-k, grid->columns, grid->wrap)];
            row[grid->columns - 1 + k] = row[fold(grid->columns - 1 + k, grid->columns, grid->wrap)];
        }
    }
    for (int k = 1; k <= margin; k++)
        for (int end = 0; end < 2; end++) {
            const int j = end ? grid->rows - 1 + k : -k;
            memcpy(tr_plane_grid_row(grid, j) - margin,
                   tr_plane_grid_row(grid, fold(j, grid->rows, grid->wrap)) - margin,
                   grid->stride * sizeof(float));
        }
}

// The four values round a place along one axis, and their weights.
typedef struct knot {
    int first;
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
    return (knot){.first = (int)whole - 1,
                  .weight = {-0.5f * t * s * s, 1 + t * t * (1.5f * t - 2.5f), 1 + s * s * (1.5f * s - 2.5f),
                             -0.5f * s * t * t}};
}

static void sample_row(const tr_plane_grid *grid, const knot *across, const knot *down, int columns,
                       float *restrict out) {
    const float *row[4];
    for (int k = 0; k < 4; k++)
        row[k] = tr_plane_grid_row(grid, down->first + k);
    for (int i = 0; i < columns; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            const float *at = row[k] + across[i].first;
            const float *w = across[i].weight;
            sum += down->weight[k] * (w[0] * at[0] + w[1] * at[1] + w[2] * at[2] + w[3] * at[3]);
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
