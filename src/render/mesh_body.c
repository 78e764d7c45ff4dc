#include "render/mesh_body.h"

#include "base/size.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    TILE = 1024,      // pixels along an edge
    MOST_SAMPLES = 8, // of a pixel
    CUBE = 128,       // texels along an edge of the radii's cube map
};

// ---- buffers -----------------------------------------------------------------------------------

static double length_of(const float p[3]) {
    return tr_vec_length((tr_vec){(double)p[0], (double)p[1], (double)p[2]});
}

// The mesh's radius in a direction, bilinear in its cell.
static double radius_at(const tr_mesh *mesh, tr_vec d) {
    const int columns = mesh->columns, rows = columns / 2;
    const double u = (atan2(-d.z, d.x) / (2 * TR_PI) + 0.5) * columns;
    const double v = atan2(hypot(d.x, d.z), d.y) / TR_PI * rows;
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

// The direction of a texel's middle on a face of a cube map, as OpenGL has it (4.6, table 8.19).
static tr_vec cube_direction(int face, int column, int row) {
    const double s = 2 * (column + 0.5) / CUBE - 1, t = 2 * (row + 0.5) / CUBE - 1;
    const tr_vec directions[6] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    return directions[face];
}

static void upload_radii(tr_mesh_buffers *buffers, const tr_mesh *mesh, float *texels) {
    glBindTexture(GL_TEXTURE_CUBE_MAP, buffers->radii);
    for (int face = 0; face < 6; face++) {
        for (int k = 0; k < CUBE * CUBE; k++)
            texels[k] = (float)radius_at(mesh, cube_direction(face, k % CUBE, k / CUBE));
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_R16F, CUBE, CUBE, 0, GL_RED, GL_FLOAT,
                     texels);
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
}

// Positions, then normals, in one buffer.
static void upload_triangles(tr_mesh_buffers *buffers, const tr_mesh *mesh) {
    const GLsizeiptr bytes = tr_mesh_vertices(mesh->columns) * (GLsizeiptr)sizeof *mesh->positions;
    glBindVertexArray(buffers->array);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->vertices);
    glBufferData(GL_ARRAY_BUFFER, 2 * bytes, NULL, GL_STATIC_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, mesh->positions);
    glBufferSubData(GL_ARRAY_BUFFER, bytes, bytes, mesh->normals);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, (const void *)(uintptr_t)bytes);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 tr_mesh_triangles(mesh->columns) * (GLsizeiptr)sizeof *mesh->triangles, mesh->triangles,
                 GL_STATIC_DRAW);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

tr_status tr_mesh_buffers_upload(tr_mesh_buffers *buffers, const tr_mesh *mesh, tr_error *error) {
    if (mesh->columns == 0) {
        tr_mesh_buffers_destroy(buffers);
        return TR_OK;
    }
    float *texels = tr_allocate((size_t)CUBE * CUBE, sizeof *texels);
    while (glGetError() != GL_NO_ERROR) {
    } // what others left behind is not ours to report
    if (texels && !buffers->array) {
        glGenVertexArrays(1, &buffers->array);
        glGenBuffers(1, &buffers->vertices);
        glGenBuffers(1, &buffers->indices);
        glGenTextures(1, &buffers->radii);
    }
    if (texels) {
        upload_triangles(buffers, mesh);
        upload_radii(buffers, mesh, texels);
        buffers->count = 3 * tr_mesh_triangles(mesh->columns);
        buffers->reach = 0;
        for (int i = 0; i < tr_mesh_vertices(mesh->columns); i++)
            buffers->reach = fmax(buffers->reach, length_of(mesh->positions[i]));
    }
    const bool made = texels && glGetError() == GL_NO_ERROR;
    free(texels);
    if (made)
        return TR_OK;
    tr_mesh_buffers_destroy(buffers);
    return tr_fail(error, TR_NO_MEMORY, "OpenGL has no room for a mesh of %d columns", mesh->columns);
}

void tr_mesh_buffers_destroy(tr_mesh_buffers *buffers) {
    glDeleteVertexArrays(1, &buffers->array); // 0 is ignored
    glDeleteBuffers(1, &buffers->vertices);
    glDeleteBuffers(1, &buffers->indices);
    glDeleteTextures(1, &buffers->radii);
    *buffers = (tr_mesh_buffers){0};
}

// ---- the painter -------------------------------------------------------------------------------

static GLuint make_renderbuffer(GLint samples, GLenum format) {
    GLuint name;
    glGenRenderbuffers(1, &name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, TILE, TILE);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    return name;
}

static bool make_tile(tr_mesh_painter *painter) {
    GLint samples = 1, bound = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    samples = samples < MOST_SAMPLES ? samples : MOST_SAMPLES;
    painter->samples = make_renderbuffer(samples, GL_RGBA16F);
    painter->depth = make_renderbuffer(samples, GL_DEPTH_COMPONENT24);
    glGenTextures(1, &painter->light);
    glBindTexture(GL_TEXTURE_2D, painter->light);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, TILE, TILE, 0, GL_RGBA, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, &painter->several);
    glGenFramebuffers(1, &painter->single);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->single);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, painter->light, 0);
    bool complete = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->several);
    glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, painter->samples);
    glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, painter->depth);
    complete = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && complete;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
    return complete;
}

tr_status tr_mesh_painter_create(tr_mesh_painter *painter, tr_error *error) {
    return make_tile(painter)
               ? TR_OK
               : tr_fail(error, TR_NO_OPENGL, "this OpenGL has no half floats with several samples a pixel");
}

void tr_mesh_painter_destroy(tr_mesh_painter *painter) {
    glDeleteFramebuffers(1, &painter->several);
    glDeleteFramebuffers(1, &painter->single);
    glDeleteRenderbuffers(1, &painter->samples);
    glDeleteRenderbuffers(1, &painter->depth);
    glDeleteTextures(1, &painter->light);
    *painter = (tr_mesh_painter){0};
}

// ---- painting ----------------------------------------------------------------------------------

// A part of the picture, in pixels from its lower left corner.
typedef struct part {
    int x, y, width, height;
} part;

// The rectangle round a ball of so many radii, cut off at the picture's edges.
static part surround(const tr_placement *placement, const tr_body *body, double reach, int width, int height) {
    const double z = -body->centre_km.z, r = reach * body->radius_km;
    if (z <= r)
        return (part){0, 0, width, height};
    const double centre[2] = {body->centre_km.x, body->centre_km.y}, size[2] = {width, height};
    double low[2], high[2];
    for (int k = 0; k < 2; k++) {
        // tangents of the angles under which the two tangent lines from the camera touch the ball
        const double middle = atan2(centre[k], z), half = asin(fmin(r / hypot(centre[k], z), 1));
        const double unit = 0.5 * size[k] / placement->tangent[k];
        low[k] = fmax(floor(0.5 * size[k] + unit * tan(fmax(middle - half, -1.5)) - 1), 0);
        high[k] = fmin(ceil(0.5 * size[k] + unit * tan(fmin(middle + half, 1.5)) + 1), size[k]);
    }
    return (part){(int)low[0], (int)low[1], (int)(high[0] - low[0]), (int)(high[1] - low[1])};
}

static void set_body(const tr_program *program, const tr_placement *placement, const tr_body *body,
                     double reach) {
    const tr_mat view_from_map = tr_mat_transpose(&body->map_from_view);
    const tr_vec sun = tr_mat_apply(&body->map_from_view, body->sun);
    const tr_vec centre = tr_vec_scale(body->centre_km, 1 / body->radius_km);
    const double distance = -centre.z;
    const tr_mat identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    tr_program_set_matrix(program->at[TR_UNIFORM_map_from_disc], &identity); // there is no disc
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_map], &view_from_map);
    glUniform3f(program->at[TR_UNIFORM_centre], (float)centre.x, (float)centre.y, (float)centre.z);
    glUniform2f(program->at[TR_UNIFORM_depth_range], (float)fmax(distance - reach, 0.001),
                (float)(distance + reach));
    glUniform2f(program->at[TR_UNIFORM_projection], (float)(1 / placement->tangent[0]),
                (float)(1 / placement->tangent[1]));
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)placement->pixel_rad);
    glUniform3f(program->at[TR_UNIFORM_sun_on_map], (float)sun.x, (float)sun.y, (float)sun.z);
    glUniform1f(program->at[TR_UNIFORM_terminator], (float)fmin(fmax(body->sun_angle_rad, 0.00465), 0.3));
    glUniform1f(program->at[TR_UNIFORM_reach], (float)reach);
}

// Paints one tile of the mesh apart.
static void paint_tile(const tr_mesh_painter *painter, const tr_mesh_buffers *buffers, const part *tile,
                       int width, int height) {
    glBindFramebuffer(GL_FRAMEBUFFER, painter->several);
    glViewport(-tile->x, -tile->y, width, height);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearColor(0, 0, 0, 0);
    glClearDepth(1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glBindVertexArray(buffers->array);
    glDrawElements(GL_TRIANGLES, buffers->count, GL_UNSIGNED_INT, NULL);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->single);
    glBlitFramebuffer(0, 0, tile->width, tile->height, 0, 0, tile->width, tile->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

// Lays the tile over the picture.
static void lay_tile(const tr_mesh_painter *painter, tr_programs *programs, const part *tile) {
    const tr_program *program = tr_programs_use(programs, "layer.vert", "layer.frag", "");
    if (!program)
        return;
    glViewport(tile->x, tile->y, tile->width, tile->height);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, painter->light);
    glUniform2i(program->at[TR_UNIFORM_origin], tile->x, tile->y);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void tr_mesh_paint(const tr_mesh_painter *painter, tr_programs *programs, const tr_placement *placement,
                   const tr_body *body, const tr_recipe *recipe, const tr_textures *textures,
                   const tr_mesh_buffers *buffers, const double sunlight[3], const tr_shadow *shadow,
                   tr_quality quality, int width, int height) {
    char defines[TR_DEFINES_BYTES];
    snprintf(defines, sizeof defines, "#define MESH\n%s%s%s", textures->gloss ? "#define GLOSS\n" : "",
             textures->emission ? "#define EMISSION\n" : "", tr_shadow_defines(shadow));
    const part all = surround(placement, body, buffers->reach, width, height);
    GLint draw = 0, read = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    for (int y = all.y; y < all.y + all.height; y += TILE)
        for (int x = all.x; x < all.x + all.width; x += TILE) {
            const int right = all.x + all.width - x, above = all.y + all.height - y;
            const part tile = {x, y, right < TILE ? right : TILE, above < TILE ? above : TILE};
            const tr_program *program = tr_programs_use(programs, "mesh.vert", "planet.frag", defines);
            if (!program)
                return;
            tr_textures_bind(textures, quality, tr_body_footprint(placement, body));
            glActiveTexture(GL_TEXTURE0 + TR_UNIT_RADIUS);
            glBindTexture(GL_TEXTURE_CUBE_MAP, buffers->radii);
            set_body(program, placement, body, buffers->reach);
            tr_shadow_set(program, shadow, body, recipe, &body->map_from_view);
            glUniform3f(program->at[TR_UNIFORM_sunlight], (float)sunlight[0], (float)sunlight[1],
                        (float)sunlight[2]);
            glUniform1f(program->at[TR_UNIFORM_emission_strength], (float)recipe->emission_strength);
            glUniform1f(program->at[TR_UNIFORM_night_lights], recipe->night_lights ? 1 : 0);
            glUniform1f(program->at[TR_UNIFORM_limb_darkening], (float)recipe->limb_darkening);
            paint_tile(painter, buffers, &tile, width, height);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draw);
            glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
            lay_tile(painter, programs, &tile);
        }
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_RADIUS);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
    glActiveTexture(GL_TEXTURE0);
    glViewport(0, 0, width, height);
}
