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
