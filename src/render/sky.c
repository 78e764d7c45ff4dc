#include "render/sky.h"

#include "base/hash.h"
#include "base/size.h"

#include <stddef.h>

enum { STAR_COUNT = 9000, STAR_SEED = 0x7e44e11a };

typedef struct star_vertex {
    float direction[3], light[3];
} star_vertex;

// A number in [0, 1) for the k-th draw of star i.
static double draw_unit(int i, int k) {
    return tr_hash_unit(tr_hash_pair(STAR_SEED, (uint64_t)i * 16 + (uint64_t)k));
}

// Colours of black bodies as linear sRGB, half mixed with white as the eye does with points: from Planck's law
// and the CIE 1931 observer at 3400, 4500, 6000, 7500 and 12000 K.
static void star_tint(double u, double tint[3]) {
    static const double tints[5][3] = {
        {1.0, 0.72, 0.48}, {1.0, 0.84, 0.68}, {1.0, 0.95, 0.92}, {0.93, 0.95, 1.0}, {0.77, 0.83, 1.0}};
    const double place = u * 3.999;
    const int below = (int)place;
    for (int c = 0; c < 3; c++)
        tint[c] = tints[below][c] + (place - below) * (tints[below + 1][c] - tints[below][c]);
}

// Star i: anywhere, or, for some of the faint ones, near the plane of a galaxy that leans across the scene.
static star_vertex make_star(int i) {
    // Counts grow as 10^(0.51 m) down to the eye's limit, magnitude 6.5.
    const double magnitude = fmax(6.5 + log10(draw_unit(i, 0) + 1e-9) / 0.51, -1.5);
    const bool galactic = magnitude > 4 && draw_unit(i, 1) < 0.45;
    double z = 2 * draw_unit(i, 2) - 1;
    if (galactic)
        z *= z * z * z < 0 ? -z * 0.5 : z * 0.5; // denser towards 0
    const double angle = 2 * TR_PI * draw_unit(i, 3), across = sqrt(1 - z * z);
    const tr_vec galaxy[3] = {{0.83, 0.35, 0.43}, {-0.49, 0.83, 0.27}, {-0.26, -0.44, 0.86}};
    tr_vec d = tr_vec_scale(galaxy[0], across * cos(angle));
    d = tr_vec_add(d, tr_vec_scale(galaxy[1], across * sin(angle)));
    d = tr_vec_normalize(tr_vec_add(d, tr_vec_scale(galaxy[2], z)));
    double tint[3];
    star_tint(draw_unit(i, 4), tint);
    const double flux = 0.42 * pow(10, -0.4 * (magnitude - 2.5));
    return (star_vertex){{(float)d.x, (float)d.y, (float)d.z},
                         {(float)(flux * tint[0]), (float)(flux * tint[1]), (float)(flux * tint[2])}};
}

static tr_status make_stars(tr_sky_painter *painter, tr_error *error) {
    star_vertex *vertices = tr_allocate(STAR_COUNT, sizeof *vertices);
    if (!vertices)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the stars");
    for (int i = 0; i < STAR_COUNT; i++)
        vertices[i] = make_star(i);
    glGenVertexArrays(1, &painter->stars);
    glBindVertexArray(painter->stars);
    glGenBuffers(1, &painter->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, painter->buffer);
    glBufferData(GL_ARRAY_BUFFER, STAR_COUNT * (GLsizeiptr)sizeof *vertices, vertices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof *vertices, NULL);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof *vertices,
                          (const void *)offsetof(star_vertex, light));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    free(vertices);
    return TR_OK;
}

tr_status tr_sky_painter_create(tr_sky_painter *painter, tr_error *error) { return make_stars(painter, error); }

void tr_sky_painter_destroy(tr_sky_painter *painter) {
    glDeleteVertexArrays(1, &painter->stars);
    glDeleteBuffers(1, &painter->buffer);
    *painter = (tr_sky_painter){0};
}

// Size of the Gaussian: constant in small pictures, in proportion in large ones.
static double point_spread(const tr_placement *placement) {
    const double pixels = 2 * placement->tangent[1] / placement->pixel_rad;
    return 0.62 * fmin(fmax(pixels / 1000, 1), 6);
}

static bool begin_points(tr_programs *programs, const tr_placement *placement, const tr_mat *view) {
    const tr_program *program = tr_programs_use(programs, "star.vert", "star.frag", "");
    if (!program)
        return false;
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_scene], view);
    glUniform2f(program->at[TR_UNIFORM_projection], (float)(1 / placement->tangent[0]),
                (float)(1 / placement->tangent[1]));
    glUniform1f(program->at[TR_UNIFORM_spread], (float)point_spread(placement));
    glBlendFunc(GL_ONE, GL_ONE);
    return true;
}

void tr_sky_paint_stars(const tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement) {
    if (!begin_points(programs, placement, &placement->view_from_scene))
        return;
    glBindVertexArray(painter->stars);
    glDrawArrays(GL_POINTS, 0, STAR_COUNT);
}

void tr_sky_paint_point(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                        const double light[3]) {
    const tr_mat identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (!begin_points(programs, placement, &identity))
        return;
    const tr_vec d = tr_vec_scale(body->centre_km, 1 / body->distance_km);
    const double spread = point_spread(placement), area = 2 * TR_PI * spread * spread; // of the Gaussian
    // without arrays an attribute has its current value
    glVertexAttrib3f(0, (float)d.x, (float)d.y, (float)d.z);
    glVertexAttrib3f(1, (float)(light[0] / area), (float)(light[1] / area), (float)(light[2] / area));
    glDrawArrays(GL_POINTS, 0, 1);
}

void tr_sky_paint_sun(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                      const double colour[3]) {
    if (star->centre_km.z >= 0 || star->distance_km <= star->radius_km)
        return; // behind the camera, or round it
    const double angular = star->radius_km / star->distance_km / placement->pixel_rad;
    const double radius = fmax(angular, 1.0);
    const double strength = fmin(angular * angular, 1); // smaller than a pixel: as bright as its light
    const double height = 2 * placement->tangent[1] / placement->pixel_rad; // of the picture
    const double glow = fmin(radius * 12 + 0.03 * height, 2 * height + radius);
    const double x = star->centre_km.x / -star->centre_km.z, y = star->centre_km.y / -star->centre_km.z;
    const double reach = glow * placement->pixel_rad;
    if (fabs(x) > placement->tangent[0] + reach || fabs(y) > placement->tangent[1] + reach)
        return;
    const tr_program *program = tr_programs_use(programs, "sun.vert", "sun.frag", "");
    if (!program)
        return;
    glUniform2f(program->at[TR_UNIFORM_middle], (float)(x / placement->tangent[0]),
                (float)(y / placement->tangent[1]));
    glUniform2f(program->at[TR_UNIFORM_pixel_size], (float)(placement->pixel_rad / placement->tangent[0]),
                (float)(placement->pixel_rad / placement->tangent[1]));
    glUniform1f(program->at[TR_UNIFORM_glow_radius], (float)glow);
    glUniform1f(program->at[TR_UNIFORM_sun_radius], (float)radius);
    glUniform1f(program->at[TR_UNIFORM_sun_strength], (float)strength);
    glUniform3f(program->at[TR_UNIFORM_sunlight], (float)colour[0], (float)colour[1], (float)colour[2]);
    glBlendFunc(GL_ONE, GL_ONE);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}
