#include "noise/sphere.h"
#include "noise/kernels.h"
#include "noise/trig.h"

#include <assert.h>

// The angle π n / divisions is folded in whole numbers, at which mirrored angles meet exactly: n into half a
// turn, then a quarter, then an eighth, where the series are. There is no branch, so that it becomes vectors.
void tr_circle(int divisions, int first, int count, float *restrict cosine, float *restrict sine) {
    assert(divisions >= 1 && divisions <= 1 << 28);
    const int turn = 2 * divisions;
    // first, brought into one turn
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

void tr_sphere_samples(const tr_rectangle *where, float *restrict x, float *restrict y, float *restrict z,
                       float *restrict u, float *restrict v) {
    const int width = where->width, columns = where->columns, rows = where->rows;
    float east_x[TR_BLOCK_SAMPLES], east_z[TR_BLOCK_SAMPLES], place_u[TR_BLOCK_SAMPLES]; // of the columns
    float up[TR_BLOCK_SAMPLES], around[TR_BLOCK_SAMPLES]; // of the rows: angles from the north pole
    assert(rows * columns <= TR_BLOCK_SAMPLES);
    const int height = width / 2;
    // Columns are counted from 180° west: cos λ = -cos(λ + π), and so is the sine.
    tr_circle(width, where->column, columns, east_x, east_z);
    for (int i = 0; i < columns; i++)
        east_x[i] = -east_x[i], place_u[i] = (float)((where->column + i + 0.5) / width);
    tr_circle(2 * height, where->row, rows, up, around);
    for (int j = 0; j < rows; j++) {
        const float place_v = (float)((where->row + j + 0.5) / height);
        const int first = j * columns;
        for (int i = 0; i < columns; i++) {
            x[first + i] = east_x[i] * around[j], y[first + i] = up[j], z[first + i] = east_z[i] * around[j];
            u[first + i] = place_u[i], v[first + i] = place_v;
        }
    }
}
