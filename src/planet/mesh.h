// Meshes of planets: a grid of longitudes and latitudes whose vertices lie where the surface does.
//
// `columns` segments go round the sphere and columns / 2 from pole to pole. The vertices of u = 0 are there
// again as u = 1. A pole has one vertex for each of its triangles, u in the middle of its segment, so that no
// texture is twisted there. Vertices go row by row from the north, and from the west.
//
// Or six grids, one for each face of a cube, which have no poles: faces.
//
// A planet whose recipe has mesh_columns is displaced: its vertices lie at 1 + height / radius, heights as a
// map as wide as the mesh shows them (finer octaves are left to the normal map). Others are balls.
// More: docs/internals/meshes.md.
#pragma once
#include "planet/surface.h"

// Vertex i of row j, 0 … columns / 2: there is no i = columns at the poles.
static inline int tr_mesh_vertex(int columns, int i, int j) {
    return j == 0 ? i : columns + (j - 1) * (columns + 1) + i;
}

// The columns of a displaced planet's mesh, for which its normal map is made; 0 for a ball.
int tr_surface_mesh_columns(const tr_surface *surface);

// Fills the buffers. columns is even, TR_MESH_LEAST … TR_MESH_MOST, and what tr_surface_mesh_columns says
// unless that is 0. A pure function of the surface and of columns: the same bytes on every instruction set and
// thread count. Any thread.
void tr_surface_make_mesh(const tr_surface *surface, const tr_mesh *mesh);

// One face of six (tr_faces): `side` segments along each of its edges, all seen under the same angle from the
// middle of the planet.
static inline int tr_face_vertices(int side) { return (side + 1) * (side + 1); }
static inline int tr_face_triangles(int side) { return 2 * side * side; }

// Fills the buffers of face 0 … 5 with that many vertices and triangles; what is NULL is not wanted, and
// mesh->columns is not looked at. Vertices go row by row as the face's texels do. uvs are those of a picture of
// the face whose edges lie at `inset` and 1 - inset; tangents run along its columns, where its normal map has
// them. Where faces meet, positions and normals are the same to the bit. side: 1 … 1024. Otherwise as
// tr_surface_make_mesh; a displaced planet's radii and normals are those of its mesh.
void tr_surface_make_face(const tr_surface *surface, int face, int side, double inset, const tr_mesh *mesh);
