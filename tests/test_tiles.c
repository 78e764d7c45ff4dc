// Pyramids of tiles: each tile equals that part of its level's map, whichever run writes it.
// ctest: COST 10
#include "export/directory.h"
#include "export/private/pyramid.h"
#include "texture_sets.h"

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_SIMD
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#include <unistd.h>

enum { tile = 256, albedo = 1 << TR_MAP_ALBEDO };

static void begin_tiles(struct set *set, const char *directory, tr_layout layout, int width, unsigned maps) {
    begin_set(set, directory, 3);
    set->job.layout = layout;
    set->job.tiles = (tr_tiles){.size = tile};
    set->job.width = width;
    set->job.maps = maps;
}

static void bake(const struct set *set, tr_map map, tr_patch patch, void *out) {
    void *texels[TR_MAP_COUNT] = {NULL};
    texels[map] = out;
    assert_int_equal(tr_surface_bake_patch(set->surface, set->pool, NULL, patch, texels, NULL, NULL), TR_OK);
}

// The rows and columns of a tile's picture equal those of a map in memory that begin there.
static void assert_tile(const char *path, int border, const uint8_t *map, int map_width, int x, int y) {
    int width, height, channels;
    uint8_t *texels = stbi_load(path, &width, &height, &channels, 3);
    if (!texels)
        fail_msg("%s cannot be read", path);
    assert_int_equal(width, tile + 2 * border);
    assert_int_equal(height, tile + 2 * border);
    for (int row = 0; row < tile; row++)
        assert_memory_equal(texels + 3 * ((row + border) * width + border),
                            map + 3 * ((y + row) * map_width + x), 3 * tile);
    stbi_image_free(texels);
}

static void test_tiles_of_a_cube(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_TILES, 8 * tile, albedo);
    set.job.tiles.border = 1;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.count, 1);
    assert_string_equal(set.result.paths[0], at(folder, "test-7.manifest.json"));
    static const char *const faces[] = {"pos_x", "neg_x", "pos_y", "neg_y", "pos_z", "neg_z"};
    static uint8_t map[3 * 4 * tile * tile];
    for (int f = 0; f < 6; f++)
        for (int level = 0; level < 2; level++) {
            const int size = tile << level;
            bake(&set, TR_MAP_ALBEDO, (tr_patch){TR_CUBE, f, size, 0, 0, size, size}, map);
            for (int y = 0; y < 1 << level; y++)
                for (int x = 0; x < 1 << level; x++) {
                    char name[100];
                    snprintf(name, sizeof name, "test-7/albedo/%s/%d/%d_%d.png", faces[f], level, x, y);
                    assert_tile(at(folder, name), 1, map, size, x * tile, y * tile);
                }
        }
    char name[100];
    snprintf(name, sizeof name, "test-7/albedo/pos_x/2");
    assert_int_equal(access(at(folder, name), F_OK), -1); // no further level
    // The border is the first texel of the neighbour.
    int width, height, channels;
    uint8_t *left = stbi_load(at(folder, "test-7/albedo/pos_z/1/0_0.png"), &width, &height, &channels, 3),
            *right = stbi_load(at(folder, "test-7/albedo/pos_z/1/1_0.png"), &width, &height, &channels, 3);
    for (int row = 0; row < height; row++)
        assert_memory_equal(left + 3 * (row * width + width - 1), right + 3 * (row * width + 1), 3);
    stbi_image_free(left), stbi_image_free(right);
    end_set(&set);
}

static void test_tiles_of_a_map(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_GEODETIC, 4 * tile, albedo);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    static uint8_t map[3 * 4 * tile * 2 * tile];
    for (int level = 0; level < 2; level++) {
        const int width = 2 * tile << level;
        bake(&set, TR_MAP_ALBEDO, tr_whole_map(width), map);
        for (int y = 0; y < 1 << level; y++)
            for (int x = 0; x < 2 << level; x++) {
                char name[100];
                snprintf(name, sizeof name, "test-7/albedo/%d/%d_%d.png", level, x, y);
                assert_tile(at(folder, name), 0, map, width, x * tile, y * tile);
            }
    }
    end_set(&set);
}

static bool manifest_says(struct folder *folder, const char *word) {
    size_t bytes;
    char *text = (char *)read_file(at(folder, "test-7.manifest.json"), &bytes);
    const bool said = memmem(text, bytes, word, strlen(word)) != NULL;
    free(text);
    return said;
}

// The shards together write all tiles, and the manifest is finished after the last one.
static void test_shards(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_GEODETIC, 4 * tile, albedo);
    set.job.tiles.shards = 3;
    for (int shard = 3; shard >= 1; shard--) {
        set.job.tiles.shard = shard;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_true(manifest_says(folder, "unfinished") == (shard > 1));
    }
    // A later run writes missing tiles, and only those.
    const tr_info before = tr_path_info(at(folder, "test-7/albedo/1/0_1.png"));
    assert_int_equal(unlink(at(folder, "test-7/albedo/1/3_0.png")), 0);
    set.job.tiles.shards = set.job.tiles.shard = 0;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    const tr_info after = tr_path_info(at(folder, "test-7/albedo/1/0_1.png"));
    assert_int_equal(before.kind, TR_KIND_FILE);
    assert_memory_equal(before.id, after.id, sizeof before.id);
    static uint8_t map[3 * 4 * tile * 2 * tile];
    bake(&set, TR_MAP_ALBEDO, tr_whole_map(4 * tile), map);
    assert_tile(at(folder, "test-7/albedo/1/3_0.png"), 0, map, 4 * tile, 3 * tile, 0);
    assert_tile(at(folder, "test-7/albedo/1/2_0.png"), 0, map, 4 * tile, 2 * tile, 0);
    end_set(&set);
}

// Tiles of another planet are not mixed in. Only tiles are removed.
static void test_other_tiles(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_TILES, 8 * tile, albedo);
    set.job.tiles.shard = 1, set.job.tiles.shards = 5;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    fclose(fopen(at(folder, "test-7/albedo/notes.txt"), "w"));
    set.job.tiles.border = 1;
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_non_null(strstr(set.error.message, "--force"));
    set.job.force = true;
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE); // shards would remove each other's tiles
    set.job.tiles.shard = set.job.tiles.shards = 0;
    assert_int_equal(mkdir(at(folder, "test-7/mine"), 0777), 0);
    assert_int_equal(mkdir(at(folder, "test-7/albedo/pos_x/9"), 0777), 0);
    fclose(fopen(at(folder, "test-7/mine/2024_01.png"), "w"));
    fclose(fopen(at(folder, "test-7/albedo/pos_x/9/0_0.png"), "w")); // a tile of the other set
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(access(at(folder, "test-7/albedo/notes.txt"), F_OK), 0);
    assert_int_equal(access(at(folder, "test-7/mine/2024_01.png"), F_OK), 0);
    assert_int_equal(access(at(folder, "test-7/albedo/pos_x/9"), F_OK), -1);
    int width, height, channels;
    uint8_t *anew = stbi_load(at(folder, "test-7/albedo/pos_x/0/0_0.png"), &width, &height, &channels, 3);
    assert_int_equal(width, tile + 2);
    stbi_image_free(anew);
    set.job.stem = "other";
    set.job.force = false;
    assert_int_equal(mkdir(at(folder, "other"), 0777), 0); // a foreign folder
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    end_set(&set);
}

// Under one name, a set of pictures and a set of tiles replace each other, and nothing else.
static void test_tiles_for_pictures(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_EQUIRECT, 64, albedo);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(access(at(folder, "test-7_albedo.png"), F_OK), 0);
    set.job.layout = TR_LAYOUT_GEODETIC;
    set.job.width = 2 * tile;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(count_entries(folder->path), 3); // manifest, list of hashes, folder of tiles
    assert_int_equal(access(at(folder, "test-7/albedo/0/1_0.png"), F_OK), 0);
    fclose(fopen(at(folder, "test-7/notes.txt"), "w"));
    set.job.layout = TR_LAYOUT_EQUIRECT;
    set.job.width = 64;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(access(at(folder, "test-7_albedo.png"), F_OK), 0);
    assert_int_equal(access(at(folder, "test-7/albedo"), F_OK), -1);
    assert_int_equal(access(at(folder, "test-7.sha256"), F_OK), -1);
    assert_int_equal(access(at(folder, "test-7/notes.txt"), F_OK), 0);
    set.job.layout = TR_LAYOUT_GEODETIC;
    set.job.width = 2 * tile;
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE); // the folder has a foreign file
    assert_int_equal(unlink(at(folder, "test-7/notes.txt")), 0);
    assert_int_equal(rmdir(at(folder, "test-7")), 0);
    fclose(fopen(at(folder, "test-7.manifest.json"), "w"));
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE); // not a manifest of Terrella
    end_set(&set);
}

static bool stop_once_there(void *context) { return access(context, F_OK) == 0; }

static void test_stopped_tiles_go_on(void **state) {
    struct folder *folder = *state;
    struct set set;
    char first[sizeof folder->text];
    snprintf(first, sizeof first, "%s", at(folder, "test-7/albedo/pos_x/0/0_0.png"));
    const tr_watch watch = {.stopped = stop_once_there, .context = first};
    begin_tiles(&set, folder->path, TR_LAYOUT_TILES, 8 * tile, albedo);
    assert_int_equal(export_set(&set, &watch), TR_STOPPED);
    assert_true(manifest_says(folder, "unfinished"));
    assert_int_equal(access(first, F_OK), 0);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_false(manifest_says(folder, "unfinished"));
    end_set(&set);
}

// The manifest lists what is there. A lost or damaged tile makes the set unfinished until it is written again.
static void test_what_is_missing_is_told(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_TILES, 4 * tile, albedo);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_false(manifest_says(folder, "unfinished"));
    assert_int_equal(truncate(at(folder, "test-7/albedo/neg_x/0/0_0.png"), 0), 0); // no longer the written tile
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_string_equal(set.error.file, at(folder, "test-7/albedo/neg_x/0/0_0.png"));
    assert_int_equal(unlink(at(folder, "test-7/albedo/neg_x/0/0_0.png")), 0);
    set.job.tiles.region = (tr_region){0, 0, 1}; // elsewhere on the planet
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_true(manifest_says(folder, "unfinished"));
    set.job.tiles.region = (tr_region){0};
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_false(manifest_says(folder, "unfinished"));
    // Force writes all of them again.
    const tr_info before = tr_path_info(at(folder, "test-7/albedo/pos_z/0/0_0.png"));
    set.job.force = true;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    const tr_info after = tr_path_info(at(folder, "test-7/albedo/pos_z/0/0_0.png"));
    assert_int_equal(after.kind, TR_KIND_FILE);
    assert_memory_not_equal(before.id, after.id, sizeof before.id);
    end_set(&set);
}

static pid_t export_beside(const struct folder *folder, tr_layout layout, bool force) {
    const pid_t child = fork();
    if (child != 0)
        return child;
    struct set set;
    begin_tiles(&set, folder->path, layout, 2 * tile, albedo);
    set.job.force = force;
    const tr_status status = export_set(&set, NULL);
    _exit(status == TR_CANNOT_WRITE && strstr(set.error.message, "another export is writing tiles")
              ? 100
              : (int)status);
}

static int end_of(pid_t child) {
    int end;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end));
    return WEXITSTATUS(end);
}

// While one export checks existing files and takes its lock, other exports of tiles or pictures wait.
static void test_one_at_a_time(void **state) {
    if (!is_posix)
        skip();
    struct folder *folder = *state;
    static const tr_layout layouts[] = {TR_LAYOUT_GEODETIC, TR_LAYOUT_EQUIRECT};
    bool taken;
    tr_folder in;
    assert_int_equal(tr_folder_open(folder->path, &in), 0);
    for (int i = 0; i < 2; i++) {
        const int lock = tr_directory_lock(in, true, 0, NULL, &taken);
        assert_true(lock >= 0);
        const pid_t child = export_beside(folder, layouts[i], true);
        usleep(300000); // long enough to finish without the lock
        assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
        assert_int_equal(access(at(folder, "test-7_albedo.png"), F_OK), -1);
        assert_int_equal(access(at(folder, "test-7.manifest.json"), F_OK), i - 1); // from the first layout
        tr_folder_unlock(lock);
        assert_int_equal(end_of(child), TR_OK);
    }
    tr_folder_close(&in);
}

// Tiles that are being written are not replaced. Other runs may join in.
static void test_tiles_are_held(void **state) {
    if (!is_posix)
        skip();
    struct folder *folder = *state;
    bool taken;
    tr_folder in;
    assert_int_equal(end_of(export_beside(folder, TR_LAYOUT_GEODETIC, false)), TR_OK);
    assert_int_equal(tr_folder_open(at(folder, "test-7"), &in), 0);
    const int lock = tr_directory_lock(in, false, 0, NULL, &taken);
    assert_true(lock >= 0 && !taken);
    assert_int_equal(end_of(export_beside(folder, TR_LAYOUT_GEODETIC, true)), 100);
    assert_int_equal(end_of(export_beside(folder, TR_LAYOUT_GEODETIC, false)), TR_OK);
    tr_folder_unlock(lock);
    tr_folder_close(&in);
    assert_int_equal(end_of(export_beside(folder, TR_LAYOUT_GEODETIC, true)), TR_OK);
}

// A region has the tiles that touch it and few others: of each level about as many as its area suggests.
static void test_regions(void **state) {
    (void)state;
    const tr_pyramid cube = {.cube = true, .tile = tile, .levels = 6}, map = {.tile = tile, .levels = 6};
    static const tr_region regions[] = {{0, 0, 5}, {35.3, 45, 5}, {90, 0, 5}, {-89, 130, 5}, {10, 179.9, 5}};
    for (int i = 0; i < 10; i++) {
        const tr_pyramid *p = i % 2 ? &map : &cube;
        const tr_region *region = &regions[i / 2];
        for (int level = 0; level < p->levels; level++) {
            const int count = tr_pyramid_count(p, level);
            int wanted = 0;
            for (int k = 0; k < count; k++) {
                const tr_tile t = tr_pyramid_tile(p, level, k);
                const tr_patch patch = tr_pyramid_patch(p, t);
                const double degree = 3.14159265358979 / 180, lat = region->latitude_deg * degree,
                             lon = region->longitude_deg * degree;
                const double there[3] = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)};
                bool touches = false;
                for (int y = 0; y <= 16 && !touches; y++)
                    for (int x = 0; x <= 16 && !touches; x++) {
                        double d[3];
                        tr_patch_direction(&patch, patch.x - 0.5 + x * tile / 16.0,
                                           patch.y - 0.5 + y * tile / 16.0, d);
                        touches = d[0] * there[0] + d[1] * there[1] + d[2] * there[2] > cos(5 * degree);
                    }
                const bool in = tr_pyramid_in_region(p, t, region);
                if (touches && !in)
                    fail_msg("level %d, tile %d, %d is left out", level, t.x, t.y);
                wanted += in;
            }
            assert_true(wanted >= 1);
            if (p->cube)
                assert_true(wanted <= 8 + count / 40);
        }
    }
}

static void test_what_pyramids_cannot_be(void **state) {
    struct folder *folder = *state;
    static const struct {
        tr_layout layout;
        int width, tile, border;
    } wrong[] = {{TR_LAYOUT_TILES, 512, 256, 0},        {TR_LAYOUT_TILES, 3000, 256, 0},
                 {TR_LAYOUT_GEODETIC, 1 << 23, 256, 0}, {TR_LAYOUT_GEODETIC, 1024, 256, 1},
                 {TR_LAYOUT_TILES, 1024, 128, 0},       {TR_LAYOUT_TILES, 1024, 256, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct set set;
        begin_tiles(&set, folder->path, wrong[i].layout, wrong[i].width, albedo);
        set.job.tiles.size = wrong[i].tile, set.job.tiles.border = wrong[i].border;
        assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
        end_set(&set);
    }
    struct set set;
    begin_tiles(&set, folder->path, TR_LAYOUT_TILES, 1024, albedo | 1u << TR_EXPORT_MESH);
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    set.job.maps = 1u << TR_MAP_HEIGHT;
    set.job.height_range = TR_HEIGHT_RANGE_PLANET;
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    assert_int_equal(count_entries(folder->path), 0);
    end_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_tiles_of_a_cube),
        FOLDER_TEST(test_tiles_of_a_map),
        FOLDER_TEST(test_shards),
        FOLDER_TEST(test_other_tiles),
        FOLDER_TEST(test_tiles_for_pictures),
        FOLDER_TEST(test_stopped_tiles_go_on),
        FOLDER_TEST(test_what_is_missing_is_told),
        FOLDER_TEST(test_one_at_a_time),
        FOLDER_TEST(test_tiles_are_held),
        cmocka_unit_test(test_regions),
        FOLDER_TEST(test_what_pyramids_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
