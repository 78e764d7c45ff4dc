#include "noise/sites/streets.h"
#include "base/hash.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include "noise/sites/sites.h"

// Two perpendicular tangent directions at p, rotated by an angle. Before the rotation, the first one points
// towards the axis that is farthest from p.
static void make_frame(const double p[3], double angle, float east[3], float north[3]) {
    const int axis = p[1] * p[1] < 0.5 ? 1 : 0;
    double a[3], b[3], length = 0;
    for (int k = 0; k < 3; k++) {
        a[k] = (k == axis) - p[axis] * p[k];
        length += a[k] * a[k];
    }
    for (int k = 0; k < 3; k++)
        a[k] /= sqrt(length);
    b[0] = p[1] * a[2] - p[2] * a[1];
    b[1] = p[2] * a[0] - p[0] * a[2];
    b[2] = p[0] * a[1] - p[1] * a[0];
    double s, c;
    tr_sincos(angle, &s, &c);
    for (int k = 0; k < 3; k++) {
        east[k] = (float)(c * a[k] + s * b[k]);
        north[k] = (float)(c * b[k] - s * a[k]);
    }
}

tr_status tr_streets_create(const tr_street_numbers *numbers, tr_street_plan *plan, tr_error *error) {
    *plan = (tr_street_plan){.levels = (int)numbers->levels,
                             .scale = (float)numbers->scale,
                             .width = (float)numbers->width,
                             .avenue = (float)numbers->avenue,
                             .subdivision = (float)numbers->subdivision,
                             .endless = (float)numbers->endless};
    const tr_spread spread = {.seed = numbers->seed,
                              .count = (int)numbers->districts,
                              .randomness = numbers->randomness,
                              .latitude_max = 90,
                              .meter = numbers->meter};
    tr_status status = tr_sites_create(&spread, &plan->sites, error);
    if (status != TR_OK)
        return status;
    enum { of_district = 500 }; // operations
    const size_t n = (size_t)plan->sites.count;
    if (!TR_ALLOCATE(TR_ARRAY(plan->east, n), TR_ARRAY(plan->north, n), TR_ARRAY(plan->radial, n),
                     TR_ARRAY(plan->key, n))) {
        tr_streets_clear(plan);
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d districts", spread.count);
    }
    for (int j = 0; j < plan->sites.count && tr_meter_add(numbers->meter, of_district); j++) {
        const double centre[3] = {plan->sites.x[j], plan->sites.y[j], plan->sites.z[j]};
        const uint64_t h = tr_hash_pair(numbers->seed ^ 0x737472656574u, (uint64_t)j);
        make_frame(centre, 2 * TR_PI * tr_hash_unit(h), plan->east[j], plan->north[j]);
        plan->key[j] = (uint32_t)h;
        plan->radial[j] = tr_hash_unit(tr_hash_u64(h)) < numbers->radial;
    }
    status = tr_meter_check(numbers->meter, error);
    if (status != TR_OK)
        tr_streets_clear(plan);
    return status;
}

void tr_streets_clear(tr_street_plan *plan) {
    tr_sites_clear(&plan->sites);
    tr_free(plan->east);
    *plan = (tr_street_plan){0};
}
