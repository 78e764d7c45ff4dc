// Streets: evaluation of the lattice of a sample's district.
//
// The value of a road is the fraction of the texel that it covers. So a lattice finer than the map becomes its
// average grey at any size of the map, without moiré patterns.
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/float_trig.h"
#include "noise/sites/private/batch.h"
#include "noise/sites/streets.h"

#define LEVELS_MOST 12 // no map shows finer levels at any scale

// Fraction of street segments that exist; buildings occupy the others.
#define PRESENT 0.86f

// ---- districts ---------------------------------------------------------------------------------

// The maximum distance from the centre of a sphere at which a site can affect a sample in it. A sample's own
// site is within F1. If edges count, the site beyond the nearest edge is within 2 F1 + F2 (see voronoi_near.h).
// At the centre of the sphere both distances are larger by at most its radius.
static float limit_of(const tr_sites *sites, const int32_t *list, int candidates, bool edges, const ball *b) {
    float first = 16, second = 16;
    for (int i = 0; i < candidates; i++) {
        const float d = squared_distance(sites, list ? list[i] : i, b);
        second = d < first ? first : d < second ? d : second;
        first = d < first ? d : first;
    }
    const float own = __builtin_sqrtf(first), beyond = own + __builtin_sqrtf(second) + 2 * b->radius;
    return (own + 2 * b->radius + (edges ? beyond : 0)) * 1.001f + 1e-6f;
}

static int find_near(const tr_sites *sites, const int32_t *list, int candidates, bool edges, const ball *b,
                     int32_t *restrict kept) {
    const float limit = limit_of(sites, list, candidates, edges, b);
    int n = 0;
    for (int i = 0; i < candidates; i++) {
        const int site = list ? list[i] : i;
        kept[n] = site;
        n += !(squared_distance(sites, site, b) > limit * limit);
    }
    return n;
}

// State of the samples of a batch.
typedef struct streets_batch {
    int32_t owner[TR_BATCH_SAMPLES];                // index of the site of the sample's district
    float least[TR_BATCH_SAMPLES];                  // squared distance to that site
    float second[TR_BATCH_SAMPLES];                 // squared distance to the next nearest site
    float edge[TR_BATCH_SAMPLES];                   // distance to the edge of the district
    float u[TR_BATCH_SAMPLES], v[TR_BATCH_SAMPLES]; // position in its lattice, in blocks of the first level
    float across[TR_BATCH_SAMPLES];                 // length of a block along v
    float wrap[TR_BATCH_SAMPLES];                   // blocks round a centre; v is within half of it. 0: no wrap
    float roads[TR_BATCH_SAMPLES], tone[TR_BATCH_SAMPLES], divided[TR_BATCH_SAMPLES];
} streets_batch;

// Among equally near sites the first one owns a sample.
static void find_owners(const tr_sites *sites, int near_count, const int32_t *near, const batch *b,
                        streets_batch *restrict s) {
    for (int i = 0; i < TR_BATCH_SAMPLES; i++)
        s->owner[i] = i < b->count ? 0 : -1, s->least[i] = s->second[i] = 16, s->edge[i] = 16,
        s->u[i] = s->v[i] = s->across[i] = s->wrap[i] = 0;
    for (int k = 0; k < near_count; k++) {
        const int32_t site = near[k];
        const float cx = sites->x[site], cy = sites->y[site], cz = sites->z[site];
        for (int i = 0; i < b->count; i++) {
            // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
            const float dx = b->x[i] - cx, dy = b->y[i] - cy, dz = b->z[i] - cz;
            const float d = dx * dx + dy * dy + dz * dz;
            s->owner[i] = d < s->least[i] ? site : s->owner[i];
            s->second[i] = d < s->least[i] ? s->least[i] : d < s->second[i] ? d : s->second[i];
            s->least[i] = d < s->least[i] ? d : s->least[i];
        }
    }
}

static bool owns_any(const streets_batch *s, int32_t own) {
    int32_t any = 0;
    for (int i = 0; i < TR_BATCH_SAMPLES; i++)
        any |= s->owner[i] == own;
    return any != 0;
}

// The maximum distance from a site to another one beyond the nearest edge of a sample that the first owns. The
// edge to the second nearest site is within (F1 + F2) / 2; the edge to a site at distance A from the owner is
// at least (A - 2 F1) / 2 away. It uses lanes, because compilers do not vectorise a maximum of floats.
static float edge_limit_of(const streets_batch *s, int32_t own) {
    enum { lanes = 16 };
    float first[lanes], second[lanes];
    for (int l = 0; l < lanes; l++)
        first[l] = second[l] = 0;
    for (int i = 0; i < TR_BATCH_SAMPLES; i += lanes)
        for (int l = 0; l < lanes; l++) {
            const bool mine = s->owner[i + l] == own;
            const float a = mine ? s->least[i + l] : 0, b = mine ? s->second[i + l] : 0;
            first[l] = a > first[l] ? a : first[l];
            second[l] = b > second[l] ? b : second[l];
        }
    for (int l = 1; l < lanes; l++) {
        first[0] = first[l] > first[0] ? first[l] : first[0];
        second[0] = second[l] > second[0] ? second[l] : second[0];
    }
    return (3 * __builtin_sqrtf(first[0]) + __builtin_sqrtf(second[0])) * 1.001f + 1e-6f;
}

// Measures the distance to the planes midway between the samples' own site and all others; the nearest is the
// edge.
static void find_edges(const tr_sites *sites, int32_t own, float limit, int near_count, const int32_t *near,
                       const batch *b, streets_batch *restrict s) {
    for (int k = 0; k < near_count; k++) {
        const int32_t site = near[k];
        if (site == own)
            continue;
        const float cx = sites->x[site], cy = sites->y[site], cz = sites->z[site];
        const float ox = cx - sites->x[own], oy = cy - sites->y[own], oz = cz - sites->z[own];
        const float apart = ox * ox + oy * oy + oz * oz;
        if (apart > limit * limit)
            continue;
        const float scale = 0.5f / __builtin_sqrtf(apart > 1e-12f ? apart : 1e-12f);
        for (int i = 0; i < b->count; i++) {
            // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
            const float dx = b->x[i] - cx, dy = b->y[i] - cy, dz = b->z[i] - cz;
            const float d = (dx * dx + dy * dy + dz * dz - s->least[i]) * scale;
            s->edge[i] = s->owner[i] == own && d < s->edge[i] ? d : s->edge[i];
        }
    }
}

// Computes positions in the lattice of one district. With rings and spokes, u counts rings and v counts blocks
// round the centre. The number of blocks doubles where the circumference has doubled.
static void place(const tr_street_plan *plan, int32_t own, const batch *b, streets_batch *restrict s) {
    const float *e = plan->east[own], *n = plan->north[own];
    const float scale = plan->scale, ex = e[0], ey = e[1], ez = e[2], nx = n[0], ny = n[1], nz = n[2];
    const bool radial = plan->radial[own];
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float px = b->x[i], py = b->y[i], pz = b->z[i];
        const float x = (px * ex + py * ey + pz * ez) * scale, y = (px * nx + py * ny + pz * nz) * scale;
        float u = x, v = y, across = 1, wrap = 0;
        if (radial) {
            u = __builtin_sqrtf(x * x + y * y);
            wrap = u < 1 ? 6 : u < 2 ? 12 : u < 4 ? 24 : u < 8 ? 48 : 96;
            v = tr_turns(y, x) * wrap, across = 6.2831853f * u / wrap;
        }
        const bool mine = s->owner[i] == own;
        s->u[i] = mine ? u : s->u[i], s->v[i] = mine ? v : s->v[i];
        s->across[i] = mine ? across : s->across[i], s->wrap[i] = mine ? wrap : s->wrap[i];
    }
}

// ---- roads and blocks --------------------------------------------------------------------------

// The fraction of a strip of width `filter` round a place that a road covers. distance is that of the road's
// middle; all lengths have the same unit.
static inline float coverage(float distance, float half_width, float filter) {
    const float right = distance + 0.5f * filter < half_width ? distance + 0.5f * filter : half_width;
    const float left = distance - 0.5f * filter > -half_width ? distance - 0.5f * filter : -half_width;
    const float covered = (right - left) / filter;
    return covered > 0 ? covered : 0;
}

static inline float number_at(uint32_t key, int32_t i, int32_t j) {
    return hash_value(hash(((uint32_t)i * PRIME_X + key) ^ ((uint32_t)j * PRIME_Y)));
}

// Adds one level of streets in blocks that the previous level left to divide: the roads, or the tones of
// blocks. Levels past the last divide all remaining blocks and do not change the mean; they appear only on maps
// wider than 2048 columns.
__attribute__((always_inline)) static inline void add_level(const tr_street_plan *plan, int level, bool roads,
                                                            float texel, int count,
                                                            const uint32_t *restrict key,
                                                            streets_batch *restrict s) {
    const bool past = level >= plan->levels;
    float ratio = 1;
    for (int k = 0; k < level; k++)
        ratio *= TR_STREET_RATIO;
    const uint32_t salt = (uint32_t)level * PRIME_Z;
    const float filter = 1.5f * texel * plan->scale * ratio, half_width = 0.5f * plan->width * plan->scale;
    // streets too close to each other become their mean
    const float shown = tr_unitf((1.1f - filter) * (1 / 0.6f));
    if (past && (shown <= 0 || plan->scale * ratio < 240))
        return;
    const float mean = 4 * half_width * PRESENT, present = 2 * PRESENT - 1,
                subdivision = 2 * plan->subdivision - 1;
    const float weight = level == 0 ? 1 : (past ? plan->endless : 0.6f) * shown, softness = 2 / filter;
    for (int i = 0; i < count; i++) {
        const float x = s->u[i] * ratio, y = s->v[i] * ratio;
        const int32_t ix = floor_int(x), iy = floor_int(y);
        const float fx = x - (float)ix, fy = y - (float)iy;
        const int32_t lx = fx < 0.5f ? ix : ix + 1; // the nearer street in each direction
        int32_t ly = fy < 0.5f ? iy : iy + 1;
        const int32_t round = (int32_t)(s->wrap[i] * ratio);
        ly = round > 0 && 2 * ly >= round ? ly - round : ly; // the first and the last spoke are the same
        const float dx = fx < 0.5f ? fx : 1 - fx, dy = (fy < 0.5f ? fy : 1 - fy) * s->across[i];
        const uint32_t k = key[i] + salt;
        const float there =
            past ? 0.4f + 0.6f * s->divided[i] : s->divided[i]; // yards and roofs have parts too
        if (roads) {
            const bool street_x = number_at(k ^ 0x55555555u, lx, iy) < present;
            const bool street_y = number_at(k ^ 0x33333333u, ix, ly) < present;
            const float a = street_x ? coverage(dx, half_width, filter) : 0;
            const float b = street_y ? coverage(dy, half_width, filter) : 0;
            const float own = ((past ? 0 : mean) + shown * (a + b - a * b - mean)) * there;
            s->roads[i] += (1 - s->roads[i]) * own;
        } else {
            const float nearer = (dx < dy ? dx : dy) * softness;
            const float block = number_at(k, ix, iy), inside = nearer < 1 ? nearer : 1;
            s->tone[i] += weight * there * (block * inside - s->tone[i]);
        }
        s->divided[i] = past || number_at(k ^ 0x0f0f0f0fu, ix, iy) < subdivision ? s->divided[i] : 0;
    }
}

static void find_lattice(const tr_street_plan *plan, bool roads, float texel, const batch *b,
                         streets_batch *restrict s) {
    uint32_t key[TR_BATCH_SAMPLES];
    for (int i = 0; i < b->count; i++) {
        key[i] = plan->key[s->owner[i]];
        s->roads[i] = s->tone[i] = 0, s->divided[i] = 1;
    }
    const int levels = plan->endless > 0 ? LEVELS_MOST : plan->levels;
    for (int level = 0; level < levels; level++)
        if (roads)
            add_level(plan, level, true, texel, b->count, key, s);
        else
            add_level(plan, level, false, texel, b->count, key, s);
    const float half_avenue = 0.5f * plan->avenue, filter = 1.5f * texel;
    for (int i = 0; i < b->count && roads; i++)
        s->roads[i] += (1 - s->roads[i]) * coverage(s->edge[i], half_avenue, filter);
    for (int i = 0; i < b->count && roads; i++)
        s->roads[i] = s->roads[i] > 0 ? s->roads[i] : 0; // it is negative where a level subtracts its mean
}

void TR_KERNEL(tr_streets)(const void *of, const tr_block *block, float *out) {
    const tr_street_plan *plan = of;
    const tr_sites *sites = &plan->sites;
    const int value = plan->value;
    tr_meter *meter = block->meter;
    int32_t *list = block->list, *batch_list = list + sites->count + 1;
    const ball all = enclose(block->count, block->columns, block->x, block->y, block->z);
    const bool roads = value == TR_STREET_ROADS; // blocks have no avenues between them
    const int candidates = find_near(sites, NULL, sites->count, roads, &all, list);
    const unsigned levels = (unsigned)(plan->endless > 0 ? LEVELS_MOST : plan->levels);
    tr_meter_add(meter, 2 * (unsigned)sites->count);
    for (int index = 0, batches = batch_total(block); index < batches; index++) {
        batch b;
        gather_batch(index, block, &b);
        const ball around = enclose_batch(&b);
        const int near = find_near(sites, list, candidates, roads, &around, batch_list);
        const bool lattice = roads || value == TR_STREET_BLOCKS;
        const unsigned compare = (unsigned)(near * b.count); // all samples with all sites
        streets_batch s;
        tr_meter_add(meter, 2 * (unsigned)candidates + compare);
        find_owners(sites, near, batch_list, &b, &s);
        for (int k = 0; k < near && lattice; k++) {
            if (!owns_any(&s, batch_list[k]) || !tr_meter_add(meter, compare + 4 * (unsigned)b.count))
                continue;
            if (roads)
                find_edges(sites, batch_list[k], edge_limit_of(&s, batch_list[k]), near, batch_list, &b, &s);
            place(plan, batch_list[k], &b, &s);
        }
        if (lattice && tr_meter_add(meter, 8 * levels * (unsigned)b.count))
            find_lattice(plan, roads, block->texel, &b, &s);
        for (int i = 0; i < b.count && value == TR_STREET_CELL; i++)
            s.tone[i] = hash_value(hash(plan->key[s.owner[i]]));
        for (int i = 0; i < b.count && value == TR_STREET_CENTRE; i++)
            s.tone[i] = __builtin_sqrtf(s.least[i]) / sites->spacing;
        scatter_rows(&b, roads ? s.roads : s.tone, out);
    }
}
