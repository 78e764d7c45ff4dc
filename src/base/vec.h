// Vectors of doubles. Positions are computed on the CPU in double; the GPU gets small values relative to the
// camera.
#pragma once
#include "base/maths.h"
#include <math.h>

typedef struct tr_vec {
    double x, y, z;
} tr_vec;

// Three rows.
typedef struct tr_mat {
    tr_vec row[3];
} tr_mat;

static inline tr_vec tr_vec_of(const double v[3]) { return (tr_vec){v[0], v[1], v[2]}; }
static inline tr_vec tr_vec_add(tr_vec a, tr_vec b) { return (tr_vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline tr_vec tr_vec_subtract(tr_vec a, tr_vec b) { return (tr_vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline tr_vec tr_vec_scale(tr_vec a, double s) { return (tr_vec){a.x * s, a.y * s, a.z * s}; }
static inline double tr_vec_dot(tr_vec a, tr_vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double tr_vec_length(tr_vec a) { return sqrt(tr_vec_dot(a, a)); }

static inline tr_vec tr_vec_cross(tr_vec a, tr_vec b) {
    return (tr_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The vector must not be zero.
static inline tr_vec tr_vec_normalize(tr_vec a) { return tr_vec_scale(a, 1 / tr_vec_length(a)); }

static inline tr_vec tr_mat_apply(const tr_mat *m, tr_vec v) {
    return (tr_vec){tr_vec_dot(m->row[0], v), tr_vec_dot(m->row[1], v), tr_vec_dot(m->row[2], v)};
}

static inline tr_mat tr_mat_transpose(const tr_mat *m) {
    const tr_vec *r = m->row;
    return (tr_mat){{{r[0].x, r[1].x, r[2].x}, {r[0].y, r[1].y, r[2].y}, {r[0].z, r[1].z, r[2].z}}};
}

// a b: first b, then a.
static inline tr_mat tr_mat_multiply(const tr_mat *a, const tr_mat *b) {
    const tr_mat columns = tr_mat_transpose(b);
    tr_mat product;
    for (int i = 0; i < 3; i++)
        product.row[i] = tr_mat_apply(&columns, a->row[i]);
    return product;
}
