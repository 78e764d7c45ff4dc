#include "noise/sphere.h"
#include "noise/kernels.h"
#include "noise/trig.h"

#include <assert.h>

void tr_sphere_samples(const tr_rectangle *where, float *restrict x, float *restrict y, float *restrict z,
                       float *restrict u, float *restrict v) {
    const int width = where->width, columns = where->columns, rows = where->rows;
    float east_x[TR_BLOCK_SAMPLES], east_z[TR_BLOCK_SAMPLES], place_u[TR_BLOCK_SAMPLES]; // of the columns
    assert(rows * columns <= TR_BLOCK_SAMPLES);
    const double height = width / 2; // NOLINT(bugprone-integer-division): rows are whole
    for (int i = 0; i < columns; i++) {
        double s, c, place = (where->column + i + 0.5) / width;
        tr_sincos(2 * TR_PI * (place - 0.5), &s, &c);
        east_x[i] = (float)c, east_z[i] = (float)-s, place_u[i] = (float)place;
    }
    for (int j = 0; j < rows; j++) {
        double s, c, place = (where->row + j + 0.5) / height;
        tr_sincos(TR_PI * (0.5 - place), &s, &c);
        const float around = (float)c, up = (float)s, place_v = (float)place;
        const int first = j * columns;
        for (int i = 0; i < columns; i++) {
            x[first + i] = east_x[i] * around, y[first + i] = up, z[first + i] = east_z[i] * around;
            u[first + i] = place_u[i], v[first + i] = place_v;
        }
    }
}
