#include "light/galaxy.h"
#include "base/maths.h"

#include "base/hash.h"

const tr_mat tr_galaxy_frame = {{{0.83, 0.35, 0.43}, {-0.49, 0.83, 0.27}, {-0.26, -0.44, 0.86}}};
const double tr_galaxy_light = 0.007;

// ---- noise ---------------------------------------------------------------------------------------
// A separate value noise: this module does not depend on the noise module, whose fields are for texels.

static double corner(uint64_t seed, int64_t x, int64_t y, int64_t z) {
    return tr_hash_unit(
        tr_hash_u64(seed ^ (uint64_t)x * 0x8da6b343u ^ (uint64_t)y * 0xd8163841u ^ (uint64_t)z * 0xcb1ab31fu));
}

static double fade(double t) { return t * t * (3 - 2 * t); }
// 0 … 1
static double value_noise(uint64_t seed, tr_vec p) {
    const double fx = floor(p.x), fy = floor(p.y), fz = floor(p.z);
    const int64_t x = (int64_t)fx, y = (int64_t)fy, z = (int64_t)fz;
    const double u = fade(p.x - fx), v = fade(p.y - fy), w = fade(p.z - fz);
    double plane[2];
    for (int k = 0; k < 2; k++)
        plane[k] = tr_mix(tr_mix(corner(seed, x, y, z + k), corner(seed, x + 1, y, z + k), u),
                          tr_mix(corner(seed, x, y + 1, z + k), corner(seed, x + 1, y + 1, z + k), u), v);
    return tr_mix(plane[0], plane[1], w);
}

static double cloudiness(uint64_t seed, tr_vec p, int octaves) {
    double sum = 0, amplitude = 1, total = 0;
    for (int i = 0; i < octaves; i++, amplitude *= 0.6, p = tr_vec_scale(p, 2.03)) {
        sum += amplitude * value_noise(seed + (uint64_t)i, p);
        total += amplitude;
    }
    return sum / total;
}

// ---- the band ------------------------------------------------------------------------------------

// Light from one direction, times tr_galaxy_light: a thin disc seen from inside with a bulge towards its
// centre. Dust in its plane absorbs light, blue more than red.
static void find_light(uint64_t seed, tr_vec d, double light[3]) {
    const tr_vec p = tr_mat_apply(&tr_galaxy_frame, d); // x: towards the centre, z: north
    const double sway = 0.07 * (cloudiness(seed + 40, tr_vec_scale(p, 1.7), 3) - 0.5);
    const double height = p.z + sway;
    const double towards = 0.5 + 0.5 * p.x; // 1: the direction of the centre of the galaxy
    const double thick = 0.09 + 0.09 * towards * towards;
    const double disc = exp(-height * height / (thick * thick)) * (0.25 + 0.75 * towards * towards);
    const double away = sqrt((1 - p.x) * (1 - p.x) + 2.2 * height * height);
    const double bulge = 0.55 * exp(-away / 0.16);
    for (int c = 0; c < 3; c++)
        light[c] = 0;
    if (disc + bulge < 0.001) // darker than the darkest grey
        return;
    const double clouds = tr_smooth(0.28, 0.75, cloudiness(seed, tr_vec_scale(p, 9), 6));
    const double stars = (disc * (0.12 + 0.9 * clouds) + bulge) * 0.8;
    // Dust: ridges of noise near the plane, broken up by larger noise.
    const double ridges = 1 - 2 * fabs(cloudiness(seed + 20, tr_vec_scale(p, 7), 7) - 0.5);
    const double holds = exp(-height * height / (0.2 * thick * thick));
    const double dust =
        2.2 * holds *
        tr_smooth(0.78, 1.02, ridges + 0.35 * (cloudiness(seed + 30, tr_vec_scale(p, 2.2), 3) - 0.4));
    const double warm = fmin(1, 0.25 + bulge + 0.4 * towards * towards);
    const double tint[3] = {tr_mix(0.84, 1.0, warm), tr_mix(0.90, 0.85, warm), tr_mix(1.0, 0.62, warm)};
    const double taken[3] = {0.75, 1.0, 1.32}; // Cardelli, Clayton and Mathis 1989
    for (int c = 0; c < 3; c++)
        light[c] = stars * tint[c] * exp(-dust * taken[c]);
}

// The direction of a point on a face of a cube map, u and v from -1 to 1 (OpenGL 3.3, section 3.8.10).
static tr_vec face_direction(int face, double u, double v) {
    static const tr_mat faces[6] = {
        {{{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}}, {{{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}}},
        {{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}},   {{{0, -1, 0}, {1, 0, 0}, {0, 0, -1}}},
        {{{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}},  {{{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}},
    };
    const tr_vec *axis = faces[face].row;
    return tr_vec_normalize(
        tr_vec_add(axis[0], tr_vec_add(tr_vec_scale(axis[1], u), tr_vec_scale(axis[2], v))));
}

void tr_galaxy_bake(uint64_t seed, int face, int side, uint8_t *rgba) {
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++, rgba += 4) {
            double light[3];
            find_light(seed, face_direction(face, 2 * (i + 0.5) / side - 1, 2 * (j + 0.5) / side - 1), light);
            for (int c = 0; c < 3; c++)
                rgba[c] = (uint8_t)(255 * sqrt(fmin(light[c], 1)) + 0.5);
            rgba[3] = 255;
        }
}
