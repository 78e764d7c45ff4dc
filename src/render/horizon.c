#include "render/private/horizon.h"

#include <math.h>

enum { DIRECTIONS = 16, IN_LAYER = 4, LAYERS = DIRECTIONS / IN_LAYER };

static GLuint make_texture(int columns) {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    int level = 0;
    for (; columns >> level >= 2; level++)
        glTexImage3D(GL_TEXTURE_2D_ARRAY, level, GL_RGBA8, columns >> level, columns / 2 >> level, LAYERS, 0,
                     GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    tr_gl_set_sampling(GL_TEXTURE_2D_ARRAY, level, GL_LINEAR, GL_REPEAT);
    return name;
}

// Renders one level of all layers with the program in use.
static void paint_level(const tr_programs *programs, const tr_program *program, GLuint texture, int level,
                        int columns) {
    glViewport(0, 0, columns, columns / 2);
    glUniform2f(program->at[TR_UNIFORM_picture_size], (float)columns, (float)columns / 2);
    for (int layer = 0; layer < LAYERS; layer++) {
        glFramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, level, layer);
        glUniform1f(program->at[TR_UNIFORM_side], (float)(IN_LAYER * layer));
        tr_programs_draw(programs, GL_TRIANGLES, 3);
    }
}

// Each level is made from heights of its own level, not from finer levels. So a planet has the same shadows
// from far away, independent of the width of its maps.
static void paint_levels(const tr_programs *programs, const tr_program *program, GLuint texture, int columns) {
    GLuint framebuffer = 0;
    const tr_gl_kept kept = tr_gl_keep();
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glDisable(GL_BLEND);
    for (int level = 0; columns >> level >= 2; level++)
        paint_level(programs, program, texture, level, columns >> level);
    glEnable(GL_BLEND);
    tr_gl_restore(&kept);
    glDeleteFramebuffers(1, &framebuffer);
}

void tr_horizon_prepare(tr_programs *programs, tr_textures *textures, const tr_recipe *recipe,
                        tr_quality quality) {
    const double range_m = recipe->height_max_m - recipe->height_min_m;
    const double range = range_m * recipe->slope_exaggeration / (1000 * recipe->radius_km);
    const double sea = recipe->sea && range_m > 0 ? fmax(0, -recipe->height_min_m / range_m) : 0;
    if (!textures->height || range <= 0 || textures->highest <= textures->lowest)
        return;
    if (textures->horizon && textures->horizon_range == range)
        return;
    const tr_program *program = tr_programs_use_spare(programs, "layer.vert", "horizon.frag", "");
    if (!program)
        return;
    const int most = quality == TR_QUALITY_FINE ? 2048 : 256; // and at most half as wide as the maps
    // A preview only gets the next coarser level, which takes a quarter of the time, because many previews
    // follow each other.
    const bool preview = quality == TR_QUALITY_FAST && textures->rows < 512;
    const int wanted = preview ? most / 2 : most, columns = textures->rows < wanted ? textures->rows : wanted;
    glDeleteTextures(1, &textures->horizon);
    tr_textures_bind_height(textures, TR_QUALITY_FINE, 0);
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_HORIZON);
    textures->horizon = make_texture(columns);
    textures->horizon_rows = columns / 2;
    textures->horizon_range = range;
    glUniform4f(program->at[TR_UNIFORM_relief], (float)sea, (float)range, (float)most / 2, 0);
    paint_levels(programs, program, textures->horizon, columns);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    if (tr_watch_stopped(&programs->watch)) { // it is incomplete
        glDeleteTextures(1, &textures->horizon);
        textures->horizon = 0;
    }
}

void tr_horizon_bind(const tr_textures *textures, tr_quality quality, double footprint_rad) {
    const bool fine = quality == TR_QUALITY_FINE;
    const double last = log2(textures->horizon_rows);
    const double wanted = log2(fmax(footprint_rad, 1e-9) * textures->horizon_rows / TR_PI);
    tr_gl_bind(TR_UNIT_HORIZON, GL_TEXTURE_2D_ARRAY, textures->horizon);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BASE_LEVEL,
                    fine ? 0 : (GLint)lround(fmax(0, fmin(wanted, last))));
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, fine ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
}
