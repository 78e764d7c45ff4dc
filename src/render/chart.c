#include "render/private/chart.h"

#include <stdio.h>
#include <string.h>

enum { RAMP = 256, SEGMENTS = 128 };

void tr_chart_painter_destroy(tr_chart_painter *painter) {
    glDeleteTextures(2, painter->ramps);
    *painter = (tr_chart_painter){0};
}

// The left half is for heights below 0 m, the right half for those above; without a sea all heights use the
// right half.
static GLuint make_ramp(bool sea) {
    const tr_legend legend = {.low_m = sea ? -1 : 0, .middle_m = 0.5, .high_m = 1, .sea = sea};
    uint8_t texels[2 * RAMP][4];
    GLuint ramp = 0;
    for (int i = 0; i < 2 * RAMP; i++) {
        const double fraction = (i % RAMP) / (RAMP - 1.0);
        tr_legend_colour(&legend, i >= RAMP ? fraction : -fmax(fraction, 1e-9), texels[i]);
        texels[i][3] = 255;
    }
    glGenTextures(1, &ramp);
    glBindTexture(GL_TEXTURE_2D, ramp);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2 * RAMP, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    tr_gl_set_sampling(GL_TEXTURE_2D, 1, GL_LINEAR, GL_CLAMP_TO_EDGE);
    return ramp;
}

// Heights including the sea floor; until they are uploaded, those without it.
static GLuint heights_of(const tr_textures *textures) {
    return textures->ground ? textures->ground : textures->height;
}

bool tr_chart_legend(const tr_recipe *recipe, const tr_textures *textures, double extent_rad,
                     tr_legend *legend) {
    const double low = recipe->height_min_m, range = recipe->height_max_m - low;
    if (!heights_of(textures))
        return false;
    *legend = tr_legend_make(low + range * textures->ground_lowest, low + range * textures->ground_mean,
                             low + range * textures->ground_highest, recipe->sea, extent_rad);
    return true;
}

// ---- channels ----------------------------------------------------------------------------------

// A map, shown in its own colours or as a mix of two colours.
typedef struct chart_look {
    GLuint map;
    bool tinted;
    float low[3], high[3], pick[4];
} chart_look;

static chart_look look_of(const tr_chart *chart) {
    const tr_textures *t = chart->textures;
    switch (chart->channel) {
    case TR_VIEW_NORMAL:
        return (chart_look){.map = t->normal};
    case TR_VIEW_ROUGHNESS:
        return (chart_look){t->data, true, {0, 0, 0}, {1, 1, 1}, {1}};
    case TR_VIEW_EMISSION: // without emission: black
        return (chart_look){t->emission, !t->emission, {0, 0, 0}, {0, 0, 0}, {0}};
    case TR_VIEW_CLOUDS:
        return (chart_look){t->clouds, true, {0.06F, 0.07F, 0.09F}, {1, 1, 1}, {0, 0, 0, 1}};
    case TR_VIEW_WATER:
        return (chart_look){t->data, true, {0.52F, 0.52F, 0.52F}, {0.16F, 0.5F, 0.95F}, {0, 1}};
    case TR_VIEW_HEIGHT: // without heights
        return (chart_look){0, true, {0.5F, 0.5F, 0.5F}, {0}, {0}};
    default:
        return (chart_look){.map = t->albedo};
    }
}

static void bind(int unit, GLuint map, bool levels) {
    tr_gl_bind(unit, GL_TEXTURE_2D, map);
    if (!map || !levels)
        return;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
}

// Binds a substitute for a missing map. It has no effect, but every sampler needs a texture.
static void bind_maps(const tr_chart *chart, const chart_look *look) {
    const tr_textures *t = chart->textures;
    bind(TR_UNIT_ALBEDO, look->map ? look->map : t->albedo, true);
    bind(TR_UNIT_NORMAL, t->normal, true);
    bind(TR_UNIT_EMISSION, t->emission ? t->emission : t->albedo, true);
    bind(TR_UNIT_CLOUDS, t->clouds ? t->clouds : t->albedo, true);
    bind(TR_UNIT_HEIGHT, heights_of(t) ? heights_of(t) : t->albedo, true);
    if (chart->channel == TR_VIEW_HEIGHT)
        bind(TR_UNIT_RAMP, chart->painter->ramps[chart->legend.sea], false);
}

static void set_look(const tr_program *program, const tr_chart *chart, const chart_look *look) {
    const tr_recipe *recipe = chart->recipe;
    const tr_legend *legend = &chart->legend;
    const bool missing = look->tinted && !look->map, waits = missing && chart->channel == TR_VIEW_ROUGHNESS;
    const bool moves = chart->channel == TR_VIEW_LIT || chart->channel == TR_VIEW_CLOUDS;
    const float grey[3] = {0.5F, 0.5F, 0.5F}, none[4] = {0};
    glUniform3fv(program->at[TR_UNIFORM_tint_low], 1, waits ? grey : look->low);
    glUniform3fv(program->at[TR_UNIFORM_tint_high], 1, look->high);
    glUniform4fv(program->at[TR_UNIFORM_tint_pick], 1, missing ? none : look->pick);
    glUniform3f(program->at[TR_UNIFORM_tint_sea], 0.1F, 0.24F, 0.5F);
    glUniform4f(program->at[TR_UNIFORM_heights], (float)recipe->height_min_m,
                (float)(recipe->height_max_m - recipe->height_min_m), (float)legend->low_m,
                (float)legend->high_m);
    glUniform3f(program->at[TR_UNIFORM_contour], (float)legend->contour_m, legend->sea ? 1 : 0,
                (float)legend->middle_m);
    // It is day everywhere, so night lights are off.
    const bool glows = chart->textures->emission && !recipe->night_lights;
    glUniform1f(program->at[TR_UNIFORM_emission_strength], glows ? (float)recipe->emission_strength : 0);
    glUniform1f(program->at[TR_UNIFORM_exposure], (float)chart->exposure);
    glUniform1f(program->at[TR_UNIFORM_cloud_turn], moves ? (float)(chart->cloud_turn_rad / (2 * TR_PI)) : 0);
    glUniform3f(program->at[TR_UNIFORM_grid], (float)chart->grid_rad, (float)chart->line_px,
                0.8F / (float)chart->exposure);
}

const tr_program *tr_chart_use(tr_programs *programs, const char *vertex, const char *where,
                               const tr_chart *chart) {
    const chart_look look = look_of(chart);
    const tr_textures *t = chart->textures;
    const bool flat = strcmp(vertex, "chart.vert") == 0, lit = chart->channel == TR_VIEW_LIT;
    const bool heights = chart->channel == TR_VIEW_HEIGHT && heights_of(t);
    const bool sea = chart->channel == TR_VIEW_WATER && chart->recipe->sea && heights_of(t);
    GLuint *ramp = &chart->painter->ramps[chart->legend.sea];
    char defines[TR_DEFINES_BYTES];
    snprintf(defines, sizeof defines, "%s%s%s", where,
             lit && !flat                        ? "#define LINES\n"
             : lit && chart->clouds && t->clouds ? "#define ATLAS\n#define CLOUDS\n"
             : lit                               ? "#define ATLAS\n"
             : heights                           ? "#define HEIGHT\n"
             : sea                               ? "#define TINT\n#define SEA\n"
             : look.tinted                       ? "#define TINT\n"
                                                 : "",
             chart->grid_rad > 0 && (flat || !lit) ? "#define GRID\n" : "");
    const tr_program *program = tr_programs_use(programs, vertex, "chart.frag", defines);
    if (!program)
        return NULL;
    if (heights && !*ramp)
        *ramp = make_ramp(chart->legend.sea);
    bind_maps(chart, &look);
    set_look(program, chart, &look);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    return program;
}

// ---- layouts -----------------------------------------------------------------------------------

void tr_chart_paint_ball(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                         const tr_chart *chart) {
    const tr_program *program = tr_chart_use(programs, "body.vert", "", chart);
    if (!program)
        return;
    const double distance = body->distance_km / body->radius_km;
    const tr_mat disc = tr_body_disc(body), view_from_disc = tr_mat_transpose(&disc);
    const tr_mat map_from_disc = tr_mat_multiply(&body->map_from_view, &view_from_disc);
    const double edge = fmin(1 + 2 * placement->pixel_rad * distance, 0.99 * distance);
    const double outer =
        tr_plane_radius(fmax(edge, 1), distance) / cos(TR_PI / SEGMENTS); // circumscribes the circle
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_disc], &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_map_from_disc], &map_from_disc);
    tr_program_set_projection(program, placement);
    glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)distance);
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)placement->pixel_rad);
    glUniform2f(program->at[TR_UNIFORM_radii], 0, (float)outer);
    glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
    tr_programs_draw(programs, GL_TRIANGLE_STRIP, 2 * (SEGMENTS + 1));
}

void tr_chart_paint_flat(tr_programs *programs, const tr_pane *pane, const tr_flat *flat,
                         const tr_chart *chart) {
    const tr_program *program = tr_chart_use(
        programs, "chart.vert", pane->layout == TR_VIEW_CUBE ? "#define CUBE\n" : "#define MAP\n", chart);
    if (!program)
        return;
    glUniform2f(program->at[TR_UNIFORM_flat_middle], (float)flat->middle[0], (float)flat->middle[1]);
    glUniform2f(program->at[TR_UNIFORM_flat_scale], (float)(0.5 * flat->step * pane->width_px),
                (float)(0.5 * flat->step * pane->height_px));
    glUniform1f(program->at[TR_UNIFORM_pixel], (float)flat->step);
    tr_programs_draw(programs, GL_TRIANGLES, 3);
}
