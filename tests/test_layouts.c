// Cube faces in files: one file per face, and all faces in one image.
// ctest: COST 10
#include "export/target.h"
#include "texture_sets.h"

#include <jansson.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_SIMD
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

enum { size = 48, cells = 12 };

// Bakes a map of a face.
static void *bake_face(const struct set *set, tr_map map, int face) {
    void *texels[TR_MAP_COUNT] = {NULL};
    texels[map] = malloc((size_t)size * size * tr_map_texel_bytes(map));
    const tr_patch patch = {TR_CUBE, face, size, 0, 0, size, size};
    assert_int_equal(tr_surface_bake_patch(set->surface, set->pool, NULL, patch, texels, NULL, NULL), TR_OK);
    return texels[map];
}

struct picture {
    int width, height;
    uint8_t *texels; // rgb
};

static struct picture read_picture(const char *directory, const char *name) {
    char path[1024];
    int channels;
    struct picture p;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    p.texels = stbi_load(path, &p.width, &p.height, &channels, 3);
    assert_non_null(p.texels);
    return p;
}

static void assert_face(const struct picture *p, int x, int y, const uint8_t *texels) {
    assert_true(x >= 0 && y >= 0 && x + size <= p->width && y + size <= p->height);
    for (int row = 0; row < size; row++)
        assert_memory_equal(p->texels + 3 * ((y + row) * p->width + x), texels + 3 * row * size, 3 * size);
}

// Asserts that the axis `name` points along (x, y) in texels of the face.
static void assert_axis(const char *name, const tr_patch *face, double x, double y) {
    double middle[3], there[3];
    const double half = 0.5 * (size - 1);
    const int axis = name[1] - 'X';
    tr_patch_direction(face, half, half, middle);
    tr_patch_direction(face, half + x, half + y, there);
    assert_true((there[axis] - (x == 0 && y == 0 ? 0 : middle[axis])) * (name[0] == '+' ? 1 : -1) > 0.05);
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    return text;
}

static json_t *read_manifest(const struct set *set) {
    json_t *manifest = json_load_file(set->result.paths[set->result.count - 1], 0, NULL);
    assert_non_null(manifest);
    assert_string_equal(text_of(manifest, "projection"), "cube");
    assert_null(json_object_get(json_object_get(manifest, "frame"), "u"));
    return manifest;
}

static void begin_cube(struct set *set, const char *directory, tr_layout layout, unsigned maps) {
    begin_set(set, directory, 3);
    set->job.layout = layout;
    set->job.width = size;
    set->job.maps = maps;
}

static int face_named(const char *name) { return 2 * (name[1] - 'X') + (name[0] == '-'); }

static void test_files_of_faces(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_cube(&set, folder->path, TR_LAYOUT_CUBE, 1 << TR_MAP_ALBEDO | 1 << TR_MAP_HEIGHT);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.count, 13);
    assert_int_equal(count_entries(folder->path), 13);
    json_t *manifest = read_manifest(&set);
    const json_t *cube = json_object_get(manifest, "cube"),
                 *files =
                     json_object_get(json_object_get(json_object_get(manifest, "maps"), "albedo"), "files");
    static const char *const names[] = {"test-7_albedo_px.png", "test-7_albedo_nx.png", "test-7_albedo_py.png",
                                        "test-7_albedo_ny.png", "test-7_albedo_pz.png", "test-7_albedo_nz.png"};
    assert_string_equal(text_of(cube, "layout"), "cube");
    assert_int_equal(json_array_size(files), 6);
    for (int f = 0; f < 6; f++) {
        uint8_t *texels = bake_face(&set, TR_MAP_ALBEDO, f);
        struct picture p = read_picture(folder->path, names[f]);
        const json_t *told = json_array_get(json_object_get(cube, "faces"), (size_t)f);
        const tr_patch patch = {TR_CUBE, f, size, 0, 0, size, size};
        assert_int_equal(p.width, size);
        assert_face(&p, 0, 0, texels);
        assert_string_equal(text_of(json_array_get(files, (size_t)f), "file"), names[f]);
        assert_int_equal(face_named(text_of(told, "face")), f);
        assert_null(json_object_get(told, "x"));
        assert_axis(text_of(told, "face"), &patch, 0, 0);
        assert_axis(text_of(told, "right"), &patch, 12, 0);
        assert_axis(text_of(told, "down"), &patch, 0, 12);
        stbi_image_free(p.texels);
        free(texels);
    }
    json_decref(manifest);
    end_set(&set);
}

// A map too wide for a target is split into squares numbered by UDIM.
static void test_squares_of_a_map(void **state) {
    struct folder *folder = *state;
    enum { across = 4, side = 64, width = across * side };
    tr_target target = *tr_target_find("unreal");
    struct set set;
    begin_set(&set, folder->path, 3);
    target.widest = side;
    set.job.target = &target;
    set.job.width = width;
    set.job.maps = 1 << TR_MAP_ALBEDO | 1 << TR_EXPORT_NORMAL_DX | 1 << TR_EXPORT_MESH;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.count, 8 + 8 + 1 + 1);
    assert_int_equal(count_entries(folder->path), 18);
    uint8_t *texels[] = {bake_map(&set, TR_MAP_ALBEDO, width), bake_map(&set, TR_MAP_NORMAL, width)};
    for (int i = 0; i < width * width / 2; i++)
        texels[1][3 * i + 1] = (uint8_t)(255 - texels[1][3 * i + 1]);
    json_t *manifest = json_load_file(set.result.paths[set.result.count - 1], 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(manifest, "width")), width);
    for (int k = 0; k < 16; k++) {
        static const char *const maps[] = {"albedo", "normal_dx"}, *const suffixes[] = {"albedo", "normal"};
        const int of = k / 8, column = k % across, from_south = k % 8 / across,
                  udim = 1001 + column + 10 * from_south;
        const json_t *map = json_object_get(json_object_get(manifest, "maps"), maps[of]);
        const json_t *file = json_array_get(json_object_get(map, "files"), (size_t)k % 8);
        char name[64];
        snprintf(name, sizeof name, "test-7_%s_%d.png", suffixes[of], udim);
        assert_string_equal(text_of(file, "file"), name);
        assert_int_equal(json_integer_value(json_object_get(file, "udim")), udim);
        assert_int_equal(json_integer_value(json_object_get(map, "width")), side);
        assert_int_equal(json_integer_value(json_object_get(map, "height")), side);
        struct picture p = read_picture(folder->path, name);
        assert_true(p.width == side && p.height == side);
        for (int y = 0; y < side; y++)
            assert_memory_equal(p.texels + 3 * y * side,
                                texels[of] + 3 * (((1 - from_south) * side + y) * width + column * side),
                                3 * side);
        stbi_image_free(p.texels);
    }
    free(texels[0]);
    free(texels[1]);
    json_decref(manifest);
    end_set(&set);
}

static void test_squares_that_cannot_be(void **state) {
    struct folder *folder = *state;
    struct set set;
    tr_target target = *tr_target_find("unreal");
    const struct {
        int width, files;
    } sizes[] = {{64, 2}, {66, 3}, {128, 3}, {130, 0}, {132, 9}, {256, 9}, {258, 0}, {512, 0}};
    begin_set(&set, folder->path, 2);
    target.widest = 64;
    set.job.target = &target;
    set.job.maps = 1 << TR_MAP_ALBEDO;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        set.job.width = sizes[i].width;
        assert_int_equal(export_set(&set, NULL), sizes[i].files ? TR_OK : TR_BAD_USAGE);
        assert_int_equal(set.result.count, sizes[i].files);
        assert_int_equal(strlen(set.error.message) > 0, !sizes[i].files);
    }
    end_set(&set);
}

// The range of heights covers all squares.
static void test_heights_fit_all_squares(void **state) {
    struct folder *folder = *state;
    struct set set;
    tr_target target = *tr_target_find("unreal");
    double low[2], high[2];
    target.widest = 64;
    begin_set(&set, folder->path, 2);
    set.job.width = 256;
    set.job.maps = 1 << TR_MAP_HEIGHT;
    set.job.height_range = TR_HEIGHT_RANGE_PLANET;
    for (int cut = 0; cut < 2; cut++) {
        set.job.target = cut ? &target : NULL;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        json_t *manifest = json_load_file(set.result.paths[set.result.count - 1], 0, NULL);
        low[cut] = json_number_value(json_object_get(manifest, "height_min_m"));
        high[cut] = json_number_value(json_object_get(manifest, "height_max_m"));
        json_decref(manifest);
    }
    assert_true(low[0] < high[0] && low[0] == low[1] && high[0] == high[1]);
    end_set(&set);
}

static void test_all_faces_in_one(void **state) {
    struct folder *folder = *state;
    static const struct {
        tr_layout layout;
        int columns, rows;
    } layouts[] = {{TR_LAYOUT_CUBE_ROW, 6, 1}, {TR_LAYOUT_CUBE_COLUMN, 1, 6}, {TR_LAYOUT_CUBE_CROSS, 4, 3}};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct set set;
        bool filled[cells] = {false};
        begin_cube(&set, folder->path, layouts[i].layout, 1 << TR_MAP_ALBEDO | 1 << TR_MAP_CLOUDS);
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_int_equal(set.result.count, 3);
        struct picture p = read_picture(folder->path, "test-7_albedo.png");
        assert_int_equal(p.width, layouts[i].columns * size);
        assert_int_equal(p.height, layouts[i].rows * size);
        json_t *manifest = read_manifest(&set);
        const json_t *faces = json_object_get(json_object_get(manifest, "cube"), "faces");
        assert_int_equal(json_array_size(faces), 6);
        for (size_t k = 0; k < 6; k++) {
            const json_t *told = json_array_get(faces, k);
            const int x = (int)json_integer_value(json_object_get(told, "x")),
                      y = (int)json_integer_value(json_object_get(told, "y"));
            uint8_t *texels = bake_face(&set, TR_MAP_ALBEDO, face_named(text_of(told, "face")));
            assert_face(&p, x, y, texels);
            filled[y / size * layouts[i].columns + x / size] = true;
            free(texels);
        }
        for (int cell = 0; cell < layouts[i].columns * layouts[i].rows; cell++) {
            const int x = cell % layouts[i].columns * size, y = cell / layouts[i].columns * size;
            for (int row = 0; row < size && !filled[cell]; row++)
                for (int c = 0; c < 3 * size; c++)
                    assert_int_equal(p.texels[3 * ((y + row) * p.width + x) + c], 0);
        }
        stbi_image_free(p.texels);
        json_decref(manifest);
        end_set(&set);
    }
    assert_int_equal(count_entries(folder->path), 3); // each set replaced the previous one
}

// Faces of a cross meet as on the planet: neighbours across an edge differ no more than within a face.
static void test_cross_unfolds(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_cube(&set, folder->path, TR_LAYOUT_CUBE_CROSS, 1 << TR_MAP_ALBEDO);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    struct picture p = read_picture(folder->path, "test-7_albedo.png");
    static const int edges[5][3] = {{1, 1, 0}, {2, 1, 0}, {3, 1, 0}, {1, 1, 1}, {1, 2, 1}}; // cell; top edge?
    int within = 0; // of size rows and size columns of a face
    for (int row = 0; row < size; row++)
        for (int x = 1; x < size; x++) {
            const uint8_t *texel = p.texels + 3 * ((size + row) * p.width + x);
            within += abs(texel[0] - texel[-3]);
        }
    for (int e = 0; e < 5; e++) {
        int across = 0;
        for (int k = 0; k < size; k++) {
            const bool top = edges[e][2];
            const int x = edges[e][0] * size + (top ? k : 0), y = edges[e][1] * size + (top ? 0 : k);
            const uint8_t *here = p.texels + 3 * (y * p.width + x);
            across += abs(here[0] - *(here - (top ? 3 * p.width : 3)));
        }
        assert_in_range(across, 0, 2 * within / (size - 1));
    }
    stbi_image_free(p.texels);
    end_set(&set);
}

static void test_heights_fit_all_faces(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_cube(&set, folder->path, TR_LAYOUT_CUBE_CROSS, 1 << TR_MAP_HEIGHT);
    set.job.height_range = TR_HEIGHT_RANGE_PLANET;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint16_t low = 65535, high = 0;
    for (int f = 0; f < 6; f++) {
        uint16_t *heights = bake_face(&set, TR_MAP_HEIGHT, f);
        for (int i = 0; i < size * size; i++) {
            low = heights[i] < low ? heights[i] : low;
            high = heights[i] > high ? heights[i] : high;
        }
        free(heights);
    }
    json_t *manifest = read_manifest(&set);
    assert_true(fabs(json_number_value(json_object_get(manifest, "height_min_m")) -
                     (low * 8000.0 / 65535 - 4000)) < 1.1);
    assert_true(fabs(json_number_value(json_object_get(manifest, "height_max_m")) -
                     (high * 8000.0 / 65535 - 4000)) < 1.1);
    json_decref(manifest);
    end_set(&set);
}

// ---- normals -------------------------------------------------------------------------------------

struct normals {
    int width, height;
    uint16_t *texels; // rgb
};

static struct normals read_normals(const char *directory, const char *name) {
    char path[1024];
    int channels;
    struct normals p;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    p.texels = stbi_load_16(path, &p.width, &p.height, &channels, 3);
    assert_non_null(p.texels);
    return p;
}

static void decode(const struct normals *p, int index, double normal[3]) {
    for (int c = 0; c < 3; c++)
        normal[c] = p->texels[3 * index + c] / 32767.5 - 1;
}

// They equal the 8-bit map with more precision.
static void test_16bit_normals(void **state) {
    struct folder *folder = *state;
    struct set set;
    enum { width = 128 };
    begin_set(&set, folder->path, 2);
    set.job.width = width;
    set.job.maps = 1u << TR_MAP_NORMAL | 1u << TR_EXPORT_NORMAL_DX;
    set.job.normal_bits = 16;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    struct normals up = read_normals(folder->path, "test-7_normal.png"),
                   down = read_normals(folder->path, "test-7_normal_dx.png");
    uint8_t *coarse = bake_map(&set, TR_MAP_NORMAL, width);
    int between = 0; // values between 8-bit codes
    for (int i = 0; i < 3 * width * width / 2; i++) {
        const double code = up.texels[i] / 257.0;
        if (fabs(code - coarse[i]) > 0.51)
            fail_msg("%g is not %d", code, coarse[i]);
        between += fabs(code - coarse[i]) > 0.1;
        assert_int_equal(down.texels[i], i % 3 == 1 ? 65535 - up.texels[i] : up.texels[i]);
    }
    assert_true(between > width * width / 4);
    free(coarse);
    stbi_image_free(up.texels), stbi_image_free(down.texels);
    end_set(&set);
}

// Normals of faces equal those in the planet's frame, expressed in the frame of the face, whose u axis
// follows its columns.
static void test_normals_of_faces(void **state) {
    struct folder *folder = *state;
    static const char *const letters[6] = {"px", "nx", "py", "ny", "pz", "nz"};
    struct set set;
    begin_cube(&set, folder->path, TR_LAYOUT_CUBE,
               1u << TR_MAP_NORMAL | 1u << TR_EXPORT_NORMAL_OBJECT | 1u << TR_EXPORT_NORMAL_DX);
    set.job.normal_bits = 16;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    for (int f = 0; f < 6; f++) {
        char name[3][64];
        static const char *const parts[] = {"normal", "normal_object", "normal_dx"};
        for (int i = 0; i < 3; i++)
            snprintf(name[i], sizeof name[i], "test-7_%s_%s.png", parts[i], letters[f]);
        struct normals face = read_normals(folder->path, name[0]), object = read_normals(folder->path, name[1]),
                       down = read_normals(folder->path, name[2]);
        const tr_patch patch = {TR_CUBE, f, size, 0, 0, size, size};
        for (int i = 0; i < size * size; i++) {
            double up[3], right[3], seen[3], frame[3], u[3], along = 0, length = 0, v = 0;
            tr_patch_direction(&patch, i % size, i / size, up);
            tr_patch_direction(&patch, i % size + 0.01, i / size, right);
            decode(&face, i, seen);
            decode(&object, i, frame);
            for (int c = 0; c < 3; c++)
                along += (right[c] - up[c]) * up[c];
            for (int c = 0; c < 3; c++)
                u[c] = right[c] - up[c] - along * up[c], length += u[c] * u[c];
            for (int c = 0; c < 3; c++)
                u[c] /= sqrt(length);
            for (int c = 0; c < 3; c++)
                v += frame[c] * (up[(c + 1) % 3] * u[(c + 2) % 3] - up[(c + 2) % 3] * u[(c + 1) % 3]);
            const double parts_seen[3] = {frame[0] * u[0] + frame[1] * u[1] + frame[2] * u[2], v,
                                          frame[0] * up[0] + frame[1] * up[1] + frame[2] * up[2]};
            for (int c = 0; c < 3; c++)
                if (fabs(parts_seen[c] - seen[c]) > 1e-4)
                    fail_msg("face %d, texel %d: %g is not %g", f, i, seen[c], parts_seen[c]);
            assert_int_equal(down.texels[3 * i + 1], 65535 - face.texels[3 * i + 1]);
        }
        stbi_image_free(face.texels), stbi_image_free(object.texels), stbi_image_free(down.texels);
    }
    end_set(&set);
}

// On a non-spherical planet, normals in the planet's frame are perpendicular to the ground, and normals
// relative to the mesh equal those of the map.
static void look_at_a_rock(const struct folder *folder, double relief) {
    enum { width = 256, height = width / 2 };
    struct set set;
    begin_set(&set, folder->path, 2);
    set.recipe->mesh_columns = 64;
    set.recipe->slope_exaggeration = relief;
    set.recipe->radius_km = 40;
    set.recipe->clouds.cover.count = set.recipe->clouds.colour.count = 0; // a mesh cannot have clouds
    tr_surface_destroy(set.surface);
    assert_int_equal(tr_surface_create(set.recipe, TR_ISA_BASELINE, NULL, NULL, &set.surface, NULL), TR_OK);
    set.job.width = width;
    set.job.maps = 1u << TR_MAP_NORMAL | 1u << TR_EXPORT_NORMAL_OBJECT;
    set.job.normal_bits = 16;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    struct normals mesh = read_normals(folder->path, "test-7_normal.png"),
                   object = read_normals(folder->path, "test-7_normal_object.png");
    uint8_t *coarse = bake_map(&set, TR_MAP_NORMAL, width);
    uint16_t *heights = bake_map(&set, TR_MAP_HEIGHT, width);
    double off = 0, ball = 0; // sums of cosines
    for (int y = height / 4; y < height * 3 / 4; y++)
        for (int x = 1; x < width - 1; x++) {
            const int i = y * width + x, beside[4] = {i - 1, i + 1, i - width, i + width};
            double normal[3], point[4][3], middle[3], across[2] = {0}, up[2] = {0};
            for (int k = 0; k < 4; k++) {
                const tr_patch map = {.resolution = width};
                tr_patch_direction(&map, beside[k] % width, beside[k] / width, point[k]);
                for (int c = 0; c < 3; c++)
                    point[k][c] *= 40000 + heights[beside[k]] / 65535.0 * 8000 - 4000;
            }
            decode(&object, i, normal);
            const tr_patch map = {.resolution = width};
            tr_patch_direction(&map, x, y, middle);
            for (int pair = 0; pair < 2; pair++) {
                double length = 0;
                for (int c = 0; c < 3; c++) {
                    const double step = point[2 * pair + 1][c] - point[2 * pair][c];
                    across[pair] += step * normal[c], up[pair] += step * middle[c], length += step * step;
                }
                off += fabs(across[pair]) / sqrt(length);
                ball += fabs(up[pair]) / sqrt(length);
            }
            for (int c = 0; c < 3; c++)
                assert_true(fabs(mesh.texels[3 * i + c] / 257.0 - coarse[3 * i + c]) <= 0.51);
        }
    if (relief == 1 && off > 0.03 * ball)
        fail_msg("the ground and its normals differ from a right angle by %g, the normals of a sphere by %g",
                 off, ball);
    free(coarse), free(heights);
    stbi_image_free(mesh.texels), stbi_image_free(object.texels);
    end_set(&set);
}

static void test_normals_of_a_rock(void **state) {
    look_at_a_rock(*state, 1);
    look_at_a_rock(*state, 5);
}

static void test_what_a_cube_cannot_be(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_cube(&set, folder->path, TR_LAYOUT_CUBE, 1 << TR_MAP_ALBEDO);
    set.job.width = 15;
    assert_int_equal(export_set(&set, NULL), TR_BAD_INPUT);
    set.job.width = size;
    set.job.target = tr_target_find("gis");
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    assert_non_null(strstr(set.error.message, "equirect"));
    assert_int_equal(count_entries(folder->path), 0);
    end_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_files_of_faces),          FOLDER_TEST(test_all_faces_in_one),
        FOLDER_TEST(test_cross_unfolds),           FOLDER_TEST(test_heights_fit_all_faces),
        FOLDER_TEST(test_16bit_normals),           FOLDER_TEST(test_normals_of_faces),
        FOLDER_TEST(test_normals_of_a_rock),       FOLDER_TEST(test_what_a_cube_cannot_be),
        FOLDER_TEST(test_squares_of_a_map),        FOLDER_TEST(test_squares_that_cannot_be),
        FOLDER_TEST(test_heights_fit_all_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
