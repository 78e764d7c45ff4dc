// Meshes of planets: a grid of longitudes and latitudes with vertices on the surface.
//
// `columns` segments go round the sphere and columns / 2 from pole to pole. The vertices of u = 0 are repeated
// as u = 1. A pole has one vertex for each of its triangles, with u in the middle of its segment, so that
// textures are not distorted there. Vertices go row by row from the north, and from the west.
//
// Alternatively, a mesh has six grids without poles, one for each face of a cube.
//
// A planet whose recipe has mesh_columns is displaced: its vertices lie at 1 + height / radius, with heights as
// in a map as wide as the mesh (the normal map has the finer octaves). Other planets are spheres.
// More: docs/internals/meshes.md.
#pragma once
#include "planet/surface.h"

// Vertex i of row j, 0 … columns / 2. At the poles there is no vertex i = columns.
static inline int tr_mesh_vertex(int columns, int i, int j) {
    return j == 0 ? i : columns + (j - 1) * (columns + 1) + i;
}

// The columns of a displaced planet's mesh, to which its normal map refers; 0 for a sphere.
int tr_surface_mesh_columns(const tr_surface *surface);

// Fills the buffers. columns is even, TR_MESH_LEAST … TR_MESH_MOST; if tr_surface_mesh_columns is not 0, it
// must be that number. A pure function of the surface and columns: the same bytes for every instruction set and
// number of threads. Any thread.
void tr_surface_make_mesh(const tr_surface *surface, const tr_mesh *mesh);

// One of six faces (tr_faces): `side` segments along each of its edges, of equal angle as seen from the
// planet's centre.
static inline int tr_face_vertices(int side) { return (side + 1) * (side + 1); }
static inline int tr_face_triangles(int side) { return 2 * side * side; }

// Fills the buffers of face 0 … 5 with that many vertices and triangles. NULL buffers are skipped, and
// mesh->columns is ignored. Vertices go row by row like the face's texels. uvs are for a picture of the face
// whose edges are at `inset` and 1 - inset. Tangents run along its columns, as in its normal map. Where faces
// meet, positions and normals are equal to the bit. side: 1 … 1024. Otherwise like tr_surface_make_mesh; radii
// and normals of a displaced planet are those of its mesh.
void tr_surface_make_face(const tr_surface *surface, int face, int side, double inset, const tr_mesh *mesh);
