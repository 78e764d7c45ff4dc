// The files of a video: names, layout of sprite sheets, and no files after a stop.
#include "export/reel.h"
#include "folders.h"
#include "live/background_reel.h"
#include "pictures.h"

enum { WIDTH = 5, HEIGHT = 3, FRAMES = 7 };

static struct folder *folder;

static int open_folder(void **state) {
    const int failed = make_folder(state);
    folder = *state;
    return failed;
}

static const char *path_of(const char *name) { return at(folder, name); }

static void paint(int frame, uint8_t rgb[WIDTH * HEIGHT * 3]) {
    for (int i = 0; i < WIDTH * HEIGHT * 3; i++)
        rgb[i] = (uint8_t)(30 * frame + i);
}

static tr_reel *open_reel(const char *path, tr_reel_kind kind) {
    const tr_reel_options options = {.path = path,
                                     .kind = kind,
                                     .width = WIDTH,
                                     .height = HEIGHT,
                                     .frames = FRAMES,
                                     .rate = 25,
                                     .loops = true};
    tr_reel *reel = NULL;
    tr_error error = {0};
    if (tr_reel_open(&options, &reel, &error) != TR_OK)
        fail_msg("%s", error.message);
    return reel;
}

static void add(tr_reel *reel, int count) {
    uint8_t rgb[WIDTH * HEIGHT * 3];
    for (int k = 0; k < count; k++) {
        paint(k, rgb);
        assert_int_equal(tr_reel_add(reel, rgb, "{}", NULL, NULL), TR_OK);
    }
}

static void test_numbers_and_names(void **state) {
    (void)state;
    char name[64];
    assert_int_equal(tr_reel_frames(6, 25), 150);
    assert_int_equal(tr_reel_frames(0.01, 10), 2);
    assert_int_equal(tr_reel_frames(1e9, 60), TR_REEL_MOST_FRAMES);
    tr_reel_name("a.b/video.png", 150, 0, name, sizeof name);
    assert_string_equal(name, "a.b/video-0001.png");
    tr_reel_name("a.b/video", 20000, 19999, name, sizeof name);
    assert_string_equal(name, "a.b/video-20000");
    assert_false(tr_reel_has_alpha(TR_REEL_GIF));
    assert_true(tr_reel_has_alpha(TR_REEL_SHEET));
}

static void test_grids(void **state) {
    (void)state;
    static const int wanted[][5] = {// frames, width, height, columns, rows
                                    {36, 64, 64, 6, 6},
                                    {1, 64, 64, 1, 1},
                                    {150, 128, 128, 13, 12},
                                    {12, 640, 360, 3, 4},
                                    {7, 5, 3, 2, 4}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        int columns, rows;
        assert_true(tr_reel_grid(wanted[i][0], wanted[i][1], wanted[i][2], &columns, &rows));
        assert_int_equal(columns, wanted[i][3]);
        assert_int_equal(rows, wanted[i][4]);
    }
    for (int frames = 1; frames < 300; frames++) { // all fit, and no row is empty
        int columns, rows;
        assert_true(tr_reel_grid(frames, 64, 36, &columns, &rows));
        assert_true(columns * rows >= frames && columns * (rows - 1) < frames);
    }
    int columns, rows;
    assert_false(tr_reel_grid(150, 1920, 1080, &columns, &rows));
}

static void test_bytes(void **state) {
    (void)state;
    tr_reel_options o = {.kind = TR_REEL_FRAMES, .width = 100, .height = 100, .frames = 10};
    const double frames = tr_reel_bytes(&o);
    o.kind = TR_REEL_MP4;
    assert_true(frames > 1e4 && frames < 3e5 && tr_reel_bytes(&o) < frames / 5);
}

static void test_frames_come_all_at_once(void **state) {
    (void)state;
    char path[1024], first[1100];
    snprintf(path, sizeof path, "%s", path_of("new/video"));
    tr_reel *reel = open_reel(path, TR_REEL_FRAMES);
    add(reel, FRAMES);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(tr_reel_commit(reel, NULL, NULL), TR_OK);
    assert_int_equal(count_entries(path), FRAMES);
    assert_int_equal(count_entries(path_of("new")), 1);
    snprintf(first, sizeof first, "%s/video-0003.png", path);
    const picture p = read_picture(first);
    uint8_t rgb[WIDTH * HEIGHT * 3];
    paint(2, rgb);
    assert_memory_equal(p.rgb, rgb, sizeof rgb);
    free(p.rgb);
    // An existing folder is not replaced.
    tr_reel_options again = {.path = path, .kind = TR_REEL_FRAMES, .width = 5, .height = 3, .frames = 2};
    tr_error error = {0};
    assert_int_equal(tr_reel_open(&again, &reel, &error), TR_CANNOT_WRITE);
}

static void test_a_sheet_holds_all(void **state) {
    (void)state;
    char path[1024], text[512] = "";
    snprintf(path, sizeof path, "%s", path_of("sheet.png"));
    tr_reel *reel = open_reel(path, TR_REEL_SHEET);
    add(reel, FRAMES);
    assert_int_equal(tr_reel_commit(reel, NULL, NULL), TR_OK);
    const picture p = read_picture(path);
    assert_int_equal(p.width, 2 * WIDTH);
    assert_int_equal(p.height, 4 * HEIGHT);
    uint8_t rgb[WIDTH * HEIGHT * 3];
    for (int k = 0; k < FRAMES; k++) {
        const picture cell = crop_picture(&p, k % 2 * WIDTH, k / 2 * HEIGHT, WIDTH, HEIGHT);
        paint(k, rgb);
        assert_memory_equal(cell.rgb, rgb, sizeof rgb);
        free(cell.rgb);
    }
    free(p.rgb);
    FILE *file = fopen(path_of("sheet.json"), "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(text, "\"image\": \"sheet.png\""));
    assert_non_null(strstr(text, "\"columns\": 2"));
    assert_non_null(strstr(text, "\"frame_width\": 5"));
    assert_non_null(strstr(text, "\"loops\": true"));
}

static void test_stopped_videos_leave_nothing(void **state) {
    (void)state;
    static const char *const names[] = {"x/gone", "x/gone.png"};
    static const tr_reel_kind kinds[] = {TR_REEL_FRAMES, TR_REEL_SHEET};
    const int before = count_entries(folder->path);
    for (int i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s", path_of(names[i]));
        tr_reel *reel = open_reel(path, kinds[i]);
        add(reel, 3);
        tr_reel_abort(reel);
        assert_int_equal(count_entries(folder->path), before);
    }
}

static void wake(void) {}

static void wait_for_space(tr_background_reel *reel) {
    while (!tr_background_reel_has_space(reel))
        usleep(500);
}

static void test_a_thread_writes(void **state) {
    (void)state;
    const int before = count_entries(folder->path);
    for (int stopped = 1; stopped >= 0; stopped--) {
        char path[1024];
        snprintf(path, sizeof path, "%s", path_of("thread"));
        const tr_reel_options options = {.path = path,
                                         .kind = TR_REEL_FRAMES,
                                         .width = WIDTH,
                                         .height = HEIGHT,
                                         .frames = FRAMES,
                                         .rate = 10};
        tr_background_reel *reel = NULL;
        tr_error error = {0};
        assert_int_equal(tr_background_reel_start(&options, wake, &reel, &error), TR_OK);
        path[0] = 0; // the reel has a copy
        for (int k = 0; k < FRAMES - stopped; k++) {
            uint8_t *rgb = malloc(WIDTH * HEIGHT * 3);
            assert_non_null(rgb);
            paint(k, rgb);
            wait_for_space(reel);
            tr_background_reel_add(reel, rgb, NULL, k + 1 == FRAMES);
        }
        while (!stopped && !tr_background_reel_is_over(reel))
            usleep(500);
        assert_int_equal(tr_background_reel_finish(reel, &error), stopped ? TR_STOPPED : TR_OK);
        assert_int_equal(count_entries(folder->path), before + !stopped);
    }
    assert_int_equal(count_entries(path_of("thread")), FRAMES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_names),
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_frames_come_all_at_once),
        cmocka_unit_test(test_a_sheet_holds_all),
        cmocka_unit_test(test_stopped_videos_leave_nothing),
        cmocka_unit_test(test_a_thread_writes),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
