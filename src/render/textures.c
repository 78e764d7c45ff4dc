#include "render/private/textures.h"

#include "base/colour.h"
#include "base/size.h"
#include "light/specular.h"
#include "render/private/program.h"

#include <assert.h>

enum { STRIP_TEXELS = 1 << 14 }; // repacked at a time

static int level_width(const tr_planet_maps *maps, int level) { return maps->width >> level; }

static int level_height(const tr_planet_maps *maps, int level) { return maps->width / 2 >> level; }

// The index of a level's first texel in a map with all its levels.
static size_t level_start(const tr_planet_maps *maps, int level) {
    size_t texels = 0;
    for (int k = 0; k < level; k++)
        texels += (size_t)level_width(maps, k) * (size_t)level_height(maps, k);
    return texels;
}

// ---- specular map ---------------------------------------------------------------------------------------

// Packs the finest level. Returns whether anything reflects specularly.
static bool pack_specular(const tr_planet_maps *maps, uint8_t *specular) {
    uint8_t mirrors[256];
    tr_specular_mirrors(mirrors);
    unsigned any = 0;
    const size_t texels = level_start(maps, 1);
    for (size_t i = 0; i < texels; i++) {
        any |= tr_specular_pack(mirrors, maps->orm[3 * i + 1], maps->orm[3 * i + 2], specular + 4 * i);
        specular[4 * i + 3] = 255;
    }
    return any > 0;
}

// Makes the next level, of that size: means of 2 x 2 texels.
static void halve_specular(const uint8_t *from, int width, int height, uint8_t *to) {
    const size_t row = (size_t)width * 8;
    for (int j = 0; j < height; j++, from += 2 * row)
        for (size_t i = 0; i < row; i += 8)
            for (size_t c = i; c < i + 4; c++)
                *to++ = (uint8_t)((from[c] + from[c + 4] + from[c + row] + from[c + row + 4] + 2) >> 2);
}

// Adds to a level's roughness the slopes that it has lost. The mean of unit normals is shorter the more they
// differ: a length of l means a variance of about (1 - l) / l of the slopes in each direction. GGX's alpha
// squared, which is roughness to the fourth power, is twice the variance of its own slopes.
static void roughen_specular(const uint8_t *normals, size_t texels, uint8_t *specular) {
    for (size_t i = 0; i < texels; i++) {
        const double x = normals[3 * i] - 128, y = normals[3 * i + 1] - 128, z = normals[3 * i + 2] - 128;
        const double length = sqrt(x * x + y * y + z * z) / 127;
        if (specular[4 * i] == 0 || length > 0.99)
            continue;
        const double rough = specular[4 * i + 1] / (double)specular[4 * i];
        const double squared = rough * rough * rough * rough + 2 * (1 - length) / fmax(length, 0.1);
        specular[4 * i + 1] = (uint8_t)(specular[4 * i] * sqrt(sqrt(fmin(squared, 1))) + 0.5);
    }
}

// All levels of the specular map. NULL: nothing reflects (*dull), or no memory.
static uint8_t *make_specular(const tr_planet_maps *maps, bool *dull) {
    *dull = !maps->orm;
    uint8_t *specular = *dull ? NULL : tr_allocate(level_start(maps, maps->levels), 4);
    if (!specular)
        return NULL;
    *dull = !pack_specular(maps, specular);
    for (int level = 0; level < maps->levels && !*dull; level++) {
        uint8_t *texels = specular + 4 * level_start(maps, level);
        if (level + 1 < maps->levels)
            halve_specular(texels, level_width(maps, level + 1), level_height(maps, level + 1),
                           specular + 4 * level_start(maps, level + 1));
        if (level > 0)
            roughen_specular(maps->normal + 3 * level_start(maps, level),
                             level_start(maps, level + 1) - level_start(maps, level), texels);
    }
    if (*dull)
        tr_free(specular);
    return *dull ? NULL : specular;
}

// ---- charts --------------------------------------------------------------------------------------

// All levels of roughness and water. NULL: not needed (*none), or no memory. The mip levels of roughness are
// means, as for water.
static uint8_t *make_data(const tr_planet_maps *maps, bool *none) {
    *none = !maps->charts || !maps->orm;
    const size_t texels = level_start(maps, maps->levels);
    uint8_t *data = *none ? NULL : tr_allocate(texels, 4);
    for (size_t i = 0; data && i < texels; i++) {
        data[4 * i] = maps->orm[3 * i + 1];
        data[4 * i + 1] = maps->water ? maps->water[i] : 0;
        data[4 * i + 2] = 0;
        data[4 * i + 3] = 255;
    }
    return data;
}

// ---- upload --------------------------------------------------------------------------------------

// Converts RGB to RGBA in strips. OpenGL would otherwise convert each texel when it is read, or convert slowly
// during the upload.
static void upload_rgb(GLint level, int width, int height, const uint8_t *texels) {
    uint8_t strip[4 * STRIP_TEXELS];
    const int columns = width < STRIP_TEXELS ? width : STRIP_TEXELS, rows = STRIP_TEXELS / columns;
    for (int y = 0; y < height; y += rows)
        for (int x = 0; x < width; x += columns) {
            const int across = width - x < columns ? width - x : columns,
                      down = height - y < rows ? height - y : rows;
            uint8_t *to = strip;
            for (int j = y; j < y + down; j++) {
                const uint8_t *from = texels + 3 * ((size_t)j * (size_t)width + (size_t)x);
                for (int i = 0; i < across; i++, from += 3, to += 4)
                    to[0] = from[0], to[1] = from[1], to[2] = from[2], to[3] = 255;
            }
            glTexSubImage2D(GL_TEXTURE_2D, level, x, y, across, down, GL_RGBA, GL_UNSIGNED_BYTE, strip);
        }
}

// Converts heights to floats in strips, for OpenGL ES, which has textures of 16 bits only as an extension.
static void upload_heights(GLint level, int width, int height, const uint16_t *texels) {
    float strip[STRIP_TEXELS];
    const int columns = width < STRIP_TEXELS ? width : STRIP_TEXELS;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x += columns) {
            const int across = width - x < columns ? width - x : columns;
            for (int i = 0; i < across; i++)
                strip[i] = *texels++ / 65535.0F;
            glTexSubImage2D(GL_TEXTURE_2D, level, x, y, across, 1, GL_RED, GL_FLOAT, strip);
        }
}

// Uploads levels first … levels-1 of a map, with 3 or 4 bytes a texel for colours or 2 for heights, as levels 0
// … of a texture. Without a map, the texture is deleted.
static void upload_map(GLuint *texture, const void *texels, int bytes, const tr_planet_maps *maps, int first,
                       bool fits) {
    const bool heights = bytes == 2, floats = heights && tr_gl_is_es() && !GLAD_GL_EXT_texture_norm16;
    const GLint stored = floats ? GL_R16F : heights ? GL_R16 : GL_RGBA8;
    const GLenum format = heights ? GL_RED : GL_RGBA;
    const GLenum type = floats ? GL_FLOAT : heights ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE;
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
    for (int level = first; level < maps->levels; level++) {
        const GLsizei width = level_width(maps, level), height = level_height(maps, level);
        const uint8_t *from = (const uint8_t *)texels + level_start(maps, level) * (size_t)bytes;
        if (!fits)
            glTexImage2D(GL_TEXTURE_2D, level - first, stored, width, height, 0, format, type, NULL);
        if (bytes == 3)
            upload_rgb(level - first, width, height, from);
        else if (floats)
            upload_heights(level - first, width, height, (const uint16_t *)(const void *)from);
        else
            glTexSubImage2D(GL_TEXTURE_2D, level - first, 0, 0, width, height, format, type, from);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, maps->levels - 1 - first);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

// ---- means ---------------------------------------------------------------------------------------

// Chooses a small level with enough rows to weight each by the cosine of its latitude.
static int find_means_level(const tr_planet_maps *maps) {
    int level = maps->levels - 1;
    while (level > 0 && level_height(maps, level) < 32)
        level--;
    return level;
}

// Values of 8-bit codes.
typedef struct meaning {
    double light[256];   // sRGB
    uint8_t mirror[256]; // roughness
} meaning;

// Adds a texel. Clouds of that colour (NULL: none) leave the fraction `left` of the ground visible.
static void add_texel(const tr_planet_maps *maps, size_t at, const meaning *of, const uint8_t *cloud,
                      double left, double weight, tr_means *means) {
    for (size_t c = 0; c < 3; c++) {
        const double above = cloud ? (1 - left) * of->light[cloud[c]] : 0;
        means->albedo[c] += weight * (left * of->light[maps->albedo[3 * at + c]] + above);
        if (maps->emission)
            means->emission[c] += weight * left * of->light[maps->emission[3 * at + c]];
    }
    if (maps->orm) {
        const uint8_t rough = maps->orm[3 * at + 1];
        const double mirror = weight * left * of->mirror[rough] / 255.0;
        means->mirror += mirror;
        means->mirror_rough += mirror * rough / 255.0;
    }
}

static void divide_means(tr_means *means, double weight) {
    for (int c = 0; c < 3; c++) {
        means->albedo[c] /= weight;
        means->emission[c] /= weight;
    }
    means->mirror /= weight;
    means->mirror_rough /= weight;
}

// Computes the mean light and the mean height over the sphere.
static void compute_means(const tr_planet_maps *maps, tr_textures *textures) {
    const int level = find_means_level(maps);
    const size_t start = level_start(maps, level);
    const int width = level_width(maps, level), height = level_height(maps, level);
    const int step = width > 256 ? width / 256 : 1; // a map without mip levels is sampled
    meaning of;
    tr_specular_mirrors(of.mirror);
    for (int i = 0; i < 256; i++)
        of.light[i] = tr_srgb_decode(i);
    tr_means bare = {.mirror = 0}, covered = bare;
    const uint16_t *ground = maps->ground ? maps->ground : maps->height;
    double height_sum = 0, ground_sum = 0, sum = 0;
    for (int y = step / 2; y < height; y += step)
        for (int x = step / 2; x < width; x += step) {
            const size_t at = start + (size_t)y * (size_t)width + (size_t)x;
            const uint8_t *cloud = maps->clouds ? maps->clouds + 4 * at : NULL;
            const double weight = sin(TR_PI * (y + 0.5) / height);
            add_texel(maps, at, &of, NULL, 1, weight, &bare);
            add_texel(maps, at, &of, cloud, cloud ? 1 - cloud[3] / 255.0 : 1, weight, &covered);
            height_sum += maps->height ? weight * maps->height[at] / 65535.0 : 0;
            ground_sum += ground ? weight * ground[at] / 65535.0 : 0;
            sum += weight;
        }
    divide_means(&bare, sum);
    divide_means(&covered, sum);
    textures->bare = bare;
    textures->covered = covered;
    textures->mean_height = height_sum / sum;
    textures->ground_mean = ground_sum / sum;
}

// The lowest and the highest value; without heights 1 and 0.
static void find_extremes(const tr_planet_maps *maps, const uint16_t *heights, double *least,
                          double *greatest) {
    const size_t count = heights ? level_start(maps, 1) : 0;
    uint16_t lowest = 65535, highest = 0;
    for (size_t i = 0; i < count; i++) {
        lowest = heights[i] < lowest ? heights[i] : lowest;
        highest = heights[i] > highest ? heights[i] : highest;
    }
    *least = lowest / 65535.0;
    *greatest = highest / 65535.0;
}

// Fills the textures until the watch stops.
static void upload_maps(tr_textures *textures, const tr_planet_maps *maps, const uint8_t *specular,
                        const uint8_t *data, int first, bool fits, const tr_watch *watch) {
    const struct {
        GLuint *texture;
        const void *texels;
        int bytes;
    } all[] = {{&textures->albedo, maps->albedo, 3}, {&textures->normal, maps->normal, 3},
               {&textures->specular, specular, 4},   {&textures->emission, maps->emission, 3},
               {&textures->clouds, maps->clouds, 4}, {&textures->height, maps->height, 2},
               {&textures->ground, maps->ground, 2}, {&textures->data, data, 4}};
    for (size_t i = 0; i < sizeof all / sizeof all[0] && !tr_watch_stopped(watch); i++)
        upload_map(all[i].texture, all[i].texels, all[i].bytes, maps, first, fits);
    glBindTexture(GL_TEXTURE_2D, 0);
}

tr_status tr_textures_upload(tr_textures *textures, const tr_planet_maps *maps, const tr_watch *watch,
                             tr_error *error) {
    assert(maps->albedo && maps->normal && maps->width >= 2 && maps->width % 2 == 0 && maps->levels >= 1);
    assert(maps->width / 2 >> (maps->levels - 1) >= 1);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    int first = 0;
    while (maps->width >> first > largest && first < maps->levels - 1)
        first++;
    tr_gl_clear_errors();
    bool dull, no_data;
    uint8_t *specular = make_specular(maps, &dull), *data = make_data(maps, &no_data);
    const bool fits = textures->width == maps->width && textures->levels == maps->levels;
    const bool made = (specular || dull) && (data || no_data);
    if (made)
        upload_maps(textures, maps, specular, data, first, fits, watch);
    tr_free(specular);
    tr_free(data);
    if (tr_watch_check(watch, error) != TR_OK) {
        tr_textures_destroy(textures);
        return TR_STOPPED;
    }
    if (glGetError() != GL_NO_ERROR || !made) {
        tr_textures_destroy(textures);
        return tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for maps %d texels wide; make them smaller",
                       maps->width);
    }
    glDeleteTextures(1, &textures->horizon);
    textures->horizon = 0;
    textures->width = maps->width;
    textures->levels = maps->levels;
    textures->rows = level_height(maps, first);
    textures->depth = maps->levels - first;
    compute_means(maps, textures);
    find_extremes(maps, maps->height, &textures->lowest, &textures->highest);
    find_extremes(maps, maps->ground ? maps->ground : maps->height, &textures->ground_lowest,
                  &textures->ground_highest);
    return TR_OK;
}

tr_status tr_textures_make_plain(tr_textures *textures, tr_error *error) {
    static const uint8_t grey[] = {128, 128, 128, 128, 128, 128}, level[] = {128, 128, 255, 128, 128, 255};
    const tr_planet_maps maps = {.width = 2, .levels = 1, .albedo = grey, .normal = level};
    return tr_textures_upload(textures, &maps, NULL, error);
}

// Uses levels from `first` on; only that one unless the filter is `fine`.
static void bind_map(int unit, GLuint name, bool fine, GLint first) {
    tr_gl_bind(unit, GL_TEXTURE_2D, name);
    if (!name)
        return;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, first);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, fine ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
}

void tr_textures_bind(const tr_textures *textures, tr_quality quality, double footprint_rad) {
    const bool fine = quality == TR_QUALITY_FINE;
    const double wanted = log2(fmax(footprint_rad, 1e-9) * textures->rows / TR_PI);
    const GLint level = fine ? 0 : (GLint)lround(fmax(0, fmin(wanted, textures->depth - 1)));
    const struct {
        int unit;
        GLuint name;
    } maps[] = {{TR_UNIT_ALBEDO, textures->albedo},
                {TR_UNIT_NORMAL, textures->normal},
                {TR_UNIT_EMISSION, textures->emission},
                {TR_UNIT_GLOSS, textures->specular},
                {TR_UNIT_CLOUDS, textures->clouds}};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
        bind_map(maps[i].unit, maps[i].name, fine, level);
}

void tr_textures_bind_height(const tr_textures *textures, tr_quality quality, double level) {
    const bool fine = quality == TR_QUALITY_FINE;
    bind_map(TR_UNIT_HEIGHT, textures->height, fine,
             fine ? 0 : (GLint)lround(fmax(0, fmin(level, textures->depth - 1))));
}

void tr_textures_destroy(tr_textures *textures) {
    const GLuint names[] = {textures->albedo,   textures->normal, textures->specular,
                            textures->emission, textures->clouds, textures->height,
                            textures->horizon,  textures->ground, textures->data};
    glDeleteTextures((GLsizei)(sizeof names / sizeof names[0]), names);
    *textures = (tr_textures){0};
}
