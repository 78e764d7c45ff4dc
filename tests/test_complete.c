// Typed paths are completed as far as they are unambiguous.
#include "editor/listing.h"
#include "folders.h"

static void expect(struct folder *folder, const char *typed, int count, const char *completed) {
    char text[700];
    snprintf(text, sizeof text, "%s", at(folder, typed));
    assert_int_equal(tr_path_complete(text, sizeof text), count);
    assert_string_equal(text, at(folder, completed));
}

static void a_path_grows_as_far_as_it_is_clear(void **state) {
    struct folder *folder = *state;
    write_text(at(folder, "mars-1.json"), "");
    write_text(at(folder, "mars-2.json"), "");
    write_text(at(folder, "venus.json"), "");
    write_text(at(folder, ".hidden"), "");
    write_text(at(folder, "x\xc3\xa4"), "");
    write_text(at(folder, "x\xc3\xb6"), "");
    assert_int_equal(mkdir(at(folder, "worlds"), 0777), 0);
    expect(folder, "m", 2, "mars-");
    expect(folder, "mars-2", 1, "mars-2.json");
    expect(folder, "v", 1, "venus.json");
    expect(folder, "w", 1, "worlds/");
    expect(folder, "worlds/", 0, "worlds/");
    expect(folder, "q", 0, "q");
    expect(folder, ".h", 1, ".hidden");
    expect(folder, "", 6, "");
    expect(folder, "x", 2, "x"); // no part of a UTF-8 character
    expect(folder, "nowhere/x", 0, "nowhere/x");
    char small[700];
    snprintf(small, sizeof small, "%s", at(folder, "v"));
    assert_int_equal(tr_path_complete(small, strlen(small) + 2), 1); // too little memory: unchanged
    assert_string_equal(small, at(folder, "v"));
    if (!is_posix) // Windows tells the home
        return;
    setenv("HOME", folder->path, 1);
    char home[700] = "~/ven";
    assert_int_equal(tr_path_complete(home, sizeof home), 1);
    assert_string_equal(home, at(folder, "venus.json"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_path_grows_as_far_as_it_is_clear, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
