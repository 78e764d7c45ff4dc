// JSON: parsing and writing, the position of errors, and running out of memory.
#include "failing.h"
#include "support.h"
#include "terrella/terrella.h"
#include "json/json.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static tr_status parse(tr_json_document *document, const char *text, tr_json **root, tr_error *error) {
    *error = (tr_error){0};
    return tr_json_parse(document, TR_JSON_FILE, "x.json", text, strlen(text), root, error);
}

static void assert_written(const tr_json_document *document, const tr_json *node, bool indented,
                           const char *wanted) {
    char *text;
    assert_int_equal(tr_json_write(document, node, indented, &text, NULL), TR_OK);
    assert_string_equal(text, wanted);
    tr_free(text);
}

static void test_texts_come_back(void **state) {
    (void)state;
    static const char *const texts[] = {"null",
                                        "true",
                                        "false",
                                        "0",
                                        "-1",
                                        "9223372036854775807",
                                        "-9223372036854775808",
                                        "0.1",
                                        "1e+300",
                                        "-2.5e-07",
                                        "\"\"",
                                        "\"a\\\"b\\\\c\"",
                                        "\"\\u0001\"",
                                        "\"é€😀\"",
                                        "[]",
                                        "{}",
                                        "[[],{},[1,2.5,\"x\"]]",
                                        "{\"a\":{\"b\":[null,true]},\"c\":\"d\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        tr_json_document made = {0}, *document = &made;
        tr_error error;
        tr_json *root;
        assert_int_equal(parse(document, texts[i], &root, &error), TR_OK);
        assert_written(document, root, false, texts[i]);
        assert_written(document, tr_json_copy(document, root), false, texts[i]);
        tr_json_clear(document);
    }
}

static void test_what_is_read(void **state) {
    (void)state;
    tr_json_document made = {0}, *document = &made;
    tr_error error;
    tr_json *root;
    assert_int_equal(parse(document,
                           " {\"a\" : [ -0 , 1.5E+2,\t\"\\u00e9\\ud83d\\ude00\\n\\/\" ],\r\n \"b\":{} } ",
                           &root, &error),
                     TR_OK);
    const tr_json *a = tr_json_get(root, "a");
    assert_int_equal(tr_json_count(a), 3);
    assert_true(tr_json_is(tr_json_at(a, 0), TR_JSON_WHOLE) && tr_json_number(tr_json_at(a, 0)) == 0);
    assert_true(tr_json_is(tr_json_at(a, 1), TR_JSON_REAL) && tr_json_number(tr_json_at(a, 1)) == 150);
    assert_string_equal(tr_json_text(tr_json_at(a, 2)), "é😀\n/");
    assert_null(tr_json_at(a, 3));
    assert_null(tr_json_get(a, "b"));
    assert_int_equal(tr_json_count(tr_json_get(root, "b")), 0);
    tr_json_locate(tr_json_get(root, "b"), &error);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 6);
    tr_json_clear(document);
}

static void refuse(const char *text, size_t size, int line, int column, const char *message) {
    tr_json_document made = {0}, *document = &made;
    tr_error error = {0};
    tr_json *root;
    assert_int_equal(tr_json_parse(document, TR_JSON_FILE, "x.json", text, size, &root, &error), TR_BAD_INPUT);
    assert_null(root);
    if (!strstr(error.message, message) || error.line != line || error.column != column)
        fail_msg("%.60s: %d:%d: %s", text, error.line, error.column, error.message);
    assert_string_equal(error.file, "x.json");
    tr_json_clear(document);
}

static void test_mistakes_have_a_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } cases[] = {
        {"", 1, 1, "the text ends"},
        {"\xef\xbb\xbf", 1, 1, "the text ends"},
        {"\xef\xbb\xbf{\n1}", 2, 1, "'1' stands where a \"name\" should"},
        {"{\"a\" 1}", 1, 6, "':' should"},
        {"{\"a\":1,}", 1, 8, "a \"name\""},
        {"[1,]", 1, 4, "a value"},
        {"[1 2]", 1, 4, "',' or ']'"},
        {"[1", 1, 3, "',' or ']'"},
        {"nul", 1, 1, "a value"},
        {"01", 1, 2, "the end of the text"},
        {"-", 1, 2, "a digit"},
        {"1.", 1, 3, "a digit"},
        {"1e+", 1, 4, "a digit"},
        {".5", 1, 1, "a value"},
        {"+1", 1, 1, "a value"},
        {"9223372036854775808", 1, 1, "2^63"},
        {"1e309", 1, 1, "beyond"},
        {"\"a", 1, 3, "a closing \""},
        {"\"a\nb\"", 1, 3, "control character"},
        {"\"\\x\"", 1, 2, "backslash"},
        {"\"\\u12g4\"", 1, 6, "hexadecimal"},
        {"\"\\u0000\"", 1, 2, "no character"},
        {"\"\\ud800\"", 1, 2, "no character"},
        {"\"\\ud800\\u0041\"", 1, 2, "no character"},
        {"\"\\udc00\"", 1, 2, "no character"},
        {"\"\xc3\"", 1, 2, "UTF-8"},
        {"\"\xc0\x80\"", 1, 2, "UTF-8"},
        {"\"\xed\xa0\x80\"", 1, 2, "UTF-8"},
        {"\"\xf4\x90\x80\x80\"", 1, 2, "UTF-8"},
        {"\xff", 1, 1, "0xff"},
        {"{\"a\":1,\"b\":2,\"a\":3}", 1, 18, "two members called \"a\""},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, 33, "deeper than 32"},
        {"{} x", 1, 4, "the end of the text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuse(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].column, cases[i].message);
    refuse("[1]\0", 4, 1, 4, "0x00");
    refuse("\"a\0b\"", 5, 1, 3, "control character");
}

static void test_trees_are_made_and_changed(void **state) {
    (void)state;
    tr_json_document made = {0}, *d = &made;
    tr_json *array = tr_json_new_array(d, 2, tr_json_new_whole(d, 1), tr_json_new_flag(d, true));
    tr_json *object =
        tr_json_new_object(d, "a", array, "left out", (tr_json *)0, "b", tr_json_new_text(d, "x"), NULL);
    assert_written(d, object, false, "{\"a\":[1,true],\"b\":\"x\"}");
    tr_json_set(d, object, "a", tr_json_new_number(d, 3));
    tr_json_add(d, object, "c", tr_json_new_number(d, 0.25));
    assert_written(d, object, false, "{\"a\":3,\"b\":\"x\",\"c\":0.25}");
    array = tr_json_new_array(d, 2, tr_json_new_whole(d, 1), tr_json_new_whole(d, 2));
    tr_json_replace(d, array, 1, tr_json_new_whole(d, 5));
    tr_json_insert(d, array, 0, tr_json_new_whole(d, 0));
    tr_json_append(d, array, tr_json_new_text(d, "a\xff"));
    assert_written(d, array, false, "[0,1,5,\"a\xef\xbf\xbd\"]");
    tr_json *other = tr_json_new_object(d, "c", array, "d", tr_json_new(d, TR_JSON_NULL), NULL);
    tr_json_update(d, object, other);
    assert_written(d, object, false, "{\"a\":3,\"b\":\"x\",\"c\":[0,1,5,\"a\xef\xbf\xbd\"],\"d\":null}");
    tr_json_clear(d);
}

static void test_people_get_short_lines(void **state) {
    (void)state;
    static const char text[] = "{\n"
                               "  \"curve\": [[0, 1], [2, 0.5]],\n"
                               "  \"where\": {\"from\": 0, \"to\": 1},\n"
                               "  \"list\": [\n"
                               "    {\"name\": \"a\"},\n"
                               "    {}\n"
                               "  ],\n"
                               "  \"long\": [\n"
                               "    \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\n"
                               "    \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"\n"
                               "  ]\n"
                               "}";
    tr_json_document made = {0}, *document = &made;
    tr_error error;
    tr_json *root;
    assert_int_equal(parse(document, text, &root, &error), TR_OK);
    assert_written(document, root, true, text);
    tr_json_clear(document);
}

// A program that uses the library may set a locale with decimal commas.
static void test_numbers_have_points_in_every_locale(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
    bool set = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !set; i++)
        set = setlocale(LC_ALL, names[i]) != NULL;
    if (!set)
        print_message("no locale with decimal commas is installed here\n");
    tr_json_document made = {0}, *document = &made;
    tr_error error;
    tr_json *root;
    assert_int_equal(parse(document, "[0.5,1e-3]", &root, &error), TR_OK);
    assert_true(tr_json_number(tr_json_at(root, 0)) == 0.5 && tr_json_number(tr_json_at(root, 1)) == 0.001);
    assert_written(document, root, false, "[0.5,0.001]");
    tr_json_clear(document);
    setlocale(LC_ALL, "C");
}

static void test_many_members(void **state) {
    (void)state;
    enum { members = TR_JSON_MAX_LIST };
    char *text = malloc(members * 12 + 2), *end = text;
    end += sprintf(end, "{");
    for (int i = 0; i < members; i++)
        end += sprintf(end, "%s\"%d\":0", i ? "," : "", i);
    sprintf(end, "}");
    tr_json_document made = {0}, *document = &made;
    tr_error error;
    tr_json *root;
    assert_int_equal(parse(document, text, &root, &error), TR_OK);
    assert_int_equal(tr_json_count(root), members);
    tr_json *object = tr_json_new_object(document, "7", tr_json_new_whole(document, 1), "a",
                                         tr_json_new_whole(document, 2), NULL);
    tr_json_update(document, object, tr_json_copy(document, root));
    assert_int_equal(tr_json_count(object), members + 1); // with "a"
    assert_int_equal(tr_json_number(tr_json_get(object, "7")), 0);
    tr_json_clear(document);
    free(text);
}

// Joins a head, `count` pieces separated by commas, and a tail. A %d in the piece becomes its index.
static char *repeat(const char *head, const char *piece, int count, const char *tail) {
    const size_t most = strlen(head) + (size_t)count * (strlen(piece) + 12) + strlen(tail) + 1;
    char *text = malloc(most), *end = text + sprintf(text, "%s", head);
    assert_non_null(text);
    for (int i = 0; i < count; i++) {
        end += sprintf(end, "%s", i ? "," : "");
        end += sprintf(end, piece, i); // NOLINT(clang-diagnostic-format-nonliteral)
    }
    strcpy(end, tail);
    return text;
}

static void accept(tr_json_origin origin, const char *text) {
    tr_json_document made = {0}, *document = &made;
    tr_error error = {0};
    tr_json *root;
    if (tr_json_parse(document, origin, "x.json", text, strlen(text), &root, &error) != TR_OK)
        fail_msg("%.60s…: %d:%d: %s", text, error.line, error.column, error.message);
    tr_json_clear(document);
}

// Each list is rejected at the first value too many. What follows it is invalid JSON and is not parsed.
static void test_lists_that_are_too_long(void **state) {
    (void)state;
    static const struct {
        const char *head, *piece, *tail;
        int line, column; // of the list
    } cases[] = {{"[", "0", "]", 1, 1},
                 {"{", "\"%d\":0", "}", 1, 1},
                 {"{\n\"a\": {", "\"%d\":[]", "}}", 2, 6},
                 {"[[], {\"set\":[", "{}", "]}]", 1, 13}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *most = repeat(cases[i].head, cases[i].piece, TR_JSON_MAX_LIST, cases[i].tail);
        char *more = repeat(cases[i].head, cases[i].piece, TR_JSON_MAX_LIST, ", no JSON");
        accept(TR_JSON_FILE, most);
        refuse(more, strlen(more), cases[i].line, cases[i].column, "a list of more than 4096 values");
        free(most), free(more);
    }
}

static void test_too_many_values(void **state) {
    (void)state;
    char *list = repeat("[", "0", 4095, "]"); // 4096 values
    char *most = repeat("[", list, 63, ",["); // 1 + 63 * 4096 values; the last list makes them 2^18
    char *whole = repeat(most, "0", 4094, "]]");
    char *more = repeat(most, "0", 4094, "], no JSON");
    char *carrier = repeat("[", whole, 1, ",0]");
    accept(TR_JSON_FILE, whole);
    refuse(more, strlen(more), 1, (int)strlen(more) - 6, "more than 262144 values");
    refuse(carrier, strlen(carrier), 1, (int)strlen(carrier) - 5, "more than 262144 values");
    accept(TR_JSON_CARRIER, carrier);
    free(list), free(most), free(whole), free(more), free(carrier);
}

// Rejecting two million values uses no more memory than rejecting four thousand, except for the copy of their
// text.
static void test_what_is_refused_takes_no_memory(void **state) {
    (void)state;
    static const int counts[] = {TR_JSON_MAX_LIST + 1, 2000000};
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (int i = 0; i < 2; i++) {
        char *text = repeat("[", "0", counts[i], "]");
        tr_json_document made = {0}, *document = &made;
        tr_json *root;
        assert_int_equal(tr_json_parse(document, TR_JSON_FILE, "", text, strlen(text), &root, NULL),
                         TR_BAD_INPUT);
        assert_in_range(memory.blocks, 1, 12); // the document, and chunks of 64 KiB
        tr_json_clear(document);
        assert_int_equal(memory.blocks, 0);
        free(text);
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_come_back),
        cmocka_unit_test(test_what_is_read),
        cmocka_unit_test(test_mistakes_have_a_place),
        cmocka_unit_test(test_trees_are_made_and_changed),
        cmocka_unit_test(test_people_get_short_lines),
        cmocka_unit_test(test_numbers_have_points_in_every_locale),
        cmocka_unit_test(test_many_members),
        cmocka_unit_test(test_lists_that_are_too_long),
        cmocka_unit_test(test_too_many_values),
        cmocka_unit_test(test_what_is_refused_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
