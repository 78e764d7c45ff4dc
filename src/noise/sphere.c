#include "noise/sphere.h"
#include "noise/trig.h"

void tr_sphere_samples(int width, int row, int rows, int column, int columns, float *x, float *y, float *z,
                       float *u, float *v) {
    const double height = width / 2;
    for (int i = 0; i < columns; i++) { // the first row holds the columns' own values for a moment
        double s, c, place = (column + i + 0.5) / width;
        tr_sincos(2 * TR_PI * (place - 0.5), &s, &c);
        x[i] = (float)c, z[i] = (float)-s, u[i] = (float)place;
    }
    for (int j = rows - 1; j >= 0; j--) { // from the last row, so that the first is read before it is written
        double s, c, place = (row + j + 0.5) / height;
        tr_sincos(TR_PI * (0.5 - place), &s, &c);
        float *px = x + (long)j * columns, *py = y + (long)j * columns, *pz = z + (long)j * columns;
        float *pu = u + (long)j * columns, *pv = v + (long)j * columns;
        for (int i = 0; i < columns; i++) {
            pu[i] = u[i], pv[i] = (float)place;
            px[i] = x[i] * (float)c, py[i] = (float)s, pz[i] = z[i] * (float)c;
        }
    }
}
