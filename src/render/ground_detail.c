#include "render/private/ground_detail.h"

#include "base/memory.h"
#include "light/grain.h"

#include <stdint.h>

static void upload(const uint8_t (*texels)[4]) {
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, TR_GRAIN_SIDE, TR_GRAIN_SIDE, TR_GRAIN_SIDE, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, texels[0]);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

tr_ground_detail_view tr_ground_detail_see(int rows, double footprint_rad, tr_quality quality) {
    const bool fine = quality == TR_QUALITY_FINE;
    const double coarsest = 16; // texels of the volume in a wave of the coarsest octave
    const double tiles = rows / TR_PI / 2 * coarsest / TR_GRAIN_SIDE;
    // The ratio is not a whole number, so the patterns of both copies never coincide. Software OpenGL uses a
    // higher number of waves, which starts the detail later, because it is slow.
    tr_ground_detail_view sight = {.tiles = {tiles, 6.7 * tiles}, .waves = fine ? 16 : 64};
    while (sight.copies < (fine ? 2 : 1) && sight.waves * sight.tiles[sight.copies] * footprint_rad < 1)
        sight.copies++;
    return sight;
}

const char *tr_ground_detail_defines(const tr_ground_detail_view *sight) {
    static const char *const defines[] = {"", "#define DETAIL\n", "#define DETAIL\n#define FINER\n"};
    return defines[sight->copies];
}

void tr_ground_detail_set(const tr_program *program, const tr_ground_detail_view *sight) {
    glUniform1f(program->at[TR_UNIFORM_detail_waves], (float)sight->waves);
    glUniform2f(program->at[TR_UNIFORM_detail_tiles], (float)sight->tiles[0], (float)sight->tiles[1]);
}

// Creates the volume and binds it. False: no memory.
static bool make_volume(GLuint *volume) {
    uint8_t(*texels)[4] = tr_calloc(TR_GRAIN_TEXELS, sizeof *texels);
    const bool made = texels && tr_grain_bake(texels);
    if (made) {
        glGenTextures(1, volume);
        glBindTexture(GL_TEXTURE_3D, *volume);
        upload((const uint8_t(*)[4])texels);
    }
    tr_free(texels);
    return made;
}

tr_status tr_ground_detail_bind(tr_ground_detail *detail, tr_error *error) {
    tr_gl_bind(TR_UNIT_DETAIL, GL_TEXTURE_3D, detail->volume);
    if (detail->volume || (make_volume(&detail->volume) && glGetError() != GL_OUT_OF_MEMORY))
        return TR_OK;
    tr_ground_detail_destroy(detail); // the next picture tries again
    return tr_fail(error, TR_NO_MEMORY, "no memory for the grain of near ground");
}

void tr_ground_detail_destroy(tr_ground_detail *detail) {
    glDeleteTextures(1, &detail->volume); // 0 is ignored
    *detail = (tr_ground_detail){0};
}
