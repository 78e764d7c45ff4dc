// What sets are made of: maps as they are baked, and pictures that are made of them row by row.
#include "export/private/parts.h"

#include "noise/maths/trig.h"

#include <math.h>
#include <string.h>

// ---- channels of orm -----------------------------------------------------------------------------

static const uint8_t *orm_of(const tr_part_rows *rows) { return rows->maps[TR_MAP_ORM]; }

static void take_channel(const tr_part_rows *rows, int channel, uint8_t *out) {
    for (int x = 0; x < rows->width; x++)
        out[x] = orm_of(rows)[3 * x + channel];
}

static void make_occlusion(const tr_part_rows *rows, void *out) { take_channel(rows, 0, out); }
static void make_roughness(const tr_part_rows *rows, void *out) { take_channel(rows, 1, out); }
static void make_metal(const tr_part_rows *rows, void *out) { take_channel(rows, 2, out); }

// Unity's mask map (manual of HDRP, "Mask and detail maps"): metal, occlusion, mask of a detail map (there is
// none), smoothness.
static void make_maskmap(const tr_part_rows *rows, void *out) {
    const uint8_t *orm = orm_of(rows);
    uint8_t *texel = out;
    for (int x = 0; x < rows->width; x++, orm += 3, texel += 4)
        texel[0] = orm[2], texel[1] = orm[0], texel[2] = 0, texel[3] = (uint8_t)(255 - orm[1]);
}

// ---- the sea -------------------------------------------------------------------------------------

// The texel of a height map that lies at sea level, 0 m; not rounded.
static double sea_texel(const tr_part_rows *rows) { return 65535 * (0 - rows->low) / (rows->high - rows->low); }

static void make_sea(const tr_part_rows *rows, void *out) {
    const uint16_t *heights = rows->maps[TR_MAP_HEIGHT];
    const double level = sea_texel(rows);
    for (int x = 0; x < rows->width; x++)
        ((uint8_t *)out)[x] = heights[x] < level ? 255 : 0;
}

static void make_depth(const tr_part_rows *rows, void *out) {
    const uint16_t *heights = rows->maps[TR_MAP_HEIGHT];
    const double level = sea_texel(rows);
    for (int x = 0; x < rows->width; x++) {
        const double depth = level > 0 ? (level - heights[x]) / level : 0; // of the deepest that there can be
        ((uint16_t *)out)[x] = (uint16_t)(depth > 0 ? lrint(65535 * depth) : 0);
    }
}

// ---- normals in the planet's frame ---------------------------------------------------------------

// 0 … 255 for -1 … 1, as of the normal map.
static double decode_signed(uint8_t code) { return code / 127.5 - 1; }
static uint8_t encode_signed(double value) { return (uint8_t)lrint(127.5 * (value + 1)); }

static void make_object_normal(const tr_part_rows *rows, void *out) {
    const uint8_t *tangent = rows->maps[TR_MAP_NORMAL];
    const double step = 2 * TR_PI / rows->width;
    uint8_t *texel = out;
    double around, up;
    tr_sincos((rows->row + 0.5) * step, &around, &up);
    for (int x = 0; x < rows->width; x++, tangent += 3, texel += 3) {
        double s, c, n[3], length = 0;
        tr_sincos((x + 0.5) * step - TR_PI, &s, &c);
        const double direction[3] = {around * c, up, -around * s}, east[3] = {-s, 0, -c},
                     north[3] = {-up * c, around, up * s};
        const double red = decode_signed(tangent[0]), green = decode_signed(tangent[1]),
                     blue = decode_signed(tangent[2]);
        for (int i = 0; i < 3; i++) {
            n[i] = red * east[i] + green * north[i] + blue * direction[i];
            length += n[i] * n[i];
        }
        for (int i = 0; i < 3; i++)
            texel[i] = encode_signed(n[i] / sqrt(length));
    }
}

// Down is up: 255 - g is the code of -y.
static void make_dx_normal(const tr_part_rows *rows, void *out) {
    const uint8_t *normal = rows->maps[TR_MAP_NORMAL];
    uint8_t *texel = out;
    for (int x = 0; x < rows->width; x++, normal += 3, texel += 3)
        texel[0] = normal[0], texel[1] = (uint8_t)(255 - normal[1]), texel[2] = normal[2];
}

// ---- clouds in two -------------------------------------------------------------------------------

static void make_clouds_colour(const tr_part_rows *rows, void *out) {
    const uint8_t *clouds = rows->maps[TR_MAP_CLOUDS];
    uint8_t *texel = out;
    for (int x = 0; x < rows->width; x++, clouds += 4, texel += 3)
        memcpy(texel, clouds, 3);
}

static void make_clouds_alpha(const tr_part_rows *rows, void *out) {
    const uint8_t *clouds = rows->maps[TR_MAP_CLOUDS];
    for (int x = 0; x < rows->width; x++)
        ((uint8_t *)out)[x] = clouds[4 * x + 3];
}

// ---- the table -----------------------------------------------------------------------------------

enum {
    of_height = 1 << TR_MAP_HEIGHT,
    of_normal = 1 << TR_MAP_NORMAL,
    of_orm = 1 << TR_MAP_ORM,
    of_clouds = 1 << TR_MAP_CLOUDS
};

static const tr_part others[TR_EXPORT_PARTS - TR_MAP_COUNT] = {
    {{"rings", "strip of the rings from the inner to the outer edge, one row, sRGB and alpha, 8 bits a channel",
      4, 1, true},
     0,
     NULL},
    {{"mesh", "binary glTF with the maps as its material: displaced planets, or a ball", 0, 0, false}, 0, NULL},
    {{"occlusion", "how much of the sky the ground leaves open: red of orm, linear, 8 bits", 1, 1, false},
     of_orm,
     make_occlusion},
    {{"roughness", "green of orm, linear, 8 bits", 1, 1, false}, of_orm, make_roughness},
    {{"metal", "blue of orm, linear, 8 bits", 1, 1, false}, of_orm, make_metal},
    {{"maskmap", "Unity's: metal, occlusion, 0, smoothness, linear, 8 bits a channel", 4, 1, false},
     of_orm,
     make_maskmap},
    {{"sea", "255 under the sea, 0 on land, linear, 8 bits", 1, 1, false}, of_height, make_sea},
    {{"depth", "depth of the sea, 0 m to that of the lowest height, linear, 16 bits", 1, 2, false},
     of_height,
     make_depth},
    {{"normal_object", "normals in the planet's frame, red +X, green +Y, blue +Z, linear, 8 bits a channel", 3,
      1, false},
     of_normal,
     make_object_normal},
    {{"normal_dx", "normals with green to the south (-Y, DirectX), linear, 8 bits a channel", 3, 1, false},
     of_normal,
     make_dx_normal},
    {{"clouds_colour", "colour of the clouds without their alpha, sRGB, 8 bits a channel", 3, 1, true},
     of_clouds,
     make_clouds_colour},
    {{"clouds_alpha", "alpha of the clouds, linear, 8 bits", 1, 1, false}, of_clouds, make_clouds_alpha},
};

tr_part tr_export_get_part(int part) {
    return part < TR_MAP_COUNT ? (tr_part){.format = *tr_map_get_format((tr_map)part), .maps = 1u << part}
                               : others[part - TR_MAP_COUNT];
}
