#include "noise/grids/globe.h"
#include "base/size.h"
#include "noise/maths/trig.h"

#include <math.h>
#include <string.h>

enum { faces = TR_CUBE_FACES };

// ---- numbers -----------------------------------------------------------------------------------

// The place of the same point on an earlier face, or -1. A point of the space lattice 0 … cells lies on a face
// wherever one of its coordinates is at an end.
static int64_t earlier_place(const tr_globe *globe, int face, int column, int row) {
    const int n = globe->cells;
    int at[3];
    at[tr_cube_normal_axis(face)] = tr_cube_is_far(face) ? n : 0;
    at[tr_cube_column_axis(face)] = column;
    at[tr_cube_row_axis(face)] = row;
    for (int f = 0; f < face; f++)
        if (at[tr_cube_normal_axis(f)] == (tr_cube_is_far(f) ? n : 0))
            return (int64_t)tr_globe_place(globe, f, at[tr_cube_column_axis(f)], at[tr_cube_row_axis(f)]);
    return -1;
}

// Counts the work of the next row of a face, at `operations` operations per point. False once the meter has
// stopped.
static bool goes_on(tr_meter *meter, const tr_globe *globe, unsigned operations) {
    return tr_meter_add(meter, operations * (unsigned)(globe->cells + 1));
}

static void number_points(tr_globe *globe, tr_meter *meter) {
    const int n = globe->cells;
    globe->count = 0;
    for (int face = 0; face < faces; face++)
        for (int row = 0; row <= n && goes_on(meter, globe, 3); row++)
            for (int column = 0; column <= n; column++) {
                const bool edge = column == 0 || row == 0 || column == n || row == n;
                const int64_t before = edge ? earlier_place(globe, face, column, row) : -1;
                globe->points[tr_globe_place(globe, face, column, row)] =
                    before >= 0 ? globe->points[before] : globe->count++;
            }
}

// ---- neighbours --------------------------------------------------------------------------------

static void add_neighbour(int32_t *near, int32_t point) {
    int k = 0;
    while (k < TR_GLOBE_NEIGHBOURS && near[k] >= 0 && near[k] != point)
        k++;
    if (k < TR_GLOBE_NEIGHBOURS)
        near[k] = point;
}

// Each face that contains a point adds the neighbours on that face.
static void find_neighbours(tr_globe *globe, tr_meter *meter) {
    const int n = globe->cells;
    memset(globe->near, 0xff, (size_t)globe->count * sizeof *globe->near); // -1 everywhere
    for (int face = 0; face < faces; face++)
        for (int row = 0; row <= n && goes_on(meter, globe, 40); row++)
            for (int column = 0; column <= n; column++) {
                int32_t *near = globe->near[tr_globe_point(globe, face, column, row)];
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        const int c = column + dx, r = row + dy;
                        if ((dx || dy) && c >= 0 && c <= n && r >= 0 && r <= n)
                            add_neighbour(near, tr_globe_point(globe, face, c, r));
                    }
            }
}

// ---- directions and areas ----------------------------------------------------------------------

// With a and b the tangents of the angles along a face, their solid angle is da db / (1 + a² + b²)^1.5. Lines
// are at equal angles: da = (1 + a²) dα.
static void place_points(tr_globe *globe, tr_meter *meter) {
    const int n = globe->cells;
    const double step = TR_PI / 2 / n;
    for (int face = 0; face < faces; face++)
        for (int row = 0; row <= n && goes_on(meter, globe, 60); row++)
            for (int column = 0; column <= n; column++) {
                const int32_t p = tr_globe_point(globe, face, column, row);
                double sine, cosine;
                tr_sincos(step * column - TR_PI / 4, &sine, &cosine);
                const double a = sine / cosine;
                tr_sincos(step * row - TR_PI / 4, &sine, &cosine);
                const double b = sine / cosine, length = sqrt(1 + a * a + b * b);
                const bool corner = (column == 0 || column == n) && (row == 0 || row == n);
                globe->area[p] = (float)((1 + a * a) * (1 + b * b) / (length * length * length) * step * step *
                                         (corner ? 0.75 : 1)); // a corner has only three quarters of a cell
            }
}

// Points of a row of a face get x, y and z from tr_cube_row. Faces are visited in descending order, so the
// first face with a point determines its position.
static tr_status find_directions(tr_globe *globe, tr_meter *meter, tr_error *error) {
    const int n = globe->cells, side = n + 1;
    float *row = tr_allocate((size_t)side, 3 * sizeof *row);
    if (!row)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a globe of %d cells", n);
    for (int face = faces - 1; face >= 0; face--)
        for (int j = 0; j <= n && goes_on(meter, globe, 20); j++) {
            tr_cube_row(globe->seed, n, face, j, row, row + side, row + 2 * side);
            for (int i = 0; i <= n; i++) {
                const int32_t p = tr_globe_point(globe, face, i, j);
                globe->x[p] = row[i], globe->y[p] = row[side + i], globe->z[p] = row[2 * side + i];
            }
        }
    tr_free(row);
    return tr_meter_check(meter, error);
}

// ---- the whole ---------------------------------------------------------------------------------

tr_status tr_globe_create(uint64_t seed, int cells, tr_meter *meter, tr_globe *globe, tr_error *error) {
    const size_t side = (size_t)cells + 1, places = side * side * faces;
    const size_t count = 6 * (size_t)cells * (size_t)cells + 2;
    *globe = (tr_globe){.seed = seed, .cells = cells};
    if (!TR_ALLOCATE(TR_ARRAY(globe->x, count), TR_ARRAY(globe->y, count), TR_ARRAY(globe->z, count),
                     TR_ARRAY(globe->area, count), TR_ARRAY(globe->near, count),
                     TR_ARRAY(globe->points, places)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for a globe of %d cells", cells);
    number_points(globe, meter); // once the meter has stopped, these functions do nothing
    find_neighbours(globe, meter);
    place_points(globe, meter);
    const tr_status status = find_directions(globe, meter, error);
    if (status != TR_OK)
        tr_globe_clear(globe);
    return status;
}

void tr_globe_clear(tr_globe *globe) {
    tr_free(globe->x);
    *globe = (tr_globe){0};
}

tr_status tr_globe_to_cube(const tr_globe *globe, int floats, const float *values, tr_meter *meter,
                           tr_cube *cube, tr_error *error) {
    const size_t step = (size_t)floats;
    tr_status status =
        tr_cube_create(globe->seed, globe->cells, floats == 1 ? 1 : TR_VECTOR_FLOATS, cube, error);
    for (int face = 0; face < faces && status == TR_OK; face++)
        for (int row = 0; row <= globe->cells && goes_on(meter, globe, 3 * (unsigned)floats + 3); row++)
            for (int column = 0; column <= globe->cells; column++)
                memcpy(tr_cube_at(cube, face, column, row),
                       values + step * (size_t)tr_globe_point(globe, face, column, row), step * sizeof *values);
    if (status == TR_OK)
        status = tr_meter_check(meter, error);
    if (status == TR_OK)
        tr_cube_complete(cube);
    else
        tr_cube_clear(cube);
    return status;
}

// Least squares, in a frame of two directions perpendicular to the point's.
void tr_globe_slope(const tr_globe *globe, const float *values, int32_t point, float slope[3]) {
    const double p[3] = {(double)globe->x[point], (double)globe->y[point], (double)globe->z[point]};
    const int least = fabs(p[0]) < fabs(p[1])   ? (fabs(p[0]) < fabs(p[2]) ? 0 : 2)
                      : fabs(p[1]) < fabs(p[2]) ? 1
                                                : 2;
    const int next = (least + 1) % 3, last = (least + 2) % 3;
    double a[3], b[3], aa = 0, ab = 0, bb = 0, av = 0, bv = 0;
    const double length = sqrt(p[next] * p[next] + p[last] * p[last]);
    a[least] = 0, a[next] = -p[last] / length, a[last] = p[next] / length;
    for (int k = 0; k < 3; k++)
        b[k] = p[(k + 1) % 3] * a[(k + 2) % 3] - p[(k + 2) % 3] * a[(k + 1) % 3];
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS && globe->near[point][k] >= 0; k++) {
        const int32_t q = globe->near[point][k];
        const double d[3] = {(double)globe->x[q] - p[0], (double)globe->y[q] - p[1],
                             (double)globe->z[q] - p[2]};
        const double u = d[0] * a[0] + d[1] * a[1] + d[2] * a[2], v = d[0] * b[0] + d[1] * b[1] + d[2] * b[2];
        const double weight = 1 / (u * u + v * v), rise = weight * (double)(values[q] - values[point]);
        aa += weight * u * u, ab += weight * u * v, bb += weight * v * v, av += rise * u, bv += rise * v;
    }
    const double scale = 1 / (aa * bb - ab * ab), u = (av * bb - bv * ab) * scale,
                 v = (bv * aa - av * ab) * scale;
    for (int k = 0; k < 3; k++)
        slope[k] = (float)(u * a[k] + v * b[k]);
}
