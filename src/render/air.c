#include "render/private/air.h"

#include <assert.h>
#include <string.h>

enum { COLUMNS = 64, ROWS = 128 }; // of the view's tables; shaders/planet.frag knows their sizes

// format: 16 bits for bright values; 8 bits, which are faster in software, for fractions of light. OpenGL ES
// converts nothing to the format but floats to halves.
static GLuint make_texture(GLint format, GLenum channels, GLenum type, int width, int height,
                           const void *texels) {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, channels, type, texels);
    tr_gl_set_sampling(GL_TEXTURE_2D, 0, GL_LINEAR, GL_CLAMP_TO_EDGE);
    return name;
}

static GLuint make_fractions(int width, int height, const float *fractions) {
    uint8_t bytes[2 * TR_AIR_GROUND_COLUMNS * 3];
    assert(3 * width * height == (int)sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(fmin(fmax((double)fractions[i], 0), 1) * 255 + 0.5);
    return make_texture(GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, width, height, bytes);
}

static bool make_target(tr_air_painter *painter) {
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    painter->light = make_texture(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, COLUMNS, ROWS, NULL);
    painter->through = make_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, COLUMNS, ROWS, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, &painter->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->framebuffer);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, both[0], GL_TEXTURE_2D, painter->light, 0);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, both[1], GL_TEXTURE_2D, painter->through, 0);
    glDrawBuffers(2, both);
    const bool complete = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
    return complete;
}

tr_status tr_air_painter_create(tr_air_painter *painter, tr_error *error) {
    return make_target(painter) ? TR_OK
                                : tr_fail(error, TR_NO_OPENGL, "this OpenGL cannot render to half floats");
}

static void forget_planet(tr_air_painter *painter, int planet) {
    const GLuint names[] = {painter->planets[planet].transmittance, painter->planets[planet].many,
                            painter->planets[planet].ground};
    glDeleteTextures(3, names);
}

void tr_air_painter_destroy(tr_air_painter *painter) {
    glDeleteFramebuffers(1, &painter->framebuffer);
    glDeleteTextures(1, &painter->light);
    glDeleteTextures(1, &painter->through);
    for (int i = 0; i < TR_SLOTS; i++)
        forget_planet(painter, i);
    *painter = (tr_air_painter){0};
}

static bool has_tables(const tr_air_painter *painter, int planet, const tr_air_model *model) {
    return painter->planets[planet].ground && // a model consists of doubles
           memcmp(&painter->planets[planet].model, model, sizeof *model) == 0;
}

// Makes the tables that depend only on the recipe, if its air has changed.
static void prepare_tables(tr_air_painter *painter, int planet, const tr_air_model *model) {
    if (has_tables(painter, planet, model))
        return;
    tr_air_tables tables;
    tr_air_bake(model, &tables);
    forget_planet(painter, planet);
    painter->planets[planet].transmittance = make_texture(GL_RGB16F, GL_RGB, GL_FLOAT, TR_AIR_SUN_COLUMNS,
                                                          TR_AIR_SUN_ROWS, &tables.transmittance[0][0][0]);
    painter->planets[planet].many =
        make_texture(GL_RGB16F, GL_RGB, GL_FLOAT, TR_AIR_MANY_COLUMNS, TR_AIR_MANY_ROWS, &tables.many[0][0][0]);
    painter->planets[planet].ground = make_fractions(TR_AIR_GROUND_COLUMNS, 2, &tables.ground[0][0][0]);
    painter->planets[planet].ball = tables.ball;
    painter->planets[planet].model = *model;
}

const tr_air_ball *tr_air_prepare_ball(tr_air_painter *painter, tr_programs *programs, int planet,
                                       const tr_air *air) {
    const tr_air_model model = tr_air_model_of(air);
    if (!has_tables(painter, planet, &model) && !tr_programs_have_time(programs))
        return NULL;
    prepare_tables(painter, planet, &model);
    return &painter->planets[planet].ball;
}

static void set_model(const tr_program *program, const tr_air_model *m) {
    const double thickness = m->top - 1;
    tr_program_set_light(program->at[TR_UNIFORM_gas], m->gas);
    tr_program_set_light(program->at[TR_UNIFORM_haze], m->haze);
    glUniform1f(program->at[TR_UNIFORM_haze_extinction], (float)m->haze_extinction);
    tr_program_set_light(program->at[TR_UNIFORM_ozone], m->ozone);
    glUniform2f(program->at[TR_UNIFORM_ozone_place], (float)m->ozone_place[0], (float)m->ozone_place[1]);
    glUniform2f(program->at[TR_UNIFORM_scale_heights], (float)m->gas_height, (float)m->haze_height);
    glUniform2f(program->at[TR_UNIFORM_densities_at_top], (float)exp(-thickness / m->gas_height),
                (float)exp(-thickness / m->haze_height));
    glUniform1f(program->at[TR_UNIFORM_anisotropy], (float)m->anisotropy);
    glUniform1f(program->at[TR_UNIFORM_air_glow], (float)m->glow);
    glUniform1f(program->at[TR_UNIFORM_air_top], (float)m->top);
    glUniform1f(program->at[TR_UNIFORM_veil], (float)m->veil);
}

// Renders the view's tables with the program in use.
static void paint_view(const tr_air_painter *painter, const tr_programs *programs, int planet) {
    const tr_gl_kept kept = tr_gl_keep();
    tr_gl_bind(TR_UNIT_MANY, GL_TEXTURE_2D, painter->planets[planet].many);
    tr_gl_bind(TR_UNIT_TRANSMITTANCE, GL_TEXTURE_2D, painter->planets[planet].transmittance);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, painter->framebuffer);
    glViewport(0, 0, COLUMNS, ROWS);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO); // Mesa rejects a second blend source left by the previous planet, even with
                                  // blending off
    tr_programs_draw(programs, GL_TRIANGLES, 3);
    glEnable(GL_BLEND);
    tr_gl_restore(&kept);
}

tr_air_view tr_air_prepare(tr_air_painter *painter, tr_programs *programs, const tr_body *body,
                           const tr_recipe *recipe, const double sunlight[3]) {
    const tr_air_model model = tr_air_model_of(&recipe->air);
    prepare_tables(painter, body->planet, &model);
    const double distance = body->distance_km / body->radius_km;
    const bool around = distance < TR_AIR_AROUND * model.top;
    const tr_program *program = tr_programs_use(programs, "layer.vert", "air_view.frag", "");
    if (program) {
        set_model(program, &model);
        tr_program_set_light(program->at[TR_UNIFORM_sunlight], sunlight);
        glUniform2f(program->at[TR_UNIFORM_table_size], COLUMNS, ROWS);
        glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)distance);
        glUniform1i(program->at[TR_UNIFORM_around], around);
        glUniform1f(program->at[TR_UNIFORM_sun_height],
                    (float)(-tr_vec_dot(body->sun, body->centre_km) / body->distance_km));
        paint_view(painter, programs, body->planet);
    }
    return (tr_air_view){.light = painter->light,
                         .through = painter->through,
                         .ground = painter->planets[body->planet].ground,
                         .top = model.top,
                         .glow = model.glow,
                         .around = around};
}

void tr_air_bind(const tr_air_view *view) {
    tr_gl_bind(TR_UNIT_AIR_LIGHT, GL_TEXTURE_2D, view->light);
    tr_gl_bind(TR_UNIT_AIR_THROUGH, GL_TEXTURE_2D, view->through);
    tr_gl_bind(TR_UNIT_AIR_GROUND, GL_TEXTURE_2D, view->ground);
    glActiveTexture(GL_TEXTURE0);
}
