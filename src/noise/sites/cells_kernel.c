// Cells at arrays of samples (cells.h). Relevant sites are searched for a group of batches, then for each
// batch. Loops over a batch are plain, and compilers vectorise them. Lengths are in lattice cells.
#include "base/maths.h"
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/draw.h"
#include "noise/sites/cells.h"
#include "noise/sites/private/groups.h"

// The weight of a site that owns nothing: another site is always within the diagonal of a cell, √3.
#define NOTHING (-3.7f)
// The distance from its edges at which a cell is as bright as in its middle.
#define INSIDE 0.34f
// Sites farther below or above the ground are left out: they would own almost nothing.
#define DEEPEST 1.2f

// ---- sites -------------------------------------------------------------------------------------

enum {
    sites_most = 1536,
    group_most = 16,
    of_cell = 8, // operations
};

typedef struct site_list {
    tr_meter *meter; // or NULL
    int count;
    float x[sites_most], y[sites_most], z[sites_most], weight[sites_most];
    float tone[sites_most];  // brightness
    float burst[sites_most]; // how far its middle has darkened, for cells that burst
    float number[sites_most];
} site_list;

// The profile across a lane: dark in its middle, and at least as soft as a texel.
typedef struct lanes {
    float half, soft, depth;
} lanes;

typedef struct settings {
    const tr_cells_plan *plan;
    lanes lanes;
    float fine;  // visible fraction of the finest mottling
    float range; // maximum distance of relevant edges
    site_list sites;
} settings;

// Adds a site of a lattice cell in its current state.
static void make_site(const tr_cells_plan *plan, const int32_t at[3], int slot, site_list *list) {
    uint32_t h = hash(((uint32_t)at[0] * PRIME_X + plan->seed) ^ ((uint32_t)at[1] * PRIME_Y) ^
                      ((uint32_t)at[2] * PRIME_Z));
    const int lives = 1 + (int)(draw(&h) * (float)(2 * plan->lives - 1));
    const float start = draw(&h) + 0.5f * (float)slot, first = start < 1 ? start : start - 1;
    const float time = (float)lives * plan->phase + first;
    const int life = (int)time;
    const float age = time - (float)life, left = 1 - age;
    h += (uint32_t)(life < lives ? life : 0) * 0x632be5abu + (uint32_t)slot * PRIME_Z;
    const float x = (float)at[0] + draw(&h), y = (float)at[1] + draw(&h), z = (float)at[2] + draw(&h);
    const float off = __builtin_sqrtf(x * x + y * y + z * z) - plan->pitch;
    if (off * off > DEEPEST * DEEPEST)
        return;
    const int i = list->count++;
    list->x[i] = x, list->y[i] = y, list->z[i] = z;
    const float there = ease(age * 12) * ease(left * 12), grown = ease(age * 3 - 0.2f) * ease(left * 3 - 0.2f);
    const float size = plan->variety * 0.5f * draw(&h);
    list->weight[i] = NOTHING + (0.7f - NOTHING - 1.4f) * there + 0.7f * grown - size * there;
    list->tone[i] = (0.55f + 0.45f * grown) * (0.78f + 0.22f * draw(&h));
    list->number[i] = 2 * draw(&h) - 1;
    list->burst[i] = draw(&h) < 0.4f ? ease(age * 2.5f - 0.9f) : 0;
}

// Collects the sites that are relevant in a sphere. Let D be the squared distance minus the weight: the site
// with the least D owns a place. Some site has D <= U in the whole sphere. If a place is owned by site a and
// has an edge within h, that edge belongs to a site b with D(b) < D(a) + 2 h |a - b|, and |a - b| is at most
// the sum of their distances.
static int find_near(const site_list *s, const ball *b, float pitch, float h, int32_t *restrict near) {
    enum { part = 16 };
    const float x = b->x * pitch, y = b->y * pitch, z = b->z * pitch, r = b->radius * pitch * 1.0001f + 1e-4f;
    float distance[sites_most + part], least[part], u = 1e9f;
    for (int i = 0; i < s->count; i++) {
        const float dx = s->x[i] - x, dy = s->y[i] - y, dz = s->z[i] - z;
        distance[i] = __builtin_sqrtf(dx * dx + dy * dy + dz * dz);
    }
    for (int k = 0; k < part; k++)
        least[k] = 1e9f;
    for (int i = 0; i + part <= s->count;
         i += part) // sixteen minima vectorise, a single one does not; the remaining sites can be ignored
        for (int k = 0; k < part; k++) {
            const float d = distance[i + k] + r, most = d * d - s->weight[i + k];
            least[k] = most < least[k] ? most : least[k];
        }
    for (int k = 0; k < part; k++)
        u = least[k] < u ? least[k] : u;
    const float limit = (u + 2 * h * __builtin_sqrtf(u)) * 1.0001f + 1e-4f;
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        const float d = distance[i], inner = d > r ? d - r : 0;
        near[n] = i;
        n += inner * inner - s->weight[i] - 2 * h * (d + r) <= limit;
    }
    return n;
}

// Collects all sites round a sphere that can be relevant in it for any weights. False if there are too many for
// the list.
static bool find_sites(void *context, const ball *b) {
    const tr_cells_plan *plan = ((const settings *)context)->plan;
    site_list *list = &((settings *)context)->sites;
    const float c[3] = {b->x * plan->pitch, b->y * plan->pitch, b->z * plan->pitch};
    const float beyond = b->radius * plan->pitch + 1.95f, near = beyond + 0.9f;
    int32_t low[3], high[3], at[3];
    for (int k = 0; k < 3; k++)
        low[k] = floor_int(c[k] - beyond), high[k] = floor_int(c[k] + beyond);
    list->count = 0;
    for (at[2] = low[2]; at[2] <= high[2]; at[2]++)
        for (at[1] = low[1]; at[1] <= high[1]; at[1]++) {
            tr_meter_add(list->meter, of_cell * (unsigned)(high[0] - low[0] + 1));
            for (at[0] = low[0]; at[0] <= high[0]; at[0]++) {
                const float x = (float)at[0] + 0.5f, y = (float)at[1] + 0.5f, z = (float)at[2] + 0.5f;
                const float off = __builtin_sqrtf(x * x + y * y + z * z) - plan->pitch;
                const float dx = x - c[0], dy = y - c[1], dz = z - c[2];
                if (off * off > (DEEPEST + 0.87f) * (DEEPEST + 0.87f) ||
                    dx * dx + dy * dy + dz * dz > near * near)
                    continue;
                if (list->count + 2 > sites_most)
                    return false;
                make_site(plan, at, 0, list);
                make_site(plan, at, 1, list);
            }
        }
    return true;
}

// ---- a batch -----------------------------------------------------------------------------------

// State of its samples: their owners, and the amount of lane and edge.
typedef struct owners {
    float x[TR_BATCH_SAMPLES], y[TR_BATCH_SAMPLES], z[TR_BATCH_SAMPLES], least[TR_BATCH_SAMPLES];
    float tone[TR_BATCH_SAMPLES], burst[TR_BATCH_SAMPLES], number[TR_BATCH_SAMPLES];
    float lane[TR_BATCH_SAMPLES], edge[TR_BATCH_SAMPLES];
} owners;

static void find_owners(const site_list *s, int count, const int32_t *near, float pitch, const batch *b,
                        owners *restrict o) {
    for (int i = 0; i < b->count; i++)
        o->least[i] = 1e9f, o->lane[i] = o->edge[i] = 0, o->x[i] = o->y[i] = o->z[i] = 0,
        o->tone[i] = o->burst[i] = o->number[i] = 0;
    for (int k = 0; k < count; k++) {
        const int j = near[k];
        const float sx = s->x[j], sy = s->y[j], sz = s->z[j], weight = s->weight[j], tone = s->tone[j],
                    burst = s->burst[j], number = s->number[j];
        for (int i = 0; i < b->count; i++) {
            const float dx = b->x[i] * pitch - sx, dy = b->y[i] * pitch - sy, dz = b->z[i] * pitch - sz;
            const float d = dx * dx + dy * dy + dz * dz - weight;
            const bool less = d < o->least[i];
            o->least[i] = less ? d : o->least[i];
            o->x[i] = less ? sx : o->x[i], o->y[i] = less ? sy : o->y[i], o->z[i] = less ? sz : o->z[i];
            o->tone[i] = less ? tone : o->tone[i], o->burst[i] = less ? burst : o->burst[i];
            o->number[i] = less ? number : o->number[i];
        }
    }
}

// Displaces samples a little, so that edges are not straight.
static void fray(const tr_cells_plan *plan, batch *restrict b) {
    const tr_octave x = plan->fraying[0], y = plan->fraying[1], z = plan->fraying[2];
    const float far = 0.4f * plan->mottle / plan->pitch;
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float px = b->x[i], py = b->y[i], pz = b->z[i];
        const float dx = px + far * perlin_sample(&x, TR_INTERPOLATION_QUINTIC, px, py, pz);
        const float dy = py + far * perlin_sample(&y, TR_INTERPOLATION_QUINTIC, px, py, pz);
        const float dz = pz + far * perlin_sample(&z, TR_INTERPOLATION_QUINTIC, px, py, pz);
        const float scale = 1 / __builtin_sqrtf(dx * dx + dy * dy + dz * dz);
        b->x[i] = dx * scale, b->y[i] = dy * scale, b->z[i] = dz * scale;
    }
}

// The distance to an edge, measured on the ground: the difference of D over its change per step along the
// ground, unless one site lies nearly below the other. Contributions of edges are 0 from INSIDE on, and at an
// edge both sides are fully lane, so the result is continuous.
static void add_edges(const site_list *s, int count, const int32_t *near, float pitch, const lanes *profile,
                      const batch *b, owners *restrict o) {
    const float outer = profile->half + profile->soft, steep = 1 / profile->soft;
    for (int k = 0; k < count; k++) {
        const int j = near[k];
        const float sx = s->x[j], sy = s->y[j], sz = s->z[j], weight = s->weight[j];
        for (int i = 0; i < b->count; i++) {
            const float dx = b->x[i] * pitch - sx, dy = b->y[i] * pitch - sy, dz = b->z[i] * pitch - sz;
            const float more = dx * dx + dy * dy + dz * dz - weight - o->least[i];
            const float ax = o->x[i] - sx, ay = o->y[i] - sy, az = o->z[i] - sz;
            const float up = ax * b->x[i] + ay * b->y[i] + az * b->z[i];
            const float square = ax * ax + ay * ay + az * az, flat = square - up * up,
                        least = 0.05f * square + 1e-6f;
            const float e = 0.5f * more / __builtin_sqrtf(flat > least ? flat : least);
            const float t = tr_clampf((outer - e) * steep, 0, 1), edge = tr_clampf(1 - e * (1 / INSIDE), 0, 1);
            const bool other = square > 0;
            o->lane[i] += other ? t * t * (3 - 2 * t) : 0;
            o->edge[i] += other ? edge * edge : 0;
        }
    }
}

static void shade(const tr_cells_plan *plan, const lanes *profile, float fine, const batch *b,
                  const owners *restrict o, float *restrict out) {
    const tr_octave broad = plan->mottling[0], narrow = plan->mottling[1];
    const float rims = 0.2f * plan->rims, mottle = 0.35f * plan->mottle, depth = profile->depth;
    fine *= 0.7f;
    for (int i = 0; i < b->count; i++) {
        const float x = b->x[i], y = b->y[i], z = b->z[i];
        const float grain = perlin_sample(&broad, TR_INTERPOLATION_QUINTIC, x, y, z) +
                            fine * perlin_sample(&narrow, TR_INTERPOLATION_QUINTIC, x, y, z);
        const float near = o->edge[i] < 1 ? o->edge[i] : 1, edge = near * (2 - near), middle = 1 - edge;
        const float lane = (o->lane[i] < 1 ? o->lane[i] : 1) * depth;
        const float rim = rims * (6.75f * edge * edge * middle);
        const float dome = 0.86f - 0.3f * edge * edge + rim - 0.5f * o->burst[i] * middle * middle;
        out[i] = tr_clampf(dome * o->tone[i] * (1 + mottle * grain), 0, 1) * (1 - lane);
    }
}

// ---- groups of batches -------------------------------------------------------------------------

static void evaluate_near(const settings *s, const ball *around, const batch *b, float *restrict out) {
    const site_list *sites = &s->sites;
    int32_t near[sites_most];
    owners o;
    const int count = find_near(sites, around, s->plan->pitch, s->range, near);
    tr_meter_add(sites->meter, 2 * (unsigned)sites->count + (unsigned)((4 * count + 16) * b->count));
    find_owners(sites, count, near, s->plan->pitch, b, &o);
    if (s->plan->value != TR_CELLS_CELL)
        add_edges(sites, count, near, s->plan->pitch, &s->lanes, b, &o);
    if (s->plan->value == TR_CELLS_BRIGHTNESS)
        shade(s->plan, &s->lanes, s->fine, b, &o, out);
    else
        for (int i = 0; i < b->count; i++)
            out[i] = s->plan->value == TR_CELLS_CELL ? o.number[i]
                                                     : s->lanes.depth * (o.lane[i] < 1 ? o.lane[i] : 1);
}

// For cells a few texels wide, a batch contains so many that smaller squares are faster.
static void evaluate_batch(void *context, const batch *b, float *restrict out) {
    const settings *s = context;
    const ball around = enclose_batch(b);
    const int part = around.radius * s->plan->pitch > 0.8f ? batch_rows : batch_columns;
    for (int column = 0; column < b->columns; column += part) {
        batch piece = {.rows = b->rows, .columns = b->columns - column < part ? b->columns - column : part};
        float values[TR_BATCH_SAMPLES];
        piece.count = piece.rows * piece.columns;
        for (int i = 0; i < piece.count; i++) {
            const int from = i / piece.columns * b->columns + column + i % piece.columns;
            piece.x[i] = b->x[from], piece.y[i] = b->y[from], piece.z[i] = b->z[from];
        }
        const ball own = enclose_batch(&piece);
        evaluate_near(s, &own, &piece, values);
        for (int i = 0; i < piece.count; i++)
            out[i / piece.columns * b->columns + column + i % piece.columns] = values[i];
    }
}

// Lanes finer than a texel are drawn one texel wide and fainter in proportion.
static void make_settings(const tr_cells_plan *plan, const tr_block *block, settings *s) {
    const float texel = block->texel;
    const float filter = 1.5f * texel * plan->pitch, half = 0.15f * plan->lane, soft = 0.7f * plan->lane;
    const float wide = soft > filter ? soft : filter < 0.3f ? filter : 0.3f;
    s->plan = plan;
    s->lanes = (lanes){half, wide, (2 * half + soft) / (2 * half + wide)};
    s->fine = texel > 0 ? tr_cell_weight((double)(1 / (plan->mottling[1].frequency[0] * texel))) : 1;
    s->range = half + wide > INSIDE ? half + wide : INSIDE;
    s->sites.meter = block->meter;
}

void TR_KERNEL(tr_cells)(const void *of, const tr_block *block, float *out) {
    const tr_cells_plan *plan = of;
    const float texel = block->texel;
    const float fraction = texel > 0 ? tr_cell_weight((double)(0.6f / (plan->pitch * texel))) : 1;
    settings s;
    make_settings(plan, block, &s);
    const finder by = {find_sites, evaluate_batch, &s};
    for (int first = 0, end; first < batch_total(block); first += end) {
        batch batches[group_most];
        float values[group_most][TR_BATCH_SAMPLES];
        end = gather_group(block, first, group_most, batches);
        for (int k = 0; k < end; k++)
            fray(plan, &batches[k]);
        if (tr_meter_add(block->meter, 12 * TR_BATCH_SAMPLES * (unsigned)end) && fraction > 0)
            evaluate_group(&by, end, batches, values);
        for (int k = 0; k < end; k++) {
            for (int i = 0; i < batches[k].count; i++)
                values[k][i] = fraction > 0 ? plan->mean + fraction * (values[k][i] - plan->mean) : plan->mean;
            scatter_rows(&batches[k], values[k], out);
        }
    }
}
