#include "measure/measure.h"
#include "measure/private/maths.h"

void tr_measure_sizes(const float *radii, int count, double least, tr_sizes *out) {
    double sum = 0;
    *out = (tr_sizes){.count = count, .least = least};
    for (int i = 0; i < count; i++) {
        const double radius = (double)radii[i];
        sum += measure_log2(radius / least);
        out->largest = radius > out->largest ? radius : out->largest;
    }
    if (count < TR_SIZES_LEAST || out->largest < 4 * least)
        return;
    out->slope = -count / (sum * 0.69314718055994531);
    out->error = -out->slope / sqrt(count);
}
