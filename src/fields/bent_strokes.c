#include "fields/private/bent_strokes.h"

#include "base/size.h"
#include "noise/lattice/fractal.h"

#include <math.h>

enum { most_places = 30000, octaves = 5 };

// How far lines of a stroke bend, in radians. A dot stays where it is.
static double reach_of(const tr_stroke_numbers *n) {
    const bool dots = n->shape != TR_SHAPE_BRUSH && n->shape != TR_SHAPE_RANGE;
    return n->bends && !dots && n->count > 1 ? n->softness * n->radius : 0;
}

static double chord(const double a[3], const double b[3]) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

// How many parts a segment is cut into: none is longer than the finest bends are wide.
static int parts_of(const double a[3], const double b[3], double reach, double share) {
    const double length = chord(a, b), parts = ceil(share * 2 * length / reach);
    return length > 1.9 || !(parts > 1) ? 1 : parts < most_places ? (int)parts : most_places;
}

static int segments_of(const tr_stroke_numbers *n) { return n->closed ? n->count : n->count - 1; }

static int count_places(const tr_stroke_numbers *n, const double (*places)[3], double share) {
    const double reach = reach_of(n);
    int count = n->count;
    for (int k = 0; reach > 1e-6 && k < segments_of(n); k++)
        count += parts_of(places[n->first + k], places[n->first + (k + 1) % n->count], reach, share) - 1;
    return count;
}

static int count_all(const tr_stroke_numbers *numbers, int count, const double (*places)[3], double share) {
    int all = 0;
    for (int i = 0; i < count && all < 100 * most_places; i++)
        all += count_places(&numbers[i], places, share);
    return all;
}

static void normalise(double v[3]) {
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3 && length > 0; i++)
        v[i] /= length;
}

// Writes the places of a stroke with those between them. Returns their number.
static int cut(const tr_stroke_numbers *n, const double (*places)[3], double share, double (*out)[3]) {
    const double reach = reach_of(n);
    int count = 0;
    for (int k = 0; k < n->count; k++) {
        const double *a = places[n->first + k], *b = places[n->first + (k + 1) % n->count];
        const int parts = reach > 1e-6 && k < segments_of(n) ? parts_of(a, b, reach, share) : 1;
        for (int j = 0; j < parts; j++, count++) {
            const double t = (double)j / parts;
            for (int i = 0; i < 3; i++)
                out[count][i] = a[i] + t * (b[i] - a[i]);
            normalise(out[count]);
        }
    }
    return count;
}

static void bend(double reach, uint64_t seed, int count, double (*places)[3]) {
    float at[3][TR_BLOCK_SAMPLES], by[3][TR_BLOCK_SAMPLES];
    const double scale = 1 / (8 * reach);
    const tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .octaves = octaves,
                                        .persistence = 0.65,
                                        .lacunarity = 2.03,
                                        .scale = scale > 1.5 ? scale : 1.5,
                                        .stretch = {1, 1, 1},
                                        .seed = seed};
    tr_fractal_plan plan;
    tr_fractal_prepare(&numbers, &plan);
    for (int first = 0; first < count; first += TR_BLOCK_SAMPLES) {
        const int some = count - first < TR_BLOCK_SAMPLES ? count - first : TR_BLOCK_SAMPLES;
        for (int i = 0; i < some; i++)
            for (int k = 0; k < 3; k++)
                at[k][i] = (float)places[first + i][k], by[k][i] = 0;
        const tr_samples samples = {.count = some, .x = at[0], .y = at[1], .z = at[2]};
        // as noise has a seventh of its range on average
        tr_fractal_add_vector(&plan, TR_ISA_BASELINE, 1 << 20, 0, plan.count, 4.5 * reach, &samples, by[0],
                              by[1], by[2]);
        for (int i = 0; i < some; i++) {
            for (int k = 0; k < 3; k++)
                places[first + i][k] += (double)by[k][i];
            normalise(places[first + i]);
        }
    }
}

tr_status bent_strokes_make(tr_stroke_numbers *numbers, int count, const double (*places)[3], uint64_t seed,
                            double (**bent)[3], tr_error *error) {
    double share = 1;
    int all = count_all(numbers, count, places, share);
    for (; all > most_places && share > 1e-9; all = count_all(numbers, count, places, share))
        share *= 0.5;
    *bent = tr_allocate((size_t)all + 1, sizeof **bent);
    if (!*bent)
        return tr_fail(error, TR_NO_MEMORY, "no memory for strokes");
    for (int i = 0, used = 0; i < count; i++) {
        tr_stroke_numbers *n = &numbers[i];
        const double reach = reach_of(n);
        const int own = cut(n, places, share, *bent + used);
        if (reach > 1e-6)
            bend(reach, seed, own, *bent + used);
        n->first = used, n->count = own;
        used += own;
    }
    return TR_OK;
}
