#include "render/ring.h"

#include "planet/rings.h"

enum { SEGMENTS = 256, PROFILE_WIDTH = 1024 };

void tr_ring_painter_destroy(tr_ring_painter *painter) {
    for (int i = 0; i < TR_MAX_PLANETS; i++)
        glDeleteTextures(1, &painter->planets[i].profile);
    *painter = (tr_ring_painter){0};
}

GLuint tr_ring_profile(tr_ring_painter *painter, int planet, const tr_recipe *recipe) {
    if (!tr_recipe_has_rings(recipe))
        return 0;
    const uint64_t signature = tr_rings_signature(recipe);
    GLuint *profile = &painter->planets[planet].profile;
    if (*profile && painter->planets[planet].signature == signature)
        return *profile;
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
    return *profile;
}

void tr_ring_paint(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                   const tr_recipe *recipe, const double sunlight[3], const tr_shadow *shadow,
                   tr_ring_part part) {
    const tr_mat rings = tr_body_rings(body), view_from_rings = tr_mat_transpose(&rings);
    const tr_vec centre = tr_vec_scale(body->centre_km, 1 / body->radius_km);
    const tr_vec camera = tr_mat_apply(&rings, tr_vec_scale(centre, -1));
    const double slant = fabs(camera.z) / tr_vec_length(camera), aslant = fmax(slant, 0.02);
    if (slant < 1e-6) // from their plane they are not seen, and the GPU's floats do not find it
        return;
    const tr_program *program = tr_programs_use_spare(programs, "ring.vert", "ring.frag", "#define ECLIPSE\n");
    if (!program)
        return;
    tr_shadow all = *shadow;
    all.occluders[all.count++] = (tr_occluder){.radius = 1}; // the planet itself
    const double pixel =
        2 * placement->pixel_rad * body->distance_km / body->radius_km / aslant; // it spans so much more
    const double round =
        cos(TR_PI / SEGMENTS); // the strip is a polygon, inside of one circle and round the other
    tr_shadow_set(program, &all, body, recipe, &rings);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_rings], &view_from_rings);
    tr_program_set_vec(program->at[TR_UNIFORM_centre], centre);
    tr_program_set_vec(program->at[TR_UNIFORM_camera], camera);
    tr_program_set_light(program->at[TR_UNIFORM_sunlight], sunlight);
    glUniform1f(program->at[TR_UNIFORM_side], part == TR_RING_BEFORE ? 1 : -1);
    glUniform2f(program->at[TR_UNIFORM_radii], (float)fmax(recipe->rings.inner * round - pixel, 0),
                (float)(recipe->rings.outer / round + pixel));
    tr_program_set_projection(program, placement->tangent);
    glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (SEGMENTS + 1));
}
