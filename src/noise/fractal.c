#include "noise/fractal.h"
#include "base/hash.h"
#include "noise/trig.h"
#include "noise/walk.h"

#include <assert.h>

// x^n for whole n, by products alone.
static double whole_power(double x, int n) {
    double result = 1;
    for (int i = 0; i < (n < 0 ? -n : n); i++)
        result *= x;
    return n < 0 ? 1 / result : result;
}

static tr_octave prepare_octave(const tr_fractal_numbers *numbers, int k) {
    // Frequencies beyond 2^20 are past what the widest map can show; the bound keeps lattice indices in 32
    // bits.
    const double highest = 0x1p20;
    double frequency = numbers->scale * whole_power(numbers->lacunarity, k);
    uint64_t seed = tr_hash_pair(numbers->seed, (uint64_t)(int64_t)k);
    tr_octave octave = {.seed = {(uint32_t)seed, (uint32_t)(seed >> 32)}};
    uint64_t shift = tr_hash_u64(seed);
    for (int axis = 0; axis < 3; axis++) {
        double f = frequency * numbers->stretch[axis];
        octave.frequency[axis] = (float)(f > highest ? highest : f);
        // Lattice planes through the centre would meet at the poles in every octave. Half a cell is enough to
        // avoid that, and keeps the lattice symmetric, which evaluation along latitudes can use.
        octave.offset[axis] = shift >> axis & 1 ? 0.5f : 0;
    }
    double cells = floor(frequency + 0.5) + 1;
    octave.period = (int32_t)(cells > highest ? highest : cells);
    octave.amplitude = (float)whole_power(numbers->persistence, k - numbers->start);
    return octave;
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
}

float tr_octave_share(const tr_fractal_plan *plan, int octave, int width) {
    const tr_octave *o = &plan->octaves[octave];
    double texels = width / (double)o->period; // of one cell
    if (!plan->plane) {
        double highest = 0;
        for (int axis = 0; axis < 3; axis++)
            highest = (double)o->frequency[axis] > highest ? (double)o->frequency[axis] : highest;
        texels = width / (2 * TR_PI * highest);
    }
    double t = (texels - 1.3) / (3 - 1.3);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (float)(t * t * (3 - 2 * t));
}

void tr_fractal_evaluate(const tr_fractal_plan *plan, const tr_noise_kernels *kernels, int width,
                         const tr_samples *samples, float *out, float *noise, float *weight) {
    const int n = samples->count;
    for (int i = 0; i < n; i++)
        out[i] = 0, weight[i] = 1;
    for (int k = 0; k < plan->count; k++) {
        const tr_octave *octave = &plan->octaves[k];
        float share = tr_octave_share(plan, k, width);
        if (share <= 0)
            break; // finer ones show even less
        if (plan->plane && plan->basis == TR_BASIS_SIMPLEX)
            kernels->simplex_plane(octave, n, samples->u, samples->v, noise);
        else if (plan->basis == TR_BASIS_SIMPLEX)
            kernels->simplex(octave, n, samples->x, samples->y, samples->z, noise);
        else if (plan->plane && plan->basis == TR_BASIS_PERLIN)
            kernels->perlin_plane(octave, (int)plan->interpolation, n, samples->u, samples->v, noise);
        else if (plan->plane)
            kernels->value_plane(octave, (int)plan->interpolation, n, samples->u, samples->v, noise);
        else if (plan->basis == TR_BASIS_PERLIN)
            kernels->perlin(octave, (int)plan->interpolation, n, samples->x, samples->y, samples->z, noise);
        else
            kernels->value(octave, (int)plan->interpolation, n, samples->x, samples->y, samples->z, noise);
        kernels->accumulate((int)plan->shape, octave->amplitude * share, n, noise, out, weight);
    }
}

// Sample by sample, for what has no faster way.
static void evaluate_samples(const tr_fractal_plan *plan, const tr_noise_kernels *kernels,
                             const tr_rectangle *where, float *out) {
    enum { columns_most = 256 };
    float x[columns_most], y[columns_most], z[columns_most], u[columns_most], v[columns_most];
    float noise[columns_most], weight[columns_most];
    for (int j = 0; j < where->rows; j++)
        for (int i = 0; i < where->columns; i += columns_most) {
            tr_rectangle part = {where->width, where->row + j, 1, where->column + i, where->columns - i};
            part.columns = part.columns < columns_most ? part.columns : columns_most;
            tr_sphere_samples(&part, x, y, z, u, v);
            tr_samples samples = {part.columns, x, y, z, u, v};
            tr_fractal_evaluate(plan, kernels, where->width, &samples,
                                out + (size_t)j * (size_t)where->columns + i, noise, weight);
        }
}

static void expand_rows(const tr_fractal_plan *plan, const tr_noise_kernels *kernels, const tr_rectangle *where,
                        float *out) {
    tr_fractal_plan shown = *plan;
    shown.count = 0;
    for (int k = 0; k < plan->count; k++) {
        float share = tr_octave_share(plan, k, where->width);
        if (share <= 0)
            break;
        shown.octaves[shown.count++].amplitude *= share;
    }
    kernels->plane_rows(kernels, &shown, where, out);
}

// Fractals on the sphere whose rows can be walked.
static bool is_walked(const tr_fractal_plan *plan, int width) {
    return plan->basis != TR_BASIS_SIMPLEX && !plan->plane && width % 4 == 0;
}

void tr_fractal_evaluate_map(const tr_fractal_plan *plan, const tr_noise_kernels *kernels,
                             const tr_rectangle *where, float *out) {
    if (plan->plane && plan->basis != TR_BASIS_SIMPLEX)
        expand_rows(plan, kernels, where, out);
    else if (is_walked(plan, where->width))
        tr_walk_map(plan, kernels, where, out, NULL);
    else
        evaluate_samples(plan, kernels, where, out);
}

void tr_fractal_evaluate_pair(const tr_fractal_plan *plan, const tr_noise_kernels *kernels,
                              const tr_rectangle *north, float *out, float *south) {
    const int height = north->width / 2;
    assert(north->row >= 0 && north->row + north->rows <= height / 2);
    if (is_walked(plan, north->width)) {
        tr_walk_map(plan, kernels, north, out, south);
        return;
    }
    const tr_rectangle mirrored = {north->width, height - north->row - north->rows, north->rows, north->column,
                                   north->columns};
    tr_fractal_evaluate_map(plan, kernels, north, out);
    tr_fractal_evaluate_map(plan, kernels, &mirrored, south);
}

void tr_fractal_evaluate_vector(const tr_fractal_plan *plan, const tr_noise_kernels *kernels, int width,
                                double amount, const tr_samples *samples, float *dx, float *dy, float *dz) {
    for (int k = 0; k < plan->count; k++) {
        tr_octave octave = plan->octaves[k];
        float share = tr_octave_share(plan, k, width);
        octave.amplitude *= share * (float)amount;
        if (share > 0)
            kernels->perlin_vector(&octave, samples->count, samples->x, samples->y, samples->z, dx, dy, dz);
    }
}
