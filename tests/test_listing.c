// Listing folders, completing typed paths, and finding the user's folders by the rules of xdg-user-dirs.
#include "base/words.h"
#include "editor/listing.h"
#include "folders.h"

static void a_folder_is_listed(void **state) {
    struct folder *folder = *state;
    tr_listing listing = {0};
    assert_int_equal(mkdir(at(folder, "worlds"), 0777), 0);
    assert_int_equal(mkdir(at(folder, "Arts"), 0777), 0);
    assert_int_equal(mkdir(at(folder, ".hidden"), 0777), 0);
    write_text(at(folder, "b.json"), "");
    write_text(at(folder, "A.GLB"), "");
    write_text(at(folder, "notes.txt"), "");
    assert_true(tr_listing_update(&listing, folder->path, false));
    static const char *const names[] = {"Arts", "worlds", "A.GLB", "b.json"};
    assert_int_equal(listing.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(listing.list[i].name, names[i]);
        assert_int_equal(listing.list[i].is_folder, i < 2);
    }
    assert_true(tr_listing_update(&listing, folder->path, true));
    assert_int_equal(listing.count, 2);
    assert_false(tr_listing_update(&listing, at(folder, "nowhere"), true)); // the listing does not change
    assert_false(tr_listing_update(&listing, at(folder, "b.json"), true));
    assert_int_equal(listing.count, 2);
    assert_true(tr_listing_update(&listing, at(folder, "worlds"), false));
    assert_int_equal(listing.count, 0);
    usleep(20000);                                 // the clock of the file system
    write_text(at(folder, "worlds/new.json"), ""); // this change is noticed
    if (is_posix)
        assert_int_equal(set_time(at(folder, "worlds"), 5), 0);
    assert_true(tr_listing_update(&listing, at(folder, "worlds"), false));
    assert_int_equal(listing.count, 1);
    tr_listing_end(&listing);
}

static void expect_path(const char *folder, const char *typed, const char *expected) {
    char path[TR_LISTING_PATH_BYTES];
    assert_true(tr_path_within(folder, typed, path));
    assert_string_equal(path, expected);
}

static void typed_paths_are_made_whole(void **state) {
    struct folder *folder = *state;
    char path[TR_LISTING_PATH_BYTES], whole[700], long_name[TR_LISTING_PATH_BYTES + 1];
    assert_int_equal(mkdir(at(folder, "in"), 0777), 0);
    snprintf(whole, sizeof whole, "%s", at(folder, "in/x.json"));
    expect_path(at(folder, "in"), "x.json", whole);
    expect_path(at(folder, "in"), "./x.json", whole);
    expect_path("/", whole, whole);
    expect_path(at(folder, "in"), "../in/x.json", whole);
    expect_path("/nowhere", "a/b", "/nowhere/a/b");
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    assert_false(tr_path_within("/", long_name, path));
    if (is_posix) { // Windows tells the home
        setenv("HOME", folder->path, 1);
        expect_path("/", "~/in/x.json", whole);
        expect_path("/", "~", folder->path);
        expect_path("/", "x", "/x");
    } else
        expect_path("C:/", "x", "C:/x");
    tr_path_folder("/x", path);
    assert_string_equal(path, "/");
    tr_path_folder("/a/b", path);
    assert_string_equal(path, "/a");
}

static void expect_stem(const char *path, const char *expected) {
    const char *stem;
    assert_int_equal(tr_path_stem(path, &stem), strlen(expected));
    assert_memory_equal(stem, expected, strlen(expected));
}

static void files_are_called_without_folder_and_ending(void **state) {
    (void)state;
    expect_stem("/a.b/my.moon.json", "my.moon");
    expect_stem("/a.b/moon", "moon");
    expect_stem("moon.json", "moon");
    expect_stem("/x/.json", ".json");
    expect_stem("/x/", "");
}

static void expect_user_folder(tr_user_folder_kind kind, const char *expected) {
    char path[TR_LISTING_PATH_BYTES];
    tr_user_folder(kind, path);
    assert_string_equal(path, expected);
}

static void folders_of_the_user_are_found(void **state) {
    if (!is_posix) // Windows tells them
        skip();
    struct folder *folder = *state;
    setenv("HOME", folder->path, 1);
    unsetenv("XDG_CONFIG_HOME");
    expect_user_folder(TR_USER_DOCUMENTS, folder->path); // the folder does not exist
    assert_int_equal(mkdir(at(folder, "Documents"), 0777), 0);
    expect_user_folder(TR_USER_DOCUMENTS, at(folder, "Documents"));
    assert_int_equal(mkdir(at(folder, ".config"), 0777), 0);
    assert_int_equal(mkdir(at(folder, "Doku mente"), 0777), 0);
    write_text(at(folder, ".config/user-dirs.dirs"), "# of the desktop\nXDG_DESKTOP_DIR=\"$HOME/Desktop\"\n"
                                                     "XDG_DOCUMENTS_DIR=\"$HOME/Doku mente\"\n"
                                                     "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n");
    expect_user_folder(TR_USER_DOCUMENTS, at(folder, "Doku mente"));
    expect_user_folder(TR_USER_PICTURES, folder->path); // the configured folder does not exist
    assert_int_equal(mkdir(at(folder, "other"), 0777), 0);
    char line[800];
    snprintf(line, sizeof line, "XDG_PICTURES_DIR=\"%s\"\n", at(folder, "Doku mente"));
    write_text(at(folder, "other/user-dirs.dirs"), line);
    setenv("XDG_CONFIG_HOME", at(folder, "other"), 1);
    expect_user_folder(TR_USER_PICTURES, at(folder, "Doku mente"));
    unsetenv("XDG_CONFIG_HOME");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_folder_is_listed, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(typed_paths_are_made_whole, make_folder, remove_folder),
        cmocka_unit_test(files_are_called_without_folder_and_ending),
        cmocka_unit_test_setup_teardown(folders_of_the_user_are_found, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
