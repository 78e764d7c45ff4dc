// Dunes at arrays of samples (dunes.h). Plain loops over a batch, which compilers vectorise.
#include "base/maths.h"
#include "noise/lattice/dunes.h"
#include "noise/lattice/fractal.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/draw.h"
#include "noise/maths/private/float_trig.h"
#include "noise/sites/private/groups.h"

// ---- wind --------------------------------------------------------------------------------------

// The direction to which the wind blows, as a unit tangent vector, and its strength.
typedef struct wind {
    float x, y, z, strength;
} wind;

// East and north, both as long as the cosine of the latitude, and the wind composed of them.
__attribute__((always_inline)) static inline wind wind_at(const tr_dune_plan *p, float x, float y, float z) {
    const float veer = p->veer * perlin_sample(&p->veers, TR_INTERPOLATION_QUINTIC, x, y, z);
    const tr_wave turn = tr_wave_at(veer);
    const float east = p->cosine * turn.cosine - p->sine * turn.sine;
    const float north = p->sine * turn.cosine + p->cosine * turn.sine;
    const float up = 1 - y * y;
    const float wx = east * z - north * x * y, wy = north * up, wz = -east * x - north * y * z;
    const float around = __builtin_sqrtf(up > 0 ? up : 0);
    const float scale = 1 / (around > 1e-6f ? around : 1e-6f);
    return (wind){wx * scale, wy * scale, wz * scale, p->strength * ease((around - 0.1f) * 5)};
}

// ---- coverage of a texel ------------------------------------------------------------------------

// The fraction of a strip of width `filter` round a place that lies between two others on a line.
static inline float cover(float at, float low, float high, float filter) {
    const float right = at + 0.5f * filter < high ? at + 0.5f * filter : high;
    const float left = at - 0.5f * filter > low ? at - 0.5f * filter : low;
    const float covered = (right - left) / filter;
    return covered > 0 ? covered : 0;
}

// ---- transverse dunes --------------------------------------------------------------------------

// A phase in turns, and its gradient in turns per radius.
typedef struct phase {
    float at, x, y, z;
    float clear; // 1, down to 0 where waves cancel each other
} phase;

// The sum over the corners of a cell: a wave, and its gradient.
typedef struct wave_sum {
    float c, s, cx, sx, cy, sy, cz, sz;
} wave_sum;

// Adds the waves of the corners of a cell. Their crests are perpendicular to (ax, ay, az), whose length is
// their frequency in turns per cell.
__attribute__((always_inline)) static inline void add_waves(const cell *cell_, float ax, float ay, float az,
                                                            wave_sum *restrict sum) {
    const cell c = *cell_;
    wave_sum g = *sum;
    const float u = fade(TR_INTERPOLATION_QUINTIC, c.x), v = fade(TR_INTERPOLATION_QUINTIC, c.y),
                w = fade(TR_INTERPOLATION_QUINTIC, c.z);
    const float du = 30 * c.x * c.x * (c.x - 1) * (c.x - 1), dv = 30 * c.y * c.y * (c.y - 1) * (c.y - 1),
                dw = 30 * c.z * c.z * (c.z - 1) * (c.z - 1);
    const float across = c.x * ax + c.y * ay + c.z * az;
#define CORNER(X, Y, Z, away, U, V, W, dU, dV, dW)                                                             \
    do {                                                                                                       \
        const tr_wave one = tr_wave_at(across - (away) + 0.5f * hash_value(hash(c.X ^ c.Y ^ c.Z)));            \
        const float here = (U) * (V) * (W), wx = (dU) * (V) * (W), wy = (U) * (dV) * (W),                      \
                    wz = (U) * (V) * (dW);                                                                     \
        g.c += here * one.cosine, g.s += here * one.sine;                                                      \
        g.cx += wx * one.cosine, g.sx += wx * one.sine;                                                        \
        g.cy += wy * one.cosine, g.sy += wy * one.sine;                                                        \
        g.cz += wz * one.cosine, g.sz += wz * one.sine;                                                        \
    } while (0)
    CORNER(x0, y0, z0, 0.0f, 1 - u, 1 - v, 1 - w, -du, -dv, -dw);
    CORNER(x1, y0, z0, ax, u, 1 - v, 1 - w, du, -dv, -dw);
    CORNER(x0, y1, z0, ay, 1 - u, v, 1 - w, -du, dv, -dw);
    CORNER(x1, y1, z0, ax + ay, u, v, 1 - w, du, dv, -dw);
    CORNER(x0, y0, z1, az, 1 - u, 1 - v, w, -du, -dv, dw);
    CORNER(x1, y0, z1, ax + az, u, 1 - v, w, du, -dv, dw);
    CORNER(x0, y1, z1, ay + az, 1 - u, v, w, -du, dv, dw);
    CORNER(x1, y1, z1, ax + ay + az, u, v, w, du, dv, dw);
#undef CORNER
    *sum = g;
}

// The sum over two lattices, with the corners of each in the middle of the other's cells. Where one lattice
// changes from one corner's wave to the next, the other has a wave that continues.
__attribute__((always_inline)) static inline phase wave_phase(const tr_dune_plan *plan, float px, float py,
                                                              float pz, float ax, float ay, float az) {
    ax *= plan->turns, ay *= plan->turns, az *= plan->turns;
    wave_sum g = {0, 0, 0, 0, 0, 0, 0, 0};
    tr_octave o = plan->waves;
    const cell first = find_cell(&o, px, py, pz);
    add_waves(&first, ax, ay, az, &g);
    o.offset[0] += 0.5f, o.offset[1] += 0.5f, o.offset[2] += 0.5f, o.seed[0] ^= PRIME_Z;
    const cell second = find_cell(&o, px, py, pz);
    add_waves(&second, ax, ay, az, &g);
    const float power = g.c * g.c + g.s * g.s, scale = 0.15915494f / (power + 1e-4f);
    const float f = plan->waves.frequency[0];
    return (phase){tr_turns(g.s, g.c), f * (ax + (g.c * g.sx - g.s * g.cx) * scale),
                   f * (ay + (g.c * g.sy - g.s * g.cy) * scale), f * (az + (g.c * g.sz - g.s * g.cz) * scale),
                   power / (power + 0.02f)};
}

// Adds value noise and its gradient, which bends crests.
__attribute__((always_inline)) static inline void add_bends(const tr_octave *o, float turns, float px, float py,
                                                            float pz, phase *restrict p) {
    const cell c = find_cell(o, px, py, pz);
    const float u = fade(TR_INTERPOLATION_QUINTIC, c.x), v = fade(TR_INTERPOLATION_QUINTIC, c.y),
                w = fade(TR_INTERPOLATION_QUINTIC, c.z);
    const float du = 30 * c.x * c.x * (c.x - 1) * (c.x - 1), dv = 30 * c.y * c.y * (c.y - 1) * (c.y - 1),
                dw = 30 * c.z * c.z * (c.z - 1) * (c.z - 1);
#define CORNER(X, Y, Z) hash_value(hash(c.X ^ c.Y ^ c.Z))
    const float a = CORNER(x0, y0, z0), b = CORNER(x1, y0, z0), d = CORNER(x0, y1, z0), e = CORNER(x1, y1, z0),
                g = CORNER(x0, y0, z1), h = CORNER(x1, y0, z1), k = CORNER(x0, y1, z1), l = CORNER(x1, y1, z1);
#undef CORNER
    const float south = tr_mixf(tr_mixf(a, b, u), tr_mixf(g, h, u), w),
                north = tr_mixf(tr_mixf(d, e, u), tr_mixf(k, l, u), w);
    const float near = tr_mixf(tr_mixf(a, b, u), tr_mixf(d, e, u), v),
                far = tr_mixf(tr_mixf(g, h, u), tr_mixf(k, l, u), v);
    const float along = tr_mixf(tr_mixf(b - a, e - d, v), tr_mixf(h - g, l - k, v), w);
    const float f = turns * o->frequency[0];
    p->at += turns * tr_mixf(near, far, w);
    p->x += f * du * along, p->y += f * dv * (north - south), p->z += f * dw * (far - near);
}

// The profile of a dune of length 1 at a phase from its windward foot, and the fraction of a texel that is slip
// face or brink.
typedef struct profile {
    float height, slip, crest;
} profile;

// A gentle rise, slightly concave at its foot and convex above, then a straight fall. Everything below `ground`
// is firm ground.
static inline profile profile_at(float at, float lee, float ground, float filter) {
    const float t = at - (float)floor_int(at), rise = t / (1 - lee), fall = (1 - t) / lee;
    const float over = 1 / (1 - ground), r = tr_clampf((rise - ground) * over, 0, 1);
    const float stoss = r * (0.3f + r * (1.8f - 1.1f * r)), slope = tr_clampf((fall - ground) * over, 0, 1);
    const float ahead = t < 0.4f ? t + 1 : t; // the slip face in front of the foot
    const float brink = 1 - lee, foot = 1 - lee * ground;
    return (profile){(1 - ground) * (stoss < slope ? stoss : slope), cover(ahead, brink, foot, filter),
                     cover(ahead, brink - 0.03f, brink + 0.03f, filter)};
}

static inline float sand_at(const tr_dune_plan *p, float x, float y, float z) {
    const float more = p->variation * 1.4f * perlin_sample(&p->patches, TR_INTERPOLATION_QUINTIC, x, y, z);
    return tr_clampf(p->sand + more, 0, 1);
}

__attribute__((always_inline)) static inline float transverse(const tr_dune_plan *plan, float texel, float x,
                                                              float y, float z) {
    const wind w = wind_at(plan, x, y, z);
    phase p = wave_phase(plan, x, y, z, w.x, w.y, w.z);
    add_bends(&plan->bends, 0.45f * plan->sinuosity, x, y, z, &p);
    const float up = p.x * x + p.y * y + p.z * z;
    p.x -= up * x, p.y -= up * y, p.z -= up * z;
    const float turns = __builtin_sqrtf(p.x * p.x + p.y * p.y + p.z * p.z); // per radius
    const float length = 1 / tr_clampf(turns, 0.6f * plan->scale, 2 * plan->scale);
    const float ground = 0.97f * (1 - sand_at(plan, x, y, z));
    const float lee = tr_mixf(0.5f, TR_DUNE_STOSS / (TR_DUNE_STOSS + TR_DUNE_REPOSE), w.strength);
    const float filter = texel * turns + 1e-4f;
    const profile d = profile_at(p.at, lee, ground, filter);
    const float highest = TR_DUNE_STOSS * TR_DUNE_REPOSE / (TR_DUNE_STOSS + TR_DUNE_REPOSE);
    const float there = p.clear * ease(6 * (1 - ground));
    if (plan->value == TR_DUNE_HEIGHT)
        return d.height * highest * length * w.strength * p.clear;
    return (plan->value == TR_DUNE_SLIP ? d.slip * ease(4 * w.strength - 2) : d.crest * ease(3 * w.strength)) *
           there;
}

// ---- barchans and star dunes -------------------------------------------------------------------

// A single dune: its place, the directions along and across it, and its shape.
typedef struct dune {
    float x, y, z, along[3], across[3];
    float size;  // half its width, radii
    float reach; // distance from its middle to the end of its sand, in radii
    float strength;
    float horn[2]; // barchan: length of its horns downwind, in units of size
    float sway;
    int arms;                                                        // star: number of arms
    float cosine[5], sine[5], bend[5], length[5], phase[5], lean[5]; // lean: the steeper side of an arm
} dune;

static void shape_barchan(const tr_dune_plan *plan, uint32_t *h, dune *d) {
    const float u = draw(h), skew = (draw(h) - 0.5f) * 0.7f;
    d->size = (0.1f + 0.3f * u * u) / plan->scale;
    d->horn[0] = 1.1f * (1 + skew), d->horn[1] = 1.1f * (1 - skew);
    d->reach = 2 * d->size;
}

static void shape_star(const tr_dune_plan *plan, uint32_t *h, dune *d) {
    d->size = (0.55f + 0.4f * draw(h)) / plan->scale;
    // The width holds in the tangent plane at its middle; the distance in space is larger.
    d->reach = 1.001f * d->size * __builtin_sqrtf(2 / (1 + __builtin_sqrtf(1 - d->size * d->size)));
    d->sway = 0.13f * plan->sinuosity;
    d->arms = 3 + (int)(2.6f * draw(h));
    const float from = draw(h), curl = (draw(h) - 0.5f) * plan->sinuosity;
    for (int k = 0; k < d->arms; k++) {
        const tr_wave w = tr_wave_at(from + ((float)k + 0.4f * (draw(h) - 0.5f)) / (float)d->arms);
        d->cosine[k] = w.cosine, d->sine[k] = w.sine;
        d->bend[k] = 1.1f * curl + plan->sinuosity * (draw(h) - 0.5f);
        d->phase[k] = draw(h);
        d->length[k] = 0.6f + 0.4f * draw(h);
        d->lean[k] = draw(h) < 0.5f ? -1 : 1;
    }
}

// The position of a dune: a cell of the lattice and a slot in it.
typedef struct place {
    int32_t x, y, z, slot;
} place;

// The place of a dune in cells, and the state of its random numbers; false if there is none. Dunes lie in a
// shell one cell thick round the sphere and are projected onto it, so that they are equally dense everywhere.
static bool find_place(const tr_dune_plan *plan, place at, uint32_t *h, float p[3]) {
    *h = hash(((uint32_t)at.x * PRIME_X + plan->seed) ^ ((uint32_t)at.y * PRIME_Y) ^
              ((uint32_t)at.z * PRIME_Z + (uint32_t)at.slot * 0x632be5abu));
    p[0] = (float)at.x + draw(h), p[1] = (float)at.y + draw(h), p[2] = (float)at.z + draw(h);
    const float square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    const float low = plan->cells > 1 ? plan->cells - 0.5f : 0.5f, high = plan->cells + 0.5f;
    return square >= low * low && square < high * high;
}

// Whether another dune with precedence lies within a cell's width. Without such dunes the rest keep a distance
// (Matérn 1960, "Spatial variation", his second process).
static bool is_crowded(const tr_dune_plan *plan, place at, uint32_t order, const float p[3]) {
    for (int k = 0; k < 27; k++) {
        const place other = {at.x + k % 3 - 1, at.y + k / 3 % 3 - 1, at.z + k / 9 - 1, at.slot};
        uint32_t h;
        float q[3];
        if (k == 13 || !find_place(plan, other, &h, q) || h < order)
            continue;
        const float dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
        if (dx * dx + dy * dy + dz * dz < 1)
            return true;
    }
    return false;
}

// Makes the dune of a lattice position if it reaches the sphere; false otherwise.
static bool find_dune(const tr_dune_plan *plan, place at, const ball *b, dune *d) {
    uint32_t h;
    float p[3];
    if (!find_place(plan, at, &h, p))
        return false;
    const uint32_t order = h;
    const float scale = 1 / __builtin_sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    d->x = p[0] * scale, d->y = p[1] * scale, d->z = p[2] * scale;
    const float dx = d->x - b->x, dy = d->y - b->y, dz = d->z - b->z, near = plan->widest + b->radius;
    if (dx * dx + dy * dy + dz * dz > near * near || draw(&h) >= sand_at(plan, d->x, d->y, d->z) ||
        (plan->kind == TR_DUNE_STAR && is_crowded(plan, at, order, p)))
        return false;
    const wind w = wind_at(plan, d->x, d->y, d->z);
    d->strength = w.strength;
    d->along[0] = w.x, d->along[1] = w.y, d->along[2] = w.z;
    d->across[0] = d->y * w.z - d->z * w.y, d->across[1] = d->z * w.x - d->x * w.z,
    d->across[2] = d->x * w.y - d->y * w.x;
    if (plan->kind == TR_DUNE_BARCHAN)
        shape_barchan(plan, &h, d);
    else
        shape_star(plan, &h, d);
    return d->strength > 0;
}

// The maximum of the dunes so far at the samples of a batch.
typedef struct heights {
    float height[TR_BATCH_SAMPLES], slip[TR_BATCH_SAMPLES], crest[TR_BATCH_SAMPLES];
} heights;

static inline void put(float height, float slip, float crest, float *restrict best, float *restrict best_slip,
                       float *restrict best_crest) {
    const bool higher = height > *best;
    *best_slip = higher ? slip : *best_slip;
    *best_crest = higher ? crest : *best_crest;
    *best = higher ? height : *best;
}

// In units of its half width, with the wind along x: its foot lies between two parabolas that meet in the tips
// of the horns. Where the dome is higher than the slope that begins at the inner parabola, the slope replaces
// it: that is the slip face.
static void add_barchan(const dune *d, float fraction, float texel, const batch *b, heights *restrict o) {
    const dune n = *d;
    const float scale = 1 / n.size, filter = texel * scale + 1e-3f, front = 1.25f, back = 0.05f;
    const float most = n.reach * n.reach; // beyond it the dune would appear on the far side of the sphere
    const float high = 0.19f * n.strength, repose = TR_DUNE_REPOSE * (0.5f + 0.5f * n.strength);
    for (int i = 0; i < b->count; i++) {
        const float dx = b->x[i] - n.x, dy = b->y[i] - n.y, dz = b->z[i] - n.z;
        const float x = (dx * n.along[0] + dy * n.along[1] + dz * n.along[2]) * scale;
        const float y = (dx * n.across[0] + dy * n.across[1] + dz * n.across[2]) * scale, q = y * y;
        const float horn = y < 0 ? n.horn[0] : n.horn[1];
        const float rise = x - (q * (horn + front) - front), inner = back + q * (horn - back);
        const float aslant = 2 * y * (horn - back);
        const float face = (inner - x) * repose / __builtin_sqrtf(1 + aslant * aslant);
        const float t = tr_clampf(rise * 0.78f, 0, 1), dome = high * (1 - q) * t * (0.5f + t * (1.5f - t));
        const float low = dome < face ? dome : face;
        const float height = q < 1 && low > 0 && dx * dx + dy * dy + dz * dz < most ? low : 0;
        const float slip = tr_clampf(0.5f + (dome - face) / (filter * repose), 0, 1);
        const float apart = dome > face ? dome - face : face - dome;
        const float wide = 0.02f + 0.35f * filter;
        const float crest = tr_clampf(1.5f - apart / wide, 0, 1) * (0.02f / wide);
        put(height * n.size * fraction, slip * fraction, crest * fraction, &o->height[i], &o->slip[i],
            &o->crest[i]);
    }
}

// Each arm is a ridge that descends outwards with a slip face on one side. The highest arm gives the dune's
// height. Behind the peak an arm continues as a cone, which other arms hide.
static void add_star(const dune *d, float fraction, float texel, const batch *b, heights *restrict o) {
    const dune n = *d;
    const float scale = 1 / n.size, filter = texel * scale + 1e-3f, high = 0.2f * n.strength;
    const float wide = 0.012f + 0.5f * filter, most = n.reach * n.reach;
    for (int k = 0; k < n.arms; k++) {
        const float c = n.cosine[k], s = n.sine[k], length = 1 / n.length[k], bend = n.bend[k],
                    lean = n.lean[k];
        for (int i = 0; i < b->count; i++) {
            const float dx = b->x[i] - n.x, dy = b->y[i] - n.y, dz = b->z[i] - n.z;
            const float x = (dx * n.along[0] + dy * n.along[1] + dz * n.along[2]) * scale;
            const float y = (dx * n.across[0] + dy * n.across[1] + dz * n.across[2]) * scale;
            const float along = x * c + y * s, ahead = along > 0 ? along : 0;
            const tr_wave w = tr_wave_at(1.4f * ahead + n.phase[k]);
            const float middle = ahead * (bend * ahead * (2 - 1.4f * ahead) + n.sway * w.sine);
            const float turn = ahead * (bend * (4 - 4.2f * ahead) + 8.8f * n.sway * w.cosine) + n.sway * w.sine;
            const float side = (y * c - x * s - middle) * lean / __builtin_sqrtf(1 + turn * turn);
            const float away = __builtin_sqrtf(x * x + y * y), out = tr_clampf(1 - away * length, -1, 1);
            const float beside = side < 0 ? -side : side, apart = along > 0 ? beside : away;
            const float steep = (side > 0 ? 0.93f : 0.76f) * TR_DUNE_REPOSE * n.strength;
            const float ridge = high * out * (0.65f + 0.35f * out), arm = ridge - apart * steep;
            const float round = tr_clampf(1 - away * away, 0, 1), apron = 0.14f * high * round * round;
            const float over = arm > apron ? arm : apron;
            const float height = dx * dx + dy * dy + dz * dz < most ? over : 0;
            const float slip =
                tr_clampf(side / filter, 0, 1) * tr_clampf((arm - apron) / (0.4f * filter), 0, 1);
            const float crest = tr_clampf(1.5f - apart / wide, 0, 1) * (0.012f / wide);
            put(height * n.size * fraction, slip * fraction, crest * fraction, &o->height[i], &o->slip[i],
                &o->crest[i]);
        }
    }
}

// The range of cells whose dunes may reach a sphere.
typedef struct cell_range {
    int32_t low[3], high[3];
} cell_range;

static cell_range find_cells(const tr_dune_plan *plan, const ball *b) {
    const float at[3] = {b->x * plan->cells, b->y * plan->cells, b->z * plan->cells};
    const float reach = (b->radius + plan->widest) * plan->cells + 0.5f;
    cell_range r;
    for (int k = 0; k < 3; k++)
        r.low[k] = floor_int(at[k] - reach), r.high[k] = floor_int(at[k] + reach);
    return r;
}

// ---- groups of batches -------------------------------------------------------------------------

enum {
    group_most = 16,
    dunes_most = 1024,
    of_cell = 20, // operations
};

// The dunes near a sphere.
typedef struct dune_list {
    const tr_dune_plan *plan;
    float texel;
    tr_meter *meter; // or NULL
    int count;
    dune all[dunes_most];
} dune_list;

static bool find_dunes(void *context, const ball *around) {
    dune_list *list = context;
    const tr_dune_plan *plan = list->plan;
    const int slots = plan->kind == TR_DUNE_BARCHAN ? 4 : 1;
    const cell_range r = find_cells(plan, around);
    list->count = 0;
    if (around->radius * plan->cells >= 10)
        return false; // there are too many cells between them
    for (int32_t iz = r.low[2]; iz <= r.high[2]; iz++)
        for (int32_t iy = r.low[1]; iy <= r.high[1]; iy++) {
            tr_meter_add(list->meter, of_cell * (unsigned)(slots * (r.high[0] - r.low[0] + 1)));
            for (int32_t ix = r.low[0]; ix <= r.high[0]; ix++) {
                const float x = (float)ix + 0.5f, y = (float)iy + 0.5f, z = (float)iz + 0.5f;
                const float off = __builtin_sqrtf(x * x + y * y + z * z) - plan->cells;
                for (int slot = 0; slot < slots && off * off < 1.9f; slot++) {
                    if (list->count == dunes_most)
                        return false;
                    list->count += find_dune(plan, (place){ix, iy, iz, slot}, around, &list->all[list->count]);
                }
            }
        }
    return true;
}

static void add_dunes(void *context, const batch *b, float *restrict out) {
    const dune_list *list = context;
    const tr_dune_plan *plan = list->plan;
    const ball around = enclose_batch(b);
    const bool barchan = plan->kind == TR_DUNE_BARCHAN;
    heights h = {{0}, {0}, {0}};
    for (int k = 0; k < list->count; k++) {
        const dune *d = &list->all[k];
        const float dx = d->x - around.x, dy = d->y - around.y, dz = d->z - around.z,
                    far = d->reach + around.radius;
        if (dx * dx + dy * dy + dz * dz > far * far)
            continue;
        const float fraction = list->texel > 0 ? tr_cell_weight((double)(2 * d->size / list->texel)) : 1;
        if (fraction > 0 &&
            tr_meter_add(list->meter, (barchan ? 10 : 15 * (unsigned)d->arms) * (unsigned)b->count))
            (barchan ? add_barchan : add_star)(d, fraction, list->texel, b, &h);
    }
    const float *values = plan->value == TR_DUNE_HEIGHT ? h.height
                          : plan->value == TR_DUNE_SLIP ? h.slip
                                                        : h.crest;
    memcpy(out, values, (size_t)b->count * sizeof *out);
}

// ---- samples -----------------------------------------------------------------------------------

static void find_transverse(const tr_dune_plan *plan, float texel, const batch *b, float *restrict out) {
    const tr_dune_plan p = *plan; // a copy cannot alias
    for (int i = 0; i < b->count; i++)
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        out[i] = transverse(&p, texel, b->x[i], b->y[i], b->z[i]);
}

// The fraction of the dunes that a map shows. Transverse dunes are waves; others have finer parts.
static float fraction_of(const tr_dune_plan *plan, float texel) {
    const float part = plan->kind == TR_DUNE_TRANSVERSE ? 1 : 0.45f;
    return texel > 0 ? tr_cell_weight((double)(part / (plan->scale * texel))) : 1;
}

void TR_KERNEL(tr_dunes)(const void *of, const tr_block *block, float *out) {
    const tr_dune_plan *plan = of;
    const float texel = block->texel, fraction = fraction_of(plan, texel);
    const bool waves = plan->kind == TR_DUNE_TRANSVERSE;
    dune_list list;
    list.plan = plan, list.texel = texel, list.meter = block->meter;
    const finder by = {find_dunes, add_dunes, &list};
    for (int i = 0; i < block->count && plan->level && fraction <= 0; i++)
        out[i] = 0;
    for (int first = 0, end; first < batch_total(block) && (fraction > 0 || !plan->level); first += end) {
        batch batches[group_most];
        float values[group_most][TR_BATCH_SAMPLES] = {{0}};
        end = gather_group(block, first, group_most, batches);
        tr_meter_add(block->meter, (fraction > 0 && waves ? 60 : 2) * TR_BATCH_SAMPLES * (unsigned)end);
        if (fraction > 0 && !waves)
            evaluate_group(&by, end, batches, values);
        for (int k = 0; k < end; k++) {
            const batch *b = &batches[k];
            if (fraction > 0 && waves)
                find_transverse(plan, texel, b, values[k]);
            for (int i = 0; i < b->count; i++) {
                // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
                const float up = 1 - b->y[i] * b->y[i];
                const float mean = plan->mean * ease((__builtin_sqrtf(up > 0 ? up : 0) - 0.1f) * 5);
                values[k][i] = (plan->level ? 0 : mean) + fraction * (values[k][i] - mean);
            }
            scatter_rows(b, values[k], out);
        }
    }
}
