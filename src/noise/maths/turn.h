// Rotations of the sphere by three angles in degrees: first clockwise around the place at latitude 0, longitude
// 0, then so that this place moves north, then everything to the east. So that place comes to the latitude and
// the longitude of the second and the first angle.
#pragma once
#include "noise/maths/trig.h"
#include <stdbool.h>

typedef struct tr_turn {
    double m[3][3]; // of a column vector: where a direction comes to
} tr_turn;

// Whether angles turn anything.
static inline bool tr_has_turn(const double degrees[3]) {
    return degrees[0] != 0 || degrees[1] != 0 || degrees[2] != 0;
}

// degrees: east, north, clockwise. Angles of 0 give the identity exactly.
static inline tr_turn tr_turn_of(const double degrees[3]) {
    double sine[3], cosine[3];
    for (int i = 0; i < 3; i++)
        tr_sincos(degrees[i] * TR_PI / 180, &sine[i], &cosine[i]);
    const double se = sine[0], ce = cosine[0], sn = sine[1], cn = cosine[1], sc = sine[2], cc = cosine[2];
    return (tr_turn){{{ce * cn, se * -sc - ce * sn * cc, se * cc - ce * sn * sc},
                      {sn, cn * cc, cn * sc},
                      {-se * cn, se * sn * cc - ce * sc, ce * cc + se * sn * sc}}};
}

static inline tr_turn tr_turn_back(const tr_turn *turn) {
    tr_turn back;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            back.m[i][k] = turn->m[k][i];
    return back;
}

// The turn by `first`, and then by `then`.
static inline tr_turn tr_turn_both(const tr_turn *first, const tr_turn *then) {
    tr_turn both = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                both.m[i][k] += then->m[i][j] * first->m[j][k];
    return both;
}

// The angles of a turn: east and clockwise -180 … 180, north -90 … 90. Where north is ±90, clockwise is 0.
static inline void tr_turn_degrees(const tr_turn *turn, double degrees[3]) {
    const double(*m)[3] = turn->m, up = m[1][0] < -1 ? -1 : m[1][0] > 1 ? 1 : m[1][0];
    const double around = sqrt(m[1][1] * m[1][1] + m[1][2] * m[1][2]);
    const bool pole = around < 1e-9;
    degrees[0] = (pole ? tr_atan2(m[0][2], m[2][2]) : tr_atan2(-m[2][0], m[0][0])) * 180 / TR_PI;
    degrees[1] = tr_atan2(up, around) * 180 / TR_PI;
    degrees[2] = pole ? 0 : tr_atan2(m[1][2], m[1][1]) * 180 / TR_PI;
}

// Turns a direction, in place.
static inline void tr_turn_direction(const tr_turn *turn, double at[3]) {
    const double(*m)[3] = turn->m, x = at[0], y = at[1], z = at[2];
    for (int i = 0; i < 3; i++)
        at[i] = m[i][0] * x + m[i][1] * y + m[i][2] * z;
}

// Turns `count` directions, in place.
static inline void tr_turn_directions(const tr_turn *turn, int count, float *restrict x, float *restrict y,
                                      float *restrict z) {
    float m[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m[i][k] = (float)turn->m[i][k];
    for (int i = 0; i < count; i++) {
        const float a = x[i], b = y[i], c = z[i];
        x[i] = m[0][0] * a + m[0][1] * b + m[0][2] * c;
        y[i] = m[1][0] * a + m[1][1] * b + m[1][2] * c;
        z[i] = m[2][0] * a + m[2][1] * b + m[2][2] * c;
    }
}
