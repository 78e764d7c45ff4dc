#include "render/ring.h"

#include "planet/rings.h"

enum { SEGMENTS = 256, DISC_SEGMENTS = 128, PROFILE_WIDTH = 1024 };

void tr_ring_painter_destroy(tr_ring_painter *painter) {
    for (int i = 0; i < TR_MAX_PLANETS; i++)
        glDeleteTextures(1, &painter->planets[i].profile);
    *painter = (tr_ring_painter){0};
}

void tr_ring_prepare(tr_ring_painter *painter, int planet, const tr_recipe *recipe) {
    const uint64_t signature = tr_rings_signature(recipe);
    GLuint *profile = &painter->planets[planet].profile;
    if (*profile && painter->planets[planet].signature == signature)
        return;
    uint8_t rgba[PROFILE_WIDTH * 4];
    tr_rings_bake(recipe, PROFILE_WIDTH, rgba);
    if (!*profile)
        glGenTextures(1, profile);
    glBindTexture(GL_TEXTURE_2D, *profile);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, PROFILE_WIDTH, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    painter->planets[planet].signature = signature;
}

static void set_vec(GLint location, tr_vec v) { glUniform3f(location, (float)v.x, (float)v.y, (float)v.z); }

// From view space to the frame of the rings: x of the maps, -z of the maps, north.
static tr_mat rings_from_view(const tr_body *body) {
    const tr_mat *map = &body->map_from_view;
    return (tr_mat){{map->row[0], tr_vec_scale(map->row[2], -1), map->row[1]}};
}

static void begin(const tr_ring_painter *painter, const tr_program *program, const tr_placement *placement,
                  const tr_body *body, const tr_recipe *recipe) {
    const tr_mat rings = rings_from_view(body);
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_RING);
    glBindTexture(GL_TEXTURE_2D, painter->planets[body->planet].profile);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    set_vec(program->at[TR_UNIFORM_sun], tr_mat_apply(&rings, body->sun));
    glUniform1f(program->at[TR_UNIFORM_sun_angle], (float)body->sun_angle_rad);
    glUniform2f(program->at[TR_UNIFORM_ring_edges], (float)recipe->rings.inner, (float)recipe->rings.outer);
    glUniform2f(program->at[TR_UNIFORM_projection], (float)(1 / placement->tangent[0]),
                (float)(1 / placement->tangent[1]));
}

void tr_ring_paint(const tr_ring_painter *painter, tr_programs *programs, const tr_placement *placement,
                   const tr_body *body, const tr_recipe *recipe, const double sunlight[3], tr_ring_part part) {
    const tr_program *program = tr_programs_use(programs, "ring.vert", "ring.frag", "");
    if (!program)
        return;
    const tr_mat rings = rings_from_view(body), view_from_rings = tr_mat_transpose(&rings);
    const tr_vec centre = tr_vec_scale(body->centre_km, 1 / body->radius_km);
    const double pixel = 2 * placement->pixel_rad * body->distance_km / body->radius_km;
    const double round =
        cos(TR_PI / SEGMENTS); // the strip is a polygon, inside of one circle and round the other
    begin(painter, program, placement, body, recipe);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_rings], &view_from_rings);
    set_vec(program->at[TR_UNIFORM_centre], centre);
    set_vec(program->at[TR_UNIFORM_camera], tr_mat_apply(&rings, tr_vec_scale(centre, -1)));
    glUniform3f(program->at[TR_UNIFORM_sunlight], (float)sunlight[0], (float)sunlight[1], (float)sunlight[2]);
    glUniform1f(program->at[TR_UNIFORM_side], part == TR_RING_BEFORE ? 1 : -1);
    glUniform2f(program->at[TR_UNIFORM_radii], (float)fmax(recipe->rings.inner * round - pixel, 0),
                (float)(recipe->rings.outer / round + pixel));
    glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (SEGMENTS + 1));
}

void tr_ring_paint_shadow(const tr_ring_painter *painter, tr_programs *programs, const tr_placement *placement,
                          const tr_body *body, const tr_recipe *recipe) {
    const tr_program *program = tr_programs_use(programs, "body.vert", "ring_shadow.frag", "");
    if (!program)
        return;
    const double distance = body->distance_km / body->radius_km;
    const double pixel = placement->pixel_rad * sqrt((distance - 1) * (distance + 1));
    const tr_mat rings = rings_from_view(body), disc = tr_body_disc(body),
                 view_from_disc = tr_mat_transpose(&disc);
    const tr_mat rings_from_disc = tr_mat_multiply(&rings, &view_from_disc);
    begin(painter, program, placement, body, recipe);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_disc], &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_rings_from_disc], &rings_from_disc);
    glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)distance);
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)placement->pixel_rad);
    glUniform1f(program->at[TR_UNIFORM_terminator], (float)fmax(body->sun_angle_rad, 0.00465));
    glUniform2f(
        program->at[TR_UNIFORM_radii], 0,
        (float)(tr_plane_radius(fmin(1 + 2 * pixel, 0.99 * distance), distance) / cos(TR_PI / DISC_SEGMENTS)));
    glUniform1i(program->at[TR_UNIFORM_segments], DISC_SEGMENTS);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (DISC_SEGMENTS + 1));
}
