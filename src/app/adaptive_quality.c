#include "app/private/adaptive_quality.h"

#include <stdlib.h>

static const double slow_s = 0.030;

static int compare(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

void tr_adaptive_quality_begin(tr_adaptive_quality *adaptive, bool software) {
    *adaptive = (tr_adaptive_quality){.quality = software ? TR_QUALITY_FULL : TR_QUALITY_FINE};
}

void tr_adaptive_quality_add(tr_adaptive_quality *adaptive, double cost_s) {
    adaptive->costs_s[adaptive->count++] = cost_s;
    if (adaptive->count < TR_ADAPTIVE_QUALITY_FRAMES)
        return;
    qsort(adaptive->costs_s, TR_ADAPTIVE_QUALITY_FRAMES, sizeof adaptive->costs_s[0], compare);
    const double median = 0.5 * (adaptive->costs_s[TR_ADAPTIVE_QUALITY_FRAMES / 2 - 1] +
                                 adaptive->costs_s[TR_ADAPTIVE_QUALITY_FRAMES / 2]);
    adaptive->count = 0;
    if (median > slow_s && adaptive->quality < TR_QUALITY_FAST)
        adaptive->quality++;
    else if (4 * median < slow_s && adaptive->quality > TR_QUALITY_FINE)
        adaptive->quality--;
}
