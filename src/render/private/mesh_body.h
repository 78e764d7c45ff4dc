// Paints displaced planets: meshes.
//
// A mesh hides parts of itself, and its edge is wherever its triangles end. So its visible part is found
// separately, tile by tile, with a depth buffer and multisampling, which the HDR framebuffer does not need.
// Then each pixel of the HDR framebuffer is lit once, by the fraction that the mesh covers; bodies behind and
// in front stay unchanged. More: docs/internals/meshes.md.
#pragma once
#include "planet/mesh.h"
#include "render/placement.h"
#include "render/private/chart.h"
#include "render/private/ground_detail.h"
#include "render/private/program.h"
#include "render/private/shadow.h"
#include "render/private/textures.h"

// The range of a level of detail in the indices; each level has half as many columns as the one before.
typedef struct tr_mesh_level {
    size_t first; // in bytes
    GLsizei count;
} tr_mesh_level;

enum { TR_MESH_LEVELS = 3 };

// The mesh of one planet. Zero-initialised: a sphere.
typedef struct tr_mesh_buffers {
    GLuint array, vertices, indices;
    GLuint slants;         // the vertices' normals, one texel each, by longitude and latitude
    GLuint radii;          // a cube map: distances of the ground from the centre
    GLuint shade;          // the fraction of sunlight that the mesh hides from itself, by longitude and
                           // latitude
    tr_vec shade_sun;      // the sun's direction for the shade, in the planet's frame; 0: not rendered yet
    float (*positions)[3]; // copy of the vertices, for the outline
    int columns;           // of the mesh; 0: a sphere
    int level_count;
    tr_mesh_level levels[TR_MESH_LEVELS];
    double bounding_radius; // the largest radius
} tr_mesh_buffers;

// Uploads positions and normals, both required, and makes triangles; columns 0 makes it a sphere. Errors:
// TR_NO_MEMORY, which leaves a sphere.
tr_status tr_mesh_buffers_upload(tr_mesh_buffers *buffers, const tr_mesh *mesh, tr_error *error);
void tr_mesh_buffers_destroy(tr_mesh_buffers *buffers);

// Zero-initialise it; tr_mesh_painter_destroy is then allowed at any time.
typedef struct tr_mesh_painter {
    GLuint sight, depth, framebuffer; // a tile of the picture
    int width, height;                // of the tile
    GLint samples;                    // per pixel
    GLuint shade_framebuffer;
} tr_mesh_painter;

// Errors: TR_NO_OPENGL if this OpenGL cannot render the tile.
tr_status tr_mesh_painter_create(tr_mesh_painter *painter, tr_error *error);
void tr_mesh_painter_destroy(tr_mesh_painter *painter);

// Paints one planet over the current framebuffer, as tr_ball_paint. chart: the grid over the lit planet, or a
// map in place of it; NULL: neither.
tr_status tr_mesh_paint(tr_mesh_painter *painter, tr_programs *programs, const tr_lit_body *seen,
                        tr_mesh_buffers *buffers, tr_ground_detail *detail, const tr_chart *chart,
                        tr_error *error);
