// The shapes of displaced planets, and meshes.
#include "planet/mesh.h"
#include "base/vec.h"

#include "base/size.h"
#include "noise/maths/trig.h"
#include "planet/private/plan.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The local frame at (u, v) of the map.
typedef struct frame {
    tr_vec east, north, up;
} frame;

static frame frame_at(double u, double v) {
    double s, c, sine, cosine; // s, c: of the longitude; sine, cosine: of the latitude
    tr_sincos(2 * TR_PI * (u - 0.5), &s, &c);
    tr_sincos(TR_PI * (0.5 - v), &sine, &cosine);
    if (v == 0 || v == 1) // exactly: all triangles of a pole share one position
        cosine = 0;
    // no negative zeros: all vertices of a pole have the same bits
    return (frame){.east = {-s, 0, -c},
                   .north = {-sine * c, cosine, sine * s},
                   .up = {cosine * c + 0.0, sine, 0.0 - cosine * s}};
}

// ---- the grid ----------------------------------------------------------------------------------

// Grids have (columns + 1) * (rows + 1) points; the last one of a row repeats the first.
static size_t point(int columns, int i, int j) { return (size_t)j * (size_t)(columns + 1) + (size_t)i; }

static frame point_frame(int columns, int i, int j) {
    return frame_at((double)(i == columns ? 0 : i) / columns, 2.0 * j / columns);
}

static tr_vec position(const plan_shape *shape, int i, int j) {
    return tr_vec_scale(point_frame(shape->columns, i, j).up,
                        (double)shape->radii[point(shape->columns, i, j)]);
}

// ---- the shape of a displaced planet -----------------------------------------------------------

typedef struct making {
    const tr_surface *surface;
    tr_scratch **scratch;                                  // one for each worker
    bool channels[TR_MAX_CHANNELS], layers[TR_MAX_LAYERS]; // on which the height depends
    plan_shape *shape;
} making;

// Radii of one row of the grid.
static void make_row(void *context, int j, int worker) {
    const making *m = context;
    const plan_shape *shape = m->shape;
    const int columns = shape->columns;
    float x[TR_MESH_MOST] = {0}, y[TR_MESH_MOST] = {0}, z[TR_MESH_MOST] = {0}, height[TR_MESH_MOST];
    for (int i = 0; i < columns; i++) {
        const tr_vec up = point_frame(columns, i, j).up;
        x[i] = (float)up.x, y[i] = (float)up.y, z[i] = (float)up.z;
    }
    const tr_rectangle where = {.width = columns, .rows = 1, .columns = columns};
    plan_samples_evaluate(m->surface, m->scratch[worker], &(plan_wanted){0, m->surface->layer_count, m->layers},
                          &where, &(tr_samples){.x = x, .y = y, .z = z}, height);
    float *radii = shape->radii + point(columns, 0, j);
    for (int i = 0; i < columns; i++) {
        const float h = plan_true_height(height[i]), least = (float)(-TR_DEEPEST_RADII * shape->radius_m);
        radii[i] = 1 + (m->surface->sea && h < 0 ? 0 : h > least ? h : least) / (float)shape->radius_m;
    }
    radii[columns] = radii[0];
}

// Adds a triangle's normal, with the length of twice its area, to its corners.
static void add_triangle(tr_vec *sums, size_t a, size_t b, size_t c, tr_vec pa, tr_vec pb, tr_vec pc) {
    const tr_vec normal = tr_vec_cross(tr_vec_subtract(pb, pa), tr_vec_subtract(pc, pa));
    sums[a] = tr_vec_add(sums[a], normal), sums[b] = tr_vec_add(sums[b], normal),
    sums[c] = tr_vec_add(sums[c], normal);
}

static void sum_normals(const plan_shape *shape, tr_vec *sums) {
    const int columns = shape->columns, rows = columns / 2;
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            const size_t nw = point(columns, i, j), ne = nw + 1, sw = point(columns, i, j + 1), se = sw + 1;
            const tr_vec pnw = position(shape, i, j), pne = position(shape, i + 1, j);
            const tr_vec psw = position(shape, i, j + 1), pse = position(shape, i + 1, j + 1);
            if (j > 0)
                add_triangle(sums, nw, sw, ne, pnw, psw, pne);
            if (j < rows - 1)
                add_triangle(sums, ne, sw, se, pne, psw, pse);
        }
    for (int j = 0; j <= rows; j++) { // merges the points that the seam duplicates, and those of the poles
        tr_vec *row = sums + point(columns, 0, j);
        row[0] = row[columns] = tr_vec_add(row[0], row[columns]);
        const bool pole = j == 0 || j == rows;
        for (int i = 1; pole && i < columns; i++)
            row[0] = tr_vec_add(row[0], row[i]);
        for (int i = 1; pole && i <= columns; i++)
            row[i] = row[0];
    }
}

static void make_normals(plan_shape *shape, const tr_vec *sums) {
    const size_t points = point(shape->columns, 0, shape->columns / 2 + 1);
    for (size_t k = 0; k < points; k++) {
        const tr_vec n = tr_vec_normalize(sums[k]);
        shape->normals[k][0] = (float)n.x, shape->normals[k][1] = (float)n.y, shape->normals[k][2] = (float)n.z;
    }
}

static tr_status make_shape(const tr_surface *surface, tr_pool *pool, const tr_watch *watch, plan_shape *shape,
                            tr_error *error) {
    const int threads = tr_pool_threads(pool);
    making m = {
        .surface = surface, .scratch = tr_calloc((size_t)threads, sizeof(tr_scratch *)), .shape = shape};
    m.channels[0] = true;
    plan_mark_dependencies(surface, surface->layer_count, m.channels, m.layers);
    tr_status status = m.scratch ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for %d threads", threads);
    for (int i = 0; i < threads && status == TR_OK; i++)
        status = tr_samples_create(surface, watch, &m.scratch[i], error);
    if (status == TR_OK)
        status = tr_pool_run_watched(pool, shape->columns / 2 + 1, make_row, &m, watch, error);
    for (int i = 0; m.scratch && i < threads; i++)
        tr_scratch_destroy(m.scratch[i]);
    tr_free(m.scratch);
    return status;
}

tr_status plan_shape_create(const tr_surface *surface, const tr_recipe *recipe, tr_pool *pool,
                            const tr_watch *watch, plan_shape **out, tr_error *error) {
    const int columns = (int)recipe->mesh_columns;
    const size_t points = point(columns, 0, columns / 2 + 1);
    plan_shape *shape = tr_calloc(1, sizeof *shape);
    tr_vec *sums = tr_calloc(points, sizeof *sums);
    if (shape) {
        shape->columns = columns, shape->radius_m = recipe->radius_km * 1000,
        shape->slope_exaggeration = recipe->slope_exaggeration;
    }
    const bool good =
        shape && sums && TR_ALLOCATE(TR_ARRAY(shape->radii, points), TR_ARRAY(shape->normals, points));
    tr_status status = good ? make_shape(surface, pool, watch, shape, error)
                            : tr_fail(error, TR_NO_MEMORY, "no memory for a mesh of %d columns", columns);
    if (status == TR_OK) {
        sum_normals(shape, sums);
        make_normals(shape, sums);
    } else {
        plan_shape_destroy(shape);
    }
    tr_free(sums);
    *out = status == TR_OK ? shape : NULL;
    return status;
}

void plan_shape_destroy(plan_shape *shape) {
    if (!shape)
        return;
    tr_free(shape->radii); // and normals
    tr_free(shape);
}

// The triangle of the grid at (u, v), in columns and rows: its corners, and the weights of the second and the
// third of them.
typedef struct triangle {
    size_t corners[3];
    float second, third;
} triangle;

static triangle find_triangle(const plan_shape *shape, double u, double v) {
    const int columns = shape->columns;
    const int i = (int)u < columns ? (int)u : columns - 1, j = (int)v < columns / 2 ? (int)v : columns / 2 - 1;
    const float fu = (float)(u - i), fv = (float)(v - j);
    const size_t nw = point(columns, i, j), ne = nw + 1, sw = nw + (size_t)columns + 1, se = sw + 1;
    if (fu + fv > 1) // south-east of the cell's diagonal
        return (triangle){{se, sw, ne}, 1 - fu, 1 - fv};
    return (triangle){{nw, ne, sw}, fu, fv};
}

// Distance of the triangles from the centre at (u, v), in radii.
static double shape_radius(const plan_shape *shape, double u, double v) {
    const triangle t = find_triangle(shape, u, v);
    const double a = (double)shape->radii[t.corners[0]], b = (double)shape->radii[t.corners[1]],
                 c = (double)shape->radii[t.corners[2]];
    return a + (double)t.second * (b - a) + (double)t.third * (c - a);
}

void plan_shape_slope(const plan_shape *shape, double u, double v, float east_x, float east_z, float around,
                      float up, float *east, float *north) {
    const triangle t = find_triangle(shape, u, v);
    const float *a = shape->normals[t.corners[0]], *b = shape->normals[t.corners[1]],
                *c = shape->normals[t.corners[2]];
    const float wb = t.second, wc = t.third;
    float n[3];
    for (int axis = 0; axis < 3; axis++)
        n[axis] = a[axis] + wb * (b[axis] - a[axis]) + wc * (c[axis] - a[axis]);
    // east is (east_z, 0, -east_x), north (-up east_x, around, -up east_z)
    const float along_x = n[0] * east_x + n[2] * east_z; // the horizontal component away from the axis
    const float upward = around * along_x + up * n[1];
    *east = (n[2] * east_x - n[0] * east_z) / upward;
    *north = (up * along_x - around * n[1]) / upward;
}

// ---- meshes ------------------------------------------------------------------------------------

int tr_surface_mesh_columns(const tr_surface *surface) { return surface->shape ? surface->shape->columns : 0; }

// Makes the vertex of point (i, j) of the grid. At the poles u is special.
static void make_vertex(const plan_shape *shape, const tr_mesh *mesh, int vertex, int i, int j) {
    const int columns = mesh->columns;
    const bool pole = j == 0 || j == columns / 2;
    const double u = (i + (pole ? 0.5 : 0)) / columns, v = 2.0 * j / columns;
    const frame f = frame_at(u == 1 ? 0 : u, v); // both sides of the seam have the same bits
    const size_t k = point(columns, i, j);
    const double radius = shape ? (double)shape->radii[k] : 1;
    const float(*normals)[3] = shape ? (const float(*)[3])shape->normals : NULL;
    const tr_vec n =
        normals ? (tr_vec){(double)normals[k][0], (double)normals[k][1], (double)normals[k][2]} : f.up;
    // along the displaced surface to the east
    const tr_vec t = tr_vec_normalize(
        tr_vec_subtract(f.east, tr_vec_scale(f.up, tr_vec_dot(n, f.east) / tr_vec_dot(n, f.up))));
    const tr_vec p = tr_vec_scale(f.up, radius);
    if (mesh->positions)
        memcpy(mesh->positions[vertex], (float[]){(float)p.x, (float)p.y, (float)p.z}, 3 * sizeof(float));
    if (mesh->normals)
        memcpy(mesh->normals[vertex], (float[]){(float)n.x, (float)n.y, (float)n.z}, 3 * sizeof(float));
    if (mesh->tangents)
        memcpy(mesh->tangents[vertex], (float[]){(float)t.x, (float)t.y, (float)t.z, 1}, 4 * sizeof(float));
    if (mesh->uvs)
        memcpy(mesh->uvs[vertex], (float[]){(float)u, (float)v}, 2 * sizeof(float));
}

static uint32_t vertex_of(int columns, int i, int j) { return (uint32_t)tr_mesh_vertex(columns, i, j); }

static void make_triangles(const tr_mesh *mesh) {
    const int columns = mesh->columns, rows = columns / 2;
    uint32_t(*out)[3] = mesh->triangles;
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            // at a pole, the vertex in the middle of the segment
            const uint32_t nw = vertex_of(columns, i, j), ne = vertex_of(columns, j == 0 ? i : i + 1, j);
            const uint32_t sw = vertex_of(columns, i, j + 1), se = vertex_of(columns, i + 1, j + 1);
            if (j > 0)
                memcpy(*out++, (uint32_t[]){nw, sw, ne}, sizeof *out);
            if (j < rows - 1)
                memcpy(*out++, (uint32_t[]){ne, sw, se}, sizeof *out);
        }
}

void tr_surface_make_mesh(const tr_surface *surface, const tr_mesh *mesh) {
    const plan_shape *shape = surface->shape;
    const int columns = mesh->columns, rows = columns / 2;
    assert(columns >= TR_MESH_LEAST && columns <= TR_MESH_MOST && columns % 2 == 0);
    assert(!shape || shape->columns == columns);
    int vertex = 0;
    for (int j = 0; j <= rows; j++)
        for (int i = 0; i < columns + (j > 0 && j < rows); i++)
            make_vertex(shape, mesh, vertex++, i, j);
    if (mesh->triangles)
        make_triangles(mesh);
}

// ---- faces of a cube -----------------------------------------------------------------------------

// The place of line i of a face's grid, -1 … 1. Lines i and side - i are mirrored to the bit, and so are the
// edges, which other faces share.
static double place_of(int side, int i) {
    const int from_middle = abs(2 * i - side);
    double s, c;
    tr_sincos(TR_PI / 4 * from_middle / side, &s, &c);
    const double place = from_middle == side ? 1 : s / c;
    return 2 * i < side ? -place : place;
}

// The part of a vertex that two faces compute alike: the direction, and values that depend only on it.
typedef struct ground_point {
    frame at; // of the sphere
    tr_vec position, normal, along_east;
} ground_point;

static ground_point find_ground(const plan_shape *shape, tr_vec direction) {
    const tr_vec up = tr_vec_scale(direction, 1 / sqrt(tr_vec_dot(direction, direction)));
    const double around = sqrt(up.x * up.x + up.z * up.z);
    const double c = around > 0 ? up.x / around : 1, s = around > 0 ? up.z / around : 0; // pole: longitude 0
    ground_point p = {.at = {.east = {s, 0, -c}, .north = {-up.y * c, around, -up.y * s}, .up = up},
                      .position = up,
                      .normal = up};
    p.along_east = p.at.east;
    if (!shape)
        return p;
    const int columns = shape->columns;
    const double u = (tr_atan2(-s, c) / (2 * TR_PI) + 0.5) * columns,
                 v = tr_atan2(around, up.y) / (2 * TR_PI) * columns;
    float east, north;
    plan_shape_slope(shape, u, v, (float)c, (float)s, (float)around, (float)up.y, &east, &north);
    const tr_vec level =
        tr_vec_add(tr_vec_scale(p.at.east, (double)east), tr_vec_scale(p.at.north, (double)north));
    p.position = tr_vec_scale(up, shape_radius(shape, u, v));
    p.normal = tr_vec_normalize(tr_vec_subtract(up, level));
    p.along_east = tr_vec_normalize(tr_vec_add(p.at.east, tr_vec_scale(up, (double)east)));
    return p;
}

// The tangent is rotated from the eastward tangent of the ground by the same angle as the face's columns from
// that of the sphere. The normals of its map are rotated alike.
static tr_vec find_tangent(const ground_point *p, const tr_face *face) {
    const tr_vec right = {face->right[0], face->right[1], face->right[2]};
    const tr_vec side =
        tr_vec_normalize(tr_vec_subtract(right, tr_vec_scale(p->at.up, tr_vec_dot(right, p->at.up))));
    return tr_vec_normalize(
        tr_vec_add(tr_vec_scale(p->along_east, tr_vec_dot(side, p->at.east)),
                   tr_vec_scale(tr_vec_cross(p->normal, p->along_east), tr_vec_dot(side, p->at.north))));
}

static void make_face_vertex(const plan_shape *shape, int face, double a, double b, double inset,
                             const tr_mesh *mesh, int vertex) {
    const tr_face *f = &tr_faces[face];
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = f->major[i] + a * f->right[i] + b * f->down[i];
    const ground_point at = find_ground(shape, (tr_vec){d[0], d[1], d[2]});
    const tr_vec p = at.position, n = at.normal, t = find_tangent(&at, f);
    const double u = inset + (0.5 - inset) * (a + 1), v = inset + (0.5 - inset) * (b + 1);
    if (mesh->positions)
        memcpy(mesh->positions[vertex], (float[]){(float)p.x, (float)p.y, (float)p.z}, 3 * sizeof(float));
    if (mesh->normals)
        memcpy(mesh->normals[vertex], (float[]){(float)n.x, (float)n.y, (float)n.z}, 3 * sizeof(float));
    if (mesh->tangents)
        memcpy(mesh->tangents[vertex], (float[]){(float)t.x, (float)t.y, (float)t.z, 1}, 4 * sizeof(float));
    if (mesh->uvs)
        memcpy(mesh->uvs[vertex], (float[]){(float)u, (float)v}, 2 * sizeof(float));
}

void tr_surface_make_face(const tr_surface *surface, int face, int side, double inset, const tr_mesh *mesh) {
    assert(face >= 0 && face < 6 && side >= 1 && side <= TR_MESH_MOST && inset >= 0 && inset < 0.5);
    uint32_t(*out)[3] = mesh->triangles;
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++)
            make_face_vertex(surface->shape, face, place_of(side, i), place_of(side, j), inset, mesh,
                             j * (side + 1) + i);
    for (int j = 0; out && j < side; j++)
        for (int i = 0; i < side; i++) {
            const uint32_t nw = (uint32_t)(j * (side + 1) + i), ne = nw + 1, sw = nw + (uint32_t)side + 1,
                           se = sw + 1;
            memcpy(*out++, (uint32_t[]){nw, sw, ne}, sizeof *out);
            memcpy(*out++, (uint32_t[]){ne, sw, se}, sizeof *out);
        }
}
