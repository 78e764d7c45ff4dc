// Strokes: evaluation. For each batch of samples only the pieces that may reach it are visited, in the order of
// their strokes. Beyond its reach a piece does not change a bit, so culling has no visible effect.
#include "noise/lattice/private/lattice.h"
#include "noise/sites/private/batch.h"
#include "noise/sites/strokes.h"

#include <string.h>

enum { of_piece = 8, of_stroke = 10, together = 64 }; // operations per sample; pieces per call of the meter
#define NOWHERE 4.0f                                  // in place of a squared sine: farther than 90 degrees
#define SIDE                                                                                                   \
    (-0.5f * TR_STROKE_BORDER) // places on a great circle count as on its left,
                               // in spite of rounding

static inline float dot(const float a[3], float x, float y, float z) { return a[0] * x + a[1] * y + a[2] * z; }

// ---- what is near ----------------------------------------------------------------------------------

enum { part = 16 }; // balls are measured together, because that vectorises and counting does not

// Where kernels work: the list of a block in parts.
typedef struct lists {
    int32_t *candidates, *near, *work;
    tr_stroke_balls balls; // of the candidates
} lists;

static lists lay_out(const tr_strokes *set, int32_t *list) {
    const ptrdiff_t n = set->piece_count + 1, padded = n + part;
    float *numbers = (float *)(void *)(list + 3 * n);
    return (lists){
        list, list + n, list + 2 * n, {numbers, numbers + padded, numbers + 2 * padded, numbers + 3 * padded}};
}

// Collects the balls, each larger by `more`, that touch another one: their indices, or names. There are places
// for a whole part behind the last ball.
static int touching(const tr_stroke_balls *balls, float more, int count, const ball *b, const int32_t *names,
                    int32_t *restrict kept) {
    const float *restrict x = balls->x, *restrict y = balls->y, *restrict z = balls->z,
                          *restrict radius = balls->radius;
    const float bx = b->x, by = b->y, bz = b->z, reach = more + b->radius;
    int n = 0;
    for (int first = 0; first < count; first += part) {
        int32_t hit[part], any = 0;
        for (int k = 0; k < part; k++) {
            const float dx = x[first + k] - bx, dy = y[first + k] - by, dz = z[first + k] - bz;
            const float limit = (radius[first + k] + reach) * 1.0001f;
            hit[k] = !(dx * dx + dy * dy + dz * dz > limit * limit);
            any |= hit[k];
        }
        for (int k = 0; any && k < part && first + k < count; k++) {
            kept[n] = names ? names[first + k] : first + k;
            n += hit[k];
        }
    }
    return n;
}

static bool touches(const tr_stroke_balls *balls, float more, int j, const ball *b) {
    const float dx = balls->x[j] - b->x, dy = balls->y[j] - b->y, dz = balls->z[j] - b->z;
    const float limit = (balls->radius[j] + more + b->radius) * 1.0001f;
    return !(dx * dx + dy * dy + dz * dz > limit * limit);
}

static void copy_ball(const tr_stroke_balls *from, int j, const tr_stroke_balls *to, int n) {
    to->x[n] = from->x[j], to->y[n] = from->y[j], to->z[n] = from->z[j], to->radius[n] = from->radius[j];
}

// Collects the pieces of all groups that touch a ball, in ascending order.
static int collect(const tr_strokes *set, float more, const ball *b, const lists *to) {
    const int groups = touching(&set->groups, more, set->group_count, b, NULL, to->candidates);
    const int words = (set->piece_count + 31) / 32;
    uint32_t *bits = (uint32_t *)to->work;
    int n = 0;
    if (groups == 0)
        return 0;
    memset(bits, 0, (size_t)words * sizeof *bits);
    for (int i = 0; i < groups; i++)
        for (int k = 0; k < TR_STROKE_GROUP; k++) {
            const int32_t j = set->members[to->candidates[i] * TR_STROKE_GROUP + k];
            if (j >= 0 && touches(&set->balls, more, j, b))
                bits[j / 32] |= 1u << j % 32;
        }
    for (int i = 0; i < words; i++)
        for (uint32_t left = bits[i]; left; left &= left - 1) {
            const int j = 32 * i + __builtin_ctz(left);
            copy_ball(&set->balls, j, &to->balls, n);
            to->candidates[n++] = j;
        }
    for (int k = 0; k < part && n > 0; k++)
        copy_ball(&to->balls, 0, &to->balls, n + k);
    return n;
}

// ---- areas -----------------------------------------------------------------------------------------

// The middle of a batch, and bits of the strokes whose areas contain it.
typedef struct seen {
    float q[3];
    uint32_t inside[TR_STROKES_MOST / 32];
} seen;

// Whether the short arc from c to q crosses a piece. m = c × q.
static bool crosses(const tr_stroke_piece *p, const float c[3], const float q[3], const float m[3]) {
    const bool a = dot(p->a, m[0], m[1], m[2]) >= 0, b = dot(p->b, m[0], m[1], m[2]) >= 0;
    return a != b && (dot(p->n, c[0], c[1], c[2]) >= SIDE) != (dot(p->n, q[0], q[1], q[2]) >= SIDE) &&
           dot(p->middle, q[0], q[1], q[2]) > 0;
}

// c × q, exact also for neighbours.
static inline void cross_near(const float c[3], float x, float y, float z, float m[3]) {
    const float dx = x - c[0], dy = y - c[1], dz = z - c[2];
    m[0] = c[1] * dz - c[2] * dy, m[1] = c[2] * dx - c[0] * dz, m[2] = c[0] * dy - c[1] * dx;
}

// From the centre of the cell round the batch's middle to that middle.
static void find_areas(const tr_strokes *set, const ball *around, const lists *to, int candidates, seen *s) {
    const float scale =
        1 / __builtin_sqrtf(around->x * around->x + around->y * around->y + around->z * around->z);
    s->q[0] = around->x * scale, s->q[1] = around->y * scale, s->q[2] = around->z * scale;
    const int home = tr_stroke_cell(s->q[0], s->q[1], s->q[2]);
    const float *c = set->centres + 3 * (ptrdiff_t)home;
    memcpy(s->inside, set->inside + (ptrdiff_t)home * set->words, (size_t)set->words * sizeof *s->inside);
    float m[3];
    cross_near(c, s->q[0], s->q[1], s->q[2], m);
    const float dx = s->q[0] - c[0], dy = s->q[1] - c[1], dz = s->q[2] - c[2];
    const ball way = {c[0] + 0.5f * dx, c[1] + 0.5f * dy, c[2] + 0.5f * dz,
                      0.5f * __builtin_sqrtf(dx * dx + dy * dy + dz * dz)};
    const int near = touching(&to->balls, -set->narrowest, candidates, &way, to->candidates, to->work);
    for (int i = 0; i < near; i++) {
        const tr_stroke_piece *p = &set->pieces[to->work[i]];
        if (set->brushes[p->stroke].closed && crosses(p, c, s->q, m))
            s->inside[p->stroke / 32] ^= 1u << p->stroke % 32;
    }
}

// Turns the bits of the samples whose arc from the batch's middle crosses a piece.
static void count_crossings(const tr_stroke_piece *from, const batch *b, const float q[3],
                            int32_t *restrict odd) {
    const tr_stroke_piece p = *from;
    const float q0 = q[0], q1 = q[1], q2 = q[2];
    const int32_t left = dot(p.n, q0, q1, q2) >= SIDE;
    if (dot(p.middle, q0, q1, q2) <= 0)
        return;
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float x = b->x[i], y = b->y[i], z = b->z[i], dx = x - q0, dy = y - q1, dz = z - q2;
        const float mx = q1 * dz - q2 * dy, my = q2 * dx - q0 * dz, mz = q0 * dy - q1 * dx;
        const int32_t first = p.a[0] * mx + p.a[1] * my + p.a[2] * mz >= 0;
        const int32_t second = p.b[0] * mx + p.b[1] * my + p.b[2] * mz >= 0;
        const int32_t side = p.n[0] * x + p.n[1] * y + p.n[2] * z >= SIDE;
        odd[i] ^= (first ^ second) & (side ^ left);
    }
}

// ---- distances -------------------------------------------------------------------------------------

// Lowers squared sines of the distance to what a piece has. The end b is the beginning of the next piece.
__attribute__((always_inline)) static inline void measure(const tr_stroke_piece *from, bool tapers,
                                                          const batch *b, float *restrict nearest) {
    const tr_stroke_piece p = *from;
    for (int i = 0; i < b->count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.*): gathered
        const float x = b->x[i], y = b->y[i], z = b->z[i];
        const float above = p.n[0] * x + p.n[1] * y + p.n[2] * z;
        const float from_a = p.f[0] * x + p.f[1] * y + p.f[2] * z;
        const float from_b = p.g[0] * x + p.g[1] * y + p.g[2] * z;
        const float dx = x - p.a[0], dy = y - p.a[1], dz = z - p.a[2];
        const float chord = dx * dx + dy * dy + dz * dz;
        const float end = chord < 2 ? chord * (1 - 0.25f * chord) : NOWHERE;
        float own = ((from_a > 0) & (from_b > 0)) ? above * above : end;
        if (tapers) {
            const float before = from_a > 0 ? from_a : 0, behind = from_b > 0 ? from_b : 0;
            const float along = p.along[0] + before / (before + behind + 1e-9f) * (p.along[1] - p.along[0]);
            const float left = p.whole - along, tip = tr_unitf(1 - (along < left ? along : left));
            own += p.taper * tip * tip;
        }
        nearest[i] = own < nearest[i] ? own : nearest[i];
    }
}

// The angle whose squared sine that is, up to 70 degrees within a thousandth; more for NOWHERE.
__attribute__((always_inline)) static inline float angle_of(float square) {
    const float rest = 1 - square;
    const float q = 2 * square / (1 + __builtin_sqrtf(rest > 0 ? rest : 0)), c = __builtin_sqrtf(q);
    const float angle = c * (1 + q * (0.041666667f + q * (0.0046875f + q * 0.00069754f)));
    return square > 1 ? 3 : angle;
}

// ---- painting --------------------------------------------------------------------------------------

#define CRATER_RIM 0.7f     // radius of a crater's rim, in radii of the stroke
#define VOLCANO_MOUTH 0.15f // radius of the crater in a volcano's top

// What strokes have painted, from the last one down to the present one: values times weights, and weights. How
// much of the values and of the weights below still shows: what is added hides no values. Of the stroke that
// shows most: its value, and how much it shows.
typedef struct painted {
    float sum[TR_BATCH_SAMPLES], weight[TR_BATCH_SAMPLES];
    float through[TR_BATCH_SAMPLES], open[TR_BATCH_SAMPLES];
    float strongest[TR_BATCH_SAMPLES], strength[TR_BATCH_SAMPLES];
    float covered[TR_BATCH_SAMPLES]; // what lies below all strokes is hidden so far
    float hollow[TR_BATCH_SAMPLES];  // the part of the sum by which craters go below 0
} painted;

// The profile of a stroke on a map: its edge falls from the distance outer - edge to outer.
typedef struct profile {
    float most, outer, inverse_edge;
    float inverse_radius, softness, hollow; // of craters and volcanoes; how deep their hollow is
    float value;
} profile;

// An edge is never sharper than 1.5 texels. What is narrower or shorter than that fades, so that its mean
// stays.
static profile profile_of(const tr_stroke_brush *b, float texel, const tr_strokes_plan *plan) {
    const float hollow = b->shape == TR_SHAPE_VOLCANO ? VOLCANO_MOUTH : CRATER_RIM, shown = 3 * texel;
    const float fine = TR_STROKE_FINEST * texel, finest = fine > 2e-6f ? fine : 2e-6f;
    const float soft = b->softness * b->radius, edge = soft > finest ? soft : finest;
    const float middle = b->radius - 0.5f * soft, outer = middle + 0.5f * edge, thin = edge - b->wide;
    const float wide = 2 * (middle + b->wide) / edge, length = 2 * (middle + b->long_) / edge;
    return (profile){.most = b->strength * (wide < 1 ? wide : 1) * (length < 1 ? length : 1),
                     .outer = outer > thin ? outer : thin,
                     .inverse_edge = 1 / edge,
                     .inverse_radius = 1 / (b->radius > finest ? b->radius : finest),
                     .softness = b->softness,
                     .hollow = plan->fills_hollows && hollow * b->radius < shown ? 0 : 1,
                     .value = b->values[plan->component]};
}

// The height of a crater of depth 1 at r of its radius: a wide floor, steep walls, and a rim that softness
// wears down.
__attribute__((always_inline)) static inline float crater(float r, float softness, float hollow) {
    const float rim = 0.4f * (1 - 0.5f * softness), in = r * (1 / CRATER_RIM),
                out = (1 - r) * (1 / (1 - CRATER_RIM));
    const float inner = in * in * in * in * (1 + rim) - 1;
    return r < CRATER_RIM ? inner < 0 ? inner * hollow : inner : r < 1 ? rim * out * out : 0;
}

// The height of a volcano of height 1: a concave cone, a bell if it is soft, with a crater in its top.
__attribute__((always_inline)) static inline float volcano(float r, float softness, float hollow) {
    const float mouth = VOLCANO_MOUTH, in = r < mouth ? r * (1 / mouth) : 1, depth = 0.3f - 0.15f * softness;
    const float up = tr_unitf((1 - r) * (1 / (1 - mouth)));
    const float cone = up * (0.4f + 0.6f * up), bell = up * up * (3 - 2 * up);
    return cone + softness * (bell - cone) - hollow * depth * (1 - in * in);
}

__attribute__((always_inline)) static inline void lay(const profile *profile_, int join, int shape, int count,
                                                      const float *restrict nearest,
                                                      const int32_t *restrict odd, painted *restrict o) {
    const profile p = *profile_; // a local copy cannot alias what is written
    for (int i = 0; i < count; i++) {
        const float far = angle_of(nearest[i]) - TR_STROKE_BORDER, away = far > 0 ? far : 0;
        const float t = tr_unitf((p.outer - (odd[i] ? -away : away)) * p.inverse_edge);
        const float cover = p.most * (t * t * (3 - 2 * t)), r = away * p.inverse_radius;
        const float height = shape == TR_SHAPE_CRATER    ? p.most * crater(r, p.softness, p.hollow)
                             : shape == TR_SHAPE_VOLCANO ? p.most * volcano(r, p.softness, p.hollow)
                                                         : cover;
        const float through = o->through[i], shown = through * cover;
        if (join == TR_STROKES_ADD)
            o->sum[i] += through * height * p.value;
        if (shape == TR_SHAPE_CRATER)
            o->hollow[i] += height * p.value < 0 ? through * height * p.value : 0;
        if (join == TR_STROKES_COVER)
            o->sum[i] += shown * p.value, o->covered[i] += shown;
        if (join == TR_STROKES_PICK) {
            o->strongest[i] = shown > o->strength[i] ? p.value : o->strongest[i];
            o->strength[i] = shown > o->strength[i] ? shown : o->strength[i];
        }
        if (join != TR_STROKES_REMOVE)
            o->weight[i] += o->open[i] * cover;
        if (join != TR_STROKES_ADD)
            o->through[i] = through * (1 - cover);
        o->open[i] *= 1 - cover;
    }
}

static void paint(const profile *p, const tr_stroke_brush *brush, int count, const float *nearest,
                  const int32_t *odd, painted *o) {
    if (brush->join == TR_STROKES_REMOVE)
        lay(p, TR_STROKES_REMOVE, TR_SHAPE_BRUSH, count, nearest, odd, o);
    else if (brush->join == TR_STROKES_PICK)
        lay(p, TR_STROKES_PICK, TR_SHAPE_BRUSH, count, nearest, odd, o);
    else if (brush->join == TR_STROKES_COVER)
        lay(p, TR_STROKES_COVER, TR_SHAPE_BRUSH, count, nearest, odd, o);
    else if (brush->shape == TR_SHAPE_CRATER)
        lay(p, TR_STROKES_ADD, TR_SHAPE_CRATER, count, nearest, odd, o);
    else if (brush->shape == TR_SHAPE_VOLCANO)
        lay(p, TR_STROKES_ADD, TR_SHAPE_VOLCANO, count, nearest, odd, o);
    else
        lay(p, TR_STROKES_ADD, TR_SHAPE_BRUSH, count, nearest, odd, o);
}

// Whether a stroke may show at one of the samples: one is inside, or not farther from a line than that.
static bool shows(float far, int count, const float *restrict nearest, const int32_t *restrict odd) {
    const float limit = far * far; // more than the squared sine
    int32_t any = 0;
    for (int i = 0; i < count; i++)
        any |= (nearest[i] < limit) | odd[i];
    return any != 0;
}

// Whether something below shows at one of the samples.
static bool is_open(int count, const painted *o) {
    int32_t any = 0;
    for (int i = 0; i < count; i++)
        any |= (o->through[i] > 0) | (o->open[i] > 0);
    return any != 0;
}

// ---- batches ---------------------------------------------------------------------------------------

// One batch: its samples and what is near them.
typedef struct spot {
    const tr_strokes_plan *plan;
    const tr_block *block;
    float more; // how far strokes reach beyond their radius on this map
    batch b;
    ball around;
    int near;
    const int32_t *list; // of pieces, ascending
    seen seen;
} spot;

// Visits the pieces of a stroke, from list[end - 1] down. Returns the index of the last one of them.
static int visit(const spot *s, int stroke, int end, float *restrict nearest, int32_t *restrict odd) {
    const tr_strokes *set = s->plan->set;
    const bool closed = set->brushes[stroke].closed;
    const int32_t start = s->seen.inside[stroke / 32] >> stroke % 32 & 1u;
    const float reach = 1.0001f * (set->brushes[stroke].radius + s->more + s->around.radius);
    bool on = true;
    for (int i = 0; i < TR_BATCH_SAMPLES; i++)
        nearest[i] = NOWHERE, odd[i] = closed ? start : 0;
    for (int k = 0; end > 0 && set->pieces[s->list[end - 1]].stroke == stroke; end--, k++) {
        const tr_stroke_piece *piece = &set->pieces[s->list[end - 1]];
        const float above = dot(piece->n, s->around.x, s->around.y, s->around.z);
        if (k % together == 0)
            on = tr_meter_add(s->block->meter, (uint64_t)(of_piece * together * s->b.count));
        if (!on || above > reach || above < -reach)
            continue;
        if (set->brushes[stroke].shape == TR_SHAPE_RANGE)
            measure(piece, true, &s->b, nearest);
        else
            measure(piece, false, &s->b, nearest);
        if (closed)
            count_crossings(piece, &s->b, s->seen.q, odd);
    }
    return end;
}

static void finish(const tr_strokes_plan *plan, bool picks, int count, const painted *o,
                   float *restrict value) {
    for (int i = 0; i < count; i++) {
        const float weight = o->weight[i];
        const float mean = picks ? o->strongest[i] : o->sum[i] / (weight > 1e-6f ? weight : 1);
        value[i] = plan->value == TR_STROKES_WEIGHT           ? weight
                   : plan->value == TR_STROKES_COVERED        ? o->covered[i]
                   : plan->value == TR_STROKES_HOLLOW         ? o->hollow[i]
                   : plan->value == TR_STROKES_VALUE || picks ? (weight > 1e-6f ? mean : 0)
                                                              : o->sum[i];
    }
}

// From the last stroke down, until nothing below shows.
static void draw(const spot *s, float *restrict value) {
    const tr_strokes *set = s->plan->set;
    const int count = s->b.count;
    uint32_t touched[TR_STROKES_MOST / 32];
    painted o = {.sum = {0}};
    float nearest[TR_BATCH_SAMPLES];
    int32_t odd[TR_BATCH_SAMPLES];
    bool picks = false, open = true;
    for (int i = 0; i < TR_BATCH_SAMPLES; i++)
        o.through[i] = o.open[i] = 1;
    memcpy(touched, s->seen.inside, (size_t)set->words * sizeof *touched);
    for (int j = 0; j < s->near; j++) {
        const int32_t stroke = set->pieces[s->list[j]].stroke;
        touched[stroke / 32] |= 1u << stroke % 32;
    }
    for (int word = set->words - 1, end = s->near; word >= 0 && open; word--)
        for (uint32_t left = touched[word]; left && open;) {
            const int bit = 31 - __builtin_clz(left), stroke = 32 * word + bit;
            const tr_stroke_brush *brush = &set->brushes[stroke];
            left ^= 1u << bit;
            end = visit(s, stroke, end, nearest, odd);
            picks = picks || brush->join == TR_STROKES_PICK;
            if (!shows(brush->radius + s->more, count, nearest, odd))
                continue;
            const profile p = profile_of(brush, s->block->texel, s->plan);
            if (tr_meter_add(s->block->meter, (uint64_t)(of_stroke * count)))
                paint(&p, brush, count, nearest, odd, &o);
            open = is_open(count, &o);
        }
    finish(s->plan, picks, count, &o, value);
}

void TR_KERNEL(tr_strokes_paint)(const void *plan, const tr_block *block, float *out) {
    const float more = TR_STROKE_FINEST * block->texel + 4 * TR_STROKE_BORDER;
    spot s = {.plan = plan, .block = block, .more = more};
    const tr_strokes *set = s.plan->set;
    const lists own = lay_out(set, block->list);
    float value[TR_BATCH_SAMPLES];
    const ball all = enclose(block->count, block->columns, block->x, block->y, block->z);
    // lines as far as the centres of cells, too, but not what strokes paint beside them
    const float lines = set->inside ? TR_STROKE_CELL_REACH - set->narrowest : 0;
    const int count = collect(set, lines > more ? lines : more, &all, &own);
    const int batches = count > 0 ? batch_total(block) : set->inside ? 1 : 0;
    tr_meter_add(block->meter, (uint64_t)(set->group_count + count));
    s.list = own.near;
    for (int i = 0; i < block->count && count == 0; i++)
        out[i] = 0;
    for (int index = 0; index < batches; index++) {
        gather_batch(index, block, &s.b);
        s.around = enclose_batch(&s.b);
        s.near = touching(&own.balls, more, count, &s.around, own.candidates, own.near);
        if (set->inside)
            find_areas(set, &s.around, &own, count, &s.seen);
        if (tr_meter_add(block->meter, (uint64_t)(count * (set->inside ? 2 : 1))))
            draw(&s, value);
        if (count > 0)
            scatter_rows(&s.b, value, out);
    }
    for (int i = 0; i < block->count && count == 0 && batches > 0; i++) // far from all lines
        out[i] = value[0];
}
