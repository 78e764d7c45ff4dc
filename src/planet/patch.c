// Patches: the directions of their texels, and the window in which the fields of a band are evaluated.
// More: docs/internals/patches.md.
#include "noise/maths/trig.h"
#include "planet/private/plan.h"

static void equirect_direction(const tr_patch *patch, double x, double y, double direction[3]) {
    const double step = 2 * TR_PI / patch->resolution;
    double s, c, up, around;
    tr_sincos((x + 0.5) * step - TR_PI, &s, &c);
    tr_sincos((y + 0.5) * step, &around, &up); // from the pole
    direction[0] = around * c, direction[1] = up, direction[2] = -around * s;
}

void tr_patch_direction(const tr_patch *patch, double x, double y, double direction[3]) {
    if (patch->projection == TR_EQUIRECT) {
        equirect_direction(patch, x, y, direction);
        return;
    }
    const tr_face *face = &tr_faces[patch->face];
    const double a = plan_face_place(patch->resolution, x), b = plan_face_place(patch->resolution, y);
    const double length = sqrt(1 + a * a + b * b);
    for (int i = 0; i < 3; i++)
        direction[i] = (face->major[i] + a * face->right[i] + b * face->down[i]) / length;
}

// ---- reach of normals ----------------------------------------------------------------------------

plan_stride plan_step_east(int width, int row) {
    double step = 2 * TR_PI / width, polar = (row + 0.5) * step;
    double s, c, sine, cosine;
    tr_sincos(step, &s, &c);
    tr_sincos(polar, &sine, &cosine);
    double new_cosine = cosine * c, across = sine * c;
    double new_polar = tr_atan2(sqrt(s * s + across * across), new_cosine);
    return (plan_stride){.columns = tr_atan2(s, across) / step, .rows = (new_polar - polar) / step};
}

// On a face a step of π/2N is at most √6 π/4 = 1.93 texels along a row or a column, at the corners, and
// slightly more beyond them on small faces.
int plan_reach_rows(tr_patch patch) { return patch.projection == TR_CUBE ? PLAN_REACH_MOST : 1; }

static int reach_columns(tr_patch patch) {
    if (patch.projection == TR_CUBE)
        return PLAN_REACH_MOST;
    if (patch.width == patch.resolution)
        return 0;
    // increases with the distance from the equator
    const double first = plan_step_east(patch.resolution, patch.y).columns;
    const double last = plan_step_east(patch.resolution, patch.y + patch.height - 1).columns;
    return (int)(first > last ? first : last) + 2;
}

// Bands far from a pole do not use the large reach that is needed near it.
bool plan_has_equal_windows(tr_patch patch) {
    enum { usual = 64 };
    return reach_columns(patch) <= usual;
}

plan_window plan_window_of(tr_patch patch, tr_patch band, bool reach) {
    const int rows = reach ? plan_reach_rows(band) : 0;
    const int columns = reach ? reach_columns(plan_has_equal_windows(patch) ? patch : band) : 0;
    plan_window window = {band.y - rows, band.height + 2 * rows, band.x - columns, band.width + 2 * columns};
    if (band.projection == TR_EQUIRECT && window.columns >= band.resolution)
        window.column = 0, window.columns = band.resolution;
    return window;
}
