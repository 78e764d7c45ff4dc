#include "render/textures.h"

#include "render/colour.h"
#include "render/vec.h"

#include <assert.h>

// Bytes of one level.
static size_t level_bytes(int width, int level) {
    return (size_t)(width >> level) * (size_t)(width / 2 >> level) * 3;
}

// Levels first … levels-1 of a map become levels 0 … of a texture.
static void upload_map(GLuint *texture, const uint8_t *texels, const tr_planet_maps *maps, int first,
                       bool fits) {
    if (!*texture) {
        glGenTextures(1, texture);
        fits = false;
    }
    glBindTexture(GL_TEXTURE_2D, *texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1); // rows of RGB8 are not padded
    for (int level = 0; level < first; level++)
        texels += level_bytes(maps->width, level);
    for (int level = first; level < maps->levels; level++) {
        const GLsizei width = maps->width >> level, height = maps->width / 2 >> level;
        if (fits)
            glTexSubImage2D(GL_TEXTURE_2D, level - first, 0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE,
                            texels);
        else
            glTexImage2D(GL_TEXTURE_2D, level - first, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                         texels);
        texels += level_bytes(maps->width, level);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, maps->levels - 1 - first);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

// The mean colour over the sphere, from the smallest level: rows count by the cosine of their latitude.
static void compute_mean_albedo(const tr_planet_maps *maps, double mean[3]) {
    const uint8_t *texels = maps->albedo;
    for (int level = 0; level < maps->levels - 1; level++)
        texels += level_bytes(maps->width, level);
    const int width = maps->width >> (maps->levels - 1), height = maps->width / 2 >> (maps->levels - 1);
    const int step = width > 256 ? width / 256 : 1; // a map without mip levels is sampled
    double sum[3] = {0, 0, 0}, weight = 0;
    for (int y = step / 2; y < height; y += step)
        for (int x = step / 2; x < width; x += step) {
            const uint8_t *texel = texels + ((size_t)y * (size_t)width + (size_t)x) * 3;
            const double w = sin(TR_PI * (y + 0.5) / height);
            for (int c = 0; c < 3; c++)
                sum[c] += w * tr_linear_from_srgb(texel[c] / 255.0);
            weight += w;
        }
    for (int c = 0; c < 3; c++)
        mean[c] = sum[c] / weight;
}

tr_status tr_textures_upload(tr_textures *textures, const tr_planet_maps *maps, tr_error *error) {
    assert(maps->albedo && maps->normal && maps->width >= 2 && maps->width % 2 == 0 && maps->levels >= 1);
    assert(maps->width / 2 >> (maps->levels - 1) >= 1);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    int first = 0;
    while (maps->width >> first > largest && first < maps->levels - 1)
        first++;
    while (glGetError() != GL_NO_ERROR) {
    } // what others left behind is not ours to report
    const bool fits = textures->width == maps->width && textures->levels == maps->levels;
    upload_map(&textures->albedo, maps->albedo, maps, first, fits);
    upload_map(&textures->normal, maps->normal, maps, first, fits);
    if (maps->emission) {
        upload_map(&textures->emission, maps->emission, maps, first, fits);
    } else {
        glDeleteTextures(1, &textures->emission);
        textures->emission = 0;
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    if (glGetError() != GL_NO_ERROR) {
        tr_textures_destroy(textures);
        return tr_fail(error, TR_NO_MEMORY, "OpenGL has no room for maps %d texels wide; make them smaller",
                       maps->width);
    }
    textures->width = maps->width;
    textures->levels = maps->levels;
    compute_mean_albedo(maps, textures->mean_albedo);
    return TR_OK;
}

tr_status tr_textures_make_plain(tr_textures *textures, tr_error *error) {
    static const uint8_t grey[] = {128, 128, 128, 128, 128, 128}, level[] = {128, 128, 255, 128, 128, 255};
    const tr_planet_maps maps = {.width = 2, .levels = 1, .albedo = grey, .normal = level};
    return tr_textures_upload(textures, &maps, error);
}

void tr_textures_destroy(tr_textures *textures) {
    const GLuint names[] = {textures->albedo, textures->normal, textures->emission};
    glDeleteTextures(3, names);
    *textures = (tr_textures){0};
}
