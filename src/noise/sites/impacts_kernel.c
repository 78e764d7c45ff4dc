// Craters of all sizes and ages at arrays of samples (impacts.h). They are searched for a group of batches,
// sorted by age, and then culled for each batch. Beyond its reach a crater does not change a bit, so culling
// has no visible effect. Lengths are in planet radii.
#include "base/maths.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/draw.h"
#include "noise/sites/impacts.h"
#include "noise/sites/private/groups.h"

#define PITCH 2.5f        // width of a lattice cell, in radii of the lattice's largest crater
#define LEAST 1.25f       // texels: smaller radii are invisible
#define HEIGHT_REACH 2.5f // range of its height, in crater radii
#define RIM_REACH 1.5f    // range in which it erases older relief
#define EJECTA_REACH 5.0f

enum {
    craters_most = 1536, // a multiple of 16; together with other data a job needs 640 KiB of stack (terrella.h)
    group_most = 40,
    age_steps = 64,
    cells_most = 256,
    of_cell = 4,   // operations per cell
    of_crater = 8, // operations per sample
};

typedef struct crater {
    int octave;
    float x, y, z, radius;
    float age;             // 0 … 1, oldest
    float lean[3], squash; // deviation from a circle
} crater;

// The values of a crater that are the same for all samples.
typedef struct measures {
    float x, y, z, inverse, lean[3];
    float depth, floor, rim, peak, worn, erase;
    float fresh;
    float noise, offset; // unevenness of the rim; offset in its noise
} measures;

typedef struct crater_list {
    const tr_impact_plan *plan;
    float texel;
    tr_meter *meter; // or NULL
    int count;
    crater all[craters_most];
    int32_t order[craters_most];                                                   // by age, oldest first
    float x[craters_most], y[craters_most], z[craters_most], radius[craters_most]; // in that order
    measures measured[craters_most];                                               // in that order
} crater_list;

// ---- finding -----------------------------------------------------------------------------------

typedef struct octave {
    int number;
    uint32_t seed;
    float chance, largest, pitch;
    float reach;  // of the largest crater, in planet radii
    float spread; // of any crater, in its radii
    float oldest; // older craters have no effect
} octave;

// Cells that may contain a crater, in the order of evaluation.
typedef struct cell_list {
    int count;
    int32_t x[cells_most], y[cells_most], z[cells_most];
} cell_list;

static inline uint32_t hash_cell(const octave *o, int32_t x, int32_t y, int32_t z) {
    return hash(((uint32_t)x * PRIME_X + o->seed) ^ ((uint32_t)y * PRIME_Y) ^ ((uint32_t)z * PRIME_Z));
}

// Makes the crater of a cell. Returns whether it reaches into the sphere.
static inline bool make_crater(const octave *o, int32_t ix, int32_t iy, int32_t iz, const ball *b, crater *c) {
    uint32_t h = hash_cell(o, ix, iy, iz);
    draw(&h); // the number that decides whether there is a crater
    c->age = draw(&h), c->octave = o->number;
    const float x = (float)ix + draw(&h), y = (float)iy + draw(&h), z = (float)iz + draw(&h);
    const float length = __builtin_sqrtf(x * x + y * y + z * z), off = length - o->pitch;
    if (off * off > 0.25f)
        return false;
    c->x = x / length, c->y = y / length, c->z = z / length;
    // half of them are larger than 0.63 of the largest: N(>R) ~ R^-2 from half of it on
    c->radius = 0.5f * o->largest / __builtin_sqrtf(1 - 0.75f * draw(&h));
    for (int k = 0; k < 3; k++)
        c->lean[k] = 2 * draw(&h) - 1;
    c->squash = 0.22f * draw(&h);
    const float dx = c->x - b->x, dy = c->y - b->y, dz = c->z - b->z, far = o->spread * c->radius + b->radius;
    return dx * dx + dy * dy + dz * dz < far * far * 1.001f;
}

// Whether a cell may contain a crater that reaches the sphere: false for most cells without one. It draws the
// same numbers as make_crater.
static inline int32_t may_reach(const octave *o, int32_t ix, int32_t iy, int32_t iz, const ball *b) {
    uint32_t h = hash_cell(o, ix, iy, iz);
    const float chance = draw(&h), age = draw(&h);
    const float x = (float)ix + draw(&h), y = (float)iy + draw(&h), z = (float)iz + draw(&h);
    const float length = __builtin_sqrtf(x * x + y * y + z * z), off = length - o->pitch, scale = 1 / length;
    const float dx = x * scale - b->x, dy = y * scale - b->y, dz = z * scale - b->z, far = o->reach + b->radius;
    return (chance < o->chance) & (age <= o->oldest) & (off * off < 0.2501f) &
           (dx * dx + dy * dy + dz * dz < far * far * 1.002f);
}

// Makes the craters of the cells and clears the list of cells. False if there are too many craters.
static bool take_cells(const octave *o, const ball *b, cell_list *cells, crater_list *list) {
    tr_meter_add(list->meter, of_cell * (unsigned)cells->count);
    const octave own = *o; // copies cannot alias what is written
    const ball around = *b;
    int32_t has[cells_most];
    for (int i = 0; i < cells->count; i++)
        has[i] = may_reach(&own, cells->x[i], cells->y[i], cells->z[i], &around);
    for (int i = 0; i < cells->count; i++) {
        if (!has[i])
            continue;
        if (list->count == craters_most)
            return false;
        list->count += make_crater(o, cells->x[i], cells->y[i], cells->z[i], b, &list->all[list->count]);
    }
    cells->count = 0;
    return true;
}

// Handles a row of cells along x, where it is near the ground. False if there are too many craters.
static bool find_row(const octave *o, int32_t y, int32_t z, int32_t low, int32_t high, const ball *b,
                     cell_list *cells, crater_list *list) {
    for (int32_t x = low; x <= high;) {
        if (cells->count == cells_most && !take_cells(o, b, cells, list))
            return false;
        const int32_t start = cells->count, capacity = cells_most - start;
        const int32_t count = high - x < capacity ? high - x + 1 : capacity;
        for (int32_t i = 0; i < count; i++)
            cells->x[start + i] = x + i, cells->y[start + i] = y, cells->z[start + i] = z;
        cells->count = start + count;
        x += count;
    }
    return true;
}

static bool find_octave(const octave *o, const ball *b, crater_list *list) {
    const float c[3] = {b->x * o->pitch, b->y * o->pitch, b->z * o->pitch};
    const float beyond = (b->radius + o->reach) * o->pitch + 0.5f, close = beyond + 0.9f;
    // range for the middles of cells
    const float outer = o->pitch + 1.4f, inner = o->pitch > 1.4f ? o->pitch - 1.4f : 0;
    cell_list cells = {.count = 0};
    for (int32_t iz = floor_int(c[2] - beyond); iz <= floor_int(c[2] + beyond); iz++)
        for (int32_t iy = floor_int(c[1] - beyond); iy <= floor_int(c[1] + beyond); iy++) {
            const float y = (float)iy + 0.5f, z = (float)iz + 0.5f, w = y * y + z * z;
            const float dy = y - c[1], dz = z - c[2], rest = close * close - dy * dy - dz * dz;
            if (w > outer * outer || rest < 0)
                continue;
            const float half = __builtin_sqrtf(rest);
            const int32_t from = floor_int(c[0] - half - 0.5f), to = floor_int(c[0] + half - 0.5f) + 1;
            const int32_t far = (int32_t)(__builtin_sqrtf(outer * outer - w) + 0.5f);
            const int32_t near = w < inner * inner ? (int32_t)(__builtin_sqrtf(inner * inner - w) - 0.5f) : -1;
            const int32_t first = from > -far - 1 ? from : -far - 1, last = to < far ? to : far;
            const int32_t gap = last < -near - 1 ? last : -near - 1, resume = first > near ? first : near;
            if (near < 1 ? !find_row(o, iy, iz, first, last, b, &cells, list)
                         : !(find_row(o, iy, iz, first, gap, b, &cells, list) &&
                             find_row(o, iy, iz, resume, last, b, &cells, list)))
                return false;
        }
    return take_cells(o, b, &cells, list);
}

// Oldest first. Craters of the same age step stay in the order in which they were found, which is always the
// same.
static void sort_by_age(crater_list *list) {
    int start[age_steps + 1] = {0};
    for (int i = 0; i < list->count; i++)
        start[age_steps - (int)(list->all[i].age * age_steps)]++;
    for (int k = 0; k < age_steps; k++)
        start[k + 1] += start[k];
    for (int i = list->count - 1; i >= 0; i--)
        list->order[--start[age_steps - (int)(list->all[i].age * age_steps)]] = i;
    for (int i = 0; i < list->count; i++) {
        const crater *c = &list->all[list->order[i]];
        list->x[i] = c->x, list->y[i] = c->y, list->z[i] = c->z, list->radius[i] = c->radius;
    }
}

// The lattice of octave k, whose craters have radii up to `largest`.
static octave lattice(const tr_impact_plan *plan, int k, float largest) {
    const bool ejecta = plan->value == TR_IMPACT_EJECTA;
    return (octave){.number = k,
                    .seed = plan->seed + (uint32_t)k * 0x632be5abu,
                    .chance = plan->chance[k],
                    .largest = largest,
                    .pitch = 1 / (PITCH * largest),
                    .reach = (ejecta ? EJECTA_REACH : HEIGHT_REACH) * largest,
                    .spread = ejecta ? EJECTA_REACH : HEIGHT_REACH,
                    .oldest = ejecta ? plan->youth : 1};
}

// ---- effect of a crater ------------------------------------------------------------------------

static measures measure(const tr_impact_plan *plan, const crater *c, float texel) {
    const float r = c->radius, shown = texel > 0 ? tr_clampf(0.8f * (r / texel - LEAST), 0, 1) : 1;
    const float crept = 1 + plan->wear * c->age * __builtin_sqrtf(plan->largest / r),
                fresh = 1 / (crept * crept);
    const float scale = plan->transition / 0.03f, wide = 0.06f * scale;
    const float complexity = tr_clampf((r - 0.006f * scale) / (0.05f * scale), 0, 1);
    const float size = shown * r, sharp = tr_clampf(1.4f * fresh, 0, 1);
    measures m = {.x = c->x, .y = c->y, .z = c->z, .inverse = 1 / (r * r), .fresh = shown * fresh};
    const float full = (0.38f - 0.27f * complexity) * (r > wide ? __builtin_sqrtf(wide / r) : 1);
    m.depth = size * sharp * full;
    m.floor = m.depth * (1 - 0.38f * complexity);
    m.rim = size * sharp * (0.085f - 0.04f * complexity);
    m.peak = complexity > 0.25f && r < 4 * wide ? 0.5f * m.depth : 0;
    m.worn = size * full * 0.75f * (1 - sharp) * (0.1f + 0.9f * __builtin_sqrtf(fresh));
    m.erase = shown * (0.35f + 0.6f * sharp);
    m.noise = texel > 0 ? 0.55f * tr_clampf(r / (12 * texel) - 0.7f, 0, 1) : 0.55f;
    m.offset = 57 * c->age;
    for (int k = 0; k < 3; k++)
        m.lean[k] = c->lean[k] * __builtin_sqrtf(c->squash) / r;
    return m;
}

// Finds all craters that reach into a sphere. False if there are too many.
static bool find_craters(void *context, const ball *b) {
    crater_list *list = context;
    const tr_impact_plan *plan = list->plan;
    const float texel = list->texel;
    list->count = 0;
    float largest = plan->largest;
    for (int k = 0; k < plan->count; k++, largest *= 0.5f) {
        if (largest <= LEAST * texel)
            break;
        const octave o = lattice(plan, k, largest);
        if (!find_octave(&o, b, list))
            return false;
    }
    sort_by_age(list);
    for (int i = 0; i < list->count && plan->value != TR_IMPACT_EJECTA; i++)
        list->measured[i] = measure(plan, &list->all[list->order[i]], texel);
    return true;
}

// The squared distance in radii. Large craters have uneven outlines.
__attribute__((always_inline)) static inline float distance(const measures *m, bool uneven, float dx, float dy,
                                                            float dz) {
    const float along = dx * m->lean[0] + dy * m->lean[1] + dz * m->lean[2];
    float q = (dx * dx + dy * dy + dz * dz) * m->inverse + along * along;
    if (uneven) {
        const tr_octave o = {.frequency = {1, 1, 1}, .seed = {TR_HASH_FIRST, TR_HASH_SECOND}};
        const float k = 1.9f * __builtin_sqrtf(m->inverse);
        const float noise =
            perlin_sample(&o, TR_INTERPOLATION_QUINTIC, k * dx + m->offset, k * dy - m->offset, k * dz);
        q *= 1 + m->noise * noise * (q < 6.25f ? 1 - q * 0.16f : 0);
    }
    return q;
}

__attribute__((always_inline)) static inline void
add_height(const measures *measured, bool uneven, const batch *b, float *restrict keep, float *restrict out) {
    const measures m = *measured; // a local copy cannot alias out
    for (int i = 0; i < b->count; i++) {
        const float q = distance(&m, uneven, b->x[i] - m.x, b->y[i] - m.y, b->z[i] - m.z),
                    r = __builtin_sqrtf(q);
        float bowl = (m.depth + m.rim) * q - m.depth;
        bowl = bowl < -m.floor ? -m.floor : bowl;
        const float summit = tr_positivef(1 - 34 * q);
        const float skirt = tr_positivef((HEIGHT_REACH - r) * (1 / (HEIGHT_REACH - 1)));
        const float sharp = q < 1 ? bowl + m.peak * summit * summit : m.rim * skirt * skirt * skirt;
        float fall = tr_positivef(1 - q * (1 / (HEIGHT_REACH * HEIGHT_REACH)));
        fall = fall * fall * fall;
        float inside = 1.15f - q;
        inside = inside < 0 ? 0 : inside > 0.3f ? 1 : inside * (1 / 0.3f);
        keep[i] = 1 - m.erase * inside;
        out[i] = out[i] * keep[i] + (sharp + m.worn * (1.25f * q - 1) * (fall * fall));
    }
}

__attribute__((always_inline)) static inline void add_fresh(const measures *measured, bool uneven,
                                                            const batch *b, float *restrict out) {
    const measures m = *measured;
    for (int i = 0; i < b->count; i++) {
        const float q = distance(&m, uneven, b->x[i] - m.x, b->y[i] - m.y, b->z[i] - m.z);
        float inside = 1.6f - q;
        inside = inside < 0 ? 0 : inside > 0.6f ? 1 : inside * (1 / 0.6f);
        out[i] += inside * m.erase * (m.fresh - out[i]);
    }
}

// Bright within the rim, with a ragged blanket round it that thins out.
static void add_ejecta(const tr_impact_plan *plan, const crater *c, float texel, const batch *b,
                       float *restrict out) {
    const tr_octave o = {.frequency = {1, 1, 1}, .seed = {TR_HASH_SECOND, TR_HASH_FIRST}};
    const float shown = texel > 0 ? tr_clampf(1.5f * (c->radius / texel - LEAST), 0, 1) : 1,
                young = 1 - c->age / plan->youth;
    const float bright = shown * young * (0.3f + 0.7f * young), inverse = 1 / c->radius,
                offset = 91 * c->squash;
    const float cx = c->x, cy = c->y, cz = c->z;
    for (int i = 0; i < b->count; i++) {
        const float dx = (b->x[i] - cx) * inverse, dy = (b->y[i] - cy) * inverse, dz = (b->z[i] - cz) * inverse;
        const float r = __builtin_sqrtf(dx * dx + dy * dy + dz * dz), k = 1.2f;
        const float ragged =
            perlin_sample(&o, TR_INTERPOLATION_QUINTIC, k * dx + offset, k * dy - offset, k * dz);
        const float fall = tr_positivef(1 - r * (1 / EJECTA_REACH));
        const float halo = tr_positivef(1 - r * (0.36f - 0.3f * ragged));
        const float patch = tr_positivef(0.3f + 1.5f * ragged), wall = tr_unitf(4.6f - 4 * r);
        float glow = bright * (0.6f * halo * halo + 0.4f * patch * fall * fall * fall + 0.35f * wall);
        glow = r < EJECTA_REACH ? glow < 1 ? glow : 1 : 0;
        out[i] += glow * (1 - out[i]);
    }
}

// Heights of each octave separately: a crater erases craters of its own size or smaller, and lies on the ground
// of larger ones.
typedef struct heights {
    float of[TR_IMPACT_OCTAVES][TR_BATCH_SAMPLES];
} heights;

static void add_relief(const tr_impact_plan *plan, const crater *c, const measures *m, bool within_rim,
                       const batch *b, heights *h) {
    float keep[TR_BATCH_SAMPLES];
    if (m->noise > 0)
        add_height(m, true, b, keep, h->of[c->octave]);
    else
        add_height(m, false, b, keep, h->of[c->octave]);
    for (int k = c->octave + 1; within_rim && k < plan->count; k++)
        for (int i = 0; i < b->count; i++)
            h->of[k][i] *= keep[i];
}

static void add_cover(const tr_impact_plan *plan, const crater *c, const measures *m, float texel,
                      const batch *b, float *restrict out) {
    if (plan->value == TR_IMPACT_EJECTA)
        add_ejecta(plan, c, texel, b, out);
    else if (m->noise > 0)
        add_fresh(m, true, b, out);
    else
        add_fresh(m, false, b, out);
}

// ---- samples -----------------------------------------------------------------------------------

// Collects the craters whose rims or other effects reach into a sphere, as indices into the list, oldest first.
static int find_near(const crater_list *list, float reach, const ball *around, int32_t *restrict near) {
    enum { part = 16 }; // measured together, because that vectorises and counting does not
    const float x = around->x, y = around->y, z = around->z, radius = around->radius;
    int count = 0;
    for (int first = 0; first < list->count; first += part) {
        float excess[part];
        for (int k = 0; k < part; k++) {
            const float dx = list->x[first + k] - x, dy = list->y[first + k] - y, dz = list->z[first + k] - z;
            const float far = (reach * list->radius[first + k] + radius) * 1.0001f;
            excess[k] = dx * dx + dy * dy + dz * dz - far * far;
        }
        for (int k = 0; k < part && first + k < list->count; k++) {
            near[count] = first + k;
            count += !(excess[k] > 0);
        }
    }
    return count;
}

static void add_heights(const tr_impact_plan *plan, const crater_list *list, int count, const int32_t *near,
                        const ball *around, const batch *b, float *restrict out) {
    heights h;
    for (int k = 0; k < plan->count; k++)
        for (int i = 0; i < b->count; i++)
            h.of[k][i] = 0;
    for (int k = 0; k < count; k++) {
        const crater *c = &list->all[list->order[near[k]]];
        const float dx = c->x - around->x, dy = c->y - around->y, dz = c->z - around->z;
        const float rim = (RIM_REACH * c->radius + around->radius) * 1.0001f;
        add_relief(plan, c, &list->measured[near[k]], dx * dx + dy * dy + dz * dz < rim * rim, b, &h);
    }
    for (int k = 0; k < plan->count; k++)
        for (int i = 0; i < b->count; i++)
            out[i] += h.of[k][i];
}

static void evaluate_batch(void *context, const batch *b, float *restrict out) {
    const crater_list *list = context;
    const tr_impact_plan *plan = list->plan;
    int32_t near[craters_most + 1];
    const ball around = enclose_batch(b);
    const int count =
        find_near(list, plan->value == TR_IMPACT_EJECTA ? EJECTA_REACH : HEIGHT_REACH, &around, near);
    for (int i = 0; i < b->count; i++)
        out[i] = 0;
    if (!tr_meter_add(list->meter, (unsigned)list->count + of_crater * (unsigned)(count * b->count)))
        return;
    if (plan->value == TR_IMPACT_HEIGHT)
        add_heights(plan, list, count, near, &around, b, out);
    else
        for (int k = 0; k < count; k++)
            add_cover(plan, &list->all[list->order[near[k]]], &list->measured[near[k]], list->texel, b, out);
}

void TR_KERNEL(tr_impacts)(const void *plan, const tr_block *block, float *out) {
    crater_list list;
    list.plan = plan, list.texel = block->texel, list.meter = block->meter;
    const finder by = {find_craters, evaluate_batch, &list};
    for (int first = 0, end; first < batch_total(block); first += end) {
        batch batches[group_most];
        float values[group_most][TR_BATCH_SAMPLES];
        end = gather_group(block, first, group_most, batches);
        evaluate_group(&by, end, batches, values);
        for (int k = 0; k < end; k++)
            scatter_rows(&batches[k], values[k], out);
    }
}

// ---- counting ----------------------------------------------------------------------------------

// Writes the radii of the craters of all cells of a row along x that are near the ground. Returns the number of
// craters.
static int count_row(const octave *o, int32_t end, int32_t y, int32_t z, float least, int capacity,
                     float *radii) {
    const float outer = o->pitch + 1.4f, inner = o->pitch > 1.4f ? o->pitch - 1.4f : 0;
    int found = 0;
    for (int32_t x = -end; x < end; x++) {
        const float mx = (float)x + 0.5f, my = (float)y + 0.5f, mz = (float)z + 0.5f;
        const float square = mx * mx + my * my + mz * mz;
        uint32_t h = hash_cell(o, x, y, z);
        crater c;
        if (square > outer * outer || square < inner * inner || draw(&h) >= o->chance ||
            !make_crater(o, x, y, z, &(ball){0, 0, 0, 2}, &c) || c.radius < least)
            continue;
        if (found++ < capacity)
            radii[found - 1] = c.radius;
    }
    return found;
}

void TR_KERNEL(tr_impact_radii)(const tr_impact_plan *plan, float least, int capacity, float *radii, int *count,
                                tr_meter *meter) {
    float largest = plan->largest;
    *count = 0;
    for (int k = 0; k < plan->count && largest > least; k++, largest *= 0.5f) {
        const octave o = lattice(plan, k, largest);
        const int32_t end = floor_int(o.pitch + 1.4f) + 1;
        for (int32_t z = -end; z < end; z++)
            for (int32_t y = -end; y < end && tr_meter_add(meter, of_cell * 2 * (unsigned)end); y++) {
                const int left = capacity > *count ? capacity - *count : 0;
                *count += count_row(&o, end, y, z, least, left, left > 0 ? radii + *count : NULL);
            }
    }
}
