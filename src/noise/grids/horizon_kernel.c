// Walks from the points of a cube, and the terrain that rises above them.
//
// The points of a square walk together. For each step, the highest ground round the place that their centre
// reaches tells whether the step can raise any of their horizons. Most steps cannot and are skipped.
#include "base/maths.h"
#include "noise/grids/horizon.h"
#include "noise/grids/private/cube_place.h"
#include "noise/maths/trig.h"
#include <string.h>

// Kept out of line: compilers vectorise these loops on their own, but generate slower code after inlining.
#define SEPARATE __attribute__((noinline))

enum {
    edge = TR_HORIZON_ROWS, // of a square, in points
    batch = edge * edge,
    directions = 8,
    squares_most = (TR_HORIZON_CELLS / edge + 1 + 15) / 16 * 16,
};

// A row of squares.
typedef struct strip {
    int count;
    double sine[directions], cosine[directions];
    // For their centres: position, direction to the east, distance from the axis.
    float x[squares_most], y[squares_most], z[squares_most];
    float east_x[squares_most], east_z[squares_most], around[squares_most];
    float most[directions][TR_HORIZON_STEPS][squares_most]; // upper limit of the ground for a step
} strip;

// The points of a square.
typedef struct square {
    float x[batch], y[batch], z[batch];
    float here[batch]; // radius
    double east_x[batch], east_z[batch], around[batch];
} square;

// The walks of a square's points in one direction: the direction, and the squared sine of the horizon's
// elevation.
typedef struct walk {
    float ahead_x[batch], ahead_y[batch], ahead_z[batch], highest[batch];
} walk;

// ---- squares -----------------------------------------------------------------------------------

// Incomplete squares are padded with copies.
SEPARATE static void load_square(const tr_horizon *h, int face, int row, int column, const float *x,
                                 const float *y, const float *z, square *q) {
    for (int j = 0; j < edge; j++)
        for (int i = 0; i < edge; i++) {
            const int down = tr_min(row + j, h->cells), across = tr_min(column + i, h->cells),
                      at = down * (h->cells + 1) + across;
            q->x[edge * j + i] = x[at], q->y[edge * j + i] = y[at], q->z[edge * j + i] = z[at];
            q->here[edge * j + i] = 1 + *tr_cube_at(h->step[0].height, face, across, down);
        }
    for (int i = 0; i < batch; i++) {
        const double a = (double)q->x[i], b = (double)q->z[i], around = __builtin_sqrt(a * a + b * b);
        q->around[i] = around;
        q->east_x[i] = around > 1e-9 ? b / around : 1;
        q->east_z[i] = around > 1e-9 ? -a / around : 0;
    }
}

// ---- upper limits of the ground for the steps of a square --------------------------------------

SEPARATE static void find_centres(const tr_horizon *h, int row, const float *x, const float *y, const float *z,
                                  strip *restrict s) {
    const int side = h->cells + 1, lower = tr_min(row + edge - 1, h->cells);
    s->count = (side + edge - 1) / edge;
    for (int i = 0; i < squares_most; i++) {
        const int left = tr_min(edge * i, h->cells), right = tr_min(left + edge - 1, h->cells);
        const int a = row * side + left, b = row * side + right, c = lower * side + left,
                  d = lower * side + right;
        const float cx = x[a] + x[b] + x[c] + x[d], cy = y[a] + y[b] + y[c] + y[d],
                    cz = z[a] + z[b] + z[c] + z[d], length = __builtin_sqrtf(cx * cx + cy * cy + cz * cz);
        s->x[i] = cx / length, s->y[i] = cy / length, s->z[i] = cz / length;
    }
    for (int i = 0; i < squares_most; i++) {
        const float around = __builtin_sqrtf(s->x[i] * s->x[i] + s->z[i] * s->z[i]);
        s->around[i] = around;
        s->east_x[i] = around > 1e-6f ? s->z[i] / around : 1;
        s->east_z[i] = around > 1e-6f ? -s->x[i] / around : 0;
    }
}

SEPARATE static void find_most(const tr_horizon *h, const tr_horizon_step *step, float sine, float cosine,
                               const strip *s, float *restrict most) {
    const int32_t tiles = h->tiles;
    const float a = step->cosine, b = step->sine;
    rotation t;
    memcpy(&t, step->height->turn, sizeof t);
    for (int first = 0; first < s->count; first += batch) {
        int32_t tile[batch];
        for (int i = 0; i < batch; i++) {
            const float x = s->x[first + i], y = s->y[first + i], z = s->z[first + i];
            const float east_x = s->east_x[first + i], east_z = s->east_z[first + i];
            const float ahead_x = cosine * east_x + sine * (y * east_z), ahead_y = sine * s->around[first + i],
                        ahead_z = cosine * east_z - sine * (y * east_x);
            tile[i] = find_place(tiles, tiles, tiles * tiles, &t, a * x + b * ahead_x, a * y + b * ahead_y,
                                 a * z + b * ahead_z)
                          .corner -
                      (tiles + 1);
        }
        for (int i = 0; i < batch; i++)
            most[first + i] = step->most[tile[i]];
    }
}

// The number of steps for which the tiles round the centre's tile suffice. A step leads a point of the square
// as far from the centre's place as the two are apart, plus an amount for the difference of their bearings.
SEPARATE static int find_range(const tr_horizon *h, const strip *s, int at, const square *q) {
    const float cx = s->x[at], cy = s->y[at], cz = s->z[at], around = s->around[at];
    const float east_x = s->east_x[at], east_z = s->east_z[at], north_x = cy * east_z, north_z = -cy * east_x;
    // Lines of the lattice are nowhere closer to each other than √½ of their angle.
    const float tile = 0.7f * 1.5707963f / (float)h->tiles;
    float apart[batch], turned[batch];
    for (int i = 0; i < batch; i++) {
        const float x = q->x[i] - cx, y = q->y[i] - cy, z = q->z[i] - cz;
        const float ex = (float)q->east_x[i], ez = (float)q->east_z[i];
        const float dx = ex - east_x, dz = ez - east_z, nx = q->y[i] * ez - north_x,
                    ny = (float)q->around[i] - around, nz = -q->y[i] * ex - north_z;
        apart[i] = x * x + y * y + z * z, turned[i] = dx * dx + dz * dz + nx * nx + ny * ny + nz * nz;
    }
    for (int i = 1; i < batch; i++) {
        apart[0] = apart[i] > apart[0] ? apart[i] : apart[0];
        turned[0] = turned[i] > turned[0] ? turned[i] : turned[0];
    }
    const float near = __builtin_sqrtf(apart[0]), twist = __builtin_sqrtf(turned[0]);
    int reach = 0;
    while (reach < h->steps && near + h->step[reach].sine * twist < tile)
        reach++;
    return reach;
}

// ---- walks -------------------------------------------------------------------------------------

SEPARATE static void turn_to(const square *q, double s, double c, walk *w) {
    for (int i = 0; i < batch; i++) {
        const double y = (double)q->y[i];
        w->ahead_x[i] = (float)(c * q->east_x[i] + s * (-y * -q->east_z[i]));
        w->ahead_y[i] = (float)(s * q->around[i]);
        w->ahead_z[i] = (float)(c * q->east_z[i] + s * (-y * q->east_x[i]));
        w->highest[i] = 0;
    }
}

// Whether ground up to the height `most` can rise above the horizon of any point.
SEPARATE static bool may_rise(const square *q, const walk *w, const tr_horizon_step *s, float most,
                              float least) {
    const float radius = 1 + most, along = (1 + least) * s->sine;
    int any = 0;
    for (int i = 0; i < batch; i++) {
        const float rise = radius * s->cosine - q->here[i];
        any |= (rise > 0) & (rise * rise > 0.9999f * w->highest[i] * (rise * rise + along * along));
    }
    return any;
}

// Copies two numbers at a time without vector instructions, because extracting indices from vectors, or
// gathering, is slower. The barriers prevent the compiler from vectorising it.
static inline void look_up(const float *from, float *to) {
    uint64_t pair;
    memcpy(&pair, from, sizeof pair);
    memcpy(to, &pair, sizeof pair);
}

// The end of a step: the four lattice points round each place, and the position between them.
typedef struct landing {
    float u[batch], v[batch], upper[batch][2], lower[batch][2];
} landing;

SEPARATE static void land(const tr_horizon_step *s, const square *q, const walk *w, landing *l) {
    const float *values = s->height->values;
    const int32_t cells = s->height->cells, stride = (int32_t)s->height->row_stride,
                  face_stride = (int32_t)s->height->face_stride;
    rotation t;
    memcpy(&t, s->height->turn, sizeof t);
    int32_t corner[batch];
    for (int i = 0; i < batch; i++) {
        const cube_place p = find_place(
            cells, stride, face_stride, &t, s->cosine * q->x[i] + s->sine * w->ahead_x[i],
            s->cosine * q->y[i] + s->sine * w->ahead_y[i], s->cosine * q->z[i] + s->sine * w->ahead_z[i]);
        corner[i] = p.corner, l->u[i] = p.u, l->v[i] = p.v;
    }
    for (int i = 0; i < batch; i += 2) {
        look_up(values + corner[i], l->upper[i]), look_up(values + corner[i] + stride, l->lower[i]);
        look_up(values + corner[i + 1], l->upper[i + 1]);
        look_up(values + corner[i + 1] + stride, l->lower[i + 1]);
        __asm__("" ::: "memory");
    }
}

// Heights are interpolated linearly, as in tr_cube_sample_straight.
SEPARATE static void rise(const tr_horizon_step *s, const square *q, const landing *l, walk *w) {
    for (int i = 0; i < batch; i++) {
        const float above = l->upper[i][0] + l->u[i] * (l->upper[i][1] - l->upper[i][0]),
                    below = l->lower[i][0] + l->u[i] * (l->lower[i][1] - l->lower[i][0]);
        const float radius = 1 + (above + l->v[i] * (below - above)), up = radius * s->cosine - q->here[i],
                    along = radius * s->sine;
        const float square_of = up > 0 ? up * up / (up * up + along * along) : 0;
        w->highest[i] = square_of > w->highest[i] ? square_of : w->highest[i];
    }
}

// All directions land before any horizon is raised: cores stall when they read recently written data in pieces
// of another size. For a uniformly bright sky, the part above the horizon contributes the squared cosine of its
// elevation.
static void open_square(const tr_horizon *h, const strip *s, int at, const square *q, float open[batch]) {
    const int reach = find_range(h, s, at, q);
    walk walks[directions];
    for (int d = 0; d < directions; d++)
        turn_to(q, s->sine[d], s->cosine[d], &walks[d]);
    for (int step = 0; step < h->steps; step++) {
        landing landings[directions];
        int taken[directions], count = 0;
        for (int d = 0; d < directions; d++)
            if (step >= reach || may_rise(q, &walks[d], &h->step[step], s->most[d][step][at], h->least))
                taken[count++] = d;
        for (int k = 0; k < count; k++)
            land(&h->step[step], q, &walks[taken[k]], &landings[k]);
        for (int k = 0; k < count; k++)
            rise(&h->step[step], q, &landings[k], &walks[taken[k]]);
    }
    for (int i = 0; i < batch; i++)
        open[i] = 1;
    for (int d = 0; d < directions; d++)
        for (int i = 0; i < batch; i++)
            open[i] -= walks[d].highest[i] / directions;
}

void TR_KERNEL(tr_horizon_walk)(const tr_horizon *h, int face, int row, const float *x, const float *y,
                                const float *z, const tr_cube *open) {
    strip s;
    find_centres(h, row, x, y, z, &s);
    for (int d = 0; d < directions; d++) {
        tr_sincos(2 * TR_PI * (d + 0.5) / directions, &s.sine[d], &s.cosine[d]);
        for (int step = 0; step < h->steps; step++)
            find_most(h, &h->step[step], (float)s.sine[d], (float)s.cosine[d], &s, s.most[d][step]);
    }
    for (int at = 0; at < s.count; at++) {
        square q;
        float seen[batch];
        load_square(h, face, row, edge * at, x, y, z, &q);
        open_square(h, &s, at, &q, seen);
        for (int j = 0; j < edge && row + j <= h->cells; j++)
            for (int i = 0; i < edge && edge * at + i <= h->cells; i++)
                *tr_cube_at(open, face, edge * at + i, row + j) = seen[edge * j + i];
    }
}
