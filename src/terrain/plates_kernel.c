// Finds the nearest plates and their motion, a few samples at a time. Plain loops that compilers vectorise.
#include "terrain/plates.h"
#include "terrain/private/shaping.h"

enum { chunk = 16 }; // samples per vector of the widest instruction set

typedef float group[chunk];

typedef struct samples {
    group x, y, z;
    group nearest, second; // squared distances in space to the two nearest seeds
    int32_t own[chunk], other[chunk];
} samples;

// The angle between directions with that squared distance: 2 asin(√s / 2) by its series.
static inline float angle_of(float square) {
    const float series = 1 + square * (1.0f / 24 + square * (3.0f / 640 + square * (5.0f / 7168)));
    return __builtin_sqrtf(square) * series;
}

static void find_nearest(const plate_set *p, samples *s) {
    for (int k = 0; k < chunk; k++)
        s->nearest[k] = s->second[k] = 5, s->own[k] = s->other[k] = 0; // farther than any plate
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < chunk; k++) {
            const float dx = s->x[k] - p->x[i], dy = s->y[k] - p->y[i], dz = s->z[k] - p->z[i];
            const float square = dx * dx + dy * dy + dz * dz;
            const int first = square < s->nearest[k], next = square < s->second[k];
            s->second[k] = first ? s->nearest[k] : next ? square : s->second[k];
            s->other[k] = first ? s->own[k] : next ? i : s->other[k];
            s->nearest[k] = first ? square : s->nearest[k];
            s->own[k] = first ? i : s->own[k];
        }
}

// The speed at which the plate under a sample approaches the others, weighted by the nearness of their borders.
// If only the second nearest plate counted, the speed would jump where three plates meet.
static void find_closing(const plate_set *p, const samples *s, group closing, group kind) {
    group ax, ay, az, wx, wy, wz, sum = {0}, weights = {0}, kinds = {0}, fractions = {0};
    for (int k = 0; k < chunk; k++) {
        const int a = s->own[k];
        ax[k] = p->x[a], ay[k] = p->y[a], az[k] = p->z[a];
        wx[k] = p->spin_x[a], wy[k] = p->spin_y[a], wz[k] = p->spin_z[a];
    }
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < chunk; k++) {
            const float x = s->x[k], y = s->y[k], z = s->z[k];
            const float dx = x - p->x[i], dy = y - p->y[i], dz = z - p->z[i];
            const float angle = angle_of(dx * dx + dy * dy + dz * dz);
            const float fraction = shape_fade((angle - angle_of(s->nearest[k])) / 0.12f);
            kinds[k] += fraction * p->kind[i], fractions[k] += fraction;
            // along the ground, from the sample's plate to the other one
            const float nx = p->x[i] - ax[k], ny = p->y[i] - ay[k], nz = p->z[i] - az[k];
            const float up = nx * x + ny * y + nz * z;
            const float tx = nx - up * x, ty = ny - up * y, tz = nz - up * z;
            const float length = __builtin_sqrtf(tx * tx + ty * ty + tz * tz + 1e-12f);
            // the velocity of a place x on a plate with rotation w is w × x
            const float ux = wx[k] - p->spin_x[i], uy = wy[k] - p->spin_y[i], uz = wz[k] - p->spin_z[i];
            const float vx = uy * z - uz * y, vy = uz * x - ux * z, vz = ux * y - uy * x;
            const float speed = (vx * tx + vy * ty + vz * tz) / length;
            const float beyond = angle - angle_of(s->second[k]);
            const float weight = i == s->own[k] ? 0 : shape_fade((beyond > 0 ? beyond : 0) / 0.06f);
            sum[k] += weight * speed, weights[k] += weight;
        }
    for (int k = 0; k < chunk; k++)
        closing[k] = sum[k] / weights[k], kind[k] = kinds[k] / fractions[k];
}

// Ocean floor is denser and is subducted below continents; otherwise the plate number decides.
static int rank_of(const plate_set *p, int i) { return (p->kind[i] > 0 ? TR_MAX_PLATES : 0) + i; }

void TR_KERNEL(plates_find)(const plate_set *p, int count, const float *x, const float *y, const float *z,
                            const plates_found *out) {
    for (int first = 0; first < count; first += chunk) {
        samples s;
        group closing, kind;
        for (int k = 0; k < chunk; k++) {
            const int i = first + k < count ? first + k : count - 1;
            s.x[k] = x[i], s.y[k] = y[i], s.z[k] = z[i];
        }
        find_nearest(p, &s);
        find_closing(p, &s, closing, kind);
        for (int k = 0; k < chunk && first + k < count; k++) {
            const int i = first + k;
            out->border[i] = 0.5f * (angle_of(s.second[k]) - angle_of(s.nearest[k]));
            out->closing[i] = closing[k], out->kind[i] = kind[k];
            out->over[i] = rank_of(p, s.own[k]) > rank_of(p, s.other[k]) ? 1 : 0;
        }
    }
}
