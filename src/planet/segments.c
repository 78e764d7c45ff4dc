// Curves and gradients, as points, become sums of segments.
#include "base/size.h"
#include "planet/private/plan.h"

tr_status plan_segments_prepare(int points, const double *positions, int values, const double (*value)[3],
                                tr_segments *segments, tr_error *error) {
    *segments = (tr_segments){0};
    if (points < 1)
        return TR_OK;
    segments->segments = tr_allocate((size_t)points, sizeof *segments->segments);
    if (!segments->segments)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a gradient of %d stops", points);
    double least = 1e-6 * (positions[points - 1] - positions[0]);
    least = least > 0 ? least : 1e-6;
    segments->segments[0] = (struct tr_segment){.start = (float)positions[0]};
    for (int c = 0; c < values; c++)
        segments->segments[0].before[c] = (float)value[0][c];
    for (int k = 0; k + 1 < points; k++) {
        double length = positions[k + 1] - positions[k];
        length = length < least ? least : length;
        struct tr_segment *segment = &segments->segments[segments->count++], *next = segment + 1;
        *next = (struct tr_segment){.start = (float)positions[k + 1]};
        segment->length = (float)length;
        for (int c = 0; c < values; c++) {
            segment->slope[c] = (float)((value[k + 1][c] - value[k][c]) / length);
            next->before[c] = segment->before[c] + segment->slope[c] * segment->length;
        }
    }
    return TR_OK;
}
