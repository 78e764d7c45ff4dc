// Meshes of planets: a grid of longitudes and latitudes whose vertices lie where the surface does.
//
// `columns` segments go round the sphere and columns / 2 from pole to pole. The vertices of u = 0 are there
// again as u = 1. A pole has one vertex for each of its triangles, u in the middle of its segment, so that no
// texture is twisted there. Vertices go row by row from the north, and from the west.
//
// A planet whose recipe has mesh_columns is displaced: its vertices lie at 1 + height / radius, heights as a
// map as wide as the mesh shows them (finer octaves are left to the normal map). Others are balls.
// More: docs/meshes.md.
#pragma once
#include "planet/surface.h"

static inline int tr_mesh_vertices(int columns) { return 2 * columns + (columns / 2 - 1) * (columns + 1); }

static inline int tr_mesh_triangles(int columns) { return 2 * columns * (columns / 2 - 1); }

// Vertex i of row j, 0 … columns / 2: there is no i = columns at the poles.
static inline int tr_mesh_vertex(int columns, int i, int j) {
    return j == 0 ? i : columns + (j - 1) * (columns + 1) + i;
}

// Buffers of a mesh, owned by the caller: tr_mesh_vertices(columns) elements each, and
// tr_mesh_triangles(columns) triangles. What is NULL is not wanted.
typedef struct tr_mesh {
    int columns;
    float (*positions)[3]; // in planet radii, in the planet's frame: +Y north
    float (*normals)[3]; // unit; of the displaced mesh: the mean of the triangles round a vertex by their areas
    float (*tangents)[4];     // unit, along growing u, perpendicular to the normals; the fourth is the sign of
                              // v's direction: normal x tangent = +1 * (towards north), as in glTF
    float (*uvs)[2];          // of the maps: u to the east from 180 degrees, v to the south
    uint32_t (*triangles)[3]; // vertices, counter-clockwise as seen from outside
} tr_mesh;

// The columns of a displaced planet's mesh, for which its normal map is made; 0 for a ball.
int tr_surface_mesh_columns(const tr_surface *surface);

// Fills the buffers. columns is even, TR_MESH_LEAST … TR_MESH_MOST, and what tr_surface_mesh_columns says
// unless that is 0. A pure function of the surface and of columns: the same bytes on every instruction set and
// thread count. Any thread.
void tr_surface_make_mesh(const tr_surface *surface, const tr_mesh *mesh);
