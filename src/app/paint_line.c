#include "app/private/paint_line.h"

#include "base/maths.h"
#include "base/size.h"

#include <math.h>

// ---- points --------------------------------------------------------------------------------------

tr_vec tr_path_direction(tr_path_point point) {
    const double unit = TR_PI / 180 / TR_PATH_UNITS;
    const double latitude = point.latitude * unit, longitude = point.longitude * unit;
    return (tr_vec){cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
}

tr_path_point tr_path_point_of(tr_vec d) {
    const double unit = TR_PI / 180 / TR_PATH_UNITS;
    return (tr_path_point){(int32_t)lround(atan2(d.y, tr_hypot(d.x, d.z)) / unit),
                           (int32_t)lround(atan2(-d.z, d.x) / unit)};
}

// ---- distances -----------------------------------------------------------------------------------

static tr_line_piece piece_of(tr_vec a, tr_vec b, double reach_rad) {
    tr_line_piece p = {.a = a, .b = b, .pole = tr_vec_cross(a, b), .middle = tr_vec_add(a, b)};
    const double length = tr_vec_length(p.middle);
    p.middle = length > 1e-9 ? tr_vec_scale(p.middle, 1 / length) : a; // ends on opposite sides
    const double half = length > 1e-9 ? acos(tr_clamp(tr_vec_dot(p.middle, a), -1, 1)) : TR_PI;
    p.least = half + reach_rad >= TR_PI ? -2 : cos(half + reach_rad);
    return p;
}

static double angle_between(tr_vec a, tr_vec b) {
    return atan2(tr_vec_length(tr_vec_cross(a, b)), tr_vec_dot(a, b));
}

// The angle from a place to the arc.
static double distance_to(const tr_line_piece *p, tr_vec d) {
    const double ends = fmin(angle_between(d, p->a), angle_between(d, p->b)), length = tr_vec_length(p->pole);
    const bool beside =
        tr_vec_dot(tr_vec_cross(p->pole, p->a), d) > 0 && tr_vec_dot(tr_vec_cross(p->b, p->pole), d) > 0;
    return beside && length > 0 ? fmin(ends, fabs(asin(tr_clamp(tr_vec_dot(p->pole, d) / length, -1, 1))))
                                : ends;
}

// ---- cover ---------------------------------------------------------------------------------------

static int piece_count(const tr_brush_line *line) {
    return line->dots || line->count < 2 ? line->count : line->count - !line->closed;
}

// The cap round all points, which also holds the area: it lies on the smaller side of its border.
static void find_cap(tr_line_cover *cover) {
    tr_vec sum = {0, 0, 0};
    double far = 0;
    for (int i = 0; i < cover->count; i++)
        sum = tr_vec_add(sum, cover->pieces[i].middle);
    cover->least = -2;
    if (!(tr_vec_length(sum) > 1e-9))
        return;
    cover->middle = tr_vec_normalize(sum);
    for (int i = 0; i < cover->count; i++)
        far = fmax(far, acos(tr_clamp(tr_vec_dot(cover->middle, cover->pieces[i].middle), -1, 1)) +
                            acos(tr_clamp(cover->pieces[i].least, -1, 1)));
    cover->least = far >= 0.5 * TR_PI ? -2 : cos(far); // wider ones may surround the other side
}

tr_status tr_line_cover_make(tr_line_cover *cover, const tr_brush_line *line, tr_error *error) {
    tr_line_cover_clear(cover);
    const int count = piece_count(line);
    tr_line_piece *pieces = tr_allocate((size_t)count + 1, sizeof *pieces);
    if (!pieces)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a stroke of %d points", line->count);
    for (int i = 0; i < count; i++) {
        const int next = line->dots || line->count < 2 ? i : (i + 1) % line->count;
        pieces[i] = piece_of(tr_path_direction(line->points[i]), tr_path_direction(line->points[next]),
                             line->radius_rad);
    }
    *cover = (tr_line_cover){.closed = line->closed,
                             .dots = line->dots,
                             .radius_rad = line->radius_rad,
                             .softness = line->softness,
                             .pieces = pieces,
                             .count = count};
    find_cap(cover);
    return TR_OK;
}

void tr_line_cover_clear(tr_line_cover *cover) {
    tr_free(cover->pieces);
    *cover = (tr_line_cover){0};
}

// Whether a place is within the border: counts how often the border crosses the half circle from the place
// through a direction across to the opposite side, which lies outside if the area is the smaller side.
static bool is_inside(const tr_line_cover *cover, tr_vec d) {
    if (tr_vec_dot(d, cover->middle) <= 0)
        return false;
    const tr_vec away = fabs(d.y) < 0.9 ? (tr_vec){0, 1, 0} : (tr_vec){1, 0, 0};
    const tr_vec across = tr_vec_cross(away, d), ahead = tr_vec_cross(d, across);
    bool inside = false;
    for (int i = 0; i < cover->count; i++) {
        const tr_line_piece *p = &cover->pieces[i];
        const double a = tr_vec_dot(p->a, across), b = tr_vec_dot(p->b, across);
        if ((a >= 0) == (b >= 0))
            continue;
        const double along = fabs(b) * tr_vec_dot(p->a, ahead) + fabs(a) * tr_vec_dot(p->b, ahead);
        inside ^= along > 0;
    }
    return inside;
}

double tr_line_cover_at(const tr_line_cover *cover, tr_vec d) {
    if (cover->count == 0 || tr_vec_dot(d, cover->middle) < cover->least)
        return 0;
    double nearest = INFINITY;
    for (int i = 0; i < cover->count; i++) {
        const tr_line_piece *p = &cover->pieces[i];
        if (tr_vec_dot(d, p->middle) >= p->least)
            nearest = fmin(nearest, distance_to(p, d));
    }
    if (cover->closed && is_inside(cover, d))
        nearest = 0;
    const double soft = fmax(cover->softness * cover->radius_rad, 1e-9);
    const double t = tr_clamp((cover->radius_rad - nearest) / soft, 0, 1);
    return t * t * (3 - 2 * t);
}

// ---- thinning ------------------------------------------------------------------------------------

// Whether all waiting points lie near the arc from the last kept point to a new end.
static bool are_near(const tr_thinning *thinning, tr_vec end) {
    const tr_line_piece arc = piece_of(thinning->from, end, 0);
    for (int i = 0; i < thinning->count; i++)
        if (distance_to(&arc, thinning->waiting[i]) > thinning->tolerance_rad)
            return false;
    return true;
}

bool tr_thinning_add(tr_thinning *thinning, tr_vec point, tr_vec *kept) {
    if (!thinning->begun) {
        thinning->begun = true;
        thinning->count = 0;
        thinning->from = *kept = point;
        return true;
    }
    const tr_vec last = thinning->count > 0 ? thinning->waiting[thinning->count - 1] : thinning->from;
    if (angle_between(last, point) < 0.5 * thinning->tolerance_rad)
        return false; // a hand that trembles
    const bool keeps =
        thinning->count > 0 && (thinning->count == TR_THIN_WAITING || !are_near(thinning, point));
    if (keeps) {
        thinning->from = *kept = last;
        thinning->count = 0;
    }
    thinning->waiting[thinning->count++] = point;
    return keeps;
}

bool tr_thinning_end(const tr_thinning *thinning, tr_vec *end) {
    if (!thinning->begun || thinning->count == 0)
        return false;
    *end = thinning->waiting[thinning->count - 1];
    return true;
}
