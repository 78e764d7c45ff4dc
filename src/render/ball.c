#include "render/ball.h"

#include "render/colour.h"

#include <stdio.h>

enum { SEGMENTS = 128 };

static const double scale_heights = 5; // that the air's thickness holds
static const double grazing = 36; // how many times more of it one sees through at the limb than straight down

// Numbers of the air that both parts of a planet need; see shaders/planet.frag.
typedef struct air {
    double colour[3], extinction[3], column, above, dusk;
} air;

// The planet shader with what the planet has, in use; or NULL.
static const tr_program *use_program(tr_programs *programs, bool edge, bool has_air,
                                     const tr_textures *textures, const tr_shadow *shadow) {
    char defines[TR_DEFINES_BYTES];
    snprintf(defines, sizeof defines, "%s%s%s%s%s%s", edge ? "#define EDGE\n" : "",
             has_air ? "#define AIR\n" : "", textures->gloss ? "#define GLOSS\n" : "",
             textures->emission ? "#define EMISSION\n" : "", textures->clouds ? "#define CLOUDS\n" : "",
             tr_shadow_defines(shadow));
    return tr_programs_use(programs, "body.vert", "planet.frag", defines);
}

static void set_vec(GLint location, tr_vec v) { glUniform3f(location, (float)v.x, (float)v.y, (float)v.z); }

static void set_colour(GLint location, const double c[3]) {
    glUniform3f(location, (float)c[0], (float)c[1], (float)c[2]);
}

// From the recipe's colour, thickness and density to scattering. The density is what the air at the limb takes
// away from the ground behind it.
static air resolve_air(const tr_recipe *recipe, double distance_radii) {
    air a = {.above = 0};
    const double height = recipe->air.thickness / scale_heights;
    const double chord = sqrt(2 * TR_PI * height); // of air of that scale height, level at the ground, in radii
    tr_light_from_srgb(recipe->air.srgb, a.colour);
    const double greatest = fmax(fmax(a.colour[0], a.colour[1]), fmax(a.colour[2], 1e-6));
    double mean = 0;
    for (int c = 0; c < 3; c++) {
        a.colour[c] /= greatest;
        a.extinction[c] = 0.2 + 0.8 * a.colour[c]; // what gives the air its colour also takes it from sunlight
        mean += a.extinction[c] / 3;
    }
    const double depth = -log(1 - fmin(recipe->air.density, 0.985));
    for (int c = 0; c < 3; c++)
        a.extinction[c] *= depth / (chord * mean);
    a.column = chord / grazing;
    a.above = exp(-(distance_radii - 1) / height);
    a.dusk = sqrt(2 * height); // the horizon's dip seen from one scale height
    return a;
}

static void set_air(const tr_program *program, const air *a, double thickness) {
    set_colour(program->at[TR_UNIFORM_air_colour], a->colour);
    set_colour(program->at[TR_UNIFORM_air_extinction], a->extinction);
    glUniform1f(program->at[TR_UNIFORM_air_column], (float)a->column);
    glUniform1f(program->at[TR_UNIFORM_air_fall], (float)scale_heights);
    glUniform1f(program->at[TR_UNIFORM_air_thickness], (float)thickness);
    glUniform1f(program->at[TR_UNIFORM_air_grazing], (float)grazing);
    glUniform1f(program->at[TR_UNIFORM_air_above], (float)a->above);
    glUniform1f(program->at[TR_UNIFORM_air_dusk], (float)a->dusk);
}

static void set_body(const tr_program *program, const tr_placement *placement, const tr_body *body) {
    const tr_mat disc = tr_body_disc(body), view_from_disc = tr_mat_transpose(&disc);
    const tr_mat map_from_disc = tr_mat_multiply(&body->map_from_view, &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_disc], &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_map_from_disc], &map_from_disc);
    set_vec(program->at[TR_UNIFORM_sun_on_map], tr_mat_apply(&body->map_from_view, body->sun));
    glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)(body->distance_km / body->radius_km));
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)placement->pixel_rad);
    glUniform2f(program->at[TR_UNIFORM_projection], (float)(1 / placement->tangent[0]),
                (float)(1 / placement->tangent[1]));
}

void tr_ball_paint(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                   const tr_recipe *recipe, const tr_textures *textures, const double sunlight[3],
                   const tr_shadow *shadow, tr_quality quality) {
    const tr_mat disc = tr_body_disc(body);
    const double distance = body->distance_km / body->radius_km;
    const bool has_air = recipe->air.thickness > 0 && recipe->air.density > 0;
    const air a = has_air ? resolve_air(recipe, distance) : (air){0};
    const double pixel = placement->pixel_rad * sqrt((distance - 1) * (distance + 1)); // at the limb, in radii
    const double top = fmin(fmax(has_air ? 1 + recipe->air.thickness : 1, 1 + 2 * pixel), 0.99 * distance);
    const double inner = tr_plane_radius(fmax(1 - 1.5 * pixel, 0), distance);
    const double outer = tr_plane_radius(fmax(top, 1), distance) / cos(TR_PI / SEGMENTS); // round the circle
    const double sun_angle = fmin(fmax(body->sun_angle_rad, 0.00465), 0.3);
    tr_textures_bind(textures, quality, tr_body_footprint(placement, body));
    for (int edge = 0; edge < 2; edge++) {
        const tr_program *program =
            edge || inner > 0 ? use_program(programs, edge, has_air, textures, shadow) : NULL;
        if (!program)
            continue;
        set_body(program, placement, body);
        tr_shadow_set(program, shadow, body, recipe, &disc);
        set_air(program, &a, recipe->air.thickness);
        set_colour(program->at[TR_UNIFORM_sunlight], sunlight);
        glUniform1f(program->at[TR_UNIFORM_terminator], (float)(sun_angle + (has_air ? 0.35 * a.dusk : 0)));
        glUniform1f(program->at[TR_UNIFORM_emission_strength], (float)recipe->emission_strength);
        glUniform1f(program->at[TR_UNIFORM_night_lights], recipe->night_lights ? 1 : 0);
        glUniform1f(program->at[TR_UNIFORM_cloud_height],
                    (float)(recipe->clouds.altitude_km / recipe->radius_km));
        glUniform1f(program->at[TR_UNIFORM_cloud_turn], (float)(body->cloud_turn_rad / (2 * TR_PI)));
        glUniform1f(program->at[TR_UNIFORM_limb_darkening], (float)recipe->limb_darkening);
        glUniform1f(program->at[TR_UNIFORM_air_glow], (float)recipe->air.glow);
        glUniform2f(program->at[TR_UNIFORM_radii], (float)(edge ? inner : 0), (float)(edge ? outer : inner));
        glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (SEGMENTS + 1));
    }
}
