// Fields of many overlapping features at sites with a radius: craters, their rays, spots, storms of a twist.
#include "base/maths.h"
#include "noise/choices.h"
#include "noise/lattice/private/lattice.h"
#include "noise/sites/private/reaching.h"

enum { crater_reach = 3, ray_reach = 26 }; // in crater radii
#define OUTER_RING 1.41f                   // of a basin: the radius of its crest
#define OUTER_END 1.9f

// ---- craters -----------------------------------------------------------------------------------

// The dimensions of one crater in planet radii, after Pike 1977. Simple craters are bowls and deep for their
// width; complex craters are flat, with a floor and a central peak. The transition is at the radius
// `transition`, which is proportional to 1/g. Old craters are worn.
typedef struct crater {
    float x, y, z, radius, inverse_square;
    float depth, floor, rim, peak, erase;
    // of large craters
    bool great;
    float steps, terraced; // of the wall: number of terraces, and their strength, 0 … 1
    float inner, outer;    // height of the ring on the floor, and of the ring beyond the rim
} crater;

// The walls of large craters have slumped into terraces. With increasing size, a ring of peaks replaces the
// central peak, and basins have an additional ring beyond the rim, larger by √2 (Baker and others 2011, "The
// transition from complex crater to peak-ring basin on the Moon"; Hartmann and Kuiper 1962). Terraces narrower
// than three texels fade out.
static void measure_great(float size, float fresh, float r, float texel, crater *c) {
    const float fine = texel > 0 ? tr_clampf(r / (24 * texel) - 0.5f, 0, 1) : 1;
    c->great = size > 0.04f;
    c->steps = size > 0.14f ? 4 : size > 0.08f ? 3 : 2;
    c->terraced = fine * tr_clampf((size - 0.04f) * 40, 0, 1) * (0.4f + 0.6f * fresh);
    c->inner = 0.45f * c->depth * tr_clampf((size - 0.11f) * 30, 0, 1);
    c->outer = 1.1f * c->rim * tr_clampf((size - 0.15f) * 16, 0, 1);
}

// A crater less than four texels wide fades out; at two it has vanished. Smaller ones would alias.
static crater measure(const tr_sites *sites, int site, float texel) {
    float r = sites->radius[site], fresh = sites->strength[site];
    const float shown = tr_clampf(texel > 0 ? r / texel - 1 : 1, 0, 1);
    const float scale = sites->transition / 0.03f;
    const float complexity = tr_clampf((r - 0.006f * scale) * (1 / 0.05f) / scale, 0, 1);
    float worn = shown * r * (0.30f + 0.70f * fresh * fresh);
    crater c = {.x = sites->x[site],
                .y = sites->y[site],
                .z = sites->z[site],
                .radius = r,
                .inverse_square = 1 / (r * r)};
    c.depth =
        worn * (0.38f - 0.27f * complexity) * (r > 0.06f * scale ? __builtin_sqrtf(0.06f * scale / r) : 1);
    c.floor = c.depth * (1 - 0.38f * complexity);
    c.rim = worn * (0.085f - 0.04f * complexity);
    c.peak = complexity > 0.25f && r < 0.12f * scale ? 0.55f * c.depth : 0;
    c.erase = shown * (0.55f + 0.35f * fresh);
    measure_great(r / scale, fresh, r, texel, &c);
    return c;
}

// The wall from the floor to the rim in steps: a tread, then a scarp. Noise (-1 … 1) shifts them, so that
// terraces start and end along the wall.
static inline float terrace(const crater *c, float bowl, float noise) {
    const float height = c->floor + c->rim, w = (bowl + c->floor) / height;
    const float t = c->steps * tr_clampf(w + 1.6f * noise * w * (1 - w), 0, 1);
    const float step = (float)(int32_t)t, f = t - step;
    return bowl + c->terraced * height * ((step + f * f) / c->steps - w);
}

// 1 at `middle` radii, falling to 0 over `before` inwards and `behind` outwards.
static inline float ridge(float r, float middle, float before, float behind) {
    const float x = r - middle, fall = 1 - x * (x < 0 ? -1 / before : 1 / behind);
    return fall < 0 ? 0 : fall * fall;
}

__attribute__((always_inline)) static inline void add_crater(const crater *measures, bool great, const batch *b,
                                                             float *restrict out) {
    const crater c = *measures; // a local copy cannot alias out
    const tr_octave o = {.frequency = {1, 1, 1}, .seed = {TR_HASH_FIRST, TR_HASH_SECOND}, .amplitude = 1};
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        float dx = b->x[i] - c.x, dy = b->y[i] - c.y, dz = b->z[i] - c.z;
        float q = (dx * dx + dy * dy + dz * dz) * c.inverse_square, r = __builtin_sqrtf(q);
        // the walls of large craters are steep and leave a wider floor
        float bowl = (c.depth + c.rim) * (great ? q * q : q) - c.depth;
        bowl = bowl < -c.floor ? -c.floor : bowl;
        const float summit = tr_positivef(1 - 40 * q);
        // falls like r^-3 near the rim (McGetchin 1973) and is 0 beyond 3 radii
        const float skirt = tr_positivef(1.5f - 0.5f * r);
        float outside = c.rim * skirt * skirt * skirt;
        if (great) {
            // noise round the crater, different for each
            const float k = 2 * __builtin_sqrtf(c.inverse_square);
            const float noise = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, k * dx + 17 * c.x,
                                              k * dy + 17 * c.y, k * dz + 17 * c.z);
            const float broken = tr_clampf(0.7f + 1.3f * noise, 0, 1);
            bowl = terrace(&c, bowl, noise) + c.inner * broken * ridge(r, 0.5f, 0.14f, 0.2f);
            outside = outside + c.outer * broken * ridge(r, OUTER_RING, 0.12f, OUTER_END - OUTER_RING);
        }
        float inside = bowl + c.peak * summit * summit;
        float keep = q < 1 ? 1 - c.erase * (1 - q * q) : 1;
        // both are computed, because a branch would prevent vectorisation
        const float within = q < 1 ? 1 : 0;
        out[i] = out[i] * keep + (within * inside + (1 - within) * outside);
    }
}

// Whether the samples of a sphere need the additional terms of a large crater: within its rim or its outer
// ring.
static bool reaches(const crater *c, const ball *b) {
    const float dx = b->x - c->x, dy = b->y - c->y, dz = b->z - c->z;
    const float limit = ((c->outer > 0 ? OUTER_END : 1) * c->radius + b->radius) * 1.0001f;
    return dx * dx + dy * dy + dz * dz <= limit * limit;
}

void TR_KERNEL(tr_craters)(const void *plan, const tr_block *block, float *out) {
    for (reached r = begin_reached(plan, block, crater_reach); next_batch(&r);) {
        float height[TR_BATCH_SAMPLES] = {0};
        for (int j = 0; j < r.near; j++) {
            const bool on = take_site(&r, j, 1);
            crater c = measure(plan, r.site[j], block->texel);
            c.great = c.great && reaches(&c, &r.around);
            if (c.erase > 0)
                r.more += (unsigned)r.b.count * (c.great ? 8 : 2);
            if (on && c.erase > 0 && c.great)
                add_crater(&c, true, &r.b, height);
            else if (on && c.erase > 0)
                add_crater(&c, false, &r.b, height);
        }
        scatter_rows(&r.b, height, out);
    }
}

// ---- rays --------------------------------------------------------------------------------------

// Streaks: noise over the direction of a sample from the crater. Coarse noise makes some sides bright and
// others dark. Finer noise makes the single rays, which break up outwards because the position in the noise
// also moves with the distance. They fade as the ejecta thin out, and start in a ragged halo.
static void add_rays(const tr_sites *sites, int site, const tr_octave *octave, const batch *b,
                     float *restrict out) {
    const tr_octave o = *octave;
    const float cx = sites->x[site], cy = sites->y[site], cz = sites->z[site];
    const float inverse = 1 / sites->radius[site], fresh = 0.35f + 0.65f * sites->strength[site];
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        float dx = b->x[i] - cx, dy = b->y[i] - cy, dz = b->z[i] - cz;
        float d = __builtin_sqrtf(dx * dx + dy * dy + dz * dz), r = d * inverse, k = 1 / (d + 1e-6f);
        float ex = dx * k, ey = dy * k, ez = dz * k;
        // the crater's position offsets the noise, so that all craters have different rays
        float side = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, 1.7f * ex + 17 * cx, 1.7f * ey + 17 * cy,
                                   1.7f * ez + 17 * cz + 0.04f * r);
        float ray = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, 6.3f * ex + 29 * cx + 0.11f * r,
                                  6.3f * ey + 29 * cy, 6.3f * ez + 29 * cz);
        float fine = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, 17 * ex + 41 * cx,
                                   17 * ey + 41 * cy + 0.3f * r, 17 * ez + 41 * cz);
        const float streak = tr_unitf(0.9f * side + 1.1f * ray + 0.8f * fine - 0.12f);
        float fall = tr_positivef(1 - r * (1.0f / ray_reach));
        fall = fall * fall;
        const float halo = tr_unitf(1 - r * (0.22f - 0.12f * (ray + fine)));
        float bright = fresh * (1.3f * streak * fall + 0.8f * halo * halo);
        bright = r < ray_reach ? (bright < 1 ? bright : 1) : 0;
        out[i] = bright > out[i] ? bright : out[i];
    }
}

static tr_octave octave_of(uint32_t seed) {
    return (tr_octave){.frequency = {1, 1, 1}, .seed = {seed, seed * TR_HASH_FIRST}, .amplitude = 1};
}

void TR_KERNEL(tr_rays)(const void *plan, const tr_block *block, float *out) {
    const tr_ray_plan *p = plan;
    const tr_octave octave = octave_of(p->seed);
    for (reached r = begin_reached(&p->sites, block, ray_reach); next_batch(&r);) {
        float glow[TR_BATCH_SAMPLES] = {0};
        for (int j = 0; j < r.near; j++)
            if (take_site(&r, j, 12))
                add_rays(&p->sites, r.site[j], &octave, &r.b, glow);
        scatter_rows(&r.b, glow, out);
    }
}

// ---- spots -------------------------------------------------------------------------------------

#define SPOT_NEAREST 1e-4f // the square of the least distance from a centre, in radii

// Threads that run outwards from the middle of a spot at c in the unit direction e, at r spot radii: noise over
// the direction, of two widths, which changes slowly with r, so that threads begin and end.
static inline float spot_fibres(const tr_octave *o, const float c[3], float ex, float ey, float ez, float r) {
    const float broad = perlin_sample(o, TR_INTERPOLATION_QUINTIC, 13 * ex + 17 * c[0] + 0.8f * r,
                                      13 * ey + 17 * c[1], 13 * ez + 17 * c[2]);
    const float fine = perlin_sample(o, TR_INTERPOLATION_QUINTIC, 29 * ex + 31 * c[0],
                                     29 * ey + 31 * c[1] + 1.6f * r, 29 * ez + 31 * c[2]);
    const float both = 1.1f * broad + 0.9f * fine;
    return both < -1 ? -1 : both > 1 ? 1 : both;
}

// Adds a spot to the joint distance of all, Σ (r^-4 - reach^-4) over the spots within reach, and to the mean of
// their numbers, weighted by the square of that. Lobes: noise over the direction from the centre changes the
// outline by up to that fraction of the radius, over the whole spot.
static inline void add_spot(const tr_sites *sites, int site, const tr_octave *octave, float lobes, int value,
                            float rest, const batch *b, float *restrict joint, float *restrict weight,
                            float *restrict out) {
    const tr_octave o = *octave;
    const float cx = sites->x[site], cy = sites->y[site], cz = sites->z[site];
    const float inverse = 1 / sites->radius[site], own = 2 * sites->strength[site] - 1;
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float dx = b->x[i] - cx, dy = b->y[i] - cy, dz = b->z[i] - cz;
        const float square = dx * dx + dy * dy + dz * dz;
        float q = square * inverse * inverse;
        if (lobes > 0) {
            const float d = __builtin_sqrtf(square), r = d * inverse;
            const float k = 1 / (d + 1e-6f), ex = dx * k, ey = dy * k, ez = dz * k;
            const float bend = 0.12f * r; // lobes curve a little outwards
            float lobe = perlin_sample(&o, TR_INTERPOLATION_QUINTIC, 2.3f * ex + 17 * cx + bend,
                                       2.3f * ey + 17 * cy, 2.3f * ez + 17 * cz - bend) +
                         0.5f * perlin_sample(&o, TR_INTERPOLATION_QUINTIC, 6.1f * ex + 29 * cx,
                                              6.1f * ey + 29 * cy + bend, 6.1f * ez + 29 * cz);
            lobe = 1.8f * lobe;
            lobe = lobe < -0.9f ? -0.9f : lobe > 1 ? 1 : lobe;
            const float drawn = 1 / (1 + lobes * lobe);
            q = q * drawn * drawn;
        }
        const float near = 1 / (q > SPOT_NEAREST ? q : SPOT_NEAREST);
        float fraction = near * near - rest;
        fraction = fraction > 0 ? fraction : 0; // beyond its reach a spot does not change a bit
        joint[i] += fraction;
        if (value == TR_SPOT_DISTANCE)
            continue;
        float number = own;
        if (value == TR_SPOT_FIBRES) {
            const float d = __builtin_sqrtf(square), k = 1 / (d + 1e-6f);
            number = spot_fibres(&o, (const float[]){cx, cy, cz}, dx * k, dy * k, dz * k, d * inverse);
        }
        weight[i] += fraction * fraction;
        out[i] += fraction * fraction * number;
    }
}

// Spots within each other's reach merge, like drops, instead of meeting at an edge (after the sums of powers of
// Blinn 1982, "A generalization of algebraic surface drawing"; these powers keep the distance of a single
// spot).
void TR_KERNEL(tr_spots)(const void *plan, const tr_block *block, float *out) {
    const tr_spot_plan *p = plan;
    const tr_octave octave = octave_of(p->seed);
    const int value = p->value;
    const float reach = p->reach, lobes = p->lobes;
    const float furthest = reach * (1 + lobes) * 1.0001f;
    const float rest = 1 / (reach * reach * reach * reach);
    const int operations =
        2 + (lobes > 0 || value != TR_SPOT_DISTANCE ? 8 : 0) + (value == TR_SPOT_FIBRES ? 8 : 0);
    for (reached r = begin_reached(&p->sites, block, furthest); next_batch(&r);) {
        float joint[TR_BATCH_SAMPLES] = {0}, weight[TR_BATCH_SAMPLES] = {0}, own[TR_BATCH_SAMPLES] = {0};
#define ADD(lobes, value) add_spot(&p->sites, r.site[j], &octave, lobes, value, rest, &r.b, joint, weight, own)
        for (int j = 0; j < r.near; j++)
            if (!take_site(&r, j, operations))
                continue;
            else if (value == TR_SPOT_FIBRES)
                ADD(lobes, TR_SPOT_FIBRES);
            else if (value == TR_SPOT_CELL)
                ADD(lobes, TR_SPOT_CELL);
            else if (lobes > 0)
                ADD(lobes, TR_SPOT_DISTANCE);
            else
                ADD(0, TR_SPOT_DISTANCE);
#undef ADD
        for (int k = 0; k < r.b.count; k++)
            own[k] = value != TR_SPOT_DISTANCE ? own[k] / (weight[k] > 0 ? weight[k] : 1)
                                               : 1 / __builtin_sqrtf(__builtin_sqrtf(joint[k] + rest));
        scatter_rows(&r.b, own, out);
    }
}

// ---- twists ------------------------------------------------------------------------------------

// Rotation about the site by amount * strength * (1 - (d/R)²)², by Rodrigues' formula. Sine and cosine are
// Taylor series after two halvings of the angle; the double-angle formulas lead back.
static void add_twist(const tr_sites *sites, int site, float amount, batch *restrict b) {
    const float cx = sites->x[site], cy = sites->y[site], cz = sites->z[site];
    const float inverse_square = 1 / (sites->radius[site] * sites->radius[site]);
    const float quarter = 0.25f * amount * sites->strength[site];
    for (int i = 0; i < b->count; i++) {
        float px = b->x[i], py = b->y[i], pz = b->z[i]; // NOLINT(clang-analyzer-core.*): gathered
        float dx = px - cx, dy = py - cy, dz = pz - cz;
        const float w = tr_positivef(1 - (dx * dx + dy * dy + dz * dz) * inverse_square);
        float a = quarter * w * w, q = a * a;
        float s = a * (1 - q * (1 / 6.0f) * (1 - q * (1 / 20.0f) * (1 - q * (1 / 42.0f))));
        float c = 1 - q * 0.5f * (1 - q * (1 / 12.0f) * (1 - q * (1 / 30.0f) * (1 - q * (1 / 56.0f))));
        float s2 = 2 * s * c, c2 = c * c - s * s;
        s = 2 * s2 * c2, c = c2 * c2 - s2 * s2;
        float along = (px * cx + py * cy + pz * cz) * (1 - c);
        // w is 0 beyond the reach: the point keeps its bits
        b->x[i] = w > 0 ? px * c + (cy * pz - cz * py) * s + cx * along : px;
        b->y[i] = w > 0 ? py * c + (cz * px - cx * pz) * s + cy * along : py;
        b->z[i] = w > 0 ? pz * c + (cx * py - cy * px) * s + cz * along : pz;
    }
}

void TR_KERNEL(tr_twist)(const tr_twist_plan *plan, const tr_block *block, float *x, float *y, float *z) {
    // Sites do not overlap (sites.c), so all sites that reach a batch can be found before the first one moves
    // it.
    for (reached r = begin_reached(&plan->sites, block, 1); next_batch(&r);) {
        for (int j = 0; j < r.near; j++)
            if (take_site(&r, j, 4))
                add_twist(&plan->sites, r.site[j], plan->amount, &r.b);
        scatter_rows(&r.b, r.b.x, x), scatter_rows(&r.b, r.b.y, y), scatter_rows(&r.b, r.b.z, z);
    }
}
