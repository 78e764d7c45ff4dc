#include "render/private/mesh_body.h"

#include "base/size.h"

#include <stdio.h>
#include <string.h>

enum {
    LEAST_TILE = 256, // pixels along an edge
    MOST_TILE = 2048,
    MOST_SAMPLES = 8, // per pixel
    ES_TEXELS = 2,    // along an edge of a pixel, in OpenGL ES: shaders/planet.frag
    CUBE = 128,       // texels along an edge of the radii's cube map
    SHADE = 384,      // columns of the shade map
    SECTORS = 64,     // of the outline: shaders/outline.vert
};

// ---- buffers -----------------------------------------------------------------------------------

static double length_of(const float p[3]) {
    return tr_vec_length((tr_vec){(double)p[0], (double)p[1], (double)p[2]});
}

// The mesh's radius in a direction, interpolated in its cell.
static double radius_at(const tr_mesh *mesh, tr_vec d) {
    const int columns = mesh->columns, rows = columns / 2;
    const double u = (atan2(-d.z, d.x) / (2 * TR_PI) + 0.5) * columns;
    const double v = atan2(tr_hypot(d.x, d.z), d.y) / TR_PI * rows;
    const int i = (int)fmin(u, columns - 1), j = (int)fmin(v, rows - 1);
    double corner[2][2];
    for (int k = 0; k < 4; k++) {
        const int row = j + k / 2, column = i + k % 2;
        const bool pole = row == 0 || row == rows;
        corner[k / 2][k % 2] = length_of(mesh->positions[tr_mesh_vertex(columns, pole ? i : column, row)]);
    }
    const double north = corner[0][0] + (u - i) * (corner[0][1] - corner[0][0]);
    const double south = corner[1][0] + (u - i) * (corner[1][1] - corner[1][0]);
    return north + (v - j) * (south - north);
}

// The direction of a texel's middle on a face of a cube map (OpenGL 4.6, table 8.19).
static tr_vec cube_direction(int face, int column, int row) {
    const double s = 2 * (column + 0.5) / CUBE - 1, t = 2 * (row + 0.5) / CUBE - 1;
    const tr_vec directions[6] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    return directions[face];
}

static void make_shade(GLuint shade) {
    glBindTexture(GL_TEXTURE_2D, shade);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SHADE, SHADE / 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    tr_gl_set_sampling(GL_TEXTURE_2D, 1, GL_LINEAR, GL_REPEAT);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void upload_radii(tr_mesh_buffers *buffers, const tr_mesh *mesh, float *texels) {
    glBindTexture(GL_TEXTURE_CUBE_MAP, buffers->radii);
    for (int face = 0; face < 6; face++) {
        for (int k = 0; k < CUBE * CUBE; k++)
            texels[k] = (float)radius_at(mesh, cube_direction(face, k % CUBE, k / CUBE));
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_R16F, CUBE, CUBE, 0, GL_RED, GL_FLOAT,
                     texels);
    }
    tr_gl_set_sampling(GL_TEXTURE_CUBE_MAP, 0, GL_LINEAR, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
}

// Uploads the grid of vertices as texels. The last column equals the first and is left to the filter. All
// texels of a pole are equal.
static void upload_slants(const tr_mesh_buffers *buffers, const tr_mesh *mesh) {
    const int columns = mesh->columns, rows = columns / 2;
    glBindTexture(GL_TEXTURE_2D, buffers->slants);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB16F, columns, rows + 1, 0, GL_RGB, GL_FLOAT, NULL);
    for (int j = 0; j <= rows; j++)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, j, columns, 1, GL_RGB, GL_FLOAT,
                        mesh->normals[tr_mesh_vertex(columns, 0, j)]);
    tr_gl_set_sampling(GL_TEXTURE_2D, 0, GL_LINEAR, GL_REPEAT);
    glBindTexture(GL_TEXTURE_2D, 0);
}

// Fills in triangles between each step-th vertex, in the layout of tr_surface_make_mesh. Returns their end.
static uint32_t (*fill_triangles(int columns, int step, uint32_t (*out)[3]))[3] {
    const int rows = columns / 2;
    for (int j = 0; j < rows; j += step)
        for (int i = 0; i < columns; i += step) {
            const int east = i + step, south = j + step;
            const uint32_t nw = (uint32_t)tr_mesh_vertex(columns, i, j);
            const uint32_t ne = (uint32_t)tr_mesh_vertex(columns, j == 0 ? i : east, j);
            const uint32_t sw = (uint32_t)tr_mesh_vertex(columns, i, south);
            const uint32_t se = (uint32_t)tr_mesh_vertex(columns, south == rows ? i : east, south);
            if (j > 0)
                memcpy(*out++, (uint32_t[]){nw, sw, ne}, sizeof *out);
            if (south < rows)
                memcpy(*out++, (uint32_t[]){ne, sw, se}, sizeof *out);
        }
    return out;
}

// Uploads all levels of detail in one buffer, the finest first. triangles: memory for twice as many as the mesh
// has.
static void upload_triangles(tr_mesh_buffers *buffers, const tr_mesh *mesh, uint32_t (*triangles)[3]) {
    uint32_t(*end)[3] = triangles;
    int levels = 0;
    for (int step = 1; levels < TR_MESH_LEVELS && mesh->columns % (2 * step) == 0; step *= 2) {
        uint32_t(*start)[3] = end;
        end = fill_triangles(mesh->columns, step, start);
        buffers->levels[levels++] = (tr_mesh_level){.first = (size_t)(start - triangles) * sizeof *triangles,
                                                    .count = (GLsizei)(3 * (end - start))};
    }
    buffers->level_count = levels;
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (end - triangles) * (GLsizeiptr)sizeof *triangles, triangles,
                 GL_STATIC_DRAW);
}

static void upload_vertices(const tr_mesh_buffers *buffers, const tr_mesh *mesh) {
    glBindBuffer(GL_ARRAY_BUFFER, buffers->vertices);
    glBufferData(GL_ARRAY_BUFFER, tr_mesh_vertices(mesh->columns) * (GLsizeiptr)sizeof *mesh->positions,
                 mesh->positions, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void upload(tr_mesh_buffers *buffers, const tr_mesh *mesh, float *texels, uint32_t (*corners)[3]) {
    if (!buffers->array) {
        glGenVertexArrays(1, &buffers->array);
        glGenBuffers(1, &buffers->vertices);
        glGenBuffers(1, &buffers->indices);
        glGenTextures(1, &buffers->radii);
        glGenTextures(1, &buffers->slants);
        glGenTextures(1, &buffers->shade);
        make_shade(buffers->shade);
    }
    buffers->shade_sun = (tr_vec){0, 0, 0};
    glBindVertexArray(buffers->array);
    upload_vertices(buffers, mesh);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indices);
    upload_triangles(buffers, mesh, corners);
    glBindVertexArray(0);
    upload_slants(buffers, mesh);
    upload_radii(buffers, mesh, texels);
    buffers->columns = mesh->columns;
    buffers->bounding_radius = 0;
    for (int i = 0; i < tr_mesh_vertices(mesh->columns); i++) {
        memcpy(buffers->positions[i], mesh->positions[i], sizeof *mesh->positions);
        buffers->bounding_radius = fmax(buffers->bounding_radius, length_of(mesh->positions[i]));
    }
}

tr_status tr_mesh_buffers_upload(tr_mesh_buffers *buffers, const tr_mesh *mesh, tr_error *error) {
    if (mesh->columns == 0) {
        tr_mesh_buffers_destroy(buffers);
        return TR_OK;
    }
    const size_t vertices = (size_t)tr_mesh_vertices(mesh->columns);
    const size_t triangles = (size_t)tr_mesh_triangles(mesh->columns);
    float *texels = tr_allocate((size_t)CUBE * CUBE, sizeof *texels);
    uint32_t(*corners)[3] = tr_allocate(2 * triangles, sizeof *corners);
    tr_free(buffers->positions);
    buffers->positions = tr_allocate(vertices, sizeof *buffers->positions);
    const bool capacity = texels && corners && buffers->positions;
    tr_gl_clear_errors();
    if (capacity)
        upload(buffers, mesh, texels, corners);
    tr_free(texels);
    tr_free(corners);
    if (capacity && glGetError() == GL_NO_ERROR)
        return TR_OK;
    tr_mesh_buffers_destroy(buffers);
    return tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for a mesh of %d columns", mesh->columns);
}

void tr_mesh_buffers_destroy(tr_mesh_buffers *buffers) {
    glDeleteVertexArrays(1, &buffers->array); // 0 is ignored
    glDeleteBuffers(1, &buffers->vertices);
    glDeleteBuffers(1, &buffers->indices);
    glDeleteTextures(1, &buffers->radii);
    glDeleteTextures(1, &buffers->slants);
    glDeleteTextures(1, &buffers->shade);
    tr_free(buffers->positions);
    *buffers = (tr_mesh_buffers){0};
}

// ---- the painter -------------------------------------------------------------------------------

static void destroy_tile(tr_mesh_painter *painter) {
    glDeleteFramebuffers(1, &painter->framebuffer); // 0 is ignored
    glDeleteTextures(1, &painter->sight);
    glDeleteTextures(1, &painter->depth);
    painter->framebuffer = painter->sight = painter->depth = 0;
    painter->width = painter->height = 0;
}

// How many samples a pixel has. OpenGL ES 3.0 has no textures with several: there a tile has twice as many
// texels along each edge as pixels.
static GLint count_samples(void) {
    GLint most[2] = {1, 1};
    if (tr_gl_is_es())
        return ES_TEXELS * ES_TEXELS;
    glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &most[0]);
    glGetIntegerv(GL_MAX_DEPTH_TEXTURE_SAMPLES, &most[1]);
    const GLint both = most[0] < most[1] ? most[0] : most[1]; // both must have the same number
    return both < MOST_SAMPLES ? both : MOST_SAMPLES;
}

static int texels_along_pixel(void) { return tr_gl_is_es() ? ES_TEXELS : 1; }

static GLenum tile_target(void) { return tr_gl_is_es() ? GL_TEXTURE_2D : GL_TEXTURE_2D_MULTISAMPLE; }

// Makes a texture of a tile, and attaches it to the bound framebuffer.
static GLuint make_layer(const tr_mesh_painter *painter, GLenum attachment, GLint format, GLenum channels,
                         GLenum type) {
    const GLenum target = tile_target();
    const GLsizei width = painter->width * texels_along_pixel(),
                  height = painter->height * texels_along_pixel();
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(target, name);
    if (target == GL_TEXTURE_2D) {
        glTexImage2D(target, 0, format, width, height, 0, channels, type, NULL);
        tr_gl_set_sampling(target, 1, GL_NEAREST, GL_CLAMP_TO_EDGE);
    } else
        glTexImage2DMultisample(target, painter->samples, (GLenum)format, width, height, GL_TRUE);
    glBindTexture(target, 0);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, attachment, target, name, 0);
    return name;
}

static bool make_tile(tr_mesh_painter *painter, int width, int height) {
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    painter->samples = count_samples();
    painter->width = width;
    painter->height = height;
    glGenFramebuffers(1, &painter->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->framebuffer);
    painter->sight = make_layer(painter, GL_COLOR_ATTACHMENT0, GL_R32F, GL_RED, GL_FLOAT);
    painter->depth =
        make_layer(painter, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT);
    const bool complete = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
    return complete;
}

// Enlarges the tile, up to a limit, for a larger part of the picture, because each tile draws the whole mesh.
static bool fit_tile(tr_mesh_painter *painter, int width, int height) {
    const int step = LEAST_TILE;
    const int across = (width + step - 1) / step * step, down = (height + step - 1) / step * step;
    const int least_width = across < MOST_TILE ? across : MOST_TILE, old_width = painter->width;
    const int least_height = down < MOST_TILE ? down : MOST_TILE, old_height = painter->height;
    if (least_width <= old_width && least_height <= old_height)
        return true;
    destroy_tile(painter);
    return make_tile(painter, least_width > old_width ? least_width : old_width,
                     least_height > old_height ? least_height : old_height);
}

tr_status tr_mesh_painter_create(tr_mesh_painter *painter, tr_error *error) {
    glGenFramebuffers(1, &painter->shade_framebuffer);
    return make_tile(painter, LEAST_TILE, LEAST_TILE)
               ? TR_OK
               : tr_fail(error, TR_NO_OPENGL, "this OpenGL has no multisampled buffers of floats");
}

void tr_mesh_painter_destroy(tr_mesh_painter *painter) {
    destroy_tile(painter);
    glDeleteFramebuffers(1, &painter->shade_framebuffer);
    *painter = (tr_mesh_painter){0};
}

// ---- painting ----------------------------------------------------------------------------------

// A rectangle in pixels from the picture's lower left corner.
typedef struct part {
    int x, y, width, height;
} part;

// The parameters that all tiles share.
typedef struct picture {
    const tr_lit_body *lit;
    const tr_mesh_buffers *buffers;
    bool outlined;
    float outline[SECTORS];
} picture;

// The rectangle round a sphere of that many radii, clipped to the picture.
static part surround(const tr_placement *placement, const tr_body *body, double bounding_radius) {
    const int width = placement->part_px[0], height = placement->part_px[1];
    const double z = -body->centre_km.z, r = bounding_radius * body->radius_km;
    if (z <= r)
        return (part){0, 0, width, height};
    const double centre[2] = {body->centre_km.x, body->centre_km.y}, size[2] = {width, height};
    double low[2], high[2];
    for (int k = 0; k < 2; k++) {
        // tangents of the angles of the two tangent lines from the camera to the sphere
        const double middle = atan2(centre[k], z), half = asin(fmin(r / tr_hypot(centre[k], z), 1));
        const double unit = 0.5 * size[k] / placement->tangent[k] * placement->part_grow[k];
        const double zero = 0.5 * size[k] * (1 + placement->part_shift[k]);
        low[k] = fmin(fmax(floor(zero + unit * tan(fmax(middle - half, -1.5)) - 1), 0), size[k]);
        high[k] = fmax(fmin(ceil(zero + unit * tan(fmin(middle + half, 1.5)) + 1), size[k]), low[k]);
    }
    return (part){(int)low[0], (int)low[1], (int)(high[0] - low[0]), (int)(high[1] - low[1])};
}

// The planet's centre in its radii. If it is level with the camera, it is moved slightly: planet.frag works on
// the plane through the centre that faces the camera, which must not be seen edge-on.
static tr_vec centre_of(const tr_body *body) {
    tr_vec centre = tr_vec_scale(body->centre_km, 1 / body->radius_km);
    const double least = 1e-3;
    if (fabs(centre.z) < least)
        centre.z = -least;
    return centre;
}

// The level of detail whose cells have about the wanted size in pixels.
static const tr_mesh_level *pick_level(const tr_mesh_buffers *buffers, const tr_body *body,
                                       tr_quality quality) {
    const double wanted_px = quality == TR_QUALITY_FAST ? 16 : quality == TR_QUALITY_FULL ? 8 : 0;
    const double cell_px = 2 * TR_PI * fmin(body->radius_px, 1e6) / buffers->columns;
    int level = 0;
    while (level + 1 < buffers->level_count && cell_px * (2 << level) <= wanted_px)
        level++;
    return &buffers->levels[level];
}

// Renders the visible part of the mesh in a tile, of a picture of width x height, as depth and coverage.
static void sight_tile(const tr_mesh_painter *painter, tr_programs *programs, const picture *p,
                       const tr_mesh_level *level, const part *tile) {
    const tr_mesh_buffers *buffers = p->buffers;
    const tr_placement *placement = p->lit->placement;
    const tr_body *body = p->lit->body;
    const tr_program *program = tr_programs_use(programs, "mesh.vert", "mesh.frag", "");
    if (!program)
        return;
    const tr_mat view_from_map = tr_mat_transpose(&body->map_from_view);
    const tr_vec centre = centre_of(body);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_map], &view_from_map);
    tr_program_set_vec(program->at[TR_UNIFORM_centre], centre);
    glUniform1f(program->at[TR_UNIFORM_pixel_size], (float)fabs(centre.z * placement->pixel_rad));
    glUniform2f(program->at[TR_UNIFORM_depth_range], (float)fmax(-centre.z - buffers->bounding_radius, 0.001),
                (float)(buffers->bounding_radius - centre.z));
    tr_program_set_projection(program, placement);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->framebuffer);
    const int texels = texels_along_pixel();
    glViewport(-texels * tile->x, -texels * tile->y, texels * placement->part_px[0],
               texels * placement->part_px[1]);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearColor(-1e6F, 0, 0, 0); // farther than any mesh
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glBindVertexArray(buffers->array);
    glDrawElements(GL_TRIANGLES, level->count, GL_UNSIGNED_INT, (const void *)level->first);
    if (programs->watch.stopped)
        glFinish();
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
}

// Numbers of the body that lighting it takes.
static void set_body(const tr_program *program, const tr_lit_body *lit, double bounding_radius) {
    const tr_placement *placement = lit->placement;
    const tr_body *body = lit->body;
    const tr_recipe *recipe = lit->recipe;
    const tr_vec centre = centre_of(body);
    const double depth = -centre.z, *shift = placement->part_shift;
    double bounding_radius_of[2]; // of half the picture, on that plane
    for (int k = 0; k < 2; k++)
        bounding_radius_of[k] = placement->tangent[k] * depth / placement->part_grow[k];
    tr_program_set_matrix(program->at[TR_UNIFORM_map_from_disc], &body->map_from_view);
    tr_program_set_vec(program->at[TR_UNIFORM_centre], centre);
    glUniform4f(program->at[TR_UNIFORM_centre_plane],
                (float)(2 * bounding_radius_of[0] / placement->part_px[0]),
                (float)(2 * bounding_radius_of[1] / placement->part_px[1]),
                (float)(-bounding_radius_of[0] * (1 + shift[0]) - centre.x),
                (float)(-bounding_radius_of[1] * (1 + shift[1]) - centre.y));
    tr_program_set_vec(program->at[TR_UNIFORM_sun_on_map], tr_mat_apply(&body->map_from_view, body->sun));
    tr_program_set_projection(program, placement);
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)placement->pixel_rad);
    glUniform1f(program->at[TR_UNIFORM_terminator], (float)fmin(fmax(body->sun_angle_rad, 0.00465), 0.3));
    glUniform1f(program->at[TR_UNIFORM_bounding_radius], (float)bounding_radius);
    tr_program_set_light(program->at[TR_UNIFORM_sunlight], lit->sunlight);
    glUniform1f(program->at[TR_UNIFORM_emission_strength], (float)recipe->emission_strength);
    glUniform1f(program->at[TR_UNIFORM_night_lights], recipe->night_lights ? 1 : 0);
    glUniform1f(program->at[TR_UNIFORM_limb_darkening], (float)recipe->limb_darkening);
}

// The sector round the origin that contains a place. It avoids trigonometry: y / (|x| + |y|) increases from -1
// to 1 over half a turn.
static int sector_of(double x, double y, double bounding_radius) {
    const double turn = y / bounding_radius, quarter = SECTORS / 4.0;
    const int sector = (int)(quarter * (x >= 0 ? 1 + turn : 3 - turn));
    return sector < SECTORS ? sector : 0;
}

// The outline of the mesh on the plane through the centre that faces the camera: |x| + |y| at the borders of
// the sectors. A star-shaped body has a star-shaped outline. False: the camera is too close for that plane.
static bool find_outline(const tr_mesh_buffers *buffers, const tr_body *body, double pixel,
                         float outline[SECTORS]) {
    const tr_vec centre = centre_of(body);
    const tr_mat view_from_map = tr_mat_transpose(&body->map_from_view);
    double bounding_radius[SECTORS] = {0};
    if (-centre.z < 1.02 * buffers->bounding_radius)
        return false;
    for (int i = 0; i < tr_mesh_vertices(buffers->columns); i++) {
        const float *p = buffers->positions[i];
        const tr_vec offset = tr_mat_apply(&view_from_map, (tr_vec){(double)p[0], (double)p[1], (double)p[2]});
        const double shrink = centre.z / (centre.z + offset.z);
        const double x = shrink * (offset.x + centre.x) - centre.x,
                     y = shrink * (offset.y + centre.y) - centre.y;
        const double away = fabs(x) + fabs(y);
        double *sector = &bounding_radius[away > 0 ? sector_of(x, y, away) : 0];
        *sector = fmax(*sector, away);
    }
    for (int i = 0; i < SECTORS; i++)
        outline[i] = (float)(fmax(bounding_radius[i], bounding_radius[(i + SECTORS - 1) % SECTORS]) -
                             2 * pixel * centre.z);
    return true;
}

// Renders the shade map again if the sun has moved relative to the mesh.
static void shade_mesh(const tr_mesh_painter *painter, tr_programs *programs, tr_mesh_buffers *buffers,
                       const tr_body *body) {
    const tr_vec sun = tr_mat_apply(&body->map_from_view, body->sun);
    if (tr_vec_length(tr_vec_subtract(sun, buffers->shade_sun)) == 0)
        return;
    const tr_program *program = tr_programs_use(programs, "layer.vert", "mesh_shadow.frag", "");
    if (!program)
        return;
    const tr_gl_kept kept = tr_gl_keep();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->shade_framebuffer);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, buffers->shade, 0);
    glViewport(0, 0, SHADE, SHADE / 2);
    tr_gl_bind(TR_UNIT_RADIUS, GL_TEXTURE_CUBE_MAP, buffers->radii);
    tr_gl_bind(TR_UNIT_SLANT, GL_TEXTURE_2D, buffers->slants);
    tr_program_set_vec(program->at[TR_UNIFORM_sun_on_map], sun);
    glUniform1f(program->at[TR_UNIFORM_bounding_radius], (float)buffers->bounding_radius);
    glUniform2f(program->at[TR_UNIFORM_picture_size], SHADE, 0.5F * SHADE);
    glDisable(GL_BLEND);
    tr_programs_draw(programs, GL_TRIANGLES, 3);
    glEnable(GL_BLEND);
    tr_gl_bind(TR_UNIT_RADIUS, GL_TEXTURE_CUBE_MAP, 0);
    tr_gl_restore(&kept);
    buffers->shade_sun = sun;
}

// Lights what sight_tile has rendered. program is in use, with its uniforms set.
static void light_tile(const tr_programs *programs, const tr_program *program, const part *tile,
                       bool outlined) {
    glUniform2i(program->at[TR_UNIFORM_origin], tile->x, tile->y);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const GLint area[] = {tile->x, tile->y, tile->width, tile->height};
    tr_programs_draw_within(programs, GL_TRIANGLE_FAN, outlined ? SECTORS + 2 : 3, area);
}

static void bind_maps(const tr_mesh_painter *painter, const tr_mesh_buffers *buffers) {
    tr_gl_bind(TR_UNIT_SHADE, GL_TEXTURE_2D, buffers->shade);
    tr_gl_bind(TR_UNIT_SLANT, GL_TEXTURE_2D, buffers->slants);
    tr_gl_bind(TR_UNIT_SIGHT, tile_target(), painter->sight);
}

static void unbind_maps(void) {
    tr_gl_bind(TR_UNIT_SIGHT, tile_target(), 0);
    glActiveTexture(GL_TEXTURE0);
}

// Sets uniforms that lit tiles and charts share.
static void set_picture(const tr_program *program, const tr_mesh_painter *painter, const picture *p) {
    set_body(program, p->lit, p->buffers->bounding_radius);
    bind_maps(painter, p->buffers);
    glUniform1i(program->at[TR_UNIFORM_samples], painter->samples);
    glUniform1fv(program->at[TR_UNIFORM_outline], SECTORS, p->outline);
}

static const char *vertex_of(const picture *p) { return p->outlined ? "outline.vert" : "layer.vert"; }

static void chart_tile(tr_programs *programs, const tr_mesh_painter *painter, const picture *p,
                       const part *tile, const tr_chart *chart) {
    const tr_program *program = tr_chart_use(programs, vertex_of(p), "#define MESH\n", chart);
    if (!program)
        return;
    set_picture(program, painter, p);
    light_tile(programs, program, tile, p->outlined);
}

tr_status tr_mesh_paint(tr_mesh_painter *painter, tr_programs *programs, const tr_lit_body *seen,
                        tr_mesh_buffers *buffers, tr_ground_detail *detail, const tr_chart *chart,
                        tr_error *error) {
    const tr_placement *placement = seen->placement;
    const tr_body *body = seen->body;
    const tr_textures *textures = seen->textures;
    const tr_shadow *shadow = seen->shadow;
    const tr_quality quality = seen->quality;
    const bool lit = !chart || chart->channel == TR_VIEW_LIT;
    const double nearest = fmax(body->distance_km / body->radius_km - buffers->bounding_radius, 0);
    tr_ground_detail_view sight = {.copies = 0};
    if (!seen->recipe->gas && lit)
        sight = tr_ground_detail_see(textures->rows, placement->pixel_rad * nearest, quality);
    const tr_mat view = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    char defines[TR_DEFINES_BYTES];
    snprintf(defines, sizeof defines, "#define MESH\n%s%s%s%s", tr_ground_detail_defines(&sight),
             textures->specular ? "#define GLOSS\n" : "", textures->emission ? "#define EMISSION\n" : "",
             tr_shadow_defines(shadow, shadow->rings != 0));
    const part all = surround(placement, body, buffers->bounding_radius);
    if (all.width <= 0 || all.height <= 0)
        return TR_OK;
    const tr_mesh_level *level = pick_level(buffers, body, quality);
    picture p = {seen, buffers, .outlined = false};
    p.outlined = find_outline(buffers, body, placement->pixel_rad, p.outline);
    if (sight.copies > 0 && tr_ground_detail_bind(detail, error) != TR_OK)
        return TR_NO_MEMORY;
    GLint hdr = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &hdr);
    if (lit)
        shade_mesh(painter, programs, buffers, body);
    if (!fit_tile(painter, all.width, all.height)) {
        destroy_tile(painter);
        if (!make_tile(painter, LEAST_TILE, LEAST_TILE))
            return tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for the outline of a planet");
    }
    for (int y = all.y; y < all.y + all.height; y += painter->height)
        for (int x = all.x; x < all.x + all.width; x += painter->width) {
            const int right = all.x + all.width - x, above = all.y + all.height - y;
            const part tile = {x, y, right < painter->width ? right : painter->width,
                               above < painter->height ? above : painter->height};
            sight_tile(painter, programs, &p, level, &tile);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)hdr);
            glViewport(0, 0, placement->part_px[0], placement->part_px[1]);
            const tr_program *program =
                lit ? tr_programs_use(programs, vertex_of(&p), "planet.frag", defines) : NULL;
            if (lit && !program)
                return TR_OK;
            if (lit) {
                set_picture(program, painter, &p);
                tr_shadow_set(program, shadow, body, seen->recipe, &view);
                tr_textures_bind(textures, quality, tr_body_footprint(placement, body));
                tr_ground_detail_set(program, &sight);
                light_tile(programs, program, &tile, p.outlined);
            }
            if (chart)
                chart_tile(programs, painter, &p, &tile, chart);
        }
    unbind_maps();
    return TR_OK;
}
