// The parts of sets: baked maps, and pictures made from them row by row.
#include "export/private/outputs.h"
#include "base/maths.h"
#include "planet/biomes.h"

#include <math.h>
#include <string.h>

// ---- other texels of orm -------------------------------------------------------------------------

// Unity's mask map (manual of HDRP, "Mask and detail maps"): metal, occlusion, detail mask (unused),
// smoothness.
static void make_maskmap(const tr_output_rows *rows, void *out) {
    const uint8_t *orm = rows->maps[TR_MAP_ORM];
    uint8_t *texel = out;
    for (int x = 0; x < rows->patch.width; x++, orm += 3, texel += 4)
        texel[0] = orm[2], texel[1] = orm[0], texel[2] = 0, texel[3] = (uint8_t)(255 - orm[1]);
}

// ---- the sea -------------------------------------------------------------------------------------

static void make_sea(const tr_output_rows *rows, void *out) {
    const float *heights = rows->maps[TR_BAND_HEIGHTS];
    for (int x = 0; x < rows->patch.width; x++)
        ((uint8_t *)out)[x] = heights[x] < 0 ? 255 : 0;
}

static void make_depth(const tr_output_rows *rows, void *out) {
    const float *heights = rows->maps[TR_BAND_HEIGHTS];
    for (int x = 0; x < rows->patch.width; x++)
        ((uint16_t *)out)[x] =
            (uint16_t)lrint(65535 * tr_clamp((double)-heights[x] / rows->ranges->deepest, 0, 1));
}

static uint16_t raised(const tr_output_rows *rows, int x) {
    const uint16_t height = ((const uint16_t *)rows->maps[TR_MAP_HEIGHT])[x];
    return height > rows->ranges->lowest ? height : rows->ranges->lowest;
}

// The height map with the surface of the sea instead of its floor.
static void make_flat_height(const tr_output_rows *rows, void *out) {
    for (int x = 0; x < rows->patch.width; x++)
        ((uint16_t *)out)[x] = raised(rows, x);
}

// For programs that read heights with 8 bits: 65535 / 257 is 255.
static void make_coarse_height(const tr_output_rows *rows, void *out) {
    for (int x = 0; x < rows->patch.width; x++)
        ((uint8_t *)out)[x] = (uint8_t)((raised(rows, x) + 128) / 257);
}

// ---- normals -------------------------------------------------------------------------------------

// -1 … 1 as 0 … 255 or 65535.
static void put_normal(const tr_output_rows *rows, int x, const double normal[3], void *out) {
    for (int i = 0; i < 3; i++)
        if (rows->bytes == 2)
            ((uint16_t *)out)[3 * x + i] = (uint16_t)lrint(32767.5 * (normal[i] + 1));
        else
            ((uint8_t *)out)[3 * x + i] = (uint8_t)lrint(127.5 * (normal[i] + 1));
}

// The direction of a texel with its east and north; at a pole, those of longitude 0.
typedef struct place {
    double up[3], east[3], north[3];
} place;

static place find_place(const tr_output_rows *rows, int x) {
    place p;
    tr_patch_direction(&rows->patch, rows->patch.x + x, rows->patch.y, p.up);
    const double around = tr_hypot(p.up[0], p.up[2]), up = p.up[1];
    const double c = around > 0 ? p.up[0] / around : 1, s = around > 0 ? -p.up[2] / around : 0;
    const double east[3] = {-s, 0, -c}, north[3] = {-up * c, around, up * s};
    memcpy(p.east, east, sizeof east);
    memcpy(p.north, north, sizeof north);
    return p;
}

// The ground's normal in the planet's frame, and the direction up. If a mesh has the planet's shape, the normal
// is relative to the mesh (TR_BAND_NORMALS), rotated as if the mesh were a sphere, like the mesh's tangents
// (tr_surface_make_face).
static void find_normal(const tr_output_rows *rows, int x, double direction[3], double normal[3]) {
    const int source = rows->maps[TR_BAND_GROUND] ? TR_BAND_GROUND : TR_BAND_NORMALS;
    const float *ground = (const float *)rows->maps[source] + 3 * x;
    const place p = find_place(rows, x);
    for (int i = 0; i < 3; i++)
        normal[i] =
            (double)ground[0] * p.east[i] + (double)ground[1] * p.north[i] + (double)ground[2] * p.up[i];
    memcpy(direction, p.up, sizeof p.up);
}

static void make_object_normal(const tr_output_rows *rows, void *out) {
    for (int x = 0; x < rows->patch.width; x++) {
        double direction[3], normal[3];
        find_normal(rows, x, direction, normal);
        put_normal(rows, x, normal, out);
    }
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The axis along which a face's columns run, from the middle of its edge, which is 45 degrees away.
static void find_side(tr_patch face, double side[3]) {
    double middle[3];
    tr_patch_direction(&face, face.resolution * 0.5 - 0.5, face.resolution * 0.5 - 0.5, middle);
    tr_patch_direction(&face, face.resolution - 0.5, face.resolution * 0.5 - 0.5, side);
    for (int i = 0; i < 3; i++)
        side[i] = side[i] * sqrt(2) - middle[i];
}

// Transforms a vector to the frame of a face: along its columns, perpendicular to them, and up. It is the frame
// of a mesh with the face's u and v, orthonormalised as in MikkTSpace: the tangent is the direction of u
// without its component along the normal.
static void find_in_face(const tr_patch *face, const double side[3], const double direction[3],
                         const double vector[3], double in_face[3]) {
    double tangent[3], across[3];
    const double against = face->face < 6 ? 1 : -1; // on a mirrored face (tr_patch) rows run the other way
    const double along = dot(side, direction), length = sqrt(1 - along * along);
    for (int i = 0; i < 3; i++)
        tangent[i] = (side[i] - along * direction[i]) / length;
    for (int i = 0; i < 3; i++)
        across[i] =
            direction[(i + 1) % 3] * tangent[(i + 2) % 3] - direction[(i + 2) % 3] * tangent[(i + 1) % 3];
    in_face[0] = dot(vector, tangent), in_face[1] = against * dot(vector, across),
    in_face[2] = dot(vector, direction);
}

static void make_face_normal(const tr_output_rows *rows, void *out) {
    double side[3];
    find_side(rows->patch, side);
    for (int x = 0; x < rows->patch.width; x++) {
        double direction[3], normal[3], in_face[3];
        find_normal(rows, x, direction, normal);
        find_in_face(&rows->patch, side, direction, normal, in_face);
        in_face[1] *= rows->green;
        put_normal(rows, x, in_face, out);
    }
}

static void make_16bit_normal(const tr_output_rows *rows, void *out) {
    const float *normals = rows->maps[TR_BAND_NORMALS];
    for (int x = 0; x < rows->patch.width; x++, normals += 3) {
        const double normal[3] = {(double)normals[0], rows->green * (double)normals[1], (double)normals[2]};
        put_normal(rows, x, normal, out);
    }
}

// Inverts y: 255 - g is the code of -y.
static void make_dx_normal(const tr_output_rows *rows, void *out) {
    const uint8_t *normal = rows->maps[TR_MAP_NORMAL];
    uint8_t *texel = out;
    for (int x = 0; x < rows->patch.width; x++, normal += 3, texel += 3)
        texel[0] = normal[0], texel[1] = (uint8_t)(255 - normal[1]), texel[2] = normal[2];
}

// ---- wind ----------------------------------------------------------------------------------------

// The wind relative to the fastest one, in the planet's axes, limited to the range of a texel.
static void find_wind(const tr_output_rows *rows, int x, double wind[3]) {
    const float *speed = (const float *)rows->maps[TR_BAND_WIND] + 3 * x;
    for (int i = 0; i < 3; i++)
        wind[i] = (double)speed[i] / rows->ranges->fastest;
    const double length = sqrt(dot(wind, wind));
    for (int i = 0; i < 3 && length > 1; i++)
        wind[i] /= length;
}

static void make_wind(const tr_output_rows *rows, void *out) {
    for (int x = 0; x < rows->patch.width; x++) {
        const place p = find_place(rows, x);
        double wind[3];
        find_wind(rows, x, wind);
        const double components[3] = {dot(wind, p.east), dot(wind, p.north), 0};
        put_normal(rows, x, components, out);
    }
}

static void make_face_wind(const tr_output_rows *rows, void *out) {
    double side[3];
    find_side(rows->patch, side);
    for (int x = 0; x < rows->patch.width; x++) {
        double wind[3], components[3];
        find_wind(rows, x, wind);
        find_in_face(&rows->patch, side, find_place(rows, x).up, wind, components);
        components[2] = 0;
        put_normal(rows, x, components, out);
    }
}

// ---- biomes --------------------------------------------------------------------------------------

static void make_biomes(const tr_output_rows *rows, void *out) {
    const float *heights = rows->maps[TR_BAND_HEIGHTS];
    const uint8_t *water = rows->maps[TR_MAP_WATER];
    const float *climate = rows->maps[TR_BAND_CLIMATE];
    for (int x = 0; x < rows->patch.width; x++, climate += 5)
        ((uint8_t *)out)[x] =
            (uint8_t)tr_biome_of(rows->ranges->sea, heights[x], water ? &water[x] : NULL, climate);
}

// ---- clouds without alpha -----------------------------------------------------------------------

static void make_clouds_colour(const tr_output_rows *rows, void *out) {
    const uint8_t *clouds = rows->maps[TR_MAP_CLOUDS];
    uint8_t *texel = out;
    for (int x = 0; x < rows->patch.width; x++, clouds += 4, texel += 3)
        memcpy(texel, clouds, 3);
}

// ---- the table -----------------------------------------------------------------------------------

enum {
    of_heights = 1 << TR_BAND_HEIGHTS,
    of_normal = 1 << TR_MAP_NORMAL,
    of_orm = 1 << TR_MAP_ORM,
    of_normals = 1 << TR_BAND_NORMALS,
    of_ground = 1 << TR_BAND_GROUND,
    of_wind = 1 << TR_BAND_WIND,
    of_climate = 1 << TR_BAND_CLIMATE,
    of_clouds = 1 << TR_MAP_CLOUDS
};

static const tr_output_kind others[TR_EXPORT_OUTPUTS - TR_MAP_COUNT] = {
    {.format =
         {"rings",
          "strip of the rings from the inner to the outer edge, one row, sRGB and alpha, 8 bits a channel", 4,
          1, true}},
    {.format = {"mesh", "binary glTF with the maps as its material: displaced planets, or a sphere", 0, 0,
                false}},
    {.format = {"occlusion", "how much of the sky the ground leaves open: red of orm, linear, 8 bits", 1, 1,
                false},
     .maps = of_orm,
     .channel = 1},
    {.format = {"roughness", "green of orm, linear, 8 bits", 1, 1, false}, .maps = of_orm, .channel = 2},
    {.format = {"metal", "blue of orm, linear, 8 bits", 1, 1, false}, .maps = of_orm, .channel = 3},
    {.format = {"maskmap", "Unity's: metal, occlusion, 0, smoothness, linear, 8 bits a channel", 4, 1, false},
     .maps = of_orm,
     .make = make_maskmap},
    {.format = {"sea", "255 under the sea, 0 on land, linear, 8 bits", 1, 1, false},
     .maps = of_heights,
     .make = make_sea},
    {.format = {"depth", "depth of the sea, 0 m to that of the type's lowest height, linear, 16 bits", 1, 2,
                false},
     .maps = of_heights,
     .make = make_depth},
    {.format = {"normal_object",
                "normals in the planet's frame, red +X, green +Y, blue +Z, linear, 8 bits a channel", 3, 1,
                false},
     .maps = of_ground,
     .make = make_object_normal},
    {.format = {"normal_dx", "normals with green to the south (-Y, DirectX), linear, 8 bits a channel", 3, 1,
                false},
     .maps = of_normal,
     .make = make_dx_normal},
    {.format = {"clouds_colour", "colour of the clouds without their alpha, sRGB, 8 bits a channel", 3, 1,
                true},
     .maps = of_clouds,
     .make = make_clouds_colour},
    {.format = {"clouds_alpha", "alpha of the clouds, linear, 8 bits", 1, 1, false},
     .maps = of_clouds,
     .channel = 4},
    {.format = {"wind",
                "how fast air flows, for clouds that move: red to the east, green to the north, linear, 8 bits "
                "a channel",
                3, 1, false},
     .maps = of_wind,
     .make = make_wind},
    {.format = {"biome", "numbers of biomes, named by the manifest; not to be interpolated, linear, 8 bits", 1,
                1, false},
     .maps = of_heights | of_climate,
     .make = make_biomes},
    {.format = {"air", "shells that glow round the limb, in the GLB of --target gltf; only if it is asked for",
                0, 0, false}},
};

const tr_map_format *tr_export_output_format(int output) {
    return output < TR_MAP_COUNT ? tr_map_get_format((tr_map)output) : &others[output - TR_MAP_COUNT].format;
}

unsigned tr_export_output_maps(int output) {
    const unsigned maps = output < TR_MAP_COUNT ? 1u << output : others[output - TR_MAP_COUNT].maps;
    return (maps & (of_ground | of_normals) ? of_normal : 0) | (maps & of_heights ? 1u << TR_MAP_HEIGHT : 0) |
           (maps & ((1u << TR_MAP_COUNT) - 1));
}

void tr_output_row(const tr_output_ranges *ranges, int output, const tr_output_kind *kind, const tr_band *row,
                   void *out) {
    tr_output_rows rows = {.ranges = ranges,
                           .patch = row->patch,
                           .bytes = kind->format.bytes,
                           .green = output == TR_EXPORT_NORMAL_DX ? -1 : 1};
    const int map = __builtin_ctz(kind->maps);
    const uint8_t *texels = row->texels[map];
    const size_t bytes = tr_band_texel_bytes(map);
    for (int i = 0; i < TR_BAND_SOURCES; i++)
        rows.maps[i] = kind->maps & 1u << i ? row->texels[i] : NULL;
    if (kind->make)
        kind->make(&rows, out);
    else if (kind->channel == 0)
        memcpy(out, texels, (size_t)row->patch.width * bytes);
    for (int x = 0; x < row->patch.width && kind->channel > 0; x++)
        ((uint8_t *)out)[x] = texels[(size_t)x * bytes + (size_t)kind->channel - 1];
}

tr_output_kind tr_export_get_output(const tr_export_job *job, int output) {
    tr_output_kind of = output < TR_MAP_COUNT ? (tr_output_kind){.format = *tr_map_get_format((tr_map)output),
                                                                 .maps = 1u << output}
                                              : others[output - TR_MAP_COUNT];
    const bool down = output == TR_EXPORT_NORMAL_DX, tangent = output == TR_MAP_NORMAL || down;
    if (job->normal_bits == 16 && (tangent || output == TR_EXPORT_NORMAL_OBJECT || output == TR_EXPORT_WIND))
        of.format.bytes = 2;
    const tr_target_file *file = tr_target_get_file(job->target, output);
    if (output == TR_MAP_HEIGHT && file && file->format == TR_FORMAT_JPG)
        of.format.bytes = 1, of.make = make_coarse_height;
    else if (output == TR_MAP_HEIGHT && job->flat_sea)
        of.make = make_flat_height;
    if (output == TR_EXPORT_BIOME)
        of.maps |= tr_recipe_maps(job->recipe) & 1u << TR_MAP_WATER;
    if (output == TR_EXPORT_WIND && tr_layout_is_cube(job->layout))
        of.make = make_face_wind;
    if (tangent && tr_layout_is_cube(job->layout))
        // Relative to the mesh of the set, or one that a program makes; otherwise relative to a sphere, as for
        // all cube maps.
        of.maps = job->recipe->mesh_columns > 0 &&
                          (tr_export_mesh_has_faces(job) || tr_target_border(job->target, job->layout))
                      ? of_normals
                      : of_ground,
        of.make = make_face_normal;
    else if (tangent && job->normal_bits == 16)
        of.maps = of_normals, of.make = make_16bit_normal;
    return of;
}
