// The stored session of a window: all undo steps and the view are restored after a kill, several windows use
// separate files, and files that are not sessions do no harm.
#include "editor/session.h"

#include "base/memory.h"
#include "documents.h"
#include "editor/gallery.h"
#include "editor/own_maps.h"
#include "folders.h"
#include "scene/link.h"
#include "worlds.h"

static void change(tr_document *document, const char *value) {
    const tr_change one = {"noisiness", value};
    assert_int_equal(tr_document_change(document, "Noisiness", 0, false, 1, &one, NULL), TR_OK);
}

static double noisiness_of(const tr_document *document) {
    double value = -1;
    assert_true(tr_recipe_number_at(tr_document_recipe(document), "noisiness", &value));
    return value;
}

static tr_session *begin(const char *folder, bool restore) {
    tr_session *session;
    tr_error error = {0};
    if (tr_session_begin(folder, restore, &session, &error) != TR_OK)
        fail_msg("%s", error.message);
    return session;
}

static const tr_setting_list no_view = {0, NULL};

static void write_it(tr_session *session, const tr_document *document, bool ended) {
    tr_error error = {0};
    if (tr_session_write(session, document, &no_view, NULL, ended, &error) != TR_OK)
        fail_msg("%s", error.message);
}

static int add_frame(tr_history *history, int seed) {
    char text[64], name[32];
    snprintf(text, sizeof text, "{\"type\": \"ice\", \"seed\": %d}", seed);
    snprintf(name, sizeof name, "ice %d", seed);
    return tr_history_add(history, text, 0, name, "Warmth");
}

static void how_windows_are_set_is_remembered(void **state) {
    struct folder *folder = *state;
    char place[700], path[800], word[TR_SETTING_BYTES] = "none";
    double scale = 1;
    const tr_setting settings[] = {{"scale", TR_SETTING_NUMBER, &scale, 0.5, 3},
                                   {"word", TR_SETTING_TEXT, word, 0, 0}};
    const tr_setting_list list = {2, settings};
    snprintf(place, sizeof place, "%s", at(folder, "state/terrella"));
    tr_settings_read(place, &list); // the file does not exist
    assert_true(scale == 1);
    scale = 1.25;
    snprintf(word, sizeof word, "\"godot\"");
    assert_int_equal(tr_settings_write(place, &list, NULL), TR_OK);
    scale = 1, word[0] = 0;
    tr_settings_read(place, &list);
    assert_true(scale == 1.25);
    assert_string_equal(word, "\"godot\"");
    snprintf(path, sizeof path, "%s/interface.json", place);
    static char long_word[2 * TR_SETTING_BYTES];
    snprintf(long_word, sizeof long_word, "{\"format\": 1, \"terrella\": \"interface\", \"word\": \"%01200d\"}",
             0);
    const char *const strange[] = {
        "{\"format\": 1, \"terrella\": \"interface\", \"scale\": -1}",
        "{\"format\": 1, \"terrella\": \"interface\", \"scale\": 1e300}",
        "{\"format\": 1, \"terrella\": \"interface\", \"scale\": \"x\", \"word\": 7}",
        "{\"format\": 1, \"terrella\": \"interface\", \"scale\": [2], \"word\": {}}",
        "{\"format\": 1, \"terrella\": \"stars\", \"scale\": 2}",
        long_word,
        "{",
        ""};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(strange[i], file);
        fclose(file);
        tr_settings_read(place, &list);
        assert_true(scale == 1.25);
        assert_string_equal(word, "\"godot\"");
    }
}

static void all_comes_back_after_a_kill(void **state) {
    if (!is_posix)
        skip();
    struct folder *folder = *state;
    char place[700], what[TR_STEP_BYTES];
    snprintf(place, sizeof place, "%s", at(folder, "state/terrella"));
    const pid_t child = fork();
    if (child == 0) {
        tr_document *document = open_type("inferno", 1);
        double latitude = 12.5;
        const tr_setting numbers[] = {{"latitude_deg", TR_SETTING_NUMBER, &latitude, -90, 90}};
        change(document, "0.5");
        change(document, "0.25");
        change(document, "0.75");
        tr_document_undo(document, what, NULL);
        tr_scene_place(document->scene, 3);
        tr_session *session = begin(place, true);
        if (tr_session_left(session))
            _exit(2);
        tr_history history = {0};
        for (int seed = 0; seed < 5; seed++)
            add_frame(&history, seed);
        tr_history_star(&history, 1, true);
        tr_history_pin(&history, 3);
        tr_session_write(session, document, &(tr_setting_list){1, numbers}, &history, false, NULL);
        raise(SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));

    tr_session *without = begin(place, false); // opened with a given world
    assert_int_equal(access(at(folder, "state/terrella/2.lock"), F_OK), 0);
    assert_int_equal(access(at(folder, "state/terrella/3.lock"), F_OK),
                     -1); // no locks of slots that nobody needs
    assert_null(tr_session_left(without));
    tr_recent recent[TR_MOST_RECENT];
    assert_int_equal(tr_recent_list(place, without, recent), 1);
    assert_true(recent[0].session);
    assert_string_equal(recent[0].name, "inferno 1");
    tr_session *session = begin(place, true);
    assert_non_null(tr_session_left(session));
    tr_session *third = begin(place, true); // a second window does not get it as well
    assert_null(tr_session_left(third));

    tr_document document = {0};
    double latitude = 0, other = 5;
    tr_history history = {0};
    const tr_setting numbers[] = {{"latitude_deg", TR_SETTING_NUMBER, &latitude, -90, 90},
                                  {"other", TR_SETTING_NUMBER, &other, -9, 9}};
    assert_int_equal(tr_session_read(tr_session_left(session), &document, &history, NULL), TR_OK);
    tr_session_read_view(tr_session_left(session), &(tr_setting_list){2, numbers});
    assert_int_equal(history.count, 5);
    assert_true(history.frames[1].starred && !history.frames[0].starred);
    assert_string_equal(tr_history_pinned(&history)->name, "ice 3");
    assert_string_equal(tr_history_pinned(&history)->step, "Warmth");
    tr_history_clear(&history);
    assert_true(noisiness_of(&document) == 0.25 && latitude == 12.5 && other == 5);
    assert_true(document.scene->time_h == 3);
    assert_false(tr_document_step(&document)->saved || document.remade);
    assert_int_equal(tr_document_undo(&document, what, NULL), TR_OK);
    assert_string_equal(what, "Noisiness");
    assert_true(noisiness_of(&document) == 0.5);
    assert_int_equal(tr_document_redo(&document, what, NULL), TR_OK);
    assert_int_equal(tr_document_redo(&document, what, NULL), TR_OK);
    assert_true(noisiness_of(&document) == 0.75);
    tr_document_close(&document);
    tr_session_end(without);
    tr_session_end(session);
    tr_session_end(third);
}

static void follow_map(tr_document *document, struct folder *folder) {
    tr_shared_file *file;
    char value[256];
    write_text(at(folder, "far away.png"), "one");
    assert_int_equal(tr_shared_file_at(at(folder, "far away.png"), "a.png", NULL, &file, NULL), TR_OK);
    assert_int_equal(tr_shared_files_add(&document->files, file, NULL), TR_OK);
    snprintf(value, sizeof value, "{\"file\": \"a.png\", \"sha256\": \"%s\"}", file->sha256);
    tr_shared_file_release(file);
    const tr_change one = {"maps.height", value};
    assert_int_equal(tr_document_change(document, "Map", 0, false, 1, &one, NULL), TR_OK);
}

// A picture that was dropped on the window is beside no recipe: the session knows where it is.
static void maps_come_back_after_a_kill(void **state) {
    struct folder *folder = *state;
    char place[700];
    snprintf(place, sizeof place, "%s", at(folder, "state"));
    for (int i = 0; i < 2; i++) {
        tr_document document = {0}, again = {0};
        tr_session *session = begin(place, false);
        assert_int_equal(tr_document_open(&document, &(tr_world){.name = "earthlike"}, NULL), TR_OK);
        follow_map(&document, folder);
        write_it(session, &document, false);
        tr_document_close(&document);
        tr_session_end(session);
        if (i == 1)
            write_text(at(folder, "far away.png"), "two");
        session = begin(place, true);
        assert_int_equal(tr_session_read(tr_session_left(session), &again, NULL, NULL), TR_OK);
        int planet;
        const tr_own_map *missing = tr_document_missing(&again, &planet);
        assert_true(i == 0 ? !missing : missing && strcmp(missing->file, "a.png") == 0);
        tr_document_close(&again);
        tr_session_end(session);
    }
}

// The gallery shows unsaved work with its maps. A planet that is only in the history keeps its map, too.
static void pictures_of_sessions_have_their_maps(void **state) {
    struct folder *folder = *state;
    char place[700], what[TR_STEP_BYTES];
    snprintf(place, sizeof place, "%s", at(folder, "state"));
    tr_document document = {0}, again = {0};
    tr_history history = {0};
    tr_gallery gallery = {0};
    tr_recent recent[TR_MOST_RECENT];
    tr_session *session = begin(place, false);
    assert_int_equal(tr_document_open(&document, &(tr_world){.name = "earthlike"}, NULL), TR_OK);
    follow_map(&document, folder);
    write_it(session, &document, false);
    tr_session_end(session);
    assert_int_equal(tr_gallery_show_types(&gallery, NULL), TR_OK);
    tr_gallery_put_first(&gallery, recent, tr_recent_list(place, NULL, recent));
    assert_true(tr_gallery_chosen(&gallery)->is_session);
    assert_int_equal(tr_gallery_front(&gallery)->files.count, 1);
    tr_gallery_close(&gallery);

    assert_true(tr_history_add(&history, tr_document_step(&document)->text, 0, "Home", "Map") >= 0);
    assert_int_equal(tr_document_undo(&document, what, NULL), TR_OK);
    change(&document, "0.5");
    session = begin(place, false);
    assert_int_equal(tr_session_write(session, &document, &no_view, &history, false, NULL), TR_OK);
    tr_document_close(&document);
    tr_history_clear(&history);
    tr_session_end(session);
    session = begin(place, true);
    assert_int_equal(tr_session_read(tr_session_left(session), &again, &history, NULL), TR_OK);
    assert_int_equal(again.files.count, 1);
    tr_document_close(&again);
    tr_history_clear(&history);
    tr_session_end(session);
}

static void who_ended_is_not_restored(void **state) {
    struct folder *folder = *state;
    tr_document *document = open_type("inferno", 1);
    tr_session *session = begin(folder->path, true);
    write_it(session, document, true);
    tr_session_end(session);
    session = begin(folder->path, true);
    assert_null(tr_session_left(session));
    tr_recent recent[TR_MOST_RECENT];
    tr_session_end(session);
    assert_int_equal(tr_recent_list(folder->path, NULL, recent), 0); // everything was saved
    change(document, "0.5");
    session = begin(folder->path, true);
    write_it(session, document, true);
    tr_session_end(session);
    assert_int_equal(tr_recent_list(folder->path, NULL, recent), 0); // discarded: the user was asked
    session = begin(folder->path, true);
    assert_null(tr_session_left(session));
    write_it(session, document, false); // and killed
    tr_session_end(session);
    assert_int_equal(tr_recent_list(folder->path, NULL, recent), 1);
    close_document(document);
}

static void a_long_history_keeps_its_near_steps(void **state) {
    struct folder *folder = *state;
    tr_document *document = open_type("inferno", 1), again = {0};
    for (int i = 0; i < TR_SESSION_STEPS + 30; i++)
        change(document, i % 2 ? "0.25" : "0.5");
    tr_session *session = begin(folder->path, true);
    write_it(session, document, false);
    tr_session_end(session);
    session = begin(folder->path, true);
    assert_int_equal(tr_session_read(tr_session_left(session), &again, NULL, NULL), TR_OK);
    assert_int_equal(again.step_count, TR_SESSION_STEPS);
    assert_int_equal(again.step, TR_SESSION_STEPS - 1);
    tr_session_end(session);
    tr_document_close(&again);
    close_document(document);
}

static void strange_files_do_no_harm(void **state) {
    struct folder *folder = *state;
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "{\"terrella\": \"session\"}",
        "{\"terrella\": \"session\", \"format\": 2, \"steps\": []}",
        "{\"terrella\": \"session\", \"format\": 1}",
        "{\"terrella\": \"session\", \"format\": 1, \"steps\": 4}",
        "{\"terrella\": \"session\", \"format\": 1, \"steps\": []}",
        "{\"terrella\": \"session\", \"format\": 1, \"steps\": [7]}",
        "{\"terrella\": \"session\", \"format\": 1, \"steps\": [{\"text\": 4}]}",
        "{\"terrella\": \"session\", \"format\": 1, \"steps\": [{\"text\": \"{\"}]}",
        "{\"terrella\": \"session\", \"format\": 1, \"step\": -1, \"steps\": [{\"text\": \"[]\"}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tr_document document = {0};
        tr_error error = {0};
        write_text(at(folder, "1.json"), texts[i]);
        write_text(at(folder, "recent.json"), texts[i]);
        assert_int_equal(tr_session_read(at(folder, "1.json"), &document, NULL, &error), TR_BAD_INPUT);
        assert_true(error.message[0] != 0);
        assert_null(document.steps);
        tr_recent recent[TR_MOST_RECENT];
        assert_true(tr_recent_list(folder->path, NULL, recent) == 0);
        tr_session_end(begin(folder->path, true));
    }
    // Invalid values other than the steps are ignored.
    write_text(at(folder, "1.json"),
               "{\"terrella\": \"session\", \"format\": 1, \"step\": 99, \"target\": 1e300, \"time_h\": \"x\", "
               "\"view\": [1], \"steps\": [{\"text\": \"{\\\"type\\\": \\\"inferno\\\"}\", \"target\": 77}]}");
    tr_document document = {0};
    assert_int_equal(tr_session_read(at(folder, "1.json"), &document, NULL, NULL), TR_OK);
    assert_string_equal(tr_document_recipe(&document)->type, "inferno");
    tr_document_close(&document);
    tr_session *session;
    tr_error error = {0};
    write_text(at(folder, "file"), "");
    assert_int_equal(tr_session_begin(at(folder, "file/terrella"), true, &session, &error), TR_CANNOT_WRITE);
    assert_null(session);
}

static void files_are_remembered_the_last_one_first(void **state) {
    struct folder *folder = *state;
    char state_folder[700], name[32];
    tr_recent recent[TR_MOST_RECENT];
    snprintf(state_folder, sizeof state_folder, "%s", at(folder, "state"));
    for (int i = 0; i < TR_MOST_RECENT + 3; i++) {
        snprintf(name, sizeof name, "%d.json", i);
        write_text(at(folder, name), "{}");
        assert_int_equal(tr_recent_add(state_folder, at(folder, name), NULL), TR_OK);
    }
    assert_int_equal(tr_recent_add(state_folder, at(folder, "9.json"), NULL), TR_OK);
    remove(at(folder, "13.json"));
    assert_int_equal(tr_recent_list(state_folder, NULL, recent), TR_MOST_RECENT - 3);
    assert_string_equal(recent[0].path, at(folder, "9.json"));
    assert_string_equal(recent[1].path, at(folder, "14.json"));
    assert_string_equal(recent[2].path, at(folder, "12.json"));
}

static void a_world_carries_where_it_was_seen_from(void **state) {
    (void)state;
    double latitude = 12.5, other = 1;
    const tr_setting numbers[] = {{"latitude_deg", TR_SETTING_NUMBER, &latitude, -90, 90},
                                  {"other", TR_SETTING_NUMBER, &other, -9, 9}};
    const tr_setting_list view = {2, numbers};
    char *text = NULL, *again = NULL;
    assert_int_equal(tr_view_add("{\"type\": \"inferno\", \"seed\": 3}", &view, &text, NULL), TR_OK);
    latitude = other = 0;
    assert_true(tr_view_find(text, &view));
    assert_true(latitude == 12.5 && other == 1);
    tr_scene scene = load_world((tr_world){.name = "x.json", .text = text});
    assert_int_equal(scene.planets[0].recipe->seed, 3);
    tr_scene_clear(&scene);
    assert_int_equal(tr_link_write(text, &again, NULL), TR_OK);
    assert_string_equal(again, "terrella:inferno/3");
    assert_false(tr_view_find("{\"type\": \"inferno\"}", &view));
    assert_false(tr_view_find("{\"view\": [4]}", &view));
    assert_false(tr_view_find("{", &view));
    assert_int_equal(tr_view_add("[]", &view, &text, NULL), TR_BAD_INPUT);
    tr_free(again);
    tr_free(text);
}

static void the_folder_follows_the_environment(void **state) {
    if (!is_posix) // Windows tells it
        skip();
    (void)state;
    char folder[TR_STATE_PATH_BYTES];
    setenv("XDG_STATE_HOME", "/tmp/x", 1);
    assert_true(tr_state_folder(folder));
    assert_string_equal(folder, "/tmp/x/terrella");
    setenv("XDG_STATE_HOME", "relative", 1); // a relative path, which the XDG specification says to ignore
    setenv("HOME", "/home/me", 1);
    assert_true(tr_state_folder(folder));
    assert_string_equal(folder, "/home/me/.local/state/terrella");
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    assert_false(tr_state_folder(folder));
}

// Two windows at once: neither overwrites the other's stars.
static void stars_are_kept_for_all_windows(void **state) {
    struct folder *folder = *state;
    tr_history one = {0}, two = {0}, three = {0};
    tr_shared_files none = {0};
    uint64_t known[3] = {0};
    assert_int_equal(tr_stars_write(folder->path, &one, &none, &known[0], NULL), TR_OK);
    assert_int_equal(access(at(folder, "stars.json"), F_OK), -1); // no file without stars
    for (int seed = 0; seed < 4; seed++)
        add_frame(&one, seed);
    tr_history_star(&one, 1, true);
    tr_history_pin(&one, 2);
    assert_int_equal(tr_stars_write(folder->path, &one, &none, &known[0], NULL), TR_OK);
    tr_stars_read(folder->path, &two, &none, &known[1]);
    assert_int_equal(two.count, 2);
    assert_true(two.frames[0].starred && strcmp(tr_history_pinned(&two)->name, "ice 2") == 0);
    tr_history_star(&two, add_frame(&two, 9), true);
    tr_history_star(&two, 0, false);
    assert_int_equal(tr_stars_write(folder->path, &two, &none, &known[1], NULL), TR_OK);
    tr_history_star(&one, 3, true);
    assert_int_equal(tr_stars_write(folder->path, &one, &none, &known[0], NULL),
                     TR_OK); // keeps the other's star
    assert_int_equal(one.count, 5);
    tr_stars_read(folder->path, &three, &none, &known[2]);
    assert_int_equal(three.count, 4); // 1, the pin, 3, 9
    tr_history_clear(&one), tr_history_clear(&two), tr_history_clear(&three);
}

// A favourite that no session names finds its map after a restart. A map that is away for a time, or that
// another window does not have, is not forgotten.
static void favourites_have_their_maps(void **state) {
    struct folder *folder = *state;
    char map[700];
    tr_document document = {0};
    tr_history history = {0};
    uint64_t known = 0;
    assert_int_equal(tr_document_open(&document, &(tr_world){.name = "earthlike"}, NULL), TR_OK);
    follow_map(&document, folder);
    tr_history_star(&history, tr_history_add(&history, tr_document_step(&document)->text, 0, "Home", ""), true);
    assert_int_equal(tr_stars_write(folder->path, &history, &document.files, &known, NULL), TR_OK);
    tr_document_close(&document);
    tr_history_clear(&history);

    snprintf(map, sizeof map, "%s", at(folder, "far away.png"));
    for (int i = 0; i < 4; i++) { // 0: there; 1: away; 2: changed; 3: there again
        int planet;
        known = 0;
        if (i == 1)
            assert_int_equal(unlink(map), 0);
        else
            write_text(map, i == 2 ? "two" : "one");
        assert_int_equal(tr_document_open(&document, &(tr_world){.name = "barren"}, NULL), TR_OK);
        tr_stars_read(folder->path, &history, &document.files, &known);
        assert_true(history.count > 0);
        const tr_world favourite = {.name = "world", .text = history.frames[0].text};
        assert_int_equal(tr_document_load(&document, &favourite, "Favourite", NULL), TR_OK);
        const tr_own_map *missing = tr_document_missing(&document, &planet);
        assert_true(i == 0 || i == 3 ? !missing : missing && strcmp(missing->file, "a.png") == 0);
        tr_history_star(&history, add_frame(&history, 1), i % 2 == 0); // so that the file is written
        assert_int_equal(tr_stars_write(folder->path, &history, &document.files, &known, NULL), TR_OK);
        tr_document_close(&document);
        tr_history_clear(&history);
    }
}

static void strange_stars_do_no_harm(void **state) {
    struct folder *folder = *state;
    tr_history history = {0};
    tr_shared_files files = {0};
    uint64_t known = 0;
    add_frame(&history, 1);
    for (int i = 0; i < 3; i++) {
        static const char wrong_frames[] = "{\"terrella\": \"stars\", \"format\": 1, \"frames\": [3, {}, "
                                           "{\"world\": \"{}\", \"planet\": 99}], \"files\": [7, {}, "
                                           "{\"name\": \"a\", \"path\": \"/\", \"sha256\": \"\"}]}";
        static const char *const texts[] = {"[]", "{\"frames\": [", wrong_frames};
        write_text(at(folder, "stars.json"), texts[i]);
        tr_stars_read(folder->path, &history, &files, &known);
        assert_int_equal(history.count + files.count, 1);
    }
    tr_history_clear(&history);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(how_windows_are_set_is_remembered, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(all_comes_back_after_a_kill, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(maps_come_back_after_a_kill, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(pictures_of_sessions_have_their_maps, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(who_ended_is_not_restored, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_long_history_keeps_its_near_steps, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(stars_are_kept_for_all_windows, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(favourites_have_their_maps, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(strange_stars_do_no_harm, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(strange_files_do_no_harm, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_are_remembered_the_last_one_first, make_folder, remove_folder),
        cmocka_unit_test(a_world_carries_where_it_was_seen_from),
        cmocka_unit_test(the_folder_follows_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
