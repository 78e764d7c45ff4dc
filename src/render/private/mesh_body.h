// Paints planets whose height displaces the ground: meshes.
//
// A mesh hides parts of itself and its edge is wherever its triangles end. So what of it is seen is found
// apart, tile by tile, with depth and several samples a pixel; the HDR framebuffer needs neither. Then each
// pixel of the HDR framebuffer is lit once, as much of it as the mesh covers, and bodies behind and before it
// stay as they are. More: docs/internals/meshes.md.
#pragma once
#include "planet/mesh.h"
#include "render/placement.h"
#include "render/private/chart.h"
#include "render/private/ground_detail.h"
#include "render/private/program.h"
#include "render/private/shadow.h"
#include "render/private/textures.h"

// Which of the indices a level of detail has; each has half as many columns as the one before.
typedef struct tr_mesh_level {
    size_t first; // byte
    GLsizei count;
} tr_mesh_level;

enum { TR_MESH_LEVELS = 3 };

// The mesh of one planet. Zero-initialised: a ball.
typedef struct tr_mesh_buffers {
    GLuint array, vertices, indices;
    GLuint slants;         // the vertices' normals, a texel each, by longitude and latitude
    GLuint radii;          // a cube map: how far from the centre the ground is
    GLuint shade;          // how much of the sun the mesh hides from itself, by longitude and latitude
    tr_vec shade_sun;      // where the sun stood then, in the planet's frame; 0: it is not made yet
    float (*positions)[3]; // of the vertices once more, for the outline
    int columns;           // of the mesh; 0: a ball
    int level_count;
    tr_mesh_level levels[TR_MESH_LEVELS];
    double bounding_radius; // the greatest of the radii
} tr_mesh_buffers;

// Uploads positions and normals, which it needs, and makes triangles; columns 0 makes it a ball. Errors:
// TR_NO_MEMORY, which leaves a ball.
tr_status tr_mesh_buffers_upload(tr_mesh_buffers *buffers, const tr_mesh *mesh, tr_error *error);
void tr_mesh_buffers_destroy(tr_mesh_buffers *buffers);

// Zero-initialise it; tr_mesh_painter_destroy is then allowed at any time.
typedef struct tr_mesh_painter {
    GLuint sight, depth, framebuffer; // a tile of the picture
    int width, height;                // of that
    GLint samples;                    // of its pixels
    GLuint shade_framebuffer;
} tr_mesh_painter;

// Errors: TR_NO_OPENGL when nothing can be painted apart.
tr_status tr_mesh_painter_create(tr_mesh_painter *painter, tr_error *error);
void tr_mesh_painter_destroy(tr_mesh_painter *painter);

// Paints one planet over what is there; like tr_ball_paint. chart:
// NULL, or the grid over the lit planet, or a map in place of it.
tr_status tr_mesh_paint(tr_mesh_painter *painter, tr_programs *programs, const tr_lit_body *seen,
                        tr_mesh_buffers *buffers, tr_ground_detail *detail, const tr_chart *chart,
                        tr_error *error);
