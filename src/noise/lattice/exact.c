#include "noise/lattice/private/exact.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/trig.h"

// Noise in double for octaves so strong that in float the finest octaves would be lost. It costs nothing,
// because it is used at few nodes. The function is that of perlin and value (lattice.h) for places relative to
// an origin.
static double fade_of(tr_interpolation interpolation, double t) {
    if (interpolation == TR_INTERPOLATION_QUINTIC)
        return t * t * t * (t * (t * 6 - 15) + 10);
    if (interpolation == TR_INTERPOLATION_CUBIC)
        return t * t * (3 - 2 * t);
    double sine, cosine;
    tr_sincos(TR_PI * t, &sine, &cosine);
    return 0.5 - 0.5 * cosine;
}

static double corner_of(tr_basis basis, uint32_t h, const double to[3]) {
    if (basis == TR_BASIS_VALUE)
        return (double)hash_value(h);
    return (h & 0x80000000u ? -to[0] : to[0]) + (h & 0x40000000u ? -to[1] : to[1]) +
           (h & 0x20000000u ? -to[2] : to[2]);
}

double tr_exact_noise(const tr_fractal_plan *fractal, int octave, const double at[3]) {
    const tr_octave *o = &fractal->octaves[octave];
    const uint32_t primes[3] = {PRIME_X, PRIME_Y, PRIME_Z};
    double place[3], fade[3], noise = 0;
    uint32_t lower[3];
    for (int axis = 0; axis < 3; axis++) {
        const double p = at[axis] * (double)o->frequency[axis] + (double)o->offset[axis], lowest = floor(p);
        place[axis] = p - lowest, fade[axis] = fade_of(fractal->interpolation, p - lowest);
        lower[axis] = (uint32_t)(int32_t)lowest * primes[axis] + o->seed[axis];
    }
    for (int corner = 0; corner < 8; corner++) {
        double weight = 1, to[3];
        uint32_t products = 0;
        for (int axis = 0; axis < 3; axis++) {
            const int upper = corner >> axis & 1;
            weight *= upper ? fade[axis] : 1 - fade[axis];
            to[axis] = place[axis] - upper;
            products ^= lower[axis] + (upper ? primes[axis] : 0);
        }
        noise += weight * corner_of(fractal->basis, hash(products), to);
    }
    noise *= fractal->basis == TR_BASIS_PERLIN ? (double)PERLIN_SCALE : 1;
    return noise < -1 ? -1 : noise > 1 ? 1 : noise;
}
