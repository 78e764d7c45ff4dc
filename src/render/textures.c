#include "render/textures.h"

#include "render/colour.h"
#include "render/program.h"
#include "render/vec.h"

#include <assert.h>

// Bytes of one level.
static size_t level_bytes(int width, int level, int channels) {
    return (size_t)(width >> level) * (size_t)(width / 2 >> level) * (size_t)channels;
}

// Levels first … levels-1 of a map become levels 0 … of a texture. A map that is not there takes its texture
// away.
static void upload_map(GLuint *texture, const uint8_t *texels, int channels, const tr_planet_maps *maps,
                       int first, bool fits) {
    const GLenum format = channels == 4 ? GL_RGBA : GL_RGB;
    if (!texels) {
        glDeleteTextures(1, texture);
        *texture = 0;
        return;
    }
    if (!*texture) {
        glGenTextures(1, texture);
        fits = false;
    }
    glBindTexture(GL_TEXTURE_2D, *texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1); // rows are not padded
    for (int level = 0; level < first; level++)
        texels += level_bytes(maps->width, level, channels);
    for (int level = first; level < maps->levels; level++) {
        const GLsizei width = maps->width >> level, height = maps->width / 2 >> level;
        if (fits)
            glTexSubImage2D(GL_TEXTURE_2D, level - first, 0, 0, width, height, format, GL_UNSIGNED_BYTE,
                            texels);
        else
            glTexImage2D(GL_TEXTURE_2D, level - first, channels == 4 ? GL_RGBA8 : GL_RGB8, width, height, 0,
                         format, GL_UNSIGNED_BYTE, texels);
        texels += level_bytes(maps->width, level, channels);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, maps->levels - 1 - first);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

// Without a map of its own, ground is dull everywhere.
static void upload_orm(tr_textures *textures, const tr_planet_maps *maps, int first, bool fits) {
    static const uint8_t dull[] = {255, 255, 0, 255, 255, 0};
    static const tr_planet_maps even = {.width = 2, .levels = 1};
    if (maps->orm)
        upload_map(&textures->orm, maps->orm, 3, maps, first, fits && !textures->dull);
    else
        upload_map(&textures->orm, dull, 3, &even, 0, false);
    textures->dull = !maps->orm;
}

// The mean colour of a map over the sphere under its clouds, which have a colour where they are lit, from the
// smallest level: rows count by the cosine of their latitude.
static void compute_mean(const tr_planet_maps *maps, const uint8_t *texels, bool lit, double mean[3]) {
    const uint8_t *clouds = maps->clouds;
    for (int level = 0; level < maps->levels - 1; level++) {
        texels += level_bytes(maps->width, level, 3);
        clouds += clouds ? level_bytes(maps->width, level, 4) : 0;
    }
    const int width = maps->width >> (maps->levels - 1), height = maps->width / 2 >> (maps->levels - 1);
    const int step = width > 256 ? width / 256 : 1; // a map without mip levels is sampled
    double sum[3] = {0, 0, 0}, weight = 0;
    for (int y = step / 2; y < height; y += step)
        for (int x = step / 2; x < width; x += step) {
            const size_t at = (size_t)y * (size_t)width + (size_t)x;
            const uint8_t *texel = texels + 3 * at, *cloud = clouds ? clouds + 4 * at : NULL;
            const double w = sin(TR_PI * (y + 0.5) / height), cover = cloud ? cloud[3] / 255.0 : 0;
            for (int c = 0; c < 3; c++)
                sum[c] += w * ((1 - cover) * tr_linear_from_srgb(texel[c] / 255.0) +
                               (cloud && lit ? cover * tr_linear_from_srgb(cloud[c] / 255.0) : 0));
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
    upload_map(&textures->albedo, maps->albedo, 3, maps, first, fits);
    upload_map(&textures->normal, maps->normal, 3, maps, first, fits);
    upload_orm(textures, maps, first, fits);
    upload_map(&textures->emission, maps->emission, 3, maps, first, fits);
    upload_map(&textures->clouds, maps->clouds, 4, maps, first, fits);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (glGetError() != GL_NO_ERROR) {
        tr_textures_destroy(textures);
        return tr_fail(error, TR_NO_MEMORY, "OpenGL has no room for maps %d texels wide; make them smaller",
                       maps->width);
    }
    textures->width = maps->width;
    textures->levels = maps->levels;
    compute_mean(maps, maps->albedo, true, textures->mean_albedo);
    for (int c = 0; c < 3; c++)
        textures->mean_emission[c] = 0;
    if (maps->emission)
        compute_mean(maps, maps->emission, false, textures->mean_emission);
    return TR_OK;
}

tr_status tr_textures_make_plain(tr_textures *textures, tr_error *error) {
    static const uint8_t grey[] = {128, 128, 128, 128, 128, 128}, level[] = {128, 128, 255, 128, 128, 255};
    const tr_planet_maps maps = {.width = 2, .levels = 1, .albedo = grey, .normal = level};
    return tr_textures_upload(textures, &maps, error);
}

void tr_textures_bind(const tr_textures *textures) {
    const struct {
        int unit;
        GLuint name;
    } maps[] = {{TR_UNIT_ALBEDO, textures->albedo},
                {TR_UNIT_NORMAL, textures->normal},
                {TR_UNIT_EMISSION, textures->emission},
                {TR_UNIT_ORM, textures->orm},
                {TR_UNIT_CLOUDS, textures->clouds}};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)maps[i].unit);
        glBindTexture(GL_TEXTURE_2D, maps[i].name);
    }
}

void tr_textures_destroy(tr_textures *textures) {
    const GLuint names[] = {textures->albedo, textures->normal, textures->orm, textures->emission,
                            textures->clouds};
    glDeleteTextures((GLsizei)(sizeof names / sizeof names[0]), names);
    *textures = (tr_textures){0};
}
