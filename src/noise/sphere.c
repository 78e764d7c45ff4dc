#include "noise/sphere.h"
#include "noise/kernels.h"
#include "noise/maths/trig.h"

#include <assert.h>

// The angle π n / divisions is reduced in integers, where mirrored angles are exactly equal: n to half a turn,
// a quarter, then an eighth, where the series apply. There are no branches, so the loop vectorises.
void tr_circle(int divisions, int first, int count, float *restrict cosine, float *restrict sine) {
    assert(divisions >= 1 && divisions <= 1 << 28);
    const int turn = 2 * divisions;
    // first, reduced to one turn
    const int start = first % divisions + (first % divisions < 0 ? divisions : 0);
    const double unit = TR_PI / turn;
    for (int i = 0, n = 2 * start + 1; i < count; i++, n = n + 2 >= turn ? n + 2 - turn : n + 2) {
        const int half = n > divisions ? turn - n : n;                      // 0 … π
        const int quarter = 2 * half > divisions ? divisions - half : half; // 0 … π/2
        const int twice = 2 * quarter;
        const int eighth = 2 * twice > divisions ? divisions - twice : twice; // 0 … π/4, in halves
        double s, c;
        tr_sincos_series(eighth * unit, &s, &c);
        const double x = eighth == twice ? c : s, y = eighth == twice ? s : c;
        cosine[i] = (float)(quarter == half ? x : -x), sine[i] = (float)(half == n ? y : -y);
    }
}

// Columns are counted from 180° west: cos λ = -cos(λ + π), and likewise for the sine.
void tr_sphere_columns(int width, int first, int count, float *restrict x, float *restrict z) {
    tr_circle(width, first, count, x, z);
    for (int i = 0; i < count; i++)
        x[i] = -x[i];
}

// Rows are counted from the north pole: the sine of the latitude is the cosine of that angle.
void tr_sphere_rows(int width, int first, int count, float *restrict around, float *restrict up) {
    tr_circle(width / 2 * 2, first, count, up, around);
}

void tr_sphere_samples(const tr_rectangle *where, float *restrict x, float *restrict y, float *restrict z,
                       float *restrict u, float *restrict v) {
    const int width = where->width, columns = where->columns, rows = where->rows;
    float east_x[TR_BLOCK_SAMPLES], east_z[TR_BLOCK_SAMPLES], place_u[TR_BLOCK_SAMPLES]; // of the columns
    assert(rows * columns <= TR_BLOCK_SAMPLES);
    const int height = width / 2;
    tr_sphere_columns(width, where->column, columns, east_x, east_z);
    for (int i = 0; i < columns; i++)
        place_u[i] = (float)((where->column + i + 0.5) / width);
    for (int j = 0; j < rows; j++) {
        float up, around;
        tr_sphere_rows(width, where->row + j, 1, &around, &up);
        const float place_v = (float)((where->row + j + 0.5) / height);
        const int start = j * columns;
        for (int i = 0; i < columns; i++) {
            x[start + i] = east_x[i] * around, y[start + i] = up, z[start + i] = east_z[i] * around;
            u[start + i] = place_u[i], v[start + i] = place_v;
        }
    }
}
