// Arcs: evaluation of thin lines that cross each other, younger ones on top.
//
// Like craters, arcs are visited in order; for each batch of samples only those that may reach it are. Beyond
// its reach an arc does not change a bit, so culling has no visible effect.
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/float_trig.h"
#include "noise/sites/arcs.h"
#include "noise/sites/private/batch.h"

// The distance from its circle within which an arc is visible or displaces others. Lines thinner than the map
// can show are drawn wider and fainter.
static float bounding_radius_of(const struct tr_arc *arc, float texel) {
    const float narrowest = 1.5f * texel;
    const float seen = (arc->width > narrowest ? arc->width : narrowest) + arc->bow_height;
    const float moves = arc->slip != 0 ? TR_ARC_SLIP_RANGE * arc->width : 0;
    return seen > moves ? seen : moves;
}

// Collects the arcs of list[0 … candidates-1] (all if NULL) that reach into the sphere: those near the plane of
// the circle and near the arc's middle.
static int reaching(const tr_arc_set *set, float texel, float shift, const int32_t *list, int candidates,
                    const ball *b, int32_t *restrict kept) {
    int n = 0;
    for (int i = 0; i < candidates; i++) {
        const int index = list ? list[i] : i;
        const struct tr_arc *arc = &set->arcs[index];
        // A circle of latitude is not a great circle. Places move along the ground, whose inclination to the
        // circle's plane follows from the circle's radius.
        const float reach = 1.2f * (bounding_radius_of(arc, texel) + shift) + 1e-6f;
        const float above = arc->n[0] * b->x + arc->n[1] * b->y + arc->n[2] * b->z - arc->c;
        const float off = (above < 0 ? -above : above) - b->radius - reach * arc->radius;
        const float dx = b->x - arc->middle[0], dy = b->y - arc->middle[1], dz = b->z - arc->middle[2];
        const float limit = arc->half * 1.001f + reach + b->radius;
        kept[n] = index;
        n += !(off > 0) && !(dx * dx + dy * dy + dz * dz > limit * limit);
    }
    return n;
}

// Collects the arcs near a batch. Arcs that might be displaced into it are included only if an arc there
// displaces others.
static int near_batch(const tr_arc_set *set, float texel, const int32_t *list, int candidates, const ball *b,
                      int32_t *restrict kept) {
    const int near = reaching(set, texel, 0, list, candidates, b, kept);
    for (int i = 0; i < near; i++)
        if (set->arcs[kept[i]].slip != 0)
            return reaching(set, texel, set->shift, list, candidates, b, kept);
    return near;
}

// The distance of a chain of bows from its circle. `half` is the tangent of half the angle along it.
__attribute__((always_inline)) static inline float bow(const struct tr_arc *arc, float half, float whole) {
    float along = half * arc->bows / whole;
    along -= (float)floor_int(along);
    return arc->bow_height * (4 * along * (1 - along));
}

// The values of an arc that are the same for all samples.
typedef struct pen {
    struct tr_arc arc; // a local copy cannot alias what is written
    float inverse_radius, inverse_end, narrowest, blur, whole;
} pen;

__attribute__((always_inline)) static inline pen hold(const struct tr_arc *arc, float texel) {
    return (pen){.arc = *arc,
                 .inverse_radius = 1 / arc->radius,
                 .inverse_end = 1 / arc->end,
                 .narrowest = 1.5f * texel,
                 .blur = 0.25f * texel * texel,
                 .whole = arc->bows > 0 ? tr_small_atan(arc->end) : 1};
}

// The strength of a single arc at a place: 1 in the middle of the line, falling to 0 at its width. For a line
// narrower than a texel, the top of that profile is reduced, so that the line fades instead of breaking up.
// Also sets *off to the distance from its circle, and *taper: 1 in the middle of the arc, 0 at its ends.
__attribute__((always_inline)) static inline float stroke(const pen *p, float px, float py, float pz,
                                                          float *off, float *taper) {
    const struct tr_arc *arc = &p->arc;
    const float above = px * arc->n[0] + py * arc->n[1] + pz * arc->n[2] - arc->c;
    const float a = px * arc->e[0] + py * arc->e[1] + pz * arc->e[2];
    const float b = px * arc->f[0] + py * arc->f[1] + pz * arc->f[2];
    const float base = a + __builtin_sqrtf(a * a + b * b);
    const float half = (b < 0 ? -b : b) / (base > 1e-6f ? base : 1e-6f); // tangent of half the angle
    float s = half * p->inverse_end;                                     // 0 at the middle, 1 at an end
    s = base > 1e-6f && s < 1 ? s : 1;
    float across = above * p->inverse_radius;
    *off = across;
    if (arc->bows > 0)
        across -= bow(arc, tr_small_atan(s * arc->end), p->whole);
    *taper = 1 - s * s;
    const float fine = arc->width * *taper;
    const float width = fine > p->narrowest ? fine : p->narrowest;
    const float distance = __builtin_sqrtf(across * across + p->blur);
    const float own = *taper * (fine / width) * (1 - distance / width);
    return own > 0 ? own : 0;
}

// Near its middle a line hides lines below it; elsewhere the stronger line shows.
__attribute__((always_inline)) static inline float cover_of(float own) { return tr_unitf((own - 0.35f) * 4); }

// Draws an arc over the previous ones.
__attribute__((always_inline)) static inline void add_arc(const struct tr_arc *from, float texel, bool number,
                                                          const batch *b, float *restrict strength,
                                                          float *restrict out) {
    const pen p = hold(from, texel);
    for (int i = 0; i < b->count; i++) {
        float off, taper;
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float own = stroke(&p, b->x[i], b->y[i], b->z[i], &off, &taper);
        const float cover = cover_of(own), old = strength[i];
        const bool on_top = own > old || cover == 1;
        strength[i] = own > old ? own : old + cover * (own - old);
        if (number)
            out[i] = on_top && own > 0 ? p.arc.number : out[i];
    }
}

// Arcs that displace older ones are drawn from the youngest down. An older arc of strength s shows as max(most,
// through s + under), sampled at the place from which the younger arcs displaced it.
typedef struct pile {
    float most[TR_BATCH_SAMPLES], under[TR_BATCH_SAMPLES], through[TR_BATCH_SAMPLES];
    float x[TR_BATCH_SAMPLES], y[TR_BATCH_SAMPLES], z[TR_BATCH_SAMPLES];
    float left[TR_BATCH_SAMPLES]; // remaining displacement of a place: arcs have no effect beyond their reach
    float number[TR_BATCH_SAMPLES];
} pile;

static inline void slide_below(const struct tr_arc *from, float texel, int count, pile *restrict o) {
    const pen p = hold(from, texel);
    const float inverse_range = 1 / (TR_ARC_SLIP_RANGE * p.arc.width), inverse_edge = 3 / p.arc.width;
    for (int i = 0; i < count; i++) {
        const float px = o->x[i], py = o->y[i], pz = o->z[i];
        float off, taper;
        const float own = stroke(&p, px, py, pz, &off, &taper);
        const float cover = cover_of(own), through = o->through[i], shown = through * own + o->under[i];
        o->number[i] = shown > o->most[i] && own > 0 ? p.arc.number : o->number[i];
        o->most[i] = shown > o->most[i] ? shown : o->most[i];
        o->under[i] += through * cover * own;
        o->through[i] = through * (1 - cover);
        // the two sides move in opposite directions, less with the distance from the fault and towards its ends
        const float far = off < 0 ? -off : off, edge = far * inverse_edge;
        float moved = p.arc.slip * taper * tr_positivef(1 - far * inverse_range) * (edge < 1 ? edge : 1),
              left = o->left[i];
        float length = moved < 0 ? -moved : moved;
        length = length < left ? length : left;
        o->left[i] = left - length;
        const float u = ((moved < 0) != (off < 0) ? -length : length) * p.inverse_radius;
        o->x[i] = px + u * (p.arc.n[1] * pz - p.arc.n[2] * py);
        o->y[i] = py + u * (p.arc.n[2] * px - p.arc.n[0] * pz);
        o->z[i] = pz + u * (p.arc.n[0] * py - p.arc.n[1] * px);
    }
}

static void slide(const tr_arc_set *set, float texel, const int32_t *list, int near, const batch *b,
                  float *restrict strength, float *restrict number, tr_meter *meter) {
    enum { of_slide = 16 }; // operations per sample
    pile o = {.most = {0}};
    for (int i = 0; i < b->count; i++)
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        o.x[i] = b->x[i], o.y[i] = b->y[i], o.z[i] = b->z[i], o.through[i] = 1, o.left[i] = set->shift;
    for (int j = near - 1; j >= 0; j--)
        if (tr_meter_add(meter, of_slide * (unsigned)b->count))
            slide_below(&set->arcs[list[j]], texel, b->count, &o);
    for (int i = 0; i < b->count; i++)
        strength[i] = o.most[i] > o.under[i] ? o.most[i] : o.under[i], number[i] = o.number[i];
}

void TR_KERNEL(tr_arcs)(const void *plan, const tr_block *block, float *out) {
    enum { together = 64, of_arc = 10 }; // arcs per meter call; operations per sample
    const tr_arc_set *set = plan;
    const float texel = block->texel;
    tr_meter *meter = block->meter;
    int32_t *list = block->list, *batch_list = list + set->count + 1;
    const ball all = enclose(block->count, block->columns, block->x, block->y, block->z);
    const int candidates = reaching(set, texel, set->shift, NULL, set->count, &all, list);
    tr_meter_add(meter, 6 * (unsigned)set->count);
    for (int index = 0, batches = batch_total(block); index < batches; index++) {
        batch b;
        gather_batch(index, block, &b);
        const ball around = enclose_batch(&b);
        const int near = near_batch(set, texel, list, candidates, &around, batch_list);
        float strength[TR_BATCH_SAMPLES] = {0}, number[TR_BATCH_SAMPLES] = {0};
        if (set->shift > 0)
            slide(set, texel, batch_list, near, &b, strength, number, meter);
        bool on = tr_meter_add(meter, 6 * (unsigned)candidates);
        for (int j = 0; j < near && !(set->shift > 0); j++) {
            const struct tr_arc *arc = &set->arcs[batch_list[j]];
            if (j % together == 0)
                on = tr_meter_add(meter, of_arc * (unsigned)(near - j < together ? near - j : together) *
                                             (unsigned)b.count);
            if (!on)
                continue;
            if (set->value == TR_ARC_CELL)
                add_arc(arc, texel, true, &b, strength, number);
            else
                add_arc(arc, texel, false, &b, strength, number);
        }
        scatter_rows(&b, set->value == TR_ARC_CELL ? number : strength, out);
    }
}
