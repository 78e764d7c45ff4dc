#include "noise/lattice/fractal.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/trig.h"

// x^n for whole n, by multiplications only.
static double whole_power(double x, int n) {
    double result = 1;
    for (int i = 0; i < (n < 0 ? -n : n); i++)
        result *= x;
    return n < 0 ? 1 / result : result;
}

static tr_octave prepare_octave(const tr_fractal_numbers *numbers, int k) {
    // The widest map cannot show frequencies beyond 2^20. The limit keeps lattice indices within 32 bits.
    const double highest = 0x1p20;
    double frequency = numbers->scale * whole_power(numbers->lacunarity, k);
    uint64_t seed = tr_hash_pair(numbers->seed, (uint64_t)(int64_t)k);
    tr_octave octave = {.seed = {(uint32_t)seed, (uint32_t)(seed >> 32)}};
    uint64_t shift = tr_hash_u64(seed);
    for (int axis = 0; axis < 3; axis++) {
        double f = frequency * numbers->stretch[axis];
        octave.frequency[axis] = (float)(f > highest ? highest : f);
        // Lattice planes through the centre would meet at the poles in every octave. Half a cell avoids that
        // and keeps the lattice symmetric, which evaluation along latitudes uses.
        octave.offset[axis] = shift >> axis & 1 ? 0.5f : 0;
    }
    double cells = floor(frequency + 0.5) + 1;
    octave.period = (int32_t)(cells > highest ? highest : cells);
    octave.amplitude = (float)whole_power(numbers->persistence, k - numbers->start);
    return octave;
}

double tr_octave_frequency(const tr_octave *octave) {
    double highest = 0;
    for (int axis = 0; axis < 3; axis++)
        highest = (double)octave->frequency[axis] > highest ? (double)octave->frequency[axis] : highest;
    return highest;
}

static void continue_octaves(const tr_fractal_numbers *numbers, tr_fractal_plan *plan) {
    enum { most = 64 }; // tries, because the first octaves may be too coarse
    // Maps of 2048 columns show nothing from the first frequency on, those of 2^22 nothing beyond the second
    // (tr_cell_weight).
    const double first = 256, last = 0x1p19;
    double amplitude = (double)plan->octaves[plan->count - 1].amplitude;
    for (int k = numbers->octaves; plan->count < TR_MAX_OCTAVES && k < numbers->octaves + most; k++) {
        tr_octave octave = prepare_octave(numbers, numbers->start + k);
        const double frequency = tr_octave_frequency(&octave);
        amplitude *= numbers->endless;
        octave.amplitude = (float)amplitude;
        if (frequency >= first && frequency <= last)
            plan->octaves[plan->count++] = octave;
    }
}

void tr_fractal_prepare(const tr_fractal_numbers *numbers, tr_fractal_plan *plan) {
    *plan = (tr_fractal_plan){.basis = numbers->basis,
                              .interpolation = numbers->interpolation,
                              .shape = numbers->shape,
                              .plane = numbers->plane,
                              .count = numbers->octaves};
    double sum = 0;
    for (int i = 0; i < plan->count; i++) {
        plan->octaves[i] = prepare_octave(numbers, numbers->start + i);
        sum += (double)plan->octaves[i].amplitude;
    }
    for (int i = 0; i < plan->count; i++)
        plan->octaves[i].amplitude = (float)((double)plan->octaves[i].amplitude / sum);
    if (numbers->endless > 0 && numbers->shape == TR_FRACTAL_PLAIN && !numbers->plane)
        continue_octaves(numbers, plan);
}

// Adds the cell of the origin to the seeds, and the position in it to the offset. For simplex noise, the cell
// is that of the unskewed cubic lattice (simplex_kernel.c).
static void see_from(tr_basis basis, const double origin[3], tr_octave *octave) {
    const bool simplex = basis == TR_BASIS_SIMPLEX;
    const uint32_t primes[3] = {PRIME_X, PRIME_Y, PRIME_Z};
    double at[3], skew = 0, back = 0;
    for (int axis = 0; axis < 3; axis++) {
        const float frequency = octave->frequency[axis] * (simplex ? SIMPLEX_FREQUENCY : 1);
        at[axis] = origin[axis] * (double)frequency + (double)octave->offset[axis];
        skew += simplex ? at[axis] / 3 : 0;
    }
    for (int axis = 0; axis < 3; axis++) {
        const double lowest = floor(at[axis] + skew);
        at[axis] -= lowest, back += simplex ? lowest / 6 : 0;
        octave->seed[axis] += (uint32_t)(int64_t)lowest * primes[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        octave->offset[axis] = (float)(at[axis] + back);
}

void tr_fractal_rebase(const tr_fractal_plan *plan, int first, int end, const double origin[3],
                       tr_fractal_plan *seen) {
    seen->basis = plan->basis, seen->interpolation = plan->interpolation, seen->shape = plan->shape;
    seen->plane = plan->plane, seen->count = plan->count;
    for (int k = first; k < end; k++) {
        seen->octaves[k] = plan->octaves[k];
        see_from(plan->basis, origin, &seen->octaves[k]);
    }
}

float tr_cell_weight(double texels) {
    const double t = (texels - 1.3) / (3 - 1.3), within = t < 0 ? 0 : t > 1 ? 1 : t;
    return (float)(within * within * (3 - 2 * within));
}

// The fraction of an octave that a map of that width shows.
static float octave_weight(const tr_fractal_plan *plan, int octave, int width) {
    const tr_octave *o = &plan->octaves[octave];
    double texels = width / (double)o->period; // per cell
    if (!plan->plane)
        texels = width / (2 * TR_PI * tr_octave_frequency(o));
    return tr_cell_weight(texels);
}

int tr_fractal_shown(const tr_fractal_plan *plan, int width) {
    int shown = 0;
    for (int k = 0; k < plan->count; k++)
        shown += octave_weight(plan, k, width) > 0;
    return shown;
}

// ---- means of octaves --------------------------------------------------------------------------

typedef struct octave_means {
    float billow;    // E (2|n| - 1)
    float ridge;     // E max(0, 1 - 1.25 |n|)²
    float handed_on; // E min(1, 2.1 max(0, 1 - 1.25 |n|)²)
} octave_means;

// Each is from 12 million random places (tests/test_noise.c measures them again): first in space, then on the
// plane. Value noise without interpolation is uniform in [-1, 1]: 0 and 4/15. Simplex noise does not
// interpolate.
static const octave_means means_of[2][TR_BASIS_COUNT][TR_INTERPOLATION_COUNT] = {
    {[TR_BASIS_PERLIN] = {{0.1331f, 0.2451f, 0.3935f},
                          {-0.6237f, 0.6159f, 0.8929f},
                          {-0.5954f, 0.5926f, 0.8704f},
                          {-0.5989f, 0.5955f, 0.8728f},
                          {-0.5776f, 0.5781f, 0.8577f}},
     [TR_BASIS_VALUE] = {{0, 0.2667f, 0.4319f},
                         {-0.4895f, 0.5161f, 0.7872f},
                         {-0.3849f, 0.4506f, 0.7017f},
                         {-0.3941f, 0.4561f, 0.7091f},
                         {-0.3395f, 0.4248f, 0.6661f}},
     [TR_BASIS_SIMPLEX] = {{-0.5842f, 0.5864f, 0.8553f}}},
    {[TR_BASIS_PERLIN] = {{0, 0.2955f, 0.4662f},
                          {-0.6357f, 0.6309f, 0.8864f},
                          {-0.6253f, 0.6190f, 0.8833f},
                          {-0.6274f, 0.6212f, 0.8838f},
                          {-0.6143f, 0.6082f, 0.8803f}},
     [TR_BASIS_VALUE] = {{0, 0.2667f, 0.4319f},
                         {-0.3639f, 0.4362f, 0.6839f},
                         {-0.2779f, 0.3899f, 0.6178f},
                         {-0.2857f, 0.3940f, 0.6237f},
                         {-0.2429f, 0.3725f, 0.5924f}},
     [TR_BASIS_SIMPLEX] = {{-0.5836f, 0.5697f, 0.8898f}}},
};

tr_octave_weight tr_fractal_entry(const tr_fractal_plan *plan, int octave, int width) {
    tr_octave_weight entry = {.shape = (int)plan->shape,
                              .amplitude = plan->octaves[octave].amplitude,
                              .fraction = octave_weight(plan, octave, width)};
    const octave_means *means =
        &means_of[plan->plane][plan->basis][plan->basis == TR_BASIS_SIMPLEX ? 0 : plan->interpolation];
    if (plan->shape == TR_FRACTAL_BILLOW)
        entry.mean = means->billow;
    else if (plan->shape == TR_FRACTAL_RIDGED)
        entry.mean = means->ridge, entry.handed_on = means->handed_on;
    return entry;
}

// ---- sums --------------------------------------------------------------------------------------

void tr_fractal_octave(const tr_fractal_plan *plan, tr_isa isa, int k, const tr_samples *samples,
                       float *noise) {
    const tr_octave *octave = &plan->octaves[k];
    const int n = samples->count, basis = (int)plan->basis, fade = (int)plan->interpolation;
    const float *x = samples->x, *y = samples->y, *z = samples->z, *u = samples->u, *v = samples->v;
    if (plan->plane && plan->basis == TR_BASIS_SIMPLEX)
        TR_KERNEL_OF(isa, tr_simplex_plane)(octave, n, u, v, noise);
    else if (plan->basis == TR_BASIS_SIMPLEX)
        TR_KERNEL_OF(isa, tr_simplex)(octave, n, x, y, z, noise);
    else if (plan->plane)
        TR_KERNEL_OF(isa, tr_lattice_plane)(octave, basis, fade, n, u, v, noise);
    else
        TR_KERNEL_OF(isa, tr_lattice)(octave, basis, fade, n, x, y, z, noise);
}

// Noise in double for octaves so strong that in float the finest octaves would be lost. Its cost is negligible,
// because it is used at few nodes. The function is that of perlin and value (lattice.h) for positions relative
// to an origin.
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

double tr_fractal_exact_octave(const tr_fractal_plan *fractal, int octave, const double at[3]) {
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

void tr_fractal_evaluate(const tr_fractal_plan *plan, tr_isa isa, int width, const tr_samples *samples,
                         float *out, float *noise, float *weight) {
    for (int i = 0; i < samples->count; i++)
        out[i] = 0, weight[i] = 1;
    tr_fractal_add(plan, isa, width, 0, plan->count, samples, out, noise, weight);
}

void tr_fractal_add(const tr_fractal_plan *plan, tr_isa isa, int width, int first, int end,
                    const tr_samples *samples, float *out, float *noise, float *weight) {
    for (int k = first; k < end; k++) {
        const tr_octave_weight entry = tr_fractal_entry(plan, k, width);
        if (entry.fraction > 0)
            tr_fractal_octave(plan, isa, k, samples, noise);
        TR_KERNEL_OF(isa, tr_accumulate)(&entry, samples->count, noise, out, weight);
    }
}

void tr_fractal_add_vector(const tr_fractal_plan *plan, tr_isa isa, int width, int first, int end,
                           double amount, const tr_samples *samples, float *dx, float *dy, float *dz) {
    for (int k = first; k < end; k++) {
        tr_octave octave = plan->octaves[k];
        float fraction = octave_weight(plan, k, width);
        octave.amplitude *= fraction * (float)amount;
        if (fraction > 0)
            TR_KERNEL_OF(isa, tr_perlin_vector)
        (&octave, samples->count, samples->x, samples->y, samples->z, dx, dy, dz);
    }
}
