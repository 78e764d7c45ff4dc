#include "app/private/pace.h"

#include <stdlib.h>

static const double slow_s = 0.030;

static int compare(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

void tr_pace_begin(tr_pace *pace, bool software) {
    *pace = (tr_pace){.quality = software ? TR_QUALITY_FULL : TR_QUALITY_FINE};
}

void tr_pace_add(tr_pace *pace, double cost_s) {
    pace->costs_s[pace->count++] = cost_s;
    if (pace->count < TR_PACE_FRAMES)
        return;
    qsort(pace->costs_s, TR_PACE_FRAMES, sizeof pace->costs_s[0], compare);
    const double median = 0.5 * (pace->costs_s[TR_PACE_FRAMES / 2 - 1] + pace->costs_s[TR_PACE_FRAMES / 2]);
    pace->count = 0;
    if (median > slow_s && pace->quality < TR_QUALITY_FAST)
        pace->quality++;
    else if (4 * median < slow_s && pace->quality > TR_QUALITY_FINE)
        pace->quality--;
}
