// Exports that are killed or fail while files get their final names: the set in the folder is complete or
// marked as unfinished, and the next export completes it and removes leftover files. With TR_FULL=1 the test
// covers sets of every target, except under sanitizers.
#include "export/target.h"
#include "export/verify.h"
#include "texture_sets.h"

#include <errno.h>
#include <limits.h>
#include <sys/syscall.h>
#include <time.h>

// ---- faults --------------------------------------------------------------------------------------

// The program calls the functions below instead of the system's. A counter that reaches 0 makes a call fail
// or kills the process.
static struct {
    int renames, syncs, steps; // counts; steps: names given, changed or removed
    int kill_before, kill_after, fail_rename, fail_sync, fail_close;
    int bare;  // files renamed before they were synced
    int loose; // folders not synced before the next rename
    char synced[64][PATH_MAX];
    char renamed_in[PATH_MAX]; // the folder of the last rename, until it is synced
} trouble;

static void path_of(int descriptor, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t bytes = readlink(link, path, PATH_MAX - 1);
    path[bytes < 0 ? 0 : bytes] = 0;
}

// Whether a descriptor belongs to a temporary file. Stores its path.
static bool waits(int descriptor, char path[PATH_MAX]) {
    path_of(descriptor, path);
    const size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".part") == 0;
}

static int step(long (*work)(void *context), void *context) {
    trouble.steps++;
    if (trouble.kill_before && --trouble.kill_before == 0)
        raise(SIGKILL);
    const long result = work(context);
    if (trouble.kill_after && --trouble.kill_after == 0)
        raise(SIGKILL);
    return (int)result;
}

struct names {
    int at, there;
    const char *from, *to;
    int flags;
};

static long do_rename(void *context) {
    const struct names *n = context;
    return syscall(SYS_renameat2, n->at, n->from, n->there, n->to, 0);
}

static long do_link(void *context) {
    const struct names *n = context;
    return syscall(SYS_linkat, n->at, n->from, n->there, n->to, n->flags);
}

static long do_unlink(void *context) {
    const struct names *n = context;
    return syscall(SYS_unlinkat, n->at, n->from, n->flags);
}

int linkat(int at, const char *from, int there, const char *to, int flags) {
    return step(do_link, &(struct names){at, there, from, to, flags});
}

int unlinkat(int at, const char *name, int flags) {
    return step(do_unlink, &(struct names){at, at, name, name, flags});
}

int fsync(int descriptor) {
    char path[PATH_MAX];
    if (waits(descriptor, path)) {
        if (trouble.fail_sync && --trouble.fail_sync == 0) {
            errno = EIO;
            return -1;
        }
        snprintf(trouble.synced[trouble.syncs++ % 64], PATH_MAX, "%s", path);
    }
    if (strcmp(path, trouble.renamed_in) == 0)
        trouble.renamed_in[0] = 0;
    return 0; // the real one is slow
}

int close(int descriptor) {
    char path[PATH_MAX];
    const bool fails = trouble.fail_close && waits(descriptor, path) && --trouble.fail_close == 0;
    const int result = (int)syscall(SYS_close, descriptor);
    if (!fails)
        return result;
    errno = EIO;
    return -1;
}

// Moving a file to a backup name and back does not count.
int renameat(int at, const char *from, int there, const char *to) {
    char path[PATH_MAX + 256];
    bool synced = false;
    if (!tr_temporary_is(from) || tr_temporary_is(to))
        return step(do_rename, &(struct names){at, there, from, to, 0});
    path_of(at, path);
    snprintf(path + strlen(path), 256, "/%s", from);
    for (int i = 0; i < 64; i++)
        synced = synced || strcmp(trouble.synced[i], path) == 0;
    trouble.bare += !synced;
    trouble.loose += trouble.renamed_in[0] != 0;
    snprintf(trouble.renamed_in, PATH_MAX, "%.*s", (int)(strrchr(path, '/') - path), path);
    trouble.renames++;
    if (trouble.fail_rename && --trouble.fail_rename == 0) {
        errno = EIO;
        return -1;
    }
    return step(do_rename, &(struct names){at, there, from, to, 0});
}

// ---- sets ----------------------------------------------------------------------------------------

// Two sets with the same name: the earlier one and the one that replaces it.
enum which { EARLIER, LATER };

static const tr_target *target = NULL; // of the later set
static tr_file_format format = TR_FORMAT_TGA;
static int tiles[2]; // levels of each set of tiles; 0: a set of images

static tr_status export_one(const struct folder *folder, enum which which) {
    struct set set;
    begin_set(&set, folder->path, 1);
    set.job.width = which == EARLIER ? 64 : 128;
    set.job.target = which == EARLIER ? NULL : target;
    set.job.layout = tr_target_layout(set.job.target, TR_LAYOUT_EQUIRECT, false);
    set.job.format = format;
    set.job.maps = which == EARLIER ? 1u << TR_MAP_ALBEDO | 1u << TR_MAP_ORM | 1u << TR_MAP_EMISSION
                   : target         ? tr_target_outputs(target, set.job.layout, set.recipe)
                                    : 1u << TR_MAP_ALBEDO | 1u << TR_MAP_NORMAL | 1u << TR_EXPORT_MESH;
    if (which == LATER && tr_layout_is_pyramid(set.job.layout)) { // of one level
        set.job.tiles = (tr_tiles){.size = 256, .border = target->border};
        set.job.width = set.job.layout == TR_LAYOUT_TILES ? 4 * 256 : 2 * 256;
    }
    if (tiles[which]) {
        set.job.layout = TR_LAYOUT_GEODETIC;
        set.job.tiles = (tr_tiles){.size = 256};
        set.job.width = 256 << tiles[which];
        set.job.maps = 1u << TR_MAP_ALBEDO;
    }
    const tr_status status = export_set(&set, NULL);
    end_set(&set);
    return status;
}

struct verdict {
    int sets, flaws; // of the set; -1: there is none
    bool quiet;
};

static void take_flaw(void *context, const char *path, const char *what) {
    (void)context, (void)path, (void)what;
}

static void take_set(void *context, const tr_verified *set) {
    struct verdict *verdict = context;
    verdict->sets++;
    verdict->flaws = set->flaws;
}

static struct verdict look_at(const struct folder *folder) {
    struct verdict verdict = {.flaws = -1};
    const tr_verify_report report = {take_flaw, take_set, &verdict};
    int flaws;
    tr_sets_verify(folder->path, NULL, &report, &flaws, NULL);
    return verdict;
}

static bool says_unfinished(struct folder *folder) {
    size_t bytes;
    char *text = (char *)read_file(at(folder, "test-7.manifest.json"), &bytes);
    const bool says = strstr(text, "\"unfinished\": true") != NULL;
    free(text);
    return says;
}

static void empty(struct folder *folder) {
    remove_below(folder->path);
    assert_int_equal(mkdir(folder->path, 0777), 0);
}

// ---- tests ---------------------------------------------------------------------------------------

struct killed {
    int kills, lost, whole;
};

// After a kill the folder holds the earlier set, the later one, or one marked as unfinished. Then the same
// export leaves the later set and nothing else. Otherwise a set is lost.
static bool recovers(struct folder *folder, bool earlier, const uint64_t sums[2], int *whole) {
    int left;
    const uint64_t sum = sum_of_files(folder, &left);
    bool good = sum == 0; // no file without a manifest
    if (earlier || access(at(folder, "test-7.manifest.json"), F_OK) == 0) {
        const struct verdict verdict = look_at(folder);
        good = verdict.sets == 1 && (verdict.flaws > 0) == says_unfinished(folder) &&
               (verdict.flaws > 0 || sum == sums[EARLIER] || sum == sums[LATER]);
        *whole += verdict.flaws == 0;
    }
    return good && export_one(folder, LATER) == TR_OK && sum_of_files(folder, &left) == sums[LATER] &&
           left == 0;
}

static void kill_one(struct folder *folder, int k, bool earlier, const uint64_t sums[2], struct killed *all) {
    empty(folder);
    if (earlier)
        assert_int_equal(export_one(folder, EARLIER), TR_OK);
    const pid_t child = fork();
    if (child == 0) {
        *(k % 2 ? &trouble.kill_after : &trouble.kill_before) = k / 2 + 1;
        export_one(folder, LATER);
        _exit(0);
    }
    int end;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL);
    all->kills++;
    if (recovers(folder, earlier, sums, &all->whole))
        return;
    print_message("lost: killed %s step %d, %s an earlier set\n", k % 2 ? "after" : "before", k / 2 + 1,
                  earlier ? "over" : "without");
    all->lost++;
}

// Counts the steps of an export, into an empty folder or over an earlier set, and stores the checksum of each
// set. The later set equals one made in an empty folder: no file of the earlier one stays.
static int count_steps(struct folder *folder, bool earlier, uint64_t sums[2]) {
    int left;
    empty(folder);
    if (earlier) {
        assert_int_equal(export_one(folder, EARLIER), TR_OK);
        sums[EARLIER] = sum_of_files(folder, &left);
    }
    trouble.steps = 0;
    assert_int_equal(export_one(folder, LATER), TR_OK);
    if (earlier)
        assert_int_equal(sum_of_files(folder, &left), sums[LATER]);
    else
        sums[LATER] = sum_of_files(folder, &left);
    return trouble.steps;
}

static int kill_at_steps(struct folder *folder, int stride) {
    uint64_t sums[2] = {0};
    struct killed all = {0};
    int steps = 0;
    for (int earlier = 0; earlier <= 1; earlier++) {
        steps = count_steps(folder, earlier, sums);
        for (int k = 0; k < 2 * steps; k += stride)
            kill_one(folder, k, earlier, sums, &all);
    }
    print_message("%s%s: %d steps, %d kills, %d left a whole set\nfigure: kills/lost: %d/%d\n",
                  target           ? target->name
                  : tiles[EARLIER] ? "tiles and then "
                                   : "",
                  target         ? ""
                  : tiles[LATER] ? "tiles"
                                 : "pictures",
                  steps, all.kills, all.whole, all.kills, all.lost);
    assert_int_equal(all.lost, 0);
    return steps;
}

static void test_kills(void **state) {
    const bool full = is_full() && !under_sanitizer;
    assert_in_range(kill_at_steps(*state, full ? 1 : 7), 15, 60);
    int count;
    const tr_target *targets = tr_target_list(&count);
    for (int i = 0; i < count; i++) {
        target = &targets[i];
        const bool beside = strcmp(target->name, "godot") == 0 || strcmp(target->name, "celestia") == 0;
        if (full || beside) // these have files next to their textures, or tiles
            kill_at_steps(*state, full ? 1 : 13);
    }
    target = NULL;
}

// Tiles get their names one by one, over hours: the old images or tiles are removed first, and the manifest
// is written last.
static void test_kills_of_tiles(void **state) {
    const bool full = is_full() && !under_sanitizer;
    tiles[LATER] = full ? 2 : 1;
    assert_in_range(kill_at_steps(*state, full ? 1 : 3), 5, 60);
    tiles[EARLIER] = 1, tiles[LATER] = 0; // and images over tiles
    kill_at_steps(*state, full ? 1 : 3);
    tiles[EARLIER] = 0;
}

// A failing call is reported, and the earlier set stays unchanged.
static void assert_fails(struct folder *folder, int *counter, int nth) {
    int left;
    uint64_t sum;
    empty(folder);
    assert_int_equal(export_one(folder, EARLIER), TR_OK);
    sum = sum_of_files(folder, &left);
    *counter = nth;
    assert_int_equal(export_one(folder, LATER), TR_CANNOT_WRITE);
    assert_int_equal(*counter, 0);
    const struct verdict verdict = look_at(folder);
    assert_false(says_unfinished(folder));
    assert_true(sum_of_files(folder, &left) == sum && verdict.flaws == 0);
    assert_int_equal(left, 0);
}

// If any rename fails, the earlier set is restored.
static void test_failing_renames(void **state) {
    for (int nth = 1; nth <= 5; nth++)
        assert_fails(*state, &trouble.fail_rename, nth);
}

static void test_failing_syncs_and_closes(void **state) {
    for (int nth = 1; nth <= 5; nth++) {
        assert_fails(*state, &trouble.fail_sync, nth);
        assert_fails(*state, &trouble.fail_close, nth);
    }
}

// A file is synced before it gets its name; otherwise a power failure would leave an empty file. Each rename
// is synced before the next one; otherwise a power failure could leave a manifest whose files have other
// names.
static void assert_in_order(struct folder *folder) {
    empty(folder);
    trouble.bare = trouble.loose = trouble.renames = 0;
    trouble.renamed_in[0] = 0;
    memset(trouble.synced, 0, sizeof trouble.synced);
    assert_int_equal(export_one(folder, LATER), TR_OK);
    assert_in_range(trouble.renames, 5, 20);
    assert_int_equal(trouble.bare, 0);
    assert_int_equal(trouble.loose, 0);
    assert_string_equal(trouble.renamed_in, "");
}

static void test_files_are_on_the_disk_first(void **state) {
    assert_in_order(*state);
    tiles[LATER] = 1;
    assert_in_order(*state);
    tiles[LATER] = 0;
}

// ---- leftover files ------------------------------------------------------------------------------

static void test_only_what_is_left_is_cleared(void **state) {
    struct folder *folder = *state;
    char *name, *other;
    char foreign[700], old[700];
    int descriptor, second, copy;
    tr_folder open_one;
    assert_int_equal(tr_folder_open(folder->path, &open_one), 0);
    snprintf(foreign, sizeof foreign, "%s", at(folder, ".a.png.00000000-abcdef.part")); // from another machine
    snprintf(old, sizeof old, "%s", at(folder, ".b.png.00000000-abcdef.part"));
    write_text(at(folder, ".mine.part"), "");
    write_text(at(folder, "x.00000000-abcdef.part"), "");
    write_text(foreign, "");
    write_text(old, "");
    const struct timespec days_ago[2] = {{.tv_sec = time(NULL) - 200000}, {.tv_sec = time(NULL) - 200000}};
    assert_int_equal(utimensat(AT_FDCWD, old, days_ago, 0), 0);
    assert_int_equal(symlink("x", at(folder, ".c.png.00000000-abcdef.part")), 0);
    assert_int_equal(tr_temporary_create(open_one, "held.png", &name, &descriptor), 0);
    assert_int_equal(tr_temporary_create(open_one, "gone.png", &other, &second), 0);
    copy = dup(descriptor); // as for a file between finish and rename
    close(descriptor);
    close(second);
    assert_true(tr_temporary_is_held(open_one, name));
    assert_false(tr_temporary_is_held(open_one, other));
    tr_temporary_clear(open_one);
    assert_int_equal(access(at(folder, name), F_OK), 0);
    assert_int_equal(access(foreign, F_OK), 0);
    assert_int_equal(access(old, F_OK), -1);
    assert_int_equal(access(at(folder, other), F_OK), -1);
    assert_int_equal(count_entries(folder->path), 5);
    close(copy);
    tr_temporary_clear(open_one);
    assert_int_equal(access(at(folder, name), F_OK), -1);
    tr_folder_close(&open_one);
    tr_free(name);
    tr_free(other);
}

// A file between finish and rename is not mistaken for a leftover either.
static void test_a_finished_file_is_held(void **state) {
    struct folder *folder = *state;
    tr_error error = {0};
    tr_atomic_file *file;
    tr_folder open_one;
    assert_int_equal(tr_folder_open(folder->path, &open_one), 0);
    assert_int_equal(tr_atomic_open(at(folder, "file"), &file, &error), TR_OK);
    tr_atomic_write(file, "abc", 3);
    tr_temporary_clear(open_one);
    assert_int_equal(tr_atomic_finish(file, &error), TR_OK);
    tr_temporary_clear(open_one);
    tr_folder_close(&open_one);
    assert_int_equal(tr_atomic_commit(file, &error), TR_OK);
    assert_content(at(folder, "file"), "abc");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_kills),
        FOLDER_TEST(test_kills_of_tiles),
        FOLDER_TEST(test_failing_renames),
        FOLDER_TEST(test_failing_syncs_and_closes),
        FOLDER_TEST(test_files_are_on_the_disk_first),
        FOLDER_TEST(test_only_what_is_left_is_cleared),
        FOLDER_TEST(test_a_finished_file_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
