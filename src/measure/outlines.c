// How ragged outlines are: large ones have longer lines for their area than small ones, unless they are smooth.
#include "measure/measure.h"
#include "measure/private/maths.h"

// The signed area of a triangle of unit vectors (van Oosterom and Strackee 1983). Differences keep what small
// triangles have.
static double triangle_area(const float a[3], const float b[3], const float c[3]) {
    double u[3], v[3], ab = 0, bc = 0, ca = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - a[k], v[k] = (double)c[k] - a[k];
        ab += (double)a[k] * b[k], bc += (double)b[k] * c[k], ca += (double)c[k] * a[k];
    }
    const double volume = a[0] * (u[1] * v[2] - u[2] * v[1]) + a[1] * (u[2] * v[0] - u[0] * v[2]) +
                          a[2] * (u[0] * v[1] - u[1] * v[0]);
    return 2 * tr_atan2(volume, 1 + ab + bc + ca);
}

static double side(const float a[3], const float b[3]) {
    const double x = (double)b[0] - a[0], y = (double)b[1] - a[1], z = (double)b[2] - a[2];
    return sqrt(x * x + y * y + z * z);
}

// Of one line: its length, and the area of what lies on its smaller side.
static double measure_line(const tr_coast *lines, int line, double *area) {
    const int first = lines->first[line], end = lines->first[line + 1];
    double length = 0, sum = 0;
    for (int k = first; k < end; k++) {
        const float *p = lines->point[k], *q = lines->point[k + 1 < end ? k + 1 : first];
        length += side(p, q);
        sum += triangle_area(lines->point[first], p, q);
    }
    sum = sum < 0 ? -sum : sum;
    while (sum > 2 * TR_PI) // the other side, and round the sphere again
        sum = sum > 4 * TR_PI ? sum - 4 * TR_PI : 4 * TR_PI - sum;
    *area = sum;
    return length;
}

void tr_measure_outlines(const tr_coast *lines, double least, tr_outlines *out) {
    enum { bins = 16, few = 4 }; // bins are octaves of area; of fewer lines there is no mean
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
