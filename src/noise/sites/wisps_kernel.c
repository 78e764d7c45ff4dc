// Ray systems at arrays of samples (wisps.h). The directions round a crater are divided into sectors. Each
// sector has a ray in its middle half, so a sample evaluates two rays. Soft streaks lie between them.
#include "base/maths.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/draw.h"
#include "noise/maths/private/float_trig.h"
#include "noise/sites/private/batch.h"
#include "noise/sites/wisps.h"

#define HALO 11.0f // radius of the blanket round a crater, in crater radii

// A crater with directions along the ground.
typedef struct source {
    float x, y, z, radius, fresh, length;
    float east[3], north[3];
    uint32_t seed;
} source;

typedef struct family {
    uint32_t seed;
    int sectors;
    float width, length, bright; // width at the crater
} family;

static inline float length_of(const tr_wisp_plan *plan, int i) {
    return plan->length * (0.45f + 0.55f * plan->sites.strength[i]);
}

static source make_source(const tr_wisp_plan *plan, int i) {
    const tr_sites *s = &plan->sites;
    source o = {.x = s->x[i], .y = s->y[i], .z = s->z[i], .radius = s->radius[i]};
    o.fresh = 0.35f + 0.65f * s->strength[i];
    o.length = length_of(plan, i);
    o.seed = plan->seed + (uint32_t)i * PRIME_Z;
    // an axis far from the crater's direction
    const float ax = o.x * o.x < 0.4f ? 1 : 0, az = 1 - ax, along = ax * o.x + az * o.z;
    const float a[3] = {ax - along * o.x, -along * o.y, az - along * o.z};
    const float scale = 1 / __builtin_sqrtf(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int k = 0; k < 3; k++)
        o.east[k] = a[k] * scale;
    o.north[0] = o.y * o.east[2] - o.z * o.east[1];
    o.north[1] = o.z * o.east[0] - o.x * o.east[2];
    o.north[2] = o.x * o.east[1] - o.y * o.east[0];
    return o;
}

// A random number 0 … 1 for an integer under a hash.
static inline float number(uint32_t h, int32_t i) {
    uint32_t r = hash(h ^ ((uint32_t)i * PRIME_X));
    r = (r ^ (r >> 15)) * TR_HASH_SECOND;
    return (float)((r ^ (r >> 14)) >> 8) * 0x1p-24f;
}

// Noise 0 … 1 along a ray.
static inline float along_ray(uint32_t h, float t) {
    const int32_t i = floor_int(t);
    const float f = t - (float)i;
    return tr_mixf(number(h, i), number(h, i + 1), f * f * (3 - 2 * f));
}

// One ray at a place, from the distance along it and the angle across it in sectors.
__attribute__((always_inline)) static inline float shine(const family *f, float texel, int32_t sector,
                                                         float turns, float sine, float d, float inverse,
                                                         float radius) {
    const int32_t own = sector < 0 ? sector + f->sectors : sector >= f->sectors ? sector - f->sectors : sector;
    const uint32_t h = hash(f->seed + (uint32_t)own * PRIME_Y);
    const float off = turns - ((float)sector + 0.25f + 0.5f * number(h, 1)); // in sectors
    const float window = tr_positivef(1 - off * off * (16.0f / 9));
    // rays begin beside the crater's centre and curve a little
    const float wind = along_ray(h, 3 + 9 * d) - 0.5f;
    const float aside =
        off * 6.2831853f * sine / (float)f->sectors + radius * (2 * number(h, 2) - 1 + 0.7f * wind);
    const float thin = radius * f->width * (0.3f + number(h, 3)) * (0.7f + 1.2f * d);
    const float wide = thin > 0.7f * texel ? thin : 0.7f * texel;
    const float q = 1 / (1 + aside * aside / (wide * wide));
    const float reach = number(h, 4);
    const float fall = tr_positivef(1 - d * inverse / (0.2f + 0.8f * reach));
    float pieces = 1.7f * along_ray(h + PRIME_X, 6 * d) + 1.2f * along_ray(h + PRIME_Y, 31 * d) - 0.7f;
    pieces = pieces < 0 ? 0 : pieces > 1.3f ? 1.3f : pieces;
    return f->bright * (thin / wide) * number(h, 5) * window * q * q * fall * pieces;
}

// Soft streaks of dust in the direction (u, v) from a crater, which widen outwards: the light of many rays too
// thin to be visible singly.
__attribute__((always_inline)) static inline float streak(const tr_octave *o, float texel, float clump, float u,
                                                          float v, float d, float inverse) {
    const float broad = perlin_sample(o, TR_INTERPOLATION_QUINTIC, 5 * u, 5 * v, 0.7f * d);
    const float fine = perlin_sample(o, TR_INTERPOLATION_QUINTIC, 31 * u, 31 * v, 1.3f * d);
    const float seen = tr_clampf(d / (50 * texel + 1e-6f) - 1, 0, 1), fall = 1 - d * inverse;
    float light = 0.3f * broad + 0.7f * seen * fine + 0.2f * clump - 0.02f;
    light = light > 0 ? light : 0;
    return fall > 0 ? 1.2f * light * fall * fall : 0;
}

// Adds a crater's rays. clumps: noise in space that breaks them up.
static void add_source(const source *from, float texel, int rays, const batch *b, const float *restrict clumps,
                       float *restrict out) {
    const source s = *from;
    const family few = {s.seed, rays, 0.24f, 1 / s.length, 0.75f};
    const tr_octave o = {.frequency = {1, 1, 1}, .seed = {s.seed, s.seed * TR_HASH_FIRST}};
    for (int i = 0; i < b->count; i++) {
        const float px = b->x[i], py = b->y[i], pz = b->z[i], dx = px - s.x, dy = py - s.y, dz = pz - s.z;
        const float d = __builtin_sqrtf(dx * dx + dy * dy + dz * dz), r = d / s.radius;
        const float u = dx * s.east[0] + dy * s.east[1] + dz * s.east[2];
        const float v = dx * s.north[0] + dy * s.north[1] + dz * s.north[2];
        const float sine = __builtin_sqrtf(u * u + v * v), k = 1 / (sine + 1e-6f),
                    turns = tr_turns(v, u) + 0.5f;
        // some sides have more rays, some almost none; towards the far side all fade out
        const float side = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, 1.1f * k * u, 1.1f * k * v, 0.7f * d);
        const float at = turns * (float)few.sectors;
        const int32_t one = floor_int(at - 0.5f);
        const float glow = shine(&few, texel, one, at, sine, d, few.length, s.radius) +
                           shine(&few, texel, one + 1, at, sine, d, few.length, s.radius);
        const float dust = streak(&o, texel, clumps[i], k * u, k * v, d, few.length);
        float most = 0.7f + 1.6f * side;
        most = most < 0.05f ? 0.05f : most;
        const float halo = tr_positivef(1 - r * (1 / HALO) + 0.25f * clumps[i] + 0.3f * side);
        const float wall = tr_positivef(1 - 0.5f * r), begin = tr_unitf(r - 1);
        float clump = 0.9f + 0.8f * clumps[i];
        clump = clump < 0.1f ? 0.1f : clump;
        const float total = s.fresh * ((glow * clump + dust) * most * begin +
                                       0.6f * (r < 1.6f * HALO ? halo * halo : 0) + 0.5f * wall);
        out[i] += (total < 1 ? total : 1) * (1 - out[i]);
    }
}

static void find_clumps(const tr_wisp_plan *plan, float texel, const batch *b, float *restrict out) {
    const tr_octave coarse = {.frequency = {23, 23, 23}, .seed = {plan->seed, TR_HASH_FIRST}},
                    fine = {.frequency = {71, 71, 71}, .seed = {plan->seed, TR_HASH_SECOND}};
    const float shown = texel > 0 ? tr_clampf(0.7f / (71 * texel) - 0.7f, 0, 1) : 1;
    for (int i = 0; i < b->count; i++)
        out[i] = perlin_sample(&coarse, TR_INTERPOLATION_QUINTIC, b->x[i], b->y[i], b->z[i]) +
                 shown * perlin_sample(&fine, TR_INTERPOLATION_QUINTIC, b->x[i], b->y[i], b->z[i]);
}

void TR_KERNEL(tr_wisps)(const void *of, const tr_block *block, float *out) {
    enum { together = 64, of_source = 24 }; // craters per meter call; operations per sample
    const tr_wisp_plan *plan = of;
    for (int index = 0, batches = batch_total(block); index < batches; index++) {
        batch b;
        float clumps[TR_BATCH_SAMPLES], glow[TR_BATCH_SAMPLES];
        gather_batch(index, block, &b);
        const ball around = enclose_batch(&b);
        find_clumps(plan, block->texel, &b, clumps);
        for (int i = 0; i < b.count; i++)
            glow[i] = 0;
        bool on = true;
        unsigned more = 8 * TR_BATCH_SAMPLES;
        for (int j = 0; j < plan->sites.count; j++) {
            const float length = length_of(plan, j), halo = 1.6f * HALO * plan->sites.radius[j],
                        far = (length > halo ? length : halo) + around.radius;
            if (j % together == 0)
                on = tr_meter_add(block->meter, more + together), more = 0;
            if (!(squared_distance(&plan->sites, j, &around) < far * far * 1.0001f))
                continue;
            more += of_source * (unsigned)b.count;
            if (on) {
                const source s = make_source(plan, j);
                add_source(&s, block->texel, plan->rays, &b, clumps, glow);
            }
        }
        tr_meter_add(block->meter, more);
        scatter_rows(&b, glow, out);
    }
}
