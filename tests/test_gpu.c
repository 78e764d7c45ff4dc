// Texture sets for GPUs: the files hold the baked texels and their mip levels.
// ctest: COST 10
#include "decode_blocks.h"
#include "export/private/outputs.h"
#include "export/target.h"
#include "texture_sets.h"

#include <jansson.h>
#include <math.h>

enum { size = 64 };

static void begin_gpu(struct set *set, const char *directory, tr_file_format format, tr_layout layout,
                      unsigned maps) {
    begin_set(set, directory, 2);
    set->job.layout = layout;
    set->job.width = layout == TR_LAYOUT_EQUIRECT ? 2 * size : size;
    set->job.maps = maps;
    set->job.format = format;
}

static void *bake(const struct set *set, tr_map map, tr_patch patch) {
    void *texels[TR_MAP_COUNT] = {NULL};
    texels[map] = malloc((size_t)patch.width * (size_t)patch.height * tr_map_texel_bytes(map));
    assert_int_equal(tr_surface_bake_patch(set->surface, set->pool, NULL, patch, texels, NULL, NULL), TR_OK);
    return texels[map];
}

// A level of an uncompressed KTX2 file.
static const uint8_t *ktx2_level(const uint8_t *file, int level) {
    assert_memory_equal(file + 1, "KTX 20", 6);
    assert_int_equal(number_at(file, 44, 4), 0);
    assert_true(level < (int)number_at(file, 40, 4));
    return file + number_at(file, 80 + 24 * (size_t)level, 8);
}

static void test_a_cube_is_one_file(void **state) {
    struct folder *folder = *state;
    struct set set;
    size_t bytes;
    begin_gpu(&set, folder->path, TR_FORMAT_KTX2, TR_LAYOUT_CUBE, 1 << TR_MAP_ALBEDO | 1 << TR_MAP_HEIGHT);
    set.job.blocks = TR_BLOCKS_NONE;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.count, 3);
    uint8_t *albedo = read_file(at(folder, "test-7_albedo.ktx2"), &bytes),
            *height = read_file(at(folder, "test-7_height.ktx2"), &bytes);
    assert_int_equal(number_at(albedo, 36, 4), 6);
    assert_int_equal(number_at(albedo, 40, 4), 7);
    assert_non_null(memmem(albedo, 80000, "terrella", 8)); // the recipe
    for (int f = 0; f < 6; f++) {
        const tr_patch patch = {TR_CUBE, f, size, 0, 0, size, size};
        uint8_t *colours = bake(&set, TR_MAP_ALBEDO, patch);
        uint16_t *heights = bake(&set, TR_MAP_HEIGHT, patch);
        const uint8_t *face = ktx2_level(albedo, 0) + f * 4 * size * size;
        for (int i = 0; i < size * size; i++)
            assert_memory_equal(face + 4 * i, colours + 3 * i, 3);
        assert_memory_equal(ktx2_level(height, 0) + f * 2 * size * size, heights, 2 * size * size);
        free(colours), free(heights);
    }
    json_t *manifest = json_load_file(set.result.paths[2], 0, NULL);
    const json_t *told = json_object_get(json_object_get(manifest, "maps"), "albedo");
    assert_string_equal(json_string_value(json_object_get(told, "file")), "test-7_albedo.ktx2");
    assert_string_equal(json_string_value(json_object_get(told, "encoding")), "RGBA8");
    assert_int_equal(json_integer_value(json_object_get(told, "levels")), 7);
    assert_int_equal(json_integer_value(json_object_get(told, "height")), size);
    json_decref(manifest);
    free(albedo), free(height);
    end_set(&set);
}

// The root mean square error of compressed blocks against the baked texels, in codes.
static double error_of(tr_texture_format format, const uint8_t *blocks, const uint8_t *texels, int channels,
                       int compared, int width, int height) {
    uint8_t *rgba = malloc(4 * (size_t)width * (size_t)height);
    double sum = 0;
    assert_true(decode_blocks(format, blocks, width, height, rgba));
    for (int i = 0; i < width * height; i++)
        for (int c = 0; c < compared; c++)
            sum += pow(rgba[4 * i + c] - texels[channels * i + c], 2);
    free(rgba);
    return sqrt(sum / (width * height * compared));
}

static void test_blocks_of_maps(void **state) {
    struct folder *folder = *state;
    static const struct {
        tr_blocks blocks;
        tr_texture_format albedo, clouds;
        int dxgi[3]; // of albedo, clouds and normals
        double most;
    } kinds[] = {{TR_BLOCKS_BC7, TR_TEXTURE_BC7, TR_TEXTURE_BC7, {99, 99, 83}, 1.5},
                 {TR_BLOCKS_BC1, TR_TEXTURE_BC1, TR_TEXTURE_BC3, {72, 78, 83}, 4}};
    for (int k = 0; k < 2; k++) {
        struct set set;
        size_t bytes;
        const tr_map maps[3] = {TR_MAP_ALBEDO, TR_MAP_CLOUDS, TR_MAP_NORMAL};
        const tr_texture_format formats[3] = {kinds[k].albedo, kinds[k].clouds, TR_TEXTURE_BC5};
        const char *const names[3] = {"test-7_albedo.dds", "test-7_clouds.dds", "test-7_normal.dds"};
        const int compared[3] = {3, 4, 2};
        begin_gpu(&set, folder->path, TR_FORMAT_DDS, TR_LAYOUT_EQUIRECT,
                  1 << TR_MAP_ALBEDO | 1 << TR_MAP_CLOUDS | 1 << TR_MAP_NORMAL);
        set.job.blocks = kinds[k].blocks;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        for (int m = 0; m < 3; m++) {
            uint8_t *texels = bake(&set, maps[m], tr_whole_map(2 * size)),
                    *file = read_file(at(folder, names[m]), &bytes);
            assert_memory_equal(file, "DDS ", 4);
            assert_memory_equal(file + 84, "DX10", 4);
            assert_int_equal(number_at(file, 28, 4), 8); // levels
            assert_int_equal(number_at(file, 128, 4), kinds[k].dxgi[m]);
            const double error = error_of(formats[m], file + 148, texels, tr_map_get_format(maps[m])->channels,
                                          compared[m], 2 * size, size);
            if (error > kinds[k].most)
                fail_msg("%s: %g", names[m], error);
            free(texels), free(file);
        }
        end_set(&set);
    }
}

// Roughness and the maps derived from it are higher on levels where normals vary; smoothness is lower.
static void test_roughness_of_levels(void **state) {
    struct folder *folder = *state;
    struct set set;
    size_t bytes;
    begin_gpu(&set, folder->path, TR_FORMAT_KTX2, TR_LAYOUT_EQUIRECT,
              1u << TR_MAP_ORM | 1u << TR_EXPORT_MASKMAP | 1u << TR_EXPORT_ROUGHNESS);
    set.job.blocks = TR_BLOCKS_NONE;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint8_t *orm = read_file(at(folder, "test-7_orm.ktx2"), &bytes),
            *mask = read_file(at(folder, "test-7_maskmap.ktx2"), &bytes),
            *rough = read_file(at(folder, "test-7_roughness.ktx2"), &bytes);
    double before = 0, after = 0;
    for (int level = 0; level < 4; level++) {
        const int texels = (2 * size >> level) * (size >> level);
        double sum = 0;
        for (int i = 0; i < texels; i++) {
            const int code = ktx2_level(orm, level)[4 * i + 1];
            sum += code;
            assert_int_equal(ktx2_level(mask, level)[4 * i + 3], 255 - code);
            assert_int_equal(ktx2_level(rough, level)[i], code);
        }
        *(level ? &after : &before) = sum / texels;
    }
    assert_true(after > before + 2);
    set.job.no_mips = true;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint8_t *alone = read_file(at(folder, "test-7_orm.ktx2"), &bytes);
    assert_int_equal(number_at(alone, 40, 4), 1);
    assert_memory_equal(ktx2_level(alone, 0), ktx2_level(orm, 0), 4 * 2 * size * size);
    free(orm), free(mask), free(rough), free(alone);
    end_set(&set);
}

// A texture of Unreal's cube, sampled with a direction in its axes, gives the texel of the planet's
// direction.
static void test_cube_of_unreal(void **state) {
    struct folder *folder = *state;
    struct set set;
    size_t bytes;
    begin_gpu(&set, folder->path, TR_FORMAT_PNG, TR_LAYOUT_CUBE,
              1u << TR_MAP_ALBEDO | 1u << TR_EXPORT_NORMAL_DX);
    set.job.target = tr_target_find("unreal");
    set.job.blocks = TR_BLOCKS_NONE;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.count, 3);
    uint8_t *file = read_file(at(folder, "test-7_albedo.dds"), &bytes);
    assert_int_equal(number_at(file, 128, 4), 29); // R8G8B8A8_UNORM_SRGB
    size_t face_bytes = 0;
    for (int level = 0; level < 7; level++)
        face_bytes += 4 * (size_t)(size >> level) * (size_t)(size >> level);
    assert_int_equal(bytes, 148 + 6 * face_bytes);
    double most = 0;
    for (int f = 0; f < 6; f++)
        for (int i = 0; i < size * size; i++) {
            const tr_patch theirs = {TR_CUBE, f, size, 0, 0, size, size};
            double d[3];
            tr_patch_direction(&theirs, i % size, i / size, d);
            const double ours[3] = {d[0], d[2], d[1]};
            // the texel of Terrella's own cube in that direction
            int face = 0, x = 0, y = 0;
            for (int g = 0; g < 6; g++) {
                const tr_patch patch = {TR_CUBE, g, size, 0, 0, size, size};
                double middle[3], right[3], down[3];
                tr_patch_direction(&patch, 0.5 * size - 0.5, 0.5 * size - 0.5, middle);
                tr_patch_direction(&patch, size - 0.5, 0.5 * size - 0.5, right);
                tr_patch_direction(&patch, 0.5 * size - 0.5, size - 0.5, down);
                double a = 0, b = 0, along = 0;
                for (int c = 0; c < 3; c++)
                    along += ours[c] * middle[c], a += ours[c] * (right[c] * sqrt(2) - middle[c]),
                        b += ours[c] * (down[c] * sqrt(2) - middle[c]);
                if (along > fabs(a) && along > fabs(b))
                    face = g, x = (int)floor((a / along + 1) / 2 * size),
                    y = (int)floor((b / along + 1) / 2 * size);
            }
            static uint8_t *faces[6];
            if (!faces[face])
                faces[face] = bake(&set, TR_MAP_ALBEDO, (tr_patch){TR_CUBE, face, size, 0, 0, size, size});
            for (int c = 0; c < 3; c++)
                most = fmax(most, abs(file[148 + (size_t)f * face_bytes + (size_t)(4 * i + c)] -
                                      faces[face][3 * (y * size + x) + c]));
            if (f == 5 && i == size * size - 1)
                for (int g = 0; g < 6; g++)
                    free(faces[g]);
        }
    assert_true(most <= 1); // directions are rounded to float in another order
    free(file);
    end_set(&set);
}

static void test_what_files_for_gpus_cannot_be(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_gpu(&set, folder->path, TR_FORMAT_KTX2, TR_LAYOUT_CUBE_ROW, 1 << TR_MAP_ALBEDO);
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    assert_non_null(strstr(set.error.message, "projection is cube"));
    set.job.layout = TR_LAYOUT_TILES; // each tile file has one level
    set.job.tiles.size = 256;
    set.job.width = 1024;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    size_t bytes;
    uint8_t *file = read_file(at(folder, "test-7/albedo/neg_y/0/0_0.ktx2"), &bytes);
    assert_int_equal(number_at(file, 40, 4), 1);
    free(file);
    set.job.layout = TR_LAYOUT_EQUIRECT;
    set.job.width = 128;
    set.job.maps = 1 << TR_MAP_NORMAL;
    set.job.normal_bits = 16; // no GPU format has three 16-bit channels
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_string_equal(set.result.paths[0], at(folder, "test-7_normal.png"));
    end_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_a_cube_is_one_file),
        FOLDER_TEST(test_blocks_of_maps),
        FOLDER_TEST(test_roughness_of_levels),
        FOLDER_TEST(test_cube_of_unreal),
        FOLDER_TEST(test_what_files_for_gpus_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
