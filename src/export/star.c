#include "export/star.h"

#include <math.h>

tr_export_star tr_export_find_star(const tr_scene *scene, int index) {
    const tr_star *star = &scene->star;
    const tr_scene_planet *planet = &scene->planets[index];
    const double turned = planet->rotation_rad, *from = planet->position_km, *to = star->position_km;
    double axes[3][3], at[3], square = 0;
    tr_scene_axes(scene, index, axes);
    for (int k = 0; k < 3; k++) {
        at[k] =
            axes[0][k] * (to[0] - from[0]) + axes[1][k] * (to[1] - from[1]) + axes[2][k] * (to[2] - from[2]);
        square += at[k] * at[k];
    }
    tr_export_star found = {.kelvin = star->kelvin, .srgb = {star->srgb[0], star->srgb[1], star->srgb[2]}};
    if (!(square > 0)) // the scene does not say where it is
        return found;
    found.angle_rad = atan(star->radius_km / sqrt(square));
    found.direction[0] = (at[0] * cos(turned) - at[2] * sin(turned)) / sqrt(square);
    found.direction[1] = at[1] / sqrt(square);
    found.direction[2] = (at[0] * sin(turned) + at[2] * cos(turned)) / sqrt(square);
    return found;
}
