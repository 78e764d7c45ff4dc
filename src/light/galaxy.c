#include "light/galaxy.h"
#include "base/maths.h"

#include "base/hash.h"

#include <stdbool.h>

const tr_mat tr_galaxy_frame = {{{0.83, 0.35, 0.43}, {-0.49, 0.83, 0.27}, {-0.26, -0.44, 0.86}}};
const double tr_galaxy_light = 0.007;

// ---- noise ---------------------------------------------------------------------------------------
// A separate value noise: this module does not depend on the noise module, whose fields are for texels.

// The cell of the lattice that was used last. Neighbouring texels mostly lie in the same one.
typedef struct cell {
    int64_t x, y, z;
    double corners[2][2][2]; // z, y, x
    bool used;
} cell;

enum { SWAY = 3, CLOUDS = 6, RIDGES = 7, BREAKS = 3 }; // octaves

typedef struct galaxy {
    uint64_t seed;
    cell sway[SWAY], clouds[CLOUDS], ridges[RIDGES], breaks[BREAKS];
} galaxy;

static double corner(uint64_t seed, int64_t x, int64_t y, int64_t z) {
    return tr_hash_unit(
        tr_hash_u64(seed ^ (uint64_t)x * 0x8da6b343u ^ (uint64_t)y * 0xd8163841u ^ (uint64_t)z * 0xcb1ab31fu));
}

static void enter(cell *c, uint64_t seed, int64_t x, int64_t y, int64_t z) {
    if (c->used && c->x == x && c->y == y && c->z == z)
        return;
    for (int i = 0; i < 8; i++)
        c->corners[i >> 2][i >> 1 & 1][i & 1] = corner(seed, x + (i & 1), y + (i >> 1 & 1), z + (i >> 2));
    c->x = x, c->y = y, c->z = z, c->used = true;
}

// Of a number below 2^63. The processors without SSE4.1 call a function for floor().
static int64_t floor_of(double t) { return (int64_t)t - (t < (double)(int64_t)t); }

static double fade(double t) { return t * t * (3 - 2 * t); }
// 0 … 1
static double value_noise(cell *c, uint64_t seed, tr_vec p) {
    const int64_t x = floor_of(p.x), y = floor_of(p.y), z = floor_of(p.z);
    const double u = fade(p.x - (double)x), v = fade(p.y - (double)y), w = fade(p.z - (double)z);
    double plane[2];
    enter(c, seed, x, y, z);
    for (int k = 0; k < 2; k++)
        plane[k] = tr_mix(tr_mix(c->corners[k][0][0], c->corners[k][0][1], u),
                          tr_mix(c->corners[k][1][0], c->corners[k][1][1], u), v);
    return tr_mix(plane[0], plane[1], w);
}

static double cloudiness(cell cells[], int octaves, uint64_t seed, tr_vec p) {
    double sum = 0, amplitude = 1, total = 0;
    for (int i = 0; i < octaves; i++, amplitude *= 0.6, p = tr_vec_scale(p, 2.03)) {
        sum += amplitude * value_noise(&cells[i], seed + (uint64_t)i, p);
        total += amplitude;
    }
    return sum / total;
}

// ---- the band ------------------------------------------------------------------------------------

// How much of the disc and of the bulge towards the galaxy's centre lies in direction p, at a height over the
// plane.
static double find_disc(tr_vec p, double height, double thick) {
    const double towards = 0.5 + 0.5 * p.x; // 1: the direction of the centre of the galaxy
    return exp(-height * height / (thick * thick)) * (0.25 + 0.75 * towards * towards);
}

static double find_bulge(tr_vec p, double height) {
    return 0.55 * exp(-sqrt((1 - p.x) * (1 - p.x) + 2.2 * height * height) / 0.16);
}

// Dust: ridges of noise near the plane, broken up by larger noise. What is too thin to be seen is 0.
static double find_dust(galaxy *g, tr_vec p, double height, double thick) {
    const double thickest = 2.2 * exp(-height * height / (0.2 * thick * thick)), from = 0.78, to = 1.02;
    if (thickest < 1e-6)
        return 0;
    const double ridges = 1 - 2 * fabs(cloudiness(g->ridges, RIDGES, g->seed + 20, tr_vec_scale(p, 7)) - 0.5);
    if (ridges + 0.35 * 0.6 <= from)
        return 0;
    const double breaks = cloudiness(g->breaks, BREAKS, g->seed + 30, tr_vec_scale(p, 2.2)) - 0.4;
    return thickest * tr_smooth(from, to, ridges + 0.35 * breaks);
}

// Light from one direction, times tr_galaxy_light: a thin disc seen from inside with a bulge towards its
// centre. Dust in its plane absorbs light, blue more than red.
static void find_light(galaxy *g, tr_vec d, double light[3]) {
    const double darkest = 0.001, swing = 0.07;         // darker than the darkest grey; how far the disc bends
    const tr_vec p = tr_mat_apply(&tr_galaxy_frame, d); // x: towards the centre, z: north
    const double towards = 0.5 + 0.5 * p.x, thick = 0.09 + 0.09 * towards * towards;
    const double least_height = fmax(0, fabs(p.z) - swing / 2);
    for (int c = 0; c < 3; c++)
        light[c] = 0;
    if (find_disc(p, least_height, thick) + find_bulge(p, least_height) < darkest)
        return; // however the disc bends here
    const double height = p.z + swing * (cloudiness(g->sway, SWAY, g->seed + 40, tr_vec_scale(p, 1.7)) - 0.5);
    const double disc = find_disc(p, height, thick), bulge = find_bulge(p, height);
    if (disc + bulge < darkest)
        return;
    const double clouds = tr_smooth(0.28, 0.75, cloudiness(g->clouds, CLOUDS, g->seed, tr_vec_scale(p, 9)));
    const double stars = (disc * (0.12 + 0.9 * clouds) + bulge) * 0.8;
    const double dust = find_dust(g, p, height, thick);
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
    galaxy g = {.seed = seed};
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++, rgba += 4) {
            double light[3];
            find_light(&g, face_direction(face, 2 * (i + 0.5) / side - 1, 2 * (j + 0.5) / side - 1), light);
            for (int c = 0; c < 3; c++)
                rgba[c] = (uint8_t)(255 * sqrt(fmin(light[c], 1)) + 0.5);
            rgba[3] = 255;
        }
}
