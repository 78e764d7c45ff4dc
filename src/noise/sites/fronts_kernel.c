// Fronts: evaluation of the cyclones that reach a sample.
#include "base/maths.h"
#include "noise/sites/fronts.h"
#include "noise/sites/private/reaching.h"

// One cyclone: the directions to the east and to the pole of its hemisphere, in its radii.
typedef struct cyclone {
    float x, y, z;
    float east[3], poleward[3];
    float scale, strength;
} cyclone;

static cyclone make_cyclone(const tr_sites *s, int j) {
    const float x = s->x[j], y = s->y[j], z = s->z[j], side = y < 0 ? -1.0f : 1.0f;
    const float around = __builtin_sqrtf(x * x + z * z + 1e-12f), scale = 1 / s->radius[j], k = scale / around;
    return (cyclone){.x = x,
                     .y = y,
                     .z = z,
                     .east = {z * k, 0, -x * k},
                     .poleward = {-y * x * k * side, around * scale * side, -y * z * k * side},
                     .scale = scale,
                     .strength = s->strength[j]};
}

static inline float soft(float x) { return x * x * (3 - 2 * x); }

// Adds one cyclone. u runs along the front from the centre, s across it into the cold air.
static inline void add_fronts(const tr_front_plan *plan, int site, const batch *at, float *restrict cloud,
                              float *restrict sector, float *restrict least, float *restrict nearest,
                              float *restrict along) {
    const cyclone c = make_cyclone(&plan->sites, site);
    const float cold_tilt = plan->tilt, warm_tilt = 0.3f * plan->tilt;
    const float reach = plan->reach, ends = 1 / reach, width = plan->width;
    for (int i = 0; i < at->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float dx = at->x[i] - c.x, dy = at->y[i] - c.y, dz = at->z[i] - c.z;
        const float a = dx * c.east[0] + dy * c.east[1] + dz * c.east[2];
        const float b = dx * c.poleward[0] + dy * c.poleward[1] + dz * c.poleward[2];
        const float warm = soft(tr_clampf(0.5f + 2 * a, 0, 1)),
                    tilt = cold_tilt + warm * (warm_tilt - cold_tilt);
        // rounded at the centre, where both fronts meet
        const float out = __builtin_sqrtf(a * a + 0.02f), slant = __builtin_sqrtf(1 + tilt * tilt);
        const float s = (b + tilt * (out - 0.14f)) / slant, u = (out - 0.14f) * slant;
        const float r = c.scale * __builtin_sqrtf(dx * dx + dy * dy + dz * dz);
        const float near = soft(tr_clampf(1.5f - 1.5f * r * ends, 0, 1)), t = tr_clampf(u * ends, 0, 1);
        const float taper = 1 - t * (0.7f - 0.2f * warm);
        const float behind = width * taper * (0.4f + 1.8f * warm),
                    before = width * taper * (1.3f - 0.7f * warm);
        const float off = s / (s < 0 ? -before : behind), core = tr_clampf(1 - off, 0, 1),
                    veil = tr_clampf(1 - 0.4f * off, 0, 1);
        const float fade = tr_clampf((1 - t * (1 + 0.7f * warm)) * 3, 0, 1);
        const float own =
            (0.6f * soft(core) + 0.4f * veil * veil) * fade * near * c.strength * (1 - 0.35f * warm);
        const float side = near * (s * 6 < -1 ? 1 : s * 6 > 1 ? -1 : -s * 6);
        const float far = (s < 0 ? -s : s) + (t < 1 ? 0 : 1) + (near > 0 ? 0 : 2 * reach);
        cloud[i] = own > cloud[i] ? own : cloud[i];
        sector[i] = side * side > sector[i] * sector[i] ? side : sector[i];
        nearest[i] = far < least[i] ? s : nearest[i];
        along[i] = far < least[i] ? (a < 0 ? -u : u) : along[i];
        least[i] = far < least[i] ? far : least[i];
    }
}

void TR_KERNEL(tr_fronts)(const void *of, const tr_block *block, float *out) {
    const tr_front_plan *plan = of;
    for (reached r = begin_reached(&plan->sites, block, plan->reach); next_batch(&r);) {
        float value[TR_FRONT_COUNT][TR_BATCH_SAMPLES] = {{0}}, least[TR_BATCH_SAMPLES];
        for (int k = 0; k < TR_BATCH_SAMPLES; k++)
            least[k] = value[TR_FRONT_DISTANCE][k] = plan->reach;
        for (int j = 0; j < r.near; j++)
            if (take_site(&r, j, 8))
                add_fronts(plan, r.site[j], &r.b, value[TR_FRONT_CLOUD], value[TR_FRONT_SECTOR], least,
                           value[TR_FRONT_DISTANCE], value[TR_FRONT_ALONG]);
        scatter_rows(&r.b, value[plan->value], out);
    }
}
