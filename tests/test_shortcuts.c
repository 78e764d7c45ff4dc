// Shortcuts follow the typed character on any keyboard layout, and the manual lists all of them.
#include "app/private/finder.h"
#include "app/shortcuts.h"

#include <GLFW/glfw3.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void must_be(const tr_shortcut *row, tr_command_kind command, int by) {
    assert_non_null(row);
    assert_int_equal(row->command, command);
    assert_int_equal(row->by, by);
}

static void characters_count_wherever_they_are_typed(void **state) {
    (void)state;
    must_be(tr_shortcut_of_character('[', false, false), TR_COMMAND_NOISINESS, -1);
    must_be(tr_shortcut_of_character(';', true, false), TR_COMMAND_PERSISTENCE, -1); // German: with Shift
    must_be(tr_shortcut_of_character('\'', true, false), TR_COMMAND_PERSISTENCE, 1);
    must_be(tr_shortcut_of_character('.', true, false), TR_COMMAND_OCTAVES, 1); // French: with Shift
    must_be(tr_shortcut_of_character('5', true, false), TR_COMMAND_CHANNEL, 4);
    must_be(tr_shortcut_of_character('+', false, false), TR_COMMAND_RADIUS, 1);
    must_be(tr_shortcut_of_character('?', true, false), TR_COMMAND_HELP, 1);
    assert_null(tr_shortcut_of_character(0xdf, false, false)); // German: where a US keyboard has the minus
    assert_null(tr_shortcut_of_character('9', false, false));
    assert_null(tr_shortcut_of_character(0, false, false));
}

static void letters_mind_shift_but_not_caps_lock(void **state) {
    (void)state;
    must_be(tr_shortcut_of_character('x', false, false), TR_COMMAND_SWAP, 1);
    must_be(tr_shortcut_of_character('X', false, false), TR_COMMAND_SWAP, 1);
    must_be(tr_shortcut_of_character('X', true, false), TR_COMMAND_COMPARE, 1);
    must_be(tr_shortcut_of_character('N', true, false), TR_COMMAND_SEED, 1);
}

static void keys_that_type_nothing_go_by_themselves(void **state) {
    (void)state;
    must_be(tr_shortcut_of_key(GLFW_KEY_LEFT, 0, false, false, false), TR_COMMAND_TURN, TR_LEFT);
    must_be(tr_shortcut_of_key(GLFW_KEY_UP, 0, true, false, false), TR_COMMAND_TILT, TR_UP);
    must_be(tr_shortcut_of_key(GLFW_KEY_PAGE_DOWN, 0, false, false, false), TR_COMMAND_TYPE, 1);
    must_be(tr_shortcut_of_key(GLFW_KEY_KP_3, '3', false, false, false), TR_COMMAND_CHANNEL,
            2); // Num Lock on or off
    must_be(tr_shortcut_of_key(GLFW_KEY_TAB, 0, true, false, false), TR_COMMAND_FOCUS, -1);
    must_be(tr_shortcut_of_key(GLFW_KEY_PAGE_UP, 0, true, false, false), TR_COMMAND_PLANET, -1);
    assert_null(tr_shortcut_of_key(GLFW_KEY_N, 'n', false, false, false)); // the character counts
    assert_null(tr_shortcut_of_key(GLFW_KEY_UNKNOWN, 0, false, false, false));
    assert_null(tr_shortcut_of_key(0, 0, false, false, false));
}

static void control_goes_by_what_is_printed(void **state) {
    (void)state;
    must_be(tr_shortcut_of_key(GLFW_KEY_Y, 'z', false, true, false), TR_COMMAND_UNDO, 1); // German
    must_be(tr_shortcut_of_key(GLFW_KEY_Y, 'z', true, true, false), TR_COMMAND_REDO, 1);
    must_be(tr_shortcut_of_key(GLFW_KEY_A, 'q', false, true, false), TR_COMMAND_QUIT, 1); // French
    must_be(tr_shortcut_of_key(GLFW_KEY_EQUAL, '=', true, true, false), TR_COMMAND_SCALE, 1);
    must_be(tr_shortcut_of_key(GLFW_KEY_RIGHT_BRACKET, '+', false, true, false), TR_COMMAND_SCALE, 1); // German
    must_be(tr_shortcut_of_key(GLFW_KEY_KP_SUBTRACT, '-', false, true, false), TR_COMMAND_SCALE, -1);
    must_be(tr_shortcut_of_key(GLFW_KEY_0, 0, false, true, false), TR_COMMAND_SCALE,
            0); // French: an accented letter on that key
    assert_null(tr_shortcut_of_key(GLFW_KEY_LEFT, 0, false, true, false));
}

static bool share_a_key(const tr_shortcut *a, const tr_shortcut *b) {
    const int of_a[] = {a->key, a->other}, of_b[] = {b->key, b->other};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (of_a[i] && of_a[i] == of_b[k])
                return true;
    return a->character && a->character == b->character;
}

static void no_two_rows_are_the_same_press(void **state) {
    (void)state;
    int count;
    const tr_shortcut *rows = tr_shortcuts(&count);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (rows[i].shift == rows[k].shift && rows[i].paints == rows[k].paints &&
                rows[i].control == rows[k].control && share_a_key(&rows[i], &rows[k]))
                fail_msg("'%s' and '%s' are the same key", rows[i].name, rows[k].name);
}

static void every_row_has_another_way(void **state) {
    (void)state;
    int count;
    const tr_shortcut *rows = tr_shortcuts(&count);
    assert_true(count > 60);
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || rows[i].group >= rows[i - 1].group);
        if (rows[i].name && rows[i].command != TR_COMMAND_NOTHING && (!rows[i].second || !rows[i].second[0]))
            fail_msg("'%s' cannot be reached without its key", rows[i].name);
    }
}

// A key passes its command at most a number. A row of Ctrl+K passes a number or a text, whichever the command
// accepts.
static void commands_get_what_they_take(void **state) {
    (void)state;
    static const char *const arguments[TR_COMMAND_KINDS] = {
#define COMMAND(name, argument, act, when) [name] = #argument,
#include "app/command_list.h"
#undef COMMAND
    };
    int count;
    const tr_shortcut *rows = tr_shortcuts(&count);
    for (int i = 0; i < count; i++) {
        const char *takes = arguments[rows[i].command];
        if (strcmp(takes, "plain") != 0 && strcmp(takes, "number") != 0)
            fail_msg("'%s' has a number for a command that takes: %s", rows[i].name, takes);
    }
    const tr_finder_command *commands = tr_finder_commands(&count);
    for (int i = 0; i < count; i++) {
        const char *takes = arguments[commands[i].command];
        const bool takes_text = strcmp(takes, "text") == 0 || strcmp(takes, "item") == 0;
        if (takes_text != (commands[i].text != NULL) || strcmp(takes, "value") == 0 ||
            strcmp(takes, "point") == 0 || strcmp(takes, "edit") == 0)
            fail_msg("'%s' does not show the argument of its command: %s", commands[i].name, takes);
    }
}

// The expected tables of the manual.
static char *make_tables(void) {
    enum { room = 65536 };
    char *text = malloc(room);
    int count, used = 0;
    const tr_shortcut *rows = tr_shortcuts(&count);
    for (int group = 0; group < TR_GROUPS; group++) {
        used += snprintf(text + used, (size_t)(room - used), "\n| %s | | Other way |\n|---|---|---|\n",
                         tr_shortcut_group_name((tr_shortcut_group)group));
        for (int i = 0; i < count; i++)
            if ((int)rows[i].group == group && rows[i].name)
                used += snprintf(text + used, (size_t)(room - used), "| `%s` | %s | %s |\n", rows[i].keys,
                                 rows[i].name, rows[i].second ? rows[i].second : "");
    }
    assert_true(used < room);
    return text;
}

static void the_manual_has_all_of_them(void **state) {
    (void)state;
    static const char begin[] = "<!-- shortcuts: test_shortcuts prints them -->\n",
                      end[] = "\n<!-- end of shortcuts -->";
    FILE *file = fopen(TERRELLA_SOURCE_DIR "/docs/manual/shortcuts.md", "r");
    assert_non_null(file);
    char *page = calloc(1, 1 << 20), *tables = make_tables();
    assert_non_null(page);
    assert_true(fread(page, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    const char *from = strstr(page, begin), *to = from ? strstr(from, end) : NULL;
    const size_t length = to ? (size_t)(to - from) - strlen(begin) : 0;
    if (!to || length != strlen(tables) || strncmp(from + strlen(begin), tables, length) != 0) {
        printf("%s%s%s\n", begin, tables, end);
        fail_msg("docs/manual/shortcuts.md has other shortcuts than src/app/shortcuts.c: put the lines above "
                 "into it");
    }
    free(page);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_count_wherever_they_are_typed),
        cmocka_unit_test(letters_mind_shift_but_not_caps_lock),
        cmocka_unit_test(keys_that_type_nothing_go_by_themselves),
        cmocka_unit_test(control_goes_by_what_is_printed),
        cmocka_unit_test(no_two_rows_are_the_same_press),
        cmocka_unit_test(every_row_has_another_way),
        cmocka_unit_test(commands_get_what_they_take),
        cmocka_unit_test(the_manual_has_all_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
