#include "texture/private/faces.h"
#include "planet/kernels.h"

#include <math.h>

static double along(const double axis[3], const double direction[3]) {
    return axis[0] * direction[0] + axis[1] * direction[1] + axis[2] * direction[2];
}

void face_direction(int face, int size, double column, double row, double direction[3]) {
    const double a = (2 * column + 1) / size - 1, b = (2 * row + 1) / size - 1;
    for (int i = 0; i < 3; i++)
        direction[i] = tr_faces[face].major[i] + a * tr_faces[face].right[i] + b * tr_faces[face].down[i];
}

static int clamp(int v, int size) { return v < 0 ? 0 : v < size ? v : size - 1; }

// Computed from the place on the edge.
void face_neighbour(int face, int size, int column, int row, int *other, int *other_column, int *other_row) {
    double place[3];
    face_direction(face, size,
                   column < 0      ? -0.5
                   : column < size ? column
                                   : size - 0.5,
                   row < 0      ? -0.5
                   : row < size ? row
                                : size - 0.5,
                   place);
    *other = face;
    for (int f = 0; f < 6; f++)
        if (f != face && along(tr_faces[f].major, place) > 1 - 1e-9)
            *other = f;
    *other_column = clamp((int)floor((along(tr_faces[*other].right, place) + 1) / 2 * size), size);
    *other_row = clamp((int)floor((along(tr_faces[*other].down, place) + 1) / 2 * size), size);
}

float face_area(int size, int column, int row) {
    const float a = (float)(2 * column + 1 - size) / (float)size, b = (float)(2 * row + 1 - size) / (float)size;
    const float square = 1 + a * a + b * b;
    return 1 / (square * sqrtf(square));
}

// East is (z, 0, -x); north is perpendicular to it and to the direction. At the poles east is -Z, as on the
// meridian of 0°.
void face_turn(int face, const double d[3], float *cosine, float *sine) {
    const double around = d[0] * d[0] + d[2] * d[2], length = sqrt(around + d[1] * d[1]);
    const double x = around > 0 ? d[0] : 1, z = around > 0 ? d[2] : 0;
    const double east[3] = {z, 0, -x};
    const double north[3] = {-d[1] * x / length, (x * d[0] + z * d[2]) / length, -d[1] * z / length};
    const double c = along(tr_faces[face].right, east), s = along(tr_faces[face].right, north),
                 size = sqrt(c * c + s * s);
    *cosine = (float)(size > 0 ? c / size : 1);
    *sine = (float)(size > 0 ? s / size : 0);
}
