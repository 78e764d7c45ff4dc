// Words and numbers in messages, the texts that a name may contain, and how other texts are escaped.
#include "app/private/message.h"
#include "base/words.h"
#include "support.h"

#include <math.h>

static void test_numbers_are_short(void **state) {
    (void)state;
    static const struct {
        double number;
        const char *text;
    } all[] = {{0, "0"},
               {-3, "-3"},
               {1000001, "1000001"},
               {1e9, "1e+09"},
               {1e15, "1e+15"},
               {0.01, "0.01"},
               {0.1 + 0.2, "0.30000000000000004"},
               {-1e-7, "-1e-07"},
               {INFINITY, "inf"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[32];
        assert_string_equal(tr_number_text(all[i].number, text), all[i].text);
        assert_true(strtod(text, NULL) == all[i].number);
    }
    char text[32];
    assert_non_null(strstr(tr_number_text((double)NAN, text), "nan")); // NaN compares unequal to everything
}

// A text longer than any name is similar to none, and none is similar to it.
static void test_long_words(void **state) {
    (void)state;
    char longest[64], longer[65];
    memset(longest, 'a', 63), longest[63] = 0;
    memset(longer, 'a', 64), longer[64] = 0;
    const char *const both[] = {longer, longest};
    assert_null(tr_nearest_name(longer, both, 2));
    longest[5] = 'b';
    assert_ptr_equal(tr_nearest_name("aaaaab", both, 2), longest);
    memset(longest, 'a', 63);
    assert_ptr_equal(tr_nearest_name(longest + 1, both, 2), longest);
    assert_null(tr_nearest_name("aaa", both, 1));
}

static void test_what_utf8_is(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length; // of the first character; 0: not a valid one
    } all[] = {
        {"a", 1},
        {"\xc3\xa6", 2},
        {"\xe2\x82\xac", 3},
        {"\xf0\x9f\x8c\x8d", 4},
        {"\xc3", 0}, // truncated
        {"\xe2\x82", 0},
        {"\xf0\x9f\x8c", 0},
        {"\x80", 0}, // no lead byte
        {"\xff", 0}, // never valid
        {"\xc3"
         "a",
         0}, // no continuation byte
        {"\xe2\x82"
         "a",
         0},
        {"\xc0\x80", 0}, // overlong encoding
        {"\xe0\x80\x80", 0},
        {"\xf0\x80\x80\x80", 0},
        {"\xed\xa0\x80", 0},     // a UTF-16 surrogate
        {"\xed\x9f\xbf", 3},     // just before the surrogates
        {"\xee\x80\x80", 3},     // just after them
        {"\xf4\x8f\xbf\xbf", 4}, // the last valid one
        {"\xf4\x90\x80\x80", 0}, // beyond the last one
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const size_t length = tr_utf8_length(all[i].text, all[i].text + strlen(all[i].text));
        if (length != all[i].length)
            fail_msg("%s: %zu, not %zu", all[i].text, length, all[i].length);
        assert_true(tr_text_is_plain(all[i].text) == (length > 0));
    }
}

static void test_what_hides_is_not_plain(void **state) {
    (void)state;
    // NOLINTBEGIN(misc-misleading-bidirectional): on purpose
    static const char *const hidden[] = {"\x01",         "a\x1f",        "a\x7f",        "\xc2\x80",
                                         "\xc2\x9f",     "\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f",
                                         "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9",
                                         "\xef\xbb\xbf", "tab\there",    "line\n",       "\xc2\xad",
                                         "\xe2\x80\x8b", "\xe2\x81\xa0", "\xe2\x81\xaa", "\xf3\xa0\x81\x81"};
    // NOLINTEND(misc-misleading-bidirectional)
    static const char *const plain[] = {"",
                                        "a b~",
                                        "\xc2\xa0",
                                        "\xd8\x9b",
                                        "\xd8\x9d",
                                        "\xe2\x80\x8d",
                                        "\xe2\x80\x90",
                                        "\xe2\x80\xa7",
                                        "\xe2\x80\xaf",
                                        "\xe2\x81\xa5",
                                        "\xef\xbb\xbe",
                                        "\xef\xbc\x80"};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (tr_text_is_plain(hidden[i]))
            fail_msg("hidden text %zu is accepted", i);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (!tr_text_is_plain(plain[i]))
            fail_msg("plain text %zu is refused", i);
}

// Characters that names may contain stay. Long texts are cut at whole characters and whole escapes.
static void test_what_hides_is_shown(void **state) {
    (void)state;
    static const struct {
        const char *text, *shown;
    } all[] = {
        {"", ""},
        {"a b~ \\ \" ä € 🌍", "a b~ \\ \" ä € 🌍"},
        {"a\nb\r\t\x1b[31m\x7f", "a\\nb\\x0d\\x09\\x1b[31m\\x7f"},
        {"\xc2\x85\xc2\x9b\xc2\xad\xc2\xa0", "\\u0085\\u009b\\u00ad\xc2\xa0"},
        {"\xe2\x80\xae\xe2\x80\x8d\xef\xbb\xbf\xd8\x9c", "\\u202e\\u200d\\ufeff\\u061c"},
        {"\xf3\xa0\x81\x81", "\\U000e0041"},
        {"\xff\xc3(\xed\xa0\x80\xe2\x82", "\\xff\\xc3(\\xed\\xa0\\x80\\xe2\\x82"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char shown[128], again[128];
        assert_string_equal(tr_text_show(all[i].text, shown, sizeof shown), all[i].shown);
        assert_string_equal(tr_text_show(shown, again, sizeof again), shown);
        for (size_t size = 1; size <= strlen(all[i].shown); size++) {
            tr_text_show(all[i].text, again, size);
            const size_t length = strlen(again);
            assert_true(length < size && length + 10 >= size && memcmp(again, shown, length) == 0);
            assert_true(again[0] == 0 || again[length - 1] != '\\' || shown[length] == ' ');
            for (const char *s = again; *s; s += tr_utf8_length(s, again + length))
                assert_true(tr_utf8_length(s, again + length) > 0);
        }
    }
}

static void test_letters_of_json(void **state) {
    (void)state;
    static const struct {
        const char *text, *letter;
        size_t length;
    } all[] = {{"a", "a", 1},
               {"\"", "\\\"", 1},
               {"\\", "\\\\", 1},
               {"\n", "\\u000a", 1},
               {"\x7f", "\\u007f", 1},
               {"\xff", "\\ufffd", 1},
               {"\xc3\xa4", "\xc3\xa4", 2},
               {"\xe2\x80\xa8", "\\u2028", 3},
               {"\xf0\x9f\x8c\x8d", "\xf0\x9f\x8c\x8d", 4},
               {"\xf3\xa0\x81\x81", "\\udb40\\udc41", 4}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char letter[TR_JSON_LETTER_BYTES];
        const char *text = all[i].text;
        assert_int_equal(tr_json_letter(text, text + strlen(text), letter), all[i].length);
        assert_string_equal(letter, all[i].letter);
    }
}

// The status line of the window, for every kind of message.
static void test_messages_show(void **state) {
    (void)state;
    tr_message message;
    tr_error error = {.file = "a\x1b", .line = 2, .column = 3, .path = "b\xff", .message = "c\xe2\x80\xae"};
    tr_message_say(&message, "Opened %s", "d\x07\n");
    assert_string_equal(message.text, "Opened d\\x07\\n");
    assert_false(message.is_error);
    tr_message_complain(&message, &error);
    assert_string_equal(message.text, "a\\x1b:2:3: b\\xff: c\\u202e");
    assert_true(message.is_error);

    // What helps on a command line only is left out.
    static const char *const told[][2] = {
        {"'a: b.png': its nearest is taiga. A legend says more: --set 'legend.A={\"colour\":\"0\"}'",
         "'a: b.png': its nearest is taiga. A legend says more"},
        {"Give it a legend: --set 'legend.A={\"a\":1}'. Colours are a map's: --map colour=FILE",
         "Give it a legend. Colours are a map's"},
        {"a file is there; --force replaces it, --name and -o choose another place",
         "a file is there; move it away, or choose another name or folder"}};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        tr_error hinted = {0};
        tr_fail(&hinted, TR_BAD_INPUT, "%s", told[i][0]);
        tr_message_complain(&message, &hinted);
        assert_string_equal(message.text, told[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_short),   cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_what_utf8_is),        cmocka_unit_test(test_what_hides_is_not_plain),
        cmocka_unit_test(test_what_hides_is_shown), cmocka_unit_test(test_letters_of_json),
        cmocka_unit_test(test_messages_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
