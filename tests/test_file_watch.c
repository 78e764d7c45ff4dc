// A file that another program edits: each change is loaded once, as a step, and errors are reported.
#include "editor/file_watch.h"

#include "folders.h"

#include <math.h>

typedef struct looker {
    tr_document document;
    tr_file_watch watch;
    double now;
    tr_error error;
} looker;

static looker *begin(const char *path) {
    looker *l = calloc(1, sizeof *l);
    assert_non_null(l);
    assert_int_equal(tr_document_open(&l->document, &(tr_world){.name = path}, NULL), TR_OK);
    return l;
}

static void end(looker *l) {
    tr_file_watch_end(&l->watch);
    tr_document_close(&l->document);
    free(l);
}

// Polls until the file is stable.
static tr_file_news look(looker *l) {
    tr_file_news news = TR_FILE_NO_NEWS;
    l->error = (tr_error){0};
    for (int i = 0; i < 4 && news == TR_FILE_NO_NEWS; i++)
        news = tr_file_watch_poll(&l->watch, &l->document, l->now += 1, &l->error);
    return news;
}

static const tr_step *step_of(const looker *l) { return tr_document_step(&l->document); }

static double noisiness_of(const looker *l) {
    double value = -1;
    assert_true(tr_recipe_number_at(tr_document_recipe(&l->document), "noisiness", &value));
    return value;
}

static void an_edit_outside_is_a_step(void **state) {
    struct folder *folder = *state;
    char path[700], other[700], what[TR_STEP_BYTES];
    snprintf(path, sizeof path, "%s", at(folder, "my.json"));
    snprintf(other, sizeof other, "%s", at(folder, "new.json"));
    write_text(path, "{\"type\": \"inferno\", \"seed\": 7, \"set\": {\"noisiness\": 0.25}}");
    looker *l = begin(path);
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    write_text(path, "{\"type\": \"inferno\", \"seed\": 7, \"set\": {\"noisiness\": 0.5}}\n\n");
    assert_int_equal(look(l), TR_FILE_LOADED);
    assert_string_equal(step_of(l)->what, "Reload");
    assert_true(noisiness_of(l) == 0.5 && step_of(l)->saved && !l->document.remade);
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    // Some editors replace the file by renaming a new one.
    write_text(other, "{\"type\": \"inferno\", \"seed\": 7, \"set\": {\"noisiness\": 0.75}}");
    assert_int_equal(tr_path_change(other, path), 0);
    assert_int_equal(look(l), TR_FILE_LOADED);
    assert_true(noisiness_of(l) == 0.75);
    assert_int_equal(remove(path), 0);
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    // Restoring the first content also counts as a change.
    write_text(path, "{\"type\": \"inferno\", \"seed\": 7, \"set\": {\"noisiness\": 0.5}}");
    assert_int_equal(look(l), TR_FILE_LOADED);
    assert_true(noisiness_of(l) == 0.5);
    assert_int_equal(tr_document_undo(&l->document, what, NULL), TR_OK);
    assert_string_equal(what, "Reload");
    assert_true(noisiness_of(l) == 0.75);
    assert_false(step_of(l)->saved); // the file has other content
    end(l);
}

static void a_bad_edit_keeps_the_planet(void **state) {
    struct folder *folder = *state;
    const char *path = at(folder, "my.json");
    write_text(path, "{\"type\": \"inferno\", \"seed\": 7}");
    looker *l = begin(path);
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    write_text(path, "{\"type\": \"inferno\",\n  \"seed\": 8,,}");
    assert_int_equal(look(l), TR_FILE_BAD);
    assert_int_equal(l->error.line, 2);
    assert_true(l->error.column > 0);
    assert_int_equal(look(l), TR_FILE_NO_NEWS); // reported once
    write_text(path, "{\"type\": \"inferno\",\n  \"seed\": 9,\n  \"set\": {\"noisines\": 2}}");
    assert_int_equal(look(l), TR_FILE_BAD);
    assert_int_equal(l->error.line, 3);
    assert_int_equal(l->document.step_count, 1);
    assert_int_equal(tr_document_recipe(&l->document)->seed, 7);
    write_text(path, "{\"type\": \"inferno\", \"seed\": 10}");
    assert_int_equal(look(l), TR_FILE_LOADED);
    assert_int_equal(tr_document_recipe(&l->document)->seed, 10);
    end(l);
}

static void what_we_save_is_no_news(void **state) {
    struct folder *folder = *state;
    const char *path = at(folder, "my.json");
    write_text(path, "{\"type\": \"inferno\", \"seed\": 7}");
    looker *l = begin(path);
    const tr_change change = {"noisiness", "0.5"};
    assert_int_equal(tr_document_change(&l->document, "x", 0, false, 1, &change, NULL), TR_OK);
    assert_int_equal(look(l), TR_FILE_NO_NEWS); // the file has not changed
    assert_int_equal(tr_document_save(&l->document, NULL, NULL, NULL), TR_OK);
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    assert_int_equal(l->document.step_count, 2);
    // With unsaved changes, an edit by another program becomes one more step, and undo restores the unsaved
    // work.
    const tr_change more = {"noisiness", "0.6"};
    assert_int_equal(tr_document_change(&l->document, "x", 0, false, 1, &more, NULL), TR_OK);
    write_text(path, "{\"type\": \"inferno\", \"seed\": 70}");
    assert_int_equal(look(l), TR_FILE_LOADED);
    char what[TR_STEP_BYTES];
    assert_int_equal(tr_document_undo(&l->document, what, NULL), TR_OK);
    assert_true(noisiness_of(l) == 0.6);
    end(l);
}

static void without_a_file_there_is_nothing_to_look_at(void **state) {
    struct folder *folder = *state;
    looker *l = begin("inferno");
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    assert_true(isinf(tr_file_watch_due(&l->watch, &l->document)));
    assert_int_equal(tr_document_save(&l->document, at(folder, "new.json"), NULL, NULL), TR_OK);
    assert_int_equal(look(l), TR_FILE_NO_NEWS);
    assert_true(isfinite(tr_file_watch_due(&l->watch, &l->document)));
    end(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_edit_outside_is_a_step, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_bad_edit_keeps_the_planet, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_we_save_is_no_news, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(without_a_file_there_is_nothing_to_look_at, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
