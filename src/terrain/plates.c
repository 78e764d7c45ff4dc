#include "terrain/plates.h"
#include "base/hash.h"
#include "noise/maths/trig.h"
#include "terrain/private/shaping.h"

// Pushes seeds apart, but only slightly, because plates of equal size would look artificial.
static void push_apart(int count, double at[TR_MAX_PLATES][3]) {
    for (int i = 0; i < count; i++) {
        double push[3] = {0};
        for (int j = 0; j < count; j++) {
            double away[3], square = 0;
            for (int k = 0; k < 3; k++)
                away[k] = at[i][k] - at[j][k], square += away[k] * away[k];
            for (int k = 0; k < 3; k++)
                push[k] += away[k] * 0.005 / (square * square + 0.02);
        }
        double length = 0;
        for (int k = 0; k < 3; k++)
            at[i][k] += push[k], length += at[i][k] * at[i][k];
        for (int k = 0; k < 3; k++)
            at[i][k] /= sqrt(length);
    }
}

void plates_spread(uint64_t seed, int count, double continental, plate_set *out) {
    double at[TR_MAX_PLATES][3];
    out->count = count;
    for (int i = 0; i < count; i++)
        shape_random_direction(tr_hash_pair(seed, (uint64_t)i), at[i]);
    for (int round = 0; round < 2; round++)
        push_apart(count, at);
    for (int i = 0; i < count; i++) {
        const uint64_t own = tr_hash_pair(tr_hash_pair(seed, (uint64_t)i), 2);
        double pole[3];
        shape_random_direction(own, pole);
        const double speed = 0.4 + 0.8 * tr_hash_unit(tr_hash_pair(own, 2));
        out->x[i] = (float)at[i][0], out->y[i] = (float)at[i][1], out->z[i] = (float)at[i][2];
        out->spin_x[i] = (float)(speed * pole[0]), out->spin_y[i] = (float)(speed * pole[1]);
        out->spin_z[i] = (float)(speed * pole[2]);
        // Exactly that fraction for every seed. Positions are random, so the first plates are as good as any.
        out->kind[i] = i < (int)(continental * count + 0.5) ? 1 : -1;
    }
}
