#include "noise/sites/arcs.h"
#include "base/hash.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include "noise/sites/sites.h"

#define BRANCH_START 0.78 // of the way from a branch's middle to the end where it leaves its parent

static void set_length(double v[3], double length) {
    const double k = length / sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] *= k;
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// The random numbers of one arc.
typedef struct draws {
    uint64_t seed;
    uint64_t counter;
} draws;

static double draw(draws *d) { return tr_hash_unit(tr_hash_pair(d->seed, d->counter++)); }

// Draws the pole: anywhere, or near the pole of a family, so that the arcs of a family are nearly parallel.
static void draw_pole(const tr_arc_numbers *numbers, const tr_sites *poles, int j, double n[3]) {
    const double own[3] = {poles->x[j], poles->y[j], poles->z[j]};
    const int family =
        numbers->families > 0 ? j % (int)numbers->families : j; // the first arcs define the families
    const double of[3] = {poles->x[family % poles->count], poles->y[family % poles->count],
                          poles->z[family % poles->count]};
    const double spread = 0.3;
    for (int k = 0; k < 3; k++)
        n[k] = numbers->families > 0 ? of[k] + spread * own[k] : own[k];
    set_length(n, 1);
}

// Moves an arc to where it branches off the wider of two earlier arcs. A ninth of it lies on the far side, so
// that it does not end before its parent.
static void spring(const tr_arc_numbers *numbers, int j, const struct tr_arc *arcs, double n[3], double e[3],
                   double c, double radius, double angle) {
    draws d = {tr_hash_pair(numbers->seed, 0x6272616eu + (uint64_t)j), 0};
    if (j == 0 || draw(&d) >= numbers->branches)
        return;
    const struct tr_arc *one = &arcs[(int)(j * draw(&d))], *two = &arcs[(int)(j * draw(&d))];
    const struct tr_arc *from = one->width < two->width ? two : one;
    double sine, cosine, place[3], along[3], side[3], f[3];
    tr_sincos(1.6 * (2 * draw(&d) - 1) * tr_atan2(from->end, 1), &sine, &cosine);
    for (int k = 0; k < 3; k++) {
        place[k] = from->c * from->n[k] + from->radius * (cosine * from->e[k] + sine * from->f[k]);
        along[k] = cosine * from->f[k] - sine * from->e[k];
    }
    cross(place, along, side);
    const double turn = (12 + 38 * draw(&d)) * TR_PI / 180 + (draw(&d) < 0.5 ? 0 : TR_PI);
    tr_sincos(draw(&d) < 0.5 ? turn : -turn, &sine, &cosine);
    for (int k = 0; k < 3; k++) // the pole of the great circle there, then that of the off-centre circle
        n[k] = radius * (cosine * side[k] - sine * along[k]) + c * place[k];
    set_length(n, 1);
    for (int k = 0; k < 3; k++)
        e[k] = place[k] - c * n[k];
    set_length(e, 1);
    cross(n, e, f);
    tr_sincos(BRANCH_START * angle, &sine, &cosine);
    for (int k = 0; k < 3; k++)
        e[k] = cosine * e[k] + sine * f[k];
}

static void draw_arc(const tr_arc_numbers *numbers, const tr_sites *poles, int j, struct tr_arc *arcs) {
    struct tr_arc *arc = &arcs[j];
    draws d = {tr_hash_pair(numbers->seed, 0x61726373u + (uint64_t)j), 0};
    double n[3], e[3], f[3];
    draw_pole(numbers, poles, j, n);
    // a direction perpendicular to the pole: any other vector, minus its component along the pole
    const double other[3] = {n[1] * n[1] < 0.5 ? 0 : 1, n[1] * n[1] < 0.5 ? 1 : 0, 0};
    cross(other, n, e);
    set_length(e, 1);
    cross(n, e, f);
    double sine, cosine;
    tr_sincos(2 * TR_PI * draw(&d), &sine, &cosine);
    for (int k = 0; k < 3; k++)
        e[k] = cosine * e[k] + sine * f[k];
    const double c = numbers->off_centre * (2 * draw(&d) - 1), radius = sqrt(1 - c * c);
    // wide lines are long; most narrow lines are short
    const double width = poles->radius[j], u = draw(&d);
    const double range = numbers->width_max - numbers->width_min;
    const double wide = range > 0 ? (width - numbers->width_min) / range : 0;
    const double fraction = u * u + wide * (sqrt(u) - u * u);
    double angle =
        0.5 * (numbers->length_min + (numbers->length_max - numbers->length_min) * fraction) / radius;
    angle = angle < 2.8 ? angle : 2.8;
    spring(numbers, j, arcs, n, e, c, radius, angle);
    cross(n, e, f);
    double half_sine, half_cosine;
    tr_sincos(0.5 * angle, &half_sine, &half_cosine);
    for (int k = 0; k < 3; k++) {
        arc->n[k] = (float)n[k], arc->e[k] = (float)e[k], arc->f[k] = (float)f[k];
        arc->middle[k] = (float)(c * n[k] + radius * e[k]);
    }
    arc->c = (float)c, arc->radius = (float)radius;
    arc->half = (float)(2 * radius * half_sine);
    arc->end = (float)(half_sine / half_cosine);
    arc->width = (float)width;
    arc->number = (float)(2 * draw(&d) - 1);
    const double slip = 2 * tr_hash_unit(tr_hash_pair(numbers->seed, 0x736c6970u + (uint64_t)j)) - 1;
    arc->slip = slip * slip < 0.4 ? 0 : (float)(numbers->slip * width * slip); // only some arcs are faults
    arc->bows = arc->bow_height = 0;
    const double pick = draw(&d), bow = 0.09 + 0.14 * draw(&d); // length of a bow, as on Europa
    if (pick < numbers->cycloids && angle < TR_PI / 2) {
        arc->bows = (float)(angle * radius / bow);
        arc->bow_height = (float)(0.14 * bow);
    }
}

tr_status tr_arcs_create(const tr_arc_numbers *numbers, tr_arc_set *set, tr_error *error) {
    const tr_spread spread = {.seed = numbers->seed,
                              .count = (int)numbers->count,
                              .randomness = 1,
                              .radius_min = numbers->width_min,
                              .radius_max = numbers->width_max,
                              .slope = numbers->slope,
                              .latitude_max = 90,
                              .meter = numbers->meter};
    enum { of_arc = 2000 }; // operations
    *set = (tr_arc_set){.shift = (float)(numbers->slip * numbers->width_max)};
    tr_sites poles;
    tr_status status = tr_sites_create(&spread, &poles, error);
    if (status != TR_OK)
        return status;
    set->arcs = tr_allocate((size_t)poles.count, sizeof *set->arcs);
    if (set->arcs)
        for (; set->count < poles.count && tr_meter_add(numbers->meter, of_arc); set->count++)
            draw_arc(numbers, &poles, set->count, set->arcs);
    else
        status = tr_fail(error, TR_NO_MEMORY, "no memory for %d arcs", poles.count);
    tr_sites_clear(&poles);
    if (status == TR_OK)
        status = tr_meter_check(numbers->meter, error);
    if (status != TR_OK)
        tr_arcs_clear(set);
    return status;
}

void tr_arcs_clear(tr_arc_set *set) {
    tr_free(set->arcs);
    *set = (tr_arc_set){0};
}
