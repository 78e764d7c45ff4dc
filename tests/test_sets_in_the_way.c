// Existing files where a set is written: files of earlier sets, foreign files, invalid manifests. Also invalid
// jobs. All of these are reported before a texel is baked, and only files of an earlier set of the same name
// are removed.
#include "export/target.h"
#include "export/verify.h"
#include "texture_sets.h"

#include <errno.h>
#include <limits.h>

enum { albedo = 1 << TR_MAP_ALBEDO };

static void begin_small(struct set *set, struct folder *folder) {
    begin_set(set, folder->path, 1);
    set->job.maps = albedo;
    set->job.width = 64;
}

// A text with each word HASH replaced by the hash and size of another text. free() it.
static char *with_hash(const char *form, const char *text) {
    enum { room = 16384 };
    char sha256[TR_DIGEST_BYTES], *out = malloc(room);
    int used = 0;
    tr_digest_of(text, strlen(text), sha256);
    for (const char *hash; (hash = strstr(form, "HASH")); form = hash + 4)
        used += snprintf(out + used, (size_t)(room - used), "%.*s\"sha256\": \"%s\", \"bytes\": %zu",
                         (int)(hash - form), form, sha256, strlen(text));
    assert_true(used + snprintf(out + used, (size_t)(room - used), "%s", form) < room);
    return out;
}

// ---- replaced files ------------------------------------------------------------------------------

// A manifest is not trusted. Whatever it names, only files are removed that a set of this stem can have and
// whose contents have the listed hash. Changed files stay and are listed.
static void test_what_an_earlier_set_leaves(void **state) {
    struct folder *folder = *state;
    static const char form[] =
        "{\"generator\": \"terrella\", \"maps\": {\"albedo\": {\"file\": \"test-7_albedo.png\", HASH}, "
        "\"normal\": "
        "{\"files\": [{\"file\": \"test-7_normal_px.png\", HASH}, {\"file\": 7}]}}, \"beside\": [{\"file\": "
        "\"test-7.tscn\", HASH}, {\"file\": \"test-7_notes.txt\", HASH}, {\"file\": \"../test-7_up\", HASH}, "
        "{\"file\": \"test-7_orm.png\", HASH}, {\"file\": \"test-7_clouds.png\"}], \"mesh\": {\"file\": "
        "\"test-7.glb\", HASH}, \"page\": {\"file\": \"test-77.html\", HASH}, \"replaces\": [{\"file\": "
        "\"test-7_water.tga\", HASH}, {\"file\": \"other_old.png\", HASH}, \"test-7_emission.png\", {\"file\": "
        "\"test-7_below/x\", HASH}, 5]}";
    static const char *const gone[] = {"test-7_normal_px.png", "test-7.tscn", "test-7.glb", "test-7_water.tga"};
    static const char *const foreign[] = {"test-7_notes.txt", "test-77.html", "other_old.png",
                                          "test-7_emission.png", "test-7_below/x"};
    static const char *const changed[] = {"test-7_orm.png", "test-7_clouds.png"}; // other hash, no hash
    struct set set;
    begin_small(&set, folder);
    assert_int_equal(mkdir(at(folder, "test-7_below"), 0777), 0);
    char *manifest = with_hash(form, "old");
    write_text(at(folder, "test-7.manifest.json"), manifest);
    write_text(at(folder, "test-7_albedo.png"), "old");
    for (int i = 0; i < 4; i++)
        write_text(at(folder, gone[i]), "old");
    for (int i = 0; i < 5; i++)
        write_text(at(folder, foreign[i]), "old");
    for (int i = 0; i < 2; i++)
        write_text(at(folder, changed[i]), i == 0 ? "new" : "old");
    assert_int_equal(export_set(&set, NULL), TR_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(access(at(folder, gone[i]), F_OK), -1);
    for (int i = 0; i < 5; i++)
        assert_content(at(folder, foreign[i]), "old");
    assert_int_equal(set.result.kept, 2);
    for (int i = 0; i < 2; i++)
        assert_string_equal(set.result.kept_paths[i], at(folder, changed[i]));
    // A changed file that the new set would overwrite makes the export fail.
    write_text(at(folder, "test-7_albedo.png"), "mine");
    assert_int_equal(tr_export_check(&set.job, NULL, NULL), TR_CANNOT_WRITE);
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_string_equal(set.error.file, at(folder, "test-7_albedo.png"));
    assert_non_null(strstr(set.error.message, "changed since"));
    assert_content(at(folder, "test-7_albedo.png"), "mine");
    set.job.force = true;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_true(file_size(at(folder, "test-7_albedo.png")) > 100);
    free(manifest);
    end_set(&set);
}

// Pictures replace tiles: tiles with the listed hash are removed, all other files in their folder stay.
static void test_tiles_that_are_replaced(void **state) {
    struct folder *folder = *state;
    static const char *const forms[] = {
        "{\"generator\": \"terrella\", \"tiles\": {\"levels\": 1, \"hashes\": {\"file\": \"test-7.sha256\", "
        "HASH}}}",
        "{\"generator\": \"terrella\", \"replaces\": [{\"file\": \"test-7.sha256\", HASH}]}",
        "{\"generator\": \"terrella\", \"tiles\": {\"levels\": 1}}"};
    static const char *const names[] = {"test-7/albedo/0/0_0.png", "test-7/albedo/0/1_0.png",
                                        "test-7/mine/0_0.png"};
    struct set set;
    char lines[1000] = "", of_tile[TR_DIGEST_BYTES];
    begin_small(&set, folder);
    tr_digest_of("tile", 4, of_tile);
    for (int i = 0; i < 3; i++)
        sprintf(lines + strlen(lines), "%s  %s\n", of_tile, names[i]);
    for (int i = 0; i < 3; i++) {
        static const char *const folders[] = {"test-7", "test-7/albedo", "test-7/albedo/0", "test-7/mine"};
        const bool listed = i < 2;
        for (int k = 0; k < 4; k++)
            mkdir(at(folder, folders[k]), 0777);
        char *manifest = with_hash(forms[i], lines);
        write_text(at(folder, "test-7.manifest.json"), manifest);
        write_text(at(folder, "test-7.sha256"), lines);
        write_text(at(folder, names[0]), "tile");
        write_text(at(folder, names[1]), "changed");
        write_text(at(folder, names[2]), "tile"); // not a path of a tile
        write_text(at(folder, "test-7/albedo/0/notes.txt"), "kept");
        unlink(at(folder, "test-7_albedo.png"));
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_int_equal(access(at(folder, names[0]), F_OK), listed ? -1 : 0);
        assert_content(at(folder, names[1]), "changed");
        assert_content(at(folder, names[2]), "tile");
        assert_int_equal(access(at(folder, "test-7.sha256"), F_OK), listed ? -1 : 0);
        assert_int_equal(set.result.kept, 1);
        assert_string_equal(set.result.kept_paths[0], at(folder, listed ? names[1] : "test-7"));
        // With force, all files with names of tiles are removed.
        write_text(at(folder, "test-7.manifest.json"), manifest);
        set.job.force = true;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        set.job.force = false;
        assert_int_equal(access(at(folder, names[1]), F_OK), -1);
        assert_content(at(folder, "test-7/albedo/0/notes.txt"), "kept");
        assert_content(at(folder, names[2]), "tile");
        unlink(at(folder, "test-7/albedo/0/notes.txt"));
        free(manifest);
    }
    unlink(at(folder, names[2]));
    rmdir(at(folder, "test-7/mine"));
    for (int k = 0; k < 2; k++)
        mkdir(at(folder, k ? "test-7/albedo/0" : "test-7/albedo"), 0777);
    sprintf(lines, "%s  %s\n", of_tile, names[0]);
    char *manifest = with_hash(forms[0], lines);
    write_text(at(folder, "test-7.manifest.json"), manifest);
    write_text(at(folder, "test-7.sha256"), lines);
    write_text(at(folder, names[0]), "tile"); // the only file
    unlink(at(folder, "test-7_albedo.png"));
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(access(at(folder, "test-7"), F_OK), -1);
    free(manifest);
    end_set(&set);
}

static void assert_refused(struct set *set, struct folder *folder, const char *name) {
    assert_int_equal(tr_export_check(&set->job, NULL, NULL), TR_CANNOT_WRITE);
    assert_int_equal(export_set(set, NULL), TR_CANNOT_WRITE);
    assert_non_null(strstr(set->error.message, "Terrella did not write"));
    assert_string_equal(set->error.file, at(folder, name));
}

static void test_files_of_others(void **state) {
    struct folder *folder = *state;
    static const char *const manifests[] = {"", "{", "[]", "{\"generator\": \"another\"}",
                                            "{\"generator\": 1}"};
    struct set set;
    begin_small(&set, folder);
    for (size_t i = 0; i < sizeof manifests / sizeof manifests[0]; i++) {
        write_text(at(folder, "test-7.manifest.json"), manifests[i]);
        assert_refused(&set, folder, "test-7.manifest.json");
        assert_content(at(folder, "test-7.manifest.json"), manifests[i]);
    }
    assert_int_equal(truncate(at(folder, "test-7.manifest.json"), 1 << 28), 0); // larger than a manifest
    assert_refused(&set, folder, "test-7.manifest.json");
    assert_int_equal(unlink(at(folder, "test-7.manifest.json")), 0);
    write_text(at(folder, "test-7_albedo.png"), "mine");
    assert_refused(&set, folder, "test-7_albedo.png");
    assert_content(at(folder, "test-7_albedo.png"), "mine");
    assert_int_equal(unlink(at(folder, "test-7_albedo.png")), 0);
    // Without a manifest the owner of a file is unknown.
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(unlink(at(folder, "test-7.manifest.json")), 0);
    assert_refused(&set, folder, "test-7_albedo.png");
    set.job.force = true;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    end_set(&set);
}

// ---- tiles ---------------------------------------------------------------------------------------

static void begin_tiles(struct set *set, struct folder *folder, unsigned maps) {
    begin_set(set, folder->path, 1);
    set->job.maps = maps;
    set->job.layout = TR_LAYOUT_GEODETIC;
    set->job.tiles.size = 256;
    set->job.width = 512;
}

// Existing files of the same set are not written again: edited tiles, and the files next to them.
static void test_tiles_go_on(void **state) {
    struct folder *folder = *state;
    struct set set;
    char tile[] = "test-7/textures/hires/test-7_albedo/level0/tx_0_0.png";
    size_t bytes;
    begin_tiles(&set, folder, albedo);
    set.job.target = tr_target_find("celestia");
    assert_int_equal(export_set(&set, NULL), TR_OK);
    const size_t whole = file_size(at(folder, tile));
    unsigned char *first = read_file(at(folder, tile), &bytes);
    write_text(at(folder, "test-7/test-7.ssc"), "edited");
    assert_int_equal(truncate(at(folder, tile), (off_t)whole - 1), 0); // no longer the written tile
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_string_equal(set.error.file, at(folder, tile));
    assert_int_equal(unlink(at(folder, tile)), 0); // is written again
    assert_int_equal(export_set(&set, NULL), TR_OK);
    unsigned char *second = read_file(at(folder, tile), &bytes);
    assert_int_equal(bytes, whole);
    assert_memory_equal(first, second, bytes);
    assert_content(at(folder, "test-7/test-7.ssc"), "edited");
    set.job.force = true; // writes everything again
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_true(file_size(at(folder, "test-7/test-7.ssc")) > 100);
    set.job.force = false;
    assert_int_equal(truncate(at(folder, tile), 0), 0);
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_int_equal(file_size(at(folder, tile)), 0);
    free(first), free(second);
    end_set(&set);
}

// Maps that are derived from other maps can be written as tiles too.
static void test_tiles_of_what_is_made_of_maps(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder, 1u << TR_EXPORT_ROUGHNESS | 1u << TR_EXPORT_CLOUDS_COLOUR);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_true(file_size(at(folder, "test-7/roughness/0/1_0.png")) > 1000);
    assert_true(file_size(at(folder, "test-7/clouds_colour/0/0_0.png")) > 4000);
    end_set(&set);
}

// A full disk is reported with the name of the tile, and no partial file is left.
static void test_tiles_on_a_full_disk(void **state) {
    struct folder *folder = *state;
    struct set set;
    if (!is_posix)
        skip();
    begin_tiles(&set, folder, 1u << TR_EXPORT_CLOUDS_COLOUR);
    limit_files(4000);
    const tr_status status = export_set(&set, NULL);
    limit_files(0);
    assert_int_equal(status, TR_CANNOT_WRITE);
    assert_non_null(strstr(set.error.message, strerror(EFBIG)));
    assert_int_equal(count_entries(at(folder, "test-7/clouds_colour/0")), 0);
    end_set(&set);
}

static void test_other_things_where_tiles_go(void **state) {
    struct folder *folder = *state;
    struct set set;
    begin_tiles(&set, folder, albedo);
    write_text(at(folder, "test-7.manifest.json"), "mine");
    assert_int_equal(tr_export_check(&set.job, NULL, NULL), TR_CANNOT_WRITE);
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_non_null(strstr(set.error.message, "other files than these tiles"));
    assert_string_equal(set.error.file, at(folder, "test-7.manifest.json"));
    set.job.force = true, set.job.tiles.shard = 1, set.job.tiles.shards = 2;
    assert_int_equal(export_set(&set, NULL), TR_BAD_USAGE);
    assert_non_null(strstr(set.error.message, "--force without --shard"));
    assert_content(at(folder, "test-7.manifest.json"), "mine");
    assert_int_equal(unlink(at(folder, "test-7.manifest.json")), 0);
    set.job.force = false, set.job.tiles.shard = set.job.tiles.shards = 0;
    assert_int_equal(mkdir(at(folder, "test-7"), 0777), 0); // a folder without a manifest
    write_text(at(folder, "test-7/mine"), "kept");
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    set.job.force = true;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_content(at(folder, "test-7/mine"), "kept");
    // There are only pictures of the same stem: tiles are not mixed with them.
    remove_below(at(folder, "test-7"));
    set.job.force = false;
    write_text(at(folder, "test-7.manifest.json"), "{\"generator\": \"terrella\"}");
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE); // a tile list that no manifest names
    assert_int_equal(unlink(at(folder, "test-7.sha256")), 0);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    end_set(&set);
}

struct heard {
    int damaged, missing;
};

static void hear_flaw(void *context, const char *path, const char *what) {
    struct heard *heard = context;
    (void)path;
    heard->damaged += strcmp(what, "differs from what was written") == 0;
    heard->missing += strcmp(what, "missing") == 0;
}

static void hear_set(void *context, const tr_verified *set) { (void)context, (void)set; }

// Every tile is verified: one with a flipped bit, and an empty one.
static void test_damaged_tiles_are_found(void **state) {
    struct folder *folder = *state;
    static const char *const names[] = {"test-7/albedo/0/0_0.png", "test-7/albedo/0/1_0.png",
                                        "test-7/normal/0/1_0.png"};
    struct set set;
    struct heard heard = {0};
    const tr_verify_report report = {hear_flaw, hear_set, &heard};
    int flaws;
    begin_tiles(&set, folder, albedo | 1u << TR_MAP_NORMAL);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, NULL), TR_OK);
    assert_int_equal(flaws, 0);
    FILE *file = fopen(at(folder, names[0]), "r+b");
    fseek(file, -100, SEEK_END);
    const int byte = getc(file);
    fseek(file, -100, SEEK_END);
    putc(byte ^ 1, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(truncate(at(folder, names[1]), 0), 0);
    assert_int_equal(unlink(at(folder, names[2])), 0);
    assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, NULL), TR_OK);
    assert_int_equal(flaws, 3);
    assert_int_equal(heard.damaged, 2);
    assert_int_equal(heard.missing, 1);
    const atomic_bool stop = true;
    const tr_watch stopped = tr_watch_flag(&stop);
    assert_int_equal(tr_sets_verify(folder->path, &stopped, &report, &flaws, NULL), TR_STOPPED);
    end_set(&set);
}

// An engine rewrites import settings when it imports a texture. These stay, all other files are replaced, and
// the set verifies.
static void test_settings_of_an_engine(void **state) {
    struct folder *folder = *state;
    static const char *const all[][2] = {{"godot", "import"}, {"unity-hdrp", "meta"}, {"unity-urp", "meta"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct set set;
        struct heard heard = {0};
        const tr_verify_report report = {hear_flaw, hear_set, &heard};
        char stem[32], texture[64], settings[128], other[128];
        size_t bytes;
        int flaws;
        snprintf(stem, sizeof stem, "of-%s", all[i][0]);
        snprintf(texture, sizeof texture, "%s_albedo.png", stem);
        snprintf(settings, sizeof settings, "%s.%s", texture, all[i][1]);
        snprintf(other, sizeof other, "%s_normal.png.%s", stem, all[i][1]);
        begin_small(&set, folder);
        set.job.stem = stem;
        set.job.target = tr_target_find(all[i][0]);
        set.job.maps = albedo | 1u << TR_MAP_NORMAL;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_int_equal(set.result.settings_kept, 0);
        const int files = set.result.count;
        unsigned char *first = read_file(at(folder, texture), &bytes);
        write_text(at(folder, settings), "uid=1");
        set.job.width = 128;
        for (int again = 0; again < 2; again++) {
            assert_int_equal(tr_export_check(&set.job, NULL, NULL), TR_OK);
            assert_int_equal(export_set(&set, NULL), TR_OK);
            assert_content(at(folder, settings), "uid=1");
            assert_int_equal(set.result.settings_kept, 1);
            assert_int_equal(set.result.count, files - 1);
            assert_int_equal(set.result.kept, 0);
        }
        assert_true(file_size(at(folder, texture)) != bytes);
        assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, NULL), TR_OK);
        assert_int_equal(flaws, 0);
        // Missing settings are written again. When a texture is removed, its changed settings stay and are
        // listed.
        assert_int_equal(unlink(at(folder, settings)), 0);
        write_text(at(folder, other), "uid=2");
        set.job.maps = albedo;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_true(file_size(at(folder, settings)) > 100);
        assert_content(at(folder, other), "uid=2");
        assert_int_equal(set.result.kept, 1);
        assert_string_equal(set.result.kept_paths[0], at(folder, other));
        // Also where the engine wrote the settings first. A link is refused, and with force everything is
        // replaced.
        set.job.maps = albedo | 1u << TR_MAP_NORMAL;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_content(at(folder, other), "uid=2");
        assert_int_equal(unlink(at(folder, settings)), 0);
        if (is_posix) {
            assert_int_equal(symlink(other, at(folder, settings)), 0);
            assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
            assert_int_equal(unlink(at(folder, settings)), 0);
        }
        set.job.force = true;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_true(file_size(at(folder, other)) > 100);
        // An edited texture, in contrast, is refused.
        set.job.force = false;
        write_text(at(folder, texture), "mine");
        assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
        assert_content(at(folder, texture), "mine");
        set.job.force = true;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        free(first);
        end_set(&set);
    }
}

// A material that was edited, and a file that is none of ours, are kept or replaced as the job says.
static void test_edited_files_are_kept(void **state) {
    struct folder *folder = *state;
    struct set set;
    struct heard heard = {0};
    const tr_verify_report report = {hear_flaw, hear_set, &heard};
    tr_export_result *found = calloc(1, sizeof *found);
    size_t bytes, again;
    int flaws;
    begin_small(&set, folder);
    set.job.stem = "hill";
    set.job.target = tr_target_find("godot");
    set.job.maps = albedo | 1u << TR_MAP_NORMAL;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    const int files = set.result.count;
    unsigned char *first = read_file(at(folder, "hill_albedo.png"), &bytes);
    write_text(at(folder, "hill.tres"), "mine");
    write_text(at(folder, "hill_normal.png"), "mine, too");
    write_text(at(folder, "hill_albedo.png.import"), "uid=1");
    set.job.width = 128;
    assert_int_equal(tr_export_check(&set.job, NULL, NULL), TR_CANNOT_WRITE);
    assert_int_equal(tr_export_find_edited(&set.job, found, NULL), TR_OK);
    assert_int_equal(found->kept, 2);
    assert_int_equal(found->settings_kept, 1);
    set.job.edited = TR_EDITED_KEEP;
    for (int i = 0; i < 2; i++) { // also once it was kept before
        assert_int_equal(tr_export_check(&set.job, NULL, NULL), TR_OK);
        assert_int_equal(export_set(&set, NULL), TR_OK);
        assert_int_equal(set.result.count, files - 3);
        assert_int_equal(set.result.kept, 2);
        assert_content(at(folder, "hill.tres"), "mine");
        assert_content(at(folder, "hill_normal.png"), "mine, too");
    }
    assert_true(file_size(at(folder, "hill_albedo.png")) != bytes);
    assert_int_equal(tr_sets_verify(folder->path, NULL, &report, &flaws, NULL), TR_OK);
    assert_int_equal(flaws, 0);
    set.job.edited = TR_EDITED_REFUSE; // they are not forgotten
    assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    assert_content(at(folder, "hill.tres"), "mine");
    set.job.edited = TR_EDITED_REPLACE;
    assert_int_equal(export_set(&set, NULL), TR_OK);
    assert_int_equal(set.result.kept, 0);
    assert_int_equal(set.result.settings_kept, 1);
    free(read_file(at(folder, "hill.tres"), &again));
    assert_true(again > 100 && file_size(at(folder, "hill_normal.png")) > 100);
    assert_content(at(folder, "hill_albedo.png.import"), "uid=1");
    assert_int_equal(unlink(at(folder, "hill.tres")), 0); // a link is no file that can be kept or replaced
    if (is_posix)
        assert_int_equal(symlink("hill_albedo.png", at(folder, "hill.tres")), 0);
    for (int how = TR_EDITED_REFUSE; is_posix && how <= TR_EDITED_REPLACE; how++) {
        set.job.edited = (tr_edited)how;
        assert_int_equal(export_set(&set, NULL), TR_CANNOT_WRITE);
    }
    free(first);
    free(found);
    end_set(&set);
}

// ---- jobs ----------------------------------------------------------------------------------------

static void test_jobs_that_cannot_be(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *stem, *target, *told; // NULL: the default, none, valid
        unsigned maps;                    // 0: albedo
        tr_layout layout;
        tr_file_format format;
        int width; // 0: the default
        tr_tiles tiles;
        tr_status status;
    } all[] = {
        {"con", .told = "Windows takes it for a device", .status = TR_BAD_USAGE},
        {"NUL.planet", .told = "for a device", .status = TR_BAD_USAGE},
        {"Com1", .told = "for a device", .status = TR_BAD_USAGE},
        {"lpt9.x", .told = "for a device", .status = TR_BAD_USAGE},
        {.stem = "com"},
        {.stem = "comx"},
        {"com:", .told = "cannot begin the name", .status = TR_BAD_USAGE},
        {.stem = "com10"},
        {"lpt/", .told = "cannot begin the name", .status = TR_BAD_USAGE},
        {.stem = "console"},
        {.stem = "abc"},
        {".a", .told = "cannot begin the name", .status = TR_BAD_USAGE},
        {"-a", .told = "cannot begin the name", .status = TR_BAD_USAGE},
        {"a\nb", .told = "cannot begin the name", .status = TR_BAD_USAGE},
        {.stem = "a{b"},
        {"a{b", "kopernicus", "cannot contain {", .status = TR_BAD_USAGE},
        {"a{b", .layout = TR_LAYOUT_TILES, .width = 1024, .tiles = {.size = 256}, .told = "braces",
         .status = TR_BAD_USAGE},
        {.maps = 1u << TR_EXPORT_OUTPUTS, .told = "at least one map", .status = TR_BAD_INPUT},
        {.maps = 1u << TR_EXPORT_AIR, .told = "the GLB of --target gltf", .status = TR_BAD_USAGE},
        {.maps = 1u << TR_EXPORT_RINGS, .told = "this planet has no rings", .status = TR_BAD_INPUT},
        {.target = "gis",
         .maps = 1u << TR_MAP_EMISSION,
         .told = "a set for gis has no emission",
         .status = TR_BAD_USAGE},
        {.target = "gis", .layout = TR_LAYOUT_CUBE, .told = "leave the projection out", .status = TR_BAD_USAGE},
        {.target = "web", .width = 131072, .told = "which does not hold", .status = TR_BAD_USAGE},
        {.format = TR_FORMAT_DDS,
         .layout = TR_LAYOUT_CUBE_ROW,
         .told = "holds the faces of a cube itself",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .shard = 3, .shards = 2},
         .told = "no shard 3 of 2",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .shard = 1},
         .told = "no shard 1 of 0",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .shards = 2},
         .told = "no shard 0 of 2",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .region = {91, 0, 1}},
         .told = "a region is",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .region = {0, 361, 1}},
         .told = "a region is",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .region = {0, 0, -1}},
         .told = "a region is",
         .status = TR_BAD_USAGE},
        {.layout = TR_LAYOUT_GEODETIC,
         .width = 512,
         .tiles = {.size = 256, .region = {0, 0, 181}},
         .told = "a region is",
         .status = TR_BAD_USAGE},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct set set;
        tr_error error = {0};
        begin_small(&set, folder);
        set.job.stem = all[i].stem ? all[i].stem : "test-7";
        set.job.target = all[i].target ? tr_target_find(all[i].target) : NULL;
        set.job.maps = all[i].maps ? all[i].maps : albedo;
        set.job.layout = all[i].layout;
        set.job.format = all[i].format;
        set.job.width = all[i].width ? all[i].width : 64;
        set.job.tiles = all[i].tiles;
        const tr_status status = tr_export_check(&set.job, NULL, &error);
        if (status != all[i].status || (all[i].told && !strstr(error.message, all[i].told)))
            fail_msg("job %zu: %d, %s", i, (int)status, error.message);
        if (status != TR_OK)
            assert_int_equal(export_set(&set, NULL), status);
        assert_int_equal(count_entries(folder->path), 0);
        end_set(&set);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_what_an_earlier_set_leaves),
        FOLDER_TEST(test_tiles_that_are_replaced),
        FOLDER_TEST(test_files_of_others),
        FOLDER_TEST(test_tiles_go_on),
        FOLDER_TEST(test_tiles_of_what_is_made_of_maps),
        FOLDER_TEST(test_tiles_on_a_full_disk),
        FOLDER_TEST(test_other_things_where_tiles_go),
        FOLDER_TEST(test_damaged_tiles_are_found),
        FOLDER_TEST(test_settings_of_an_engine),
        FOLDER_TEST(test_edited_files_are_kept),
        FOLDER_TEST(test_jobs_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
