// Curves and gradients, as points, become sums of ramps.
#include "base/size.h"
#include "planet/private/plan.h"

tr_status plan_ramps_prepare(int points, const double *positions, int values, const double (*value)[3],
                             tr_ramps *ramps, tr_error *error) {
    *ramps = (tr_ramps){0};
    if (points < 1)
        return TR_OK;
    ramps->ramps = tr_allocate((size_t)points, sizeof *ramps->ramps);
    if (!ramps->ramps)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a gradient of %d stops", points);
    double least = 1e-6 * (positions[points - 1] - positions[0]);
    least = least > 0 ? least : 1e-6;
    ramps->ramps[0] = (struct tr_ramp){.start = (float)positions[0]};
    for (int c = 0; c < values; c++)
        ramps->ramps[0].before[c] = (float)value[0][c];
    for (int k = 0; k + 1 < points; k++) {
        double length = positions[k + 1] - positions[k];
        length = length < least ? least : length;
        struct tr_ramp *ramp = &ramps->ramps[ramps->count++], *next = ramp + 1;
        *next = (struct tr_ramp){.start = (float)positions[k + 1]};
        ramp->length = (float)length;
        for (int c = 0; c < values; c++) {
            ramp->slope[c] = (float)((value[k + 1][c] - value[k][c]) / length);
            next->before[c] = ramp->before[c] + ramp->slope[c] * ramp->length;
        }
    }
    return TR_OK;
}
