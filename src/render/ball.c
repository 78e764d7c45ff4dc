#include "render/ball.h"

#include <stdio.h>

enum { SEGMENTS = 128 };

// The planet shader with what the planet has, in use; or NULL.
static const tr_program *use_program(tr_programs *programs, bool edge, int copies, const tr_air_view *air,
                                     const tr_textures *textures, const tr_shadow *shadow) {
    static const char *const detail_defines[] = {"", "#define DETAIL\n", "#define DETAIL\n#define FINER\n"};
    char defines[TR_DEFINES_BYTES];
    const bool around = air && air->around;
    snprintf(defines, sizeof defines, "%s%s%s%s%s%s%s%s", edge ? "#define EDGE\n" : "", detail_defines[copies],
             air ? "#define AIR\n" : "", around ? "#define AROUND\n" : "",
             textures->gloss ? "#define GLOSS\n" : "", textures->emission ? "#define EMISSION\n" : "",
             textures->clouds ? "#define CLOUDS\n" : "", tr_shadow_defines(shadow));
    const char *vertex = around ? "around.vert" : "body.vert";
    return edge ? tr_programs_use(programs, vertex, "planet.frag", defines)
                : tr_programs_use_spare(programs, vertex, "planet.frag", defines);
}

static void set_body(const tr_program *program, const tr_placement *placement, const tr_body *body) {
    const tr_mat disc = tr_body_disc(body), view_from_disc = tr_mat_transpose(&disc);
    const tr_mat map_from_disc = tr_mat_multiply(&body->map_from_view, &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_disc], &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_map_from_disc], &map_from_disc);
    tr_program_set_vec(program->at[TR_UNIFORM_sun_on_map], tr_mat_apply(&body->map_from_view, body->sun));
    glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)(body->distance_km / body->radius_km));
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)placement->pixel_rad);
    tr_program_set_projection(program, placement->tangent);
}

// To be called after set_body.
static void set_air(const tr_program *program, const tr_body *body, const tr_mat *disc,
                    const tr_air_view *air) {
    const tr_vec sun = tr_mat_apply(disc, body->sun);
    const double across = hypot(sun.x, sun.y);
    tr_program_set_matrix(program->at[TR_UNIFORM_disc_from_view], disc);
    glUniform2f(program->at[TR_UNIFORM_air_side], (float)(across > 0 ? sun.x / across : 1),
                (float)(across > 0 ? sun.y / across : 0));
    glUniform1f(program->at[TR_UNIFORM_air_top], (float)air->top);
    glUniform1f(program->at[TR_UNIFORM_air_glow], (float)air->glow);
    tr_air_bind(air);
}

// How many waves a tile of the detail has; it shows where one spans a pixel. Software OpenGL counts more and so
// waits until the ground is quite blurred, since it takes time.
static double detail_waves(tr_quality quality) { return quality == TR_QUALITY_FINE ? 16 : 64; }

// How many copies of the detail show where a pixel spans that arc of the ground. Software OpenGL has time for
// one.
static int count_copies(const double tiles[2], double footprint_rad, tr_quality quality) {
    int copies = 0;
    while (copies < (quality == TR_QUALITY_FINE ? 2 : 1) &&
           detail_waves(quality) * tiles[copies] * footprint_rad < 1)
        copies++;
    return copies;
}

void tr_ball_paint(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                   const tr_recipe *recipe, const tr_textures *textures, const tr_air_view *air,
                   const double sunlight[3], const tr_shadow *shadow, tr_detail *detail, tr_quality quality) {
    const tr_mat disc = tr_body_disc(body);
    const double distance = body->distance_km / body->radius_km;
    const double pixel = placement->pixel_rad * sqrt((distance - 1) * (distance + 1)); // at the limb, in radii
    const double top = fmin(fmax(air ? air->top : 1, 1 + 2 * pixel), 0.99 * distance);
    const double inner = tr_plane_radius(fmax(1 - 1.5 * pixel, 0), distance);
    const double outer = tr_plane_radius(fmax(top, 1), distance) / cos(TR_PI / SEGMENTS); // round the circle
    const double sun_angle = fmin(fmax(body->sun_angle_rad, 0.00465), 0.3);
    double tiles[2];
    tr_detail_tiles(textures->rows, tiles);
    const int copies = recipe->gas ? 0 : count_copies(tiles, placement->pixel_rad * (distance - 1), quality);
    if (copies > 0)
        tr_detail_bind(detail);
    // Towards the limb the ground is so foreshortened that one mip level for all of the disc would be too fine.
    const double limb = fmin(tr_plane_radius(0.92, distance), inner);
    const bool around = air && air->around; // then one triangle covers all, ground and sky
    // What paints the edge can paint all of it, in more time.
    const bool whole = around || (inner > 0 && !use_program(programs, false, copies, air, textures, shadow));
    const struct {
        double inner, outer;
        bool edge;
        tr_quality quality;
    } rings[] = {{0, limb, false, quality},
                 {limb, inner, false, TR_QUALITY_FINE},
                 {whole ? 0 : inner, outer, true, TR_QUALITY_FINE}};
    for (int i = whole ? 2 : 0; i < 3; i++) {
        const bool edge = rings[i].edge;
        const tr_program *program = edge || rings[i].inner < rings[i].outer
                                        ? use_program(programs, edge, copies, air, textures, shadow)
                                        : NULL;
        if (!program)
            continue;
        tr_textures_bind(textures, around ? quality : rings[i].quality, tr_body_footprint(placement, body));
        set_body(program, placement, body);
        tr_shadow_set(program, shadow, body, recipe, &disc);
        if (air)
            set_air(program, body, &disc, air);
        tr_program_set_light(program->at[TR_UNIFORM_sunlight], sunlight);
        glUniform1f(program->at[TR_UNIFORM_terminator], (float)(sun_angle + (air ? 0.02 : 0)));
        glUniform1f(program->at[TR_UNIFORM_emission_strength], (float)recipe->emission_strength);
        glUniform1f(program->at[TR_UNIFORM_night_lights], recipe->night_lights ? 1 : 0);
        glUniform1f(program->at[TR_UNIFORM_cloud_height],
                    (float)(recipe->clouds.altitude_km / recipe->radius_km));
        glUniform1f(program->at[TR_UNIFORM_cloud_turn], (float)(body->cloud_turn_rad / (2 * TR_PI)));
        glUniform1f(program->at[TR_UNIFORM_limb_darkening], (float)recipe->limb_darkening);
        glUniform2f(program->at[TR_UNIFORM_radii], (float)rings[i].inner, (float)rings[i].outer);
        glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
        glUniform1f(program->at[TR_UNIFORM_detail_waves], (float)detail_waves(quality));
        glUniform2f(program->at[TR_UNIFORM_detail_tiles], (float)tiles[0], (float)tiles[1]);
        if (edge && air) // stars and the sun set red
            glBlendFuncSeparate(GL_ONE, GL_SRC1_COLOR, GL_ONE, GL_SRC1_ALPHA);
        else
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glDrawArrays(around ? GL_TRIANGLES : GL_TRIANGLE_STRIP, 0, around ? 3 : 2 * (SEGMENTS + 1));
    }
}
