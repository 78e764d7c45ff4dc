#include "noise/sites/strokes.h"
#include "base/size.h"
#include "noise/maths/trig.h"

#include <string.h>

enum { of_piece = 100, of_cell = 8 }; // operations: to make a piece; to count a crossing
#define LONGEST (TR_PI / 6)           // piece
#define NARROW_BALL 1.5               // radius of a ball that is well within a hemisphere, in radians

// ---- vectors ---------------------------------------------------------------------------------------

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double length_of(const double v[3]) { return sqrt(dot(v, v)); }

// Zero vectors stay.
static void normalise(double v[3]) {
    const double length = length_of(v), k = length > 0 ? 1 / length : 0;
    for (int i = 0; i < 3; i++)
        v[i] *= k;
}

// A unit vector perpendicular to a unit vector: towards the north pole, where that is a direction.
static void perpendicular(const double a[3], double out[3]) {
    const int axis = a[1] * a[1] < 1 - 1e-12 ? 1 : 0;
    for (int k = 0; k < 3; k++)
        out[k] = (k == axis) - a[axis] * a[k];
    normalise(out);
}

static double angle_between(const double a[3], const double b[3]) {
    double n[3];
    cross(a, b, n);
    return tr_atan2(length_of(n), dot(a, b));
}

static void round_to(const double v[3], float out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (float)v[k];
}

static void widen(const float v[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (double)v[k];
}

// ---- pieces ----------------------------------------------------------------------------------------

typedef struct making {
    tr_strokes *set;
    const double (*places)[3];
    tr_meter *meter;
    // of the present stroke:
    double border;  // length of its lines
    double most;    // greatest distance from its first place
    double area[3]; // twice the area within its lines as a vector, exact for small areas
    tr_error *error;
} making;

static tr_status add_piece(making *m, const double a[3], const double b[3], int stroke) {
    tr_strokes *set = m->set;
    if (!tr_grow(&set->pieces, set->piece_count, sizeof *set->pieces))
        return tr_fail(m->error, TR_NO_MEMORY, "no memory for strokes");
    if (!tr_meter_add(m->meter, of_piece))
        return tr_meter_check(m->meter, m->error);
    tr_stroke_piece *piece = &set->pieces[set->piece_count++];
    *piece = (tr_stroke_piece){.stroke = stroke};
    double n[3], f[3], g[3], middle[3];
    cross(a, b, n);
    normalise(n);
    cross(n, a, f);
    cross(b, n, g);
    for (int k = 0; k < 3; k++)
        middle[k] = a[k] + b[k];
    normalise(middle);
    round_to(a, piece->a), round_to(b, piece->b), round_to(n, piece->n);
    round_to(f, piece->f), round_to(g, piece->g), round_to(middle, piece->middle);
    return TR_OK;
}

static tr_status add_arc(making *m, const double a[3], const double b[3], int stroke) {
    const double angle = angle_between(a, b);
    if (angle > TR_PI - 1e-7) { // antipodes: one of the many arcs between them
        double way[3];
        perpendicular(a, way);
        const tr_status status = add_arc(m, a, way, stroke);
        return status == TR_OK ? add_arc(m, way, b, stroke) : status;
    }
    const int parts = (int)(angle / LONGEST) + 1;
    double from[3] = {a[0], a[1], a[2]}, to[3], n[3], sine, other, whole, cosine;
    tr_sincos(angle, &whole, &cosine);
    tr_status status = TR_OK;
    for (int i = 1; i <= parts && status == TR_OK; i++) {
        tr_sincos(angle * i / parts, &sine, &cosine);
        tr_sincos(angle * (parts - i) / parts, &other, &cosine);
        for (int k = 0; k < 3; k++)
            to[k] = i == parts ? b[k] : (other * a[k] + sine * b[k]) / whole;
        normalise(to);
        status = add_piece(m, from, to, stroke);
        memcpy(from, to, sizeof from);
    }
    cross(a, b, n);
    for (int k = 0; k < 3; k++)
        m->area[k] += n[k];
    m->border += angle;
    return status;
}

// The lines of a stroke. Places that repeat the one before add nothing.
static tr_status add_lines(making *m, const tr_stroke_numbers *s, int stroke) {
    const double *first = m->places[s->first], *last = first;
    tr_status status = TR_OK;
    int arcs = 0;
    for (int i = 1; i <= s->count && status == TR_OK; i++) {
        const bool back = i == s->count;
        const double *next = back ? first : m->places[s->first + i];
        if ((back && !s->closed) || angle_between(last, next) < 1e-9)
            continue;
        status = add_arc(m, last, next, stroke);
        m->most = fmax(m->most, angle_between(first, next));
        last = next, arcs++;
    }
    const bool open = !s->closed || arcs == 0; // the end of each piece is the beginning of the next
    return status == TR_OK && open ? add_piece(m, last, last, stroke) : status;
}

// Lowers and narrows a range towards its ends, which are 1.5 radii long. first: its first piece.
static void taper_ends(const making *m, double radius, int first) {
    const double far = fmin(1.5 * radius, 0.5 * m->border);
    double along = 0, most, cosine;
    tr_sincos(fmin(0.7 * radius, 0.5 * TR_PI), &most, &cosine);
    for (int i = first; i < m->set->piece_count; i++) {
        tr_stroke_piece *p = &m->set->pieces[i];
        double a[3], b[3];
        widen(p->a, a), widen(p->b, b);
        p->along[0] = (float)(along / far);
        along += angle_between(a, b);
        p->along[1] = (float)(along / far);
        p->whole = (float)(m->border / far), p->taper = (float)(most * most);
    }
}

static tr_status add_stroke(making *m, const tr_stroke_numbers *s, int stroke) {
    tr_status status = TR_OK;
    const bool range = s->shape == TR_SHAPE_RANGE, dots = s->shape != TR_SHAPE_BRUSH && !range;
    const int first = m->set->piece_count;
    m->border = m->most = 0;
    memset(m->area, 0, sizeof m->area);
    if (!dots)
        status = add_lines(m, s, stroke);
    for (int i = 0; dots && i < s->count && status == TR_OK; i++)
        status = add_piece(m, m->places[s->first + i], m->places[s->first + i], stroke);
    tr_stroke_brush *brush = &m->set->brushes[stroke];
    *brush = (tr_stroke_brush){.closed = s->closed && !dots && m->border > 0,
                               .shape = (int)s->shape,
                               .join = (int)s->join,
                               .radius = (float)s->radius,
                               .softness = range ? 1 : (float)s->softness,
                               .strength = (float)s->strength,
                               .long_ = (float)(0.5 * m->most)};
    if (range && !brush->closed && m->border > 0)
        taper_ends(m, s->radius, first);
    if (brush->closed)
        brush->wide = (float)(0.5 * length_of(m->area) / m->border);
    round_to(s->values, brush->values);
    if (stroke == 0 || brush->radius < m->set->narrowest)
        m->set->narrowest = brush->radius;
    return status;
}

// ---- balls -----------------------------------------------------------------------------------------

static bool allocate_balls(tr_stroke_balls *balls, int count) {
    const size_t n = (size_t)count + TR_STROKE_GROUP;
    return TR_ALLOCATE(TR_ARRAY(balls->x, n), TR_ARRAY(balls->y, n), TR_ARRAY(balls->z, n),
                       TR_ARRAY(balls->radius, n));
}

static void enclose_pieces(tr_strokes *set) {
    for (int i = 0; i < set->piece_count; i++) {
        const tr_stroke_piece *p = &set->pieces[i];
        float half = 0;
        for (int k = 0; k < 3; k++)
            half += (p->a[k] - p->middle[k]) * (p->a[k] - p->middle[k]);
        set->balls.x[i] = p->middle[0], set->balls.y[i] = p->middle[1], set->balls.z[i] = p->middle[2];
        set->balls.radius[i] = sqrtf(half) * 1.001f + set->brushes[p->stroke].radius + 1e-5f;
    }
}

// The ball of a group: round the mean of its members' middles.
static void enclose_group(tr_strokes *set, int group) {
    const int32_t *member = set->members + (ptrdiff_t)group * TR_STROKE_GROUP;
    const tr_stroke_balls *b = &set->balls;
    double centre[3] = {0}, most = 0;
    int count = 0;
    for (; count < TR_STROKE_GROUP && member[count] >= 0; count++)
        centre[0] += (double)b->x[member[count]], centre[1] += (double)b->y[member[count]],
            centre[2] += (double)b->z[member[count]];
    for (int k = 0; k < 3; k++)
        centre[k] /= count;
    for (int i = 0; i < count; i++) {
        const int j = member[i];
        const double d[3] = {(double)b->x[j] - centre[0], (double)b->y[j] - centre[1],
                             (double)b->z[j] - centre[2]};
        most = fmax(most, length_of(d) + (double)b->radius[j]);
    }
    set->groups.x[group] = (float)centre[0], set->groups.y[group] = (float)centre[1];
    set->groups.z[group] = (float)centre[2], set->groups.radius[group] = (float)most * 1.0001f + 1e-6f;
}

static int cell_of(const tr_stroke_piece *p) {
    return tr_stroke_cell(p->middle[0], p->middle[1], p->middle[2]);
}

// Sorts the pieces by their cells (counting sort), and cuts the row into groups.
static tr_status make_groups(making *m) {
    tr_strokes *set = m->set;
    set->group_count = (set->piece_count + TR_STROKE_GROUP - 1) / TR_STROKE_GROUP;
    const int places = set->group_count * TR_STROKE_GROUP;
    int *start = tr_calloc(TR_STROKE_ALL_CELLS + 1, sizeof *start);
    set->members = tr_allocate((size_t)places + 1, sizeof *set->members);
    if (!start || !set->members || !allocate_balls(&set->balls, set->piece_count) ||
        !allocate_balls(&set->groups, set->group_count)) {
        tr_free(start);
        return tr_fail(m->error, TR_NO_MEMORY, "no memory for strokes");
    }
    enclose_pieces(set);
    for (int i = 0; i < set->piece_count; i++)
        start[cell_of(&set->pieces[i]) + 1]++;
    for (int i = 0; i < TR_STROKE_ALL_CELLS; i++)
        start[i + 1] += start[i];
    memset(set->members, 0xff, ((size_t)places + 1) * sizeof *set->members);
    for (int i = 0; i < set->piece_count; i++)
        set->members[start[cell_of(&set->pieces[i])]++] = i;
    for (int i = 0; i < set->group_count; i++)
        enclose_group(set, i);
    for (int i = 0; i < TR_STROKE_GROUP; i++) { // nothing touches these
        const int j = set->group_count + i;
        set->groups.x[j] = set->groups.y[j] = set->groups.z[j] = 9, set->groups.radius[j] = 0;
    }
    tr_free(start);
    return TR_OK;
}

// ---- areas -----------------------------------------------------------------------------------------

// A direction beside the middle of a cell, so that it is on no line that somebody draws on purpose.
static void make_centre(int cell, float out[3]) {
    const int i = cell % TR_STROKE_CELLS, j = cell / TR_STROKE_CELLS % TR_STROKE_CELLS,
              face = cell / (TR_STROKE_CELLS * TR_STROKE_CELLS), axis = face / 2;
    double d[3];
    d[axis] = face & 1 ? 1 : -1;
    d[(axis + 1) % 3] = (2 * i + 1.0618) / TR_STROKE_CELLS - 1;
    d[(axis + 2) % 3] = (2 * j + 0.9271) / TR_STROKE_CELLS - 1;
    normalise(d);
    round_to(d, out);
}

// Whether the arc from c to r, less than half a circle, crosses a piece. m: a vector perpendicular to both.
static bool crosses(const tr_stroke_piece *piece, const double c[3], const double r[3], const double m[3]) {
    double a[3], b[3], n[3], x[3];
    widen(piece->a, a), widen(piece->b, b), widen(piece->n, n);
    if ((dot(a, m) >= 0) == (dot(b, m) >= 0) || (dot(n, c) >= 0) == (dot(n, r) >= 0))
        return false;
    cross(n, m, x); // where the circles meet, or the opposite place
    return (dot(x, a) + dot(x, b) > 0) == (dot(x, c) + dot(x, r) > 0);
}

// The pieces first … end-1 of one area.
typedef struct border {
    int first, end;
    double centre[3], reach; // of a ball round it
} border;

static border border_of(const tr_strokes *set, int stroke, int first) {
    border b = {.first = first, .end = first};
    for (; b.end < set->piece_count && set->pieces[b.end].stroke == stroke; b.end++)
        for (int k = 0; k < 3; k++)
            b.centre[k] += (double)set->pieces[b.end].a[k];
    if (length_of(b.centre) < 1e-3 * (b.end - first)) {
        b.reach = TR_PI;
        return b;
    }
    normalise(b.centre);
    for (int i = first; i < b.end; i++) {
        double a[3];
        widen(set->pieces[i].a, a);
        b.reach = fmax(b.reach, angle_between(a, b.centre));
    }
    return b;
}

// Marks the cells whose centres are inside an area. What is round a place outside of a narrow ball is outside.
// For others the side with fewer cells is inside.
static tr_status mark_cells(making *m, int stroke, const border *b) {
    tr_strokes *set = m->set;
    const bool narrow = b->reach < NARROW_BALL;
    double outside[3] = {0.3581, 0.7457, -0.5620};
    if (narrow)
        perpendicular(b->centre, outside);
    normalise(outside);
    double far, sine; // the cosine of a distance beyond the border
    tr_sincos(b->reach + 0.01, &sine, &far);
    int count = 0;
    const uint32_t bit = 1u << stroke % 32;
    for (int cell = 0; cell < TR_STROKE_ALL_CELLS; cell++) {
        double c[3], way[3];
        widen(set->centres + (ptrdiff_t)3 * cell, c);
        if (narrow && dot(c, b->centre) < far)
            continue;
        if (!tr_meter_add(m->meter, (uint64_t)of_cell * (uint64_t)(b->end - b->first)))
            return tr_meter_check(m->meter, m->error);
        cross(c, outside, way);
        bool odd = false;
        for (int i = b->first; i < b->end; i++)
            odd ^= crosses(&set->pieces[i], c, outside, way);
        set->inside[(ptrdiff_t)cell * set->words + stroke / 32] |= odd ? bit : 0;
        count += odd;
    }
    if (!narrow && count > TR_STROKE_ALL_CELLS / 2)
        for (int cell = 0; cell < TR_STROKE_ALL_CELLS; cell++)
            set->inside[(ptrdiff_t)cell * set->words + stroke / 32] ^= bit;
    return TR_OK;
}

static tr_status mark_areas(making *m) {
    tr_strokes *set = m->set;
    bool any = false;
    for (int i = 0; i < set->count; i++)
        any = any || set->brushes[i].closed;
    if (!any)
        return TR_OK;
    set->centres = tr_allocate((size_t)3 * TR_STROKE_ALL_CELLS, sizeof *set->centres);
    set->inside = tr_calloc((size_t)TR_STROKE_ALL_CELLS * (size_t)set->words, sizeof *set->inside);
    if (!set->centres || !set->inside)
        return tr_fail(m->error, TR_NO_MEMORY, "no memory for strokes");
    for (int cell = 0; cell < TR_STROKE_ALL_CELLS; cell++)
        make_centre(cell, set->centres + (ptrdiff_t)3 * cell);
    tr_status status = TR_OK;
    for (int i = 0; i < set->piece_count && status == TR_OK;) {
        const border b = border_of(set, set->pieces[i].stroke, i);
        if (set->brushes[set->pieces[i].stroke].closed)
            status = mark_cells(m, set->pieces[i].stroke, &b);
        i = b.end;
    }
    return status;
}

// ---- the whole -------------------------------------------------------------------------------------

tr_status tr_strokes_create(const tr_stroke_numbers *numbers, int count, const double (*places)[3],
                            tr_meter *meter, tr_strokes *set, tr_error *error) {
    making m = {.set = set, .places = places, .meter = meter, .error = error};
    *set = (tr_strokes){.count = count, .words = (count + 31) / 32};
    set->brushes = tr_calloc((size_t)count + 1, sizeof *set->brushes);
    tr_status status = set->brushes ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for strokes");
    for (int i = 0; i < count && status == TR_OK; i++)
        status = add_stroke(&m, &numbers[i], i);
    if (status == TR_OK)
        status = make_groups(&m);
    if (status == TR_OK)
        status = mark_areas(&m);
    if (status != TR_OK)
        tr_strokes_clear(set);
    return status;
}

void tr_strokes_clear(tr_strokes *set) {
    tr_free(set->brushes);
    tr_free(set->pieces);
    tr_free(set->balls.x);
    tr_free(set->groups.x);
    tr_free(set->members);
    tr_free(set->centres);
    tr_free(set->inside);
    *set = (tr_strokes){0};
}
