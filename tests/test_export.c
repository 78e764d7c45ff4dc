// The exporter: pictures and texture sets. Files are read back with independent decoders where there are any.
// ctest: COST 20
#include "base/version.h"
#include "export/target.h"
#include "planet/rings.h"
#include "png_files.h"
#include "texture_sets.h"

#include <errno.h>
#include <jansson.h>
#include <locale.h>
#include <openexr.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_SIMD
#define STBI_ONLY_JPEG
#define STBI_ONLY_TGA
#define STBI_ONLY_PNG
#define STBI_ONLY_HDR
#include <stb/stb_image.h>

static const char recipe_json[] =
    "{\"format\": 1, \"type\": \"test\", \"seed\": 7, \"name\": \"Ærø\", \"amount\": 0.1}";

// ---- pictures ----------------------------------------------------------------------------------

enum { picture_width = 48, picture_height = 20 };

static const uint8_t *make_picture(void) {
    static uint8_t rgb[3 * picture_width * picture_height];
    for (int y = 0; y < picture_height; y++)
        for (int x = 0; x < picture_width; x++) {
            uint8_t *texel = rgb + 3 * (y * picture_width + x);
            texel[0] = (uint8_t)(5 * x), texel[1] = (uint8_t)(12 * y), texel[2] = 128;
        }
    return rgb;
}

static void save_picture(const char *path) {
    tr_error error = {0};
    assert_int_equal(
        tr_image_write(path, picture_width, picture_height, 3, make_picture(), recipe_json, NULL, &error),
        TR_OK);
}

// The largest difference between the picture and what stb_image reads.
static int picture_difference(const char *path) {
    int width, height, channels, most = 0;
    uint8_t *found = stbi_load(path, &width, &height, &channels, 3);
    assert_non_null(found);
    assert_int_equal(width, picture_width);
    assert_int_equal(height, picture_height);
    for (int i = 0; i < 3 * picture_width * picture_height; i++) {
        int difference = abs(found[i] - make_picture()[i]);
        most = difference > most ? difference : most;
    }
    stbi_image_free(found);
    return most;
}

static void test_pictures(void **state) {
    struct folder *folder = *state;
    char text[4096];
    size_t text_bytes = 0;
    save_picture(at(folder, "a.png"));
    assert_chunks(at(folder, "a.png"), "IHDR sRGB iTXt IDAT IEND", text, &text_bytes);
    assert_texels(at(folder, "a.png"), picture_width, picture_height, 3, 1, make_picture());
    assert_int_equal(picture_difference(at(folder, "a.png")), 0);
    save_picture(at(folder, "a.TGA"));
    assert_int_equal(picture_difference(at(folder, "a.TGA")), 0);
    save_picture(at(folder, "a.jpg"));
    assert_in_range(picture_difference(at(folder, "a.jpg")), 1, 12);
    assert_int_equal(count_entries(folder->path), 3);
}

static void test_radiance_is_linear(void **state) {
    struct folder *folder = *state;
    save_picture(at(folder, "a.hdr"));
    int width, height, channels;
    assert_true(stbi_is_hdr(at(folder, "a.hdr")));
    float *found = stbi_loadf(at(folder, "a.hdr"), &width, &height, &channels, 3);
    assert_non_null(found);
    assert_int_equal(width, picture_width);
    const float *texel = found + 3 * (19 * picture_width + 47); // sRGB 235, 228, 128
    assert_true(texel[0] > 0.828f && texel[0] < 0.832f);        // the precision is 1/256 here
    assert_true(texel[1] > 0.771f && texel[1] < 0.777f);
    assert_true(texel[2] > 0.211f && texel[2] < 0.217f);
    assert_true(found[0] == 0);
    stbi_image_free(found);
}

static void test_pictures_that_cannot_be(void **state) {
    struct folder *folder = *state;
    static const char *const wrong[] = {"a.gif", "png", "a.", "a.pngx"};
    for (int i = 0; i < 4; i++) {
        tr_error error = {0};
        assert_int_equal(tr_image_write(at(folder, wrong[i]), picture_width, picture_height, 3, make_picture(),
                                        NULL, NULL, &error),
                         TR_BAD_USAGE);
        assert_non_null(strstr(error.message, ".png"));
    }
    tr_error error = {0};
    assert_int_equal(tr_image_write(at(folder, "b.jpg"), 65536, 1, 3, make_picture(), NULL, NULL, &error),
                     TR_BAD_USAGE);
    assert_int_equal(count_entries(folder->path), 0);
}

// ---- texture sets ------------------------------------------------------------------------------

// Formats other than PNG are not written in bands, so a narrow map is enough for them.
static void choose_format(struct set *set, tr_file_format format) {
    set->job.format = format;
    set->job.width = format == TR_FORMAT_PNG ? wide : 512;
    if (is_quick())
        set->job.maps &= ~(1u << TR_MAP_ORM); // skips the search for horizons
}

static void test_set_holds_the_surfaces_texels(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_set(&set, folder->path, 3);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.count, TR_MAP_COUNT + 1);
    assert_int_equal(count_entries(folder->path), TR_MAP_COUNT + 1);
    static const char *const names[] = {"test-7_albedo.png",   "test-7_height.png",   "test-7_normal.png",
                                        "test-7_emission.png", "test-7_orm.png",      "test-7_clouds.png",
                                        "test-7_water.png",    "test-7.manifest.json"};
    for (int i = 0; i <= TR_MAP_COUNT; i++)
        assert_string_equal(set.result.paths[i], at(folder, names[i]));
    void *texels[TR_MAP_COUNT];
    for (int i = 0; i < TR_MAP_COUNT; i++)
        texels[i] = malloc((size_t)set_width * set_height * tr_map_texel_bytes((tr_map)i));
    assert_int_equal(
        tr_surface_bake_patch(set.surface, set.pool, NULL, tr_whole_map(set_width), texels, NULL, NULL), TR_OK);
    for (int i = 0; i < TR_MAP_COUNT; i++) {
        const tr_map_format *format = tr_map_get_format((tr_map)i);
        char text[16384];
        size_t bytes;
        assert_texels(set.result.paths[i], set_width, set_height, format->channels, format->bytes, texels[i]);
        assert_chunks(set.result.paths[i], format->srgb ? "IHDR sRGB iTXt IDAT IEND" : "IHDR iTXt IDAT IEND",
                      text, &bytes);
        assert_true(bytes <= sizeof text);
        assert_memory_equal(text + bytes - strlen(set.json), set.json, strlen(set.json));
        free(texels[i]);
    }
    end_set(&set);
}

static void test_sets_are_equal_on_any_number_of_threads(void **state) {
    struct folder *folder = *state;
    char one[600], many[600];
    snprintf(one, sizeof one, "%s", at(folder, "one"));
    snprintf(many, sizeof many, "%s", at(folder, "many"));
    struct set a, b;
    begin_set(&a, one, 1);
    begin_set(&b, many, 11);
    a.job.maps |= 1u << TR_EXPORT_MESH;
    b.job.maps |= 1u << TR_EXPORT_MESH;
    assert_int_equal(export_set(&a, NULL), TR_OK);
    assert_int_equal(export_set(&b, NULL), TR_OK);
    for (int i = 0; i < a.result.count; i++) {
        size_t a_bytes, b_bytes;
        unsigned char *first = read_file(a.result.paths[i], &a_bytes);
        unsigned char *second = read_file(b.result.paths[i], &b_bytes);
        assert_int_equal(a_bytes, b_bytes);
        assert_memory_equal(first, second, a_bytes);
        free(first);
        free(second);
    }
    end_set(&a);
    end_set(&b);
}

// A program that uses the library may set a locale with decimal commas.
static void test_numbers_have_points_in_every_locale(void **state) {
    if (!is_posix) // no localedef
        skip();
    struct folder *folder = *state;
    char command[1200], text[4096];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s' 2>&1", at(folder, "de_DE.UTF-8"));
    setenv("LOCPATH", folder->path, 1);
    const bool set_up =
        system(command) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") && localeconv()->decimal_point[0] == ',';
    remove_below(at(folder, "de_DE.UTF-8"));
    if (!set_up) {
        print_message("no locale with decimal commas can be made here\n");
        return;
    }
    struct set set;
    begin_set(&set, folder->path, 1);
    set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_EMISSION;
    set.job.width = 128;
    set.job.target = tr_target_find("godot");
    const tr_status status = export_set(&set, NULL);
    setlocale(LC_ALL, "C");
    if (status != TR_OK)
        fail_msg("%s", set.error.message);
    FILE *file = fopen(at(folder, "test-7.tres"), "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_non_null(strstr(text, "multiplier = 2.5\n"));
    end_set(&set);
}

static void test_manifest(void **state) {
    struct folder *folder = *state;
    struct set set;
    export_small_set(&set, folder->path, "test-7",
                     1u << TR_MAP_HEIGHT | 1u << TR_MAP_NORMAL | 1u << TR_MAP_ORM | 1u << TR_MAP_CLOUDS, 5);
    json_t *manifest = json_load_file(set.result.paths[4], 0, NULL), *recipe = json_loads(set.json, 0, NULL);
    assert_non_null(manifest);
    assert_int_equal(json_integer_value(json_object_get(manifest, "format")), 4);
    assert_int_equal(json_integer_value(json_object_get(manifest, "pixels")), TR_PIXELS);
    assert_int_equal(json_integer_value(json_object_get(recipe, "pixels")), TR_PIXELS);
    assert_string_equal(json_string_value(json_object_get(manifest, "generator")), "terrella");
    assert_string_equal(json_string_value(json_object_get(manifest, "type")), "test");
    assert_int_equal(json_integer_value(json_object_get(manifest, "seed")), 7);
    assert_int_equal(json_integer_value(json_object_get(manifest, "width")), 128);
    assert_int_equal(json_integer_value(json_object_get(manifest, "height")), 64);
    assert_true(json_real_value(json_object_get(manifest, "radius_km")) == 6100.5);
    assert_true(json_real_value(json_object_get(manifest, "tilt_deg")) == 12.5);
    assert_true(json_real_value(json_object_get(manifest, "day_h")) == 30.25);
    assert_true(json_real_value(json_object_get(manifest, "height_min_m")) == -4000);
    assert_true(json_real_value(json_object_get(manifest, "height_max_m")) == 4000);
    assert_true(json_equal(json_object_get(manifest, "recipe"), recipe));
    json_t *maps = json_object_get(manifest, "maps"), *height = json_object_get(maps, "height");
    assert_int_equal(json_object_size(maps), 4);
    assert_string_equal(json_string_value(json_object_get(height, "file")), "test-7_height.png");
    assert_string_equal(json_string_value(json_object_get(height, "colour_space")), "linear");
    assert_int_equal(json_integer_value(json_object_get(height, "bits")), 16);
    assert_non_null(json_object_get(json_object_get(maps, "normal"), "green"));
    const json_t *orm = json_object_get(maps, "orm"), *clouds = json_object_get(maps, "clouds");
    assert_string_equal(json_string_value(json_object_get(orm, "green")), "roughness");
    assert_string_equal(json_string_value(json_object_get(orm, "colour_space")), "linear");
    assert_string_equal(json_string_value(json_object_get(clouds, "alpha")), "straight");
    assert_int_equal(json_integer_value(json_object_get(clouds, "channels")), 4);
    assert_true(json_real_value(json_object_get(clouds, "altitude_km")) == 7.5);
    json_decref(manifest);
    json_decref(recipe);
    size_t bytes;
    unsigned char *text = read_file(set.result.paths[4], &bytes);
    assert_non_null(strstr((char *)text, "[0, 0.2]")); // not 0.20000000000000001
    free(text);
    end_set(&set);
}

// The strip of the rings equals tr_rings_bake() and is as wide as the maps, exported alone or with them.
static void test_rings(void **state) {
    struct folder *folder = *state;
    struct set set;
    enum { width = 128 };
    for (int alone = 0; alone < 2; alone++) {
        begin_set(&set, folder->path, 2);
        set.recipe->rings =
            (tr_rings){.inner = 1.5, .outer = 2, .opacity = 0.8, .coverage = 0.7, .detail = 6, .gaps = 1};
        set.job.maps = 1u << TR_EXPORT_RINGS | (alone ? 0 : 1u << TR_MAP_ALBEDO);
        set.job.width = width;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_int_equal(set.result.count, alone ? 2 : 3);
        const char *path = set.result.paths[set.result.count - 2];
        assert_string_equal(path, at(folder, "test-7_rings.png"));
        uint8_t strip[4 * width];
        tr_rings_bake(set.recipe, width, strip);
        assert_texels(path, width, 1, 4, 1, strip);
        json_t *manifest = json_load_file(set.result.paths[set.result.count - 1], 0, NULL);
        const json_t *rings = json_object_get(manifest, "rings");
        assert_string_equal(json_string_value(json_object_get(rings, "file")), "test-7_rings.png");
        assert_true(json_real_value(json_object_get(rings, "inner_radii")) == 1.5);
        assert_true(json_real_value(json_object_get(rings, "outer_radii")) == 2);
        json_decref(manifest);
        end_set(&set);
    }
}

// A mesh as other programs read it: chunks and sizes add up, every number is where the JSON says, the
// bounding box of the positions is right, and the material's textures are the files of the set.
static void test_mesh_file(void **state) {
    struct folder *folder = *state;
    struct set set;
    export_small_set(&set, folder->path, "a b\xc3\xa9",
                     1u << TR_MAP_ALBEDO | 1u << TR_MAP_EMISSION | 1u << TR_MAP_ORM | 1u << TR_EXPORT_MESH, 5);
    assert_string_equal(set.result.paths[3], at(folder, "a b\xc3\xa9_mesh.glb"));
    size_t bytes;
    unsigned char *file = read_file(set.result.paths[3], &bytes);
    uint32_t head[5], binary[2];
    memcpy(head, file, sizeof head);
    assert_true(head[0] == 0x46546c67 && head[1] == 2 && head[2] == bytes && head[4] == 0x4e4f534a);
    memcpy(binary, file + 20 + head[3], sizeof binary);
    assert_true(head[3] % 4 == 0 && binary[1] == 0x004e4942 && 28 + head[3] + binary[0] == bytes);
    json_t *root = json_loadb((char *)file + 20, head[3], 0, NULL), *recipe = json_loads(set.json, 0, NULL);
    assert_non_null(root);
    const unsigned char *data = file + 28 + head[3];
    json_t *accessors = json_object_get(root, "accessors"), *views = json_object_get(root, "bufferViews");
    const size_t sizes[] = {12, 12, 16, 8, 4};
    const json_int_t vertices = 2 * 128 + 63 * 129,
                     counts[] = {vertices, vertices, vertices, vertices, 3 * 256 * 63};
    size_t offset = 0;
    for (size_t i = 0; i < 5; i++) {
        json_t *view = json_array_get(views, i);
        assert_int_equal(json_integer_value(json_object_get(json_array_get(accessors, i), "count")), counts[i]);
        assert_int_equal(json_integer_value(json_object_get(view, "byteOffset")), offset);
        assert_int_equal(json_integer_value(json_object_get(view, "byteLength")), sizes[i] * (size_t)counts[i]);
        offset += sizes[i] * (size_t)counts[i];
    }
    assert_int_equal(offset, binary[0]);
    for (size_t k = 0; k < 3; k++) {
        double low = 2, high = -2;
        for (json_int_t i = 0; i < vertices; i++) {
            float x;
            memcpy(&x, data + 12 * i + 4 * (json_int_t)k, sizeof x);
            low = fmin(low, (double)x), high = fmax(high, (double)x);
        }
        json_t *positions = json_array_get(accessors, 0);
        assert_true(json_real_value(json_array_get(json_object_get(positions, "min"), k)) == low);
        assert_true(json_real_value(json_array_get(json_object_get(positions, "max"), k)) == high);
    }
    for (json_int_t i = 0; i < counts[4]; i++) {
        uint32_t index;
        memcpy(&index, data + offset - 4 * (size_t)counts[4] + 4 * (size_t)i, sizeof index);
        assert_true(index < (uint32_t)vertices);
    }
    json_t *images = json_object_get(root, "images"),
           *extras = json_object_get(json_object_get(root, "asset"), "extras");
    assert_int_equal(json_array_size(images), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(images, 0), "uri")),
                        "a%20b%C3%A9_albedo.png");
    json_t *surface =
               json_object_get(json_array_get(json_object_get(root, "materials"), 0), "pbrMetallicRoughness"),
           *orm = json_object_get(surface, "metallicRoughnessTexture"),
           *texture = json_array_get(json_object_get(root, "textures"),
                                     (size_t)json_integer_value(json_object_get(orm, "index"))),
           *image = json_array_get(images, (size_t)json_integer_value(json_object_get(texture, "source")));
    assert_string_equal(json_string_value(json_object_get(image, "uri")), "a%20b%C3%A9_orm.png");
    assert_true(json_equal(
        json_object_get(json_array_get(json_object_get(root, "materials"), 0), "occlusionTexture"), orm));
    assert_true(json_real_value(json_object_get(surface, "roughnessFactor")) == 1);
    assert_true(json_real_value(json_object_get(surface, "metallicFactor")) == 1);
    assert_true(json_equal(json_object_get(extras, "recipe"), recipe));
    assert_true(json_number_value(json_object_get(extras, "metres_per_unit")) == 6100500);
    const json_t *sampler = json_array_get(json_object_get(root, "samplers"), 0);
    assert_int_equal(json_integer_value(json_object_get(sampler, "wrapS")), 10497); // repeat
    assert_int_equal(json_integer_value(json_object_get(sampler, "wrapT")), 33071); // clamp to edge
    unsigned char *text = read_file(set.result.paths[4], &bytes); // jansson opens no such name on Windows
    json_t *manifest = json_loadb((char *)text, bytes, 0, NULL), *told = json_object_get(manifest, "mesh");
    assert_true(json_number_value(json_object_get(told, "metres_per_unit")) == 6100500);
    free(text);
    json_decref(manifest);
    json_decref(root);
    json_decref(recipe);
    free(file);
    end_set(&set);
}

// Without an ORM texture the ground is rough and not metallic.
static void test_mesh_without_orm(void **state) {
    struct folder *folder = *state;
    struct set set;
    size_t bytes;
    uint32_t length;
    export_small_set(&set, folder->path, "bare", 1u << TR_MAP_ALBEDO | 1u << TR_EXPORT_MESH, 3);
    unsigned char *file = read_file(at(folder, "bare_mesh.glb"), &bytes);
    memcpy(&length, file + 12, sizeof length);
    json_t *root = json_loadb((char *)file + 20, length, 0, NULL),
           *surface =
               json_object_get(json_array_get(json_object_get(root, "materials"), 0), "pbrMetallicRoughness");
    assert_true(json_real_value(json_object_get(surface, "roughnessFactor")) == 0.95);
    assert_true(json_real_value(json_object_get(surface, "metallicFactor")) == 0);
    json_decref(root);
    free(file);
    end_set(&set);
}

// Runs last: all memory of the tests above has been freed.
static void test_nothing_is_left_in_memory(void **state) {
    (void)state;
    tr_error error = {0};
    if (tr_set_allocator(NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
}

// A folder with an older set, which must stay.
static void write_old_set(struct folder *folder) {
    write_text(at(folder, "test-7_albedo.png"), "old albedo");
    write_text(at(folder, "test-7_emission.png"), "old emission");
    write_text(at(folder, "test-7.manifest.json"), "old manifest");
}

static void assert_old_set(struct folder *folder) {
    assert_content(at(folder, "test-7_albedo.png"), "old albedo");
    assert_content(at(folder, "test-7_emission.png"), "old emission");
    assert_content(at(folder, "test-7.manifest.json"), "old manifest");
    assert_int_equal(count_entries(folder->path), 3);
}

struct stopper {
    atomic_bool stop;
    int reports;
    double last;
};

static void stop_soon(void *context, double done) {
    struct stopper *stopper = context;
    assert_true(done >= stopper->last && done <= 1);
    stopper->last = done;
    if (++stopper->reports == 2)
        atomic_store(&stopper->stop, true);
}

static bool is_stopped(void *context) { return tr_stop_flag(&((struct stopper *)context)->stop); }

static void test_stopped_export_leaves_nothing(void **state) {
    struct folder *folder = *state;
    char below[600];
    for (int f = 0; f < TR_FORMAT_COUNT; f++) {
        struct stopper stopper = {.stop = false};
        const tr_watch watch = {stop_soon, is_stopped, &stopper};
        struct set set;
        snprintf(below, sizeof below, "%s", at(folder, "a//b/c/"));
        begin_set(&set, below, 2);
        choose_format(&set, (tr_file_format)f);
        set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL | 1u << TR_MAP_EMISSION;
        assert_int_equal(export_set(&set, &watch), TR_STOPPED);
        assert_int_equal(stopper.reports, 2);
        assert_int_equal(set.result.count, 0);
        assert_int_equal(count_entries(folder->path), 0);
        end_set(&set);
    }
}

static void test_progress_ends_at_one(void **state) {
    struct folder *folder = *state;
    for (int f = 0; f <= TR_FORMAT_HDR; f++) {   // other formats stream, as PNG does
        struct stopper stopper = {.reports = 2}; // past the stop: it never stops
        const tr_watch watch = {stop_soon, is_stopped, &stopper};
        struct set set;
        begin_set(&set, folder->path, 2);
        choose_format(&set, (tr_file_format)f);
        assert_int_equal(export_set(&set, &watch), TR_OK);
        assert_true(stopper.last == 1);
        assert_true(stopper.reports >= 5);
        end_set(&set);
    }
}

static void test_full_disk_leaves_the_old_set(void **state) {
    struct folder *folder = *state;
    static const uint64_t limits[] = {100, 20000};
    if (!is_posix)
        skip();
    write_old_set(folder);
    for (int f = 0; f < TR_FORMAT_COUNT; f++)
        for (int i = 0; i < 2; i++) {
            struct set set;
            begin_set(&set, folder->path, 2);
            set.job.force = true;
            choose_format(&set, (tr_file_format)f);
            set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL | 1u << TR_MAP_EMISSION;
            limit_files(f == TR_FORMAT_JPG ? limits[i] / 4 : limits[i]);
            tr_status status = export_set(&set, NULL);
            limit_files(0);
            assert_int_equal(status, TR_CANNOT_WRITE);
            assert_non_null(strstr(set.error.file, "test-7"));
            assert_non_null(strstr(set.error.message, strerror(EFBIG)));
            assert_int_equal(set.result.count, 0);
            assert_old_set(folder);
            end_set(&set);
        }
}

static void test_obstacles_are_told_before_the_bake(void **state) {
    struct folder *folder = *state;
    struct stopper stopper = {.reports = 2};
    const tr_watch watch = {stop_soon, is_stopped, &stopper};
    struct set set;
    begin_set(&set, folder->path, 2);
    assert_int_equal(mkdir(at(folder, "test-7.manifest.json"), 0777), 0);
    assert_int_equal(export_set(&set, &watch), TR_CANNOT_WRITE);
    assert_string_equal(set.error.file, at(folder, "test-7.manifest.json"));
    assert_int_equal(count_entries(folder->path), 1);
    assert_int_equal(rmdir(at(folder, "test-7.manifest.json")), 0);

    char below[600];
    write_text(at(folder, "file"), "old");
    snprintf(below, sizeof below, "%s", at(folder, "file/below"));
    set.job.directory = below;
    assert_int_equal(export_set(&set, &watch), TR_CANNOT_WRITE);
    assert_string_equal(set.error.file, below);
    snprintf(below, sizeof below, "%s", at(folder, "file"));
    assert_int_equal(export_set(&set, &watch), TR_CANNOT_WRITE);
    assert_string_equal(set.error.file, below);
    assert_int_equal(stopper.reports, 2); // no more reports after it
    assert_int_equal(count_entries(folder->path), 1);
    end_set(&set);
}

// Makes a folder in place of a file of the set while the set is baked.
static void make_obstacle(void *context, double done) {
    (void)done;
    mkdir(context, 0777);
}

// An obstacle that appears while the set is baked is reported, and no file of the set is left.
static void test_late_obstacle(void **state) {
    struct folder *folder = *state;
    char obstacle[600];
    snprintf(obstacle, sizeof obstacle, "%s", at(folder, "test-7_normal.tga"));
    const tr_watch watch = {.report = make_obstacle, .context = obstacle};
    struct set set;
    begin_set(&set, folder->path, 2);
    set.job.width = 128;
    set.job.format = TR_FORMAT_TGA;
    set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL;
    for (int force = 0; force < 2; force++) {
        set.job.force = force;
        assert_int_equal(export_set(&set, &watch), TR_CANNOT_WRITE);
        assert_string_equal(set.error.file, obstacle);
        assert_int_equal(count_entries(folder->path), 1);
    }
    assert_int_equal(rmdir(obstacle), 0);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(count_entries(folder->path), 3);
    end_set(&set);
}

static void test_what_cannot_be_asked_for(void **state) {
    struct folder *folder = *state;
    char below[600];
    snprintf(below, sizeof below, "%s", at(folder, "below"));
    struct set set;
    begin_set(&set, below, 1);
    set.job.stem = "../up";
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    set.job.stem = "";
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    char stem[300];
    memset(stem, 's', sizeof stem - 1);
    stem[sizeof stem - 1] = 0;
    set.job.stem = stem;
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_int_equal(count_entries(folder->path), 0);
    end_set(&set);
}

// Asserts that a file holds these 8-bit texels, with differences of at most `most` per channel.
static void assert_picture(const char *path, int width, int height, int channels, const uint8_t *texels,
                           int most) {
    int w, h, found_channels;
    uint8_t *found = stbi_load(path, &w, &h, &found_channels, channels);
    assert_non_null(found);
    assert_true(w == width && h == height && (most || found_channels == channels));
    for (int i = 0; i < width * height * channels; i++)
        assert_in_range(256 + found[i] - texels[i], 256 - most, 256 + most);
    stbi_image_free(found);
}

// Asserts that an HDR file holds the linear light of these sRGB colours, to 1/128 of the brightest channel.
static void assert_light(const char *path, int width, int height, const uint8_t *texels) {
    int w, h, channels;
    float *found = stbi_loadf(path, &w, &h, &channels, 3);
    assert_non_null(found);
    assert_true(w == width && h == height);
    for (int i = 0; i < width * height; i++) {
        double light[3], most = 0;
        for (int c = 0; c < 3; c++) {
            const double v = texels[3 * i + c] / 255.0;
            light[c] = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
            most = fmax(most, light[c]);
        }
        for (int c = 0; c < 3; c++)
            assert_true(fabs((double)found[3 * i + c] - light[c]) <= most / 128 + 1e-6);
    }
    stbi_image_free(found);
}

// Asserts that a file of a set is described by the manifest and has the baked texels.
static void assert_map_file(const struct set *set, const char *path, const json_t *told, int part,
                            const char *extension) {
    const bool rings = part == TR_EXPORT_RINGS;
    const tr_map_format *format = rings ? NULL : tr_map_get_format((tr_map)part);
    const int width = set->job.width, height = rings ? 1 : width / 2, channels = rings ? 4 : format->channels;
    const bool hdr = strcmp(extension, "hdr") == 0, jpg = strcmp(extension, "jpg") == 0;
    assert_string_equal(strrchr(path, '.') + 1, extension);
    assert_string_equal(json_string_value(json_object_get(told, "file")), strrchr(path, '/') + 1);
    assert_int_equal(json_integer_value(json_object_get(told, "bits")), rings ? 8 : 8 * format->bytes);
    assert_int_equal(json_integer_value(json_object_get(told, "channels")), jpg ? 3 : channels);
    assert_string_equal(json_string_value(json_object_get(told, "colour_space")),
                        (rings || format->srgb) && !hdr ? "srgb" : "linear");
    assert_true(hdr == (json_object_get(told, "encoding") != NULL));
    void *texels = rings ? malloc(4 * (size_t)width) : bake_map(set, (tr_map)part, width);
    if (rings)
        tr_rings_bake(set->recipe, width, texels);
    if (strcmp(extension, "png") == 0)
        assert_texels(path, width, height, channels, rings ? 1 : format->bytes, texels);
    else if (hdr)
        assert_light(path, width, height, texels);
    else
        assert_picture(path, width, height, channels, texels, jpg ? 40 : 0);
    free(texels);
}

// A map that a format cannot hold is written as PNG. No map is left out.
static void test_other_formats(void **state) {
    struct folder *folder = *state;
    static const struct {
        tr_file_format format;
        const char *extensions[TR_EXPORT_MESH]; // albedo, height, normal, emission, orm, clouds, water, rings
    } sets[] = {
        {TR_FORMAT_JPG, {"jpg", "png", "jpg", "jpg", "jpg", "png", "jpg", "png"}},
        {TR_FORMAT_TGA, {"tga", "png", "tga", "tga", "tga", "tga", "tga", "tga"}},
        {TR_FORMAT_HDR, {"hdr", "png", "png", "hdr", "png", "png", "png", "png"}},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct set set;
        begin_set(&set, folder->path, 2);
        set.recipe->rings =
            (tr_rings){.inner = 1.5, .outer = 2, .opacity = 0.8, .coverage = 0.7, .detail = 6, .gaps = 1};
        set.job.width = 128;
        set.job.maps |= 1u << TR_EXPORT_RINGS;
        set.job.format = sets[i].format;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_int_equal(set.result.count, TR_EXPORT_RINGS + 2);
        json_t *manifest = json_load_file(set.result.paths[set.result.count - 1], 0, NULL);
        for (int part = 0; part <= TR_EXPORT_RINGS; part++) {
            const json_t *told = part == TR_EXPORT_RINGS ? json_object_get(manifest, "rings")
                                                         : json_object_get(json_object_get(manifest, "maps"),
                                                                           tr_export_output_name(part));
            assert_map_file(&set, set.result.paths[part], told, part, sets[i].extensions[part]);
        }
        json_decref(manifest);
        end_set(&set);
    }
}

// Derived maps agree with the maps that they are made from.
static void test_made_of_maps(void **state) {
    struct folder *folder = *state;
    enum { width = 128, texels = width * width / 2 };
    struct set set;
    begin_set(&set, folder->path, 2);
    set.recipe->sea = true;
    tr_surface_destroy(set.surface);
    assert_int_equal(tr_surface_create(set.recipe, TR_ISA_BASELINE, NULL, NULL, &set.surface, NULL), TR_OK);
    set.job.width = width;
    set.job.maps = 0;
    for (int part = TR_EXPORT_OCCLUSION; part <= TR_EXPORT_CLOUDS_ALPHA; part++)
        set.job.maps |= 1u << part;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    static float heights[texels];
    const tr_band all = {tr_whole_map(width), {[TR_BAND_HEIGHTS] = heights}};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_bake_all(set.surface, pool, NULL, &all, NULL, NULL), TR_OK);
    tr_pool_destroy(pool);
    uint8_t *orm = bake_map(&set, TR_MAP_ORM, width), *normals = bake_map(&set, TR_MAP_NORMAL, width);
    static uint8_t channels[3][texels], mask[4 * texels], sea[texels];
    static uint16_t depth[texels];
    int under = 0;
    for (int i = 0; i < texels; i++) {
        const double metres = (double)heights[i];
        for (int c = 0; c < 3; c++)
            channels[c][i] = orm[3 * i + c];
        mask[4 * i] = orm[3 * i + 2], mask[4 * i + 1] = orm[3 * i], mask[4 * i + 2] = 0,
                 mask[4 * i + 3] = (uint8_t)(255 - orm[3 * i + 1]);
        sea[i] = metres < 0 ? 255 : 0;
        depth[i] = (uint16_t)(metres < 0 ? lrint(-metres / 4000 * 65535) : 0);
        under += metres < 0;
    }
    assert_in_range(under, texels / 8, texels - texels / 8);
    for (int c = 0; c < 3; c++)
        assert_texels(set.result.paths[c], width, width / 2, 1, 1, channels[c]);
    assert_texels(set.result.paths[3], width, width / 2, 4, 1, mask);
    assert_texels(set.result.paths[4], width, width / 2, 1, 1, sea);
    assert_texels(set.result.paths[5], width, width / 2, 1, 2, depth);
    // A normal in the planet's frame has the components of the tangent-space normal along east, north and up.
    int w, h, n;
    uint8_t *framed = stbi_load(set.result.paths[6], &w, &h, &n, 3);
    assert_non_null(framed);
    for (int i = 0; i < texels; i++) {
        double axes[3][3], west[3]; // east, north, up
        const tr_patch map = {.resolution = width};
        tr_patch_direction(&map, i % width, i / width, axes[2]);
        tr_patch_direction(&map, i % width + 1, i / width, axes[0]);
        tr_patch_direction(&map, i % width - 1, i / width, west);
        double length = 0;
        for (int c = 0; c < 3; c++)
            axes[0][c] -= west[c], length += axes[0][c] * axes[0][c];
        for (int c = 0; c < 3; c++)
            axes[0][c] /= sqrt(length);
        for (int c = 0; c < 3; c++)
            axes[1][c] =
                axes[2][(c + 1) % 3] * axes[0][(c + 2) % 3] - axes[2][(c + 2) % 3] * axes[0][(c + 1) % 3];
        for (int k = 0; k < 3; k++) {
            double part = 0;
            for (int c = 0; c < 3; c++)
                part += (framed[3 * i + c] / 127.5 - 1) * axes[k][c];
            assert_true(fabs(part - (normals[3 * i + k] / 127.5 - 1)) < 0.02);
        }
    }
    stbi_image_free(framed);
    free(orm), free(normals);
    end_set(&set);
}

// All compression levels give the same texels; SMALL files are smaller than FAST ones.
static void test_compression(void **state) {
    struct folder *folder = *state;
    enum { width = 512 };
    size_t bytes[TR_COMPRESSION_COUNT];
    struct set set;
    begin_set(&set, folder->path, 2);
    set.job.width = width;
    set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_HEIGHT;
    void *albedo = bake_map(&set, TR_MAP_ALBEDO, width), *height = bake_map(&set, TR_MAP_HEIGHT, width);
    for (int i = 0; i < TR_COMPRESSION_COUNT; i++) {
        set.job.compression = (tr_compression)i;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_texels(set.result.paths[0], width, width / 2, 3, 1, albedo);
        assert_texels(set.result.paths[1], width, width / 2, 1, 2, height);
        bytes[i] = file_size(set.result.paths[0]) + file_size(set.result.paths[1]);
    }
    assert_true(bytes[TR_COMPRESSION_SMALL] < bytes[TR_COMPRESSION_FAST]);
    assert_true(bytes[TR_COMPRESSION_FAST] < width * width / 2 * 5 * 0.7);
    free(albedo), free(height);
    end_set(&set);
}

// Widths that block compression cannot have are rejected, whatever the file format.
static void test_sizes_of_blocks(void **state) {
    struct folder *folder = *state;
    for (int gpu = 0; gpu < 2; gpu++) {
        struct set set;
        begin_set(&set, folder->path, 2);
        set.job.format = gpu ? TR_FORMAT_DDS : TR_FORMAT_KTX2;
        set.job.maps = 1u << TR_MAP_ALBEDO;
        set.job.width = 100;
        assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
        assert_non_null(strstr(set.error.message, "the nearest widths are 96 and 104"));
        assert_int_equal(count_entries(folder->path), 0);
        end_set(&set);
    }
}

// Heights fitted to the range of the file are the same heights, and everything that depends on them agrees.
static void test_fitted_heights(void **state) {
    struct folder *folder = *state;
    enum { width = 128, texels = width * width / 2 };
    struct set set;
    begin_set(&set, folder->path, 2);
    set.recipe->sea = true;
    set.job.width = width;
    set.job.height_range = TR_HEIGHT_RANGE_PLANET;
    set.job.maps = 1u << TR_MAP_HEIGHT | 1u << TR_EXPORT_SEA | 1u << TR_EXPORT_DEPTH;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    json_t *manifest = json_load_file(set.result.paths[3], 0, NULL);
    const double low = json_number_value(json_object_get(manifest, "height_min_m")),
                 high = json_number_value(json_object_get(manifest, "height_max_m")),
                 step = (high - low) / 65535;
    const json_t *metres =
        json_object_get(json_object_get(json_object_get(manifest, "maps"), "height"), "metres");
    assert_true(json_number_value(json_object_get(metres, "minimum")) == low);
    assert_true(low > -4000 && high < 4000 && low == floor(low) && high == ceil(high));
    uint16_t *plain = bake_map(&set, TR_MAP_HEIGHT, width);
    int w, h, n, least = 65535, most = 0;
    uint16_t *fitted = stbi_load_16(set.result.paths[0], &w, &h, &n, 1),
             *depth = stbi_load_16(set.result.paths[2], &w, &h, &n, 1);
    uint8_t *sea = stbi_load(set.result.paths[1], &w, &h, &n, 1);
    assert_true(fitted && depth && sea);
    for (int i = 0; i < texels; i++) {
        const double was = -4000 + plain[i] / 65535.0 * 8000, is = low + step * fitted[i];
        assert_true(fabs(was - is) <= 4000 / 65535.0 + step / 2 + 0.001);
        assert_true(sea[i] == (is < 0 ? 255 : 0) || fabs(is) <= step / 2);
        assert_true(fabs(depth[i] / 65535.0 * -low - fmax(-is, 0)) < 0.1 + step / 2);
        least = fitted[i] < least ? fitted[i] : least;
        most = fitted[i] > most ? fitted[i] : most;
    }
    assert_true(least * step <= 1.2 && (65535 - most) * step <= 1.2); // within a metre plus rounding
    stbi_image_free(fitted), stbi_image_free(depth), stbi_image_free(sea);
    free(plain);
    json_decref(manifest);
    end_set(&set);
}

// Heights without a header: 16 bits in either byte order, and 32-bit metres.
static void test_raw_heights(void **state) {
    struct folder *folder = *state;
    static const struct {
        tr_file_format format;
        const char *extension;
    } kinds[] = {{TR_FORMAT_R16, ".r16"}, {TR_FORMAT_R16BE, ".r16be"}, {TR_FORMAT_R32F, ".r32f"}};
    enum { width = 128, texels = width * width / 2 };
    for (int k = 0; k < 3; k++) {
        struct set set;
        size_t bytes;
        begin_set(&set, folder->path, 2);
        set.job.width = width;
        set.job.format = kinds[k].format;
        set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_HEIGHT;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_string_equal(strrchr(set.result.paths[0], '.'), ".png"); // the format cannot hold colours
        assert_string_equal(strrchr(set.result.paths[1], '.'), kinds[k].extension);
        uint16_t *heights = bake_map(&set, TR_MAP_HEIGHT, width);
        unsigned char *file = read_file(set.result.paths[1], &bytes);
        assert_int_equal(bytes, texels * (k == 2 ? 4 : 2));
        for (int i = 0; i < texels; i++) {
            float metres;
            memcpy(&metres, file + (k == 2 ? 4 * i : 0), 4);
            if (k < 2)
                assert_int_equal(file[2 * i + k] | file[2 * i + 1 - k] << 8, heights[i]);
            else
                assert_true(fabs((double)metres - (-4000 + heights[i] / 65535.0 * 8000)) < 0.001);
        }
        free(file);
        free(heights);
        end_set(&set);
    }
}

static float from_half(uint16_t half) {
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    assert_true(half < 0x7c00); // neither negative nor infinite
    return (float)(exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24));
}

// Reads the samples of an EXR file as floats, one channel after the other in the order of `names`. (OpenEXR
// 3.1.5 mixes up four half channels when they are requested as floats.)
static float *read_exr(const char *path, int width, int height, const char *names) {
    exr_context_t context;
    exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
    const int channels = (int)strlen(names);
    int32_t most;
    bool half = false;
    const size_t texel_count = (size_t)width * (size_t)height, count = texel_count * (size_t)channels;
    float *texels = calloc(count, sizeof *texels);
    uint8_t *samples = calloc(count, sizeof *texels);
    assert_int_equal(exr_start_read(&context, path, NULL), EXR_ERR_SUCCESS);
    exr_attr_box2i_t window;
    assert_int_equal(exr_get_data_window(context, 0, &window), EXR_ERR_SUCCESS);
    assert_true(window.min.x == 0 && window.min.y == 0 && window.max.x == width - 1 &&
                window.max.y == height - 1);
    assert_int_equal(exr_get_scanlines_per_chunk(context, 0, &most), EXR_ERR_SUCCESS);
    for (int row = 0; row < height; row += most) {
        exr_chunk_info_t chunk;
        assert_int_equal(exr_read_scanline_chunk_info(context, 0, row, &chunk), EXR_ERR_SUCCESS);
        assert_int_equal(row == 0 ? exr_decoding_initialize(context, 0, &chunk, &pipeline)
                                  : exr_decoding_update(context, 0, &chunk, &pipeline),
                         EXR_ERR_SUCCESS);
        assert_int_equal(pipeline.channel_count, channels);
        for (int c = 0; c < channels; c++) {
            exr_coding_channel_info_t *channel = &pipeline.channels[c];
            const char *place = strchr(names, channel->channel_name[0]);
            assert_non_null(place);
            const int bytes = channel->bytes_per_element;
            half = bytes == 2;
            channel->user_bytes_per_element = (int16_t)bytes;
            channel->user_data_type = channel->data_type;
            channel->user_pixel_stride = bytes;
            channel->user_line_stride = bytes * width;
            channel->decode_to_ptr =
                samples + ((size_t)(place - names) * texel_count + (size_t)row * (size_t)width) * (size_t)bytes;
        }
        if (row == 0)
            assert_int_equal(exr_decoding_choose_default_routines(context, 0, &pipeline), EXR_ERR_SUCCESS);
        assert_int_equal(exr_decoding_run(context, 0, &pipeline), EXR_ERR_SUCCESS);
    }
    exr_decoding_destroy(context, &pipeline);
    exr_finish(&context);
    for (size_t i = 0; i < count; i++) {
        uint16_t code;
        memcpy(&code, samples + 2 * i, 2);
        if (half)
            texels[i] = from_half(code);
        else
            memcpy(&texels[i], samples + 4 * i, 4);
    }
    free(samples);
    return texels;
}

// Heights are in metres, colours are linear, alpha and data maps are unchanged.
static void test_exr(void **state) {
    struct folder *folder = *state;
    enum { width = 72, height = width / 2 }; // not a multiple of the chunk size
    struct set set;
    begin_set(&set, folder->path, 2);
    set.job.width = width;
    set.job.format = TR_FORMAT_EXR;
    set.job.maps = 1u << TR_MAP_HEIGHT | 1u << TR_MAP_ORM | 1u << TR_MAP_CLOUDS;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    uint16_t *heights = bake_map(&set, TR_MAP_HEIGHT, width);
    uint8_t *orm = bake_map(&set, TR_MAP_ORM, width), *clouds = bake_map(&set, TR_MAP_CLOUDS, width);
    float *metres = read_exr(set.result.paths[0], width, height, "Y"),
          *data = read_exr(set.result.paths[1], width, height, "RGB"),
          *light = read_exr(set.result.paths[2], width, height, "RGBA");
    for (int i = 0; i < width * height; i++) {
        assert_true(fabs((double)metres[i] - (-4000 + heights[i] / 65535.0 * 8000)) < 0.001);
        for (int c = 0; c < 3; c++) {
            const double code = clouds[4 * i + c] / 255.0,
                         linear = code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4);
            assert_true(fabs((double)data[c * width * height + i] - orm[3 * i + c] / 255.0) < 0.0005);
            assert_true(fabs((double)light[c * width * height + i] - linear) < 0.0005);
        }
        assert_true(fabs((double)light[3 * width * height + i] - clouds[4 * i + 3] / 255.0) < 0.0005);
    }
    free(heights), free(orm), free(clouds), free(metres), free(data), free(light);
    end_set(&set);
}

// Loads the JSON of a GLB file.
static json_t *load_glb(const char *path) {
    size_t bytes;
    unsigned char *file = read_file(path, &bytes);
    uint32_t length;
    memcpy(&length, file + 12, sizeof length);
    json_t *root = json_loadb((char *)file + 20, length, 0, NULL);
    assert_non_null(root);
    free(file);
    return root;
}

// A mesh exported with maps of any format: all textures of its material exist, in a format that glTF allows.
static void test_textures_of_a_mesh(void **state) {
    struct folder *folder = *state;
    for (int f = 0; f < TR_FORMAT_COUNT; f++) {
        struct set set;
        begin_set(&set, folder->path, 2);
        set.job.width = 128;
        set.job.maps |= 1u << TR_EXPORT_MESH;
        set.job.format = (tr_file_format)f;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        json_t *root = load_glb(set.result.paths[TR_MAP_COUNT]);
        const json_t *images = json_object_get(root, "images"),
                     *material = json_array_get(json_object_get(root, "materials"), 0);
        assert_int_equal(json_array_size(images), 4);
        for (size_t i = 0; i < 4; i++) {
            const char *uri = json_string_value(json_object_get(json_array_get(images, i), "uri"));
            assert_int_equal(access(at(folder, uri), R_OK), 0);
            assert_string_equal(strrchr(uri, '.'), f == TR_FORMAT_JPG ? ".jpg" : ".png");
        }
        assert_non_null(json_object_get(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture"));
        assert_non_null(json_object_get(material, "normalTexture"));
        json_decref(root);
        // Maps that the mesh does not refer to keep the requested format.
        const bool kept = f == TR_FORMAT_TGA || f == TR_FORMAT_EXR || f == TR_FORMAT_KTX2 || f == TR_FORMAT_DDS;
        assert_string_equal(strrchr(set.result.paths[TR_MAP_CLOUDS], '.') + 1,
                            kept ? tr_file_format_extension((tr_file_format)f) : "png");
        end_set(&set);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_pictures),
        FOLDER_TEST(test_radiance_is_linear),
        FOLDER_TEST(test_pictures_that_cannot_be),
        FOLDER_TEST(test_set_holds_the_surfaces_texels),
        FOLDER_TEST(test_sets_are_equal_on_any_number_of_threads),
        FOLDER_TEST(test_numbers_have_points_in_every_locale),
        FOLDER_TEST(test_manifest),
        FOLDER_TEST(test_rings),
        FOLDER_TEST(test_mesh_file),
        FOLDER_TEST(test_mesh_without_orm),
        FOLDER_TEST(test_stopped_export_leaves_nothing),
        FOLDER_TEST(test_progress_ends_at_one),
        FOLDER_TEST(test_full_disk_leaves_the_old_set),
        FOLDER_TEST(test_obstacles_are_told_before_the_bake),
        FOLDER_TEST(test_late_obstacle),
        FOLDER_TEST(test_what_cannot_be_asked_for),
        FOLDER_TEST(test_other_formats),
        FOLDER_TEST(test_made_of_maps),
        FOLDER_TEST(test_compression),
        FOLDER_TEST(test_sizes_of_blocks),
        FOLDER_TEST(test_fitted_heights),
        FOLDER_TEST(test_raw_heights),
        FOLDER_TEST(test_exr),
        FOLDER_TEST(test_textures_of_a_mesh),
        cmocka_unit_test(test_nothing_is_left_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
