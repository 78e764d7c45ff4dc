// The coast: the contour at 0 m, traced by marching squares (after Lorensen and Cline 1987) on the texels of a
// map, and measured by walking along it with dividers.
#include "base/size.h"
#include "measure/measure.h"
#include "measure/private/maths.h"
#include "noise/sphere.h"

#include <string.h>

// ---- crossings of lines and edges --------------------------------------------------------------

// Texels are the corners of a mesh. Edge 2 k leads from texel k to its eastern neighbour, across the seam; edge
// 2 k + 1 to its southern neighbour. A line that crosses an edge continues to one other edge of the cell on
// each side: these are the two links of the edge.
typedef struct mesh {
    const float *height;
    int width, rows;
    float *east_x, *east_z, *around, *up; // directions of columns and rows
    int (*link)[2];                       // of each edge, -1 for none
} mesh;

static bool is_land(const mesh *m, int row, int column) {
    return m->height[(long)row * m->width + column % m->width] >= 0;
}

static int edge_east(const mesh *m, int row, int column) { return 2 * (row * m->width + column % m->width); }

static int edge_south(const mesh *m, int row, int column) { return edge_east(m, row, column) + 1; }

static void link_edges(mesh *m, int a, int b) {
    m->link[a][m->link[a][0] >= 0] = b;
    m->link[b][m->link[b][0] >= 0] = a;
}

// A cell between two rows: two of its edges are crossed, or all four when opposite corners have the same sign.
// In that case the mean of the corners decides which edges are joined through the middle.
static void link_cell(mesh *m, int row, int column) {
    const int north = edge_east(m, row, column), south = edge_east(m, row + 1, column),
              west = edge_south(m, row, column), east = edge_south(m, row, column + 1);
    const bool nw = is_land(m, row, column), ne = is_land(m, row, column + 1), sw = is_land(m, row + 1, column),
               se = is_land(m, row + 1, column + 1);
    int crossed[4], count = 0;
    if (nw != ne)
        crossed[count++] = north;
    if (ne != se)
        crossed[count++] = east;
    if (sw != se)
        crossed[count++] = south;
    if (nw != sw)
        crossed[count++] = west;
    if (count == 2)
        link_edges(m, crossed[0], crossed[1]);
    if (count < 4)
        return;
    const float *top = m->height + (long)row * m->width, *bottom = top + m->width;
    const int next = (column + 1) % m->width;
    const bool middle = top[column] + top[next] + bottom[column] + bottom[next] >= 0;
    const bool round_nw = middle != nw; // lines go round the corners in the north-west and the south-east
    link_edges(m, north, round_nw ? west : east);
    link_edges(m, south, round_nw ? east : west);
}

// The first row surrounds a pole, and so does the last: a line that crosses such a row leaves the pole's cell
// again across the same row.
static void link_pole(mesh *m, int row) {
    int before = -1;
    for (int i = 0; i < m->width; i++) {
        if (is_land(m, row, i) == is_land(m, row, i + 1))
            continue;
        const int edge = edge_east(m, row, i);
        if (before >= 0)
            link_edges(m, before, edge);
        before = before >= 0 ? -1 : edge;
    }
}

// Where the line crosses an edge, on the unit sphere.
static void find_crossing(const mesh *m, int edge, float point[3]) {
    const int texel = edge / 2, row = texel / m->width, column = texel % m->width;
    const int other_row = row + edge % 2, other = edge % 2 ? column : (column + 1) % m->width;
    const double a = m->height[texel], b = m->height[(long)other_row * m->width + other], t = a / (a - b);
    const double p[3] = {m->east_x[column] * m->around[row], m->up[row], m->east_z[column] * m->around[row]},
                 q[3] = {m->east_x[other] * m->around[other_row], m->up[other_row],
                         m->east_z[other] * m->around[other_row]};
    double d[3], squares = 0;
    for (int k = 0; k < 3; k++)
        d[k] = p[k] + t * (q[k] - p[k]), squares += d[k] * d[k];
    for (int k = 0; k < 3; k++)
        point[k] = (float)(d[k] / sqrt(squares));
}

// ---- lines -------------------------------------------------------------------------------------

// Follows links from edge to edge until the line closes. Clears the links of each edge that it passes.
static void follow_line(mesh *m, int start, tr_coast *coast) {
    int edge = start, before = -1;
    do {
        const int next = m->link[edge][0] != before ? m->link[edge][0] : m->link[edge][1];
        find_crossing(m, edge, coast->point[coast->points++]);
        m->link[edge][0] = -1;
        m->link[edge][1] = -1;
        before = edge, edge = next;
    } while (edge != start && edge >= 0);
    coast->first[++coast->lines] = coast->points;
}

static tr_status collect_lines(mesh *m, tr_coast *coast) {
    const int edges = 2 * m->width * m->rows;
    int crossed = 0;
    for (int i = 0; i < edges; i++)
        crossed += m->link[i][0] >= 0;
    if (!TR_ALLOCATE(TR_ARRAY(coast->first, (size_t)crossed + 1), TR_ARRAY(coast->point, (size_t)crossed)))
        return TR_NO_MEMORY;
    coast->first[0] = 0;
    for (int i = 0; i < edges; i++)
        if (m->link[i][0] >= 0)
            follow_line(m, i, coast);
    return TR_OK;
}

static tr_status make_mesh(mesh *m) {
    const size_t edges = 2 * (size_t)m->width * (size_t)m->rows;
    const size_t columns = (size_t)m->width, rows = (size_t)m->rows;
    if (!TR_ALLOCATE(TR_ARRAY(m->link, edges), TR_ARRAY(m->east_x, columns), TR_ARRAY(m->east_z, columns),
                     TR_ARRAY(m->around, rows), TR_ARRAY(m->up, rows)))
        return TR_NO_MEMORY;
    tr_sphere_columns(m->width, 0, m->width, m->east_x, m->east_z);
    tr_sphere_rows(m->width, 0, m->rows, m->around, m->up);
    memset(m->link, 0xff, edges * sizeof *m->link); // -1
    for (int j = 0; j + 1 < m->rows; j++)
        for (int i = 0; i < m->width; i++)
            link_cell(m, j, i);
    link_pole(m, 0);
    link_pole(m, m->rows - 1);
    return TR_OK;
}

tr_status tr_coast_trace(const float *height, int width, tr_coast *coast, tr_error *error) {
    mesh m = {.height = height, .width = width, .rows = width / 2};
    *coast = (tr_coast){0};
    tr_status status = make_mesh(&m);
    if (status == TR_OK)
        status = collect_lines(&m, coast);
    tr_free(m.link);
    if (status == TR_OK)
        return TR_OK;
    tr_coast_clear(coast);
    return tr_fail(error, status, "no memory for the coasts of a map %d wide", width);
}

void tr_coast_clear(tr_coast *coast) {
    tr_free(coast->first); // and points
    *coast = (tr_coast){0};
}

// ---- dividers ----------------------------------------------------------------------------------

static double distance(const double a[3], const double b[3]) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

static void vertex(const tr_coast *coast, int line, int k, double out[3]) {
    const int first = coast->first[line], count = coast->first[line + 1] - first;
    for (int c = 0; c < 3; c++)
        out[c] = coast->point[first + k % count][c];
}

// Moves `foot` to the first point of the segment from `from` to `to` that is `opening` away from it, if there
// is one: |from + t (to - from) - foot| = opening, the larger root.
static bool step(double foot[3], const double from[3], const double to[3], double opening) {
    double along = 0, across = 0, away = 0;
    for (int k = 0; k < 3; k++) {
        const double piece = to[k] - from[k], arm = from[k] - foot[k];
        along += piece * piece, across += piece * arm, away += arm * arm;
    }
    const double root = across * across - along * (away - opening * opening);
    if (along == 0 || root < 0)
        return false;
    const double t = (sqrt(root) - across) / along;
    if (!(t >= 0 && t <= 1))
        return false;
    for (int k = 0; k < 3; k++)
        foot[k] = from[k] + t * (to[k] - from[k]);
    return true;
}

// The length of a line measured with dividers: whole openings, plus the remainder to the start.
static double walk_line(const tr_coast *coast, int line, double opening) {
    const int count = coast->first[line + 1] - coast->first[line];
    double foot[3], start[3], from[3], to[3], length = 0;
    vertex(coast, line, 0, start);
    memcpy(foot, start, sizeof foot);
    memcpy(from, start, sizeof from);
    for (int k = 1; k <= count; k++) {
        vertex(coast, line, k, to);
        while (distance(foot, to) >= opening && step(foot, from, to, opening)) {
            length += opening;
            memcpy(from, foot, sizeof from);
        }
        memcpy(from, to, sizeof from);
    }
    return length + distance(foot, start);
}

// Whether a line reaches a distance of twice the opening from its start.
static bool is_long(const tr_coast *coast, int line, double opening) {
    double start[3], other[3];
    vertex(coast, line, 0, start);
    for (int k = 1; k < coast->first[line + 1] - coast->first[line]; k++) {
        vertex(coast, line, k, other);
        if (distance(start, other) >= 2 * opening)
            return true;
    }
    return false;
}

void tr_measure_coast(const tr_coast *coast, tr_coast_lengths *out) {
    *out = (tr_coast_lengths){0};
    double opening = 0.0125;
    for (int k = 0; k < TR_OPENINGS; k++, opening *= 1.41421356237309505)
        out->opening_rad[k] = opening;
    for (int line = 0; line < coast->lines; line++) {
        if (!is_long(coast, line, out->opening_rad[TR_OPENINGS - 1]))
            continue;
        out->lines++;
        for (int k = 0; k < TR_OPENINGS; k++)
            out->length_rad[k] += walk_line(coast, line, out->opening_rad[k]);
    }
    if (out->lines > 0)
        out->dimension = 1 - measure_log_slope(TR_OPENINGS, out->opening_rad, out->length_rad);
}

// ---- outlines --------------------------------------------------------------------------------------

// How ragged they are: large ones have longer lines for their area than small ones, unless they are smooth.

// The signed area of a triangle of unit vectors (van Oosterom and Strackee 1983). It uses differences, which
// keep the precision of small triangles.
static double triangle_area(const double a[3], const double b[3], const double c[3]) {
    double u[3], v[3], ab = 0, bc = 0, ca = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k], v[k] = c[k] - a[k];
        ab += a[k] * b[k], bc += b[k] * c[k], ca += c[k] * a[k];
    }
    const double volume = a[0] * (u[1] * v[2] - u[2] * v[1]) + a[1] * (u[2] * v[0] - u[0] * v[2]) +
                          a[2] * (u[0] * v[1] - u[1] * v[0]);
    return 2 * tr_atan2(volume, 1 + ab + bc + ca);
}

// Measures one line: returns its length; *area is that of its smaller side.
static double measure_line(const tr_coast *lines, int line, double *area) {
    double start[3], p[3], q[3], length = 0, sum = 0;
    vertex(lines, line, 0, start);
    for (int k = 0; k < lines->first[line + 1] - lines->first[line]; k++) {
        vertex(lines, line, k, p);
        vertex(lines, line, k + 1, q);
        length += distance(p, q);
        sum += triangle_area(start, p, q);
    }
    sum = sum < 0 ? -sum : sum;
    while (sum > 2 * TR_PI) // the area of the other side, or a multiple of the sphere too much
        sum = sum > 4 * TR_PI ? sum - 4 * TR_PI : 4 * TR_PI - sum;
    *area = sum;
    return length;
}

void tr_measure_outlines(const tr_coast *lines, double least, tr_outlines *out) {
    enum { bins = 16, few = 4 }; // bins are octaves of area; a bin with fewer lines has no mean
    double area_sum[bins] = {0}, length_sum[bins] = {0}, areas[bins], lengths[bins];
    int counts[bins] = {0}, used = 0;
    *out = (tr_outlines){0};
    for (int line = 0; line < lines->lines; line++) {
        double area;
        const double length = measure_line(lines, line, &area);
        const int bin = area > least ? (int)measure_log2(area / least) : bins;
        if (bin < bins)
            counts[bin]++, area_sum[bin] += measure_log2(area), length_sum[bin] += measure_log2(length);
    }
    for (int k = 0; k < bins; k++)
        if (counts[k] >= few) {
            areas[used] = area_sum[k] / counts[k], lengths[used++] = length_sum[k] / counts[k];
            out->lines += counts[k];
        }
    if (used >= 3)
        out->dimension = 2 * measure_slope(used, areas, lengths);
}
