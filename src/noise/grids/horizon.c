#include "noise/grids/horizon.h"
#include "base/maths.h"
#include "base/size.h"
#include "noise/maths/trig.h"

#include <assert.h>
#include <math.h>

// Anything farther is below the horizon.
static const double farthest = 0.25;

enum { tile_cells = 6, faces = TR_CUBE_FACES };

// Steps double in length. Each step after the first two uses heights with half the resolution of the previous
// step.
static void make_steps(const tr_cube *levels, int level_count, tr_horizon *h) {
    double angle = TR_PI / 2 / h->cells, s, c;
    for (; h->steps < TR_HORIZON_STEPS && angle < farthest; h->steps++, angle *= 2) {
        tr_sincos(angle, &s, &c);
        h->step[h->steps] =
            (tr_horizon_step){.height = &levels[tr_min(h->steps < 2 ? 0 : h->steps - 1, level_count - 1)],
                              .sine = (float)s,
                              .cosine = (float)c};
    }
}

// ---- limits of the ground -----------------------------------------------------------------------

// The highest point of all cells that a tile overlaps.
static float highest_of(const tr_cube *height, int tiles, int face, int across, int down) {
    const int left = across * height->cells / tiles, right = ((across + 1) * height->cells + tiles - 1) / tiles,
              top = down * height->cells / tiles, bottom = ((down + 1) * height->cells + tiles - 1) / tiles;
    float most = -1;
    for (int j = top; j <= bottom; j++)
        for (int i = left; i <= right; i++) {
            const float h = *tr_cube_at(height, face, i, j);
            most = h > most ? h : most;
        }
    return most;
}

// The highest ground of a tile and the eight around it. At the edges of a face the neighbours are unknown: the
// result is above any ground.
static float highest_round(const float *own, int tiles, int across, int down) {
    if (across == 0 || down == 0 || across == tiles - 1 || down == tiles - 1)
        return 1000;
    float most = -1;
    for (int j = down - 1; j <= down + 1; j++)
        for (int i = across - 1; i <= across + 1; i++) {
            const float h = own[j * tiles + i];
            most = h > most ? h : most;
        }
    return most;
}

// Interpolated values may exceed those of the lattice points by the rounding error of their position.
static float slack_of(const tr_cube *height, float *least) {
    float low = INFINITY, high = -INFINITY;
    for (int face = 0; face < faces; face++)
        for (int j = 0; j <= height->cells; j++)
            for (int i = 0; i <= height->cells; i++) {
                const float h = *tr_cube_at(height, face, i, j);
                low = h < low ? h : low, high = h > high ? h : high;
            }
    const float slack = 1e-6f + 1e-4f * (high - low);
    *least = low - slack;
    return slack;
}

static tr_status find_most(tr_horizon *h, tr_error *error) {
    const int tiles = h->tiles;
    const size_t of_face = (size_t)tiles * (size_t)tiles;
    float *own = tr_allocate(of_face, sizeof *own);
    h->memory = tr_allocate((size_t)h->steps * faces * of_face, sizeof *h->memory);
    if (!own || !h->memory) {
        tr_free(own);
        return tr_fail(error, TR_NO_MEMORY, "no memory for the horizons of the ground");
    }
    const float slack = slack_of(h->step[0].height, &h->least);
    float *most = h->memory;
    for (int step = 0; step < h->steps; step++) {
        h->step[step].most = most;
        for (int face = 0; face < faces; face++) {
            for (int j = 0; j < tiles; j++)
                for (int i = 0; i < tiles; i++)
                    own[j * tiles + i] = highest_of(h->step[step].height, tiles, face, i, j) + slack;
            for (int j = 0; j < tiles; j++)
                for (int i = 0; i < tiles; i++)
                    *most++ = highest_round(own, tiles, i, j);
        }
    }
    tr_free(own);
    return TR_OK;
}

tr_status tr_horizon_create(const tr_cube *levels, int level_count, tr_horizon *horizon, tr_error *error) {
    const int cells = levels[0].cells;
    assert(cells <= TR_HORIZON_CELLS);
    *horizon = (tr_horizon){.cells = cells, .tiles = cells / tile_cells + (cells < tile_cells)};
    make_steps(levels, level_count, horizon);
    return find_most(horizon, error);
}

void tr_horizon_clear(tr_horizon *horizon) {
    tr_free(horizon->memory);
    *horizon = (tr_horizon){0};
}
