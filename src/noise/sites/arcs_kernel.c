// Arcs: what a sample sees of thin lines that cross each other, younger ones on top.
//
// Like craters, arcs are visited in order, for each batch of samples only those that can reach it; beyond its
// reach an arc changes nothing, to the bit, so culling cannot be seen.
#include "noise/choices.h"
#include "noise/lattice/private/lattice.h"
#include "noise/maths/private/float_trig.h"
#include "noise/sites/arcs.h"
#include "noise/sites/private/batch.h"

// How far to either side of its circle an arc can be seen. Thin lines are drawn as wide as the map can show,
// and fainter.
static float reach_of(const struct tr_arc *arc, float texel) {
    const float narrowest = 1.5f * texel;
    return (arc->width > narrowest ? arc->width : narrowest) + arc->bow_height;
}

// Arcs of list[0 … candidates-1] (all when NULL) that reach into the ball: near the plane of the circle and
// near the arc's middle.
static int reaching(const tr_arc_set *set, float texel, const int32_t *list, int candidates, const ball *b,
                    int32_t *restrict kept) {
    int n = 0;
    for (int i = 0; i < candidates; i++) {
        const int index = list ? list[i] : i;
        const struct tr_arc *arc = &set->arcs[index];
        const float reach = 1.2f * reach_of(arc, texel) + 1e-6f; // a circle of latitude is no straight line
        const float above = arc->n[0] * b->x + arc->n[1] * b->y + arc->n[2] * b->z - arc->c;
        const float off = (above < 0 ? -above : above) - b->radius - reach * arc->radius;
        const float dx = b->x - arc->middle[0], dy = b->y - arc->middle[1], dz = b->z - arc->middle[2];
        const float limit = arc->half * 1.001f + reach + b->radius;
        kept[n] = index;
        n += !(off > 0) && !(dx * dx + dy * dy + dz * dz > limit * limit);
    }
    return n;
}

// How far a chain of bows lies off its circle; `half` is the tangent of half the angle along it.
static inline float bow(const struct tr_arc *arc, float half, float whole) {
    float along = half * arc->bows / whole;
    along -= (float)floor_int(along);
    return arc->bow_height * (4 * along * (1 - along));
}

// Draws one arc over those before. Its strength is 1 on the middle of the line and falls to 0 at its width;
// what is finer than a texel is taken from the top of that, so that a thin line fades instead of breaking up.
static inline void add_arc(const struct tr_arc *from, float texel, bool number, int count,
                           const float *restrict x, const float *restrict y, const float *restrict z,
                           float *restrict strength, float *restrict out) {
    const struct tr_arc arc = *from; // a local copy cannot alias out
    const float inverse_radius = 1 / arc.radius, inverse_end = 1 / arc.end;
    const float narrowest = 1.5f * texel, blur = 0.25f * texel * texel;
    const float whole = arc.bows > 0 ? tr_small_atan(arc.end) : 1;
    for (int i = 0; i < count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float px = x[i], py = y[i], pz = z[i];
        const float above = px * arc.n[0] + py * arc.n[1] + pz * arc.n[2] - arc.c;
        const float a = px * arc.e[0] + py * arc.e[1] + pz * arc.e[2];
        const float b = px * arc.f[0] + py * arc.f[1] + pz * arc.f[2];
        const float base = a + __builtin_sqrtf(a * a + b * b);
        const float half = (b < 0 ? -b : b) / (base > 1e-6f ? base : 1e-6f); // tan of half the angle
        float s = half * inverse_end;                                        // 0 at the middle, 1 at an end
        s = base > 1e-6f && s < 1 ? s : 1;
        float across = above * inverse_radius;
        if (arc.bows > 0)
            across -= bow(&arc, tr_small_atan(s * arc.end), whole);
        const float taper = 1 - s * s, fine = arc.width * taper;
        const float width = fine > narrowest ? fine : narrowest;
        const float distance = __builtin_sqrtf(across * across + blur);
        float own = taper * (fine / width) * (1 - distance / width);
        own = own > 0 ? own : 0;
        // on its ridge a line hides what lies below; beside it the stronger one shows
        float cover = (own - 0.35f) * 4;
        cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
        const float old = strength[i];
        const bool on_top = own > old || cover == 1;
        strength[i] = own > old ? own : old + cover * (own - old);
        if (number)
            out[i] = on_top && own > 0 ? arc.number : out[i];
    }
}

static void arcs(const tr_arc_set *set, int value, float texel, int count, int columns, const float *x,
                 const float *y, const float *z, float *out, int32_t *list) {
    int32_t *batch_list = list + set->count + 1;
    const ball block = enclose(count, columns, x, y, z);
    const int candidates = reaching(set, texel, NULL, set->count, &block, list);
    for (int index = 0; index < batch_total(count, columns); index++) {
        batch b;
        gather_batch(index, count, columns, x, y, z, &b);
        const ball around = enclose(b.count, b.columns, b.x, b.y, b.z);
        const int near = reaching(set, texel, list, candidates, &around, batch_list);
        float strength[TR_BATCH_SAMPLES] = {0}, number[TR_BATCH_SAMPLES] = {0};
        for (int j = 0; j < near; j++) {
            const struct tr_arc *arc = &set->arcs[batch_list[j]];
            if (value == TR_ARC_CELL)
                add_arc(arc, texel, true, b.count, b.x, b.y, b.z, strength, number);
            else
                add_arc(arc, texel, false, b.count, b.x, b.y, b.z, strength, number);
        }
        scatter_rows(&b, value == TR_ARC_CELL ? number : strength, out);
    }
}

void TR_KERNEL(tr_arc_kernels)(tr_noise_kernels *kernels);
void TR_KERNEL(tr_arc_kernels)(tr_noise_kernels *kernels) { kernels->arcs = arcs; }
