#include "light/stars.h"

#include "base/hash.h"
#include "light/galaxy.h"

#include <stdbool.h>

// The k-th random number of star i, in [0, 1).
static double draw_unit(int i, int k) {
    return tr_hash_unit(tr_hash_pair(TR_STAR_SEED, (uint64_t)i * 16 + (uint64_t)k));
}

// Colours of black bodies in linear sRGB, half mixed with white as eyes perceive points of light: from Planck's
// law and the CIE 1931 observer at 3400, 4500, 6000, 7500 and 12000 K.
static void star_tint(double u, double tint[3]) {
    static const double tints[5][3] = {
        {1.0, 0.72, 0.48}, {1.0, 0.84, 0.68}, {1.0, 0.95, 0.92}, {0.93, 0.95, 1.0}, {0.77, 0.83, 1.0}};
    const double place = u * 3.999;
    const int below = (int)place;
    for (int c = 0; c < 3; c++)
        tint[c] = tints[below][c] + (place - below) * (tints[below + 1][c] - tints[below][c]);
}

// Star i: anywhere, or for some of the faint ones near the plane of the galaxy, which is inclined to the scene.
tr_star_point tr_star_make(int i) {
    // Counts grow as 10^(0.51 m) up to magnitude 6.9, the limit of the best eyes.
    const double magnitude = fmax(6.9 + log10(draw_unit(i, 0) + 1e-9) / 0.51, -1.5);
    const bool galactic = magnitude > 4 && draw_unit(i, 1) < 0.45;
    double z = 2 * draw_unit(i, 2) - 1;
    if (galactic)
        z *= z * z * z < 0 ? -z * 0.5 : z * 0.5; // denser towards 0
    const double angle = 2 * TR_PI * draw_unit(i, 3), across = sqrt(1 - z * z);
    const tr_mat scene_from_galaxy = tr_mat_transpose(&tr_galaxy_frame);
    const tr_vec d = tr_vec_normalize(
        tr_mat_apply(&scene_from_galaxy, (tr_vec){across * cos(angle), across * sin(angle), z}));
    double tint[3];
    star_tint(draw_unit(i, 4), tint);
    const double flux = 0.14 * pow(10, -0.4 * (magnitude - 2.5)); // an exposure for planets shows few stars
    return (tr_star_point){{(float)d.x, (float)d.y, (float)d.z},
                           {(float)(flux * tint[0]), (float)(flux * tint[1]), (float)(flux * tint[2])}};
}
