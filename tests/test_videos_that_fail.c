// Videos that cannot be made: an ffmpeg that is missing, fails, crashes or does not read, folders in the way,
// too few open files, no memory. Errors are reported, no partial file is left and no existing file is lost.
#include "export/reel.h"
#include "export/video.h"
#include "failing.h"
#include "folders.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>

enum { side = 160, pictures = 3 }; // a picture exceeds the capacity of a pipe

static uint8_t texels[side * side * 4];

// Replaces ffmpeg by a script of these commands; NULL: removes it.
static void stub(struct folder *folder, const char *commands) {
    char text[700];
    mkdir(at(folder, "bin"), 0777);
    unlink(at(folder, "bin/ffmpeg"));
    if (commands) {
        snprintf(text, sizeof text, "#!/bin/sh\n%s\n", commands);
        write_text(at(folder, "bin/ffmpeg"), text);
        assert_int_equal(chmod(at(folder, "bin/ffmpeg"), 0777), 0);
    }
    snprintf(text, sizeof text, "%s:/usr/bin:/bin", at(folder, "bin"));
    assert_int_equal(setenv("PATH", commands ? text : at(folder, "bin"), 1), 0);
}

static tr_status make_video(struct folder *folder, const char *name, tr_reel_kind kind, const tr_watch *watch,
                            tr_error *error) {
    char path[600];
    snprintf(path, sizeof path, "%s", at(folder, name));
    const tr_reel_options options = {
        .path = path, .kind = kind, .width = side, .height = side, .frames = pictures, .rate = 25};
    tr_reel *reel;
    *error = (tr_error){0};
    tr_status status = tr_reel_open(&options, &reel, error);
    if (status != TR_OK)
        return status;
    for (int i = 0; i < pictures && status == TR_OK; i++)
        status = tr_reel_add(reel, texels, NULL, watch, error);
    if (status == TR_OK)
        return tr_reel_commit(reel, watch, error);
    tr_reel_abort(reel);
    return status;
}

// ---- ffmpeg --------------------------------------------------------------------------------------

static void test_what_ffmpeg_does_wrong_is_told(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *does, *told; // NULL: the video is made
    } all[] = {
        {"cat >/dev/fd/3", NULL},
        {"cat >/dev/fd/3; echo first >&2; echo no such encoder >&2; echo >&2; exit 1",
         "ffmpeg failed: no such encoder; numbered pictures"},
        {"cat >/dev/fd/3; kill -9 $$", "ffmpeg failed; numbered pictures"},
        {"exit 1", "ffmpeg failed; numbered pictures"}, // does not read its input
        {"head -c 20000 >/dev/fd/3; echo disk is full >&2; exit 1", "ffmpeg failed: disk is full"},
        {"cat >/dev/null", "ffmpeg wrote nothing; numbered pictures"},
        {NULL, "ffmpeg, which is not installed"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tr_error error;
        stub(folder, all[i].does);
        write_text(at(folder, "video.mp4"), "precious");
        const tr_status status = make_video(folder, "video.mp4", TR_REEL_MP4, NULL, &error);
        assert_int_equal(status, all[i].told ? TR_CANNOT_WRITE : TR_OK);
        if (all[i].told) {
            if (!strstr(error.message, all[i].told))
                fail_msg("'%s' is missing in the message: %s", all[i].told, error.message);
            assert_string_equal(error.file, at(folder, "video.mp4"));
            assert_content(at(folder, "video.mp4"), "precious");
        } else {
            assert_int_equal(file_size(at(folder, "video.mp4")), side * side * 3 * pictures);
        }
        assert_int_equal(count_entries(folder->path), 2); // including the folder of ffmpeg
    }
    write_text(at(folder, "bin/ffmpeg"), "#!/bin/sh\n"); // not executable
    tr_error error;
    assert_int_equal(make_video(folder, "new.gif", TR_REEL_GIF, NULL, &error), TR_CANNOT_WRITE);
    assert_non_null(strstr(error.message, strerror(EACCES)));
    assert_int_equal(count_entries(folder->path), 2);
}

// Whether the stub has started: it has written its process ID.
static bool has_begun(void *path) {
    struct stat told;
    return stat(path, &told) == 0 && told.st_size > 0;
}

// ffmpeg does not read, or does not end. A stop does not wait for it, and ends its process.
static void test_a_slow_ffmpeg_is_not_waited_for(void **state) {
    struct folder *folder = *state;
    static const char *const slow[] = {"echo $$ >'%s'; exec sleep 600",
                                       "echo $$ >'%s'; cat >/dev/fd/3; exec sleep 600"};
    for (int i = 0; i < 2; i++) {
        char does[700];
        tr_error error;
        snprintf(does, sizeof does, slow[i], at(folder, "bin/pid"));
        stub(folder, does);
        char told_in[600];
        snprintf(told_in, sizeof told_in, "%s", at(folder, "bin/pid"));
        unlink(told_in);
        const tr_watch watch = {.stopped = has_begun, .context = told_in};
        alarm(60); // a hang would not say what hangs
        assert_int_equal(make_video(folder, "video.mp4", TR_REEL_MP4, &watch, &error), TR_STOPPED);
        alarm(0);
        assert_int_equal(count_entries(folder->path), 1);
        long pid = 0;
        FILE *told = fopen(told_in, "r");
        assert_non_null(told);
        assert_int_equal(fscanf(told, "%ld", &pid), 1);
        fclose(told);
        assert_int_equal(kill((pid_t)pid, 0), -1);
        assert_int_equal(errno, ESRCH);
    }
}

// With too few open files no video begins. Each step reports this and closes what it had opened.
static void test_too_few_open_files_for_a_video(void **state) {
    struct folder *folder = *state;
    struct rlimit usual;
    int refused = 0;
    stub(folder, "cat >/dev/fd/3");
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    const int first = dup(0); // the lowest free descriptor
    close(first);
    for (rlim_t most = (rlim_t)first; refused < 20; most++) {
        tr_error error = {0};
        tr_video *video = NULL;
        const struct rlimit few = {.rlim_cur = most, .rlim_max = usual.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        const tr_status status = tr_video_open(at(folder, "video.mp4"), side, side, 25, &video, &error);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
        tr_video_abort(video);
        assert_int_equal(count_entries(folder->path), 1);
        const int now = dup(0);
        close(now);
        assert_int_equal(now, first); // nothing is left open
        if (status == TR_OK)
            break;
        assert_int_equal(status, TR_CANNOT_WRITE);
        assert_non_null(strstr(error.message, strerror(EMFILE)));
        refused++;
    }
    assert_in_range(refused, 3, 8);
}

static void test_no_memory_for_a_video(void **state) {
    struct folder *folder = *state;
    int refused = 0;
    stub(folder, "cat >/dev/fd/3");
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (long n = 1; n < 30; n++) {
        tr_error error;
        memory.left = n, memory.failed = false;
        const tr_status status = make_video(folder, "video.gif", TR_REEL_GIF, NULL, &error);
        memory.left = 0;
        assert_int_equal(memory.blocks, 0);
        if (!memory.failed) {
            assert_int_equal(status, TR_OK);
            break;
        }
        assert_int_equal(status, TR_NO_MEMORY);
        assert_true(error.message[0]);
        assert_int_equal(count_entries(folder->path), 1);
        refused++;
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
    assert_in_range(refused, 6, 28);
}

static void test_sides_of_videos(void **state) {
    struct folder *folder = *state;
    static const struct {
        const char *name;
        int width, height;
    } wrong[] = {{"a.mp4", 5, 4}, {"a.webm", 4, 5}, {"a.avi", 4, 4}, {"mp4", 4, 4}, {"a.mp4/b", 4, 4}};
    stub(folder, "cat >/dev/fd/3");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_error error = {0};
        tr_video *video;
        assert_int_equal(
            tr_video_open(at(folder, wrong[i].name), wrong[i].width, wrong[i].height, 25, &video, &error),
            TR_BAD_USAGE);
        assert_true(tr_video_is_name(wrong[i].name) == (i < 2));
    }
    assert_true(tr_video_is_name("a.b/c.WebM"));
    assert_int_equal(count_entries(folder->path), 1);
}

// ---- folders and sheets --------------------------------------------------------------------------

// Temporary folders of others are left alone. When they use all names, an error is reported.
static void test_folders_of_others(void **state) {
    struct folder *folder = *state;
    tr_error error;
    char name[64];
    assert_int_equal(mkdir(at(folder, ".video.1.part"), 0777), 0);
    assert_int_equal(make_video(folder, "video", TR_REEL_FRAMES, NULL, &error), TR_OK);
    assert_int_equal(count_entries(at(folder, "video")), pictures);
    assert_int_equal(count_entries(folder->path), 2);
    for (int n = 1; n <= 100; n++) {
        snprintf(name, sizeof name, ".other.%d.part", n);
        assert_int_equal(mkdir(at(folder, name), 0777), 0);
    }
    assert_int_equal(make_video(folder, "other", TR_REEL_FRAMES, NULL, &error), TR_CANNOT_WRITE);
    assert_non_null(strstr(error.message, strerror(EEXIST)));
    assert_int_equal(count_entries(folder->path), 102);
}

// Another program creates something with the same name while the video is made.
static void test_a_name_that_is_taken_meanwhile(void **state) {
    struct folder *folder = *state;
    static const tr_reel_kind kinds[] = {TR_REEL_FRAMES, TR_REEL_SHEET, TR_REEL_SHEET};
    static const char *const taken[] = {"video.png/kept", "video.png/kept", "video.json/kept"};
    for (int i = 0; i < 3; i++) {
        tr_error error = {0};
        char path[600], made[600];
        snprintf(path, sizeof path, "%s", at(folder, "video.png"));
        const tr_reel_options options = {
            .path = path, .kind = kinds[i], .width = 8, .height = 8, .frames = 2, .rate = 25};
        tr_reel *reel;
        assert_int_equal(tr_reel_open(&options, &reel, &error), TR_OK);
        assert_int_equal(tr_reel_add(reel, texels, NULL, NULL, &error), TR_OK);
        snprintf(made, sizeof made, "%s", at(folder, taken[i]));
        *strrchr(made, '/') = 0;
        assert_int_equal(mkdir(made, 0777), 0);
        write_text(at(folder, taken[i]), "kept");
        assert_int_equal(tr_reel_commit(reel, NULL, &error), TR_CANNOT_WRITE);
        assert_true(error.message[0]);
        assert_content(at(folder, taken[i]), "kept");
        assert_int_equal(unlink(at(folder, taken[i])), 0);
        assert_int_equal(rmdir(made), 0);
        assert_int_equal(count_entries(folder->path), 0);
    }
}

static void test_names_that_cannot_be(void **state) {
    struct folder *folder = *state;
    static char longest[6000];
    const size_t begin = (size_t)snprintf(longest, sizeof longest, "%s", at(folder, ""));
    for (size_t end = begin + 250; end < sizeof longest - 1; end += end < begin + 260 ? 1 : 1000) {
        memset(longest + begin, 'n', sizeof longest - begin);
        for (size_t i = begin + 2000; i < end; i += 2000)
            longest[i] = '/'; // too long for a path and for a name
        longest[end] = 0;
        const tr_reel_options options = {
            .path = longest, .kind = TR_REEL_FRAMES, .width = 8, .height = 8, .frames = 2, .rate = 25};
        tr_error error = {0};
        tr_reel *reel;
        assert_int_equal(tr_reel_open(&options, &reel, &error), TR_CANNOT_WRITE);
        assert_non_null(strstr(error.message, "choose a shorter name"));
        assert_int_equal(count_entries(folder->path), 0);
    }
    tr_error error;
    write_text(at(folder, "file"), "kept");
    for (int kind = 0; kind <= TR_REEL_KINDS; kind++) // a file in place of a folder
        if (kind != TR_REEL_MP4 && kind != TR_REEL_GIF) {
            assert_int_equal(make_video(folder, "file/video.png", (tr_reel_kind)kind, NULL, &error),
                             TR_CANNOT_WRITE);
            assert_non_null(strstr(error.message, "in the way"));
        }
    assert_content(at(folder, "file"), "kept");
    assert_int_equal(count_entries(folder->path), 1);
}

static void test_sheets_that_are_too_wide(void **state) {
    struct folder *folder = *state;
    char path[600];
    snprintf(path, sizeof path, "%s", at(folder, "sheet.png"));
    const tr_reel_options options = {
        .path = path, .kind = TR_REEL_SHEET, .width = 1920, .height = 1080, .frames = 150, .rate = 25};
    tr_error error = {0};
    tr_reel *reel;
    assert_int_equal(tr_reel_open(&options, &reel, &error), TR_BAD_USAGE);
    assert_string_equal(error.message, "150 pictures of 1920 x 1080 make a sheet that is more than 16384 wide: "
                                       "take fewer, or smaller ones");
    assert_int_equal(count_entries(folder->path), 0);
}

// A stop while the sheet is written, or just before it is renamed.
static void test_a_sheet_that_is_stopped(void **state) {
    struct folder *folder = *state;
    const atomic_bool stop = true;
    const tr_watch stopped = tr_watch_flag(&stop);
    tr_error error;
    assert_int_equal(make_video(folder, "sheet.png", TR_REEL_SHEET, &stopped, &error), TR_STOPPED);
    assert_int_equal(count_entries(folder->path), 0);
    assert_int_equal(make_video(folder, "one.png", TR_REEL_PICTURE, &stopped, &error), TR_STOPPED);
    assert_int_equal(count_entries(folder->path), 0);
}

static int ignore_pipes(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_IGN); // as the program does
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(test_what_ffmpeg_does_wrong_is_told),
        FOLDER_TEST(test_a_slow_ffmpeg_is_not_waited_for),
        FOLDER_TEST(test_too_few_open_files_for_a_video),
        FOLDER_TEST(test_no_memory_for_a_video),
        FOLDER_TEST(test_sides_of_videos),
        FOLDER_TEST(test_folders_of_others),
        FOLDER_TEST(test_a_name_that_is_taken_meanwhile),
        FOLDER_TEST(test_names_that_cannot_be),
        FOLDER_TEST(test_sheets_that_are_too_wide),
        FOLDER_TEST(test_a_sheet_that_is_stopped),
    };
    return cmocka_run_group_tests(tests, ignore_pipes, NULL);
}
