#include "texture/private/taps.h"
#include "noise/maths/trig.h"

#include <assert.h>
#include <stdint.h>

// Here texel j of the fine ones is the interval [j * coarse, (j + 1) * coarse), and texel `index` of the coarse
// ones is [index * fine, (index + 1) * fine).
static taps cover(int fine, int coarse, int index, int64_t low[TAPS_MOST], int64_t high[TAPS_MOST]) {
    const int64_t from = (int64_t)index * fine, to = from + fine;
    taps t = {.first = (int)(from / coarse)};
    for (int64_t at = t.first; at * coarse < to; at++) {
        assert(t.count < TAPS_MOST);
        low[t.count] = at * coarse > from ? at * coarse : from;
        high[t.count] = (at + 1) * coarse < to ? (at + 1) * coarse : to;
        t.count++;
    }
    return t;
}

taps taps_box(int fine, int coarse, int index) {
    int64_t low[TAPS_MOST], high[TAPS_MOST];
    taps t = cover(fine, coarse, index, low, high);
    for (int i = 0; i < t.count; i++)
        t.weight[i] = (float)(high[i] - low[i]) / (float)fine;
    return t;
}

// The area of the sphere between two colatitudes a and b is proportional to cos a - cos b = 2 sin((a + b) / 2)
// sin((b - a) / 2).
taps taps_area(int fine, int coarse, int index) {
    const double half_angle = TR_PI / 2 / ((double)fine * coarse);
    int64_t low[TAPS_MOST], high[TAPS_MOST];
    double area[TAPS_MOST], sum = 0;
    taps t = cover(fine, coarse, index, low, high);
    for (int i = 0; i < t.count; i++) {
        double middle, half, cosine;
        tr_sincos((double)(low[i] + high[i]) * half_angle, &middle, &cosine);
        tr_sincos((double)(high[i] - low[i]) * half_angle, &half, &cosine);
        sum += area[i] = middle * half;
    }
    for (int i = 0; i < t.count; i++)
        t.weight[i] = (float)(area[i] / sum);
    return t;
}

taps taps_tent(int fine, int coarse, int index) {
    if (fine == 1)
        return (taps){0, 1, {1}};
    const double reach = (double)fine / coarse, middle = (index + 0.5) * reach;
    taps t = {.first = (int)floor(middle - reach + 0.5)};
    for (int at = t.first; at + 0.5 < middle + reach; at++) {
        const double weight = (reach - fabs(at + 0.5 - middle)) / (reach * reach);
        if (weight > 0 && at >= -1 && at <= fine) {
            assert(t.count < TAPS_MOST);
            t.weight[t.count++] = (float)weight;
        } else if (t.count == 0) {
            t.first = at + 1;
        }
    }
    return t;
}
