#include "terrain/continents.h"

#include "base/hash.h"
#include "noise/maths/trig.h"
#include "terrain/private/shaping.h"

// One step of charges that repel each other.
static void push_apart(int count, double at[TR_MAX_CONTINENTS][3]) {
    for (int i = 0; i < count; i++) {
        double length = 0;
        for (int j = 0; j < count; j++) {
            double away[3], square = 0;
            for (int k = 0; k < 3; k++)
                away[k] = at[i][k] - at[j][k], square += away[k] * away[k];
            for (int k = 0; k < 3; k++)
                at[i][k] += away[k] * 0.03 / (square * sqrt(square) + 0.02);
        }
        for (int k = 0; k < 3; k++)
            length += at[i][k] * at[i][k];
        for (int k = 0; k < 3; k++)
            at[i][k] /= sqrt(length);
    }
}

// The radius of a continent's part of the sphere. A single one does not reach all around.
static double radius_of(int count) { return count < 4 ? 1.1 : 2 / sqrt((double)count); }

void continents_spread(uint64_t seed, int count, double unequal, continent_set *out) {
    enum { rounds = 12 }; // more would give the corners of a polyhedron
    double at[TR_MAX_CONTINENTS][3];
    out->count = count;
    for (int i = 0; i < count; i++)
        shape_random_direction(tr_hash_pair(seed, (uint64_t)i), at[i]);
    for (int round = 0; round < rounds; round++)
        push_apart(count, at);
    for (int i = 0; i < count; i++) {
        const double place = count > 1 ? 1 - (double)i / (count - 1) : 0; // 1: the largest
        out->x[i] = (float)at[i][0], out->y[i] = (float)at[i][1], out->z[i] = (float)at[i][2];
        out->reach[i] = (float)(0.7 * radius_of(count) * unequal * place * place);
    }
}

void continents_find(const continent_set *c, int count, const float *x, const float *y, const float *z,
                     float *inside) {
    const float radius = (float)radius_of(c->count);
    for (int k = 0; k < count; k++) {
        float nearest = 8, second = 8;
        for (int i = 0; i < c->count; i++) {
            const float dx = x[k] - c->x[i], dy = y[k] - c->y[i], dz = z[k] - c->z[i];
            const float far = __builtin_sqrtf(dx * dx + dy * dy + dz * dz) - c->reach[i];
            second = far < nearest ? nearest : far < second ? far : second;
            nearest = far < nearest ? far : nearest;
        }
        const float edge = tr_smoothf(0.1f, 0.6f, (second - nearest) / radius); // 0 between two of them
        inside[k] = edge - nearest / radius;
    }
}
