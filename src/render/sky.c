#include "render/private/sky.h"

#include "base/size.h"
#include "light/galaxy.h"
#include "light/stars.h"

#include <stddef.h>

static tr_status make_stars(tr_sky_painter *painter, tr_error *error) {
    tr_star_point *vertices = tr_allocate(TR_STAR_COUNT, sizeof *vertices);
    if (!vertices)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the stars");
    for (int i = 0; i < TR_STAR_COUNT; i++)
        vertices[i] = tr_star_make(i);
    glGenVertexArrays(1, &painter->stars);
    glBindVertexArray(painter->stars);
    glGenBuffers(1, &painter->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, painter->buffer);
    glBufferData(GL_ARRAY_BUFFER, TR_STAR_COUNT * (GLsizeiptr)sizeof *vertices, vertices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof *vertices, NULL);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof *vertices,
                          (const void *)offsetof(tr_star_point, light));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    tr_free(vertices);
    return TR_OK;
}

void tr_sky_painter_destroy(tr_sky_painter *painter) {
    glDeleteVertexArrays(1, &painter->stars);
    glDeleteBuffers(1, &painter->buffer);
    glDeleteTextures(1, &painter->galaxy);
    *painter = (tr_sky_painter){0};
}

static tr_status make_galaxy(tr_sky_painter *painter, const tr_watch *watch, tr_error *error) {
    uint8_t *rgba = tr_allocate((size_t)TR_GALAXY_SIDE * TR_GALAXY_SIDE, 4);
    if (!rgba)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the galaxy");
    glGenTextures(1, &painter->galaxy);
    glBindTexture(GL_TEXTURE_CUBE_MAP, painter->galaxy);
    for (int face = 0; face < 6 && !tr_watch_stopped(watch); face++) {
        tr_galaxy_bake(TR_STAR_SEED, face, TR_GALAXY_SIDE, rgba);
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_RGBA8, TR_GALAXY_SIDE, TR_GALAXY_SIDE,
                     0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    }
    tr_free(rgba);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
    return TR_OK;
}

// The angle from the hole's middle that contains the whole picture.
static double reach_round(const tr_sky_hole *hole, const tr_placement *placement) {
    double away, corner;
    tr_placement_angles(placement, hole->body, &away, &corner);
    return away + corner;
}

bool tr_sky_is_hidden(const tr_sky_hole *hole, const tr_placement *placement) {
    return hole->body &&
           reach_round(hole, placement) < atan(hole->radius * hole->body->radius_km / hole->body->distance_km);
}

// Paints round the hole with the program in use, as far as the picture reaches.
static void paint_round(const tr_programs *programs, const tr_program *program, const tr_sky_hole *hole,
                        double bounding_radius) {
    const int segments = 64;
    const double distance = hole->body->distance_km / hole->body->radius_km;
    const tr_mat disc = tr_body_disc(hole->body), view_from_disc = tr_mat_transpose(&disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_disc], &view_from_disc);
    glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)distance);
    glUniform2f(program->at[TR_UNIFORM_radii], (float)hole->radius,
                (float)(distance * tan(bounding_radius) / cos(TR_PI / segments)));
    glUniform1i(program->at[TR_UNIFORM_segments], segments);
    tr_programs_draw(programs, GL_TRIANGLE_STRIP, 2 * (segments + 1));
}

// The fraction of a body that is in the picture, 0 … 1, estimated from its distance to the picture's corner.
static double fraction_in_view(const tr_placement *placement, const tr_body *body) {
    double away, corner;
    tr_placement_angles(placement, body, &away, &corner);
    const double half = asin(fmin(body->radius_km / body->distance_km, 1));
    return fmax(0, fmin(1, (corner + half - away) / (2 * half)));
}

double tr_sky_dimming(const tr_placement *placement) {
    const double picture_px =
        4 * placement->tangent[0] * placement->tangent[1] / (placement->pixel_rad * placement->pixel_rad);
    double lit = 0;
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY)
            continue;
        const double phase = -tr_vec_dot(body->sun, body->centre_km) / body->distance_km;
        const double area = fmin(TR_PI * body->radius_px * body->radius_px / picture_px, 1);
        lit += area * fraction_in_view(placement, body) * (0.5 + 0.5 * phase);
    }
    return 1 / (1 + 8 * fmin(lit, 1));
}

tr_status tr_sky_paint_galaxy(tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement,
                              const tr_sky_hole *hole, tr_error *error) {
    // A plane is not visible beyond 90 degrees.
    const bool round = hole->body && reach_round(hole, placement) < tr_radians(80);
    const tr_program *program =
        tr_programs_use_spare(programs, round ? "body.vert" : "layer.vert", "sky.frag", "");
    if (!program)
        return TR_OK; // reported at the end of the picture
    if (!painter->galaxy && make_galaxy(painter, &programs->watch, error) != TR_OK)
        return error->status;
    tr_gl_bind(TR_UNIT_GALAXY, GL_TEXTURE_CUBE_MAP, painter->galaxy);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_scene], &placement->view_from_scene);
    tr_program_set_projection(program, placement);
    glUniform2f(program->at[TR_UNIFORM_picture_size], (float)placement->part_px[0],
                (float)placement->part_px[1]);
    glUniform1f(program->at[TR_UNIFORM_exposure], (float)(tr_galaxy_light * tr_sky_dimming(placement)));
    glDisable(GL_BLEND);
    if (round)
        paint_round(programs, program, hole, reach_round(hole, placement));
    else
        tr_programs_draw(programs, GL_TRIANGLES, 3);
    glEnable(GL_BLEND);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
    return TR_OK;
}

static double height_px(const tr_placement *placement) {
    return 2 * placement->tangent[1] / placement->pixel_rad;
}

// The size of the Gaussian: constant in small pictures, proportional in large ones.
static double point_spread(double height) { return 0.62 * fmin(fmax(height / 1000, 1), 6); }

// The brightness of points is their light times the exposure.
static bool begin_points(tr_programs *programs, const tr_placement *placement, const tr_mat *view,
                         double exposure) {
    const tr_program *program = tr_programs_use_spare(programs, "star.vert", "star.frag", "");
    if (!program)
        return false;
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_scene], view);
    tr_program_set_projection(program, placement);
    glUniform1f(program->at[TR_UNIFORM_spread], (float)point_spread(height_px(placement)));
    glUniform1f(program->at[TR_UNIFORM_exposure], (float)exposure);
    glBlendFunc(GL_ONE, GL_ONE);
    return true;
}

tr_status tr_sky_paint_stars(tr_sky_painter *painter, tr_programs *programs, const tr_placement *placement,
                             double scale, tr_error *error) {
    // A point of the same size on a smaller HDR framebuffer gets wider when that is enlarged, so its brightness
    // is reduced.
    const double height = height_px(placement);
    const double wider = point_spread(height) / (scale * point_spread(height / scale));
    const double exposure = tr_sky_dimming(placement) / (wider * wider);
    if (!begin_points(programs, placement, &placement->view_from_scene, exposure))
        return TR_OK;
    if (!painter->stars && make_stars(painter, error) != TR_OK)
        return error->status;
    glBindVertexArray(painter->stars);
    tr_programs_draw(programs, GL_POINTS, TR_STAR_COUNT);
    return TR_OK;
}

void tr_sky_paint_point(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                        const double light[3]) {
    const tr_mat identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (!begin_points(programs, placement, &identity, 1))
        return;
    const tr_vec d = tr_vec_scale(body->centre_km, 1 / body->distance_km);
    const double spread = point_spread(height_px(placement)),
                 area = 2 * TR_PI * spread * spread; // of the Gaussian
    // without an array, an attribute has its current value
    glVertexAttrib3f(0, (float)d.x, (float)d.y, (float)d.z);
    glVertexAttrib3f(1, (float)(light[0] / area), (float)(light[1] / area), (float)(light[2] / area));
    tr_programs_draw(programs, GL_POINTS, 1);
}

// The area that two discs of radii a and b at distance d share, relative to the area of the first.
static double shared_area(double a, double b, double d) {
    if (d >= a + b)
        return 0;
    if (d <= fabs(a - b))
        return a <= b ? 1 : b * b / (a * a);
    const double x = (d * d + a * a - b * b) / (2 * d), y = d - x; // position of the line through the
                                                                   // intersections
    const double half = acos(fmax(-1, fmin(1, x / a))), other = acos(fmax(-1, fmin(1, y / b)));
    const double both = a * a * half + b * b * other - d * sqrt(fmax(a * a - x * x, 0));
    return both / (TR_PI * a * a);
}

double tr_sky_visible_fraction(const tr_placement *placement, const tr_body *star) {
    double visible = 1;
    const double angle = asin(fmin(star->radius_km / star->distance_km, 1));
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY || body->distance_km >= star->distance_km)
            continue;
        const tr_vec a = tr_vec_scale(star->centre_km, 1 / star->distance_km);
        const tr_vec b = tr_vec_scale(body->centre_km, 1 / body->distance_km);
        const double apart = atan2(tr_vec_length(tr_vec_cross(a, b)), tr_vec_dot(a, b));
        const double theirs = asin(fmin(body->radius_km / body->distance_km, 1));
        visible *= 1 - shared_area(angle, theirs, apart); // assumes that bodies do not overlap each other
    }
    return visible;
}

static double star_radius_px(const tr_placement *placement, const tr_body *star) {
    return star->radius_km / star->distance_km / placement->pixel_rad;
}

// Paints a square round the star that extends `bounding_radius` pixels to each side.
static void paint_square(tr_programs *programs, const char *defines, const tr_placement *placement,
                         const tr_body *star, const double colour[3], double bounding_radius, double strength) {
    if (star->centre_km.z >= 0 || star->distance_km <= star->radius_km)
        return; // behind the camera, or too near
    const double x = star->centre_km.x / -star->centre_km.z, y = star->centre_km.y / -star->centre_km.z;
    const double angle = bounding_radius * placement->pixel_rad;
    if (fabs(x) > placement->tangent[0] + angle || fabs(y) > placement->tangent[1] + angle)
        return;
    const tr_program *program = tr_programs_use_spare(programs, "sun.vert", "sun.frag", defines);
    if (!program)
        return;
    const double radius = star_radius_px(placement, star);
    const double *tangent = placement->tangent, *grow = placement->part_grow, *shift = placement->part_shift;
    glUniform2f(program->at[TR_UNIFORM_middle], (float)(x / tangent[0] * grow[0] + shift[0]),
                (float)(y / tangent[1] * grow[1] + shift[1]));
    glUniform2f(program->at[TR_UNIFORM_pixel_size], (float)(placement->pixel_rad / tangent[0] * grow[0]),
                (float)(placement->pixel_rad / tangent[1] * grow[1]));
    glUniform1f(program->at[TR_UNIFORM_glow_radius], (float)bounding_radius);
    glUniform1f(program->at[TR_UNIFORM_sun_radius], (float)fmax(radius, 1));
    // Smaller than a pixel: its brightness is that of its total light.
    glUniform1f(program->at[TR_UNIFORM_sun_strength], (float)(strength * fmin(radius * radius, 1)));
    tr_program_set_light(program->at[TR_UNIFORM_sunlight], colour);
    glBlendFunc(GL_ONE, GL_ONE);
    tr_programs_draw(programs, GL_TRIANGLE_STRIP, 4);
}

void tr_sky_paint_sun(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                      const double colour[3]) {
    const double radius = fmax(star_radius_px(placement, star), 1);
    paint_square(programs, "", placement, star, colour, fmin(12 * radius, 2 * height_px(placement) + radius),
                 1);
}

void tr_sky_paint_glare(tr_programs *programs, const tr_placement *placement, const tr_body *star,
                        const double colour[3]) {
    const double radius = fmax(star_radius_px(placement, star), 1);
    const double visible = tr_sky_visible_fraction(placement, star);
    if (visible > 0)
        paint_square(programs, "#define GLARE\n", placement, star, colour,
                     0.45 * height_px(placement) + 2 * radius, visible);
}
