// Folders prepared by an attacker: links, pipes, devices and folders under the names of a set's files, and
// manifests that name files of others. The exporter reads, writes and removes nothing through them, does not
// block, and leaves files outside unchanged. With TR_FULL=1 the test uses all names of more sets.
#include "export/private/replace.h"
#include "export/target.h"
#include "export/verify.h"
#include "texture_sets.h"

#include <dirent.h>
#include <errno.h>
#include <sys/sysmacros.h>

// fsync() does nothing here, as the real one is slow.
int fsync(int file) {
    (void)file;
    return 0;
}

// ---- sets ----------------------------------------------------------------------------------------

enum which { PICTURES, TILES, GODOT, WEB, CELESTIA, CUBE_JPG };

static tr_status export_as(const char *path, enum which which, bool force, tr_export_result *result) {
    static const char *const targets[] = {NULL, NULL, "godot", "web", "celestia", NULL};
    struct set set;
    begin_set(&set, path, 1);
    set.job.force = force;
    set.job.width = 64;
    set.job.target = targets[which] ? tr_target_find(targets[which]) : NULL;
    set.job.layout = tr_target_layout(set.job.target,
                                      which == TILES      ? TR_LAYOUT_GEODETIC
                                      : which == CUBE_JPG ? TR_LAYOUT_CUBE
                                                          : TR_LAYOUT_EQUIRECT,
                                      false);
    set.job.maps = 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL;
    if (set.job.target)
        set.job.maps = tr_target_outputs(set.job.target, set.job.layout, set.recipe);
    if (tr_layout_is_pyramid(set.job.layout)) {
        set.job.tiles.size = 256;
        set.job.width = 512;
        set.job.maps = 1u << TR_MAP_ALBEDO;
    }
    if (which == CUBE_JPG)
        set.job.format = TR_FORMAT_JPG;
    const tr_status status = export_set(&set, NULL);
    if (result)
        *result = set.result;
    end_set(&set);
    return status;
}

static void hear_flaw(void *context, const char *path, const char *what) {
    (void)path, (void)what;
    ++*(int *)context;
}

static void hear_set(void *context, const tr_verified *set) { (void)context, (void)set; }

// The number of flaws that a check finds, or -1 if it finds no set.
static int check(const char *path) {
    int heard = 0, flaws;
    const tr_verify_report report = {hear_flaw, hear_set, &heard};
    return tr_sets_verify(path, NULL, &report, &flaws, NULL) == TR_OK ? flaws : -1;
}

// ---- traps ---------------------------------------------------------------------------------------

enum trap { LINK, DANGLING, FOLDER_LINK, ZERO_LINK, PIPE, FOLDER, SOCKET, DEVICE, traps };

struct place {
    char set[300], outside[300]; // folders
};

static void begin_place(struct folder *folder, struct place *place) {
    remove_below(folder->path);
    assert_int_equal(mkdir(folder->path, 0777), 0);
    snprintf(place->set, sizeof place->set, "%s/set", folder->path);
    snprintf(place->outside, sizeof place->outside, "%s/outside", folder->path);
    assert_int_equal(mkdir(place->set, 0777), 0);
    assert_int_equal(mkdir(place->outside, 0777), 0);
    write_text(at(folder, "outside/precious"), "precious");
    write_text(at(folder, "outside/0_0.png"), "precious");
    assert_int_equal(mkdir(at(folder, "outside/0"), 0777), 0);
    write_text(at(folder, "outside/0/0_0.png"), "precious");
}

static bool make_trap(const struct place *place, enum trap trap, const char *path) {
    char to[700];
    switch (trap) {
    case LINK:
    case DANGLING:
        snprintf(to, sizeof to, "%s/%s", place->outside, trap == LINK ? "precious" : "new");
        return symlink(to, path) == 0;
    case FOLDER_LINK:
        return symlink(place->outside, path) == 0;
    case ZERO_LINK:
        return symlink("/dev/zero", path) == 0;
    case PIPE:
        return mkfifo(path, 0666) == 0;
    case FOLDER:
        return mkdir(path, 0777) == 0;
    case SOCKET:
        return mknod(path, S_IFSOCK | 0666, 0) == 0;
    default:
        return mknod(path, S_IFCHR | 0666, makedev(1, 5)) == 0; // making it needs privileges
    }
}

// Makes the parent folders of a path.
static void make_above(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static bool same_thing(const char *path, const struct stat *before) {
    struct stat now;
    return lstat(path, &now) == 0 && now.st_mode == before->st_mode && now.st_ino == before->st_ino;
}

static struct { int tried, wrong; } counted;

static void expect(bool kept, const char *law, const char *name, enum trap trap) {
    counted.tried++;
    counted.wrong += !kept;
    if (!kept)
        print_message("WRONG: %s, trap %d: %s\n", name, (int)trap, law);
}

// Puts one trap under one name of a set. over: a whole set is there, and the trap replaces one of its files.
static void spring(struct folder *folder, enum which which, const char *name, enum trap trap, bool over) {
    struct place place;
    char path[700];
    int left;
    struct stat before;
    begin_place(folder, &place);
    snprintf(path, sizeof path, "%s/%s", place.set, name);
    if (over)
        assert_int_equal(export_as(place.set, which, false, NULL), TR_OK);
    if (remove(path) != 0)
        remove_below(path);
    make_above(path);
    if (!make_trap(&place, trap, path) || lstat(path, &before) != 0)
        return;
    const uint64_t outside = sum_below(place.outside, 1, &left);
    const tr_status status = export_as(place.set, which, false, NULL);
    expect(status == TR_CANNOT_WRITE || (trap == FOLDER && status == TR_OK), "it is refused", name, trap);
    expect(same_thing(path, &before), "it stays", name, trap);
    const tr_status forced = export_as(place.set, which, true, NULL);
    expect(forced == TR_CANNOT_WRITE || trap == FOLDER, "force refuses it", name, trap);
    expect(same_thing(path, &before) || trap == FOLDER, "force leaves it", name, trap);
    const int flaws = check(place.set);
    expect(!over || flaws != 0 || trap == FOLDER, "the check reports it", name, trap);
    // Another set under that name: the files of the first set are removed, but not the trap.
    const tr_status other = export_as(place.set, which == CUBE_JPG ? PICTURES : CUBE_JPG, true, NULL);
    expect(other == TR_OK || other == TR_CANNOT_WRITE, "another set is made or refused", name, trap);
    expect(same_thing(path, &before) || trap == FOLDER, "another set leaves it", name, trap);
    expect(sum_below(place.outside, 1, &left) == outside, "what is outside stays", name, trap);
}

// ---- names ---------------------------------------------------------------------------------------

enum { most_names = 100 };

struct list {
    int count;
    char names[most_names][256];
};

// All files and folders of a set.
static void list_below(const char *root, const char *below, struct list *list) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", root, below);
    DIR *all = opendir(path);
    for (const struct dirent *entry; (entry = readdir(all));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        assert_true(list->count < most_names);
        char *name = list->names[list->count++];
        snprintf(name, 256, "%.120s%s%.120s", below, *below ? "/" : "", entry->d_name);
        if (entry->d_type == DT_DIR)
            list_below(root, name, list);
    }
    closedir(all);
}

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static void test_traps(void **state) {
    struct folder *folder = *state;
    const bool full = is_full() && !under_sanitizer;
    const int step = under_sanitizer ? 12 : 6; // sanitizers gain nothing from more folders
    for (int which = PICTURES; which <= (full ? CELESTIA : TILES); which++) {
        struct place place;
        struct list *list = calloc(1, sizeof *list);
        begin_place(folder, &place);
        assert_int_equal(export_as(place.set, (enum which)which, false, NULL), TR_OK);
        list_below(place.set, "", list);
        qsort(list->names, (size_t)list->count, sizeof *list->names, compare_names);
        for (int i = 0; i < list->count; i++)
            for (int trap = 0; trap < traps; trap++)
                for (int over = 0; over < 2; over++)
                    if (full || (i + trap) % step == step / 2 * over)
                        spring(folder, (enum which)which, list->names[i], (enum trap)trap, over);
        free(list);
    }
    print_message("figure: traps in folders/sprung: %d/%d\n", counted.tried, counted.wrong);
    assert_true(counted.tried > 100);
    assert_int_equal(counted.wrong, 0);
}

// Names of leftover or temporary files are not followed either.
static void test_traps_under_hidden_names(void **state) {
    struct folder *folder = *state;
    static const char *const names[] = {".test-7.heights", ".test-7_albedo.jpg", ".x.01234567-abcdef.part"};
    struct place place;
    int left;
    // (A page takes long: without TR_FULL each name gets only some of the traps.)
    const int step = under_sanitizer ? 6 : is_full() ? 1 : 2;
    for (int i = 0; i < 3; i++)
        for (int trap = i % step; trap < traps; trap += step) {
            char path[700];
            begin_place(folder, &place);
            snprintf(path, sizeof path, "%s/%s", place.set, names[i]);
            if (!make_trap(&place, (enum trap)trap, path))
                continue;
            const uint64_t outside = sum_below(place.outside, 1, &left);
            const tr_status status = export_as(place.set, WEB, false, NULL);
            assert_true(status == TR_OK || status == TR_CANNOT_WRITE);
            assert_int_equal(count_entries(place.outside), 3);
            assert_true(sum_below(place.outside, 1, &left) == outside);
            check(place.set);
        }
}

// The folder itself may be a link, and so may a manifest named by the user.
static void test_what_a_person_names_may_be_a_link(void **state) {
    struct folder *folder = *state;
    struct place place;
    begin_place(folder, &place);
    char linked[300], manifest[400];
    snprintf(linked, sizeof linked, "%s/linked", folder->path);
    assert_int_equal(symlink(place.set, linked), 0);
    assert_int_equal(export_as(linked, PICTURES, false, NULL), TR_OK);
    assert_int_equal(check(linked), 0);
    snprintf(manifest, sizeof manifest, "%s/test-7.manifest.json", linked);
    assert_int_equal(check(manifest), 0);
}

// ---- names of sets -------------------------------------------------------------------------------

// Every name that the exporter gives to a file of a set is recognized as such.
static void test_all_names_are_known(void **state) {
    struct folder *folder = *state;
    int targets, names = 0;
    const tr_target *all = tr_target_list(&targets);
    for (int t = -1; t < targets; t++)
        for (int layout = 0; layout < TR_LAYOUT_COUNT; layout++)
            for (int format = 0; format < TR_FORMAT_COUNT; format++) {
                struct set set;
                char path[300];
                const bool pyramid = layout >= TR_LAYOUT_TILES;
                if ((t >= 0 && (format != TR_FORMAT_PNG || layout > TR_LAYOUT_CUBE)) || pyramid)
                    continue;
                if (under_sanitizer && (t + 1 + layout + format) % 3) // nor from more names
                    continue;
                snprintf(path, sizeof path, "%s/%d-%d-%d", folder->path, t, layout, format);
                begin_set(&set, path, 1);
                set.job.target = t < 0 ? NULL : &all[t];
                set.job.layout = tr_target_layout(set.job.target, (tr_layout)layout, false);
                set.job.format = (tr_file_format)format;
                set.job.width = 64;
                set.job.tiles.size = 256;
                set.job.maps = set.job.target ? tr_target_outputs(set.job.target, set.job.layout, set.recipe)
                                              : tr_export_possible(set.recipe) & ~(1u << TR_EXPORT_AIR);
                if (tr_layout_is_pyramid(set.job.layout))
                    set.job.width = set.job.layout == TR_LAYOUT_TILES ? 1024 : 512;
                const tr_status status = export_set(&set, NULL);
                if (status == TR_OK) {
                    struct list *list = calloc(1, sizeof *list);
                    list_below(path, "", list);
                    for (int i = 0; i < list->count; i++) {
                        const char *name = list->names[i];
                        char whole[700];
                        struct stat there;
                        snprintf(whole, sizeof whole, "%s/%s", path, name);
                        assert_int_equal(lstat(whole, &there), 0);
                        names++;
                        if (strstr(name, ".manifest.json") || strcmp(name, "test-7") == 0)
                            continue;
                        if (S_ISDIR(there.st_mode) ? !tr_set_can_have_tile("test-7", name, true)
                                                   : !tr_set_can_have("test-7", name) &&
                                                         !tr_set_can_have_tile("test-7", name, false))
                            fail_msg("%s is not known", name);
                    }
                    free(list);
                }
                end_set(&set);
            }
    assert_true(names > (under_sanitizer ? 60 : 200));
}

static void test_other_names_are_not(void **state) {
    (void)state;
    static const char *const others[] = {"a",
                                         "a.blend",
                                         "a_my_notes.txt",
                                         "a_albedo.txt",
                                         "a_albedo.png.bak",
                                         "b_albedo.png",
                                         "a_albedo_qq.png",
                                         "a_my.png",
                                         "a/../a_albedo.png",
                                         "../a_albedo.png",
                                         "a/a_albedo.png",
                                         "a.manifest.json",
                                         "a_albedo.png/x",
                                         "a.png.import.meta",
                                         "a_albedo.import",
                                         "a/textures/hires/a_notes.ctx",
                                         "a/b.ssc",
                                         "a//0_0.png",
                                         "a/albedo/../0_0.png",
                                         "a/albedo/0/notes.png",
                                         "a/mine/0_0.png",
                                         "a/albedo/mine/0_0.png",
                                         "a/0_0.png",
                                         "a_albedo",
                                         "a_.png",
                                         "a/albedo/0_0.txt",
                                         "",
                                         "a/",
                                         "/a_albedo.png"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (tr_set_can_have("a", others[i]) || tr_set_can_have_tile("a", others[i], false))
            fail_msg("%s is taken for a file of a set", others[i]);
    assert_true(tr_set_can_have("a", "a_albedo_px.png") && tr_set_can_have("a", "a.glb"));
    assert_true(tr_set_can_have("a", "a_albedo.png.import") && tr_set_can_have("a", "a_albedo_1011.tga"));
    assert_true(tr_set_can_have_tile("a", "a/albedo/pos_x/3/5_2.png", false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_traps),
        FOLDER_TEST(test_traps_under_hidden_names),
        FOLDER_TEST(test_what_a_person_names_may_be_a_link),
        FOLDER_TEST(test_all_names_are_known),
        cmocka_unit_test(test_other_names_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
