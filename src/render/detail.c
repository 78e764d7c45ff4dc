#include "render/private/detail.h"

#include "base/hash.h"
#include "base/memory.h"
#include "light/vec.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIDE = 64, // texels
    TEXELS = SIDE * SIDE * SIDE,
    BANDS = 3, // octaves
};

// Texel i along an axis and its neighbours, round the volume.
static size_t beside(size_t texel, size_t step, int by) {
    const int i = (int)(texel / step % SIDE), j = (i + by) & (SIDE - 1);
    return (size_t)((ptrdiff_t)texel + (ptrdiff_t)(j - i) * (ptrdiff_t)step);
}

// A binomial blur along one axis, over every stride-th texel.
static void blur_axis(const float *from, float *to, size_t step, int stride) {
    for (size_t k = 0; k < TEXELS; k++)
        to[k] = 0.375F * from[k] + 0.25F * (from[beside(k, step, stride)] + from[beside(k, step, -stride)]) +
                0.0625F * (from[beside(k, step, 2 * stride)] + from[beside(k, step, -2 * stride)]);
}

// Scales values to a standard deviation of 1. They have a mean of 0.
static void normalise(float *values) {
    double squares = 0;
    for (size_t k = 0; k < TEXELS; k++)
        squares += (double)values[k] * (double)values[k];
    const float scale = (float)(1 / sqrt(squares / TEXELS));
    for (size_t k = 0; k < TEXELS; k++)
        values[k] *= scale;
}

// White noise through the wavelet transform "a trous": what a blur takes away at each stride is one octave. The
// first, as fine as the texels, is left out; each other one is twice as strong as the finer before it, so that
// slopes of all sizes are alike.
static void make_noise(float *noise, float *level, float *spare[2]) {
    for (size_t k = 0; k < TEXELS; k++) {
        level[k] = (float)(tr_hash_u64(k) >> 40) / (float)(1 << 24) - 0.5F;
        noise[k] = 0;
    }
    for (int band = 0; band <= BANDS; band++) {
        blur_axis(level, spare[0], 1, 1 << band);
        blur_axis(spare[0], spare[1], SIDE, 1 << band);
        blur_axis(spare[1], spare[0], (size_t)SIDE * SIDE, 1 << band);
        for (size_t k = 0; k < TEXELS; k++) {
            spare[1][k] = level[k] - spare[0][k];
            level[k] = spare[0][k];
        }
        normalise(spare[1]);
        for (size_t k = 0; k < TEXELS && band > 0; k++)
            noise[k] += (float)(1 << band) * spare[1][k];
    }
    normalise(noise);
}

// Four standard deviations of a signed number in eight bits.
static uint8_t encode(float value) { return (uint8_t)fmaxf(1, fminf(255, 128.5F + 127.0F / 4 * value)); }

static void pack(const float *noise, float *slope, uint8_t (*texels)[4]) {
    for (int axis = 0; axis < 3; axis++) {
        const size_t step = axis == 0 ? 1 : axis == 1 ? SIDE : (size_t)SIDE * SIDE;
        for (size_t k = 0; k < TEXELS; k++)
            slope[k] = noise[beside(k, step, 1)] - noise[beside(k, step, -1)];
        normalise(slope);
        for (size_t k = 0; k < TEXELS; k++)
            texels[k][axis] = encode(slope[k]);
    }
    for (size_t k = 0; k < TEXELS; k++)
        texels[k][3] = encode(noise[k]);
}

static void upload(const uint8_t (*texels)[4]) {
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, SIDE, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[0]);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

tr_detail_sight tr_detail_see(int rows, double footprint_rad, tr_quality quality) {
    const bool fine = quality == TR_QUALITY_FINE;
    const double coarsest = 16; // texels of the volume that a wave of the coarsest octave spans
    const double tiles = rows / TR_PI / 2 * coarsest / SIDE;
    // Not a whole number of times: the patterns of both copies never meet again. Software OpenGL counts more
    // waves and so waits until the ground is quite blurred, since the detail takes time.
    tr_detail_sight sight = {.tiles = {tiles, 6.7 * tiles}, .waves = fine ? 16 : 64};
    while (sight.copies < (fine ? 2 : 1) && sight.waves * sight.tiles[sight.copies] * footprint_rad < 1)
        sight.copies++;
    return sight;
}

const char *tr_detail_defines(const tr_detail_sight *sight) {
    static const char *const defines[] = {"", "#define DETAIL\n", "#define DETAIL\n#define FINER\n"};
    return defines[sight->copies];
}

void tr_detail_set(const tr_program *program, const tr_detail_sight *sight) {
    glUniform1f(program->at[TR_UNIFORM_detail_waves], (float)sight->waves);
    glUniform2f(program->at[TR_UNIFORM_detail_tiles], (float)sight->tiles[0], (float)sight->tiles[1]);
}

// Makes the volume, bound. False without memory.
static bool make_volume(GLuint *volume) {
    float *numbers = tr_calloc((size_t)4 * TEXELS, sizeof *numbers);
    uint8_t(*texels)[4] = tr_calloc(TEXELS, sizeof *texels);
    const bool room = numbers && texels;
    if (room) {
        float *spare[2] = {numbers + (size_t)2 * TEXELS, numbers + (size_t)3 * TEXELS};
        make_noise(numbers, numbers + TEXELS, spare);
        pack(numbers, spare[0], texels);
        glGenTextures(1, volume);
        glBindTexture(GL_TEXTURE_3D, *volume);
        upload((const uint8_t(*)[4])texels);
    }
    tr_free(numbers);
    tr_free(texels);
    return room;
}

tr_status tr_detail_bind(tr_detail *detail, tr_error *error) {
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_DETAIL);
    glBindTexture(GL_TEXTURE_3D, detail->volume);
    if (detail->volume || (make_volume(&detail->volume) && glGetError() != GL_OUT_OF_MEMORY))
        return TR_OK;
    tr_detail_destroy(detail); // the next picture tries again
    return tr_fail(error, TR_NO_MEMORY, "no memory for the grain of near ground");
}

void tr_detail_destroy(tr_detail *detail) {
    glDeleteTextures(1, &detail->volume); // 0 is ignored
    *detail = (tr_detail){0};
}
